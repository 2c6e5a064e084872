"""Shapes and lines as the rings and points of a geometry: whole tenths of a unit."""

from __future__ import annotations

from collections.abc import Iterable

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from dragoman.drawing.geometry import Point


def rings_of(shape: BaseGeometry) -> tuple[tuple[Point, ...], ...]:
    """The outlines of a shape, those of holes among them."""
    return tuple(
        points_of(ring.coords[:-1])
        for part in shapely.get_parts(shape)
        if isinstance(part, Polygon)
        for ring in (part.exterior, *part.interiors)
    )


def points_of(coords: Iterable[Iterable[float]]) -> tuple[Point, ...]:
    """The points of a line."""
    return tuple(point_of(point) for point in coords)


def point_of(point: Iterable[float]) -> Point:
    """A point, without what a file has no room for."""
    x, y = point
    return round(float(x), 1), round(float(y), 1)
