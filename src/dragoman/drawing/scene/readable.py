"""Sizes by the width a picture is looked at: the smaller it is, the more of the map do its
units, centres and names take. A map on a screen is laid out for steps of zoom."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dragoman.drawing.geometry import Geometry, Point
from dragoman.drawing.scene.room import (
    UNIT_REACH,
    center_beside,
    cities_beside,
    on_sheet,
    spread,
)

UNIT_PIXELS, LEAST_UNIT_PIXELS = 26.0, 22.9
"""The pixels across a unit, and the least by which its shape can be told: its body is 22 there."""
_FAR_OFF = ((1500, 26.0), (3000, 52.0))
"""The pixels across a unit on larger pictures, which are looked at from farther off."""
_LARGEST = 2.2
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


def readable(geometry: Geometry, wanted: float, cities: Mapping[str, str], ends: bool) -> Geometry:
    """A geometry whose units are as large as is ``wanted``, as far as there is room for them. What
    stood beside a unit is moved aside as far as the larger unit needs. ``cities`` are the provinces
    of cities that are places of their own. Where the map ``ends`` at the edges of its sheet, as on
    a picture, they cut no unit and no centre."""
    key = (wanted, ends, *cities.items())
    if (known := geometry.shown.get(key)) is None:
        if len(geometry.shown) >= _SIZES:
            geometry.shown.clear()
        known = geometry.shown[key] = _readable(geometry, wanted, cities, ends)
    return known


_SIZES = 24
"""In so many sizes a geometry is kept."""


def _readable(geometry: Geometry, wanted: float, cities: Mapping[str, str], ends: bool) -> Geometry:
    # Wherever the map is seen from, units stand at the same points, but for edges.
    largest = largest_unit(geometry)
    units = spread(geometry, largest, cities)
    size = min(wanted, largest)
    if ends:
        units = {key: on_sheet(geometry, at, size * UNIT_REACH) for key, at in units.items()}
    share = size / geometry.unit_size
    center_size = (geometry.center_size or geometry.unit_size * 0.4) * share
    shapes = {**geometry.shapes, **cities_beside(geometry.shapes, cities, units, size)}
    dislodged = {
        location: _away(
            units[location], _moved(at, geometry.units[location], units[location]), share
        )
        for location, at in geometry.dislodged.items()
    }
    if ends:
        reach = size * UNIT_REACH
        dislodged = {key: on_sheet(geometry, at, reach) for key, at in dislodged.items()}
    for key, shape in shapes.items():
        if key not in cities and shape.center is not None:
            own = [at for at in units if at == key or at.startswith(f"{key}/")]
            taken = [(dislodged[at], size * 0.6) for at in own if at in dislodged]
            taken += [
                (other.center, center_size * 1.1)
                for place, other in shapes.items()
                if place != key and other.center is not None
            ]
            spots = [units[at] for at in own]
            everywhere = [*units.values()]
            sheet, sizes = geometry if ends else None, (size, center_size)
            shapes[key] = center_beside(sheet, shape, spots, everywhere, taken, sizes)
    # A garrison stands in its city.
    garrisons = {key: at for key in cities if (at := shapes[key].center) is not None}
    shown = replace(
        geometry,
        units={**units, **garrisons},
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
    return max(geometry.unit_size * _LARGEST, geometry.usual_distance * _OF_DISTANCE)


def _moved(at: Point, before: Point, after: Point) -> Point:
    """A point as far from another one as it was before that was moved."""
    return at[0] + after[0] - before[0], at[1] + after[1] - before[1]


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
_PIXELS_AT_FIRST = 23.0
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
