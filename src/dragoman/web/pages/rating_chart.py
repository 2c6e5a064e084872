"""How a rating went, as a small line on a page: its points, to be drawn by the page's template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dragoman.quick_dataclass import dataclass

WIDTH: Final = 320
HEIGHT: Final = 96
_MARGIN: Final = 8


@dataclass(frozen=True, slots=True)
class RatingChart:
    """A line through a player's ratings after each of his games, oldest first. ``line`` is the
    points of an SVG polyline, ``last`` where it ends."""

    line: str
    last: tuple[float, float]
    games: int
    first_rating: float
    last_rating: float
    least: float
    most: float


def rating_chart(course: Sequence[Mapping[str, Any]]) -> RatingChart | None:
    """The chart of a course, the last game first as ``rating_course`` has it; None for fewer than
    two games, which make no line."""
    values = [float(one["least"]) for one in reversed(course)]
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    span = high - low or 1.0
    wide, tall = WIDTH - 2 * _MARGIN, HEIGHT - 2 * _MARGIN
    points = [
        (
            round(_MARGIN + wide * number / (len(values) - 1), 1),
            round(_MARGIN + tall * (high - value) / span, 1),
        )
        for number, value in enumerate(values)
    ]
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    return RatingChart(line, points[-1], len(values), values[0], values[-1], low, high)
