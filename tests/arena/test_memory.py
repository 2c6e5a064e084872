"""What is remembered from game to game, whoever is killed in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.arena.memory import Memory
from dragoman.refusal import ActionRefused


def one_game(memory: Memory, game: int, wrote: str) -> None:
    with memory.during(game) as folder:
        with (folder / "notes").open("a") as file:
            file.write(wrote)
        memory.settle(game)


def notes(path: Path, game: int) -> str:
    return (path.with_name("x.jsonl.memory") / str(game) / "notes").read_text()


def test_each_game_goes_on_from_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    memory = Memory(path, 0, True)
    one_game(memory, 0, "a")
    one_game(memory, 1, "b")
    assert notes(path, 2) == "ab"
    memory.forget()
    assert not list(tmp_path.iterdir())


def test_a_game_that_was_not_kept_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    memory = Memory(path, 0, True)
    one_game(memory, 0, "a")
    with pytest.raises(KeyboardInterrupt), memory.during(1) as folder:
        (folder / "notes").write_text("half")
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt), Memory(path, 1, True).during(1):
        Memory(path, 1, True)
        raise KeyboardInterrupt
    # Played, but killed before the result was kept: one game is in the file, and it counts.
    again = Memory(path, 1, True)
    with pytest.raises(KeyboardInterrupt), again.during(1) as folder:
        (folder / "notes").write_text("played")
        again.settle(1)
        raise KeyboardInterrupt
    one_game(Memory(path, 1, True), 1, "b")
    assert notes(path, 2) == "ab"


def test_what_was_thrown_away_is_not_made_up(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    Memory(path, 3, is_wanted=False).forget()
    with pytest.raises(ActionRefused, match="thrown away"):
        Memory(path, 3, is_wanted=True)
