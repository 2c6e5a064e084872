"""Random positions and orders: the likely, the crowded and the absurd.

Everything is drawn from a ``random.Random``, so a seed names a turn for good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from dragoman.board import Board, Terrain, Unit
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.rules import Phase, Position

OrderLists = dict[str, tuple[Order, ...]]

MOVEMENT = Phase.parse("S1901M")


@cache
def sites(board: Board) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The kinds of unit that can stand in each province, each with where."""
    return {
        key: tuple(
            (kind, location)
            for kind, places in sorted(board.stands.items())
            for location in province.locations
            if location in places
        )
        for key, province in board.provinces.items()
    }


@cache
def neighbours(board: Board) -> Mapping[str, tuple[str, ...]]:
    """The provinces next to each province, for whatever unit."""
    near: dict[str, set[str]] = {key: set() for key in board.provinces}
    for path in board.paths:
        near[board.province_of[path.source]].add(board.province_of[path.target])
    return {key: tuple(sorted(found - {key})) for key, found in near.items()}


def random_position(
    board: Board, dice: Random, count: int, phase: Phase = MOVEMENT, powers: int = 7
) -> Position:
    """Units of some powers, crowded together, wherever their kind can stand.

    No thought is given to how they could have come there. The centres belong to anybody.
    """
    sides = dice.sample(list(board.powers), min(powers, len(board.powers)))
    close, later = list[str](), list[str]()
    for place in _wander(board, dice):
        if sites(board)[place]:
            (close if dice.random() < 0.8 else later).append(place)
    units = [
        Unit(dice.choice(sides), *dice.choice(sites(board)[place]))
        for place in (close + later)[:count]
    ]
    owners = {center: dice.choice(sides) for center in board.centers if dice.random() < 0.8}
    return Position(phase, tuple(units), owners)


def _wander(board: Board, dice: Random) -> list[str]:
    """All provinces, starting anywhere and going on to neighbours of those before."""
    edge, found = [dice.choice(list(board.provinces))], dict[str, None]()
    while len(found) < len(board.provinces):
        if not edge:
            edge = [dice.choice([place for place in board.provinces if place not in found])]
        place = edge.pop(dice.randrange(len(edge)))
        found[place] = None
        edge += [n for n in neighbours(board)[place] if n not in found and n not in edge]
    return list(found)


def random_orders(
    board: Board, position: Position, dice: Random, wild: float = 0.05, silent: float = 0.03
) -> OrderLists:
    """Orders of a movement phase that clash: moves into each other, supports and convoys of
    moves that are made, and among them (``wild``) what makes no sense at all.

    Every unit that gets an order (all but ``silent``) gets one, and is named exactly.
    """
    units = position.units
    moves, convoys = _clashing_moves(board, position, dice)
    orders: dict[str, list[Order]] = {}
    for unit in dice.sample(units, len(units)):
        if dice.random() < silent:
            continue
        if dice.random() < wild:
            order = _absurd(board, units, unit, dice)
        elif unit in convoys:
            order = convoys[unit]
        elif unit in moves:
            order = Move(UnitRef(unit.location, unit.kind), moves[unit], dice.random() < 0.05)
        else:
            order = _help(board, units, unit, moves, convoys, dice)
        orders.setdefault(unit.power, []).append(order)
    return {power: tuple(list_) for power, list_ in orders.items()}


