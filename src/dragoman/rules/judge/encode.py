"""Positions and orders as the numbers of a turn, which the engine works on."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.board import Unit
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    LiftSiege,
    Move,
    Order,
    Remove,
    Support,
    UnitRef,
    Waive,
)
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import (
    BESIEGES,
    BUILD,
    CONVERTS,
    CONVOY,
    GIVES_UP,
    HOLD,
    LIFTS,
    MOVE,
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

_ORDER_COLUMNS = len(columns_of(OrderRows))


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
        t.owners[n.location[center]] = n.power[owner]
    return t


def load_standing(n: BoardIndex, position: Position, rule_set: RuleSet) -> Turn:
    """A turn at the position whose units stand already: to ask what is due to whom."""
    tables = n.tables_for(rule_set, ice=False)
    t = new_turn(
        tables, rule_codes(rule_set), calendar_tables(DIPLOMACY), units=len(position.units)
    )
    t.owners = [NONE] * tables.province_count
    for center, owner in position.owners.items():
        t.owners[n.location[center]] = n.power[owner]
    t.standing.location = [n.location[unit.location] for unit in position.units]
    t.standing.owner = [n.power[unit.power] for unit in position.units]
    t.standing.kind = [n.kind[unit.kind] for unit in position.units]
    t.standing_count = len(position.units)
    return t


def _place_units(n: BoardIndex, t: Turn, units: Iterable[Unit]) -> None:
    t.location = [n.location[unit.location] for unit in units]
    t.owner = [n.power[unit.power] for unit in units]
    t.kind = [n.kind[unit.kind] for unit in units]
    t.place = [t.board.province_of[location] for location in t.location]
    t.strength = [t.board.strength[kind] for kind in t.kind]
    t.at = [NONE] * t.board.province_count
    for unit, place in enumerate(t.place):
        t.at[place] = unit
    crowded = len(set(t.place)) < len(t.place)
    if crowded and any(t.at[p] != u and not is_high_sea(t, p) for u, p in enumerate(t.place)):
        raise ValueError("two units stand in one province")
    leave_out_high_seas(t, t.at, NONE)


def write_orders(
    n: BoardIndex, t: Turn, given: Iterable[tuple[str, Order]]
) -> tuple[list[tuple[str, Order]], list[tuple[str, Order]]]:
    """Give the turn the orders of a movement phase; which these are, and which others there were.

    Raises:
        KeyError: if an order names something that is not on the board.
    """
    rows: list[list[int]] = []
    used: list[tuple[str, Order]] = []
    others: list[tuple[str, Order]] = []
    routes: list[int] = []
    for power, order in given:
        row = _order_row(n, power, order, routes)
        if row is None:
            others.append((power, order))
        else:
            rows.append(row)
            used.append((power, order))
    t.routes = routes
    t.order_count = len(rows)
    if rows:
        t.orders = OrderRows(*map(list, zip(*rows, strict=True)))
    return used, others


def _order_row(n: BoardIndex, power: str, order: Order, routes: list[int]) -> list[int] | None:
    """One number for each column of ``OrderRows``; None for an order of another phase."""
    flags = 0
    kind = other_power = other_kind = other = target = start = end = NONE
    match order:
        case Hold():
            type_ = HOLD
        case Move():
            type_ = MOVE
            if order.via_convoy:
                flags |= VIA
            rail = next((step for step in order.route if step in n.rails), None)
            if rail is not None:
                other = n.location[rail]
            elif order.route:
                start = len(routes)
                routes.extend(_location(n, step, 0)[0] for step in order.route)
                end = len(routes)
        case Support(supported=named) | Convoy(convoyed=named):
            type_ = SUPPORT if isinstance(order, Support) else CONVOY
            other, odd = _location(n, named.location, ODD_COAST_OF_OTHER)
            flags |= odd
            other_kind = NONE if named.kind is None else n.kind[named.kind]
            other_power = NONE if named.power is None else n.power[named.power]
        case Besiege():
            type_, flags = HOLD, BESIEGES
        case LiftSiege():
            type_, flags = HOLD, LIFTS
        case Disband() if n.board.conversions:
            type_, flags = HOLD, GIVES_UP
        case Convert():
            type_, flags, other_kind = MOVE, CONVERTS, n.kind[order.kind]
            target = _converted(n, order)
            if target == NONE or target == n.location.get(order.unit.location):
                type_, target = HOLD, NONE
        case _:
            return None
    location, odd = _location(n, order.unit.location, ODD_COAST_OF_UNIT)
    flags |= odd
    if order.unit.kind is not None:
        kind = n.kind[order.unit.kind]
    if isinstance(order, Move | Support | Convoy) and order.target is not None:
        target, odd = _location(n, order.target, ODD_COAST_OF_TARGET)
        flags |= odd
    by = n.power[power]
    row = [by, kind, location, type_, other_power, other_kind, other, target, flags, start, end]
    return row + [NONE] * (_ORDER_COLUMNS - len(row))


def _converted(n: BoardIndex, order: Convert) -> int:
    """Where a unit is once it has converted, NONE if it cannot."""
    for way in n.board.conversions:
        is_there = way.source == order.unit.location and order.unit.kind in (way.kind, None)
        coast = way.target.partition("/")[2] or None
        if is_there and way.becomes == order.kind and order.coast in (coast, None):
            return n.location[way.target]
    return NONE


def _location(n: BoardIndex, written: str, odd_coast: int) -> tuple[int, int]:
    """The number of a location; of a coast that does not exist the province's, with the flag."""
    found = n.location.get(written)
    if found is None:
        return n.location[written.partition("/")[0]], odd_coast
    return found, 0


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
        location, odd_coast = _location(n, order.unit.location, 1)
        kind = NONE if order.unit.kind is None else n.kind[order.unit.kind]
    return [n.power[power], type_, kind, location, odd_coast, 0, 0]


def unit_ref(n: BoardIndex, t: Turn, unit: int) -> UnitRef:
    """A unit of the turn as orders name it."""
    return UnitRef(n.locations[t.location[unit]], n.kinds[t.kind[unit]])
