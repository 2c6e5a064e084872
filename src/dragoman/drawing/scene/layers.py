"""A picture taken apart: the ground, which is the same for a whole game, and what changes upon it.

A page fetches the ground once, and puts the layers of each phase upon it. They are laid out for a
scale, by ``Options.width``: how many pixels wide the whole map is there (``screen`` has the steps).
The ground is the same for all scales; in each, the variable ``--u`` of its picture is the size of a
unit (``unit_size`` of the geometry of the scene).
"""

from __future__ import annotations

from dataclasses import replace

from dragoman.drawing.geometry import Geometry
from dragoman.drawing.scene.beyond import drawn_beyond
from dragoman.drawing.scene.city_marks import drawn_cities_of
from dragoman.drawing.scene.contents import Options, Scene, scene_of
from dragoman.drawing.scene.drawn_orders import css, drawn_signs
from dragoman.drawing.scene.fog import drawn_fog
from dragoman.drawing.scene.marks import shapes
from dragoman.drawing.scene.names import drawn_names, drawn_stand_offs
from dragoman.drawing.scene.order_lines import order_lines
from dragoman.drawing.scene.overview import drawn_powers
from dragoman.drawing.scene.picture import Estates
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.drawing.scene.style import hatches, style
from dragoman.drawing.scene.svg import drawn_built, drawn_units, drawn_ways
from dragoman.drawing.scene.terrain import drawn_centers, drawn_terrain
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position

_ON_PAGE = Options(title=False, legend=False, on_page=True, scheme=MapScheme.PAGE)


@dataclass(frozen=True)
class Layers:
    """The layers that a phase puts on the terrain, from below: each is what belongs within an SVG
    ``g``. ``owners`` has for each province that is owned the end of its class ``owner-``."""

    owners: dict[str, str]
    centers: str
    orders: str
    names: str
    units: str


def terrain_scene(
    variant: Variant,
    geometry: Geometry,
    backdrop: str = "",
    language: str = "en",
    apart: bool = False,
    letters: bool = False,
    width: int = Options.width,
) -> Scene:
    """The scene of a map on which nobody stands and which nobody owns, looked at so many pixels
    wide; ``apart`` has colours for eyes that see some alike, ``letters`` units with letters on
    them."""
    empty = Position(variant.start.phase, (), {})
    return scene_of(
        variant,
        geometry,
        empty,
        language=language,
        options=replace(_ON_PAGE, apart=apart, letters=letters, width=width),
        backdrop=backdrop,
        estates=Estates(),
    )


def terrain_layer(scene: Scene) -> str:
    """The ground of a scene, the same for each scale: provinces, what lies beyond the edges of the
    map, and the style sheet of all that will stand there. Empty groups ``centers``, ``orders``,
    ``names`` and ``units`` wait for the layers of a phase."""
    sheet = scene.geometry
    frame = f'x="0" y="0" width="{sheet.width:.1f}" height="{sheet.height:.1f}"'
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="dragoman-map" '
            f'viewBox="0 0 {sheet.width:.1f} {sheet.height:.1f}">',
            f"<style>{style(scene)}</style>",
            f"<defs>{shapes(scene.kinds, scene.options)}{hatches(scene)}</defs>",
            f'<rect class="paper" {frame}/>',
            f'<g class="ground">{drawn_terrain(scene)}</g>',
            '<g class="centers"></g><g class="orders"></g>',
            '<g class="names"></g><g class="units"></g>',
            f"{drawn_beyond(scene)}</svg>",
        )
    )


def layers(scene: Scene, names: str) -> Layers:
    """The layers on the terrain of a scene, with the names that were laid out for it. So small that
    units would cover each other it has the powers in place of both."""
    bare = Layers(
        {place.key: css(place.owner) for place in scene.provinces if place.owner is not None},
        drawn_fog(scene) + drawn_centers(scene) + drawn_cities_of(scene),
        "",
        names if scene.shows_units else drawn_powers(scene),
        drawn_stand_offs(scene) + drawn_units(scene) if scene.shows_units else "",
    )
    return ordered_layers(bare, scene)


def ordered_layers(bare: Layers, scene: Scene) -> Layers:
    """The layers of a scene, of those that it has without its orders."""
    lines = order_lines(scene)
    over = drawn_built(scene) + drawn_signs(scene, lines)
    units = bare.units + over if scene.shows_units else ""
    return replace(bare, orders=drawn_ways(scene, lines), units=units)


def names_layer(scene: Scene) -> str:
    """The names on a scene, each where it covers no unit wherever one may stand, and none that is
    dislodged now. They step aside for no order: a map on which names jump about from turn to turn
    is none to play on."""
    bare = replace(scene, orders=())
    return drawn_names(bare, order_lines(bare)) if scene.shows_units else ""


def spots(scene: Scene) -> dict[str, tuple[float, float, float, float]]:
    """The points of units at each location, and of those that were driven out of it."""
    sheet = scene.geometry
    return {
        key: (*_rounded(sheet.stand(key)), *_rounded(sheet.stand(key, dislodged=True)))
        for key in sheet.units
    }


def _rounded(at: tuple[float, float]) -> tuple[float, float]:
    return round(at[0], 1), round(at[1], 1)
