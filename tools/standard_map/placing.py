"""Names, units, dislodged units and centres of the whole board, each in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import shapely
from authored import Authored
from projection import Project
from room import UNIT, Placed, Spot, box_of, nearest, place
from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapes import MapError, Shapes

from dragoman.board import Board

LAND_LETTERS = 9.5, 16.0
SEA_LETTERS = 10.0, 22.0
"""The least and the greatest size of names."""


@dataclass(frozen=True)
class Places:
    """What stands where: by province, and by location."""

    provinces: dict[str, Placed] = field(default_factory=dict)
    units: dict[str, Spot] = field(default_factory=dict)
    dislodged: dict[str, Spot] = field(default_factory=dict)


def place_all(
    board: Board, authored: Authored, shapes: Shapes, lakes: BaseGeometry, to_sheet: Project
) -> Places:
    """Places in every province and at every coast.

    Raises:
        MapError: where there is no room for everything, naming the provinces.
    """
    wet = shapely.union_all([lakes.buffer(1), *(line.buffer(3) for line in shapes.straits)])
    places = Places()
    crowded: list[str] = []
    cities = {p.city_of: key for key, p in board.provinces.items() if p.city_of is not None}
    for key, province in board.provinces.items():
        if province.city_of is not None:
            continue
        free = shapes.provinces[key].difference(wet)
        city = authored.cities.get(key)
        placed = place(
            province.name,
            free,
            SEA_LETTERS if province.terrain.is_water else LAND_LETTERS,
            tuple(to_sheet(np.array([city]))[0]) if city else None,
            authored.center if province.is_center or key in cities else None,
        )
        if placed is None:
            crowded.append(key)
            continue
        places.provinces[key] = placed
        places.units[key], places.dislodged[key] = placed.unit, placed.dislodged
        if key in cities and placed.center is not None:
            places.units[cities[key]] = places.dislodged[cities[key]] = placed.center
        shores = {coast: shore(board, shapes.provinces, coast) for coast in province.locations[1:]}
        place_coasts(places, placed, free, shores, authored.center)
    if crowded:
        raise MapError(f"not everything fits into {', '.join(crowded)}")
    return places


def place_coasts(
    places: Places,
    placed: Placed,
    free: BaseGeometry,
    shores: dict[str, BaseGeometry],
    center: float,
) -> None:
    """Places near each coast, where no dislodged unit is covered by any that may stand there.

    Where there is room for no more, the coast's dislodged unit takes the province's own place.
    """
    fixed = [box_of(placed.lines, placed.size, placed.angle, placed.label)]
    if placed.center:
        fixed.append(shapely.Point(placed.center).buffer(center / 2))
    standing, leaving = [_disc(placed.unit)], [_disc(placed.dislodged)]
    for coast, line in shores.items():
        middle = line.interpolate(0.5, normalized=True)
        spot = nearest(free, line, shapely.union_all(fixed + leaving + standing), middle)
        spot = spot or nearest(free, line, shapely.union_all(fixed + leaving), middle)
        if spot is None:
            raise MapError(f"no unit fits at {coast}")
        places.units[coast] = spot
        standing.append(_disc(spot))
    for coast, line in shores.items():
        unit = shapely.Point(places.units[coast])
        spot = nearest(free, unit, shapely.union_all(fixed + standing), line)
        places.dislodged[coast] = spot or placed.dislodged


def shore(board: Board, shapes: Mapping[str, BaseGeometry], coast: str) -> BaseGeometry:
    """The stretch of a province's outline from which fleets of this coast sail: where they only go
    along the shore, that between those it leads to."""
    province = coast.partition("/")[0]
    reached = {path.target.partition("/")[0] for path in board.paths if path.source == coast}
    outline = shapes[province].boundary
    waters = [key for key, p in board.provinces.items() if p.terrain.is_water]
    near = [key for key in waters if key in reached] or waters
    seas = [shapes[key].boundary for key in near]
    stretches = shapely.line_merge(shapely.union_all([outline.intersection(sea) for sea in seas]))
    return max(
        shapely.get_parts(stretches),
        key=lambda line: (
            sum(line.distance(shapes[key]) < 0.2 for key in reached),
            line.length,
        ),
    )


def _disc(spot: Spot) -> Polygon:
    return shapely.Point(spot).buffer(UNIT / 2)
