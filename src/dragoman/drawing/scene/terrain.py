"""The ground of a map: provinces, who owns them, their names and centres, bridges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dragoman.drawing.geometry import Geometry, MapShape, Point, outline_of
from dragoman.drawing.scene.contents import DrawnProvince, Scene
from dragoman.drawing.scene.drawn_orders import css
from dragoman.drawing.scene.lines import Curve, bent, through
from dragoman.drawing.scene.marks import CenterMark, center_mark, half_star
from dragoman.drawing.scene.page_sizes import picture_words


def drawn_terrain(scene: Scene) -> str:
    """The ground itself: the backdrop, or land and sea, each province in its owner's colour."""
    prefix = scene.options.prefix
    shaped = [p for p in scene.provinces if scene.geometry.shapes[p.key].rings]
    parts = ["<defs>"]
    parts += [_shape(scene, place, prefix) for place in shaped]
    parts.append("</defs>")
    if scene.backdrop:
        parts.append(f'<g class="backdrop">{scene.backdrop}</g><g class="overlay">')
        parts += [_province(scene, place) for place in shaped]
        parts.append("</g>")
    else:
        parts += _land_and_sea(scene, shaped)
    parts += _bridges(scene)
    parts += _links(scene)
    return "".join(parts)


def drawn_centers(scene: Scene) -> str:
    """The marks of the supply centres."""
    marks = "".join(_center(scene, place) for place in scene.provinces if place.is_center)
    return f'<g class="centers">{marks}</g>'


def _parts(scene: Scene) -> int:
    """The parts of a unit of the map to which outlines are rounded in a page, which nobody sees:
    they come by the thousand, and every digit has to be sent."""
    return next(
        parts for parts in (1, 2, 5, 10) if parts == 10 or scene.geometry.width * parts >= _FINE
    )


_FINE = 3000
"""So many parts go across a map."""


def _shape(scene: Scene, place: DrawnProvince, prefix: str) -> str:
    shape = scene.geometry.shapes[place.key]
    outline = outline_of(shape.rings, _parts(scene)) if scene.options.on_page else shape.outline
    return f'<path id="{prefix}shape-{place.key}" d="{outline}"/>'


def _land_and_sea(scene: Scene, shaped: Sequence[DrawnProvince]) -> Iterator[str]:
    prefix = scene.options.prefix
    seas = [place for place in shaped if place.terrain.is_water]
    lands = [place for place in shaped if not place.terrain.is_water]
    yield '<g class="seas">'
    yield from (_province(scene, place) for place in seas)
    yield "</g>"
    geometry, parts = scene.geometry, _parts(scene) if scene.options.on_page else None
    outside = outline_of(geometry.outside, parts) if parts else geometry.outline_outside
    for width in ("far", "near"):
        yield f'<g class="shore {width}">'
        yield from (f'<use href="#{prefix}shape-{place.key}"/>' for place in lands)
        if outside:
            yield f'<path d="{outside}"/>'
        yield "</g>"
    if outside:
        yield f'<path class="outside" d="{outside}"/>'
    if geometry.holes:
        yield f'<path class="hole" d="{outline_of(geometry.holes)}"/>'
    yield '<g class="lands">'
    yield from (_province(scene, place) for place in lands)
    yield "</g>"
    if geometry.lakes:
        lakes = outline_of(geometry.lakes, parts) if parts else geometry.outline_of_lakes
        yield f'<path class="lakes" d="{lakes}"/>'
    for strait in geometry.straits:
        line = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in strait.line)
        yield f'<path class="strait" d="{line}"><title>{" – ".join(strait.between)}</title></path>'
    if geometry.rivers:
        lines = outline_of(geometry.rivers, parts, "") if parts else geometry.outline_of_rivers
        yield f'<path class="rivers" d="{lines}"/>'


