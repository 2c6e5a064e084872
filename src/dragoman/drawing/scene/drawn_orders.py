"""Orders as pictures.

A move is an arrow; a support a dashed line that ends on the arrow, or at the unit, it serves;
a convoy is the way of the army's arrow through its fleets. What failed is hollow and crossed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape

from dragoman.drawing.geometry import Geometry, Point
from dragoman.drawing.scene.contents import DrawnOrder, Scene
from dragoman.drawing.scene.lines import Line, bent, straight
from dragoman.drawing.scene.marks import cross
from dragoman.drawing.scene.sea_ways import sea_way
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
class OrderLines:
    """The lines of a scene's orders, which have to know of each other."""

    geometry: Geometry
    prefix: str
    arrows: Mapping[int, Line]
    """What is to be seen of the arrow of each move and retreat, by the number of its order."""
    helps: Mapping[int, Line]
    """The line of each support and convoy, by the number of its order."""
    moves: Mapping[tuple[str, str], int]
    """The number of each move by the provinces it leads from and to."""
    ways: frozenset[tuple[str, str]]
    """The straight ways that some order goes, to find those that meet head-on."""
    taken: Mapping[Point, int]
    """How many units stand or want to go to where units stand."""
    beaten: frozenset[Point]
    """Where units stand that the orders dislodge."""
    built: Mapping[int, Point]
    """Where units are built, by the numbers of their orders."""
    signs: Mapping[int, Point]
    """Where the plus of each of them stands."""
    under_way: Mapping[int, Point]
    """Where fleets are that have waves under them, by the numbers of their orders."""

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


