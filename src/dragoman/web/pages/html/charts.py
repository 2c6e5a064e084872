"""Charts, as points to be drawn by templates: centres from turn to turn, and the course of a
rating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import floor
from typing import Any, Final

from dragoman.drawing.scene.picture import colours_of
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.rules import Phase
from dragoman.values import FrozenMap
from dragoman.web.pages.html.rendering import part

with extra("judge"):
    from markupsafe import Markup

# Centres

CENTERS_WIDTH: Final = 400
CENTERS_HEIGHT: Final = 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 96, 10, 22
_MARKS: Final = 5
"""So many numbers stand beside the lines, and so many turns below them, at most."""
_LINE: Final = 12
"""The height of a name at the end of a line."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A power's line: ``points`` of an SVG polyline, and how many centres it ends with."""

    power: str
    colour: str
    points: str
    count: int


@dataclass(frozen=True, slots=True)
class ChartOfCenters:
    """``ends`` are the powers at the ends of their lines, none that has nothing left, and the
    largest if there is no room for all; ``counts`` and ``turns``, the years, are marks along the
    edges. Each comes with where it stands; ``right`` is where lines end."""

    lines: tuple[ChartLine, ...]
    ends: tuple[tuple[float, str, int], ...]
    counts: tuple[tuple[float, int], ...]
    turns: tuple[tuple[float, int], ...]
    right: int = CENTERS_WIDTH - _RIGHT


def chart_of_centers(variant: Variant, rows: Sequence[Mapping[str, Any]]) -> ChartOfCenters | None:
    """The chart of a game's course, as ``summary_view`` has it; None for a single row, which makes
    no line."""
    if len(rows) < 2:
        return None
    return _chart(variant, tuple((row["after"], FrozenMap(row["centers"])) for row in rows))


@lru_cache(maxsize=1000)
def drawn_chart(variant: Variant, language: str, chart: ChartOfCenters, own: str = "") -> Markup:
    """The chart as it stands on pages; the line of one's ``own`` power is drawn stronger. A turn
    is looked at by many, and changes nothing but at its end."""
    size, words = (CENTERS_WIDTH, CENTERS_HEIGHT), Phrasebook(variant, language)
    shown = {"chart": chart, "own": own, "size": size, "words": words}
    return part("center_chart.html", language, **shown)


@lru_cache(maxsize=1000)
def _chart(variant: Variant, rows: Sequence[tuple[str, Mapping[str, int]]]) -> ChartOfCenters:
    powers = list(rows[0][1])
    most = max(max(centers.values()) for _, centers in rows) or 1
    painted = colours_of(variant)
    wide, tall = CENTERS_WIDTH - _LEFT - _RIGHT, CENTERS_HEIGHT - _TOP - _BOTTOM

    when = _when([after for after, _ in rows])

    def x(at: float) -> float:
        return round(_LEFT + wide * (at - when[0]) / (when[-1] - when[0]), 1)

    def y(count: int) -> float:
        return round(_TOP + tall * (most - count) / most, 1)

    lines: list[ChartLine] = []
    for power in powers:
        counts = [centers[power] for _, centers in rows]
        points = " ".join(f"{x(at):g},{y(count):g}" for at, count in _course(when, counts))
        lines.append(ChartLine(power, painted[power].fill, points, counts[-1]))
    step = max(1, -(-most // _MARKS))
    first, last = floor(when[0]), floor(when[-1])
    every = max(1, -(-(last - first) // (_MARKS - 1)))
    return ChartOfCenters(
        tuple(lines),
        _ends({one.power: (y(one.count) + 4, one.count) for one in lines if one.count}),
        tuple((y(count), count) for count in range(0, most + 1, step)),
        tuple((x(max(year, when[0])), abs(year)) for year in range(first, last + 1, every)),
    )


def _when(phases: Sequence[str]) -> list[float]:
    """The moments after phases in years: several of one year share it evenly."""
    years = [Phase.parse(phase).year for phase in phases]
    return [
        year + (number - years.index(year)) / years.count(year) for number, year in enumerate(years)
    ]


def _course(when: Sequence[float], counts: Sequence[int]) -> Iterator[tuple[float, int]]:
    """The counts from moment to moment; each change happens within a year."""
    known = when[0], counts[0]
    for at, count in zip(when, counts, strict=True):
        if at - known[0] > 1:
            yield at - 1, known[1]
        yield (known := (at, count))


def _ends(named: Mapping[str, tuple[float, int]]) -> tuple[tuple[float, str, int], ...]:
    """Names moved apart, so that none lies on another: each as near to its line as can be."""
    low = CENTERS_HEIGHT - _BOTTOM + 4
    room = int((low - _TOP) // _LINE)
    largest = sorted(named, key=lambda power: -named[power][1])[:room]
    found: list[tuple[float, str, int]] = []
    for power in largest:
        at, count = named[power]
        found.append((max(at, found[-1][0] + _LINE) if found else at, power, count))
    # What was moved below the edge moves those above it up again.
    for number in range(len(found) - 1, -1, -1):
        at, power, count = found[number]
        found[number] = (round(min(at, low), 1), power, count)
        low = found[number][0] - _LINE
    return tuple(found)


# Ratings

RATING_WIDTH: Final = 320
RATING_HEIGHT: Final = 96
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
    wide, tall = RATING_WIDTH - 2 * _MARGIN, RATING_HEIGHT - 2 * _MARGIN
    points = [
        (
            round(_MARGIN + wide * number / (len(values) - 1), 1),
            round(_MARGIN + tall * (high - value) / span, 1),
        )
        for number, value in enumerate(values)
    ]
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    return RatingChart(line, points[-1], len(values), values[0], values[-1], low, high)
