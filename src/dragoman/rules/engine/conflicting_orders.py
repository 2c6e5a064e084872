"""Which order a unit carries out where it has several (DATC 4.D).

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units and of
orders as written.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CHOSEN,
    FIRST_ORDER,
    G_PROVINCE_OF,
    GOAL,
    HOLD,
    IMPOSSIBLE_MOVES,
    LAST_ORDER,
    MOVE,
    NONE,
    O_FLAGS,
    O_REASON,
    O_ROW,
    O_TARGET,
    O_TYPE,
    O_WIDTH,
    ORDER,
    R_IMPOSSIBLE_MOVE,
    R_TWO_ORDERS,
    RAILWAY,
    REASON,
    TARGET,
    VIA,
    X_LOCATION,
    X_ROW,
    Cells,
    Ints,
)
from dragoman.rules.engine.passages import rail_at
from dragoman.rules.model.reasons import (
    CONTRADICTED,
    NOT_YOURS,
    OK,
    OVERRULED,
)


def choose(
    ground: Ints, units: Cells, orders: Cells, index: int, routes: Ints, rules: Ints
) -> None:
    """Give the unit this order, unless another legal one has the better claim (4.D.3)."""
    order = index * O_WIDTH
    row = orders[order + O_ROW]
    reason = orders[order + O_REASON]
    if row == NONE or reason == NOT_YOURS:
        return
    chosen = units[row + CHOSEN]
    if reason != OK:
        if chosen == NONE:
            units[row + REASON] = reason
            units[row + ORDER] = HOLD
            units[row + GOAL] = NONE
            if orders[order + O_TYPE] == MOVE and rules[R_IMPOSSIBLE_MOVE] == IMPOSSIBLE_MOVES:
                units[row + ORDER] = MOVE
                units[row + GOAL] = ground[ground[G_PROVINCE_OF] + orders[order + O_TARGET]]
        return
    if chosen != NONE:
        earlier = chosen * O_WIDTH
        if same_order(orders, order, earlier):
            orders[order + O_REASON] = OVERRULED
            return
        if rules[R_TWO_ORDERS] == FIRST_ORDER:
            orders[order + O_REASON] = OVERRULED
            return
        if rules[R_TWO_ORDERS] != LAST_ORDER:
            orders[order + O_REASON] = CONTRADICTED
            orders[earlier + O_REASON] = CONTRADICTED
            units[row + ORDER] = HOLD
            units[row + GOAL] = NONE
            units[row + REASON] = CONTRADICTED
            return
        orders[earlier + O_REASON] = OVERRULED
    units[row + CHOSEN] = index
    units[row + REASON] = OK
    units[row + ORDER] = orders[order + O_TYPE]
    units[row + TARGET] = orders[order + O_TARGET]
    units[row + GOAL] = NONE
    units[row + RAILWAY] = NONE
    if orders[order + O_TYPE] == MOVE:
        if orders[order + X_LOCATION] != NONE:
            named = ground[ground[G_PROVINCE_OF] + orders[order + X_LOCATION]]
            units[row + RAILWAY] = rail_at(ground, named)
        units[row + GOAL] = ground[ground[G_PROVINCE_OF] + orders[order + O_TARGET]]


def same_order(orders: Ints, one: int, other: int) -> bool:
    """Whether two legal orders for one unit ask for the same thing."""
    if orders[one + O_TYPE] == HOLD:
        return orders[other + O_TYPE] == HOLD
    return (
        orders[one + O_TYPE] == orders[other + O_TYPE]
        and orders[one + X_ROW] == orders[other + X_ROW]
        and orders[one + O_TARGET] == orders[other + O_TARGET]
        and orders[one + O_FLAGS] & VIA == orders[other + O_FLAGS] & VIA
        and (orders[one + O_TYPE] != MOVE or orders[one + X_LOCATION] == orders[other + X_LOCATION])
    )
