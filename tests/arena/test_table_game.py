"""Games with programs that are started, and with what programs do wrong."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

from dragoman.arena import Contest, ContestGame, Hall, entrant_called, run, standings_of
from dragoman.arena.playing import Played, play_games
from dragoman.arena.table_game import Reserved
from dragoman.bots import civil_disorder
from dragoman.game import read_record
from dragoman.runner import ProgramLimits
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.room import Room
from dragoman.sockets.table import Terms
from tests.sockets.programs import STANDARD, Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs run on Linux alone"),
]

PROGRAM = Path(__file__).with_name("dpp_program.py")


def holder(manner: str = "", name: str = "holder") -> str:
    return f"{name}=cmd:{sys.executable} -S {PROGRAM} '{manner}'"


def contest(*texts: str, **more) -> Contest:
    given = {"last_year": 1901, "turn": 20, "recorded": True, **more}
    return Contest(tuple(map(entrant_called, texts)), **given)


WELL: Final = "[dragoman: ended with status 0]\n"


def play(one: Contest, tmp_path: Path, game: int = 0, **more) -> tuple[ContestGame, str, dict]:
    """The result, the record, and what each power's program wrote. That it ended well is left out:
    it is told where the program was quick enough to end before it was seen."""
    hall = Hall(output=str(tmp_path), **more)
    (found,) = play_games(one, [game], hall)
    assert isinstance(found, Played)
    folder = tmp_path / f"game-{game}"
    said = {one.stem: one.read_text() for one in folder.glob("*.out")}
    told = {power: text.removesuffix(WELL) for power, text in said.items()}
    return found.result, found.record, told


def test_a_program_plays_to_the_end(tmp_path: Path) -> None:
    result, record, said = play(contest(holder(), "civil-disorder"), tmp_path, game=3)
    assert result.faults == () and result.seats_of(0) == (3,)
    assert result.centers == (3, 3, 3, 3, 3, 4, 3) and result.winner == -1
    assert said == {"GERMANY": "players \nthe end\n"}
    game, faults = read_record(record)
    assert game is not None and not faults
    assert len(game.history) == 2 and "H" in str(game.history[0].orders["GERMANY"][0])


def test_a_program_plays_over_unix_sockets(tmp_path: Path) -> None:
    result, _, said = play(contest(holder("unix"), "civil-disorder"), tmp_path)
    assert result.faults == () and said["AUSTRIA"].endswith("the end\n")


def test_programs_are_told_who_plays_where_that_is_known(tmp_path: Path) -> None:
    one = contest(holder(), "civil-disorder", known=True)
    _, _, said = play(one, tmp_path)
    assert '"AUSTRIA": "holder", "ENGLAND": "civil-disorder"' in said["AUSTRIA"]


def test_who_crashes_at_once_is_in_civil_disorder(tmp_path: Path) -> None:
    result, _, said = play(contest(holder("crash"), "civil-disorder"), tmp_path)
    ended = "AUSTRIA in S1901M: holder ended with status 3"
    assert result.faults == (ended, ended, ended, "AUSTRIA in S1901M: holder did not come")
    assert said["AUSTRIA"].count("[dragoman: ended with status 3]") == 3
    assert result.centers == (3, 3, 3, 3, 3, 4, 3)
    (standing,) = (s for s in standings_of(contest(holder(), "loeb"), [result]) if s.faults)
    assert standing.name == "holder"


def test_a_bot_takes_the_place_of_who_crashes(tmp_path: Path) -> None:
    one = contest(
        holder("crash"), "civil-disorder", last_year=1902, replacement=entrant_called("dumbbot")
    )
    result, record, _ = play(one, tmp_path)
    assert result.faults[-1].endswith("holder did not come")
    game, _ = read_record(record)
    assert game is not None and result.centers[0] > 3
    assert any("-" in str(order) for order in game.history[0].orders["AUSTRIA"])


def test_a_command_takes_the_place_of_who_crashes(tmp_path: Path) -> None:
    one = contest(holder("crash later"), "civil-disorder", last_year=1905, turn=2,
                  replacement=entrant_called(holder()))  # fmt: skip
    result, _, said = play(one, tmp_path)
    assert len(result.faults) == 3 and not any("plays no more" in one for one in result.faults)
    assert said["AUSTRIA"].endswith("the end\n")


def test_who_crashes_in_the_middle_comes_back_until_it_may_no_more(tmp_path: Path) -> None:
    """Each time it is there for a while, and has its seat again."""
    one = contest(holder("crash later"), "civil-disorder", last_year=1904, turn=2)
    result, _, said = play(one, tmp_path)
    assert said["AUSTRIA"].count("[dragoman: killed by signal 6]") == 3
    assert "AUSTRIA" in result.faults[-1] and result.faults[-1].endswith("plays no more")
    assert result.year == 1905


def test_who_crashes_once_plays_to_the_end(tmp_path: Path) -> None:
    one = contest(holder("crash once"), "civil-disorder", last_year=1903)
    result, record, said = play(one, tmp_path)
    assert len(result.faults) == 1 and result.faults[0].endswith("holder killed by signal 6")
    assert said["AUSTRIA"].endswith("the end\n")
    game, _ = read_record(record)
    assert game is not None and len(game.history) == 6
    assert all(one.orders["AUSTRIA"] for one in game.history)


def test_who_comes_back_by_daide_is_told_how_the_game_stands() -> None:
    room = Room(STANDARD, Terms(), seed=1)
    for power in STANDARD.board.powers:
        if power != "TURKEY":
            BotPlayer(room, civil_disorder, wish=power)
    door = Reserved(room, "TURKEY", "Turkey")
    first = Program(door)
    first.greet("FRA:Other")
    first.say("YES (MAP ('standard'))")
    assert room.has_begun and first.power == "TUR"
    other = Program(door)
    assert other.greet()[0].startswith("REJ (NME"), "the seat is taken"
    first.seat.wire.end()
    again = Program(door)
    again.greet()
    heard = again.say("YES (MAP ('standard'))")
    assert [line[:3] for line in heard] == ["HLO", "SCO", "NOW"] and again.power == "TUR"
    assert room.seats["TURKEY"].name == "Turkey", "what it calls itself is not told"


def test_who_hangs_is_in_civil_disorder_after_three_turns(tmp_path: Path) -> None:
    result, _, _ = play(contest(holder("hang"), "civil-disorder", turn=1, last_year=1903), tmp_path)
    assert result.faults == ("AUSTRIA in F1902M: holder gave no orders for 3 turns",)


def alive(mark: str) -> list[str]:
    """The processes in whose command lines a text stands."""
    found = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    return [line.decode() for line in found if mark.encode() in line]


@pytest.mark.parametrize("manner", ["hang", "stop", "loop", "deaf", "many"])
def test_a_command_takes_the_place_of_who_hangs(tmp_path: Path, manner: str) -> None:
    one = contest(f"{holder(manner)} {tmp_path}", "civil-disorder", turn=1, last_year=1904,
                  replacement=entrant_called(f"{holder()} {tmp_path}"))  # fmt: skip
    result, record, said = play(one, tmp_path)
    assert result.faults == ("AUSTRIA in F1902M: holder gave no orders for 3 turns",)
    assert said["AUSTRIA"].count("[dragoman: ") == 1 and said["AUSTRIA"].endswith("the end\n")
    game, _ = read_record(record)
    assert game is not None
    given = [bool(phase.orders.get("AUSTRIA")) for phase in game.history]
    assert given[:3] == [False] * 3 and given[-1] and result.year == 1905
    assert alive(str(tmp_path)) == []


def test_a_command_takes_the_place_of_who_takes_too_much(tmp_path: Path) -> None:
    one = contest(holder("hog"), "civil-disorder", turn=1, last_year=1904,
                  replacement=entrant_called(holder()))  # fmt: skip
    result, _, said = play(one, tmp_path, limits=ProgramLimits(memory=64 << 20))
    assert len(result.faults) == 3 and said["AUSTRIA"].endswith("the end\n")


def test_who_takes_a_place_has_missed_nothing_and_may_take_a_while_to_end(tmp_path: Path) -> None:
    """Turns that were missed by who crashed are not held against who comes after him."""
    one = contest(holder("fall"), "civil-disorder", turn=3, last_year=1903,
                  replacement=entrant_called(holder("slow")))  # fmt: skip
    result, _, said = play(one, tmp_path)
    assert len(result.faults) == 3 and all("signal 6" in fault for fault in result.faults)
    assert said["AUSTRIA"].endswith("the end\n")


def test_a_command_takes_the_place_of_who_never_comes(tmp_path: Path) -> None:
    one = contest("wait=cmd:sleep 600", "civil-disorder", replacement=entrant_called(holder()))
    result, _, said = play(one, tmp_path, patience=4.0)
    assert result.faults == ("AUSTRIA in S1901M: wait did not come",)
    assert said["AUSTRIA"].endswith("the end\n")


def test_a_replacement_that_hangs_is_replaced_by_nobody(tmp_path: Path) -> None:
    one = contest(holder("hang"), "civil-disorder", turn=1, last_year=1905,
                  replacement=entrant_called(holder("stop")))  # fmt: skip
    result, _, said = play(one, tmp_path)
    assert len(result.faults) == 2 and all("gave no orders" in one for one in result.faults)
    assert result.year == 1906 and "the end" not in said["AUSTRIA"]


def test_who_never_comes(tmp_path: Path) -> None:
    one = contest("wait=cmd:sleep 600", "civil-disorder")
    result, _, _ = play(one, tmp_path, patience=0.5)
    assert result.faults == ("AUSTRIA in S1901M: wait did not come",)


def test_who_connects_by_himself_has_the_same_door_in_all_games(tmp_path: Path, port: int) -> None:
    texts = ["seat:anna", *(f"b{n}=civil-disorder" for n in range(6))]
    one = contest(*texts)
    for game in range(2):
        told = {
            "DRAGOMAN_HOST": "127.0.0.1",
            "DRAGOMAN_DPP_PORT": str(port + 1),
            "DRAGOMAN_PLAYERS": "",
        }
        wait = f"""
