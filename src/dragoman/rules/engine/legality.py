"""Which orders can be carried out at all, and which of them fit together.

An order is legal if it could be carried out for some orders of the others, with the units
as they stand (DATC 4.E.1). What is not legal is ignored, with a reason; a legal support or
convoy of something that was not ordered so is void. What is left is written into the rows
of the units for the resolver. Written, like the resolver, in the part of Python that Numba
compiles; see ``codes`` for the rows of units and of orders as written.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CHOSEN,
    COAST_CORRECTED,
    COAST_DEFAULT,
    COAST_FAILS,
    COAST_IF_SEVERAL,
    COAST_REQUIRED,
    G_COAST_STARTS,
    G_GATE_COUNT,
    G_HIGH_SEA_COUNT,
    G_LOCATIONS,
    G_PROVINCE_OF,
    G_PROVINCES,
    G_REACH,
    G_SHORE,
    GOAL,
    HOLD,
    KIND,
    LOCATION,
    MOVE,
    NONE,
    O_BY,
    O_FLAGS,
    O_LOCATION,
    O_REASON,
    O_ROW,
    O_TARGET,
    O_TYPE,
    O_WIDTH,
    ODD_COAST_OF_TARGET,
    ORDER,
    PASS_BY,
    PASS_GATE,
    PLACE,
    R_COAST_IN_SUPPORT,
    R_COAST_ONE_POSSIBLE,
    R_COAST_SUPERFLUOUS,
    R_COAST_UNREACHABLE,
    R_READ_TOGETHER,
    RAILWAY,
    REASON,
    SUPPORT,
    TARGET,
    TOGETHER,
    WIDTH,
    X_LOCATION,
    X_ROW,
    Cells,
    Ints,
)
from dragoman.rules.engine.conflicting_orders import choose
from dragoman.rules.engine.gatekeepers import tend_gate
from dragoman.rules.engine.high_seas import (
    ANYWHERE,
    are_alike,
    other_named,
    unit_ordered,
)
from dragoman.rules.engine.naming import fault_in_naming
from dragoman.rules.engine.passages import (
    fault_in_ride,
    gate_at,
    rides,
)
from dragoman.rules.engine.routes import (
    can_convoy,
    connected,
    fleets_at_sea,
    may_land,
    on_some_route,
    paths_from,
)
from dragoman.rules.model.reasons import (
    CANNOT_BE_CONVOYED,
    CANNOT_CONVOY,
    COAST_MISSING,
    COAST_NEEDED,
    CONVOY_USELESS,
    NO_PATH,
    NO_ROUTE,
    ODD_COAST,
    OK,
    SAME_PLACE,
    SELF_SUPPORT,
    SUPPORT_NEEDS_COAST,
    SUPPORT_OUT_OF_REACH,
    SUPPORTED_CANNOT_MOVE,
    WRONG_COAST,
)


def check(
    ground: Ints,
    count: int,
    units: Cells,
    at: Ints,
    orders: Cells,
    order_count: int,
    routes: Ints,
    rules: Ints,
    sea: Cells,
) -> None:
    """Judge every order as written and write the legal ones into the units' rows.

    ``orders`` has ``order_count`` rows of ``O_WIDTH``; their ``O_ROW``, ``X_ROW`` and
    ``O_REASON`` are filled in. ``sea`` needs room for 4 numbers a unit. Match the orders
    with ``match`` next.
    """
    for index in range(count):
        row = index * WIDTH
        units[row + ORDER] = HOLD
        units[row + TARGET] = NONE
        units[row + GOAL] = NONE
        units[row + REASON] = OK
        units[row + CHOSEN] = NONE
        units[row + PASS_BY] = NONE
        units[row + PASS_GATE] = NONE
        units[row + RAILWAY] = NONE
    fleets = fleets_at_sea(ground, count, units, sea)
    for index in range(order_count):
        order = index * O_WIDTH
        orders[order + O_ROW] = at[ground[ground[G_PROVINCE_OF] + orders[order + O_LOCATION]]]
        orders[order + X_ROW] = NONE
        if orders[order + X_LOCATION] != NONE:
            orders[order + X_ROW] = at[ground[ground[G_PROVINCE_OF] + orders[order + X_LOCATION]]]
        if ground[G_HIGH_SEA_COUNT] > 0:
            look_out(ground, count, units, orders, index, rules)
    for index in range(order_count):
        order = index * O_WIDTH
        if gate_at(ground, ground[ground[G_PROVINCE_OF] + orders[order + O_LOCATION]]) != NONE:
            continue
        reason = fault_in_naming(ground, units, orders, order, order_count, rules)
        if reason == OK:
            reason = fault_in_doing(ground, units, orders, order, order_count, rules, sea, fleets)
        orders[order + O_REASON] = reason
    for index in range(order_count):
        choose(ground, units, orders, index, routes, rules)
    for gate in range(ground[G_GATE_COUNT]):
        tend_gate(ground, count, units, at, orders, order_count, gate, rules)


def look_out(ground: Ints, count: int, units: Ints, orders: Cells, index: int, rules: Ints) -> None:
    """Find the units that an order names on a high sea, where several may stand."""
    order = index * O_WIDTH
    if orders[order + O_ROW] == NONE:
        orders[order + O_ROW] = unit_ordered(ground, count, units, orders, index)
    if orders[order + X_ROW] == NONE and orders[order + X_LOCATION] != NONE:
        orders[order + X_ROW] = other_named(ground, count, units, orders, order, ANYWHERE, rules)


def fault_in_doing(
    ground: Ints,
    units: Ints,
    orders: Cells,
    order: int,
    order_count: int,
    rules: Ints,
    sea: Cells,
    fleets: int,
) -> int:
    """Why the unit could not do this whatever the others did; the target is put in order."""
    row = orders[order + O_ROW]
    kind = orders[order + O_TYPE]
    target = orders[order + O_TARGET]
    odd = orders[order + O_FLAGS] & ODD_COAST_OF_TARGET != 0
    if kind == HOLD:
        return OK
    if kind == MOVE and orders[order + X_LOCATION] != NONE:
        orders[order + O_TARGET] = ground[ground[G_PROVINCE_OF] + target]
        return fault_in_ride(ground, units, row, orders[order + X_LOCATION], target)
    if kind == MOVE:
        if target < ground[G_PROVINCES] and rules[R_READ_TOGETHER] == TOGETHER:
            target = coast_from_supports(ground, units, orders, order, order_count)
        reached = destination(ground, units, row, target, odd, rules, sea, fleets, NONE)
        if reached < 0:
            return -reached
        orders[order + O_TARGET] = reached
        return OK
    other = orders[order + X_ROW]
    if other == row:
        return SELF_SUPPORT if kind == SUPPORT else CANNOT_BE_CONVOYED
    if kind == SUPPORT:
        place = units[other + PLACE] if target == NONE else ground[ground[G_PROVINCE_OF] + target]
        start = units[row + KIND] * ground[G_LOCATIONS] + units[row + LOCATION]
        if ground[ground[ground[G_REACH] + start] + place] == 0:
            return SUPPORT_OUT_OF_REACH
        if target == NONE:
            return OK
        return fault_in_supported(ground, units, orders, order, rules, sea, fleets)
    if not can_convoy(ground, units, row):
        return CANNOT_CONVOY
    goal = ground[ground[G_PROVINCE_OF] + target]
    if not may_land(ground, units, other, goal):
        return CANNOT_BE_CONVOYED
    if odd and rules[R_COAST_SUPERFLUOUS] == COAST_FAILS:
        return ODD_COAST
    orders[order + O_TARGET] = goal
    here = units[other + PLACE]
    if here == goal or not on_some_route(ground, units, row, here, goal, sea, fleets):
        return CONVOY_USELESS
    return OK


def coast_from_supports(
    ground: Ints, units: Ints, orders: Ints, order: int, order_count: int
) -> int:
    """The coast that an own support for this move names, else the move's own target (4.E.2)."""
    target = orders[order + O_TARGET]
    for index in range(order_count):
        other = index * O_WIDTH
        if (
            orders[other + O_TYPE] == SUPPORT
            and orders[other + O_BY] == orders[order + O_BY]
            and are_alike(units, orders[other + X_ROW], orders[order + O_ROW])
            and orders[other + O_TARGET] >= ground[G_PROVINCES]
            and ground[ground[G_PROVINCE_OF] + orders[other + O_TARGET]] == target
        ):
            return orders[other + O_TARGET]
    return target


