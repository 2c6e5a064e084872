"""Sizes by the width a picture is looked at: the smaller it is, the more of the map do its
units, centres and names take."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from dragoman.drawing.geometry import Geometry, MapShape, Point, holds

_PIXELS = ((0, 12.0), (500, 17.0), (800, 25.0), (1100, 29.0), (1500, 35.0), (3000, 54.0))
"""The pixels across a unit, on pictures so many pixels wide; in between, in between."""
_LARGEST = 2.0
"""No unit is so many times as large as what is certain to fit every province."""


def readable(geometry: Geometry, width: int, cities: Mapping[str, str]) -> Geometry:
    """A geometry whose marks are large enough for a picture so many pixels wide. What stood
    beside a unit is moved aside as far as the larger unit needs. ``cities`` are the provinces of
    cities that are places of their own."""
    key = (width, *cities.items())
    if (known := geometry.shown.get(key)) is None:
        if len(geometry.shown) >= _SIZES:
            geometry.shown.clear()
        known = geometry.shown[key] = _readable(geometry, width, cities)
    return known


_SIZES = 12
"""In so many sizes a geometry is kept."""


def _readable(geometry: Geometry, width: int, cities: Mapping[str, str]) -> Geometry:
    size = max(
        geometry.unit_size,
        min(geometry.unit_size * _LARGEST, _pixels(width) * geometry.width / width),
    )
    share = size / geometry.unit_size
    center_size = (geometry.center_size or geometry.unit_size * 0.4) * share
    shapes = {
        key: _with_center(shape, geometry.units[cities[key]], size, center_size)
        if key in cities
        else shape
        for key, shape in geometry.shapes.items()
    }
    dislodged = {
        location: _away(geometry.units[location], at, share)
        for location, at in geometry.dislodged.items()
    }
    for key, shape in shapes.items():
        if key not in cities and shape.center is not None:
            own = [at for at in geometry.units if at == key or at.startswith(f"{key}/")]
            near = [
                spot
                for spot in geometry.units.values()
                if math.dist(spot, shape.center) < size * _NEAR
            ]
            taken = [(dislodged[at], size * 0.6) for at in own if at in dislodged]
            taken += [
                (other.center, center_size * 1.1)
                for place, other in shapes.items()
                if place != key and other.center is not None
            ]
            spots = [geometry.units[at] for at in own]
            shapes[key] = _beside_units(shape, spots, near, taken, size, center_size)
    shown = replace(
        geometry,
        unit_size=size,
        least_size=geometry.unit_size,
        center_size=center_size,
        shapes=shapes,
        dislodged=dislodged,
    )
    for outline in ("outline_outside", "outline_of_lakes", "outline_of_rivers"):
        if outline in geometry.__dict__:  # it need not be made again
            shown.__dict__[outline] = geometry.__dict__[outline]
    return shown


def _pixels(width: float) -> float:
    for (low, small), (high, large) in pairwise(_PIXELS):
        if width <= high:
            return small + (large - small) * (width - low) / (high - low)
    return _PIXELS[-1][1] * width / _PIXELS[-1][0]


def _with_center(shape: MapShape, unit: Point, size: float, center_size: float) -> MapShape:
    """With its centre beside the unit and not under it."""
    if shape.center is None:
        return shape
    apart = math.dist(shape.center, unit)
    needed = (size + center_size) * 0.5
    if not 0 < apart < needed:
        return shape
    return shape.with_center(_away(unit, shape.center, needed / apart))


_HULL = 0.66
"""The reach of the widest unit, in its size, with the line around it."""
_RINGS = (1.0, 1.2, 1.5)
_STEPS = 16
_NEAR = 3.5
"""The distance of units that might cover a centre, wherever that is put, in their size."""


def _beside_units(
    shape: MapShape,
    spots: Sequence[Point],
    near: Sequence[Point],
    taken: Sequence[tuple[Point, float]],
    size: float,
    center_size: float,
) -> MapShape:
    """With its centre where no unit covers it, neither at its own ``spots`` nor at any that are
    ``near``: if there is room, within the outline and not within what is ``taken`` otherwise; as
    near as can be to where it was."""
    center = shape.center
    if center is None:
        return shape
    least = size * _HULL + center_size * 0.56

    def is_free(at: Point) -> bool:
        return all(math.dist(at, spot) >= least - 1e-6 for spot in near)

    if center in spots or is_free(center):
        return shape
    around = [
        (
            x + least * ring * math.cos(math.tau * step / _STEPS),
            y + least * ring * math.sin(math.tau * step / _STEPS),
        )
        for x, y in spots
        for ring in _RINGS
        for step in range(_STEPS)
    ]

    def faults(at: Point) -> int:
        if any(math.dist(at, spot) < reach for spot, reach in taken):
            return _MANY
        x, y = at
        reach = center_size * 0.5
        edge = ((x, y), (x + reach, y), (x - reach, y), (x, y + reach), (x, y - reach))
        return sum(not holds(shape.rings, *point) for point in edge)

    best, fewest = center, _MANY + 1
    for at in sorted(filter(is_free, around), key=lambda at: math.dist(at, center)):
        if (found := faults(at)) < fewest:
            best, fewest = at, found
            if not found:
                break
    return shape.with_center(best)


_MANY = 6


def _away(unit: Point, at: Point, share: float) -> Point:
    """A point so many times as far from a unit."""
    return unit[0] + (at[0] - unit[0]) * share, unit[1] + (at[1] - unit[1]) * share
