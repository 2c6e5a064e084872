"""``dragoman sockets`` as it is typed."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dragoman.files import locked
from dragoman.formats import load_variant
from dragoman.sockets.room import Room, save_room
from dragoman.sockets.table import Terms
from tests.patience import SECONDS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("serve", "--bot", "X=random"), "there is no power 'x'"),
        (("serve", "crowded", "--bot", "learned:9"), "learned:9 does not play"),
        (("serve", "--bot", "nobody"), "there is no bot 'nobody'"),
        (("serve", "--bot", "TURKEY=cmd:mine"), "'cmd:mine' is no bot: a program sits down"),
        (("serve", "--bot", "seat:anna"), "'seat:anna' is no bot"),
        (("serve", "--bot", "random @there"), "there is no bot 'random @there'"),
        (("serve", "--bot", "TURKEY=random", "--bot", "turkey=loeb"), "turkey has a bot already"),
        (("serve", "--dpp", "x"), "'x' is not a port"),
        (("serve", "--daide", "70000"), "'70000' is not a port"),
        (("serve", "--daide", "9" * 5000), "is not a port"),
        (("serve", "machiavelli"), "has no words for"),
        (("serve", "nothing"), "there is no variant 'nothing'"),
        (("serve", "--profile", "other"), "there is no profile 'other'"),
        (("serve", "--keep", "file"), "file exists"),
        (("serve", "--keep", "odd"), "this is no room"),
        (("serve", "--games", "0"), "greater than or equal to 1"),
        (("serve", "--games", "101"), "less than or equal to 100"),
        (("serve", "--games", "2", "--unix", "sockets"), "one game is served"),
        (("serve", "--games", "2", "--keep", "odd"), "one game is kept in odd"),
        (("judge", "17"), "there is no database"),
        (("judge", "17", "--config", "none.toml"), "none.toml"),
        (("judge", "17", "--bot", "random"), "bots sit in a judge's game by tokens"),
        (("judge", "17", "--bot", "random", "--tokens", "file"), "not one token for each bot"),
        (("judge", "17", "--bot", "random", "--tokens", "none"), "none cannot be read"),
        (("judge", "17", "--tokens", "tokens"), "not one token for each bot: 1 for 0"),
        (("judge", "0"), "greater than or equal to 1"),
        (("play", "x"), "'x' is not a port"),
        (("play", "1"), "no server can be reached at 127.0.0.1:1"),
        (("play", "./none"), "no server can be reached at none"),
        (("play", "1", "--power", "x"), "there is no power 'x'"),
        (("play", "1", "--name", "two words"), "has spaces"),
        (("play", "1", "--passcode", "7"), "name your power"),
        (("play", "1", "--variant", "nothing"), "there is no variant 'nothing'"),
        (("play", "1", "--variant", "machiavelli"), "has no words for"),
        (("play", "1", "--rules", "nothing"), "nothing"),
        (("play", "1", "--folder", "file"), "file"),
        (("play", "1", "--folder", "bad"), "bad"),
    ],
)
def test_nonsense_is_told(call, tmp_path: Path, asked, said) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "tokens").write_text("dragoman_x\n")
    (tmp_path / "odd").mkdir()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "game.json").write_text("[]")
    (tmp_path / "odd" / "room.json").write_text("[]")
    doors = () if "--dpp" in asked or "--daide" in asked or asked[0] != "serve" else ("--dpp", "0")
    ran = call("sockets", *asked, *doors)
    assert ran.status == 2 and said in ran.err.lower(), ran.err


def test_a_game_of_bots_is_told_as_json(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    bots = [part for _ in range(7) for part in ("--bot", "civil-disorder")]
    ran = run("sockets", "serve", "--dpp", "0", "--last-year", "1901", "--json", *bots)
    assert ran.status == 0 and ran.data["how"] == "draw" and ran.data["phase"] == "S1902M"
    assert [one["centers"] for one in ran.data["seats"]] == [3, 3, 3, 3, 3, 4, 3]


def test_many_games_of_bots_are_told_one_by_one(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    bots = [part for _ in range(7) for part in ("--bot", "civil-disorder")]
    asked = ["sockets", "serve", "--dpp", "0", "--last-year", "1901", "--games", "5", *bots]
    ran = run(*asked, "--json", "--keep", "all")
    assert ran.status == 0 and [one["how"] for one in ran.data["games"]] == ["draw"] * 5
    kept = [json.loads((tmp_path / "all" / f"{n}" / "room.json").read_text()) for n in range(1, 6)]
    codes = {(power, seat["passcode"]) for one in kept for power, seat in one["seats"].items()}
    assert len(codes) == 35
    fewer = run(*asked[:-16], "--games", "4", "--keep", "all")
    one = run("sockets", "serve", "--dpp", "0", "--keep", "all")
    for refused in (fewer, one):
        assert refused.status == 2 and "more games are kept in all than" in refused.err
    told = run(*asked)
    assert "game 3: S1901M was judged" in told.out and "game 5: draw: AUSTRIA" in told.out


@pytest.fixture
def keep(tmp_path: Path, monkeypatch) -> Callable[..., None]:
    """Keep a game in a folder, as it stands after its first turn."""
    monkeypatch.chdir(tmp_path)

    def kept(folder: str, **terms: int) -> None:
        room = Room(load_variant("standard"), Terms(**terms))
        room.resume()
        room.turn_over()
        Path(folder).mkdir(parents=True)
        save_room(room, Path(folder) / "room.json")

    return kept


def test_two_servers_never_keep_the_same_game(call, keep) -> None:
    keep("all/1")
    keep("all/2")
    both = ("sockets", "serve", "--dpp", "0", "--keep", "all", "--games", "2")
    with locked(Path("all/2"), "somebody", 0):
        ran = call(*both)
        assert ran.status == 2 and "another command is at work here: somebody" in ran.err, ran.err
        assert "all/2" in ran.err


def test_a_server_of_many_games_locks_the_folder_of_each(tmp_path: Path, keep) -> None:
    keep("all/1")
    asked = [sys.executable, "-u", "-m", "dragoman", "sockets", "serve", "--dpp", "0"]
    many = [*asked, "--keep", "all", "--games", "2"]
    with subprocess.Popen(many, cwd=tmp_path, text=True, stdout=subprocess.PIPE) as server:
        assert server.stdout
        try:
            assert server.stdout.readline().startswith("DPP: ")
            for number in (1, 2):  # one that goes on, and a new one
                one = [*asked, "--keep", f"all/{number}"]
                ran = subprocess.run(one, cwd=tmp_path, text=True, capture_output=True, check=False)
                assert ran.returncode == 2 and "another command is at work" in ran.stderr
        finally:
            server.kill()


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (("machiavelli", "--keep", "all/1"), "another-variant", "kept in all/1 is one of standard"),
        (("--keep", "all/1", "--level", "130"), "other-terms", "other terms: --level 20"),
        (("--keep", "all/1", "--level", "0"), "other-terms", "other terms: --level 20"),
        (
            ("--keep", "all/1", "--movement", "60", "--any-orders", "--last-year", "1905"),
            "other-terms",
            "other terms: --movement 300, no --any-orders, no --last-year",
        ),
        (("--keep", "all", "--games", "2", "--level", "130"), "other-terms", "kept in all/1"),
        (("chaos", "--keep", "all", "--games", "3"), "another-variant", "kept in all/1"),
        (("--keep", "all", "--games", "4"), "more-games", "there is one in all/5"),
        (("--keep", "all"), "more-games", "there is one in all/5"),
    ],
)
def test_a_kept_game_is_not_served_by_other_terms(call, keep, asked, code, said) -> None:
    for number in (1, 2, 5) if code == "more-games" else (1, 2):
        keep(f"all/{number}", level=20, movement=300)
    before = {one: one.read_bytes() for one in Path("all").rglob("*.json")}
    ran = call("sockets", "serve", "--dpp", "0", "--json", *asked)
    assert ran.status == 2 and ran.codes == [code] and said in ran.out, ran.out
    assert {one: one.read_bytes() for one in Path("all").rglob("*.json")} == before
    assert len([*Path("all").iterdir()]) == len(before)


def test_new_games_beside_kept_ones_are_played_by_the_same_terms(run, keep) -> None:
    keep("all/2", level=20, last_year=1901)
    bots = [
        part
        for power in load_variant("standard").board.powers
        for part in ("--bot", f"{power}=civil-disorder")
    ]
    asked = ("--games", "3", "--keep", "all", "--level", "20")
    ran = run("sockets", "serve", "--dpp", "0", *asked, "--json", *bots)
    assert ran.status == 0 and [one["how"] for one in ran.data["games"]] == ["draw"] * 3
    for number in (1, 3):
        kept = json.loads(Path(f"all/{number}/room.json").read_text())
        assert (kept["terms"]["level"], kept["terms"]["last_year"]) == (20, 1901)


def test_programs_are_seated_in_many_games_and_come_back_to_their_own(tmp_path: Path) -> None:
    bots = [part for _ in range(6) for part in ("--bot", "civil-disorder")]
    asked = [sys.executable, "-u", "-m", "dragoman", "sockets", "serve", "--dpp", "0"]
    asked += ["--games", "3", "--movement", "600", *bots]
    with subprocess.Popen(asked, cwd=tmp_path, text=True, stdout=subprocess.PIPE) as server:
        assert server.stdout
        port = int(server.stdout.readline().rpartition(":")[2])
        hellos = []
        try:
            for _ in range(3):
                with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
                    words = line.makefile("rw")
                    print("(NME Test)", file=words, flush=True)
                    hellos.append(words.readline().strip("()\n").split())
                    assert words.readline().startswith("(ORD 0")
            with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
                words = line.makefile("rw")
                print("(NME Test)", file=words, flush=True)
                assert words.readline() == "(NOP (NME Test))\n"
                _, power, code = hellos[1]
                print(f"(IAM {power} {code})", file=words, flush=True)
                assert words.readline() == f"(HLO {power} {code})\n"
                assert words.readline().startswith("(ORD 0")
            said = ""
            while "is back" not in said:
                said = server.stdout.readline()
                assert said
            assert said.startswith("game ") and not said.startswith("game 4")
        finally:
            server.kill()


@pytest.fixture
def hearing() -> Iterator[None]:
    """Who runs in the background of a shell is deaf to Ctrl-C, and so are those that he starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hearing")
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
        out, err = first.communicate(timeout=SECONDS)
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
        again.communicate(timeout=SECONDS)
    assert said.split()[0] != "S1901M"


