"""The ways that orders go on a map: where arrows begin and end, where supports meet them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from dragoman.drawing.geometry import Geometry, Point
from dragoman.drawing.scene.contents import DrawnOrder, Scene
from dragoman.drawing.scene.lines import Curve, beside, straight
from dragoman.drawing.scene.sea_ways import sea_way
from dragoman.orders import Build, Convoy, Move, Retreat, Support
from dragoman.quick_dataclass import dataclass

RING = 0.74
"""The radius of the ring round a unit that is helped, in sizes of it."""
CORNERS = 0.66
"""The reach of the corners round a unit that holds."""


@dataclass(frozen=True)
class OrderLines:
    """The lines of a scene's orders, which have to know of each other."""

    geometry: Geometry
    prefix: str
    arrows: Mapping[int, Curve]
    """The visible line of the arrow of each move and retreat, by the number of its order."""
    helps: Mapping[int, Curve]
    """The line of each support and convoy, by the number of its order."""
    moves: Mapping[tuple[str, str], int]
    """The number of each move by the provinces it leads from and to."""
    ways: frozenset[tuple[str, str]]
    """The straight ways that some order goes, to find those that meet head-on."""
    taken: Mapping[Point, int]
    """The number of units that stand, or want to go, where units stand."""
    held: frozenset[Point]
    """The points at which units stand, or are built."""
    beaten: frozenset[Point]
    """The points of units that the orders dislodge."""
    built: Mapping[int, Point]
    """The points at which units are built, by the numbers of their orders."""
    signs: Mapping[int, Point]
    """The point of the plus of each of them."""
    under_way: Mapping[int, Point]
    """The points of fleets that have waves under them, by the numbers of their orders."""

    @property
    def size(self) -> float:
        return self.geometry.unit_size

    def spot(self, location: str, beside: int = 0) -> Point | None:
        """The point at which a unit stands (see ``Geometry.stand``); None where the location is no
        province."""
        if province_of(location) not in self.geometry.units:
            return None
        return self.geometry.stand(location, beside)


def order_lines(scene: Scene) -> OrderLines:
    """The ways of all moves of a scene, as they are to be seen."""
    geometry = scene.geometry
    ways = frozenset(
        (province_of(drawn.unit.location), province_of(_goal(drawn)))
        for drawn in scene.orders
        if _goal(drawn)
    )
    standing = [
        geometry.stand(piece.unit.location, piece.beside, piece.is_dislodged)
        for piece in scene.pieces
        if province_of(piece.unit.location) in geometry.units
    ]
    taken = Counter(standing)
    beaten = frozenset(
        spot for spot, piece in zip(standing, scene.pieces, strict=False) if piece.beaten
    )
    built = {
        number: geometry.stand(drawn.unit.location)
        for number, drawn in enumerate(scene.orders)
        if isinstance(drawn.order, Build) and province_of(drawn.unit.location) in geometry.units
    }
    taken.update(built.values())
    held = frozenset(taken)
    lines = OrderLines(
        geometry, scene.options.prefix, {}, {}, {}, ways, taken, held, beaten, built, {}, {}
    )
    moving = [
        (number, drawn)
        for number, drawn in enumerate(scene.orders)
        if isinstance(drawn.order, Move | Retreat)
    ]
    taken.update(spot for _, drawn in moving if (spot := lines.spot(_goal(drawn))) is not None)
    arrows: dict[int, Curve] = {}
    for number, drawn in moving:
        if line := _seen_way(scene, lines, drawn, arrows.values()):
            arrows[number] = line
    moves: dict[tuple[str, str], int] = {}
    for number in arrows:
        drawn = scene.orders[number]
        moves[province_of(drawn.unit.location), province_of(_goal(drawn))] = number
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


def _goal(drawn: DrawnOrder) -> str:
    """The location to which the line of an order leads; empty where it has none."""
    match drawn.order:
        case Move(target=target) | Retreat(target=target):
            return target
        case Support(supported=supported, target=None):
            return supported.location
        case _:
            return ""


