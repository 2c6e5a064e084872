"""Places on a map for units of some size, and for centres and cities beside them, so that none
covers another wherever there is room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from dragoman.drawing.geometry import Geometry, MapShape, Point

# Units

_APART: Final = 1.06
"""The distance of two units, in their size."""
_MOST: Final = 0.6
"""No unit is moved farther than that, in its size."""
_ROUNDS: Final = 24


def spread(geometry: Geometry, size: float, cities: Mapping[str, str]) -> dict[str, Point]:
    """The points of units, those of neighbours that units of this size would cover moved apart, as
    far as their provinces reach."""
    spots = {key: at for key, at in geometry.units.items() if key not in cities}
    least = size * _APART
    near = [
        (one, other)
        for one, other in combinations(spots, 2)
        if one.partition("/")[0] != other.partition("/")[0]
        and math.dist(spots[one], spots[other]) < least + size * _MOST * 2
    ]
    lies_out: dict[str, int] = {}
    for _ in range(_ROUNDS):
        before = dict(spots)
        for one, other in near:
            (ax, ay), (bx, by) = spots[one], spots[other]
            apart = math.dist((ax, ay), (bx, by))
            if not 0 < apart < least:
                continue
            share = (least - apart) / apart / 4
            dx, dy = (ax - bx) * share, (ay - by) * share
            for key, at in ((one, (ax + dx, ay + dy)), (other, (bx - dx, by - dy))):
                if key not in lies_out:
                    lies_out[key] = _outside(_shape(geometry, key), geometry.units[key], size * 0.4)
                if _may_stand(geometry, key, at, size, lies_out[key]):
                    spots[key] = at
        if spots == before:
            break
    return {**geometry.units, **spots}


def _shape(geometry: Geometry, location: str) -> MapShape:
    return geometry.shapes[location.partition("/")[0]]


def _may_stand(geometry: Geometry, key: str, at: Point, size: float, most: int) -> bool:
    """True if a unit can be moved there: near to where it was, and no farther out of its province
    than it was there."""
    if math.dist(geometry.units[key], at) > size * _MOST:
        return False
    return _outside(_shape(geometry, key), at, size * 0.4, most) <= most


def _outside(shape: MapShape, at: Point, reach: float, enough: int = 5) -> int:
    """The number of five points, a middle and four around it, that are not within a shape; where
    there are more than ``enough``, any number that is more."""
    x, y = at
    found = 0
    for point in ((x, y), (x + reach, y), (x - reach, y), (x, y + reach), (x, y - reach)):
        found += not shape.holds(*point)
        if found > enough:
            break
    return found


# The edges of the sheet

UNIT_REACH: Final = 0.53
CENTER_REACH: Final = 0.72
"""How far the marks of units and centres reach from their middle, in their size."""


def on_sheet(geometry: Geometry, at: Point, reach: float) -> Point:
    """The point nearest to one at which a mark of this reach lies on the sheet as a whole."""
    x, y = at
    right, bottom = geometry.width - reach, geometry.height - reach
    return min(max(x, reach), right), min(max(y, reach), bottom)


# Centres

_HULL: Final = 0.62
"""The reach of the widest unit, in its size, with the line around it."""
_RINGS: Final = (1.0, 1.2, 1.5)
_STEPS: Final = 16
_NEAR: Final = 3.5
"""The distance of units that might cover a centre, wherever that is put, in their size."""
_MANY: Final = 6


def center_beside(
    sheet: Geometry | None,
    shape: MapShape,
    spots: Sequence[Point],
    everywhere: Sequence[Point],
    taken: Sequence[tuple[Point, float]],
    sizes: tuple[float, float],
) -> MapShape:
    """A shape with its centre where no unit covers it, neither at its own ``spots`` nor
    ``everywhere`` else: if there is room, within the outline and not within what is ``taken``
    otherwise; as near as can be to where it was. Where there is no such place, as far from them as
    can be. ``sizes`` are those of units and centres. With a ``sheet`` no edge of it cuts it."""
    center, (size, center_size) = shape.center, sizes
    if center is None:
        return shape
    reach = center_size * CENTER_REACH
    first = center if sheet is None else on_sheet(sheet, center, reach)
    near = [spot for spot in everywhere if math.dist(spot, center) < size * _NEAR]
    least = size * _HULL + reach

    def room(at: Point) -> float:
        return min((math.dist(at, spot) for spot in near), default=math.inf)

    if center in spots or room(first) >= least:
        return shape if first == center else shape.with_center(first)
    around = [at for spot in spots for at in _around(spot, (least * ring for ring in _RINGS))]

    def faults(at: Point) -> int:
        if any(math.dist(at, spot) < reach for spot, reach in taken):
            return _MANY
        return _outside(shape, at, center_size * 0.5)

    if sheet is not None:
        around = [at for at in around if on_sheet(sheet, at, reach) == at] or [first]
    free = [at for at in around if room(at) >= least - 1e-6]
    best, fewest = max(around, key=room), _MANY + 1
    for at in sorted(free, key=lambda at: math.dist(at, center)):
        if (found := faults(at)) < fewest:
            best, fewest = at, found
            if not found:
                break
    return shape.with_center(best)


def _around(at: Point, radii: Iterator[float]) -> Iterator[Point]:
    """Points on circles about one."""
    for radius in radii:
        for step in range(_STEPS):
            angle = math.tau * step / _STEPS
            yield at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)


# Cities

_FAR: Final = (0.25, 0.5, 0.75, 1.0, 1.3, 1.6, 2.0)
_BESIDE: Final = (1.06, 1.25)
"""The distances of places for a city from where it was, and from its province's unit."""


