"""The record of a finished game as plain data, and back: how a game that was played elsewhere comes
into a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from dragoman.refusal import ActionRefused
from dragoman.tournament.scoring.result import Ending, GameResult


def result_data(result: GameResult) -> dict[str, Any]:
    """The record as JSON has it: counts by year and power."""
    return {
        "powers": list(result.powers),
        "counts": {
            str(year): dict(zip(result.powers, counts, strict=True))
            for year, counts in sorted(result.counts.items())
        },
        "ending": result.ending.value,
        "soloist": result.soloist,
        "drawn": sorted(result.drawn),
        "eliminated": dict(result.eliminated),
    }


def read_result(data: object) -> GameResult:
    """The record that ``result_data`` took apart.

    Raises:
        ActionRefused: if it is none, or contradicts itself.
    """
    try:
        found = cast(Mapping[str, Any], data)
        powers = tuple(str(one) for one in found["powers"])
        counts = {
            int(year): tuple(_count(of[power]) for power in powers)
            for year, of in found["counts"].items()
        }
        eliminated = {str(power): _count(year) for power, year in found["eliminated"].items()}
        return GameResult(
            powers,
            counts,
            Ending(found["ending"]),
            str(found["soloist"]),
            frozenset(str(one) for one in found["drawn"]),
            eliminated,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"this is no result of a game: {type(error).__name__}: {error}"
        raise ActionRefused("wrong-result", what, "ask the judge for it anew") from None


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no number of anything")
    return value