import socket, time
while True:
    try:
        socket.create_connection(("127.0.0.1", {port + 1})).close()
        break
    except OSError:
        time.sleep(0.05)
exec(compile(open({str(PROGRAM)!r}).read(), "program", "exec"))
"""
        with subprocess.Popen([sys.executable, "-S", "-c", wait], env=told) as anna:
            result, _, _ = play(one, tmp_path, game, port=port)
            assert anna.wait() == 0
        assert result.faults == () and result.seats_of(0) != ()


@pytest.fixture
def port() -> int:
    """The first of two ports that nobody listens at."""
    import socket

    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            found = one.getsockname()[1]
            try:
                other.bind(("127.0.0.1", found + 1))
            except (OSError, OverflowError):
                continue
            return found


def test_memory_lasts_for_a_contest_and_is_gone_then(tmp_path: Path) -> None:
    path, output = tmp_path / "results.jsonl", tmp_path / "output"
    one = contest(holder(), "civil-disorder", memory=True)
    hall = Hall(output=str(output))
    with ThreadPoolExecutor(1) as executor:
        run(one, 3, path, executor, hall=hall)
    said = [next(output.glob(f"game-{game}/*.out")).read_text() for game in range(3)]
    assert [text.splitlines()[0] for text in said] == [
        "remembers ",
        "remembers 0 ",
        "remembers 0 1 ",
    ]
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "output", "results.jsonl", "results.jsonl.games"
    ]  # fmt: skip
