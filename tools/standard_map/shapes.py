"""The sheet cut into provinces: coasts and hand-drawn borders become faces with names.

Every line is bent and cut once, before the sheet is cut along all of them, so that the two
provinces on its sides have the very same border. Coordinates are whole tenths of a unit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely
from authored import OUT, Authored, Degrees
from projection import HEIGHT, WIDTH, to_sheet
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

GRID = 0.1
FRAME = shapely.box(0, 0, WIDTH, HEIGHT)

COAST_DETAIL = 0.9
"""Bends of the coast smaller than this, in units, are straightened before it is rounded."""
INLET = 1.2
"""Waters narrower than twice this are filled: fjords and sounds too small to see."""
ISLAND, POND = 38.0, 300.0
"""Smaller islands, and smaller waters in the land, are left out. Square units."""
CHANNEL = 6.5
"""Around a strait's line, waters narrower than twice this are filled."""


class MapError(ValueError):
    """The authored lines do not make the map they say they make."""


@dataclass(frozen=True)
class Shapes:
    """What the sheet is cut into."""

    provinces: dict[str, BaseGeometry]
    outside: BaseGeometry
    lakes: BaseGeometry
    straits: list[LineString]
    land: BaseGeometry


def cut(authored: Authored, land: BaseGeometry, waters: frozenset[str]) -> Shapes:
    """The provinces. ``waters`` are those at sea.

    Raises:
        MapError: where a face has no name or several, or a border lies between others than
            it says.
    """
    straits = [_bent(strait.points) for strait in authored.straits]
    for corners in authored.omitted:
        land = land.difference(Polygon(to_sheet(np.array(corners))))
    land = _coast(land, straits)
    around = land.buffer(0.4)
    lines: list[BaseGeometry] = [FRAME.exterior, land.boundary]
    for border in authored.borders:
        line = _bent(border.points)
        at_sea = waters.intersection(border.sides)
        lines.append(line.difference(land) if at_sea else line.intersection(around))
    net = shapely.union_all(lines, grid_size=GRID).intersection(FRAME, grid_size=GRID)
    net = shapely.union_all([net], grid_size=GRID)
    faces = [face for face in shapely.polygonize([net]).geoms if face.within(FRAME.buffer(1))]
    return _named(authored, faces, land, straits, waters)


def _named(
    authored: Authored,
    faces: list[Polygon],
    land: BaseGeometry,
    straits: list[LineString],
    waters: frozenset[str],
) -> Shapes:
    tree = shapely.STRtree(faces)
    names: dict[int, str] = {}
    lakes: list[Polygon] = []

    faults: list[str] = []

    def name(where: tuple[float, float], what: str, is_water: bool) -> int | None:
        point = _at(where)
        if not FRAME.contains(point):
            return None
        hits = [int(i) for i in tree.query(point, "within")]
        if not hits or names.get(hits[0], what) != what:
            there = names.get(hits[0]) if hits else None
            faults.append(f"{what} at {where}: the face there is {there}")
            return None
        if land.contains(point) == is_water:
            faults.append(f"{what} at {where} is on {'land' if is_water else 'water'}")
        names[hits[0]] = what
        return hits[0]

    for what, points in authored.provinces.items():
        for where in points:
            name(where, what, what in waters)
    for where in authored.outside:
        name(where, OUT, False)
    for what, where in authored.lakes:
        if (face := name(where, what, True)) is not None:
            lakes.append(faces[face])

    pieces: dict[str, list[Polygon]] = {}
    nameless: list[Polygon] = []
    for i, face in enumerate(faces):
        pieces.setdefault(names[i], []).append(face) if i in names else nameless.append(face)
    whole = {what: shapely.union_all(parts) for what, parts in pieces.items()}
    for face in nameless:
        inside = land.contains(face.representative_point())
        if not inside and face.area > ISLAND and not face.intersects(FRAME.exterior):
            faults.append(f"nameless water of {face.area:.0f} at {face.representative_point()}")
        near = sorted(
            (shape.distance(face), -shape.boundary.intersection(face.boundary).length, what)
            for what, shape in whole.items()
            if (what in waters) != inside
        )
        if inside and face.area > 2500:
            faults.append(f"nameless land of {face.area:.0f} at {face.representative_point()}")
        pieces[near[0][2]].append(face)
    if faults:
        raise MapError("; ".join(faults))
    provinces = {what: shapely.union_all(parts) for what, parts in pieces.items() if what != OUT}
    return Shapes(
        provinces,
        shapely.union_all(pieces.get(OUT, [])),
        shapely.union_all(lakes),
        [_through(strait, land) for strait in straits],
        land,
    )


