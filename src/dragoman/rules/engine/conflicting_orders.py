"""Which order a unit carries out where it has several (DATC 4.D)."""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CITY_ORDER,
    CORES,
    FIRST_ORDER,
    HOLD,
    IMPOSSIBLE_MOVES,
    LAST_ORDER,
    MOVE,
    NONE,
    VIA,
)
from dragoman.rules.engine.passages import rail_at
from dragoman.rules.engine.routes import same_route
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    CONTRADICTED,
    NOT_YOURS,
    OK,
    OVERRULED,
)


def choose(t: Turn, order: int) -> None:
    """Give the unit this order, unless another legal one has the better claim (4.D.3)."""
    unit = t.orders.unit[order]
    reason = t.orders.reason[order]
    if unit == NONE or reason == NOT_YOURS:
        return
    earlier = t.chosen[unit]
    if reason != OK:
        if earlier == NONE:
            t.reason[unit] = reason
            t.order[unit] = HOLD
            t.goal[unit] = NONE
            if t.orders.type[order] == MOVE and t.rules.impossible_move == IMPOSSIBLE_MOVES:
                t.order[unit] = MOVE
                t.goal[unit] = t.board.province_of[t.orders.target[order]]
        return
    if earlier != NONE:
        if same_order(t, order, earlier):
            t.orders.reason[order] = OVERRULED
            return
        if t.rules.two_orders == FIRST_ORDER:
            t.orders.reason[order] = OVERRULED
            return
        if t.rules.two_orders != LAST_ORDER:
            t.orders.reason[order] = CONTRADICTED
            t.orders.reason[earlier] = CONTRADICTED
            t.order[unit] = HOLD
            t.goal[unit] = NONE
            t.reason[unit] = CONTRADICTED
            return
        t.orders.reason[earlier] = OVERRULED
    take(t, unit, order)


def take(t: Turn, unit: int, order: int) -> None:
    """Let the unit carry out this order."""
    kind = t.orders.type[order]
    target = t.orders.target[order]
    t.chosen[unit] = order
    t.reason[unit] = OK
    t.order[unit] = kind
    t.coring[unit] = 1 if t.orders.flags[order] & CORES != 0 else 0
    t.target[unit] = target
    t.goal[unit] = t.board.province_of[target] if kind == MOVE else NONE
    if t.board.rail_count > 0:
        t.railway[unit] = NONE
        if kind == MOVE and t.orders.other_location[order] != NONE:
            named = t.board.province_of[t.orders.other_location[order]]
            t.railway[unit] = rail_at(t, named)


def same_order(t: Turn, one: int, other: int) -> bool:
    """True if two legal orders for one unit ask for the same thing."""
    if t.orders.flags[one] // CITY_ORDER != t.orders.flags[other] // CITY_ORDER:
        return False
    if t.orders.type[one] == HOLD:
        return t.orders.type[other] == HOLD and t.orders.target[one] == t.orders.target[other]
    return (
        t.orders.type[one] == t.orders.type[other]
        and t.orders.other[one] == t.orders.other[other]
        and t.orders.target[one] == t.orders.target[other]
        and t.orders.flags[one] & VIA == t.orders.flags[other] & VIA
        and (
            t.orders.type[one] != MOVE
            or (
                t.orders.other_location[one] == t.orders.other_location[other]
                and same_route(t, one, other)
            )
        )
    )
