"""Orders as pictures.

A move is an arrow; a support a dashed line that ends on the arrow, or at the unit, it serves;
a convoy is the way of the army's arrow through its fleets. What failed is hollow and crossed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from dragoman.drawing.geometry import Geometry, Point
from dragoman.drawing.scene.contents import DrawnOrder, Scene
from dragoman.drawing.scene.lines import Line, bent, straight, through
from dragoman.drawing.scene.marks import cross
from dragoman.machiavelli import city_place
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    LiftSiege,
    Move,
    Remove,
    Retreat,
    Support,
)
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True)
class _Sheet:
    """What the orders of a scene need to know of each other."""

    geometry: Geometry
    prefix: str
    arrows: Mapping[tuple[str, str], Line]
    """The whole way of each move, by the provinces it leads from and to."""
    ways: frozenset[tuple[str, str]]
    """The straight ways that some order goes, to find those that meet head-on."""

    @property
    def size(self) -> float:
        return self.geometry.unit_size

    def spot(self, location: str, beside: int = 0) -> Point | None:
        """Where a unit stands (see ``Geometry.stand``); None where the location is no province."""
        if _province(location) not in self.geometry.units:
            return None
        return self.geometry.stand(location, beside)


INTO = "M0,-1V1M-.6,.35L0,1L.6,.35"
OUT_OF = "M0,1V-1M-.6,-.35L0,-1L.6,-.35"
"""Arrows of the signs for conversions."""


def drawn_orders(scene: Scene) -> str:
    """All orders of a scene; to be put under its units."""
    moves = [drawn for drawn in scene.orders if isinstance(drawn.order, Move | Retreat)]
    ways = frozenset(
        (_province(drawn.unit.location), _province(_goal(drawn)))
        for drawn in scene.orders
        if _goal(drawn)
    )
    sheet = _Sheet(scene.geometry, scene.options.prefix, {}, ways)
    arrows: dict[tuple[str, str], Line] = {}
    for drawn in moves:
        if line := _way_of(sheet, drawn):
            arrows[_province(drawn.unit.location), _province(_goal(drawn))] = line
    sheet = _Sheet(scene.geometry, scene.options.prefix, arrows, ways)
    places = _attachments(sheet, scene.orders)
    # What helps goes over the arrows it ends on; what failed goes under what did not.
    order = sorted(
        enumerate(scene.orders), key=lambda d: (not isinstance(d[1].order, Move), not d[1].failed)
    )
    return "".join(
        _group(scene, drawn, "".join(_picture(sheet, drawn, places.get(number))))
        for number, drawn in order
    )


def _goal(drawn: DrawnOrder) -> str:
    """Where the line of an order leads to; empty where it has none."""
    match drawn.order:
        case Move(target=target) | Retreat(target=target):
            return target
        case Support(supported=supported, target=None):
            return supported.location
        case _:
            return ""


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


def css(power: str) -> str:
    """A power's key as part of the name of a class."""
    return "".join(c.lower() if c.isalnum() else "-" for c in power)


