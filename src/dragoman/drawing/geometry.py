"""The shapes of a map: where each province lies on the sheet, and where things go in it.

A geometry is data: a JSON file in the variant's folder, or made from the adjacency alone
(``layout``), or read from a designer's own picture. All coordinates are in the sheet's own
units, y downwards, ``(0, 0)`` at the top left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from dragoman.quick_dataclass import dataclass

Point = tuple[float, float]
Ring = tuple[Point, ...]
"""A closed outline; the last point is joined to the first."""


def area_of(ring: Ring) -> float:
    """The area within an outline; less than 0 if it goes anticlockwise on the sheet."""
    around = pairwise((*ring, *ring[:1]))
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in around) / 2


@dataclass(frozen=True)
class MapShape:
    """The shape of a province, and the places of its name and its centre.

    ``rings`` are its outlines, filled by the even-odd rule, so that holes and islands are
    rings as well. ``label`` is the middle of its name.
    """

    rings: tuple[Ring, ...]
    label: Point
    center: Point | None = None
    """The point of the mark of a supply centre; None where there is none."""
    label_lines: tuple[str, ...] = ()
    """The name as it was broken into lines when its place was chosen; empty where nobody did."""
    label_size: float = 0.0
    """The greatest size of letters for which there is room; 0 where nobody looked."""
    label_angle: float = 0.0
    """Degrees, clockwise on the sheet, by which the name is turned about its middle."""

    @cached_property
    def outline(self) -> str:
        """The rings as the data of an SVG path."""
        return outline_of(self.rings)

    @cached_property
    def _strips(self) -> tuple[float, float, list[list[tuple[float, float, float, float]]]]:
        """The sides of the outlines by strips that lie one below the other: where the first begins,
        how high each is, and the sides that reach into it."""
        sides = [side for ring in self.rings for side in pairwise((*ring, *ring[:1]))]
        ends = [y for ring in self.rings for _, y in ring]
        top = min(ends, default=0.0)
        high = (max(ends, default=0.0) - top) / max(len(sides) // 4, 1) or 1.0
        strips: list[list[tuple[float, float, float, float]]]
        strips = [[] for _ in range(int((max(ends, default=0.0) - top) / high) + 1)]
        for (ax, ay), (bx, by) in sides:
            for number in range(
                int((min(ay, by) - top) / high), int((max(ay, by) - top) / high) + 1
            ):
                strips[number].append((ax, ay, bx, by))
        return top, high, strips

    def holds(self, x: float, y: float) -> bool:
        """True if a point lies within the outlines."""
        top, high, strips = self._strips
        number = int((y - top) / high)
        inside = False
        if y >= top and number < len(strips):
            for ax, ay, bx, by in strips[number]:
                if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                    inside = not inside
        return inside

    def with_center(self, at: Point) -> MapShape:
        """With its centre elsewhere; what is known of the outline need not be made again."""
        moved = replace(self, center=at)
        for known in ("outline", "_strips"):
            if known in self.__dict__:
                moved.__dict__[known] = self.__dict__[known]
        return moved


@dataclass(frozen=True)
class StraitLine:
    """Water across which the shapes of two provinces, or of one, touch.

    Fleets on both sides pass it from one to the other, and armies cross it; the ``line`` is
    drawn in the sea's colour, over the shapes, so that it looks like water.
    """

    between: tuple[str, str]
    line: tuple[Point, ...]


@dataclass(frozen=True)
class Geometry:
    """A whole map. ``units`` and ``dislodged`` hold a point for every location (each
    province, and each of its coasts); ``shapes`` an entry for every province."""

    width: float
    height: float
    unit_size: float
    """The diameter of a unit's mark, which fits every province at its point."""
    shapes: dict[str, MapShape]
    units: dict[str, Point]
    dislodged: dict[str, Point]
    least_size: float = 0.0
    """The diameter of a unit's mark where units are not larger than that for a picture of some
    width; 0 where they are not. What is on the ground is laid out by it, whatever the width."""
    center_size: float = 0.0
    """The diameter of a supply centre's mark; 0 where nobody chose one."""
    outside: tuple[Ring, ...] = ()
    """Land that is not a part of the map, impassable: drawn, never named."""
    rivers: tuple[Ring, ...] = field(default=())
    """Open lines, for decoration."""
    lakes: tuple[Ring, ...] = ()
    """Water that no fleet enters, drawn over the shapes it lies in."""
    straits: tuple[StraitLine, ...] = ()
    """Narrow waters inside the shapes."""
    holes: tuple[Ring, ...] = ()
    """Empty space between the provinces of a map that nobody drew."""
    bridges: tuple[tuple[str, str], ...] = ()
    """Pairs of neighbours whose shapes do not touch; a line is drawn between them."""

    @cached_property
    def outline_outside(self) -> str:
        """The land outside as the data of an SVG path."""
        return outline_of(self.outside)

    @cached_property
    def outline_of_lakes(self) -> str:
        """The lakes as the data of an SVG path."""
        return outline_of(self.lakes)

    @cached_property
    def outline_of_rivers(self) -> str:
        """The rivers as the data of an SVG path."""
        return "".join(
            "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in river) for river in self.rivers
        )

    @cached_property
    def usual_distance(self) -> float:
        """The usual distance from one province's unit to the nearest other's."""
        spots = [self.units[key] for key in self.shapes if key in self.units]
        nearest = sorted(
            min((math.dist(at, other) for other in spots if other != at), default=0.0)
            for at in spots
        )
        return nearest[len(nearest) // 2] if nearest else 0.0

    @cached_property
    def shown(self) -> dict[tuple[object, ...], Geometry]:
        """This geometry as it is looked at in pictures of several sizes, as far as it was."""
        return {}

    def stand(self, location: str, beside: int = 0, dislodged: bool = False) -> Point:
        """The point at which a unit at a location is drawn; for a coast that is not there, where
        the province's would be. ``beside`` is how many units stand there before it, which only high
        seas have: they stand in a row, to the right and to the left.

        Raises:
            KeyError: if there is no such province.
        """
        spots = self.dislodged if dislodged else self.units
        x, y = spots.get(location) or spots[location.partition("/")[0]]
        steps = (beside + 1) // 2 * (1 if beside % 2 else -1)
        return x + steps * 1.1 * self.unit_size, y


def outline_of(rings: Sequence[Ring], parts: int = 10, end: str = "Z") -> str:
    """Rings as the data of an SVG path: steps in tenths, or other ``parts``, with no sign that can
    be left out. Open lines have no ``end``."""
    found: list[str] = []
    for ring in rings:
        x, y = round(ring[0][0] * parts), round(ring[0][1] * parts)
        found.append(f"M{x / parts:g},{y / parts:g}l")
        last = ""
        for point in ring[1:]:
            nx, ny = round(point[0] * parts), round(point[1] * parts)
            if (nx, ny) == (x, y):
                continue
            for step in (nx - x, ny - y):
                number = _short_number(step, parts)
                joined = not last or number[0] == "-" or (number[0] == "." and "." in last)
                found.append(number if joined else f" {number}")
                last = number
            x, y = nx, ny
        if not last:  # it is no more than a point
            found.append("0 0")
        found.append(end)
    return "".join(found)


@lru_cache(maxsize=4096)
def _short_number(step: int, parts: int) -> str:
    number = f"{step / parts:g}"
    return number.replace("0.", ".", 1) if abs(step) < parts else number
