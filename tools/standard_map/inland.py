"""Lakes and rivers that are drawn for the eye."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from authored import Degrees
from lines import rounded_course, rounded_shore
from projection import to_sheet
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapes import Shapes

RIVER, ARM = 85.0, 30.0
"""Shorter rivers are not drawn, nor shorter arms that reach a shore. Units."""
BESIDE = 6.0
"""A river as near as this to a border flows along it. Units."""
MOUTH = 32.0
"""As near as this to a shore a river's end is led into the water. Units."""


def drawn_lakes(lakes: Sequence[Polygon], wanted: Degrees) -> list[Polygon]:
    """The lakes at some points in degrees."""
    points = shapely.points(to_sheet(np.array(wanted)))
    return [
        Polygon(rounded_shore(lake.exterior.coords))
        for lake in lakes
        if shapely.contains(lake.buffer(2), points).any()
    ]


def drawn_rivers(
    rivers: Sequence[LineString], shapes: Shapes, lakes: BaseGeometry
) -> list[LineString]:
    """Rivers on land. Where one flows along a border, the border is enough."""
    land = shapes.land.difference(lakes)
    shore = land.boundary
    borders = shapely.union_all([shape.boundary for shape in shapes.provinces.values()])
    borders = borders.difference(shore.buffer(1))
    courses = shapely.line_merge(shapely.union_all(list(rivers)).intersection(land))
    beside = shapely.line_merge(courses.intersection(borders.buffer(BESIDE)))
    doubled = [part for part in shapely.get_parts(beside) if part.length > 5 * BESIDE]
    courses = shapely.line_merge(courses.difference(shapely.union_all(doubled).buffer(0.01)))
    drawn = [_into_water(course, shore) for course in shapely.get_parts(courses)]
    return [
        rounded_course(course)
        for course in drawn
        if course.length >= (ARM if course.distance(shore) < 0.5 else RIVER)
    ]


def _into_water(course: LineString, shore: BaseGeometry) -> LineString:
    points = list(course.coords)
    for end in (0, -1):
        tip = shapely.Point(points[end])
        if 0.5 < tip.distance(shore) < MOUTH and course.length > RIVER:
            _, mouth = shapely.get_parts(shapely.points(shapely.shortest_line(tip, shore).coords))
            points.insert(0 if end == 0 else len(points), mouth.coords[0])
    return LineString(points)
