"""The games of ``golden.toml`` as records, and records from final counts alone."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from dragoman.tournament.scoring import GameResult, ResultEnding

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
GOLDEN = tomllib.loads((Path(__file__).parent / "golden.toml").read_text("utf-8"))


def game(
    centers: Sequence[int],
    year: int = 1908,
    out: Sequence[int] = (),
    ending: ResultEnding | None = None,
) -> GameResult:
    """A game that ended with these counts; ``out`` has the year of each elimination, or 0.

    Whoever has 18 centres won; the others drew, at a deadline.
    """
    soloist = next((p for p, count in zip(POWERS, centers, strict=True) if count >= 18), "")
    return GameResult(
        POWERS,
        {year: tuple(centers)},
        ending or (ResultEnding.SOLO if soloist else ResultEnding.TIME_DRAW),
        soloist,
        eliminated={p: y for p, y in zip(POWERS, out, strict=bool(out)) if y},
    )


def golden_game(name: str) -> GameResult:
    table = GOLDEN["games"][name]
    return game(table["centers"], table["year"], table["out"])
