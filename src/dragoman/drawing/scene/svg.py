"""A scene as SVG: one text with classes and ids, so that a page can restyle and click it.

A province is ``#province-STP`` with classes ``province``, ``land`` or ``water``, and
``owner-NAME`` or ``unowned``; a unit ``#unit-F-STP-SC`` with ``unit`` and ``power-NAME``; an order
``#order-A-PAR-move`` with ``order``, its kind, ``done`` or ``failed``, ``result-WORD`` and
``power-NAME``; a centre ``#center-STP``, with ``power-NAME`` of its owner or ``neutral``, and
``home-NAME``. Names of powers are in small letters. The classes that things are drawn with are
listed in ``style``.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from dragoman.drawing.embedded_type import embedded_type
from dragoman.drawing.scene.city_marks import (
    city_badge,
    city_point,
    city_size,
    drawn_cities_of,
    drawn_plights,
    soldiers_badge,
)
from dragoman.drawing.scene.contents import Piece, Scene
from dragoman.drawing.scene.drawn_orders import css, drawn_orders, drawn_signs
from dragoman.drawing.scene.fog import drawn_fog
from dragoman.drawing.scene.legend import (
    drawn_legend,
    drawn_title,
    drawn_treasuries,
    legend_height,
    title_height,
    treasuries_width,
)
from dragoman.drawing.scene.lines import straight
from dragoman.drawing.scene.marks import burst, dot, shapes, unit_mark
from dragoman.drawing.scene.names import drawn_names, drawn_stand_offs
from dragoman.drawing.scene.order_lines import OrderLines, order_lines
from dragoman.drawing.scene.style import hatches, style
from dragoman.drawing.scene.terrain import drawn_centers, drawn_terrain
from dragoman.errors import checked
from dragoman.orders import Build, Disband, Retreat


@checked
def svg(scene: Scene, names: str | None = None) -> str:
    """The picture of a scene. ``names`` are those of places as they are in other pictures too
    (``names_throughout``), where they are not to be put as suits this one."""
    width, height = picture_size(scene)
    top = title_height(scene)
    sheet = scene.geometry
    lines = order_lines(scene)
    if names is None:
        names = drawn_names(scene, lines)
    frame = f'x="0" y="0" width="{sheet.width:.1f}" height="{sheet.height:.1f}"'
    picture = "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="dragoman-map" '
            f'viewBox="0 {-top:.1f} {width:.1f} {height:.1f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img">',
            f"<title>{escape(scene.title)}, {escape(scene.turn)}</title>",
            f"<style>{style(scene)}</style>",
            f"<defs>{shapes(scene.kinds, scene.options)}{hatches(scene)}</defs>",
            f'<rect class="paper" {frame}/>',
            f'<g class="ground">{drawn_terrain(scene)}{drawn_fog(scene)}{drawn_centers(scene)}</g>',
            f'<g class="cities">{drawn_cities_of(scene)}</g>' if scene.cities else "",
            f'<g class="orders">{drawn_ways(scene, lines)}</g>',
            f'<g class="names">{names}{drawn_stand_offs(scene)}</g>',
            f'<g class="units">{drawn_units(scene)}{drawn_built(scene)}</g>',
            f'<g class="signs">{drawn_signs(scene, lines)}</g>',
            # What reaches over the edge of the sheet is covered: that is faster than clipping.
            _paper(0, width, -top, top),
            _paper(0, width, sheet.height, height - top - sheet.height),
            _paper(sheet.width, width - sheet.width, 0, sheet.height),
            f'<rect class="frame" {frame}/>',
            drawn_title(scene),
            drawn_legend(scene),
            drawn_treasuries(scene),
            "</svg>",
        )
    )
    if type_of_its_own := embedded_type(picture):
        picture = picture.replace("<style>", f"<style>{type_of_its_own}", 1)
    return picture


def _paper(left: float, width: float, top: float, height: float) -> str:
    if height <= 0 or width <= 0:
        return ""
    box = f'x="{left:g}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="paper" {box}/>'


@checked
def picture_size(scene: Scene) -> tuple[float, float]:
    """The width and height of the picture in the units of the geometry."""
    height = scene.geometry.height + title_height(scene) + legend_height(scene)
    return scene.geometry.width + treasuries_width(scene), height


def drawn_ways(scene: Scene, lines: OrderLines) -> str:
    """The orders, and where dislodged units may go as long as they have none."""
    return "".join(_escapes(scene)) + drawn_orders(scene, lines)


def drawn_units(scene: Scene) -> str:
    """The units that stand there, and what befell the provinces that they stand in."""
    units = "".join(_unit(scene, piece) for piece in scene.pieces)
    return drawn_plights(scene) + units + "".join(city_badge(scene, city) for city in scene.cities)


def drawn_built(scene: Scene) -> str:
    """The units that orders build; to be put after the others."""
    return "".join(_built(scene))


def _built(scene: Scene) -> Iterator[str]:
    for drawn in scene.orders:
        if isinstance(drawn.order, Build) and not drawn.failed:
            place, kind = drawn.unit.location.partition("/")[0], drawn.unit.kind
            is_known = any(kind == one.letter for one in scene.kinds)
            built = Piece(drawn.unit, place, special="" if is_known else kind[1:])
            yield _unit(scene, built, "built")


def _unit(scene: Scene, piece: Piece, more: str = "") -> str:
    unit, geometry = piece.unit, scene.geometry
    at = geometry.stand(unit.location, piece.beside, piece.is_dislodged)
    letter = scene.letter_at(unit.power)
    name = f"{unit.kind}-{unit.location}".replace("/", "-")
    name += f"-{piece.beside}" * (piece.beside > 0)
    out = "dislodged-" if piece.is_dislodged else ""
    classes = [
        "unit",
        f"kind-{unit.kind.removesuffix(piece.special).lower()}",
        f"power-{css(unit.power)}",
        more,
    ]
    classes += ["dislodged"] * piece.is_dislodged + ["beaten"] * piece.beaten
    size = geometry.unit_size * (0.85 if piece.is_dislodged else 1.0)
    city = next((city for city in scene.cities if city.place == unit.location), None)
    if city is not None and city.garrison is not None:
        at, size = city_point(geometry, city), city_size(scene, city)
    is_starred = scene.shows_units and (piece.is_dislodged or piece.beaten)
    star = burst(at, size) if is_starred else ""
    kind = unit.kind.removesuffix(piece.special)
    told = f"{unit.kind} {scene.short_names.get(unit.location, unit.location)}"
    if scene.shows_units:
        mark = unit_mark(kind, letter, at, size, scene.options)
    else:
        mark = dot(at, scene.dot_size)
    if piece.special and scene.shows_units:
        mark += soldiers_badge(piece.special, at, size)
    return (
        f'<g id="{scene.options.prefix}{out}unit-{escape(name)}" '
        f'class="{" ".join(filter(None, classes))}" data-unit="{escape(str(unit))}" '
        f'data-province="{piece.province}"><title>{escape(told)}</title>{star}{mark}</g>'
    )


def _escapes(scene: Scene) -> Iterator[str]:
    """The ways of dislodged units, as long as they have no order."""
    ordered = {d.unit for d in scene.orders if isinstance(d.order, Retreat | Disband)}
    geometry = scene.geometry
    for piece in scene.pieces:
        if not piece.is_dislodged or piece.unit in ordered:
            continue
        start = geometry.dislodged.get(piece.unit.location) or geometry.dislodged[piece.province]
        for option in piece.retreats:
            goal = geometry.units.get(option)
            if goal is not None and goal != start:
                size = geometry.unit_size
                way = straight(start, goal).trimmed(size * 0.5, size * 0.2)
                yield f'<path class="escape" d="{way.path()}"/>'
