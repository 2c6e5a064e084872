"""The steps of zoom of a map on a screen: what stands on it is laid out for each of them, to be of
one size on all, and scaled with the ground from one to the next."""

from __future__ import annotations

import math
from typing import Final

from dragoman.drawing.geometry import Geometry
from dragoman.drawing.scene.readable import largest_unit

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
