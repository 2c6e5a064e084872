"""Orders as pictures.

A move is an arrow, broader towards its head; a support a dashed line to a knob on the arrow that
it serves, or to a ring round the unit that it helps to hold; a convoy is dotted, and the army's
arrow bends through its fleets; a hold has four corners. What failed is pale, with a cross where it
failed.
The classes that each is drawn with are listed in ``style``; the board draws orders that were not
saved yet in the same way (``board-element/src/ghosts.ts``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

from dragoman.board import city_place
from dragoman.drawing.geometry import Point
from dragoman.drawing.scene.contents import DrawnOrder, Scene
from dragoman.drawing.scene.lines import Curve
from dragoman.drawing.scene.marks import cross
from dragoman.drawing.scene.order_lines import (
    CORNERS,
    RING,
    OrderLines,
    cross_at,
    ghost_way,
    province_of,
)
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Core,
    Disband,
    Hold,
    LiftSiege,
    Move,
    Remove,
    Retreat,
    Support,
)

INTO = "M0,-1V1M-.6,.35L0,1L.6,.35"
OUT_OF = "M0,1V-1M-.6,-.35L0,-1L.6,-.35"
"""Arrows of the signs for conversions."""


def drawn_orders(scene: Scene, lines: OrderLines) -> str:
    """All orders of a scene; to be put under its units."""
    # What helps goes over the arrows it ends on; what failed goes under what did not.
    order = sorted(
        enumerate(scene.orders), key=lambda d: (not isinstance(d[1].order, Move), not d[1].failed)
    )
    return "".join(
        _group(scene, drawn, "".join(_picture(lines, number, drawn)))
        for number, drawn in order
        if not isinstance(drawn.order, Build | Disband | Remove)
    )


def drawn_signs(scene: Scene, lines: OrderLines) -> str:
    """The signs of builds and removals, which are put over the units."""
    return "".join(
        _group(scene, drawn, _signed(scene, lines, number, drawn))
        for number, drawn in enumerate(scene.orders)
        if isinstance(drawn.order, Build | Disband | Remove)
    )


def _group(scene: Scene, drawn: DrawnOrder, picture: str) -> str:
    if not picture:
        return ""
    kind = type(drawn.order).__name__.lower()
    result = "given" if drawn.result is None else drawn.result.value.replace(" ", "-")
    outcome = "failed" if drawn.failed else "done"
    name = f"{drawn.unit.kind}-{drawn.unit.location}".replace("/", "-")
    name += f"-{drawn.beside}" * (drawn.beside > 0)
    return (
        f'<g id="{scene.options.prefix}order-{escape(name)}-{kind}" '
        f'class="order {kind} {outcome} result-{result} power-{escape(css(drawn.unit.power))}" '
        f'data-unit="{escape(str(drawn.unit))}"><title>{escape(drawn.text)}</title>{picture}</g>'
    )


@lru_cache(1024)
def css(power: str) -> str:
    """A power's key as part of the name of a class."""
    return "".join(c.lower() if c.isalnum() else "-" for c in power)


def _picture(sheet: OrderLines, number: int, drawn: DrawnOrder) -> Iterator[str]:
    at = sheet.spot(drawn.unit.location, drawn.beside)
    if at is None:
        return
    size = sheet.size
    match drawn.order:
        case Hold():
            yield corners(at, size * CORNERS)
        case Move() | Retreat():
            if line := sheet.arrows.get(number):
                yield drawn_arrow(line, size)
                if drawn.failed:
                    yield cross(cross_at(sheet, line), size)
        case Support(supported=supported, target=None):
            if line := sheet.helps.get(number):
                goal = sheet.spot(supported.location) or line.points[-1]
                yield drawn_line("dashes", line)
                yield drawn_circle("ring", goal, size * RING)
                if drawn.failed:
                    yield cross(line.at(0.55), size)
        case (
            Support(supported=supported, target=target) | Convoy(convoyed=supported, target=target)
        ):
            line = sheet.helps.get(number)
            if line is None:
                return
            source = province_of(supported.location)
            if (source, province_of(target or "")) not in sheet.moves:
                ghost = ghost_way(sheet, supported.location, target or "")
                if ghost is not None:
                    seen = ghost.trimmed(size * 0.45, size * 0.45)
                    yield f'<path class="ghost" d="{seen.path()}"/>'
            if number in sheet.under_way:
                yield drawn_circle("dots", at, size * RING)
                if drawn.failed:
                    yield cross((at[0] + size * 0.62, at[1] + size * 0.45), size)
                return
            line = line.clear_of(at, size * 0.45)
            yield drawn_line("dashes" if isinstance(drawn.order, Support) else "dots", line)
            yield knob(line.points[-1], size)
            if drawn.failed:
                yield cross(line.at(0.5), size)
        case Convert():
            yield from _conversion(sheet, drawn, at)
        case Core():
            yield drawn_circle("siege-ring", at, size * RING)
            if drawn.failed:
                yield cross((at[0] + size * 0.62, at[1] + size * 0.45), size)
        case Besiege() | LiftSiege():
            city = sheet.spot(city_place(province_of(drawn.unit.location)))
            if city is not None:
                yield drawn_circle("siege-ring", city, size * 0.62)
                if drawn.failed or isinstance(drawn.order, LiftSiege):
                    yield cross((city[0] + size * 0.44, city[1] + size * 0.44), size)
        case _:
            return


