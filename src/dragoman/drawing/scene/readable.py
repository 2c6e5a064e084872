"""Sizes by the width a picture is looked at: the smaller it is, the more of the map do its
units, centres and names take."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from dragoman.drawing.geometry import Geometry, Ground, Point

_PIXELS = ((0, 12.0), (500, 17.0), (800, 25.0), (1100, 29.0), (1500, 35.0), (3000, 54.0))
"""How many pixels across a unit is on pictures so many pixels wide; in between, in between."""
_LARGEST = 2.0
"""No unit is so many times as large as what is certain to fit every province."""


def readable(geometry: Geometry, width: int, cities: Mapping[str, str]) -> Geometry:
    """A geometry whose marks are large enough for a picture so many pixels wide. What stood
    beside a unit is moved aside as far as the larger unit needs. ``cities`` are in Machiavelli the
    provinces of cities that are places of their own."""
    size = max(
        geometry.unit_size,
        min(geometry.unit_size * _LARGEST, _pixels(width) * geometry.width / width),
    )
    share = size / geometry.unit_size
    center_size = (geometry.center_size or geometry.unit_size * 0.4) * share
    grounds = {
        key: _with_center(ground, geometry.units[cities.get(key, key)], size, center_size)
        for key, ground in geometry.grounds.items()
    }
    dislodged = {
        location: _away(geometry.units[location], at, share)
        for location, at in geometry.dislodged.items()
    }
    shown = replace(
        geometry, unit_size=size, center_size=center_size, grounds=grounds, dislodged=dislodged
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


def _with_center(ground: Ground, unit: Point, size: float, center_size: float) -> Ground:
    """With its centre beside the unit and not under it."""
    if ground.center is None:
        return ground
    apart = math.dist(ground.center, unit)
    needed = (size + center_size) * 0.5
    if not 0 < apart < needed:
        return ground
    return ground.with_center(_away(unit, ground.center, needed / apart))


def _away(unit: Point, at: Point, share: float) -> Point:
    """A point so many times as far from a unit."""
    return unit[0] + (at[0] - unit[0]) * share, unit[1] + (at[1] - unit[1]) * share
