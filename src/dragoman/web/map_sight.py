"""Maps as they are looked at by whoever asks for one: how large, and with what on it."""

from __future__ import annotations

from typing import Annotated

from dragoman.drawing.scene.readable import STEPS
from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    from fastapi import Depends, Query

StepAsked = Annotated[
    int,
    Query(
        ge=STEPS[0],
        le=STEPS[-1],
        description="The step of zoom for which layers are laid out, of those that the facts of "
        "the map name.",
    ),
]


@dataclass(frozen=True)
class MapSight:
    """A map as it is looked at: at a step of zoom, or first in a window of this width and height in
    pixels; with its names, or ``names_apart`` from it."""

    step: int | None = None
    window: tuple[int, int] | None = None
    names_apart: bool = False


async def _sight(
    step: StepAsked | None = None,
    window: Annotated[
        str,
        Query(
            pattern=r"^([1-9]\d{0,4}x[1-9]\d{0,4})?$",
            description="Where no step is named: the width and height in pixels of the window in "
            "which the map is seen first, as `390x640`; the answer names its step.",
        ),
    ] = "",
    names_apart: Annotated[
        bool,
        Query(
            description="With the address of the names in their place, where they are the same for "
            "all positions."
        ),
    ] = False,
) -> MapSight:
    wide, _, high = window.partition("x")
    return MapSight(step, (int(wide), int(high)) if window else None, names_apart)


MapSightAsked = Annotated[MapSight, Depends(_sight)]
