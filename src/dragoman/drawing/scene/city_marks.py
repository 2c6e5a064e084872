"""The marks of cities by kind and value, garrisons in them, sieges, disasters.

An open city is a round house with its income, a fortified one has battlements, a port stands on
waves; a fortress is a tower without income. Each has its owner's colour, whoever owns the land
around it. A garrison stands within the walls.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import dist

from dragoman.drawing.geometry import Geometry, Point
from dragoman.drawing.scene.contents import Scene
from dragoman.drawing.scene.drawn_orders import css
from dragoman.drawing.scene.picture import DrawnCity

_WALLS = "M-44,44V-40H-30V-26H-18V-40H-6V-26H6V-40H18V-26H30V-40H44V44Z"  # battlements
_BEHIND = "M-58,48V-4H-48V8H-38V-4H38V8H48V-4H58V48Z"  # walls at both sides of a garrison
_TOWER = "M-26,46V-46H-12V-32H-6V-46H6V-32H12V-46H26V46Z"
_HOUSE = "M0,-46A46,46 0 1 1 -0.01,-46Z"
_WAVES = "M-60,52q10,-13 20,0t20,0t20,0t20,0t20,0t20,0"
_SIZES = {0: 0.95, 1: 1.0, 2: 1.1, 3: 1.2}
"""The size of a city of this income; larger ones are not known."""


def drawn_cities_of(scene: Scene) -> str:
    """All cities of a scene, without the garrisons in them."""
    return "".join(_city(scene, city) for city in scene.cities)


def drawn_plights(scene: Scene) -> str:
    """Famine, plague, storms and rebellion in provinces, each as a small sign."""
    return "".join(_plights(scene))


def city_point(geometry: Geometry, city: DrawnCity) -> Point:
    """The middle of a city's mark."""
    for key in (city.place, city.province):
        if (shape := geometry.shapes.get(key)) is not None and shape.center is not None:
            return shape.center
    x, y = geometry.units[city.province]
    return x - geometry.unit_size * 0.75, y + geometry.unit_size * 0.6


def city_size(scene: Scene, city: DrawnCity) -> float:
    """The width of a city's mark: the larger, the more its income; with a garrison in it, no less
    than that of a unit."""
    size = max(scene.geometry.center_size, scene.geometry.unit_size * 0.62)
    size *= _SIZES[min(city.value, 3)]
    holds_unit = city.garrison is not None and scene.shows_units
    return max(size, scene.geometry.unit_size) if holds_unit else size


def _city(scene: Scene, city: DrawnCity) -> str:
    x, y = city_point(scene.geometry, city)
    scale = city_size(scene, city) / 100
    shape = _TOWER if city.is_fortress else _WALLS if city.is_fortified else _HOUSE
    owned = f"power-{css(city.owner)}" if city.owner else "neutral"
    kind = "fortress" if city.is_fortress else "fortified" if city.is_fortified else "open"
    classes = f"city {kind} {owned}" + " port" * city.is_port + " besieged" * city.is_besieged
    parts = [
        f'<g id="{scene.options.prefix}city-{city.province}" class="{classes}" '
        f'transform="translate({x:.1f},{y:.1f}) scale({scale:.3f})">'
        f"<title>{escape(city.name)}</title>"
    ]
    if city.is_port:
        parts.append(f'<path class="quay backing" d="{_WAVES}"/><path class="quay" d="{_WAVES}"/>')
    holds_unit = city.garrison is not None and scene.shows_units
    if holds_unit:
        shape = _BEHIND
    parts.append(f'<path class="walls" d="{shape}"/>')
    if city.value and not holds_unit:
        drop = 32 if city.is_fortified else 21
        parts.append(f'<text class="worth" y="{drop}" font-size="58">{city.value}</text>')
    if city.is_besieged:
        parts.append('<circle class="siege backing" r="80"/><circle class="siege" r="80"/>')
    if city.rebels:
        parts.append(f'<g transform="translate(-46,-46) scale(.62)">{_flame()}</g>')
    parts.append("</g>")
    return "".join(parts)


def city_badge(scene: Scene, city: DrawnCity) -> str:
    """The income of a garrisoned city, at the upper right of its walls."""
    if not city.value or city.garrison is None or not scene.shows_units:
        return ""
    x, y = city_point(scene.geometry, city)
    size = city_size(scene, city)
    return _badge("badge", str(city.value), (x + size * 0.58, y - size * 0.5), size * 0.27)


def soldiers_badge(special: str, at: Point, size: float) -> str:
    """The letter of special soldiers, at the lower right of their unit."""
    place = at[0] + size * 0.4, at[1] + size * 0.36
    return _badge("badge soldiers", escape(special), place, size * 0.2)


def _badge(classes: str, told: str, at: Point, radius: float) -> str:
    return (
        f'<g class="{classes}"><circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}"/>'
        f'<text class="letter" x="{at[0]:.1f}" y="{at[1] + radius * 0.62:.1f}" '
        f'font-size="{radius * 1.75:.1f}">{told}</text></g>'
    )


