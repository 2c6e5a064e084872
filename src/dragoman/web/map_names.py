"""The names on maps, laid out once for all positions in which units stand at their places."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from dragoman.drawing import Scene, names_layer
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.web.responses import tag_of


@dataclass(frozen=True, slots=True)
class MapNames:
    """The names on a map as they are drawn. Where they are the same for all positions they have the
    ``tag`` of what they are."""

    drawn: str
    tag: str


_kept: Final[Remembered[tuple[Hashable, ...], MapNames]] = Remembered()


def names_on(variant: Variant, scene: Scene) -> MapNames:
    """The names on a scene: they step aside for units that are beside their places, and are the
    same for all positions where there are none."""
    aside = tuple(
        (one.unit.location, one.beside, one.is_dislodged)
        for one in scene.pieces
        if one.beside or one.is_dislodged
    )
    key = (variant, scene.language, scene.options.width, aside)
    if (known := _kept.get(key)) is not None:
        return known
    drawn = names_layer(scene)
    is_shared = scene.shows_units and not aside
    made = MapNames(drawn, tag_of(drawn.encode()).strip('"') if is_shared else "")
    return _kept.keep(key, made, len(drawn))