def order_lines(scene: Scene) -> OrderLines:
    """The ways of all moves of a scene, as they are to be seen."""
    geometry = scene.geometry
    ways = frozenset(
        (_province(drawn.unit.location), _province(_goal(drawn)))
        for drawn in scene.orders
        if _goal(drawn)
    )
    standing = [
        geometry.stand(piece.unit.location, piece.beside, piece.is_dislodged)
        for piece in scene.pieces
        if _province(piece.unit.location) in geometry.units
    ]
    taken = Counter(standing)
    beaten = frozenset(
        spot for spot, piece in zip(standing, scene.pieces, strict=False) if piece.beaten
    )
    built = {
        number: geometry.stand(drawn.unit.location)
        for number, drawn in enumerate(scene.orders)
        if isinstance(drawn.order, Build) and _province(drawn.unit.location) in geometry.units
    }
    taken.update(built.values())
    lines = OrderLines(
        geometry, scene.options.prefix, {}, {}, {}, ways, taken, beaten, built, {}, {}
    )
    moving = [
        (number, drawn)
        for number, drawn in enumerate(scene.orders)
        if isinstance(drawn.order, Move | Retreat)
    ]
    taken.update(spot for _, drawn in moving if (spot := lines.spot(_goal(drawn))) is not None)
    arrows = {number: line for number, drawn in moving if (line := _seen_way(scene, lines, drawn))}
    moves = {
        (_province(scene.orders[number].unit.location), _province(_goal(scene.orders[number]))): (
            number
        )
        for number in arrows
    }
    lines = replace(lines, arrows=arrows, moves=moves)
    places = _attachments(lines, scene.orders)
    helps = {
        number: line
        for number, drawn in enumerate(scene.orders)
        if (line := _help(lines, drawn, places.get(number)))
    }
    signs = {number: _free_corner(lines, scene.orders[number].unit.location) for number in built}
    under_way = {
        number: line.points[0]
        for number, line in helps.items()
        if isinstance(scene.orders[number].order, Convoy) and _is_on_way(line, lines.size)
    }
    return replace(lines, helps=helps, signs=signs, under_way=under_way)


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
    """What is put over the units: the signs of builds and removals."""
    return "".join(
        _group(scene, drawn, _signed(scene, lines, number, drawn))
        for number, drawn in enumerate(scene.orders)
        if isinstance(drawn.order, Build | Disband | Remove)
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


def _picture(sheet: OrderLines, number: int, drawn: DrawnOrder) -> Iterator[str]:
    at = sheet.spot(drawn.unit.location, drawn.beside)
    if at is None:
        return
    size = sheet.size
    match drawn.order:
        case Hold():
            yield _ring(at, size * 0.58)
        case Move() | Retreat():
            if line := sheet.arrows.get(number):
                yield from _arrow(line, drawn.failed, size)
        case Support(target=None):
            if line := sheet.helps.get(number):
                yield _dashes(line)
                yield _guard(line, size)
                if drawn.failed:
                    yield cross(line.at(0.55), size)
        case (
            Support(supported=supported, target=target) | Convoy(convoyed=supported, target=target)
        ):
            line = sheet.helps.get(number)
            if line is None:
                return
            source = _province(supported.location)
            if (source, _province(target or "")) not in sheet.moves:
                ghost = _ghost(sheet, supported.location, target or "")
                if ghost is not None:
                    seen = ghost.trimmed(size * 0.45, size * 0.45)
                    yield f'<path class="ghost" d="{seen.path()}"/>'
            if number in sheet.under_way:
                yield _waves(at, size)
                if drawn.failed:
                    yield cross((at[0] + size * 0.62, at[1] + size * 0.45), size)
                return
            line = line.clear_of(at, size * 0.45)
            yield _dashes(line)
            yield _knob(line.points[-1], size)
            if drawn.failed:
                yield cross(line.at(0.5), size)
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


def _help(sheet: OrderLines, drawn: DrawnOrder, place: Point | None) -> Line | None:
    """The line of a support or convoy: to the unit it helps to hold, or else from the middle of
    its unit to where it ends on an arrow, or on the way of a move that nobody makes."""
    at = sheet.spot(drawn.unit.location, drawn.beside)
    if at is None:
        return None
    match drawn.order:
        case Support(supported=supported, target=None):
            goal = sheet.spot(supported.location)
            if goal is None or goal == at:
                return None
            return _between(_line(sheet, drawn, at, goal), at, goal, sheet.size * 0.66, sheet.size)
        case (
            Support(supported=supported, target=target) | Convoy(convoyed=supported, target=target)
        ):
            if place is None:
                ghost = _ghost(sheet, supported.location, target or "")
                if ghost is None:
                    return None
                place = ghost.at(0.5)
            return straight(at, place)
        case _:
            return None


def _is_on_way(line: Line, size: float) -> bool:
    """Whether a fleet's army comes by its middle, so that no line is needed between them."""
    return line.length < size * 0.3


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
    if _province(location) not in lines.geometry.units:
        return ""
    if isinstance(drawn.order, Build):
        return _sign(lines.signs[number], size, "M-1,0H1M0,-1V1")
    goes = any(piece.unit == drawn.unit and piece.is_dislodged for piece in scene.pieces)
    if isinstance(drawn.order, Disband) and goes:
        return _strike(lines.geometry.stand(location, dislodged=True), size * 0.85)
    return _strike(lines.geometry.stand(location, drawn.beside), size)


_CORNERS = ((0.62, -0.56), (-0.62, -0.56), (0.62, 0.5), (-0.62, 0.5), (0.8, 0.0), (-0.8, 0.0))


def _free_corner(lines: OrderLines, location: str) -> Point:
    """A place at a unit for a sign, as far as can be from the centre, the name and other units."""
    geometry, size = lines.geometry, lines.size
    x, y = geometry.stand(location)
    ground = geometry.grounds[_province(location)]
    others = [(spot, 0.75) for spot in lines.taken if spot != (x, y)]
    others.append((ground.label, 0.6))
    if ground.center is not None:
        others.append((ground.center, 0.5))
    corners = [(x + dx * size, y + dy * size) for dx, dy in _CORNERS]

    def room(at: Point) -> float:
        return min(math.dist(at, spot) / (reach * size) for spot, reach in others)

    return next((corner for corner in corners if room(corner) >= 1), max(corners, key=room))


# The ways of orders.


_LEAST = 0.95
"""How much of an arrow is seen at least, in sizes of a unit: its head, and a shaft."""


def _seen_way(scene: Scene, sheet: OrderLines, drawn: DrawnOrder) -> Line | None:
    start, goal = sheet.spot(drawn.unit.location, drawn.beside), sheet.spot(_goal(drawn))
    if isinstance(drawn.order, Retreat):
        start = sheet.geometry.dislodged.get(drawn.unit.location, start)
    if start is None or goal is None or start == goal:
        return None
    size = sheet.size
    # Into a place that nobody else stands in or goes to, an arrow goes as far as its middle.
    gap = size * (0.6 if sheet.taken.get(goal, 0) > 1 else 0.15)
    if goal in sheet.beaten:
        gap = size * 0.72  # its star is larger
    stops = [spot for fleet in drawn.via if (spot := sheet.spot(fleet)) is not None]
    if stops:
        return _between(sea_way(scene, drawn, [start, *stops, goal]), start, goal, gap, size)
    return _between(_line(sheet, drawn, start, goal), start, goal, gap, size)


def _between(line: Line, start: Point, goal: Point, gap: float, size: float) -> Line:
    """What is seen of a line between two units: never too little, a short way is a bow."""
    seen = _outside(line, start, goal, gap, size)
    for aside in (0.5, 0.75, 1.0):
        if seen.length >= size * _LEAST:
            break
        seen = _outside(bent(start, goal, -size * aside), start, goal, gap, size)
    return seen


def _outside(line: Line, start: Point, goal: Point, gap: float, size: float) -> Line:
    return line.clear_of(start, size * 0.45).backwards().clear_of(goal, gap).backwards()


def _line(sheet: OrderLines, drawn: DrawnOrder, start: Point, goal: Point) -> Line:
    """The straight way, or one that keeps to the right where another order comes head-on."""
    back = (_province(_goal(drawn)), _province(drawn.unit.location))
    return bent(start, goal, -sheet.size * 0.32 if back in sheet.ways else 0.0)


def _ghost(sheet: OrderLines, source: str, target: str) -> Line | None:
    start, goal = sheet.spot(source), sheet.spot(target)
    return None if start is None or goal is None or start == goal else straight(start, goal)


def _attachments(sheet: OrderLines, orders: Sequence[DrawnOrder]) -> dict[int, Point]:
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
                if key in sheet.moves:
                    served.setdefault(key, []).append(number)
            case _:
                pass
    for key, numbers in served.items():
        line = sheet.arrows[sheet.moves[key]].trimmed(sheet.size * 0.05, sheet.size * 0.4)
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
    head = size * 0.42
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