def _picture(sheet: _Sheet, drawn: DrawnOrder, place: Point | None) -> Iterator[str]:
    at = sheet.spot(drawn.unit.location, drawn.beside)
    if at is None:
        return
    size = sheet.size
    match drawn.order:
        case Hold():
            yield _ring(at, size * 0.58)
        case Move() | Retreat():
            if line := _way_of(sheet, drawn):
                yield from _arrow(line.trimmed(size * 0.45, size * 0.5), drawn.failed, size)
        case Support(supported=supported, target=None):
            if (goal := sheet.spot(supported.location)) is not None:
                line = _line(sheet, drawn, at, goal).trimmed(size * 0.45, size * 0.66)
                yield _dashes(line)
                yield _guard(line, size)
                if drawn.failed:
                    yield cross(line.at(0.55), size)
        case (
            Support(supported=supported, target=target) | Convoy(convoyed=supported, target=target)
        ):
            if place is None:
                ghost = _ghost(sheet, supported.location, target or "")
                if ghost is None:
                    return
                yield f'<path class="ghost" d="{ghost.trimmed(size * 0.45, size * 0.45).path()}"/>'
                place = ghost.at(0.5)
            line = straight(at, place)
            if isinstance(drawn.order, Convoy) and line.length < size * 0.3:
                yield _waves(at, size)
                if drawn.failed:
                    yield cross((at[0] + size * 0.62, at[1] + size * 0.45), size)
                return
            line = line.trimmed(size * 0.45, 0)
            yield _dashes(line)
            yield _knob(line.points[-1], size)
            if drawn.failed:
                yield cross(line.at(0.5), size)
        case Build():
            yield _sign(at, size, "M-1,0H1M0,-1V1")
        case Disband() | Remove():
            yield _strike(at, size)
        case Convert():
            yield from _conversion(sheet, drawn, at)
        case Besiege() | LiftSiege():
            city = sheet.spot(city_place(_province(drawn.unit.location)))
            if city is not None:
                yield _ring(city, size * 0.62)
                if drawn.failed or isinstance(drawn.order, LiftSiege):
                    yield cross((city[0] + size * 0.44, city[1] + size * 0.44), size)
        case _:
            return


def _conversion(sheet: _Sheet, drawn: DrawnOrder, at: Point) -> Iterator[str]:
    """A sign at the unit with an arrow into the city, or out of it."""
    size = sheet.size
    goes_in = drawn.unit.kind[:1] != "G"
    # A garrison has the income of its city at the right.
    beside = at if goes_in else (at[0] - size * 1.16, at[1])
    yield _sign(beside, size, INTO if goes_in else OUT_OF)
    if drawn.failed:
        yield cross((beside[0] + size * 0.58, beside[1] - size * 0.5), size)


# The ways of orders.


def _way_of(sheet: _Sheet, drawn: DrawnOrder) -> Line | None:
    start, goal = sheet.spot(drawn.unit.location, drawn.beside), sheet.spot(_goal(drawn))
    if isinstance(drawn.order, Retreat):
        start = sheet.geometry.dislodged.get(drawn.unit.location, start)
    if start is None or goal is None or start == goal:
        return None
    stops = [spot for fleet in drawn.via if (spot := sheet.spot(fleet)) is not None]
    if stops:
        return through([start, *stops, goal])
    return _line(sheet, drawn, start, goal)


def _line(sheet: _Sheet, drawn: DrawnOrder, start: Point, goal: Point) -> Line:
    """The straight way, or one that keeps to the right where another order comes head-on."""
    back = (_province(_goal(drawn)), _province(drawn.unit.location))
    return bent(start, goal, -sheet.size * 0.32 if back in sheet.ways else 0.0)


def _ghost(sheet: _Sheet, source: str, target: str) -> Line | None:
    start, goal = sheet.spot(source), sheet.spot(target)
    return None if start is None or goal is None or start == goal else straight(start, goal)


def _attachments(sheet: _Sheet, orders: Sequence[DrawnOrder]) -> dict[int, Point]:
    """Where supports and convoys of moves end on the arrows: spread along them, so that they
    do not cross each other."""
    found: dict[int, Point] = {}
    served: dict[tuple[str, str], list[int]] = {}
    for number, drawn in enumerate(orders):
        match drawn.order:
            case (
                Support(supported=other, target=str(target)) | Convoy(convoyed=other, target=target)
            ):
                key = (_province(other.location), _province(target))
                if key in sheet.arrows:
                    served.setdefault(key, []).append(number)
            case _:
                pass
    for key, numbers in served.items():
        line = sheet.arrows[key].trimmed(sheet.size * 0.5, sheet.size * 0.85)
        convoys = [n for n in numbers if isinstance(orders[n].order, Convoy)]
        supports = [n for n in numbers if n not in convoys]
        for number in convoys:
            if (at := sheet.spot(orders[number].unit.location)) is not None:
                found[number] = min(
                    line.points if len(line.points) > 2 else _parts(line),
                    key=lambda p, at=at: math.dist(p, at),
                )
        shares: list[tuple[float, int]] = []
        for number in supports:
            if (at := sheet.spot(orders[number].unit.location, orders[number].beside)) is not None:
                shares.append((_nearest_share(line, at), number))
        shares.sort()
        for i, (share, number) in enumerate(shares):
            evenly = 0.2 + 0.7 * (i + 0.5) / len(shares)
            found[number] = line.at(evenly if len(shares) > 1 else min(max(share, 0.3), 0.7))
    return found


