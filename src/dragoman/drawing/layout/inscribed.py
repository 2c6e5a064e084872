"""The roomiest point of a shape: the middle of the largest circle that fits into it."""

from __future__ import annotations

import heapq
import math

from dragoman.drawing.geometry import Point
from dragoman.drawing.layout.clearance import Clearance


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
