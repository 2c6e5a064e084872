"""Positions and orders as the numbers of a turn, which the engine works on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dragoman.orders import Build, Disband, Order, Remove, Waive, unit_of
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import BUILD, NONE, OTHER_ORDER, REMOVE, WAIVE
from dragoman.rules.engine.high_seas import is_high_sea, leave_out_high_seas
from dragoman.rules.engine.room import has_room, new_turn
from dragoman.rules.engine.turn import AdjustmentRows, Turn, columns_of
from dragoman.rules.judge.board_index import BoardIndex, UnitRow, calendar_tables, rule_codes
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
    spare: Turn | None = None,
) -> Turn:
    """A turn that begins at the position, without orders. For ``more`` and ``listed`` see
    ``new_turn``. It is ``spare`` itself if that has room enough.

    Raises:
        KeyError: if the position names something that is not on the board, or a centre is none.
        ValueError: if the calendar has no such phase, or two units stand in one province.
    """
    place = calendar.place(position.phase)
    terms = n.terms(rule_set, calendar)
    tables = terms.icy_tables if calendar.phases[place].is_icy else terms.open_tables
    units = len(position.units)
    if spare is not None and has_room(spare, tables, units):
        t = spare
        t.board, t.rules, t.calendar = tables, terms.rules, terms.phases
        t.winner, t.unit_count, t.routes = NONE, units, []
    else:
        t = new_turn(tables, terms.rules, terms.phases, units=units, more=more, listed=listed)
    t.phase, t.year = place, position.phase.year
    numbers = numbers_of(n, position)
    _place_units(t, numbers.units)
    t.owners = list(numbers.owners)
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


class PositionNumbers(NamedTuple):
    """What stands in a position, as numbers."""

    n: BoardIndex
    """Whose numbers they are."""
    units: Sequence[UnitRow]
    owners: Sequence[int]
    """Of each province; NONE for nobody."""


_NUMBERS: Final = "_numbers"


def numbers_of(n: BoardIndex, position: Position) -> PositionNumbers:
    """The numbers of a position, which are kept with it.

    Raises:
        KeyError: if the position names something that is not on the board.
    """
    found: PositionNumbers | None = position.__dict__.get(_NUMBERS)
    if found is None or found.n is not n:
        owners = [NONE] * len(n.places)
        for center, owner in position.owners.items():
            owners[n.location[center]] = n.power[owner]
        return keep_numbers(n, position, n.unit_rows(position.units), tuple(owners))
    return found


def keep_numbers(
    n: BoardIndex, position: Position, units: Sequence[UnitRow], owners: Sequence[int]
) -> PositionNumbers:
    """Keep what is known of a position's numbers with it."""
    found = PositionNumbers(n, tuple(units), owners)
    position.__dict__[_NUMBERS] = found
    return found


def _place_units(t: Turn, units: Sequence[UnitRow]) -> None:
    columns: list[list[int]] = [[] for _ in UnitRow._fields]
    if units:
        columns = list(map(list, zip(*units, strict=True)))  # type: ignore[arg-type]
    _, t.location, t.owner, t.kind, t.place, t.strength, t.spot, _ = columns
    t.at = [NONE] * t.board.province_count
    for unit, place in enumerate(t.place):
        t.at[place] = unit
    crowded = len(set(t.place)) < len(t.place)
    if crowded and any(t.at[p] != u and not is_high_sea(t, p) for u, p in enumerate(t.place)):
        raise ValueError("two units stand in one province")
    leave_out_high_seas(t, t.at, NONE)


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
    unit = unit_of(order)
    if unit is not None:
        location, odd = n.location_of(unit.location)
        odd_coast = int(odd)
        kind = n.kind_named[unit.kind]
    return [n.power[power], type_, kind, location, odd_coast, 0, 0]