def _parts(line: Line) -> tuple[Point, ...]:
    return tuple(line.at(i / 20) for i in range(20))


def _nearest_share(line: Line, at: Point) -> float:
    return min((i / 20 for i in range(21)), key=lambda share: math.dist(line.at(share), at))


def _province(location: str) -> str:
    return location.partition("/")[0]


# Strokes.


def _arrow(line: Line, failed: bool, size: float) -> Iterator[str]:
    tip = line.points[-1]
    dx, dy = line.direction()
    head = size * 0.36
    shaft = line.trimmed(0, head * 0.8).path()
    base = (tip[0] - dx * head, tip[1] - dy * head)
    half = head * 0.52
    corners = (
        tip,
        (base[0] - dy * half, base[1] + dx * half),
        (base[0] + dy * half, base[1] - dx * half),
    )
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    yield f'<path class="casing" d="{shaft}"/>'
    yield f'<polygon class="head" points="{points}"/>'
    yield f'<path class="shaft" d="{shaft}"/>'
    if failed:
        yield f'<path class="core" d="{shaft}"/>'
        yield cross(line.at(0.6), size)


def _dashes(line: Line) -> str:
    path = line.path()
    return f'<path class="casing" d="{path}"/><path class="dashes" d="{path}"/>'


def _knob(at: Point, size: float) -> str:
    return f'<circle class="knob" cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{size * 0.12:.1f}"/>'


def _guard(line: Line, size: float) -> str:
    """A bow at the end of a support to hold, round the unit it helps."""
    x, y = line.points[-1]
    dx, dy = line.direction()
    w, back = size * 0.24, size * 0.1
    a = (x - dy * w + dx * back, y + dx * w + dy * back)
    b = (x + dy * w + dx * back, y - dx * w + dy * back)
    c = (x - dx * back, y - dy * back)
    path = f"M{a[0]:.1f},{a[1]:.1f}Q{c[0]:.1f},{c[1]:.1f} {b[0]:.1f},{b[1]:.1f}"
    return f'<path class="guard casing" d="{path}"/><path class="guard" d="{path}"/>'


def _ring(at: Point, radius: float) -> str:
    x, y = at
    circle = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    return f'<circle class="ring casing" {circle}/><circle class="ring" {circle}/>'


def _waves(at: Point, size: float) -> str:
    """Two waves under a fleet that carries an army."""
    x, y = at
    s = size * 0.2
    paths: list[str] = []
    for row in (0.54, 0.7):
        left, top = x - 3 * s, y + size * row
        paths.append(
            f"M{left:.1f},{top:.1f}" + f"q{s / 2:.1f},{-s * 0.7:.1f} {s:.1f},0t{s:.1f},0" * 3
        )
    path = "".join(paths)
    return f'<path class="waves casing" d="{path}"/><path class="waves" d="{path}"/>'


def _sign(at: Point, size: float, path: str) -> str:
    x, y = at[0] + size * 0.58, at[1] - size * 0.5
    return (
        f'<g class="sign" transform="translate({x:.1f},{y:.1f})">'
        f'<circle r="{size * 0.24:.1f}"/>'
        f'<path transform="scale({size * 0.14:.2f})" d="{path}"/></g>'
    )


def _strike(at: Point, size: float) -> str:
    x, y, s = at[0], at[1], size * 0.55
    path = (
        f"M{x - s:.1f},{y - s:.1f}l{2 * s:.1f},{2 * s:.1f}m0,{-2 * s:.1f}l{-2 * s:.1f},{2 * s:.1f}"
    )
    return f'<path class="strike casing" d="{path}"/><path class="strike" d="{path}"/>'
