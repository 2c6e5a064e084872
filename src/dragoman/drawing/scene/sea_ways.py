"""The way of an army that is convoyed: over the water of its fleets, not across land.

The waters between one fleet and the next, or between a fleet and the shore that the army leaves
or lands on, are laid out in squares; the way goes over those in the water, rather far from shore.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from itertools import pairwise

from dragoman.drawing.geometry import Geometry, Point, Ring
from dragoman.drawing.scene.contents import DrawnOrder, Scene
from dragoman.drawing.scene.lines import Curve, through

_ACROSS = 52
"""The number of squares along the longer side of a stretch of water."""
_LAND, _SHORE = 9.0, 2.0
"""The factors by which a way seems longer on the army's own land, and close to any."""

_Square = tuple[int, int]


def sea_way(scene: Scene, drawn: DrawnOrder, stops: Sequence[Point]) -> Curve:
    """The way of a convoyed army from stop to stop: where it stands, its fleets, where it goes."""
    places = [drawn.unit.location, *drawn.via, _target(drawn)]
    keys = [place.partition("/")[0] for place in places]
    way: list[Point] = [stops[0]]
    for (here, start), (there, goal) in pairwise(zip(keys, stops, strict=True)):
        way += _stretch(scene.geometry, _waters(scene, here, there), (here, there), start, goal)
    return through(_without_near(way, scene.geometry.unit_size * 0.5))


def _target(drawn: DrawnOrder) -> str:
    return getattr(drawn.order, "target", "")


def _waters(scene: Scene, here: str, there: str) -> set[str]:
    return {p.key for p in scene.provinces if p.key in (here, there) and p.terrain.is_water}


def _stretch(
    geometry: Geometry, waters: set[str], keys: tuple[str, str], start: Point, goal: Point
) -> list[Point]:
    """The points of a way from one stop to the next, without the first."""
    rings = {key: geometry.shapes[key].rings for key in keys}
    xs = [x for key in keys for ring in rings[key] for x, _ in ring]
    ys = [y for key in keys for ring in rings[key] for _, y in ring]
    if not xs or not waters:
        return [goal]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    step = max(right - left, bottom - top) / _ACROSS or 1.0
    sheet = (left, top, step, int((right - left) / step) + 1, int((bottom - top) / step) + 1)
    cost: dict[_Square, float] = {}
    for key in keys:
        for square in _squares(rings[key], sheet):
            cost[square] = 1.0 if key in waters else _LAND
    wet = {square for square, price in cost.items() if price == 1.0}
    for column, row in wet:
        if (
            (column - 1, row) not in wet
            or (column + 1, row) not in wet
            or (column, row - 1) not in wet
            or (column, row + 1) not in wet
        ):
            cost[column, row] = _SHORE
    ends = [(int((x - left) / step), int((y - top) / step)) for x, y in (start, goal)]
    for end in ends:
        cost.setdefault(end, _LAND)
    way = _pulled(_shortest(cost, ends[0], ends[1]), cost)
    middles = [(left + (i + 0.5) * step, top + (j + 0.5) * step) for i, j in way[1:-1]]
    return [*middles, goal]


def _squares(rings: Sequence[Ring], sheet: tuple[float, float, float, int, int]) -> list[_Square]:
    """The squares whose middles lie within rings."""
    left, top, step, columns, rows = sheet
    crossings: list[list[float]] = [[] for _ in range(rows)]
    for ring in rings:
        # Between which rows of middles each point lies: most pieces of an outline cross none.
        levels = [math.ceil((y - top) / step - 0.5) for _, y in ring]
        for i, level in enumerate(levels):
            before = levels[i - 1]
            if level == before:
                continue
            (ax, ay), (bx, by) = ring[i - 1], ring[i]
            for row in range(min(before, level), max(before, level)):
                y = top + (row + 0.5) * step
                crossings[row].append(ax + (bx - ax) * (y - ay) / (by - ay))
    found: list[_Square] = []
    for row, cuts in enumerate(crossings):
        cuts.sort()
        for begin, end in zip(cuts[::2], cuts[1::2], strict=False):
            first = max(math.ceil((begin - left) / step - 0.5), 0)
            last = min(math.ceil((end - left) / step - 0.5), columns)
            found += [(column, row) for column in range(first, last)]
    return found


_STEPS = tuple((i, j, math.hypot(i, j)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)


def _shortest(cost: dict[_Square, float], start: _Square, goal: _Square) -> list[_Square]:
    """The cheapest way over squares, both ends with it; only these where there is none."""
    waiting = [(0.0, 0.0, start)]
    best = {start: 0.0}
    came: dict[_Square, _Square] = {}
    while waiting:
        _, so_far, here = heapq.heappop(waiting)
        if here == goal:
            way = [here]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        if so_far > best[here]:
            continue
        for i, j, length in _STEPS:
            there = (here[0] + i, here[1] + j)
            price = cost.get(there)
            if price is None:
                continue
            total = so_far + length * price
            if total < best.get(there, math.inf):
                best[there] = total
                came[there] = here
                ahead = math.hypot(there[0] - goal[0], there[1] - goal[1])
                heapq.heappush(waiting, (total + ahead, total, there))
    return [start, goal]


def _pulled(way: list[_Square], cost: dict[_Square, float]) -> list[_Square]:
    """A way without its corners wherever the straight one costs no more."""
    kept, at = [way[0]], 0
    while at < len(way) - 1:
        ahead = len(way) - 1
        while ahead > at + 1 and not _is_as_good(way, at, ahead, cost):
            ahead -= 1
        kept.append(way[ahead])
        at = ahead
    return kept


def _is_as_good(way: list[_Square], at: int, ahead: int, cost: dict[_Square, float]) -> bool:
    (ax, ay), (bx, by) = way[at], way[ahead]
    count = max(abs(bx - ax), abs(by - ay))
    dearest = max(cost[square] for square in way[at : ahead + 1])
    for i in range(1, count):
        square = (round(ax + (bx - ax) * i / count), round(ay + (by - ay) * i / count))
        if cost.get(square, math.inf) > dearest:
            return False
    return True


def _without_near(way: Sequence[Point], least: float) -> list[Point]:
    """Without points so near to the one before that a curve through them would kink."""
    kept = [way[0]]
    for point in way[1:-1]:
        if math.dist(point, kept[-1]) >= least and math.dist(point, way[-1]) >= least:
            kept.append(point)
    return [*kept, way[-1]]
