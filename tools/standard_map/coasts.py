"""The coast of the map: Natural Earth's land, made fit for a sheet this size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from authored import Degrees
from lines import rounded_shore
from projection import Project
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

GRID = 0.1

INLET = 1.2
"""Waters narrower than twice this are filled: fjords and sounds too small to see. Units."""
NECK = 0.15
"""Land narrower than twice this is left out. Units."""
ISLAND, POND = 50.0, 300.0
"""Smaller islands, and smaller waters in the land, are left out. Square units."""
CHANNEL, REACH = 6.5, 7.8
"""As near as ``REACH`` to a strait's line waters narrower than twice ``CHANNEL`` are filled."""


def smooth_land(
    land: BaseGeometry,
    omitted: Iterable[Degrees],
    islands: Iterable[Degrees],
    straits: Sequence[LineString],
    frame: Polygon,
    to_sheet: Project,
) -> BaseGeometry:
    """Land with smooth outlines, without specks and what is left out, with islands of our own,
    its straits filled."""
    land = land.intersection(frame.buffer(40))
    for corners in omitted:
        land = land.difference(Polygon(to_sheet(np.array(corners))))
    for corners in islands:
        land = land.union(Polygon(to_sheet(np.array(corners))))
    land = land.buffer(INLET, quad_segs=4).buffer(-INLET - NECK, quad_segs=4).buffer(NECK)
    for strait in straits:
        around = strait.buffer(REACH, cap_style="flat")
        near = land.intersection(around.buffer(4 * CHANNEL))
        closed = near.buffer(CHANNEL).buffer(-CHANNEL)
        land = land.union(closed.intersection(around).buffer(0.1))
    parts: list[BaseGeometry] = []
    for part in shapely.get_parts(land):
        if part.area >= ISLAND:
            ponds = [hole.coords for hole in part.interiors if Polygon(hole).area > POND]
            shores = [rounded_shore(ring) for ring in (part.exterior.coords, *ponds)]
            parts.append(shapely.make_valid(Polygon(shores[0], shores[1:])))
    return shapely.set_precision(shapely.union_all(parts).intersection(frame), GRID)
