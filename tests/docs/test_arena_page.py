"""The page on the arena: its programs play, and its tables are those of the code."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from dragoman.arena import Contest, entrant_called
from dragoman.arena.dilemma import STRATEGIES
from dragoman.arena.playing import play_games
from dragoman.runner import ProgramLimits

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "programmers" / "arena.md").read_text(
    "utf-8"
)
BOT, PROGRAM = re.findall(r"^```python.*?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_its_programs_are_short() -> None:
    assert len(BOT.splitlines()) <= 20 and len(PROGRAM.splitlines()) <= 20


@pytest.mark.slow
def test_its_bot_plays(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "page_bots.py").write_text(BOT, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    entrants = entrant_called("page_bots:careful"), entrant_called("civil-disorder")
    (played,) = play_games(Contest(entrants, last_year=1903), [0])
    assert played.result.centers[0] > 3


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs run on Linux alone")
def test_its_program_plays(tmp_path: Path) -> None:
    (tmp_path / "holder.py").write_text(PROGRAM, "utf-8")
    holder = entrant_called(f"cmd:{sys.executable} -S {tmp_path / 'holder.py'}")
    contest = Contest((holder, entrant_called("civil-disorder")), last_year=1901)
    (played,) = play_games(contest, [2])
    assert played.result.faults == () and played.result.centers == (3, 3, 3, 3, 3, 4, 3)


def test_its_tables_are_those_of_the_code() -> None:
    source = (Path(__file__).parents[2] / "src/dragoman/arena/table_game.py").read_text("utf-8")
    told = set(re.findall(r'^            "(\w+)": ', source, re.MULTILINE))
    assert told == set(re.findall(r"^\| `DRAGOMAN_\w+` \| `\{(\w+)\}` \|", PAGE, re.MULTILINE))
    table = PAGE.partition("| strategy |")[2]
    assert {*STRATEGIES} == {*re.findall(r"`([\w-]+)`", re.sub(r"\| as .*", "", table))}
    limits = ProgramLimits()
    assert f"| processes | {limits.processes}," in PAGE
    assert f"| files | {limits.file_size >> 20} MiB" in PAGE