def _help(sheet: OrderLines, drawn: DrawnOrder, place: Point | None) -> Curve | None:
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
            size = sheet.size
            seen = _outside(_line(sheet, drawn, at, goal), at, goal, size * RING, size)
            if seen.length >= size * _LEAST_HELP:
                return seen
            return _past(sheet, at, goal, size * 0.7)[0]
        case (
            Support(supported=supported, target=target) | Convoy(convoyed=supported, target=target)
        ):
            if place is None:
                ghost = ghost_way(sheet, supported.location, target or "")
                if ghost is None:
                    return None
                place = ghost.at(0.5)
            return straight(at, place)
        case _:
            return None


def _is_on_way(line: Curve, size: float) -> bool:
    """True if a fleet's army comes by its middle, so that no line is needed between them."""
    return line.length < size * 0.3


_CORNERS = ((0.62, -0.56), (-0.62, -0.56), (0.62, 0.5), (-0.62, 0.5), (0.8, 0.0), (-0.8, 0.0))


def _free_corner(lines: OrderLines, location: str) -> Point:
    """A place at a unit for a sign, as far as can be from the centre, the name and other units."""
    geometry, size = lines.geometry, lines.size
    x, y = geometry.stand(location)
    shape = geometry.shapes[province_of(location)]
    others = [(spot, 0.75) for spot in lines.taken if spot != (x, y)]
    others.append((shape.label, 0.6))
    if shape.center is not None:
        others.append((shape.center, 0.5))
    corners = [(x + dx * size, y + dy * size) for dx, dy in _CORNERS]

    def room(at: Point) -> float:
        return min(math.dist(at, spot) / (reach * size) for spot, reach in others)

    return next((corner for corner in corners if room(corner) >= 1), max(corners, key=room))


_LEAST = 0.95
"""The least of an arrow that is seen, in sizes of a unit: its head, and a shaft."""
_LEAST_HELP = 0.3
"""The same of a support to hold."""


def _seen_way(
    scene: Scene, sheet: OrderLines, drawn: DrawnOrder, others: Collection[Curve]
) -> Curve | None:
    """The visible line of the arrow of a move or retreat, beside others."""
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
    whole = (
        sea_way(scene, drawn, [start, *stops, goal]) if stops else _line(sheet, drawn, start, goal)
    )
    seen = _outside(whole, start, goal, gap, size)
    shape = sheet.geometry.shapes[province_of(_goal(drawn))]
    if seen.length >= size * _LEAST and (goal in sheet.held or shape.holds(*seen.points[-1])):
        return seen  # to the unit that stands there, or as near as others leave room
    heads = [_behind(other, size * 0.2) for other in others]

    def faults(way: Curve) -> int:
        """The faults of a way: that it ends in another province, that two heads touch, that only
        the tip is where it leads to."""
        head = _behind(way, size * 0.2)
        touches = any(math.dist(head, other) < size * 0.55 for other in heads)
        is_outside, is_partly_outside = (
            not shape.holds(*_behind(way, size * back)) for back in (0.0, 0.35)
        )
        return 8 * is_outside + 4 * touches + is_partly_outside

    straight, aside = _other_ways(sheet, whole, start, goal)
    return min([*straight, *aside], key=lambda way: faults(way) + 2 * (way in aside))


def _other_ways(
    sheet: OrderLines, whole: Curve, start: Point, goal: Point
) -> tuple[Sequence[Curve], Sequence[Curve]]:
    """Ways for an arrow that has no room, or would end in another province than it leads to, the
    likeliest first: those that keep to its line, and those beside it."""
    size = sheet.size
    aside = _past(sheet, start, goal, size * (0.9 if goal in sheet.beaten else 0.66))
    if goal in sheet.held:
        return (), aside
    # Where nobody stands, it goes a little further, as far as the province does.
    seen = [_outside(whole, start, goal, size * gap, size) for gap in (0.45, 0.3, 0.15)]
    further = beside(start, goal, 0.0).clear_of(start, size * 0.45).lengthened(size * _LEAST)
    straight = [*(way for way in seen if way.length >= size * _LEAST), further]
    return straight, [*_past(sheet, start, goal, size * 0.4), *aside]


