"""The ground of a map: provinces, who owns them, their names and centres, bridges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dragoman.drawing.geometry import Geometry, Ground, Point, Ring
from dragoman.drawing.scene.contents import DrawnProvince, Names, Scene
from dragoman.drawing.scene.drawn_orders import css
from dragoman.drawing.scene.lines import Line, bent, through
from dragoman.drawing.scene.marks import center_mark, cross

LETTER_WIDTH = 0.5
"""How wide a letter of the type is on average, as a part of its height."""


def drawn_terrain(scene: Scene) -> str:
    """The ground itself: the backdrop, or land and sea, each province in its owner's colour."""
    prefix = scene.options.prefix
    shaped = [p for p in scene.provinces if scene.geometry.grounds[p.key].rings]
    parts = ["<defs>"]
    parts += [_shape(scene.geometry, place, prefix) for place in shaped]
    parts.append("</defs>")
    if scene.backdrop:
        parts.append(f'<g class="backdrop">{scene.backdrop}</g><g class="overlay">')
        parts += [_province(place, prefix) for place in shaped]
        parts.append("</g>")
    else:
        parts += _land_and_sea(scene, shaped)
    parts += _bridges(scene)
    parts += _links(scene)
    return "".join(parts)


def drawn_centers(scene: Scene) -> str:
    """The marks of the supply centres, with the letters of their owners."""
    marks = "".join(_center(scene, place) for place in scene.provinces if place.is_center)
    return f'<g class="centers">{marks}</g>'


def _shape(geometry: Geometry, place: DrawnProvince, prefix: str) -> str:
    outline = geometry.grounds[place.key].outline
    return f'<path id="{prefix}shape-{place.key}" d="{outline}"/>'


def _land_and_sea(scene: Scene, shaped: Sequence[DrawnProvince]) -> Iterator[str]:
    prefix = scene.options.prefix
    seas = [place for place in shaped if place.terrain.is_water]
    lands = [place for place in shaped if not place.terrain.is_water]
    yield '<g class="seas">'
    yield from (_province(place, prefix) for place in seas)
    yield "</g>"
    outside = scene.geometry.outline_outside
    for width in ("far", "near"):
        yield f'<g class="shore {width}">'
        yield from (f'<use href="#{prefix}shape-{place.key}"/>' for place in lands)
        if outside:
            yield f'<path d="{outside}"/>'
        yield "</g>"
    if outside:
        yield f'<path class="outside" d="{outside}"/>'
    yield '<g class="lands">'
    yield from (_province(place, prefix) for place in lands)
    yield "</g>"
    if scene.geometry.lakes:
        yield f'<path class="lakes" d="{scene.geometry.outline_of_lakes}"/>'
    for strait in scene.geometry.straits:
        line = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in strait.line)
        yield f'<path class="strait" d="{line}"><title>{" – ".join(strait.between)}</title></path>'
    if scene.geometry.rivers:
        lines = "".join(
            "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in river) for river in scene.geometry.rivers
        )
        yield f'<path class="rivers" d="{lines}"/>'


def _province(place: DrawnProvince, prefix: str) -> str:
    classes = ["province", "ice" if place.terrain.value == "ice" else ""]
    classes.append("water" if place.terrain.is_water else "land")
    if not place.is_passable:
        classes.append("closed")
    classes.append("unowned" if place.owner is None else f"owner-{css(place.owner)}")
    return (
        f'<use id="{prefix}province-{place.key}" class="{" ".join(filter(None, classes))}" '
        f'data-province="{place.key}" href="#{prefix}shape-{place.key}">'
        f"<title>{escape(place.name)}</title></use>"
    )


def _bridges(scene: Scene) -> Iterator[str]:
    """A line for each two neighbours whose shapes do not touch."""
    geometry = scene.geometry
    for one, other in geometry.bridges:
        line = _bridge(geometry, one, other)
        yield (
            f'<g class="bridge"><title>{one} – {other}</title>'
            f'<path class="bank" d="{line.path()}"/><path class="deck" d="{line.path()}"/></g>'
        )


def _links(scene: Scene) -> Iterator[str]:
    """Railways and gateways."""
    for link in scene.links:
        line = through([scene.geometry.units[stop] for stop in link.stops]).path()
        yield (
            f'<g class="{link.kind}"><title>{escape(link.name)}</title>'
            f'<path class="rail" d="{line}"/><path class="sleepers" d="{line}"/></g>'
        )


def _bridge(geometry: Geometry, one: str, other: str) -> Line:
    a, b = geometry.units[one], geometry.units[other]
    few = len(geometry.bridges) < len(geometry.grounds)
    line = bent(a, b, geometry.unit_size * 0.8 if few else 0.0)
    start, end = (_way_out(line, geometry.grounds[key].rings, key == other) for key in (one, other))
    reach = geometry.unit_size * 0.3
    return line.trimmed(max(start - reach, 0), max(end - reach, 0))


def _way_out(line: Line, rings: Sequence[Ring], backwards: bool) -> float:
    """How far the line goes until it leaves the shape it begins in."""
    for i in range(1, 41):
        if not _inside(line.at(1 - i / 40 if backwards else i / 40), rings):
            return line.length * (i - 1) / 40
    return line.length * 0.4