def fault_in_supported(
    ground: Ints, units: Ints, orders: Cells, order: int, rules: Ints, sea: Cells, fleets: int
) -> int:
    """Why the supported unit could not make the move, or the support lacks a coast (4.B.4)."""
    other = orders[order + X_ROW]
    target = orders[order + O_TARGET]
    bare = target < ground[G_PROVINCES] and ground[paths_from(ground, units, other) + target] == 0
    if bare:
        coasts = coasts_reached(ground, units, other, target)
        if coasts > 0:
            rule = rules[R_COAST_IN_SUPPORT]
            if rule == COAST_REQUIRED or (rule == COAST_IF_SEVERAL and coasts > 1):
                return SUPPORT_NEEDS_COAST
            return OK
    odd = orders[order + O_FLAGS] & ODD_COAST_OF_TARGET != 0
    reached = destination(
        ground, units, other, target, odd, rules, sea, fleets, orders[order + O_ROW]
    )
    if reached < 0:
        if rides(ground, units, other, ground[ground[G_PROVINCE_OF] + target]) == NONE:
            return SUPPORTED_CANNOT_MOVE
        reached = ground[ground[G_PROVINCE_OF] + target]
    orders[order + O_TARGET] = reached
    return OK


def coasts_reached(ground: Ints, units: Ints, row: int, province: int) -> int:
    """How many coasts of the province the unit can step to."""
    ways = paths_from(ground, units, row)
    found = 0
    for coast in range(
        ground[ground[G_COAST_STARTS] + province], ground[ground[G_COAST_STARTS] + province + 1]
    ):
        if ground[ways + coast] != 0:
            found += 1
    return found


