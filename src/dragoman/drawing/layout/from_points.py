"""A map from points alone: each province is the ground nearest to its point.

Where the points of a file say where provinces lie (DipWork's FIELDS.TXT), their borders are the
middle lines between them. Provinces that would touch without being neighbours keep a strip of
outside between them; neighbours that do not touch are joined by bridges.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, Point, Ring
from dragoman.drawing.layout.anchors import anchored
from dragoman.drawing.layout.neighbours import neighbours


def scatter(board: Board, points: Mapping[str, Point]) -> Geometry:
    """The geometry of a board whose provinces lie at these points.

    Named coasts may have points of their own. Every province that is ground needs one.
    """
    near = neighbours(board)
    middles = {key: points[key] for key in near}
    usual = usual_distance(middles, near)
    xs, ys = [x for x, _ in middles.values()], [y for _, y in middles.values()]
    left, top = min(xs) - usual * 0.7, min(ys) - usual * 0.7
    width, height = max(xs) - left + usual * 0.7, max(ys) - top + usual * 0.7
    moved = {key: (x - left, y - top) for key, (x, y) in middles.items()}
    named = {at: (x - left, y - top) for at, (x, y) in points.items()}
    shapes: dict[str, tuple[Ring, ...]] = {}
    shores: dict[tuple[str, str], Point] = {}
    for key in near:
        ring, sides = _cell(key, moved, near, usual, width, height)
        shapes[key] = (ring,)
        shores |= {(key, other): middle for other, middle in sides.items()}
    bridges = tuple((a, b) for a in near for b in sorted(near[a]) if a < b and (a, b) not in shores)
    return anchored(board, shapes, shores, width, height, bridges=bridges, named=named)


def usual_distance(points: Mapping[str, Point], near: Mapping[str, frozenset[str]]) -> float:
    """The median distance of neighbours."""
    steps = sorted(math.dist(points[a], points[b]) for a in near for b in near[a])
    return steps[len(steps) // 2] if steps else 100.0


def _cell(
    key: str,
    points: Mapping[str, Point],
    near: Mapping[str, frozenset[str]],
    usual: float,
    width: float,
    height: float,
) -> tuple[Ring, dict[str, Point]]:
    """The outline of a cell, and the middle of its border with each neighbour it touches."""
    x, y = points[key]
    frame = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    # Each side of the outline with the province behind it; nobody's at first.
    sides: list[tuple[Point, str]] = [(corner, "") for corner in frame]
    by_distance = sorted((math.dist((x, y), at), other) for other, at in points.items())
    for distance, other in by_distance:
        if other == key or distance == 0:
            continue
        share = 0.5 if other in near[key] else max(0.5 - usual * 0.03 / distance, 0.3)
        ox, oy = points[other]
        middle = (x + (ox - x) * share, y + (oy - y) * share)
        sides = _cut(sides, middle, ((ox - x) / distance, (oy - y) / distance), other)
    ring = tuple((round(px, 1), round(py, 1)) for (px, py), _ in sides)
    touched: dict[str, Point] = {}
    for (a, other), (b, _) in zip(sides, [*sides[1:], sides[0]], strict=True):
        if other in near[key] and math.dist(a, b) > usual * 0.05:
            touched[other] = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return ring, touched


def _cut(
    sides: Sequence[tuple[Point, str]], at: Point, normal: Point, other: str
) -> list[tuple[Point, str]]:
    """The part of an outline that is left on the near side of a line."""

    def beyond(point: Point) -> float:
        return (point[0] - at[0]) * normal[0] + (point[1] - at[1]) * normal[1]

    found: list[tuple[Point, str]] = []
    for (a, behind), (b, _) in zip(sides, [*sides[1:], sides[0]], strict=True):
        da, db = beyond(a), beyond(b)
        if da <= 0:
            found.append((a, behind))
        if (da <= 0) != (db <= 0):
            share = da / (da - db)
            point = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            found.append((point, other if da <= 0 else behind))
    return found
