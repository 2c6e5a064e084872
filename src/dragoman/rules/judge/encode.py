"""Positions and orders as the numbers of a turn, which the engine works on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, repeat
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

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
    Order,
    Remove,
    Support,
    Waive,
    unit_of,
)
from dragoman.remembered import Remembered
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import (
    BESIEGES,
    BUILD,
    CHANGES_KIND,
    CONVERTS,
    CONVOY,
    CORES,
    GIVES_UP,
    HOLD,
    LEGAL_AS_NAMED,
    LIFTS,
    MOVE,
    NAMES_ROUTE,
    NONE,
    ODD_COAST_OF_OTHER,
    ODD_COAST_OF_TARGET,
    ODD_COAST_OF_UNIT,
    OTHER_ORDER,
    PLAIN_STEP,
    REMOVE,
    SUPPORT,
    VALID,
    VIA,
    WAIVE,
)
from dragoman.rules.engine.high_seas import is_high_sea, leave_out_high_seas
from dragoman.rules.engine.legality import (
    forget_orders,
    is_legal_as_named,
    is_plain_step,
)
from dragoman.rules.engine.primitives import fill
from dragoman.rules.engine.room import has_room, new_turn
from dragoman.rules.engine.tables import BoardTables, Cells
from dragoman.rules.engine.turn import AdjustmentRows, OrderRows, Turn, columns_of
from dragoman.rules.judge.board_index import (
    BoardIndex,
    BoardTerms,
    OrderRow,
    UnitRow,
    calendar_tables,
    rule_codes,
)
from dragoman.rules.judge.core_numbers import load_cores
from dragoman.rules.model.calendar import DIPLOMACY
from dragoman.rules.model.position import Position
from dragoman.rules.model.reasons import OK


def load_turn(
    n: BoardIndex,
    position: Position,
    terms: BoardTerms,
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
    place = terms.calendar.place(position.phase)
    tables = terms.icy_tables if terms.calendar.phases[place].is_icy else terms.open_tables
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
    load_cores(n, t, position)
    return t


def load_standing(n: BoardIndex, position: Position, rule_set: RuleSet) -> Turn:
    """A turn at the position whose units stand already: to ask what is due to whom."""
    tables = n.tables_for(rule_set, ice=False)
    t = new_turn(
        tables, rule_codes(rule_set), calendar_tables(DIPLOMACY), units=len(position.units)
    )
    t.year = position.phase.year
    t.owners = [NONE] * tables.province_count
    for center, owner in position.owners.items():
        t.owners[n.location[center]] = n.power[owner]
    load_cores(n, t, position)
    t.standing.location = [n.location[unit.location] for unit in position.units]
    t.standing.owner = [n.power[unit.power] for unit in position.units]
    t.standing.kind = [n.kind[unit.kind] for unit in position.units]
    t.standing_count = len(position.units)
    return t


class PositionNumbers(NamedTuple):
    """The contents of a position, as numbers."""

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
    rows = [adjustment_row(n, power, order) for power, order in given]
    blank = [NONE] * len(columns_of(AdjustmentRows))
    t.adjustments = AdjustmentRows(*map(list, zip(*rows, *([blank] * more), strict=True)))
    t.adjustment_count = len(rows)


def adjustment_row(n: BoardIndex, power: str, order: Order) -> list[int]:
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


# Orders of a movement phase
#
# What an order says is the same in whatever position, so its row is remembered: many turns have
# orders that say the same. That is also when it is found out whether it is legal whatever the
# position; most are, and are given to their units at once.

_Said: TypeAlias = Callable[[Any], Any]
_BYTES: Final = 500
"""What takes in memory what an order says, and its row."""
_TYPE: Final[_Said] = attrgetter("__class__")
_HELPED: Final = ("kind", "location", "power")
_SAID: Final[dict[type[Order], _Said]] = {
    order: attrgetter("__class__", "unit.kind", "unit.location", *more)
    for order, more in {
        Hold: (),
        Core: (),
        Move: ("target", "via_convoy", "route"),
        Support: (*(f"supported.{part}" for part in _HELPED), "target"),
        Convoy: (*(f"convoyed.{part}" for part in _HELPED), "target"),
        Besiege: (),
        LiftSiege: (),
        Disband: (),
        Convert: ("kind", "coast"),
    }.items()
}
"""All that an order says, by its type; of orders of other phases that they are such."""
_NOBODY: Final = -2
"""In place of the spot of the unit that an order helps, where it helps none."""


def write_orders(
    n: BoardIndex, t: Turn, powers: Sequence[str], orders: Sequence[Order]
) -> tuple[Sequence[Order], Sequence[tuple[str, Order]]]:
    """Give the turn the orders of a movement phase, each of the power that gave it. The orders that
    it has now, and with their powers those that are of other phases.

    Raises:
        KeyError: if an order names something that is not on the board.
    """
    used, rows, powers, others = _rows(n, t, powers, orders)
    _write_rows(n, t, powers, rows)
    return used, others


def give_orders(
    n: BoardIndex, t: Turn, powers: Sequence[str], orders: Sequence[Order]
) -> tuple[Sequence[Order], Sequence[tuple[str, Order]]]:
    """The same, and let the units have the orders that are legal whatever the position; the others
    are to be checked.

    All are to be checked where some may be for gatekeepers or high seas, several for one unit, for
    other powers' units, or do not name units as they are.

    Raises:
        KeyError: if an order names something that is not on the board.
    """
    used, rows, powers, others = _rows(n, t, powers, orders)
    written = _write_rows(n, t, powers, rows)
    is_usual = t.board.gate_count + t.board.high_sea_count == 0 and t.board.nobody == NONE
    if is_usual and t.is_loose == 0 and _are_plain(t):
        _take_known(t, written)
    else:
        forget_orders(t)
        t.doubtful_count = t.order_count
        t.orders.doubtful = list(range(t.order_count))
    return used, others


class _Written(NamedTuple):
    """The orders that were written, besides the columns of the turn."""

    are_doubtful: Sequence[bool]
    goals: Sequence[int]
    """The provinces to which they move."""


def _rows(
    n: BoardIndex, t: Turn, powers: Sequence[str], orders: Sequence[Order]
) -> tuple[Sequence[Order], Sequence[OrderRow], Sequence[str], Sequence[tuple[str, Order]]]:
    """The orders of the phase, their rows and their powers; and apart from these the orders of
    other phases."""
    kept = n.order_rows.get(t.board)
    if kept is None:
        kept = n.order_rows.keep(t.board, Remembered(), _BYTES)
    said = list(map(said_by, orders))
    rows = list(map(kept.get, said))
    if all(rows):
        return orders, rows, powers, ()  # type: ignore[return-value]
    rows = [
        row or _kept_row(n, t, kept, said_, order)
        for row, said_, order in zip(rows, said, orders, strict=True)
    ]
    given = list(zip(rows, powers, orders, strict=True))
    others = [(power, order) for row, power, order in given if row is None]
    return (
        [order for row, _, order in given if row is not None],
        [row for row in rows if row is not None],
        [power for row, power, _ in given if row is not None],
        others,
    )


def _write_rows(
    n: BoardIndex, t: Turn, powers: Sequence[str], rows: Sequence[OrderRow]
) -> _Written:
    """Write the columns of the orders."""
    t.order_count = len(rows)
    if not rows:
        empty: list[list[int]] = [[] for _ in columns_of(OrderRows)]
        t.orders = OrderRows(*empty)
        t.is_loose = t.has_convoys = 0
        return _Written((), ())
    columns: list[Any] = list(map(list, zip(*rows, strict=True)))
    are_doubtful, goals, spots, other_spots = columns[:4]
    standing = _standing(t)
    unit = list(map(standing.get, spots, repeat(NONE)))
    other = list(map(standing.get, other_spots, repeat(NONE)))
    by = list(map(n.power.__getitem__, powers))
    checked = [[NONE] * t.order_count for _ in range(2)]
    t.orders = OrderRows(*[by, *columns[4:], unit, other, *checked])
    t.is_loose = int(NONE in unit or other.count(NONE) > other_spots.count(_NOBODY))
    t.has_convoys = int(CONVOY in t.orders.type)
    return _Written(are_doubtful, goals)


def _are_plain(t: Turn) -> bool:
    """True if each order is for a unit of its power, no two are for one, and none names a foreign
    unit as it should not."""
    rows, owner = t.orders, t.owner
    if len(set(rows.unit)) < t.order_count or rows.by != list(map(owner.__getitem__, rows.unit)):
        return False
    may_be_missing = t.rules.power_missing == VALID
    if may_be_missing and rows.other_power.count(NONE) == t.order_count:
        return True
    return all(
        other == NONE
        or power == owner[other]
        or (power == NONE and (may_be_missing or owner[other] == by))
        for other, power, by in zip(rows.other, rows.other_power, rows.by, strict=True)
    )


def _take_known(t: Turn, written: _Written) -> None:
    """Let each unit have its order, where that is not doubtful."""
    rows, units = t.orders, t.unit_count
    order_of = dict(zip(rows.unit, range(t.order_count), strict=True))
    chosen = list(map(order_of.get, range(units), repeat(NONE)))
    # A unit without an order has the row behind all others.
    t.order = list(map([*rows.type, HOLD].__getitem__, chosen))
    t.target = list(map([*rows.target, NONE].__getitem__, chosen))
    t.goal = list(map([*written.goals, NONE].__getitem__, chosen))
    t.chosen, t.reason = chosen, [OK] * units
    fill(t.railway, units, NONE)
    fill(t.coring, units, 0)
    rows.reason = [OK] * t.order_count
    rows.doubtful = list(compress(range(t.order_count), written.are_doubtful))
    t.doubtful_count = len(rows.doubtful)
    for order in rows.doubtful:
        unit = rows.unit[order]
        t.order[unit] = HOLD
        t.target[unit] = t.goal[unit] = chosen[unit] = rows.reason[order] = NONE


def _standing(t: Turn) -> dict[int, int]:
    """The unit at each spot; but on high seas, where there may be several."""
    standing = dict(zip(t.spot, range(t.unit_count), strict=False))
    for unit in range(t.unit_count if t.board.high_sea_count > 0 else 0):
        if is_high_sea(t, t.place[unit]):
            standing.pop(t.spot[unit], None)
    return standing


def said_by(order: Order) -> Any:
    """All that an order says, whoever gave it: orders that say the same have one row."""
    return _SAID.get(type(order), _TYPE)(order)


def _kept_row(
    n: BoardIndex, t: Turn, kept: Remembered[Any, OrderRow], said: Any, order: Order
) -> OrderRow | None:
    row = order_row(n, t.board, t.routes, order)
    if row is not None and row[-1] == NONE:
        kept.keep(said, row, _BYTES)
    return row


def order_row(n: BoardIndex, tables: BoardTables, routes: Cells, order: Order) -> OrderRow | None:
    """Of an order: whether it has to be checked; the province that it moves to; the
    spots of the unit that it is for and of the one it helps, if it names them by kind and by a
    place that there is; one number for each column of ``OrderRows`` that is written, but the power.
    None for an order of another phase. A route that it names is put behind the others; where that
    is, which the last numbers say, is another matter in every turn.

    Raises:
        KeyError: if it names something that is not on the board.
    """
    named, target, route = None, None, ()
    flags, other_kind, goal = 0, NONE, NONE
    if isinstance(order, Move):
        type_, target, route = MOVE, order.target, order.route
        flags = VIA if order.via_convoy else 0
    elif isinstance(order, Support):
        type_, named, target = SUPPORT, order.supported, order.target
    elif isinstance(order, Convoy):
        type_, named, target = CONVOY, order.convoyed, order.target
    elif isinstance(order, Hold | Core):
        type_, flags = HOLD, CORES if isinstance(order, Core) else 0
    elif isinstance(order, Convert) and not n.board.conversions:
        type_, flags, other_kind = HOLD, CHANGES_KIND, n.kind.get(order.kind, NONE)
        province = order.unit.location.partition("/")[0]
        target = f"{province}/{order.coast}" if order.coast else province
    elif isinstance(order, Besiege | LiftSiege | Convert) or (
        isinstance(order, Disband) and n.board.conversions
    ):
        type_, flags, other_kind, goal = _city_order(n, order)
    else:
        return None
    width = tables.location_count
    other_power, other_location, other_spot = NONE, NONE, _NOBODY
    if named is not None:
        other_kind, other_power = n.kind_named[named.kind], n.power_named[named.power]
        other_location, odd = n.location_of(named.location)
        flags |= odd * ODD_COAST_OF_OTHER
        other_spot = NONE if odd or other_kind == NONE else other_kind * width + other_location
    kind = n.kind_named[order.unit.kind]
    location, odd = n.location_of(order.unit.location)
    flags |= odd * ODD_COAST_OF_UNIT
    spot = NONE if odd or kind == NONE else kind * width + location
    if target is not None:
        goal, odd = n.location_of(target)
        flags |= odd * ODD_COAST_OF_TARGET
    start = end = NONE
    if route:
        rail = next((step for step in route if step in n.rails), None)
        if rail is not None:
            other_location = n.location[rail]
        else:
            flags |= NAMES_ROUTE
            start = len(routes)
            routes += [n.location_of(step)[0] for step in route]
            end = len(routes)
    elif (
        spot != NONE
        and flags & CORES == 0
        and is_legal_as_named(tables, type_, spot, other_spot, goal, flags)
    ):
        flags |= LEGAL_AS_NAMED
        if type_ == MOVE and is_plain_step(tables, spot, goal, flags):
            flags |= PLAIN_STEP
    says = type_, other_power, other_kind, other_location, goal, flags, start, end
    moves_to = tables.province_of[goal] if type_ == MOVE else NONE
    is_doubtful = flags & LEGAL_AS_NAMED == 0
    return (is_doubtful, moves_to, spot, other_spot, kind, location, *says)


def _city_order(
    n: BoardIndex, order: Besiege | LiftSiege | Disband | Convert
) -> tuple[int, int, int, int]:
    """An order of Machiavelli, for a unit in a city or before it: its type, its flag, the kind that
    the unit becomes, and where that is."""
    if isinstance(order, Besiege):
        return HOLD, BESIEGES, NONE, NONE
    if isinstance(order, LiftSiege):
        return HOLD, LIFTS, NONE, NONE
    if isinstance(order, Disband):
        return HOLD, GIVES_UP, NONE, NONE
    target = _converted(n, order)
    if target == NONE or target == n.location.get(order.unit.location):
        return HOLD, CONVERTS, n.kind[order.kind], NONE
    return MOVE, CONVERTS, n.kind[order.kind], target


def _converted(n: BoardIndex, order: Convert) -> int:
    """Where a unit is once it has converted, NONE if it cannot."""
    for way in n.board.conversions:
        is_there = way.source == order.unit.location and order.unit.kind in (way.kind, None)
        coast = way.target.partition("/")[2] or None
        if is_there and way.becomes == order.kind and order.coast in (coast, None):
            return n.location[way.target]
    return NONE
