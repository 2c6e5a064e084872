"""Makes ``geometry.json`` of the standard map anew, and pictures to look at.

    npm install --prefix tools/standard_map
    python tools/standard_map/build.py [--preview FOLDER]

See ``docs/standard-map.md``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import shapely
from authored import Authored, read_authored
from natural_earth import read_lakes, read_land, read_rivers
from placing import CENTER, UNIT, Placed, box_of, nearest, place
from preview import draw
from projection import HEIGHT, WIDTH, to_sheet
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapes import MapError, Shapes, cut, soft

import dragoman
from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, Ground, Strait
from dragoman.drawing.geometry_file import read_geometry, save_geometry

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "src" / "dragoman" / "variants" / "standard" / "geometry.json"

LAND_LETTERS = 9.5, 16.0
SEA_LETTERS = 10.0, 22.0
"""The least and the greatest size of names."""

RIVER = 85.0
"""Shorter rivers are not drawn. Units."""
BESIDE = 6.0
"""A river as near as this to a border flows along it. Units."""


def main() -> None:
    options = argparse.ArgumentParser(description="Make the standard map's geometry anew.")
    options.add_argument("--packages", type=Path, default=HERE / "node_modules")
    options.add_argument("--preview", type=Path, help="a folder for pictures to look at")
    chosen = options.parse_args()
    save_geometry(build(chosen.packages), TARGET)
    if chosen.preview:
        draw(read_geometry(TARGET), chosen.preview)


def build(packages: Path) -> Geometry:
    """The geometry of the standard map, from the packages' coasts and ``borders.txt``."""
    board = dragoman.load_variant("standard").board
    authored = read_authored(HERE / "borders.txt")
    waters = frozenset(key for key, p in board.provinces.items() if p.terrain.is_water)
    shapes = cut(authored, read_land(packages), waters)
    lakes = shapely.union_all([shapes.lakes, *_lakes(packages, authored)])
    places, units, dislodged = _places(board, authored, shapes, lakes)
    return Geometry(
        width=WIDTH,
        height=HEIGHT,
        unit_size=UNIT,
        center_size=CENTER,
        grounds={key: _ground(shapes.provinces[key], places[key]) for key in board.provinces},
        units=units,
        dislodged=dislodged,
        outside=_rings(shapes.outside),
        lakes=_rings(lakes),
        rivers=tuple(_points(river.coords) for river in _rivers(packages, shapes, lakes)),
        straits=tuple(
            Strait(strait.sides, _points(line.coords))
            for strait, line in zip(authored.straits, shapes.straits, strict=True)
        ),
    )


def _places(
    board: Board, authored: Authored, shapes: Shapes, lakes: BaseGeometry
) -> tuple[dict[str, Placed], dict, dict]:
    wet = shapely.union_all([lakes.buffer(1), *(line.buffer(3) for line in shapes.straits)])
    places: dict[str, Placed] = {}
    units: dict[str, tuple[float, float]] = {}
    dislodged: dict[str, tuple[float, float]] = {}
    for key, province in board.provinces.items():
        free = shapes.provinces[key].difference(wet)
        city = authored.cities.get(key)
        placed = place(
            province.name,
            free,
            SEA_LETTERS if province.terrain.is_water else LAND_LETTERS,
            tuple(to_sheet(np.array([city]))[0]) if city else None,
            province.is_center,
        )
        if placed is None:
            continue
        places[key] = placed
        units[key], dislodged[key] = _spot(placed.unit), _spot(placed.dislodged)
        shores = {coast: _shore(board, shapes, coast) for coast in province.locations[1:]}
        _place_coasts(placed, free, shores, units, dislodged)
    if missing := board.provinces.keys() - places.keys():
        raise MapError(f"not everything fits into {', '.join(sorted(missing))}")
    return places, units, dislodged