def test_somebody_plays_from_a_pipe_and_comes_back(tmp_path: Path) -> None:
    others = ("AUSTRIA", "ENGLAND", "FRANCE", "ITALY", "RUSSIA", "TURKEY")
    bots = [part for one in others for part in ("--bot", f"{one}=civil-disorder")]
    asked = [sys.executable, "-u", "-m", "dragoman", "sockets"]
    serve = [*asked, "serve", "--dpp", "0", *bots, "--last-year", "1901"]
    play = [*asked, "play", "--folder", "winter", "--power", "germany"]
    with subprocess.Popen(serve, cwd=tmp_path, text=True, stdout=subprocess.PIPE) as server:
        assert server.stdout

        def played(typed: str, *more: str) -> str:
            ran = subprocess.run(
                [*play, address, *more], cwd=tmp_path, text=True, input=typed, timeout=SECONDS,
                capture_output=True, check=False,
            )  # fmt: skip
            if ran.returncode:
                server.kill()
            assert ran.returncode == 0 and ran.stderr == "", ran
            return ran.stdout

        address = server.stdout.readline().removeprefix("DPP: ").strip()
        told = played("A ber-kie, F kie-den, A mun-ruh\nready\nnext\nA kie-hol\n")
        assert "Your orders: A Kie–Hol" in told and "You left the game" in told
        passcode = told.partition("--passcode ")[2].split()[0]
        told = played(
            "A kie-hol, F den H, A ruh-bel\nready\nnext\nF kie B, A ber B\nready\nnext\n",
            "--passcode", passcode,
        )  # fmt: skip
        assert told.rstrip().endswith("Russia and Turkey.") or "The game is a draw" in told
        server.communicate(timeout=SECONDS)
    shown = subprocess.run(
        [sys.executable, "-m", "dragoman", "show", "winter"],
        cwd=tmp_path, text=True, capture_output=True, check=True,
    ).stdout  # fmt: skip
    assert "A Bel, A Ber, F Den, A Hol, F Kie" in shown, shown
    assert "The game is over: drawn between Austria" in shown


