"""A game of an environment to look at: as text, as a picture, as pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from dragoman.drawing import map_of, scene_of, svg
from dragoman.drawing.files.raster import image
from dragoman.extras import extra
from dragoman.rules import Position

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    from dragoman.env.game_rows import GameRows

Rendering = Literal["ansi", "svg", "rgb_array"]
"""Text, an SVG as text, or ``(height, width, 3)`` of uint8, which takes the extra ``pictures``."""
_WIDTH = 1000


def render_modes() -> tuple[str, ...]:
    """The names of the ways to render."""
    return get_args(Rendering)


def rendered(env: GameRows, game: int, mode: str | None) -> Any:
    """The position of a game; None where nothing is to be rendered.

    Raises:
        MissingExtra: if pixels are asked for and the extra ``pictures`` is not installed.
    """
    if mode is None:
        return None
    (position,) = env.positions([game])
    if mode == "ansi":
        return _text(position)
    drawn_on, faults = map_of(env.variant)
    assert drawn_on is not None, faults
    picture = svg(scene_of(env.variant, drawn_on.geometry, position))
    return picture if mode == "svg" else np.asarray(image(picture, _WIDTH).convert("RGB"))


def _text(position: Position) -> str:
    """The position in a line for each power: units, then centres."""
    lines = [str(position.phase)]
    powers = dict.fromkeys([unit.power for unit in position.units] + [*position.owners.values()])
    for power in powers:
        units = ", ".join(map(str, position.units_of(power)))
        out = [str(one) for one in position.dislodged if one.unit.power == power]
        owned = [center for center, owner in position.owners.items() if owner == power]
        parts = (units, ", ".join(out), f"{len(owned)} centres: {' '.join(sorted(owned))}")
        lines.append(f"{power}: {'; '.join(part for part in parts if part)}")
    return "\n".join(lines)
