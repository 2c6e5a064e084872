"""The prisoner's dilemma, over sockets."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from dragoman.arena.dilemma import STRATEGIES, DilemmaPlayer, played, players_called, scores_text
from dragoman.refusal import ActionRefused
from tests.arena.test_table_game import pytestmark  # noqa: F401

PROGRAM = """
import os, socket, sys
lines = socket.create_connection(("127.0.0.1", int(sys.argv[1]))).makefile("rw")
for line in lines:
    if line.startswith("(TME"):
        print(sys.argv[2], file=lines, flush=True)
    elif line == "(END)\\n":
        break
"""


def points(*names: str, rounds: int = 10) -> dict[str, tuple[int, int]]:
    scores = played(players_called(names), rounds, 1)
    return {one.name: (one.points, one.kept) for one in scores}


def test_the_points_are_those_of_the_game() -> None:
    assert points("always", "never") == {"never": (50, 0), "always": (0, 10)}
    assert points("always", "tit-for-tat") == {"always": (30, 10), "tit-for-tat": (30, 10)}
    assert points("never", "tit-for-tat") == {"never": (14, 0), "tit-for-tat": (9, 1)}
    assert points("never", "two-tats") == {"never": (18, 0), "two-tats": (8, 2)}
    assert points("never", "grudger") == {"never": (14, 0), "grudger": (9, 1)}
    assert points("never", "pavlov") == {"never": (30, 0), "pavlov": (5, 5)}


def test_each_plays_each() -> None:
    scores = played(players_called(["always", "never", "grudger"]), 4, 1)
    assert {one.rounds for one in scores} == {8}
    assert scores[0].name == "never" and "never" in scores_text(scores, 4)


def test_chance_comes_out_the_same_again() -> None:
    assert points("random", "generous") == points("random", "generous")


def test_programs_play_and_who_talks_nonsense_breaks_the_peace() -> None:
    def program(name: str, says: str) -> DilemmaPlayer:
        command = (sys.executable, "-S", "-c", PROGRAM, "{port}", says)
        return DilemmaPlayer(name, command=command)

    scores = played((program("kind", "(PCE)"), program("odd", "(XYZ)")), 3, 1)
    assert {one.name: (one.points, one.silent) for one in scores} == {
        "odd": (15, 3),
        "kind": (0, 0),
    }


def test_a_program_that_fails_keeps_nobody_waiting() -> None:
    scores = played(
        (DilemmaPlayer("broken", command=("false",)), DilemmaPlayer("always", "always")), 5, 1
    )
    assert {one.name: one.silent for one in scores} == {"broken": 5, "always": 0}


def test_what_programs_write_is_kept(tmp_path: Path) -> None:
    players = players_called(["never", "mine=cmd:sh -c 'echo no idea'", "always"])
    others = tmp_path / "1-2" / "notes.txt"
    others.parent.mkdir()
    others.write_text("of somebody else")
    for _ in range(2):  # of the second time nothing is left of the first
        played(players, 1, 1, output=tmp_path)
    told = {str(one.relative_to(tmp_path)): one.read_text() for one in tmp_path.rglob("*.out")}
    assert {*told} == {"1-2/2.out", "2-3/2.out"}
    assert all(text.count("no idea") == 1 for text in told.values())
    assert others.exists()


@pytest.mark.parametrize(
    "names", [["always"], ["always", "always"], ["always", "nice"], ["a=", "b"]]
)
def test_who_cannot_play(names: list[str]) -> None:
    with pytest.raises(ActionRefused):
        players_called(names)


def test_strategies_begin_in_peace_or_say_so() -> None:
    first = {name: play([], [], Random(1)) for name, play in STRATEGIES.items() if name != "random"}
    assert [name for name, peace in first.items() if not peace] == ["never"]
