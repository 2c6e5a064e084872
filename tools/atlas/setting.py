"""Names, units and centres in the provinces of an atlas map, as in those of the standard one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from authored import CENTER
from placing import LAND_LETTERS, SEA_LETTERS, Places, place_coasts, shore
from room import UNIT, Placed, place
from shapely.geometry.base import BaseGeometry

from dragoman.board import Board

TRIES = 9
"""A name is tried at so many places for each way to write it."""


def set_places(
    board: Board, shapes: Mapping[str, BaseGeometry], wet: BaseGeometry
) -> tuple[Places, list[str]]:
    """Places in every province and at every coast, and the provinces too small for all of them."""
    places = Places()
    crowded: list[str] = []
    for key in shapes:
        province = board.provinces[key]
        free = shapes[key].difference(wet) if shapes[key].intersects(wet) else shapes[key]
        sizes = SEA_LETTERS if province.terrain.is_water else LAND_LETTERS
        size = CENTER if province.is_center else None
        placed = place(province.name, free, sizes, None, size, TRIES)
        if placed is None:
            crowded.append(key)
            placed = _squeezed(free, province.is_center)
        places.provinces[key] = placed
        places.units[key], places.dislodged[key] = placed.unit, placed.dislodged
        try:
            shores = {coast: shore(board, shapes, coast) for coast in province.locations[1:]}
            place_coasts(places, placed, free, shores, CENTER)
        except ValueError:
            crowded.append(key)
            for coast in province.locations[1:]:
                places.units[coast], places.dislodged[coast] = placed.unit, placed.dislodged
    return places, crowded


def _squeezed(shape: BaseGeometry, is_center: bool) -> Placed:
    """A place for a unit in the middle, with all else beside it; the name finds its own."""
    body = max(shapely.get_parts(shape), key=lambda part: part.area)
    x, y = shapely.maximum_inscribed_circle(body, tolerance=1).coords[0]
    aside = (float(x) + UNIT * 0.55, float(y) + UNIT * 0.4)
    center = _off(body, (x, y)) if is_center else None
    return Placed((), 0.0, 0.0, (x, y), (x, y), aside, center, 0.0)


def _off(body: BaseGeometry, unit: tuple[float, float]) -> tuple[float, float]:
    """The point of a shape that is a centre's: clear of the unit, and deep inside."""
    x0, y0, x1, y1 = body.bounds
    xs, ys = np.meshgrid(np.linspace(x0, x1, 24), np.linspace(y0, y1, 24))
    points = shapely.points(xs.ravel(), ys.ravel())
    points = points[shapely.contains(body, points)]
    clear = shapely.distance(points, shapely.Point(unit)) >= UNIT * 0.75
    points = points[clear] if clear.any() else points
    best = points[int(np.argmax(shapely.distance(points, body.boundary)))]
    return best.x, best.y
