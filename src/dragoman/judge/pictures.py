"""Pictures of games, as SVG and as PNG: on the map that a variant comes with, or that was made when
somebody brought it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dragoman.drawing import Options, map_of, png, scene_of, svg
from dragoman.drawing.files.geometry_file import parse_geometry
from dragoman.drawing.files.raster import small_png
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.drawing.share_card import MAP_WIDTH, WIDTH, share_card
from dragoman.drawing.variant_map import Map
from dragoman.formats import VariantError
from dragoman.game import Resolution, Variant
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.rules import Position
from dragoman.values import FrozenMap

PNG_WIDTH: Final = 1000
_MAP_BYTES: Final = 2_000_000

_maps: Remembered[str, Map] = Remembered()
_pictures: Remembered[tuple[Any, ...], str] = Remembered()
_painted: Remembered[str, bytes] = Remembered()
_shared: Remembered[tuple[Any, ...], bytes] = Remembered()
_small: Remembered[str, bytes] = Remembered()


@dataclass(frozen=True)
class MapLook:
    """The look of maps that somebody likes: ``apart`` is for eyes that see some colours alike,
    ``letters`` has units and centres with letters on them, as on old boards."""

    apart: bool = False
    letters: bool = False
    scheme: MapScheme = MapScheme.LIGHT


AS_USUAL: Final = MapLook()


def drawn(
    variants: VariantStore,
    variant: Variant,
    position: Position,
    resolution: Resolution | None,
    orders: Mapping[str, tuple[Order, ...]],
    language: str,
    look: MapLook = AS_USUAL,
    hidden: frozenset[str] = frozenset(),
) -> str:
    """A picture of a position, with what came of a phase, or with orders; the ``hidden`` provinces
    lie in fog.

    Raises:
        VariantError: if there is no map of the variant to draw on.
    """
    key = (variant, position, resolution, orders, language, look, hidden)
    if (known := _pictures.get(key)) is not None:
        return known
    drawn_on = map_drawn_on(variants, variant)
    scene = scene_of(
        variant,
        drawn_on.geometry,
        position,
        orders=orders,
        resolution=resolution,
        language=language,
        options=Options(
            width=PNG_WIDTH, apart=look.apart, letters=look.letters, scheme=look.scheme
        ),
        backdrop=drawn_on.backdrop,
        hidden=hidden,
    )
    picture = svg(scene)
    return _pictures.keep(key, picture, len(picture))


def painted(picture: str) -> bytes:
    """A picture as PNG, for places that show no SVG.

    Raises:
        MissingExtra: if this judge was installed without what makes them.
    """
    if (known := _painted.get(picture)) is not None:
        return known
    made = png(picture, PNG_WIDTH)
    return _painted.keep(picture, made, len(picture) + len(made))


def shared(
    variants: VariantStore,
    variant: Variant,
    position: Position,
    resolution: Resolution | None,
    title: str,
    lines: tuple[str, ...],
    language: str,
) -> bytes:
    """A PNG for where a link is shared: a position, with what came of a phase, and a few words.

    Raises:
        VariantError: if there is no map of the variant to draw on.
        MissingExtra: if this judge was installed without what makes pictures.
    """
    key = (variant, position, resolution, title, lines, language)
    if (known := _shared.get(key)) is not None:
        return known
    drawn_on = map_drawn_on(variants, variant)
    scene = scene_of(
        variant,
        drawn_on.geometry,
        position,
        resolution=resolution,
        language=language,
        options=Options(title=False, legend=False, width=MAP_WIDTH),
        backdrop=drawn_on.backdrop,
    )
    made = small_png(share_card(svg(scene), title, lines), WIDTH)
    return _shared.keep(key, made, len(made))


def map_drawn_on(variants: VariantStore, variant: Variant) -> Map:
    """The map of a variant.

    Raises:
        VariantError: if there is none.
    """
    if (known := _maps.get(variant.name)) is not None:
        return known
    brought = variants.brought(variant.name)
    if brought is not None:
        found = Map(parse_geometry(brought.geometry, brought.key))
    else:
        made, faults = map_of(variant)
        if made is None:
            raise VariantError(faults)
        found = made
    return _maps.keep(variant.name, found, _MAP_BYTES)


def seen_by(viewer: Viewer, variants: VariantStore, phase: str, language: str) -> bytes | None:
    """A small PNG of what somebody may see: a phase that was judged, with what came of it, or
    (empty) the position at hand. None where there is no such phase, or he may not look.

    Raises:
        VariantError: if there is no map of the variant to draw on.
        MissingExtra: if this judge was installed without what makes pictures.
    """
    g = viewer.g
    if not viewer.may_look:
        return None
    past = next((one for one in g.history if str(one.phase) == phase), None)
    if phase and past is None:
        return None
    before = g.game.position if past is None else past.before
    position, hidden = viewer.sees_of(before), viewer.hidden_of(before)
    shown, nothing = past and viewer.told_of(past), FrozenMap[str, tuple[Order, ...]]()
    variant = g.game.variant
    drawing = drawn(variants, variant, position, shown, nothing, language, AS_USUAL, hidden)
    return _mailed(drawing)


def _mailed(picture: str) -> bytes:
    """A picture as it goes with mails: made once for all who see the same."""
    if (known := _small.get(picture)) is not None:
        return known
    made = small_png(picture, PNG_WIDTH)
    return _small.keep(picture, made, len(picture) + len(made))
