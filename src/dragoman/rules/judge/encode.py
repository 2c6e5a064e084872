"""Positions and orders as the numbers of a turn, which the engine works on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import Final

from dragoman.board import Unit
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Support,
    Waive,
)
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import (
    BUILD,
    CONVOY,
    HOLD,
    MOVE,
    NAMED_EXACTLY,
    NONE,
    ODD_COAST_OF_OTHER,
    ODD_COAST_OF_TARGET,
    ODD_COAST_OF_UNIT,
    OTHER_ORDER,
    REMOVE,
    SUPPORT,
    VIA,
    WAIVE,
)
from dragoman.rules.engine.high_seas import is_high_sea, leave_out_high_seas
from dragoman.rules.engine.turn import AdjustmentRows, OrderRows, Turn, columns_of, new_turn
from dragoman.rules.judge.board_index import BoardIndex, calendar_tables, rule_codes
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.position import Position


def load_turn(
    n: BoardIndex,
    position: Position,
    rule_set: RuleSet,
    calendar: Calendar,
    *,
    more: int = 0,
    listed: int = 0,
) -> Turn:
    """A turn that begins at the position, without orders. For ``more`` and ``listed`` see
    ``new_turn``.

    Raises:
        KeyError: if the position names something that is not on the board, or a centre is none.
        ValueError: if the calendar has no such phase, or two units stand in one province.
    """
    place = calendar.place(position.phase)
    t = new_turn(
        n.tables_for(rule_set, ice=calendar.phases[place].is_icy),
        rule_codes(rule_set),
        calendar_tables(calendar),
        units=len(position.units),
        more=more,
        listed=listed,
    )
    t.phase, t.year = place, position.phase.year
    _place_units(n, t, position.units)
    t.owners = [NONE] * t.board.province_count
    for center, owner in position.owners.items():
        t.owners[n.centers[center]] = n.power[owner]
    return t


def load_standing(n: BoardIndex, position: Position, rule_set: RuleSet) -> Turn:
    """A turn at the position whose units stand already: to ask what is due to whom."""
    tables = n.tables_for(rule_set, ice=False)
    t = new_turn(
        tables, rule_codes(rule_set), calendar_tables(DIPLOMACY), units=len(position.units)
    )
    t.owners = [NONE] * tables.province_count
    for center, owner in position.owners.items():
        t.owners[n.centers[center]] = n.power[owner]
    t.standing.location = [n.location[unit.location] for unit in position.units]
    t.standing.owner = [n.power[unit.power] for unit in position.units]
    t.standing.kind = [n.kind[unit.kind] for unit in position.units]
    t.standing_count = len(position.units)
    return t


def _place_units(n: BoardIndex, t: Turn, units: Sequence[Unit]) -> None:
    province_of, strength = t.board.province_of, t.board.strength
    t.location = [n.location[unit.location] for unit in units]
    t.owner = [n.power[unit.power] for unit in units]
    t.kind = [n.kind[unit.kind] for unit in units]
    t.place = [province_of[location] for location in t.location]
    t.strength = [strength[kind] for kind in t.kind]
    t.at = [NONE] * t.board.province_count
    for unit, place in enumerate(t.place):
        t.at[place] = unit
    crowded = len(set(t.place)) < len(t.place)
    if crowded and any(t.at[p] != u and not is_high_sea(t, p) for u, p in enumerate(t.place)):
        raise ValueError("two units stand in one province")
    leave_out_high_seas(t, t.at, NONE)


def write_orders(
    n: BoardIndex, t: Turn, units: Sequence[Unit], given: Iterable[tuple[str, Order]]
) -> tuple[list[tuple[str, Order]], list[tuple[str, Order]]]:
    """Give the turn, at whose position these units stand, the orders of a movement phase; which
    these are, and which others there were.

    Raises:
        KeyError: if an order names something that is not on the board.
    """
    standing = _standing(t, units)
    rows: list[tuple[int, ...]] = []
    used: list[tuple[str, Order]] = []
    others: list[tuple[str, Order]] = []
    for power_and_order in given:
        row = _order_row(n, t, units, standing, *power_and_order)
        if row is None:
            others.append(power_and_order)
        else:
            rows.append(row)
            used.append(power_and_order)
    t.order_count = len(rows)
    columns = map(list, zip(*rows, strict=True)) if rows else _NO_ORDERS
    t.orders = OrderRows(*columns)
    t.has_convoys = int(CONVOY in t.orders.type)
    return used, others


_NO_ORDERS: Final[tuple[list[int], ...]] = tuple([] for _ in columns_of(OrderRows))


def _standing(t: Turn, units: Sequence[Unit]) -> dict[str, int]:
    """The unit at each location; but on high seas, where there may be several."""
    standing = {unit.location: number for number, unit in enumerate(units)}
    for number, unit in enumerate(units if t.board.high_sea_count > 0 else ()):
        if is_high_sea(t, t.place[number]):
            standing.pop(unit.location, None)
    return standing


def _order_row(
    n: BoardIndex,
    t: Turn,
    units: Sequence[Unit],
    standing: Mapping[str, int],
    power: str,
    order: Order,
) -> tuple[int, ...] | None:
    """One number for each column of ``OrderRows``; None for an order of another phase. Nearly every
    order names units as they stand, which is asked first."""
    named, target = None, None
    other, other_power, other_kind, other_location = NONE, NONE, NONE, NONE
    flags, start, end, goal = NAMED_EXACTLY, NONE, NONE, NONE
    if isinstance(order, Move):
        type_, target = MOVE, order.target
        if order.via_convoy:
            flags |= VIA
        if order.route:
            other_location, start, end = _route(n, t.routes, order.route)
    elif isinstance(order, Support):
        type_, named, target = SUPPORT, order.supported, order.target
    elif isinstance(order, Hold):
        type_ = HOLD
    elif isinstance(order, Convoy):
        type_, named, target = CONVOY, order.convoyed, order.target
    else:
        return None
    if named is not None:
        other_power = n.power_named[named.power]
        other = standing.get(named.location, NONE)
        if other != NONE and units[other].kind == named.kind:
            other_kind, other_location = t.kind[other], t.location[other]
        else:
            other_kind = n.kind_named[named.kind]
            other_location, odd = _location(n, named.location)
            flags = flags & ~NAMED_EXACTLY | odd * ODD_COAST_OF_OTHER
    ordered = order.unit
    unit = standing.get(ordered.location, NONE)
    if unit != NONE and units[unit].kind == ordered.kind and units[unit].power == power:
        by, kind, location = t.owner[unit], t.kind[unit], t.location[unit]
    else:
        by, kind = n.power[power], n.kind_named[ordered.kind]
        location, odd = _location(n, ordered.location)
        flags = flags & ~NAMED_EXACTLY | odd * ODD_COAST_OF_UNIT
    if target is not None:
        goal = n.location.get(target, NONE)
        if goal == NONE:
            goal, flags = _location(n, target)[0], flags | ODD_COAST_OF_TARGET
    who = by, kind, location, type_, other_power, other_kind, other_location
    return (*who, goal, flags, start, end, unit, other, NONE)


def _location(n: BoardIndex, written: str) -> tuple[int, int]:
    """The number of a location; of a coast that does not exist the province's, and 1."""
    found = n.location.get(written)
    if found is None:
        return n.location[written.partition("/")[0]], 1
    return found, 0