def _place_coasts(
    placed: Placed,
    free: BaseGeometry,
    shores: dict[str, BaseGeometry],
    units: dict[str, tuple[float, float]],
    dislodged: dict[str, tuple[float, float]],
) -> None:
    """Places near each coast, where no dislodged unit is covered by any that may stand there.

    Where there is room for no more, the coast's dislodged unit takes the province's own place.
    """

    def disc(spot: tuple[float, float]) -> Polygon:
        return shapely.Point(spot).buffer(UNIT / 2)

    fixed = [box_of(placed.lines, placed.size, placed.angle, placed.label)]
    if placed.center:
        fixed.append(shapely.Point(placed.center).buffer(CENTER / 2))
    standing, leaving = [disc(placed.unit)], [disc(placed.dislodged)]
    for coast, shore in shores.items():
        middle = shore.interpolate(0.5, normalized=True)
        spot = nearest(free, shore, shapely.union_all(fixed + leaving + standing), middle)
        spot = spot or nearest(free, shore, shapely.union_all(fixed + leaving), middle)
        if spot is None:
            raise MapError(f"no unit fits at {coast}")
        units[coast] = _spot(spot)
        standing.append(disc(spot))
    for coast, shore in shores.items():
        unit = shapely.Point(units[coast])
        spot = nearest(free, unit, shapely.union_all(fixed + standing), shore)
        dislodged[coast] = _spot(spot or placed.dislodged)


def _shore(board: Board, shapes: Shapes, coast: str) -> BaseGeometry:
    """The stretch of a province's outline from which fleets of this coast sail."""
    province = coast.partition("/")[0]
    reached = {path.target.partition("/")[0] for path in board.paths if path.source == coast}
    outline = shapes.provinces[province].boundary
    seas = [
        shapes.provinces[key].boundary for key in reached if board.provinces[key].terrain.is_water
    ]
    stretches = shapely.line_merge(shapely.union_all([outline.intersection(sea) for sea in seas]))
    return max(
        shapely.get_parts(stretches),
        key=lambda line: (
            sum(line.distance(shapes.provinces[key]) < 0.2 for key in reached),
            line.length,
        ),
    )


def _lakes(packages: Path, authored: Authored) -> list[Polygon]:
    wanted = shapely.points(to_sheet(np.array(authored.waters)))
    return [
        Polygon(soft(lake.exterior.coords))
        for lake in read_lakes(packages)
        if shapely.contains(lake.buffer(2), wanted).any()
    ]


def _rivers(packages: Path, shapes: Shapes, lakes: BaseGeometry) -> list[LineString]:
    """Rivers on land. Where one flows along a border, the border is enough."""
    land = shapes.land.difference(lakes)
    borders = shapely.union_all([shape.boundary for shape in shapes.provinces.values()])
    rivers = shapely.line_merge(shapely.union_all(read_rivers(packages)).intersection(land))
    beside = shapely.line_merge(rivers.intersection(borders.buffer(BESIDE)))
    doubled = [part for part in shapely.get_parts(beside) if part.length > 5 * BESIDE]
    rivers = shapely.line_merge(rivers.difference(shapely.union_all(doubled).buffer(0.01)))
    return [_meander(river) for river in shapely.get_parts(rivers) if river.length >= RIVER]


def _meander(river: LineString) -> LineString:
    points = np.array(river.simplify(1.2).coords)
    for _ in range(2):
        middle = np.stack(
            [points[:-1] * 0.75 + points[1:] * 0.25, points[:-1] * 0.25 + points[1:] * 0.75], 1
        )
        points = np.vstack([points[:1], middle.reshape(-1, 2), points[-1:]])
    return LineString(points).simplify(0.15)


def _ground(shape: BaseGeometry, placed: Placed) -> Ground:
    return Ground(
        rings=_rings(shape),
        label=_spot(placed.label),
        center=_spot(placed.center) if placed.center else None,
        label_lines=placed.lines,
        label_size=round(float(placed.size), 1) - 0.1,
        label_angle=placed.angle,
    )


def _rings(shape: BaseGeometry) -> tuple:
    return tuple(
        _points(ring.coords[:-1])
        for part in shapely.get_parts(shape)
        if isinstance(part, Polygon)
        for ring in (part.exterior, *part.interiors)
    )


def _points(coords: Iterable) -> tuple:
    return tuple(_spot(point) for point in coords)


def _spot(point: Iterable[float]) -> tuple[float, float]:
    x, y = point
    return round(float(x), 1), round(float(y), 1)


if __name__ == "__main__":
    main()