def _inside(point: Point, rings: Sequence[Ring]) -> bool:
    x, y = point
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
    return inside


def _center(scene: Scene, place: DrawnProvince) -> str:
    geometry = scene.geometry
    size = geometry.unit_size
    x, y = geometry.units[place.key]
    at = geometry.grounds[place.key].center or (x - size * 0.62, y - size * 0.5)
    letter = next((side.letter for side in scene.powers if side.key == place.owner), "")
    owned = f"power-{css(place.owner)}" if place.owner else "neutral"
    return (
        f'<g class="center {owned}" id="{scene.options.prefix}center-{place.key}">'
        f"{center_mark(letter, at, geometry.center_size or size * 0.4)}</g>"
    )


# Names.


def drawn_names(scene: Scene) -> str:
    """The names of the provinces, to be put over the orders; and a cross where a stand-off
    keeps everybody out. A backdrop has names of its own."""
    parts = ['<g class="labels">']
    for place in scene.provinces:
        if scene.options.names is not Names.NONE and not scene.backdrop:
            parts.append(_label(scene, place))
        if place.is_contested:
            parts.append(_stand_off(scene, place))
    parts.append("</g>")
    return "".join(parts)


def drawn_stand_offs(scene: Scene) -> str:
    """The crosses alone, for a map on which the names are drawn already."""
    return "".join(_stand_off(scene, place) for place in scene.provinces if place.is_contested)


def _stand_off(scene: Scene, place: DrawnProvince) -> str:
    mark = cross(scene.geometry.units[place.key], scene.geometry.unit_size * 1.6)
    return f'<g class="contested">{mark}</g>'


def _label(scene: Scene, place: DrawnProvince) -> str:
    ground = scene.geometry.grounds[place.key]
    x, y = ground.label
    font = scene.geometry.unit_size * (0.4 if scene.options.names is Names.FITTING else 0.5)
    lines, turn = [_short(scene, place)], ""
    if scene.options.names is Names.FITTING:
        largest = font * (1.3 if place.terrain.is_water else 1.0)
        if found := _in_chosen_place(ground, place.name, largest):
            lines, font = found
            if ground.label_angle:
                turn = f' transform="rotate({ground.label_angle:g} {x:g} {y:g})"'
        elif ground.rings:
            room = _room(ground.rings, x, y, font) * (1.25 if place.terrain.is_water else 1.05)
            room = min(room, 2 * x, 2 * (scene.geometry.width - x))
            lines = next((way for way in _ways(place.name) if _width(way, font) <= room), lines)
    kind = "water" if place.terrain.is_water else "land"
    top = y + font * (0.35 - 0.5 * (len(lines) - 1))
    shown = "".join(
        f'<tspan x="{x:.1f}" y="{top + font * i:.1f}">{escape(line)}</tspan>'
        for i, line in enumerate(lines)
    )
    return f'<text class="label {kind}" font-size="{font:.1f}"{turn}>{shown}</text>'


def _in_chosen_place(ground: Ground, name: str, largest: float) -> tuple[list[str], float] | None:
    """The lines of a name and their size, where somebody found a place for it, or for its name
    in another language; None where it would have to be too small."""
    if not ground.label_lines or not ground.label_size:
        return None
    if " ".join(ground.label_lines) == name:
        return list(ground.label_lines), min(ground.label_size, largest)
    chosen = max(map(len, ground.label_lines))
    for way in _ways(name):
        size = ground.label_size * chosen / max(map(len, way))
        if len(way) > len(ground.label_lines):
            size = min(size, ground.label_size * 0.75)
        if size >= largest * 0.65:
            return way, min(size, ground.label_size, largest)
    return None


def _short(scene: Scene, place: DrawnProvince) -> str:
    usual = place.key if place.terrain.is_water else place.key.capitalize()
    return scene.short_names.get(place.key, usual)


def _ways(name: str) -> Iterator[list[str]]:
    """A name on one line, and on two."""
    yield [name]
    words = name.split()
    cuts = sorted(
        range(1, len(words)),
        key=lambda cut: abs(len(" ".join(words[:cut])) - len(" ".join(words[cut:]))),
    )
    if cuts:
        yield [" ".join(words[: cuts[0]]), " ".join(words[cuts[0] :])]


def _width(lines: Sequence[str], font: float) -> float:
    return max(map(len, lines)) * font * LETTER_WIDTH


def _room(rings: Sequence[Ring], x: float, y: float, font: float) -> float:
    """How wide a line of type round this point can be within the shape."""
    return 2 * min(
        _reach(rings, x, y + shift, side) for shift in (-font * 0.4, font * 0.4) for side in (-1, 1)
    )


def _reach(rings: Sequence[Ring], x: float, y: float, side: int) -> float:
    """How far it is to the outline, to the left or right; 0 outside."""
    crossings = [
        ((bx - ax) * (y - ay) / (by - ay) + ax - x) * side
        for ring in rings
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
        if (ay > y) != (by > y)
    ]
    ahead = [distance for distance in crossings if distance > 0]
    return min(ahead) if len(ahead) % 2 else 0.0