def _plights(scene: Scene) -> Iterator[str]:
    geometry = scene.geometry
    size, step = geometry.unit_size * 0.8, geometry.unit_size * 0.86
    taken = list(_taken(scene))
    for place in scene.provinces:
        signs = [
            (word, mark)
            for word, mark, where in (
                ("famine", _EAR, scene.estates.famine),
                ("plague", _BONES, scene.estates.plague),
                ("storm", _GUST, scene.estates.storms),
                ("rebellion", _FLAME, scene.estates.rebellions),
            )
            if place.key in where
        ]
        if not signs:
            continue
        row = _free_row(geometry, place.key, [step * i for i in range(len(signs))], size, taken)
        for (word, _), at in zip(signs, row, strict=True):
            taken.append((at, size / 2))
            yield plight(word, at, size, f"{place.name}: {word}")


def _taken(scene: Scene) -> Iterator[tuple[Point, float]]:
    """The points of cities and units, and the radius around each in which nothing else should
    be."""
    geometry = scene.geometry
    for city in scene.cities:
        grown = 0.8 if city.is_besieged else 0.6
        yield city_point(geometry, city), city_size(scene, city) * grown
    within = {city.place for city in scene.cities}
    for piece in scene.pieces:
        if piece.unit.location not in within:
            at = geometry.stand(piece.unit.location, piece.beside, piece.is_dislodged)
            yield at, geometry.unit_size * 0.5


def _free_row(
    geometry: Geometry,
    province: str,
    offsets: list[float],
    size: float,
    taken: list[tuple[Point, float]],
) -> list[Point]:
    """The points of the signs of a province, side by side: where a dislodged unit would stand, or
    around where units stand, wherever least is covered; not across the edge of the map if there is
    another place."""
    x, y = geometry.units[province]
    wide, high = offsets[-1], geometry.unit_size
    starts = (
        geometry.dislodged[province],
        *((x + dx - wide * (dx <= 0) / (1 + (dx == 0)), y + dy)
          for dx, dy in ((high, 0), (-high, 0), (0, -high), (0, high * 1.5), (high, -high),
                         (-high, -high))),
    )  # fmt: skip
    rows = [[(left + offset, top) for offset in offsets] for left, top in starts]
    within = [row for row in rows if all(_is_on_map(geometry, at, size / 2) for at in row)]
    return min(within or rows, key=lambda row: sum(_covered(at, size / 2, taken) for at in row))


def _is_on_map(geometry: Geometry, at: Point, radius: float) -> bool:
    across, down = geometry.width - radius, geometry.height - radius
    return radius <= at[0] <= across and radius <= at[1] <= down


def _covered(at: Point, radius: float, taken: list[tuple[Point, float]]) -> float:
    """The depth to which a sign here would reach into what is there already."""
    gaps = (dist(at, other) - radius - reach for other, reach in taken)
    return sum(-gap for gap in gaps if gap < 0)


_EAR = "M0,34V-34M0,18L-18,4M0,18L18,4M0,0L-18,-14M0,0L18,-14M0,-18L-14,-31M0,-18L14,-31"
_BONES = "M-26,-26L26,26M26,-26L-26,26M0,-34V34"
_GUST = "M-32,-14H14a13,13 0 1 0 -13,-13M-32,4H26a14,14 0 1 1 -14,14M-32,22H-2"
_FLAME = (
    "M0,-38C24,-14 32,2 26,20A28,28 0 0 1 -26,20C-30,6 -20,-4 -14,-14"
    "C-10,-4 -6,-2 -2,-2C-8,-16 -6,-28 0,-38Z"
)
_SIGNS = {"famine": _EAR, "plague": _BONES, "storm": _GUST, "rebellion": _FLAME}


def plight(word: str, at: Point, size: float, title: str = "") -> str:
    """The sign of a famine, a plague, a storm or a rebellion."""
    told = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<g class="plight {word}" transform="translate({at[0]:.1f},{at[1]:.1f}) '
        f'scale({size / 100:.3f})">{told}<circle r="46"/><path d="{_SIGNS[word]}"/></g>'
    )


def _flame() -> str:
    return f'<g class="plight rebellion"><circle r="46"/><path d="{_FLAME}"/></g>'


def city_sample(kind: str, at: Point, size: float) -> str:
    """A city of this kind for the legend: ``open``, ``fortified``, ``port`` or ``fortress``."""
    shape = {"fortress": _TOWER, "fortified": _WALLS, "port": _WALLS}.get(kind, _HOUSE)
    quay = f'<path class="quay" d="{_WAVES}"/>' if kind == "port" else ""
    worth = (
        ""
        if kind == "fortress"
        else (f'<text class="worth" y="{21 if kind == "open" else 32}" font-size="58">1</text>')
    )
    return (
        f'<g class="city neutral" transform="translate({at[0]:.1f},{at[1]:.1f}) '
        f'scale({size / 100:.3f})">{quay}<path class="walls" d="{shape}"/>{worth}</g>'
    )


def soldiers_sample(special: str, at: Point, size: float) -> str:
    """The letter of special soldiers, for the legend."""
    return _badge("badge soldiers", escape(special), at, size * 0.5)


def siege_sample(at: Point, size: float) -> str:
    return (
        f'<g class="city" transform="translate({at[0]:.1f},{at[1]:.1f}) scale({size / 100:.3f})">'
        '<circle class="siege backing" r="60"/><circle class="siege" r="60"/></g>'
    )
