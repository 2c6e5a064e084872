"""The orders of a movement phase as rows of numbers.

What an order says is the same in whatever position, so its row is remembered: many turns have
orders that say the same. That is also when it is found out whether it is legal whatever the
position; most are, and are given to their units at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, repeat
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from dragoman.orders import (
    Besiege,
    Convert,
    Convoy,
    Disband,
    Hold,
    LiftSiege,
    Move,
    Order,
    Support,
)
from dragoman.remembered import Remembered
from dragoman.rules.engine.cells import fill
from dragoman.rules.engine.codes import (
    BESIEGES,
    CONVERTS,
    CONVOY,
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
    PLAIN_STEP,
    SUPPORT,
    VALID,
    VIA,
)
from dragoman.rules.engine.high_seas import is_high_sea
from dragoman.rules.engine.legality import (
    forget_orders,
    is_legal_as_named,
    is_plain_step,
)
from dragoman.rules.engine.turn import OrderRows, Turn, columns_of
from dragoman.rules.judge.board_index import BoardIndex, OrderRow
from dragoman.rules.model.reasons import OK

_Said: TypeAlias = Callable[[Any], Any]
_BYTES: Final = 500
"""What takes in memory what an order says, and its row."""
_TYPE: Final[_Said] = attrgetter("__class__")
_HELPED: Final = ("kind", "location", "power")
_SAID: Final[dict[type[Order], _Said]] = {
    order: attrgetter("__class__", "unit.kind", "unit.location", *more)
    for order, more in {
        Hold: (),
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
    if t.board.gate_count + t.board.high_sea_count + t.is_loose == 0 and _are_plain(t):
        _take_known(t, written)
    else:
        forget_orders(t)
        t.doubtful_count = t.order_count
        t.orders.doubtful = list(range(t.order_count))
    return used, others


class _Written(NamedTuple):
    """What was written, besides the columns of the turn."""

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
    said = [_SAID.get(type(order), _TYPE)(order) for order in orders]
    rows = list(map(kept.get, said))
    if all(rows):
        return orders, rows, powers, ()  # type: ignore[return-value]
    rows = [
        row or _order_row(n, t, kept, said_, order)
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
    """Whether each order is for a unit of its power, no two are for one, and none names a foreign
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


def _order_row(
    n: BoardIndex, t: Turn, kept: Remembered[Any, OrderRow], said: Any, order: Order
) -> OrderRow | None:
    """Of an order that says this: whether it has to be checked; the province that it moves to; the
    spots of the unit that it is for and of the one it helps, if it names them by kind and by a
    place that there is; one number for each column of ``OrderRows`` that is written, but the power.
    None for an order of another phase."""
    named, target, route = None, None, ()
    flags, other_kind, goal = 0, NONE, NONE
    if isinstance(order, Move):
        type_, target, route = MOVE, order.target, order.route
        flags = VIA if order.via_convoy else 0
    elif isinstance(order, Support):
        type_, named, target = SUPPORT, order.supported, order.target
    elif isinstance(order, Convoy):
        type_, named, target = CONVOY, order.convoyed, order.target
    elif isinstance(order, Hold):
        type_ = HOLD
    elif isinstance(order, Besiege | LiftSiege | Convert) or (
        isinstance(order, Disband) and n.board.conversions
    ):
        type_, flags, other_kind, goal = _city_order(n, order)
    else:
        return None
    width = t.board.location_count
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
            start = len(t.routes)
            t.routes += [n.location_of(step)[0] for step in route]
            end = len(t.routes)
    elif spot != NONE and is_legal_as_named(t.board, type_, spot, other_spot, goal, flags):
        flags |= LEGAL_AS_NAMED
        if type_ == MOVE and is_plain_step(t.board, spot, goal, flags):
            flags |= PLAIN_STEP
    says = type_, other_power, other_kind, other_location, goal, flags, start, end
    moves_to = t.board.province_of[goal] if type_ == MOVE else NONE
    is_doubtful = flags & LEGAL_AS_NAMED == 0
    row = (is_doubtful, moves_to, spot, other_spot, kind, location, *says)
    if start == NONE:  # where the steps of a route are is another matter in every turn
        kept.keep(said, row, _BYTES)
    return row


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
