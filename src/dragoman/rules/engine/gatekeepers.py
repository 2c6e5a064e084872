"""The orders of the notional units that keep gateways.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units and of
orders as written.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    FIRST_ORDER,
    G_GATES,
    G_PROVINCE_OF,
    HOLD,
    LAST_ORDER,
    NONE,
    O_BY,
    O_LOCATION,
    O_REASON,
    O_TARGET,
    O_TYPE,
    O_WIDTH,
    PLACE,
    R_TWO_ORDERS,
    SUPPORT,
    X_ROW,
    Cells,
    Ints,
)
from dragoman.rules.engine.conflicting_orders import same_order
from dragoman.rules.engine.high_seas import other_named
from dragoman.rules.engine.passages import (
    controls,
    fault_in_leave,
    permit,
)
from dragoman.rules.model.reasons import (
    CONTRADICTED,
    NOT_YOURS,
    OK,
    OVERRULED,
)


def tend_gate(
    ground: Ints,
    count: int,
    units: Cells,
    at: Ints,
    orders: Cells,
    order_count: int,
    gate: int,
    rules: Ints,
) -> None:
    """Carry out the order of a gatekeeper's notional unit, which may hold or support one
    passage. Where it has several the rule for two orders of a unit decides (4.D.3)."""
    chosen = NONE
    contradicted = False
    for index in range(order_count):
        order = index * O_WIDTH
        if (
            ground[ground[G_PROVINCE_OF] + orders[order + O_LOCATION]]
            != ground[ground[G_GATES] + gate]
        ):
            continue
        fault = fault_at_gate(ground, units, at, orders, order, gate)
        orders[order + O_REASON] = fault
        if fault != OK:
            continue
        if chosen == NONE:
            chosen = order
        elif same_order(orders, order, chosen) or rules[R_TWO_ORDERS] == FIRST_ORDER:
            orders[order + O_REASON] = OVERRULED
        elif rules[R_TWO_ORDERS] == LAST_ORDER:
            orders[chosen + O_REASON] = OVERRULED
            chosen = order
        else:
            orders[order + O_REASON] = CONTRADICTED
            orders[chosen + O_REASON] = CONTRADICTED
            contradicted = True
    if chosen != NONE and not contradicted and orders[chosen + O_TYPE] == SUPPORT:
        goal = ground[ground[G_PROVINCE_OF] + orders[chosen + O_TARGET]]
        if at[units[orders[chosen + X_ROW] + PLACE]] == NONE:  # it is on a high sea
            target = orders[chosen + O_TARGET]
            orders[chosen + X_ROW] = other_named(
                ground, count, units, orders, chosen, target, rules
            )
        permit(ground, count, units, at, gate, orders[chosen + O_BY], orders[chosen + X_ROW], goal)


def fault_at_gate(ground: Ints, units: Ints, at: Ints, orders: Ints, order: int, gate: int) -> int:
    """Why the order of a gatekeeper's notional unit cannot be carried out."""
    if orders[order + O_TYPE] == HOLD:
        return OK if controls(ground, units, at, gate, orders[order + O_BY]) else NOT_YOURS
    goal = NONE
    if orders[order + O_TYPE] == SUPPORT and orders[order + O_TARGET] != NONE:
        goal = ground[ground[G_PROVINCE_OF] + orders[order + O_TARGET]]
    return fault_in_leave(
        ground, units, at, gate, orders[order + O_BY], orders[order + X_ROW], goal
    )
