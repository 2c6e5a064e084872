"""Who owned how many centres from turn to turn, as lines on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from dragoman.board import Board
from dragoman.drawing.scene.colours import colours
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase

WIDTH: Final = 400
HEIGHT: Final = 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 40, 10, 22
_MARKS: Final = 5
"""So many numbers stand beside the lines, and so many turns below them, at most."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A power's line: ``points`` of an SVG polyline, and what stands at its end."""

    power: str
    letter: str
    colour: str
    points: str
    end: tuple[float, float]
    count: int


@dataclass(frozen=True, slots=True)
class ChartOfCenters:
    """``counts`` and ``turns``, the years, are marks along the edges, with where they stand."""

    lines: tuple[ChartLine, ...]
    counts: tuple[tuple[float, int], ...]
    turns: tuple[tuple[float, int], ...]


def chart_of_centers(board: Board, rows: Sequence[Mapping[str, Any]]) -> ChartOfCenters | None:
    """The chart of a game's course, as ``summary_view`` has it; None for a single row, which makes
    no line."""
    if len(rows) < 2:
        return None
    powers = list(rows[0]["centers"])
    most = max(max(row["centers"].values()) for row in rows) or 1
    painted = colours(board)
    wide, tall = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def x(number: int) -> float:
        return round(_LEFT + wide * number / (len(rows) - 1), 1)

    def y(count: int) -> float:
        return round(_TOP + tall * (most - count) / most, 1)

    ends: dict[int, int] = {}
    lines: list[ChartLine] = []
    for power in powers:
        counts = [row["centers"][power] for row in rows]
        # Letters of powers that end with as many centres stand side by side.
        beside = ends[counts[-1]] = ends.get(counts[-1], -1) + 1
        points = " ".join(f"{x(n):g},{y(count):g}" for n, count in enumerate(counts))
        end = (x(len(rows) - 1) + 6 + 9 * beside, y(counts[-1]) + 4)
        letter = board.powers[power].letter
        lines.append(ChartLine(power, letter, painted[power].fill, points, end, counts[-1]))
    step = max(1, -(-most // _MARKS))
    every = max(1, -(-len(rows) // _MARKS))
    return ChartOfCenters(
        tuple(lines),
        tuple((y(count), count) for count in range(0, most + 1, step)),
        tuple(_turns(rows, every, x)),
    )


def _turns(
    rows: Sequence[Mapping[str, Any]], every: int, x: Callable[[int], float]
) -> Iterator[tuple[float, int]]:
    """The years of some of the turns, each once."""
    last = 0
    for number in range(0, len(rows), every):
        year = Phase.parse(rows[number]["after"]).year
        if year != last:
            yield x(number), abs(year)
        last = year
