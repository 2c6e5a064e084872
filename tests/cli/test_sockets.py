"""``dragoman sockets`` as it is typed."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("serve", "--bot", "X=random"), "there is no power 'x'"),
        (("serve", "--bot", "nobody"), "there is no bot 'nobody'"),
        (("serve", "--bot", "TURKEY=random", "--bot", "turkey=loeb"), "turkey has a bot already"),
        (("serve", "--dpp", "x"), "'x' is no port"),
        (("serve", "--daide", "70000"), "'70000' is no port"),
        (("serve", "machiavelli"), "has no words for"),
        (("serve", "nothing"), "there is no variant 'nothing'"),
        (("serve", "--profile", "other"), "there is no profile 'other'"),
        (("serve", "--keep", "file"), "file exists"),
        (("serve", "--keep", "odd"), "this is no room"),
        (("judge", "17"), "there is no database"),
        (("judge", "17", "--config", "none.toml"), "none.toml"),
        (("judge", "0"), "greater than or equal to 1"),
    ],
)
def test_nonsense_is_told(run, tmp_path: Path, monkeypatch, asked, said) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "room.json").write_text("[]")
    doors = () if "--dpp" in asked or "--daide" in asked or asked[0] == "judge" else ("--dpp", "0")
    ran = run("sockets", *asked, *doors)
    assert ran.status == 2 and said in ran.err.lower(), ran.err


def test_a_game_of_bots_is_told_as_json(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    bots = [part for _ in range(7) for part in ("--bot", "civil-disorder")]
    ran = run("sockets", "serve", "--dpp", "0", "--last-year", "1901", "--json", *bots)
    assert ran.status == 0 and ran.data["how"] == "draw" and ran.data["phase"] == "S1902M"
    assert [one["centers"] for one in ran.data["seats"]] == [3, 3, 3, 3, 3, 4, 3]


def test_ctrl_c_and_a_game_that_goes_on(tmp_path: Path) -> None:
    bots = [part for _ in range(6) for part in ("--bot", "civil-disorder")]
    asked = [sys.executable, "-u", "-m", "dragoman", "sockets", "serve", "--dpp", "0"]
    asked += ["--keep", "winter", "--movement", "1", *bots]

    def begun(*more: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*asked, *more], cwd=tmp_path, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    first = begun("--bot", "random")
    with first:
        assert first.stdout and first.stderr
        while "was judged" not in first.stdout.readline():
            pass
        other = subprocess.run([*asked], cwd=tmp_path, text=True, capture_output=True, check=False)
        assert other.returncode == 2 and "another command is at work" in other.stderr
        first.send_signal(signal.SIGINT)
        out, err = first.communicate(timeout=30)
    assert first.returncode == 0 and "is kept in winter" in err, (out, err)
    kept = json.loads((tmp_path / "winter" / "room.json").read_text())
    assert {seat["name"] for seat in kept["seats"].values()} == {"civil-disorder", "random"}
    again = begun("--bot", "random")
    with again:
        assert again.stdout
        said = ""
        while "was judged" not in said:
            said = again.stdout.readline()
            assert said
        again.send_signal(signal.SIGINT)
        again.communicate(timeout=30)
    assert said.split()[0] != "S1901M"
