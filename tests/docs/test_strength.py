"""What the page about bots says of strength is what the games that are kept come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.arena import Contest, ContestGame, table_of
from dragoman.arena.results_file import read_contest
from tools import strengths

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "programmers" / "bots.md").read_text("utf-8")
KEPT = sorted((ROOT / "bench" / "strength" / "one-against-six").glob("*.jsonl"))


def lines_of(contest: Contest, results: list[ContestGame]) -> tuple[str, str]:
    """The lines of the two tables."""
    one, others = (f"`{entrant.text}`" for entrant in contest.entrants)
    table = table_of(contest, results)
    given = one, others, f"{table.games:,}", contest.seed, table.share, table.solos, table.tops
    seats = [f"{share.value:.2f}" for _, _, share in table.by_seat]
    return (
        f"| {' | '.join(map(str, given))} |",
        f"| {one} against {others} | {' | '.join(seats)} |",
    )


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_tables_are_those_of_the_games(path: Path) -> None:
    contest, results = read_contest(path)
    assert len(results) % contest.seats == 0, "each power as often as the others"
    for line in lines_of(contest, results):
        assert line in PAGE, f"the page lacks {line}"


def test_the_tables_are_as_the_tool_writes_them() -> None:
    assert strengths.measurements() in PAGE
    assert "\n".join(strengths.rows(strengths.contested(strengths.BEFORE))) in PAGE


def test_games_are_kept() -> None:
    assert KEPT
