"""A map as small as a stamp, for lists: who owns what, and where units stand; no names, no borders
but where colours meet."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.drawing.geometry import Ring
from dragoman.drawing.scene.contents import Scene
from dragoman.drawing.scene.schemes import DARK, LIGHT, MapScheme

WIDTH = 200
"""The width of a stamp in steps: every point of an outline stands on one."""
_DOT = 3.2


def thumbnail(scene: Scene) -> str:
    """A scene as a small SVG of some kilobytes."""
    sheet = scene.geometry
    scale = WIDTH / sheet.width
    height = round(sheet.height * scale)
    colours = {side.key: side.colour for side in scene.powers}
    is_dark = scene.options.scheme is MapScheme.DARK
    c = DARK if is_dark else LIGHT
    filled: dict[str, list[str]] = {}
    for place in scene.provinces:
        if place.terrain.is_water:
            continue
        owner = colours.get(place.owner or "")
        fill = c.free if place.is_passable else c.closed
        if owner is not None:
            fill = owner.deep if is_dark else owner.tint
        filled.setdefault(fill, []).extend(_outlines(sheet.shapes[place.key].rings, scale))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}"><path fill="{c.sea}" d="M0,0H{WIDTH}V{height}H0Z"/>'
        f'<g fill-rule="evenodd" stroke="{c.coast}" stroke-width=".4" stroke-linejoin="round">'
    ]
    for fill, rings in ((c.closed, sheet.outside), (c.paper, sheet.holes)):
        if outlines := "".join(_outlines(rings, scale)):
            parts.append(f'<path fill="{fill}" d="{outlines}"/>')
    parts += (f'<path fill="{fill}" d="{"".join(paths)}"/>' for fill, paths in filled.items())
    lakes = "".join(_outlines(sheet.lakes, scale))
    if lakes:
        parts.append(f'<path fill="{c.sea}" d="{lakes}"/>')
    parts.append("</g>")
    for piece in scene.pieces:
        x, y = sheet.stand(piece.unit.location, piece.beside, piece.is_dislodged)
        colour = colours.get(piece.unit.power)
        if colour is not None:
            parts.append(
                f'<circle cx="{x * scale:.1f}" cy="{y * scale:.1f}" r="{_DOT}" '
                f'fill="{colour.fill}" stroke="{c.casing}" stroke-width="1.2"/>'
            )
    parts.append("</svg>")
    return "".join(parts)


def _outlines(rings: Iterable[Ring], scale: float) -> list[str]:
    """Rings as data of a path in whole steps; those that come to nothing are left out."""
    found: list[str] = []
    for ring in rings:
        points: list[tuple[int, int]] = []
        for x, y in ring:
            point = (round(x * scale), round(y * scale))
            if not points or point != points[-1]:
                while len(points) > 1 and _is_straight(points[-2], points[-1], point):
                    points.pop()
                points.append(point)
        if len(points) > 2:
            (x, y), *others = points
            steps: list[str] = []
            for nx, ny in others:
                steps.append(f"{nx - x},{ny - y}")
                x, y = nx, ny
            first = points[0]
            found.append(f"M{first[0]},{first[1]}l{' '.join(steps)}Z")
    return found


def _is_straight(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])