def cities_beside(
    shapes: Mapping[str, MapShape],
    cities: Mapping[str, str],
    units: Mapping[str, Point],
    size: float,
) -> dict[str, MapShape]:
    """The shapes of cities, each with its place where neither a unit nor another city covers it, or
    where they cover as little as can be; as near as can be to where it was. Units and cities are of
    this size."""
    spots = [at for key, at in units.items() if key not in cities]
    found = {key: shape.center for key in cities if (shape := shapes[key]).center is not None}
    # A city that gave way to another one is put anew when all others have their places.
    for _ in range(2):
        for key in sorted(found, key=lambda key: -_crowd(found[key], spots, size)):
            others = [at for other, at in found.items() if other != key]
            found[key] = _city_place(
                shapes[cities[key]],
                (shapes[key].center or found[key], units[cities[key]]),
                spots,
                others,
                size,
            )
    return {key: shapes[key].with_center(at) for key, at in found.items()}


def _crowd(at: Point, spots: Sequence[Point], size: float) -> int:
    return sum(math.dist(at, spot) < size * 2 for spot in spots)


def _city_place(
    shape: MapShape,
    from_: tuple[Point, Point],
    spots: Sequence[Point],
    others: Sequence[Point],
    size: float,
) -> Point:
    """The best place for a city, seen from where it was and from where its province's unit
    stands."""
    first, unit = from_
    reach = size * (_FAR[-1] + 2)
    near = [at for at in (*spots, *others) if math.dist(at, first) < reach]
    least = size * _APART

    def covered(at: Point) -> float:
        lacks = (least - math.dist(at, other) for other in near)
        own = max(least * 1.05 - math.dist(at, unit), 0.0)
        return 3 * (sum(lack for lack in lacks if lack > 0) + 3 * own) + math.dist(at, first) * 0.15

    places = [
        first,
        *_around(first, (size * far for far in _FAR)),
        *_around(unit, (size * far for far in _BESIDE)),
    ]
    best, least_cost = first, math.inf
    for cost, at in sorted((covered(at), at) for at in places):
        if cost >= least_cost:
            break
        whole = cost + _outside(shape, at, size * 0.4) * size * 0.3
        if whole < least_cost:
            best, least_cost = at, whole
    return best
