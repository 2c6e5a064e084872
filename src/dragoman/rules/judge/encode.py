"""Positions and orders as the numbers of a turn, which the engine works on."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
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

_ORDER_COLUMNS: Final = len(columns_of(OrderRows))
_WRITTEN: Final = _ORDER_COLUMNS - 3
"""The columns of orders as written: the check fills in the others."""


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
    n: BoardIndex, t: Turn, given: Iterable[tuple[str, Order]]
) -> tuple[list[tuple[str, Order]], list[tuple[str, Order]]]:
    """Give the turn the orders of a movement phase; which these are, and which others there were.

    Raises:
        KeyError: if an order names something that is not on the board.
    """
    rows: list[tuple[int, ...]] = []
    used: list[tuple[str, Order]] = []
    others: list[tuple[str, Order]] = []
    for power_and_order in given:
        row = _order_row(n, t.routes, *power_and_order)
        if row is None:
            others.append(power_and_order)
        else:
            rows.append(row)
            used.append(power_and_order)
    t.order_count = len(rows)
    columns = map(list, zip(*rows, strict=True)) if rows else ([] for _ in range(_WRITTEN))
    t.orders = OrderRows(*columns, *([NONE] * len(rows) for _ in range(_WRITTEN, _ORDER_COLUMNS)))
    return used, others


def _order_row(
    n: BoardIndex, routes: MutableSequence[int], power: str, order: Order
) -> tuple[int, ...] | None:
    """One number for each column of ``OrderRows`` that is written; None for an order of another
    phase. Nearly every name is a key, and asked for as one."""
    at, named, target = n.location, None, None
    flags, other, other_kind, other_power, start, end = 0, NONE, NONE, NONE, NONE, NONE
    if isinstance(order, Move):
        type_, target = MOVE, order.target
        if order.via_convoy:
            flags = VIA
        if order.route:
            other, start, end = _route(n, routes, order.route)
    elif isinstance(order, Support):
        type_, named, target = SUPPORT, order.supported, order.target
    elif isinstance(order, Hold):
        type_ = HOLD
    elif isinstance(order, Convoy):
        type_, named, target = CONVOY, order.convoyed, order.target
    else:
        return None
    if named is not None:
        other_kind, other_power = n.kind_named[named.kind], n.power_named[named.power]
        other = at.get(named.location, NONE)
        if other == NONE:
            other, flags = _province(n, named.location), flags | ODD_COAST_OF_OTHER
    unit = order.unit
    location = at.get(unit.location, NONE)
    if location == NONE:
        location, flags = _province(n, unit.location), flags | ODD_COAST_OF_UNIT
    goal = NONE
    if target is not None:
        goal = at.get(target, NONE)
        if goal == NONE:
            goal, flags = _province(n, target), flags | ODD_COAST_OF_TARGET
    kind, by = n.kind_named[unit.kind], n.power[power]
    return by, kind, location, type_, other_power, other_kind, other, goal, flags, start, end


def _route(
    n: BoardIndex, routes: MutableSequence[int], named: Sequence[str]
) -> tuple[int, int, int]:
    """The railway that a move names on its way; or where the route that it names starts and ends
    in ``routes``, to which it is added."""
    for step in named:
        if step in n.rails:
            return n.location[step], NONE, NONE
    start = len(routes)
    routes.extend(n.location[step] if step in n.location else _province(n, step) for step in named)
    return NONE, start, len(routes)


def _province(n: BoardIndex, coast: str) -> int:
    """The number of the province of a coast that does not exist."""
    return n.location[coast.partition("/")[0]]


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
        location = n.location.get(order.unit.location, NONE)
        if location == NONE:
            location, odd_coast = _province(n, order.unit.location), 1
        kind = n.kind_named[order.unit.kind]
    return [n.power[power], type_, kind, location, odd_coast, 0, 0]