def _conversion(sheet: OrderLines, drawn: DrawnOrder, at: Point) -> Iterator[str]:
    """A sign at the unit with an arrow into the city, or out of it."""
    size = sheet.size
    goes_in = drawn.unit.kind[:1] != "G"
    # A garrison has the income of its city at the right.
    beside = at if goes_in else (at[0] - size * 1.16, at[1])
    corner = (beside[0] + size * 0.58, beside[1] - size * 0.5)
    yield _sign(corner, size, INTO if goes_in else OUT_OF)
    if drawn.failed:
        yield cross(corner, size)


def _signed(scene: Scene, lines: OrderLines, number: int, drawn: DrawnOrder) -> str:
    """A plus beside a unit that is built, where it covers least; strokes across one that goes."""
    location, size = drawn.unit.location, lines.size
    if province_of(location) not in lines.geometry.units:
        return ""
    if isinstance(drawn.order, Build):
        return _sign(lines.signs[number], size, "M-1,0H1M0,-1V1")
    goes = any(piece.unit == drawn.unit and piece.is_dislodged for piece in scene.pieces)
    if isinstance(drawn.order, Disband) and goes:
        return _strike(lines.geometry.stand(location, dislodged=True), size * 0.85)
    return _strike(lines.geometry.stand(location, drawn.beside), size)


# Strokes.


def drawn_arrow(line: Curve, size: float) -> str:
    """The outline of an arrow whose shaft gets twice as broad on the way to its head."""
    head = min(size * 0.46, line.length * 0.6)
    shaft = line.trimmed(0, head)
    rows = list(shaft.sides(size * 0.0625, size * 0.125))
    (x, y), (dx, dy) = line.points[-1], line.direction()
    base, half = (x - dx * head, y - dy * head), head * 0.56
    outline = [
        *(left for left, _ in rows),
        (base[0] - dy * half, base[1] + dx * half),
        (x, y),
        (base[0] + dy * half, base[1] - dx * half),
        *(right for _, right in reversed(rows)),
    ]
    points = "L".join(f"{x:.1f},{y:.1f}" for x, y in outline)
    return _cased("path", "arrow", f'd="M{points}Z"')


def drawn_line(name: str, line: Curve) -> str:
    """A line of this class, on its casing."""
    return _cased("path", name, f'd="{line.path()}"')


def drawn_circle(name: str, at: Point, radius: float) -> str:
    """A circle of this class, on its casing."""
    x, y = at
    return _cased("circle", name, f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"')


def corners(at: Point, reach: float) -> str:
    """Four corners round a unit that holds."""
    x, y, s = at[0], at[1], reach * 0.5
    path = "".join(
        f"M{x + dx * reach:.1f},{y + dy * (reach - s):.1f}v{dy * s:.1f}h{-dx * s:.1f}"
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return _cased("path", "corners", f'd="{path}"')


def _cased(element: str, name: str, shape: str) -> str:
    return f'<{element} class="{name} casing" {shape}/><{element} class="{name}" {shape}/>'


def knob(at: Point, size: float) -> str:
    """The knob at the end of a support or convoy."""
    return f'<circle class="knob" cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{size * 0.13:.1f}"/>'


def _sign(at: Point, size: float, path: str) -> str:
    return (
        f'<g class="sign" transform="translate({at[0]:.1f},{at[1]:.1f})">'
        f'<circle r="{size * 0.24:.1f}"/>'
        f'<path transform="scale({size * 0.14:.2f})" d="{path}"/></g>'
    )


def _strike(at: Point, size: float) -> str:
    x, y, s = at[0], at[1], size * 0.55
    path = (
        f"M{x - s:.1f},{y - s:.1f}l{2 * s:.1f},{2 * s:.1f}m0,{-2 * s:.1f}l{-2 * s:.1f},{2 * s:.1f}"
    )
    return f'<path class="strike casing" d="{path}"/><path class="strike" d="{path}"/>'
