"""Lakes and rivers that are drawn for the eye."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import shapely
from authored import Degrees
from lines import bent, rounded_course, rounded_shore
from projection import Project
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapes import Shapes

RIVER, ARM = 85.0, 30.0
"""Shorter rivers are not drawn, nor shorter arms that reach a shore. Units."""
BESIDE = 6.0
"""A river as near as this to a border flows along it. Units."""
LOST = 24.0
"""Stretches as short as this are missing where a river has been dammed up. Units."""


def drawn_lakes(lakes: Sequence[Polygon], wanted: Degrees, to_sheet: Project) -> list[Polygon]:
    """The lakes at some points in degrees."""
    points = shapely.points(to_sheet(np.array(wanted)))
    return [
        Polygon(rounded_shore(lake.exterior.coords))
        for lake in lakes
        if shapely.contains(lake.buffer(2), points).any()
    ]


def drawn_rivers(
    rivers: Sequence[LineString],
    mouths: Sequence[Degrees],
    shapes: Shapes,
    lakes: BaseGeometry,
    to_sheet: Project,
) -> list[LineString]:
    """Rivers on land, with the mouths that they lack. Where one flows along a border, the
    border is enough."""
    land = shapes.land.difference(lakes)
    shore = land.boundary
    borders = shapely.union_all([shape.boundary for shape in shapes.provinces.values()])
    borders = borders.difference(shapely.make_valid(shore.buffer(1)))
    courses = shapely.line_merge(shapely.union_all(list(rivers)).intersection(land))
    courses = _joined(list(shapely.get_parts(courses)))
    beside = shapely.line_merge(courses.intersection(borders.buffer(BESIDE)))
    doubled = [part for part in shapely.get_parts(beside) if part.length > 5 * BESIDE]
    courses = shapely.line_merge(courses.difference(shapely.union_all(doubled).buffer(0.01)))
    drawn = [
        _into_border(course, borders)
        for course in shapely.get_parts(courses)
        if course.length >= (ARM if course.distance(shore) < 0.5 else RIVER)
    ]
    drawn.extend(shapely.get_parts([bent(mouth, to_sheet).intersection(land) for mouth in mouths]))
    return [rounded_course(course) for course in drawn]


def _joined(courses: list[LineString]) -> BaseGeometry:
    """Rivers with the short stretches between their parts that are missing."""
    ends = [
        _End.of(points)
        for course in courses
        if course.length > LOST
        for points in (course.coords, course.coords[::-1])
    ]
    bridges = [
        LineString([one.tip, other.tip])
        for one, other in combinations(ends, 2)
        if one.flows_to(other.tip) and other.flows_to(one.tip)
    ]
    return shapely.line_merge(shapely.union_all([*courses, *bridges]))


@dataclass(frozen=True)
class _End:
    """The end of a river's line, and the way it points."""

    tip: np.ndarray
    ahead: np.ndarray

    @classmethod
    def of(cls, points: Sequence[tuple[float, ...]]) -> _End:
        tip, before = np.array(points[-1]), np.array(points[-4:][0])
        return cls(tip, (tip - before) / np.hypot(*(tip - before)))

    def flows_to(self, other: np.ndarray) -> bool:
        way = other - self.tip
        length = float(np.hypot(*way))
        return 0 < length < LOST and float(way @ self.ahead) > 0.5 * length


def _into_border(course: LineString, borders: BaseGeometry) -> LineString:
    """A river that comes to a border to flow along it, led up to it."""
    points = list(course.coords)
    for _ in range(2):
        points.reverse()
        way = shapely.shortest_line(shapely.Point(points[-1]), borders)
        if 0 < way.length < 1.2 * BESIDE:
            points.append(way.coords[-1])
    return LineString(points)
