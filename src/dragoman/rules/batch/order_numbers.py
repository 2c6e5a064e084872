"""Orders that a program wrote as numbers (see ``engine.packed_orders``)."""

from __future__ import annotations

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
from dragoman.rules.engine.codes import CONVOY, HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import packed, whose
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import BoardIndex


def order_number(
    n: BoardIndex, tables: BoardTables, keeps_to_routes: bool, power: str, order: Order
) -> int:
    """An order of a power as a number.

    Raises:
        KeyError: if it names something that is not on the board, or a convoy route where the
            rule set keeps to that: there is no room for one in a number.
    """
    location = n.location
    match order:
        case Move():
            rail = next((step for step in order.route if step in n.rails), None)
            if rail is not None:
                return packed(MOVE, int(order.via_convoy), location[order.target], location[rail])
            if order.route and keeps_to_routes:
                raise KeyError(f"{order}: a packed order cannot name the route it keeps to")
            via = int(order.via_convoy or bool(order.route))
            return packed(MOVE, via, location[order.target], NONE)
        case Retreat():
            return packed(MOVE, 0, location[order.target], NONE)
        case Support():
            target = NONE if order.target is None else location[order.target]
            other = location[order.supported.location]
            return packed(SUPPORT, 0, target, other) + _whose(
                n, tables, order.supported.power, order.supported
            )
        case Convoy():
            goal = n.board.province_of[order.target]
            return packed(CONVOY, 0, location[goal], location[order.convoyed.location])
        case Build():
            kind = n.kind[order.unit.kind or n.kinds[0]]
            return packed(MOVE, 0, location[order.unit.location], kind)
        case Remove():
            number = packed(SUPPORT, 0, location[order.unit.location], NONE)
            return number + _whose(n, tables, power, order.unit)
        case Waive():
            return packed(HOLD, 0, NONE, NONE) + whose(tables, n.power[power], NONE)
        case Hold() | Disband():
            return packed(HOLD, 0, NONE, NONE)
        case _:
            raise KeyError(f"{order}: the batch path plays no Machiavelli")


def _whose(n: BoardIndex, tables: BoardTables, power: str | None, named: UnitRef) -> int:
    """What a code says of a unit it names on a high sea, where others may stand."""
    if named.location not in n.board.high_seas:
        return 0
    owner = NONE if power is None else n.power[power]
    return whose(tables, owner, NONE if named.kind is None else n.kind[named.kind])
