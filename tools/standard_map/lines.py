"""Smooth lines on the sheet: through points drawn by hand, and along nature's."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from authored import Degrees
from projection import Project
from shapely import LineString, Polygon

STEP = 3.0
"""The distance of points on a bent line. Units."""
DETAIL = 0.9
"""Bends of a shore smaller than this are straightened before it is rounded. Units."""
FLOW = 1.2
"""The same for a river."""
FLAT = 0.14
"""What nobody sees: points nearer than this to a straight line are left out. Units."""


def bent(points: Degrees, to_sheet: Project) -> LineString:
    """A smooth line through points given in degrees (centripetal Catmull-Rom)."""
    knots = to_sheet(np.array(points))
    if len(knots) == 2:
        return LineString(knots)
    knots = np.vstack([2 * knots[0] - knots[1], knots, 2 * knots[-1] - knots[-2]])
    line = [tuple(knots[1])]
    for a, b, c, d in zip(knots, knots[1:], knots[2:], knots[3:], strict=False):
        t = np.cumsum([0.0, *(np.hypot(*(q - p)) ** 0.5 for p, q in ((a, b), (b, c), (c, d)))])
        count = max(2, int(np.hypot(*(c - b)) / STEP))
        span = [b]
        for s in np.linspace(t[1], t[2], count + 1)[1:, None]:
            ab = ((t[1] - s) * a + (s - t[0]) * b) / (t[1] - t[0])
            bc = ((t[2] - s) * b + (s - t[1]) * c) / (t[2] - t[1])
            cd = ((t[3] - s) * c + (s - t[2]) * d) / (t[3] - t[2])
            abc = ((t[2] - s) * ab + (s - t[0]) * bc) / (t[2] - t[0])
            bcd = ((t[3] - s) * bc + (s - t[1]) * cd) / (t[3] - t[1])
            span.append(((t[2] - s) * abc + (s - t[1]) * bcd) / (t[2] - t[1]))
        # The points drawn by hand all stay, because other lines may end there.
        line += LineString(span).simplify(FLAT).coords[1:]
    return LineString(line)


def rounded_shore(ring: Iterable[tuple[float, float]]) -> np.ndarray:
    """A closed outline without its smallest bends, its corners cut off twice (Chaikin)."""
    points = np.array(Polygon(ring).simplify(DETAIL).exterior.coords)[:-1]
    for _ in range(2):
        points = _cut_corners(points, np.roll(points, -1, axis=0))
    return np.array(Polygon(points).simplify(FLAT).exterior.coords)


def rounded_course(line: LineString, detail: float = FLOW, flat: float = FLAT) -> LineString:
    """A river, or a border, without its smallest bends, its corners cut off twice; its ends
    stay."""
    points = np.array(line.simplify(detail).coords)
    for _ in range(2):
        points = np.vstack([points[:1], _cut_corners(points[:-1], points[1:]), points[-1:]])
    return LineString(points).simplify(flat)


def _cut_corners(points: np.ndarray, after: np.ndarray) -> np.ndarray:
    pairs = np.stack([points * 0.75 + after * 0.25, points * 0.25 + after * 0.75], axis=1)
    return pairs.reshape(-1, 2)
