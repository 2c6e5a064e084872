"""The roomiest point of a shape: the middle of the largest circle that fits into it."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence

from dragoman.drawing.geometry import Point, Ring


def clearance(rings: Sequence[Ring]) -> Callable[[float, float], float]:
    """How far a point is from the outline of rings (even-odd rule), negative outside."""
    segments = [(*a, *b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]

    def measured(x: float, y: float) -> float:
        inside = False
        nearest = math.inf
        for ax, ay, bx, by in segments:
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
            dx, dy = bx - ax, by - ay
            square = dx * dx + dy * dy
            share = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
            share = 0.0 if share < 0 else 1.0 if share > 1 else share
            px, py = x - ax - share * dx, y - ay - share * dy
            distance = px * px + py * py
            nearest = min(nearest, distance)
        return math.sqrt(nearest) if inside else -math.sqrt(nearest)

    return measured


def inscribed(rings: Sequence[Ring], precision: float = 0.02) -> tuple[Point, float]:
    """The middle and the radius of the largest circle within the rings.

    The box around the shape is searched in ever smaller squares, those first that could hold
    the most; ``precision`` is how far off the radius may be, as a part of the box.
    """
    room = clearance(rings)
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    side = max(min(right - left, bottom - top) / 2, 1e-9)
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
            here = room(x, y)
            if here > radius:
                best, radius = (x, y), here
            if here + half * math.sqrt(2) > radius + exact:
                heapq.heappush(waiting, (-here - half * math.sqrt(2), x, y, half))
        if not waiting or -waiting[0][0] <= radius + exact:
            return best, max(radius, 0.0)
        _, x, y, half = heapq.heappop(waiting)
        half /= 2
        tiles = [(x + i * half, y + j * half) for i in (-1, 1) for j in (-1, 1)]