def _route(
    n: BoardIndex, routes: MutableSequence[int], named: Sequence[str]
) -> tuple[int, int, int]:
    """The railway that a move names on its way; or where the route that it names starts and ends
    in ``routes``, to which it is added."""
    for step in named:
        if step in n.rails:
            return n.location[step], NONE, NONE
    start = len(routes)
    routes.extend(_location(n, step)[0] for step in named)
    return NONE, start, len(routes)


def write_adjustments(n: BoardIndex, t: Turn, given: list[tuple[str, Order]], more: int) -> None:
    """Give the turn the orders of an adjustment phase, and room for so many more."""
    rows = [_adjustment_row(n, power, order) for power, order in given]
    blank = [NONE] * len(columns_of(AdjustmentRows))
    t.adjustments = AdjustmentRows(*map(list, zip(*rows, *([blank] * more), strict=True)))
    t.adjustment_count = len(rows)


def _adjustment_row(n: BoardIndex, power: str, order: Order) -> list[int]:
    """One number for each column of ``AdjustmentRows``."""
    type_, kind, location, odd_coast = OTHER_ORDER, NONE, NONE, 0
    if isinstance(order, Waive):
        type_ = WAIVE
    elif isinstance(order, Build):
        type_ = BUILD
    elif isinstance(order, Remove | Disband):
        type_ = REMOVE
    if not isinstance(order, Waive):
        location, odd_coast = _location(n, order.unit.location)
        kind = n.kind_named[order.unit.kind]
    return [n.power[power], type_, kind, location, odd_coast, 0, 0]