def test_a_server_that_dies_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        asked = [sys.executable, "-m", "dragoman", "sockets", "play"]
        asked += [f"127.0.0.1:{server.getsockname()[1]}", "--patience", "0"]
        with subprocess.Popen(
            asked, cwd=tmp_path, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as person:  # fmt: skip
            one, _ = server.accept()
            assert one.recv(100) == b"(NME person)\n"
            one.sendall(b"(HLO GER 12)\nhow do you do?\n")
            assert one.recv(100) == b"(PSV TXT)\n"
            one.close()
            again, _ = server.accept()
            assert again.recv(100) == b"(IAM GER 12)\n"
            again.close()
            assert person.stdout and person.stderr
            out, err = person.stdout.read(), person.stderr.read()  # its input does not end
            person.wait(timeout=SECONDS)
    assert person.returncode == 2 and "what is no DPP: how do you do?" in out, (out, err)
    assert "does not let us come back" in err and "--passcode 12" in err


def test_ctrl_c_leaves_politely(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        asked = [sys.executable, "-m", "dragoman", "sockets", "play"]
        asked += [f"127.0.0.1:{server.getsockname()[1]}"]
        with subprocess.Popen(
            asked, cwd=tmp_path, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as person:  # fmt: skip
            assert person.stdout
            one, _ = server.accept()
            one.sendall(b"(HLO GER 12)\n")
            assert "You play Germany." in person.stdout.readline()
            person.send_signal(signal.SIGINT)
            out, err = person.communicate(timeout=SECONDS)
            one.close()
    assert person.returncode == 0 and "You left the game" in out and err == "", (out, err)