def destination(
    ground: Ints,
    units: Ints,
    row: int,
    target: int,
    odd: bool,
    rules: Ints,
    sea: Cells,
    fleets: int,
    without: int,
) -> int:
    """The location a move comes to, or the reason it cannot be made, as a negative number.

    A convoy by the fleets as they stand will do, but not one by the fleet ``without``.
    """
    province = ground[ground[G_PROVINCE_OF] + target]
    if province == units[row + PLACE]:
        return -SAME_PLACE
    if odd and rules[R_COAST_SUPERFLUOUS] == COAST_FAILS:
        return -ODD_COAST
    ways = paths_from(ground, units, row)
    if ground[ways + target] != 0:
        return target
    coasts = coasts_reached(ground, units, row, province)
    if coasts > 0:
        if target >= ground[G_PROVINCES]:
            if rules[R_COAST_UNREACHABLE] != COAST_CORRECTED:
                return -WRONG_COAST
        elif rules[R_COAST_ONE_POSSIBLE] != COAST_DEFAULT:
            return -COAST_MISSING
        if coasts > 1:
            return -COAST_NEEDED
        for coast in range(
            ground[ground[G_COAST_STARTS] + province], ground[ground[G_COAST_STARTS] + province + 1]
        ):
            if ground[ways + coast] != 0:
                return coast
    if target >= ground[G_PROVINCES] and rules[R_COAST_SUPERFLUOUS] == COAST_FAILS:
        return -ODD_COAST
    if ground[ways + province] != 0:
        return province
    if not may_land(ground, units, row, province):
        return -NO_PATH
    if ground[ground[G_SHORE] + units[row + PLACE]] == 0:
        return -NO_PATH
    if not connected(ground, units, units[row + PLACE], province, sea, fleets, without):
        return -NO_ROUTE
    return province