def _through(strait: LineString, land: BaseGeometry) -> LineString:
    """A strait's line from water to water."""
    parts = shapely.get_parts(strait.intersection(land.buffer(0.9)))
    return max(parts, key=lambda part: part.length)


def _coast(land: BaseGeometry, straits: Iterable[LineString]) -> BaseGeometry:
    """Land with smooth outlines, without specks, its straits filled."""
    wide = FRAME.buffer(40)
    land = land.intersection(wide)
    land = land.buffer(INLET, quad_segs=4).buffer(-INLET - 0.15, quad_segs=4).buffer(0.15)
    for strait in straits:
        around = strait.buffer(1.2 * CHANNEL, cap_style="flat")
        near = land.intersection(around.buffer(4 * CHANNEL))
        closed = near.buffer(CHANNEL).buffer(-CHANNEL)
        land = land.union(closed.intersection(around).buffer(0.1))
    parts: list[Polygon] = []
    for part in shapely.get_parts(land):
        if part.area < ISLAND:
            continue
        holes = [soft(hole.coords) for hole in part.interiors if Polygon(hole).area > POND]
        parts.append(shapely.make_valid(Polygon(soft(part.exterior.coords), holes)))
    smooth = shapely.union_all(parts).buffer(0)
    return shapely.set_precision(smooth.intersection(FRAME), GRID)


def soft(ring: Iterable[tuple[float, float]]) -> np.ndarray:
    """A closed outline without its smallest bends, its corners cut off twice (Chaikin)."""
    line = Polygon(ring).simplify(COAST_DETAIL).exterior
    points = np.array(line.coords)[:-1]
    for _ in range(2):
        after = np.roll(points, -1, axis=0)
        points = np.stack([points * 0.75 + after * 0.25, points * 0.25 + after * 0.75], 1)
        points = points.reshape(-1, 2)
    return np.array(Polygon(points).simplify(0.08).exterior.coords)


def _bent(points: Degrees, step: float = 3.0) -> LineString:
    """A smooth line through points given in degrees (centripetal Catmull-Rom)."""
    knots = to_sheet(np.array(points))
    if len(knots) == 2:
        return LineString(knots)
    knots = np.vstack([2 * knots[0] - knots[1], knots, 2 * knots[-1] - knots[-2]])
    out = [knots[1]]
    for a, b, c, d in zip(knots, knots[1:], knots[2:], knots[3:], strict=False):
        t = np.cumsum([0.0, *(np.hypot(*(q - p)) ** 0.5 for p, q in ((a, b), (b, c), (c, d)))])
        count = max(2, int(np.hypot(*(c - b)) / step))
        for s in np.linspace(t[1], t[2], count + 1)[1:, None]:
            ab = ((t[1] - s) * a + (s - t[0]) * b) / (t[1] - t[0])
            bc = ((t[2] - s) * b + (s - t[1]) * c) / (t[2] - t[1])
            cd = ((t[3] - s) * c + (s - t[2]) * d) / (t[3] - t[2])
            abc = ((t[2] - s) * ab + (s - t[0]) * bc) / (t[2] - t[0])
            bcd = ((t[3] - s) * bc + (s - t[1]) * cd) / (t[3] - t[1])
            out.append(((t[2] - s) * abc + (s - t[1]) * bcd) / (t[2] - t[1]))
    return LineString(out)


def _at(where: tuple[float, float]) -> Point:
    return Point(to_sheet(np.array([where]))[0])