def _province(scene: Scene, place: DrawnProvince) -> str:
    prefix = scene.options.prefix
    unseen = f", {picture_words('legend', scene.language)['fog']}"
    classes = ["province", "ice" if place.terrain.value == "ice" else ""]
    classes.append("water" if place.terrain.is_water else "land")
    if not place.is_passable:
        classes.append("closed")
    classes.append("unowned" if place.owner is None else f"owner-{css(place.owner)}")
    return (
        f'<use id="{prefix}province-{place.key}" class="{" ".join(filter(None, classes))}" '
        f'data-province="{place.key}" href="#{prefix}shape-{place.key}">'
        f"<title>{escape(place.name)}{escape(unseen) * place.is_hidden}</title></use>"
    )


def _bridges(scene: Scene) -> Iterator[str]:
    """A line for each two neighbours whose shapes do not touch."""
    geometry = scene.geometry
    many = "" if _are_few(geometry) else " many"
    for one, other in geometry.bridges:
        line = _bridge(geometry, one, other)
        yield (
            f'<g class="bridge{many}"><title>{one} – {other}</title>'
            f'<path class="bank" d="{line.path()}"/><path class="deck" d="{line.path()}"/></g>'
        )


def _are_few(geometry: Geometry) -> bool:
    """True if bridges are the exception, and not how the whole map hangs together."""
    return 5 * len(geometry.bridges) < len(geometry.shapes)


def _links(scene: Scene) -> Iterator[str]:
    """Railways and gateways."""
    for link in scene.links:
        line = through([scene.geometry.units[stop] for stop in link.stops]).path()
        yield (
            f'<g class="{link.kind}"><title>{escape(link.name)}</title>'
            f'<path class="rail" d="{line}"/><path class="sleepers" d="{line}"/></g>'
        )


def _bridge(geometry: Geometry, one: str, other: str) -> Curve:
    a, b = geometry.units[one], geometry.units[other]
    few, size = _are_few(geometry), geometry.least_size or geometry.unit_size
    line = _within(geometry, a, b, size * 0.8 if few else 0.0)
    start, end = (_way_out(line, geometry.shapes[key], key == other) for key in (one, other))
    reach = size * (0.3 if few else 0.08)  # many would hide what is on the land
    return line.trimmed(max(start - reach, 0), max(end - reach, 0))


def _within(geometry: Geometry, a: Point, b: Point, aside: float) -> Curve:
    """A bow from one point to another, to the side on which it stays on the sheet."""
    edge = (geometry.least_size or geometry.unit_size) * 0.15
    for way in (aside, -aside):
        line = bent(a, b, way)
        if all(
            edge <= x <= geometry.width - edge and edge <= y <= geometry.height - edge
            for x, y in line.points
        ):
            return line
    return bent(a, b, 0.0)


def _way_out(line: Curve, shape: MapShape, backwards: bool) -> float:
    """The distance at which the line leaves the shape it begins in."""
    for i in range(1, 41):
        if not shape.holds(*line.at(1 - i / 40 if backwards else i / 40)):
            return line.length * (i - 1) / 40
    return line.length * 0.4


def _center(scene: Scene, place: DrawnProvince) -> str:
    geometry = scene.geometry
    size = geometry.unit_size
    x, y = geometry.units[place.key]
    at = geometry.shapes[place.key].center or (x - size * 0.62, y - size * 0.5)
    letters = {side.key: side.letter for side in scene.powers}
    owner, home, begun = (
        letters.get(key or "", "") for key in (place.owner, place.home, place.begun)
    )
    classes = f"power-{css(place.owner)}" if place.owner else "neutral"
    classes += f" home-{css(place.home)}" if place.home else ""
    size = geometry.center_size or size * 0.4
    mark = center_mark(CenterMark(owner, home, begun), at, size, scene.options)
    found = f'<g class="center {classes}" id="{scene.options.prefix}center-{place.key}">{mark}</g>'
    if place.begun and not (scene.options.letters or scene.options.mono):
        found += f'<g class="center home-{css(place.begun)}">{half_star(at, size)}</g>'
    return found
