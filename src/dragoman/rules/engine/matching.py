"""Which supports and convoys fit the orders of others, and by which way each army goes.

Follows ``legality.check``; what does not fit is void, with a reason. Written in the part of
Python that Numba compiles; see ``codes`` for the rows.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CARRIES,
    CHOICE_ANY,
    CHOICE_EXCHANGE_ONLY,
    CHOICE_INTENT,
    CHOICE_OWN_OR_VIA,
    CHOICE_OWN_OR_VIA_ELSE_LAND,
    CHOSEN,
    COAST_OWN_ONLY,
    CONVOY,
    DISORDERED_UNSUPPORTED,
    FIRST_FLEET,
    FIRST_SUPPORTER,
    G_CONVOYABLE,
    G_HIGH_SEA_COUNT,
    G_PROVINCE_OF,
    G_PROVINCES,
    G_RAIL_COUNT,
    GATED,
    GOAL,
    HELPS,
    KIND,
    LAND,
    LOSS,
    LOSS_AT_SEA,
    MOVE,
    NAMED_IGNORED,
    NAMED_REQUIRED,
    NEXT_FLEET,
    NEXT_RIVAL,
    NEXT_SUPPORTER,
    NO,
    NONE,
    O_BY,
    O_FLAGS,
    O_ROUTE,
    O_ROUTE_END,
    O_TARGET,
    O_WIDTH,
    OPEN,
    ORDER,
    OWNER,
    PASS_GATE,
    PASS_TO,
    PLACE,
    R_COAST_IN_SUPPORT,
    R_CONVOY_CHOICE,
    R_CONVOY_ROUTE_NAMED,
    R_SUPPORT_DISORDERED,
    R_VIA_WITHOUT_CONVOY,
    RAIL,
    REASON,
    ROUTE,
    SEA,
    SEA_ELSE_LAND,
    SEA_LOSS,
    SUPPORT,
    TARGET,
    UNKNOWN,
    VIA,
    VIA_BY_LAND,
    WIDTH,
    X_ROW,
    Cells,
    Ints,
)
from dragoman.rules.engine.high_seas import is_high_sea, leave_out_high_seas, other_named
from dragoman.rules.engine.passages import guard, ride
from dragoman.rules.engine.routes import connected, on_some_route, paths_from
from dragoman.rules.model.reasons import (
    GATE_CLOSED,
    NO_CONVOY,
    RAIL_STOPPED,
    UNUSED_BY_LAND,
    UNUSED_OFF_ROUTE,
    VOID_COAST,
    VOID_DISORDER,
    VOID_HIGH_SEA,
    VOID_MOVED,
    VOID_NOT_ORDERED,
)


def match(
    ground: Ints,
    count: int,
    units: Cells,
    at: Ints,
    orders: Cells,
    order_count: int,
    routes: Ints,
    rules: Ints,
    sea: Cells,
    rivals: Cells,
) -> None:
    """Fill in ``HELPS``, ``CARRIES``, ``ROUTE``, ``LOSS`` and ``OPEN`` of every unit's row, and
    thread the units that move to one province, support one unit or carry one army."""
    for province in range(ground[G_PROVINCES]):
        rivals[province] = NONE
    convoys = False
    for index in range(count):
        row = index * WIDTH
        units[row + HELPS] = NONE
        units[row + CARRIES] = NONE
        units[row + FIRST_SUPPORTER] = NONE
        units[row + FIRST_FLEET] = NONE
        units[row + ROUTE] = LAND
        units[row + LOSS] = 0
        units[row + LOSS_AT_SEA] = 0
        units[row + OPEN] = UNKNOWN
        convoys = convoys or units[row + ORDER] == CONVOY
    for index in range(count if convoys else 0):
        if units[index * WIDTH + ORDER] == CONVOY:
            match_convoy(ground, units, index * WIDTH, orders, routes, rules)
    if ground[G_RAIL_COUNT] > 0:
        ride(ground, count, units, at)
    high_seas = ground[G_HIGH_SEA_COUNT] > 0
    for index in range(count):
        row = index * WIDTH
        if units[row + ORDER] == MOVE:
            set_out(ground, units, at, row, orders, rules, sea)
            goal = units[row + GOAL]
            units[row + NEXT_RIVAL] = rivals[goal]
            rivals[goal] = row
        elif units[row + ORDER] == SUPPORT:
            if high_seas:
                find_helped(ground, count, units, row, orders, rules)
            match_support(ground, units, row, orders, order_count, rules, high_seas)
            helped = units[row + HELPS]
            if helped != NONE:
                units[row + NEXT_SUPPORTER] = units[helped + FIRST_SUPPORTER]
                units[helped + FIRST_SUPPORTER] = row
    leave_out_high_seas(ground, rivals, NONE)


def match_convoy(
    ground: Ints, units: Cells, row: int, orders: Ints, routes: Ints, rules: Ints
) -> None:
    """Tie the fleet to the army whose move it was ordered to convoy, if that was ordered."""
    order = units[row + CHOSEN] * O_WIDTH
    army = orders[order + X_ROW]
    if units[army + GOAL] != orders[order + O_TARGET] or units[army + CHOSEN] == NONE:
        units[row + REASON] = VOID_NOT_ORDERED
        return
    if rules[R_CONVOY_ROUTE_NAMED] != NAMED_IGNORED:
        moved = units[army + CHOSEN] * O_WIDTH
        named = orders[moved + O_ROUTE] != NONE
        on_it = False
        if named:
            for step in range(orders[moved + O_ROUTE], orders[moved + O_ROUTE_END]):
                on_it = on_it or ground[ground[G_PROVINCE_OF] + routes[step]] == units[row + PLACE]
        if (named and not on_it) or (not named and rules[R_CONVOY_ROUTE_NAMED] == NAMED_REQUIRED):
            units[row + REASON] = UNUSED_OFF_ROUTE
            return
    units[row + CARRIES] = army
    units[row + NEXT_FLEET] = units[army + FIRST_FLEET]
    units[army + FIRST_FLEET] = row


def set_out(
    ground: Ints,
    units: Cells,
    at: Ints,
    row: int,
    orders: Ints,
    rules: Ints,
    sea: Cells,
) -> None:
    """Decide whether a move goes by land or by convoy (DATC 4.A.3), and by which fleets."""
    if units[row + CHOSEN] == NONE:
        units[row + ROUTE] = SEA
        units[row + OPEN] = NO
        return
    if units[row + ROUTE] == RAIL:
        return
    ways = paths_from(ground, units, row)
    step = ground[ways + units[row + TARGET]]
    units[row + LOSS] = (step - 1) % SEA_LOSS if step > 0 else 0
    units[row + LOSS_AT_SEA] = (step - 1) // SEA_LOSS if step > 0 else 0
    fleets = 0
    own = False
    fleet = units[row + FIRST_FLEET]
    while fleet != NONE:
        sea[fleets] = fleet
        fleets += 1
        own = own or units[fleet + OWNER] == units[row + OWNER]
        fleet = units[fleet + NEXT_FLEET]
    here = units[row + PLACE]
    goal = units[row + GOAL]
    complete = fleets > 0 and connected(ground, units, here, goal, sea, fleets, NONE)
    route = SEA
    if step > 0:
        order = units[row + CHOSEN] * O_WIDTH
        asked = ground[ground[G_CONVOYABLE] + units[row + KIND]] == 1 and (
            orders[order + O_FLAGS] & VIA != 0 or orders[order + O_ROUTE] != NONE
        )
        route = way(units, at, row, asked, own, complete, rules)
    gate = guard(ground, here, goal)
    if route == LAND and gate != NONE:
        route = GATED
        if units[row + PASS_GATE] != gate or units[row + PASS_TO] != goal:
            units[row + OPEN] = NO
            units[row + REASON] = GATE_CLOSED
    units[row + ROUTE] = route
    if route in (SEA, SEA_ELSE_LAND) and not complete:
        units[row + OPEN] = NO
        if route == SEA:
            units[row + REASON] = NO_CONVOY
    units[row + FIRST_FLEET] = NONE
    for index in range(fleets):
        fleet = sea[index]
        if route in (LAND, GATED):
            units[fleet + CARRIES] = NONE
            units[fleet + REASON] = UNUSED_BY_LAND
        elif not complete or not on_some_route(ground, units, fleet, here, goal, sea, fleets):
            units[fleet + CARRIES] = NONE
            units[fleet + REASON] = UNUSED_OFF_ROUTE
        else:
            units[fleet + NEXT_FLEET] = units[row + FIRST_FLEET]
            units[row + FIRST_FLEET] = fleet


def way(
    units: Ints, at: Ints, row: int, asked: bool, own: bool, complete: bool, rules: Ints
) -> int:
    """By land or by sea, for an army that might go either way."""
    rule = rules[R_CONVOY_CHOICE]
    if rule == CHOICE_ANY:
        return SEA if complete else LAND
    if rule == CHOICE_EXCHANGE_ONLY:
        other = at[units[row + GOAL]]
        exchange = other != NONE and units[other + GOAL] == units[row + PLACE]
        return SEA_ELSE_LAND if exchange and complete else LAND
    by_own = own and rule in (CHOICE_INTENT, CHOICE_OWN_OR_VIA, CHOICE_OWN_OR_VIA_ELSE_LAND)
    if not asked and not by_own:
        return LAND
    if rule == CHOICE_OWN_OR_VIA_ELSE_LAND:
        return SEA_ELSE_LAND
    if asked and not complete and rules[R_VIA_WITHOUT_CONVOY] == VIA_BY_LAND:
        return LAND
    return SEA


def ordered_goal(ground: Ints, units: Ints, row: int, orders: Ints) -> int:
    """The province that the unit was ordered to, NONE if to none; a railway may stop short."""
    target = orders[units[row + CHOSEN] * O_WIDTH + O_TARGET]
    return NONE if target == NONE else ground[ground[G_PROVINCE_OF] + target]


def find_helped(
    ground: Ints, count: int, units: Ints, row: int, orders: Cells, rules: Ints
) -> None:
    """Of several units in a high sea let the support be for one that was ordered so."""
    order = units[row + CHOSEN] * O_WIDTH
    if is_high_sea(ground, units[orders[order + X_ROW] + PLACE]):
        target = orders[order + O_TARGET]
        orders[order + X_ROW] = other_named(ground, count, units, orders, order, target, rules)


def match_support(
    ground: Ints,
    units: Cells,
    row: int,
    orders: Ints,
    order_count: int,
    rules: Ints,
    high_seas: bool,
) -> None:
    """Tie the supporter to the unit it was ordered to help, if that was ordered so. In a high
    sea there is nothing to help against."""
    order = units[row + CHOSEN] * O_WIDTH
    other = orders[order + X_ROW]
    target = orders[order + O_TARGET]
    wanted = NONE if target == NONE else ground[ground[G_PROVINCE_OF] + target]
    reason = 0
    ordered = NONE if units[other + CHOSEN] == NONE else ordered_goal(ground, units, other, orders)
    if units[other + GOAL] != wanted or (wanted != NONE and ordered != wanted):
        reason = VOID_MOVED if wanted == NONE else VOID_NOT_ORDERED
        if wanted != NONE and units[other + GOAL] != NONE and ordered == wanted:
            reason = RAIL_STOPPED
    elif wanted == NONE:
        if rules[R_SUPPORT_DISORDERED] == DISORDERED_UNSUPPORTED:
            reason = VOID_DISORDER
            for index in range(order_count):
                if orders[index * O_WIDTH + O_BY] == units[other + OWNER]:
                    reason = 0
    elif target != units[other + TARGET] and (
        target >= ground[G_PROVINCES]
        or (
            rules[R_COAST_IN_SUPPORT] == COAST_OWN_ONLY
            and units[other + OWNER] != units[row + OWNER]
        )
    ):
        reason = VOID_COAST
    goal = units[other + PLACE] if wanted == NONE else wanted
    if high_seas and is_high_sea(ground, goal):
        reason = VOID_HIGH_SEA
    gate = guard(ground, units[row + PLACE], goal)
    if reason == 0 and gate != NONE:
        units[row + ROUTE] = GATED
        if units[row + PASS_GATE] != gate or units[row + PASS_TO] != goal:
            reason = GATE_CLOSED
    if reason == 0:
        units[row + HELPS] = other
    else:
        units[row + REASON] = reason
