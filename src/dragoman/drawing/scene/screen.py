"""The steps of zoom of a map on a screen: what stands on it is laid out for each of them, to be of
one size on all, and scaled with the ground from one to the next."""

from __future__ import annotations

import math
from typing import Final

from dragoman.drawing.geometry import Geometry
from dragoman.drawing.scene.readable import LEAST_UNIT_PIXELS, UNIT_PIXELS, largest_unit

RATIO: Final = 1.25
"""The scales of two steps. What is laid out for one serves up to the next, so that units are a
quarter larger at most."""
STEPS: Final = range(-16, 6)
"""At step 0 units are as large as fits every province."""


def scale_at(geometry: Geometry, step: int) -> float:
    """The pixels that a unit of the map takes at a step."""
    return UNIT_PIXELS / geometry.unit_size * RATIO**step


def width_at(geometry: Geometry, step: int) -> int:
    """The pixels that a map is wide at a step."""
    return round(scale_at(geometry, step) * geometry.width)


def step_below(geometry: Geometry, scale: float) -> int:
    """The last step at which a unit of the map takes no more pixels."""
    step = math.floor(math.log(scale * geometry.unit_size / UNIT_PIXELS, RATIO) + 0.01)
    return min(max(step, STEPS[0]), STEPS[-1])


def least_step(geometry: Geometry) -> int:
    """The first step at which units are drawn; farther out they would cover each other, and the map
    is an overview."""
    largest = largest_unit(geometry)
    fits = (step for step in STEPS if largest * scale_at(geometry, step) >= LEAST_UNIT_PIXELS)
    return next(fits, STEPS[-1])