def _behind(way: Curve, distance: float) -> Point:
    """The point so far behind the tip of an arrow."""
    (x, y), (dx, dy) = way.points[-1], way.direction()
    return (x - dx * distance, y - dy * distance)


def _past(sheet: OrderLines, start: Point, goal: Point, aside: float) -> Sequence[Curve]:
    """The ways between two units that stand so close that nothing would be seen of it: past both of
    them, first where there is more room; and those that end sooner."""
    least = sheet.size * _LEAST
    ways = [beside(start, goal, side * aside, least) for side in (1, -1)]
    others = [spot for spot in sheet.taken if spot not in (start, goal)]

    def room(way: Curve) -> float:
        return min((math.dist(way.at(0.5), spot) for spot in others), default=math.inf)

    right, left = ways
    if room(right) < min(room(left), sheet.size):
        ways.reverse()
    return [
        way.trimmed(0.0, sheet.size * sooner).backwards().lengthened(least).backwards()
        for sooner in (0.0, 0.2, 0.4, 0.6)
        for way in ways
    ]


def _outside(line: Curve, start: Point, goal: Point, gap: float, size: float) -> Curve:
    return line.clear_of(start, size * 0.45).backwards().clear_of(goal, gap).backwards()


def _line(sheet: OrderLines, drawn: DrawnOrder, start: Point, goal: Point) -> Curve:
    """The straight way, or one that keeps to the right where another order comes head-on."""
    back = (province_of(_goal(drawn)), province_of(drawn.unit.location))
    return beside(start, goal, sheet.size * 0.2 if back in sheet.ways else 0.0)


def cross_at(sheet: OrderLines, line: Curve) -> Point:
    """The point of the cross of an arrow that failed: beside its head, on the right, where no other
    comes head-on, unless a unit or another arrow is there."""
    (x, y), (dx, dy), size = line.points[-1], line.direction(), sheet.size
    spots = [
        (x - dx * size * back - dy * side, y - dy * size * back + dx * side)
        for back in (0.2, 0.45)
        for side in (size * 0.4, -size * 0.4)
    ]
    others = [other for other in sheet.arrows.values() if other is not line]

    def room(at: Point) -> float:
        units = (math.dist(at, spot) / 0.75 for spot in sheet.taken)
        arrows = (other.distance(at) / 0.36 for other in others)
        return min((*units, *arrows), default=math.inf)

    return next((at for at in spots if room(at) >= size), max(spots, key=room))


def ghost_way(sheet: OrderLines, source: str, target: str) -> Curve | None:
    start, goal = sheet.spot(source), sheet.spot(target)
    return None if start is None or goal is None or start == goal else straight(start, goal)


def _attachments(sheet: OrderLines, orders: Sequence[DrawnOrder]) -> dict[int, Point]:
    """The points at which supports and convoys of moves end on the arrows: spread along them, so
    that they do not cross each other."""
    found: dict[int, Point] = {}
    served: dict[tuple[str, str], list[int]] = {}
    for number, drawn in enumerate(orders):
        match drawn.order:
            case (
                Support(supported=other, target=str(target)) | Convoy(convoyed=other, target=target)
            ):
                key = (province_of(other.location), province_of(target))
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


def _parts(line: Curve) -> tuple[Point, ...]:
    return tuple(line.at(i / 20) for i in range(20))


def _nearest_share(line: Curve, at: Point) -> float:
    return min((i / 20 for i in range(21)), key=lambda share: math.dist(line.at(share), at))


def province_of(location: str) -> str:
    return location.partition("/")[0]
