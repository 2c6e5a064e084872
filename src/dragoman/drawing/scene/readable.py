"""Sizes by the width a picture is looked at: the smaller it is, the more of the map do its
units, centres and names take. A map on a screen is laid out for steps of zoom."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from dragoman.drawing.geometry import Geometry, MapShape, Point, holds

UNIT_PIXELS, LEAST_UNIT_PIXELS = 26.0, 22.0
"""The pixels across a unit, and the least by which its shape can be told."""
_FAR_OFF = ((1500, 26.0), (3000, 52.0))
"""The pixels across a unit on larger pictures, which are looked at from farther off."""
_LARGEST = 2.15
"""No unit is so many times as large as what is certain to fit every province, unless most are
farther apart."""
_OF_DISTANCE = 0.6
"""A unit's part of the usual distance from one to the next, at most."""


def unit_pixels(width: int, on_page: bool = False) -> float:
    """The pixels across a unit on a picture so many pixels wide; on the map of a page, which is
    larger than what is seen of it at once, always the same."""
    (near, small), (far, large) = _FAR_OFF
    if on_page or width <= near:
        return small
    return small + (large - small) * (width - near) / (far - near)


def readable(geometry: Geometry, wanted: float, cities: Mapping[str, str]) -> Geometry:
    """A geometry whose units are as large as is ``wanted``, as far as there is room for them. What
    stood beside a unit is moved aside as far as the larger unit needs. ``cities`` are the provinces
    of cities that are places of their own."""
    key = (wanted, *cities.items())
    if (known := geometry.shown.get(key)) is None:
        if len(geometry.shown) >= _SIZES:
            geometry.shown.clear()
        known = geometry.shown[key] = _readable(geometry, wanted, cities)
    return known


_SIZES = 24
"""In so many sizes a geometry is kept."""


def _readable(geometry: Geometry, wanted: float, cities: Mapping[str, str]) -> Geometry:
    size = min(wanted, largest_unit(geometry))
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
    # A garrison stands in its city.
    garrisons = {key: at for key in cities if (at := shapes[key].center) is not None}
    shown = replace(
        geometry,
        units={**geometry.units, **garrisons},
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


def largest_unit(geometry: Geometry) -> float:
    """The size that no unit exceeds, lest units cover each other."""
    return max(geometry.unit_size * _LARGEST, _usual(geometry) * _OF_DISTANCE)


def _usual(geometry: Geometry) -> float:
    """The usual distance from one province's unit to the nearest other's."""
    spots = [geometry.units[key] for key in geometry.shapes if key in geometry.units]
    nearest = sorted(
        min((math.dist(at, other) for other in spots if other != at), default=0.0) for at in spots
    )
    return nearest[len(nearest) // 2] if nearest else 0.0


def _with_center(shape: MapShape, unit: Point, size: float, center_size: float) -> MapShape:
    """With its centre beside the unit and not under it."""
    if shape.center is None:
        return shape
    apart = math.dist(shape.center, unit)
    needed = (size + center_size) * 0.6
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
    near as can be to where it was. Where there is no such place, as far from them as can be."""
    center = shape.center
    if center is None:
        return shape
    least = size * _HULL + center_size * 0.72

    def room(at: Point) -> float:
        return min((math.dist(at, spot) for spot in near), default=math.inf)

    if center in spots or room(center) >= least:
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

    free = [at for at in around if room(at) >= least - 1e-6]
    best, fewest = max(around, key=room), _MANY + 1
    for at in sorted(free, key=lambda at: math.dist(at, center)):
        if (found := faults(at)) < fewest:
            best, fewest = at, found
            if not found:
                break
    return shape.with_center(best)


_MANY = 6


def _away(unit: Point, at: Point, share: float) -> Point:
    """A point so many times as far from a unit."""
    return unit[0] + (at[0] - unit[0]) * share, unit[1] + (at[1] - unit[1]) * share


# Steps of zoom: what stands on a map is laid out for each of them, to be of one size on the screen
# at all, and scaled with the ground from one to the next.

RATIO: Final = 1.15
"""The scales of two steps. What is laid out for one serves up to the next, and is larger by that at
most."""
STEPS: Final = range(-20, 15)
"""At step 0 units are first drawn. Farther out they would cover each other, and the map is an
overview."""
_PIXELS_AT_FIRST = 22.5
"""Across a unit at step 0."""


def scale_at(geometry: Geometry, step: int) -> float:
    """The pixels that a unit of the map takes at a step."""
    return _PIXELS_AT_FIRST / largest_unit(geometry) * RATIO**step


def width_at(geometry: Geometry, step: int) -> int:
    """The pixels that a map is wide at a step."""
    return round(scale_at(geometry, step) * geometry.width)


def step_below(geometry: Geometry, scale: float) -> int:
    """The last step at which a unit of the map takes no more pixels."""
    step = math.floor(math.log(scale / scale_at(geometry, 0), RATIO) + 0.01)
    return min(max(step, STEPS[0]), STEPS[-1])
