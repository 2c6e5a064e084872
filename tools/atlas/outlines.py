"""Outlines of provinces, of the cells they are made of: coasts as they are, borders made smooth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import shapely
from coasts import GRID
from ground import Cells
from lines import rounded_course
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

WIGGLE = 3.0
"""Bends of a border smaller than this are straightened before it is rounded. Units."""


def outlines(
    cells: Cells, labels: np.ndarray, keys: Sequence[str], frame: Polygon, flat: float
) -> dict[str, BaseGeometry]:
    """The shape of each province; none overlaps another, and all of them cover the sheet."""
    lines = _borders(cells, labels, flat)
    net = shapely.union_all([frame.exterior, *lines], grid_size=GRID)
    faces = np.array([face for face in shapely.polygonize([net]).geoms if face.area > 0])
    inner = shapely.point_on_surface(faces)
    tree = shapely.STRtree(cells.polygons)
    pieces: dict[str, list[Polygon]] = defaultdict(list)
    for face, cell in zip(faces, tree.nearest(inner), strict=True):
        pieces[keys[labels[cell]]].append(face)
    return {name: shapely.union_all(parts, grid_size=GRID) for name, parts in pieces.items()}


def _borders(cells: Cells, labels: np.ndarray, flat: float) -> list[LineString]:
    """The lines between provinces, each once, bent smoothly unless it is a coast."""
    found: dict[tuple[int, int, bool], list[LineString]] = defaultdict(list)
    for ends, (one, other) in cells.sides.items():
        if other >= 0 and labels[one] != labels[other]:
            pair = sorted((int(labels[one]), int(labels[other])))
            is_shore = bool(cells.kinds[one] != cells.kinds[other])
            found[pair[0], pair[1], is_shore].append(LineString(ends))
    lines: list[LineString] = []
    for (_, _, is_shore), pieces in found.items():
        for line in shapely.get_parts(shapely.line_merge(shapely.union_all(pieces))):
            lines.append(line.simplify(flat) if is_shore else rounded_course(line, WIGGLE, flat))
    return lines
