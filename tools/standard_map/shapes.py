"""The sheet cut into provinces: coasts and hand-drawn borders become faces with names.

Every line is bent once, before the sheet is cut along all of them, so that the two provinces
on its sides have the very same border. Coordinates are whole tenths of a unit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import shapely
from authored import OUT, Authored, Border
from coasts import GRID, ISLAND, smooth_land
from lines import bent
from projection import Project
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

LARGE = 2500.0
"""Land of this size needs a point of its own in the file. Square units."""


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


def cut(authored: Authored, land: BaseGeometry, seas: frozenset[str], to_sheet: Project) -> Shapes:
    """The provinces, of which some are ``seas``, and what else is on the sheet.

    Raises:
        MapError: with everything that is wrong: a face has no name or several, provinces
            touch that have no border in the file, or the other way round.
    """
    frame = shapely.box(0, 0, *authored.size)
    straits = [bent(strait.points, to_sheet) for strait in authored.straits]
    land = smooth_land(land, authored.omitted, authored.islands, straits, frame, to_sheet)
    borders = [(border, bent(border.points, to_sheet)) for border in authored.borders]
    naming = _Naming(_faces(borders, land, seas, frame), land, seas, frame, to_sheet)
    for what, points in authored.provinces.items():
        for where in points:
            naming.name(where, what, at_sea=what in seas)
    for where in authored.outside:
        naming.name(where, OUT, at_sea=False)
    lakes = [naming.name(where, what, at_sea=True) for what, where in authored.lakes]
    shapes = naming.shapes()
    faults = naming.faults + _wrong_borders(authored, shapes, seas)
    if faults:
        raise MapError("\n".join(faults))
    return Shapes(
        {what: shape for what, shape in shapes.items() if what != OUT},
        shapes.get(OUT, Polygon()),
        shapely.union_all([lake for lake in lakes if lake]),
        [_through(strait, land) for strait in straits],
        land,
    )


def _faces(
    borders: list[tuple[Border, LineString]],
    land: BaseGeometry,
    seas: frozenset[str],
    frame: Polygon,
) -> list[Polygon]:
    lines: list[BaseGeometry] = [frame.exterior, land.boundary]
    for border, line in borders:
        at_sea = not seas.isdisjoint(border.sides)
        lines.append(line.difference(land) if at_sea else line.intersection(land.buffer(0.4)))
    net = shapely.union_all(lines, grid_size=GRID).intersection(frame, grid_size=GRID)
    return list(shapely.polygonize([shapely.union_all([net], grid_size=GRID)]).geoms)


@dataclass
class _Naming:
    """Faces that get names one after the other."""

    faces: list[Polygon]
    land: BaseGeometry
    seas: frozenset[str]
    frame: Polygon
    to_sheet: Project
    names: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._tree = shapely.STRtree(self.faces)

    def name(self, where: tuple[float, float], what: str, at_sea: bool) -> Polygon | None:
        """Name the face at a point in degrees; None if the point is off the sheet."""
        point = Point(self.to_sheet(np.array([where]))[0])
        if not self.frame.contains(point):
            return None
        hits = [int(i) for i in self._tree.query(point, "within")]
        if not hits:
            self.faults.append(f"{what} at {where} is on a border")
        elif (there := self.names.setdefault(hits[0], what)) != what:
            self.faults.append(f"{what} at {where}: nothing parts it from {there}")
        elif self.land.contains(point) == at_sea:
            self.faults.append(f"{what} at {where} is on {'land' if at_sea else 'water'}")
        return self.faces[hits[0]] if hits else None

    def shapes(self) -> dict[str, BaseGeometry]:
        """The faces of each name. Islands go with the nearest land."""
        pieces: dict[str, list[Polygon]] = {}
        for i, what in self.names.items():
            pieces.setdefault(what, []).append(self.faces[i])
        named = {what: shapely.union_all(parts) for what, parts in pieces.items()}
        for i in self.names.keys() ^ range(len(self.faces)):
            face = self.faces[i]
            at = face.representative_point()
            dry = self.land.contains(at)
            at_rim = face.intersects(self.frame.exterior)
            if face.area > (LARGE if dry or at_rim else ISLAND):
                self.faults.append(f"nameless {'land' if dry else 'water'} at {at}")
            _, _, nearest = min(
                (shape.distance(face), -shape.intersection(face).length, what)
                for what, shape in named.items()
                if (what in self.seas) != dry
            )
            pieces[nearest].append(face)
        return {what: shapely.union_all(parts) for what, parts in pieces.items()}


def _wrong_borders(
    authored: Authored, shapes: dict[str, BaseGeometry], seas: frozenset[str]
) -> list[str]:
    """Where provinces on land, or at sea, touch otherwise than the file says."""
    said = {frozenset(border.sides) for border in authored.borders}
    seen = {
        frozenset((one, other))
        for one, other in combinations(shapes, 2)
        if (one in seas) == (other in seas)
        and shapes[one].distance(shapes[other]) == 0
        and shapes[one].boundary.intersection(shapes[other].boundary).length > 0
    }
    return [
        *(f"{' and '.join(sorted(pair))} touch, and have no border" for pair in seen - said),
        *(f"{' and '.join(sorted(pair))} do not touch at their border" for pair in said - seen),
    ]


def _through(strait: LineString, land: BaseGeometry) -> LineString:
    """A strait's line from water to water."""
    parts = shapely.get_parts(strait.intersection(land.buffer(0.9)))
    return max(parts, key=lambda part: part.length)
