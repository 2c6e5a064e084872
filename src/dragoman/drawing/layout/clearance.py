"""The distance of a point from the outline of a shape.

Outlines are cut into runs of neighbouring pieces, runs of runs, and so on, each with the box
around it: what a box is too far away to change need not be looked at. So a coast of ten thousand
points, as a drawing program makes it, costs little more than one of ten.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import TypeAlias

from dragoman.drawing.geometry import Point, Ring
from dragoman.quick_dataclass import dataclass

_PIECES = 8
"""So many pieces of an outline are looked at one by one."""

_Piece: TypeAlias = tuple[float, float, float, float, float, float, float]
"""Its beginning and end, how far that is to the right and down, and one by the square of its
length, or 0 for a piece without any."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Pieces of an outline that follow on each other, or the two runs they are cut into, and the
    box around them."""

    left: float
    top: float
    right: float
    bottom: float
    start: float
    end: float
    """The heights at which it begins and ends."""
    pieces: Sequence[_Piece] = ()
    halves: tuple[_Run, ...] = ()


class Clearance:
    """The distances of points from the outline of rings (even-odd rule)."""

    def __init__(self, rings: Sequence[Ring], grain: float = 0.0) -> None:
        """``grain`` is how far apart points have to be to matter."""
        thinned = [_thinned(ring, grain) for ring in rings if ring]
        self._runs = [_run(ring, 0, len(ring) - 1) for ring in thinned]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the shape, which has some outline."""
        runs = self._runs
        left, top = min(run.left for run in runs), min(run.top for run in runs)
        return left, top, max(run.right for run in runs), max(run.bottom for run in runs)

    def __call__(self, x: float, y: float, least: float = -math.inf) -> float:
        """The distance of a point from the outline, negative outside; any number that is less than
        ``least``, if that is all that there is to say."""
        if least > 0:
            reached = self._square(x, y, least * least)
            return math.sqrt(reached) if reached >= least * least and self._holds(x, y) else -1.0
        distance = math.sqrt(self._square(x, y, -1.0))
        return distance if self._holds(x, y) else -distance

    def _holds(self, x: float, y: float) -> bool:
        """True if a line from the point to the right crosses the outline an odd number of times."""
        inside = False
        waiting = list(self._runs)
        while waiting:
            run = waiting.pop()
            if y < run.top or y > run.bottom or x > run.right:
                continue
            if x < run.left:
                inside ^= (run.start > y) != (run.end > y)
            elif run.halves:
                waiting += run.halves
            else:
                for ax, ay, _, by, dx, dy, _ in run.pieces:
                    if (ay > y) != (by > y) and x < dx * (y - ay) / dy + ax:
                        inside = not inside
        return inside

    def _square(self, x: float, y: float, enough: float) -> float:
        """The square of the distance, or one that is less than ``enough``."""
        nearest = math.inf
        waiting = list(self._runs)
        while waiting:
            run = waiting.pop()
            px = run.left - x if x < run.left else x - run.right if x > run.right else 0.0
            py = run.top - y if y < run.top else y - run.bottom if y > run.bottom else 0.0
            if px * px + py * py >= nearest:
                continue
            if run.halves:
                one, other = run.halves
                # The one whose middle is nearer is looked at first.
                aside = abs(one.left + one.right - 2 * x) + abs(one.top + one.bottom - 2 * y)
                other_aside = abs(other.left + other.right - 2 * x) + abs(
                    other.top + other.bottom - 2 * y
                )
                waiting += (other, one) if aside < other_aside else (one, other)
                continue
            for ax, ay, _, _, dx, dy, by_square in run.pieces:
                px, py = x - ax, y - ay
                share = (px * dx + py * dy) * by_square
                if share >= 1:
                    px -= dx
                    py -= dy
                elif share > 0:
                    px -= share * dx
                    py -= share * dy
                distance = px * px + py * py
                if distance < nearest:
                    nearest = distance
                    if nearest < enough:
                        return nearest
        return nearest


def _thinned(ring: Ring, grain: float) -> Sequence[Point]:
    """An outline from its first point round to it again, without points too near to others."""
    found = [ring[0]]
    x, y = ring[0]
    for point in ring[1:]:
        if abs(point[0] - x) > grain or abs(point[1] - y) > grain:
            found.append(point)
            x, y = point
    return [*found, ring[0]]


def _run(points: Sequence[Point], first: int, last: int) -> _Run:
    """The run of the pieces from one point to a later one."""
    if last - first > _PIECES:
        middle = (first + last) // 2
        one, other = _run(points, first, middle), _run(points, middle, last)
        return _Run(
            min(one.left, other.left),
            min(one.top, other.top),
            max(one.right, other.right),
            max(one.bottom, other.bottom),
            one.start,
            other.end,
            halves=(one, other),
        )
    xs = [x for x, _ in points[first : last + 1]]
    ys = [y for _, y in points[first : last + 1]]
    pieces: list[_Piece] = []
    for (ax, ay), (bx, by) in zip(points[first:last], points[first + 1 : last + 1], strict=True):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        pieces.append((ax, ay, bx, by, dx, dy, 1 / square if square else 0.0))
    return _Run(min(xs), min(ys), max(xs), max(ys), ys[0], ys[-1], pieces)


# The roomiest point of a shape: the middle of the largest circle that fits into it.


def inscribed(room: Clearance, precision: float = 0.02) -> tuple[Point, float]:
    """The middle and the radius of the largest circle within a shape.

    The box around the shape is searched in ever smaller squares, those first that could hold
    the most; ``precision`` is how far off the radius may be, as a part of the box.
    """
    left, top, right, bottom = room.box
    # A sliver is searched in no more squares than this, and a shape without any area in a few.
    side = max(min(right - left, bottom - top) / 2, (right - left) / 200, (bottom - top) / 200)
    if side == 0:
        return (left, top), 0.0
    exact = precision * side
    best = ((left + right) / 2, (top + bottom) / 2)
    radius = room(*best)
    waiting: list[tuple[float, float, float, float]] = []
    columns, rows = math.ceil((right - left) / side), math.ceil((bottom - top) / side)
    tiles = [
        (left + (i + 0.5) * side, top + (j + 0.5) * side)
        for i in range(columns)
        for j in range(rows)
    ]
    half = side / 2
    while True:
        for x, y in tiles:
            reach = half * math.sqrt(2)
            here = room(x, y, radius + exact - reach)
            if here > radius:
                best, radius = (x, y), here
            if here + reach > radius + exact:
                heapq.heappush(waiting, (-here - reach, x, y, half))
        if not waiting or -waiting[0][0] <= radius + exact:
            return best, max(radius, 0.0)
        _, x, y, half = heapq.heappop(waiting)
        half /= 2
        tiles = [(x + i * half, y + j * half) for i in (-1, 1) for j in (-1, 1)]