def _clashing_moves(
    board: Board, position: Position, dice: Random
) -> tuple[dict[Unit, str], dict[Unit, Convoy]]:
    """Where half of the units move, many into each other, some over the sea; and the convoys
    for these."""
    at_sea = {board.province_of[u.location]: u for u in position.units if _at_sea(board, u)}
    taken = [board.province_of[unit.location] for unit in position.units]
    hot = set(dice.sample(taken, (len(taken) + 3) // 4))
    if dice.random() < 0.5:
        hot |= set(at_sea)  # so that convoys are attacked
    moves = _ring(board, position, dice) if dice.random() < 0.3 else {}
    convoys: dict[Unit, Convoy] = {}
    for unit in dice.sample(position.units, len(position.units)):
        if unit in convoys or unit in moves:
            continue
        voyages: dict[str, list[str]] = {}
        if board.kinds[unit.kind].convoyable and dice.random() < 0.5:
            free = [p for p, f in at_sea.items() if f not in moves and f not in convoys]
            voyages = _voyages(board, board.province_of[unit.location], free)
        steps = tuple(voyages) or tuple(board.reach(unit.kind, unit.location))
        if not steps or dice.random() < 0.4:
            continue
        wanted = taken if voyages else hot
        clashing = [to for to in steps if board.province_of[to] in wanted]
        moves[unit] = dice.choice(clashing or steps)
        for place in voyages.get(moves[unit], ()):
            fleet = at_sea[place]
            named, army = UnitRef(fleet.location, fleet.kind), _named(unit)
            if dice.random() < 0.9:
                convoys.setdefault(fleet, Convoy(named, army, moves[unit]))
    return moves, convoys


def _ring(board: Board, position: Position, dice: Random) -> dict[Unit, str]:
    """Three units that follow each other round, if there are any."""
    units = {board.province_of[unit.location]: unit for unit in position.units}
    first = dice.choice(position.units)

    def steps(unit: Unit) -> dict[str, str]:
        return {
            board.province_of[to]: to
            for to in board.reach(unit.kind, unit.location)
            if board.province_of[to] in units
        }

    for place, to in steps(first).items():
        for further, then in steps(second := units[place]).items():
            back = steps(third := units[further]).get(board.province_of[first.location])
            if third != first and back is not None:
                return {first: to, second: then, third: back}
    return {}


def _at_sea(board: Board, unit: Unit) -> bool:
    """Whether the unit is one that could convoy."""
    terrain = board.provinces[board.province_of[unit.location]].terrain
    return board.kinds[unit.kind].can_convoy and terrain is Terrain.WATER


def _voyages(board: Board, start: str, fleets: Sequence[str]) -> dict[str, list[str]]:
    """Where fleets in these provinces could convoy an army, each with a shortest way."""
    ways, edge = dict[str, list[str]](), {start: list[str]()}
    shores: dict[str, list[str]] = {}
    while edge:
        further: dict[str, list[str]] = {}
        for place, way in edge.items():
            for near in neighbours(board)[place]:
                if near in fleets and near not in ways:
                    ways[near] = further[near] = [*way, near]
                elif way and near != start and board.provinces[near].terrain is Terrain.LAND:
                    shores.setdefault(near, way)
        edge = further
    return shores


def _help(
    board: Board,
    units: Sequence[Unit],
    unit: Unit,
    moves: Mapping[Unit, str],
    convoys: Mapping[Unit, Convoy],
    dice: Random,
) -> Order:
    """A support that a unit which does not move can give, if there is one: most likely of an
    attack on a convoy, or else of an attack at all."""
    named = UnitRef(unit.location, unit.kind)
    reach = {board.province_of[to] for to in board.reach(unit.kind, unit.location)}
    helped = [(other, to) for other, to in moves.items() if board.province_of[to] in reach]
    kept = [
        other
        for other in units
        if board.province_of[other.location] in reach
        and (other not in moves or dice.random() < 0.1)
    ]
    carriers = {board.province_of[fleet.location] for fleet in convoys}
    on_convoys = [(other, to) for other, to in helped if board.province_of[to] in carriers]
    if helped and (not kept or dice.random() < 0.75):
        other, to = dice.choice(on_convoys or helped)
        return Support(named, _named(other), to)
    if kept and dice.random() < 0.9:
        return Support(named, _named(dice.choice(kept)))
    return Hold(named)


def _absurd(board: Board, units: Sequence[Unit], unit: Unit, dice: Random) -> Order:
    """Any order at all for the unit, to and for anything on the board."""
    named = UnitRef(unit.location, unit.kind)
    helped = _named(dice.choice(units))
    if dice.random() < 0.3:
        place = dice.choice(board.locations)
        there = [u for u in units if board.province_of[u.location] == board.province_of[place]]
        helped = replace(_named(there[0]), location=place) if there else UnitRef(place)
    target = dice.choice(board.locations)
    return dice.choice(
        (
            Move(named, target, via_convoy=dice.random() < 0.3),
            Support(named, helped, target),
            Support(named, helped),
            Convoy(named, helped, target),
        )
    )


def _named(unit: Unit) -> UnitRef:
    return UnitRef(unit.location, unit.kind, unit.power)


def loosened(board: Board, orders: Mapping[str, Sequence[Order]], dice: Random) -> OrderLists:
    """The orders as careless and mischievous players write them.

    Kinds, powers and coasts are left out or wrong, routes named, units ordered twice, by
    somebody else, or where there are none, and orders of other phases mixed in.
    """
    powers = list(board.powers)
    found: dict[str, list[Order]] = {power: [] for power in powers}
    for power, list_ in orders.items():
        for order in list_:
            roll = dice.random()
            giver = dice.choice(powers) if roll < 0.03 else power
            found[giver].append(_smudged(board, order, dice))
            if 0.03 < roll < 0.09:
                found[power].append(_smudged(board, order, dice))
            elif 0.09 < roll < 0.15:
                named = UnitRef(dice.choice(board.locations), dice.choice([*board.kinds, None]))
                found[power].append(
                    dice.choice((Hold(named), Build(named), Remove(named), Waive(), Disband(named)))
                )
    return {power: tuple(dice.sample(list_, len(list_))) for power, list_ in found.items()}


def _smudged(board: Board, order: Order, dice: Random) -> Order:
    def name(named: UnitRef) -> UnitRef:
        kind = dice.choice((named.kind, named.kind, None, dice.choice([*board.kinds])))
        power = dice.choice((None, None, dice.choice([*board.powers])))
        return UnitRef(place(named.location), kind, power)

    def place(location: str) -> str:
        province = board.province_of[location]
        return dice.choice((location, location, location, province, f"{province}/NC"))

    match order:
        case Move():
            route = tuple(dice.sample(board.locations, 2)) if dice.random() < 0.2 else ()
            return Move(name(order.unit), place(order.target), dice.random() < 0.2, route)
        case Support():
            target = None if order.target is None else place(order.target)
            return Support(name(order.unit), name(order.supported), target)
        case Convoy():
            return Convoy(name(order.unit), name(order.convoyed), place(order.target))
        case Hold():
            return Hold(name(order.unit))
        case _:
            return order


def random_retreats(
    board: Board, position: Position, dice: Random, wild: float = 0.1
) -> OrderLists:
    """Orders of a retreat phase: mostly retreats that are allowed, many to the same place."""
    orders: dict[str, list[Order]] = {}
    for out in position.dislodged:
        named = UnitRef(out.unit.location, out.unit.kind)
        roll = dice.random()
        if roll < 0.05:
            continue
        if roll < 0.15 or not out.options:
            order: Order = Disband(named)
        elif roll < 0.15 + wild:
            order = Retreat(named, dice.choice(board.locations))
        else:
            order = Retreat(named, dice.choice(out.options))
        orders.setdefault(out.unit.power, []).append(order)
    return {power: tuple(list_) for power, list_ in orders.items()}


def random_adjustments(
    board: Board, position: Position, dice: Random, wild: float = 0.15
) -> OrderLists:
    """Orders of an adjustment phase: builds at home and removals, too many and too few."""
    orders: OrderLists = {}
    for power in board.powers:
        list_: list[Order] = []
        due = len(position.centers_of(power)) - len(position.units_of(power))
        for _ in range(max(0, abs(due) + dice.choice((-1, 0, 0, 0, 1, 2)))):
            if dice.random() < wild:
                named = UnitRef(dice.choice(board.locations), dice.choice([*board.kinds]))
                list_.append(dice.choice((Build(named), Remove(named), Waive())))
            elif due > 0 and board.homes[power]:
                kind, location = dice.choice(sites(board)[dice.choice(board.homes[power])])
                list_.append(Build(UnitRef(location, kind)))
            elif position.units_of(power):
                unit = dice.choice(position.units_of(power))
                list_.append(Remove(UnitRef(unit.location, unit.kind)))
        orders[power] = tuple(list_)
    return orders
