"""Pictures of games as SVG: on the map that a variant comes with, or that was made when somebody
brought it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dragoman.drawing import Options, map_of, png, scene_of, svg
from dragoman.drawing.files.geometry_file import parse_geometry
from dragoman.drawing.variant_map import Map
from dragoman.extras import MissingExtra
from dragoman.game import Resolution, Variant
from dragoman.orders import Order
from dragoman.remembered import Remembered
from dragoman.rules import Position
from dragoman.web.door import Door
from dragoman.web.languages import Language
from dragoman.web.problems import Problem

SVG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}
"""What routes that answer with a picture say of it."""
_MAP_BYTES: Final = 2_000_000

_maps: Remembered[str, Map] = Remembered()
_pictures: Remembered[tuple[Any, ...], str] = Remembered()
_painted: Remembered[str, bytes] = Remembered()

PNG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
}
PNG_WIDTH: Final = 1000


def drawn(
    door: Door,
    variant: Variant,
    position: Position,
    resolution: Resolution | None,
    orders: Mapping[str, tuple[Order, ...]],
    language: Language = Language.ENGLISH,
    apart: bool = False,
) -> str:
    """A picture of a position, with what came of a phase, or with orders; ``apart`` in colours for
    eyes that see some alike.

    Raises:
        Problem: if there is no map of the variant to draw on.
    """
    key = (variant, position, resolution, orders, language, apart)
    if (known := _pictures.get(key)) is not None:
        return known
    drawn_on = map_drawn_on(door, variant)
    scene = scene_of(
        variant,
        drawn_on.geometry,
        position,
        orders=orders,
        resolution=resolution,
        language=language.value,
        options=Options(width=PNG_WIDTH, apart=apart),
        backdrop=drawn_on.backdrop,
    )
    picture = svg(scene)
    return _pictures.keep(key, picture, len(picture))


def painted(picture: str) -> bytes:
    """A picture as PNG, for places that show no SVG.

    Raises:
        Problem: if this judge was installed without what makes them.
    """
    if (known := _painted.get(picture)) is not None:
        return known
    try:
        made = png(picture, PNG_WIDTH)
    except MissingExtra as missing:
        raise Problem((missing.diagnostic,), 404) from None
    return _painted.keep(picture, made, len(picture) + len(made))


def map_drawn_on(door: Door, variant: Variant) -> Map:
    """The map of a variant.

    Raises:
        Problem: if there is none.
    """
    if (known := _maps.get(variant.name)) is not None:
        return known
    brought = door.judge.variants.brought(variant.name)
    if brought is not None:
        found = Map(parse_geometry(brought.geometry, brought.key))
    else:
        made, faults = map_of(variant)
        if made is None:
            raise Problem(faults, 404)
        found = made
    return _maps.keep(variant.name, found, _MAP_BYTES)
