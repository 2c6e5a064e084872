"""`dragoman env match` as it is typed."""

from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]
P = "policy:tests.env.match_policies"


def test_a_match_and_again_with_more_games(call, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("env", "match", f"mine={P}:last", "dumbbot", "--last-year", "1901", "--jobs", "1")
    first = call(*asked, "--games", "14", "--rows", "games.csv")
    assert first.status == 0 and "mine against dumbbot" in first.out, first.err
    assert "too narrow" in first.out and Path("games.csv").read_text().count("\n") == 99
    kept = Path("match.jsonl").read_text("utf-8").splitlines()
    again = call(*asked, "--games", "21", "--score", "draw-size", "--json")
    assert again.data["rounds"] == 3 and again.data["scoring"] == "draw-size"
    assert Path("match.jsonl").read_text("utf-8").splitlines()[:15] == kept
    tested = call(*asked, "--games", "140", "--sprt", "0.1", "0.9", "--json")
    assert tested.data["sprt"]["found"] == 0.1 and tested.data["games"] < 140
    broken = kept[1].replace('"years": [[', '"years": [["x", ')
    Path("match.jsonl").write_text("\n".join([kept[0], broken, ""]), "utf-8")
    assert "years are no rows" in call(*asked, "--games", "14").err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("random",), "two to play"),
        (("random", "cmd:true"), "plays over a socket"),
        (("random", "dumbbot", "--games", "10"), "no whole rounds of 7"),
        (("random", "dumbbot", "--games", "7"), "write --games 14"),
        (("random", "dumbbot", "--meeting", "duel"), "says nothing of who sits down"),
        (("random", "dumbbot", "--score", "chess"), "chess"),
        (("random", "dumbbot", "--alpha", "0.1"), "nothing comes of --alpha"),
        (("random", "dumbbot", "loeb", "--sprt", "0.1", "0.2"), "one against copies"),
        (("random", "policy:nowhere:net"), "no module named 'nowhere'"),
        (("random", "policy:tests.env.match_policies:nobody"), "no function 'nobody'"),
        (("random", "policy:tests.env.match_policies:Garbled:x"), "cannot be made"),
        (("random", "policy:"), "there is no bot 'policy:'"),
        (("random", "prince", "--variant", "machiavelli"), "not of diplomacy"),
        (("random", "dumbbot", "--variant", "fog_of_war"), "in fog"),
        (("random", "dumbbot", "--rows", "m.csv", "--file", "m.csv"), "named twice"),
        (("random", "dumbbot", "--dask", "x", "--jobs", "2"), "--jobs on a cluster"),
    ],
)
def test_nonsense_is_told(call, tmp_path: Path, monkeypatch, asked, said) -> None:
    monkeypatch.chdir(tmp_path)
    ran = call("env", "match", *asked)
    assert ran.status == 2 and said in ran.err.lower(), ran.err
    assert not list(tmp_path.iterdir())
