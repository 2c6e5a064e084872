"""Builds and removals: what is possible, what is due, and what civil disorder takes.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units and
of the orders of an adjustment phase. ``owners`` gives the power that owns each province's
centre, NONE for nobody.
"""

from __future__ import annotations

from dragoman.rules.engine.building import build_way, fault_in_build, may_build_in
from dragoman.rules.engine.codes import (
    A_BY,
    A_EXCESS,
    A_KIND,
    A_LOCATION,
    A_ODD_COAST,
    A_REASON,
    A_TYPE,
    A_WIDTH,
    BUILD,
    G_CENTERS,
    G_COSTS,
    G_HONG_KONG,
    G_NAME_RANKS,
    G_POINTS,
    G_POWERS,
    G_PROVINCE_OF,
    G_PROVINCES,
    HONG_KONG_UNCOUNTED,
    INVALID,
    KEEP_FIRST,
    KEEP_LAST,
    KEEP_NONE,
    KIND,
    LOCATION,
    MUST_BUILD_ALL,
    NONE,
    OTHER_ORDER,
    OWNER,
    R_EXCESS_BUILDS,
    R_EXCESS_REMOVALS,
    R_HONG_KONG,
    R_KIND_MISSING,
    R_KIND_WRONG,
    R_TWO_BUILDS,
    R_WAIVE_BUILDS,
    REMOVE,
    WAIVE,
    WIDTH,
    Cells,
    Ints,
)
from dragoman.rules.engine.disorder import fall_into_disorder
from dragoman.rules.engine.high_seas import spare, unit_to_remove
from dragoman.rules.engine.packed_orders import packed_other, packed_target
from dragoman.rules.model.reasons import (
    BUILT_TWICE,
    KIND_MISSING,
    KIND_WRONG,
    MUST_BUILD,
    NO_SUCH_UNIT,
    NOT_DUE,
    NOT_YOURS,
    OK,
    REMOVED_TWICE,
    WRONG_PHASE,
)


def balance(
    ground: Ints,
    rules: Ints,
    count: int,
    units: Ints,
    at: Ints,
    owners: Ints,
    orders: Cells,
    order_count: int,
    gone: Cells,
    dues: Cells,
    steps: Cells,
    queue: Cells,
) -> int:
    """Judge the orders of all powers and choose what civil disorder removes.

    ``orders`` may grow by the builds that the judge makes (DATC 4.D.7 b); returns how many
    there are then. ``gone[i]`` becomes 1 for a unit removed by order, 2 by civil disorder.
    ``dues`` needs room for one number a power, ``steps`` and ``queue`` for one a location.
    """
    for index in range(count):
        gone[index] = 0
    for index in range(order_count):
        orders[index * A_WIDTH + A_EXCESS] = 0
    grown = order_count
    count_dues(ground, rules, count, units, owners, dues)
    for power in range(ground[G_POWERS]):
        due = dues[power]
        if due >= 0:
            settle_builds(ground, rules, at, owners, power, due, orders, order_count)
            if rules[R_WAIVE_BUILDS] == MUST_BUILD_ALL:
                grown = judge_builds(
                    ground, rules, at, owners, power, due, orders, order_count, grown
                )
        else:
            missing = settle_removals(
                ground, rules, count, units, at, power, -due, orders, order_count, gone
            )
            if missing > 0:
                fall_into_disorder(
                    ground, rules, count, units, owners, power, missing, gone, steps, queue
                )
    return grown


def count_dues(
    ground: Ints, rules: Ints, count: int, units: Ints, owners: Ints, dues: Cells
) -> None:
    """The points of centres owned less those units cost: how many each power has to spend on
    builds, or must gain by removals. Usually these are numbers of centres and of units."""
    for power in range(ground[G_POWERS]):
        dues[power] = 0
    for province in range(ground[G_PROVINCES]):
        owner = owners[province]
        if (
            owner != NONE
            and ground[ground[G_CENTERS] + province] == 1
            and not (
                rules[R_HONG_KONG] == HONG_KONG_UNCOUNTED and is_hong_kong(ground, owner, province)
            )
        ):
            dues[owner] += ground[ground[G_POINTS] + province]
    for index in range(count):
        row = index * WIDTH
        dues[units[row + OWNER]] -= ground[ground[G_COSTS] + units[row + KIND]]


def is_hong_kong(ground: Ints, power: int, province: int) -> bool:
    """Whether the province is a Hong Kong to the power."""
    return ground[ground[G_HONG_KONG] + power * ground[G_PROVINCES] + province] == 1


def settle_builds(
    ground: Ints,
    rules: Ints,
    at: Ints,
    owners: Ints,
    power: int,
    due: int,
    orders: Cells,
    order_count: int,
) -> None:
    """Which of one power's builds are carried out (DATC 4.D.4, 4.D.5)."""
    legal = 0
    for index in range(order_count):
        order = index * A_WIDTH
        if orders[order + A_BY] != power:
            continue
        kind = orders[order + A_TYPE]
        reason = WRONG_PHASE
        if kind == BUILD:
            reason = fault_in_build(ground, rules, at, owners, orders, order)
        elif kind == REMOVE:
            reason = NOT_DUE
            orders[order + A_EXCESS] = 1
        elif kind == WAIVE:
            reason = MUST_BUILD if rules[R_WAIVE_BUILDS] == MUST_BUILD_ALL else OK
        orders[order + A_REASON] = reason
    for index in range(order_count):
        order = index * A_WIDTH
        if stands(orders, order, power) and orders[order + A_TYPE] == BUILD:
            settle_twins(ground, rules, power, orders, order, order_count)
    for index in range(order_count):
        order = index * A_WIDTH
        if stands(orders, order, power) and orders[order + A_TYPE] == BUILD:
            legal += cost_of(ground, orders, order)
    keep(ground, rules[R_EXCESS_BUILDS], power, BUILD, legal, due, orders, order_count)
    # What is waived is what the builds that are ordered leave over.
    kept = 0
    waived = 0
    for index in range(order_count):
        order = index * A_WIDTH
        if stands(orders, order, power):
            if orders[order + A_TYPE] == BUILD:
                kept += cost_of(ground, orders, order)
            else:
                waived += 1
    keep(ground, KEEP_FIRST, power, WAIVE, waived, due - kept, orders, order_count)


def stands(orders: Ints, order: int, power: int) -> bool:
    """Whether this is an order of the power against which nothing has been found."""
    return orders[order + A_BY] == power and orders[order + A_REASON] == OK


def settle_twins(
    ground: Ints, rules: Ints, power: int, orders: Cells, order: int, order_count: int
) -> None:
    """Where several builds are ordered in the province of this one, let one stand or none."""
    place = ground[ground[G_PROVINCE_OF] + orders[order + A_LOCATION]]
    keeper = NONE
    twins = 0
    for index in range(order_count):
        other = index * A_WIDTH
        if (
            stands(orders, other, power)
            and orders[other + A_TYPE] == BUILD
            and ground[ground[G_PROVINCE_OF] + orders[other + A_LOCATION]] == place
        ):
            twins += 1
            if (rules[R_TWO_BUILDS] == KEEP_FIRST and keeper == NONE) or (
                rules[R_TWO_BUILDS] == KEEP_LAST
            ):
                keeper = other
    if twins < 2:
        return
    for index in range(order_count):
        other = index * A_WIDTH
        if (
            other != keeper
            and stands(orders, other, power)
            and orders[other + A_TYPE] == BUILD
            and ground[ground[G_PROVINCE_OF] + orders[other + A_LOCATION]] == place
        ):
            orders[other + A_REASON] = BUILT_TWICE


def cost_of(ground: Ints, orders: Ints, order: int) -> int:
    """The points that a build takes or a removal gains; a waived build is one."""
    if orders[order + A_TYPE] == WAIVE:
        return 1
    return ground[ground[G_COSTS] + orders[order + A_KIND]]


def keep(
    ground: Ints,
    rule: int,
    power: int,
    kind: int,
    legal: int,
    due: int,
    orders: Cells,
    order_count: int,
) -> None:
    """Of more legal orders of a kind than are due keep the first, the last, or none. ``legal``
    and ``due`` are points; removals may gain more than are due where units cost several."""
    if legal <= due:
        return
    spent = 0
    for step in range(order_count):
        order = (order_count - 1 - step if rule == KEEP_LAST else step) * A_WIDTH
        if stands(orders, order, power) and orders[order + A_TYPE] == kind:
            cost = cost_of(ground, orders, order)
            fits = spent < due if kind == REMOVE else spent + cost <= due
            if fits and rule != KEEP_NONE:
                spent += cost
            else:
                orders[order + A_REASON] = NOT_DUE
                orders[order + A_EXCESS] = 1


def judge_builds(
    ground: Ints,
    rules: Ints,
    at: Ints,
    owners: Ints,
    power: int,
    due: int,
    orders: Cells,
    order_count: int,
    grown: int,
) -> int:
    """Add the builds that a power left out, in its free home centres by name (4.D.7 b)."""
    for index in range(order_count):
        if stands(orders, index * A_WIDTH, power):
            due -= cost_of(ground, orders, index * A_WIDTH)
    while due > 0:
        best = NONE
        for province in range(ground[G_PROVINCES]):
            free = (
                owners[province] == power
                and may_build_in(ground, rules, owners, 0, power, province)
                and at[province] == NONE
                and build_way(ground, province, 0, due) != NONE
            )
            for index in range(grown):
                order = index * A_WIDTH
                if (
                    stands(orders, order, power)
                    and orders[order + A_TYPE] == BUILD
                    and ground[ground[G_PROVINCE_OF] + orders[order + A_LOCATION]] == province
                ):
                    free = False
            if free and (
                best == NONE
                or ground[ground[G_NAME_RANKS] + province] < ground[ground[G_NAME_RANKS] + best]
            ):
                best = province
        if best == NONE:
            return grown
        order = grown * A_WIDTH
        orders[order + A_BY] = power
        orders[order + A_TYPE] = BUILD
        way = build_way(ground, best, 0, due)
        orders[order + A_KIND] = packed_other(way)
        orders[order + A_LOCATION] = packed_target(way)
        orders[order + A_ODD_COAST] = 0
        orders[order + A_REASON] = OK
        orders[order + A_EXCESS] = 0
        grown += 1
        due -= cost_of(ground, orders, order)
    return grown


def settle_removals(
    ground: Ints,
    rules: Ints,
    count: int,
    units: Ints,
    at: Ints,
    power: int,
    due: int,
    orders: Cells,
    order_count: int,
    gone: Cells,
) -> int:
    """Which of one power's removals are carried out; how many points are still to be gained."""
    legal = 0
    for index in range(order_count):
        order = index * A_WIDTH
        if orders[order + A_BY] != power:
            continue
        reason = WRONG_PHASE
        if orders[order + A_TYPE] == REMOVE:
            row = unit_to_remove(ground, count, units, at, orders, order, gone)
            reason = fault_in_removal(rules, units, row, orders, order, gone)
            if reason == OK:
                gone[row // WIDTH] = 1
        elif orders[order + A_TYPE] != OTHER_ORDER:
            reason = NOT_DUE
            orders[order + A_EXCESS] = 1
        orders[order + A_REASON] = reason
        if reason == OK:
            legal += cost_of(ground, orders, order)
    keep(ground, rules[R_EXCESS_REMOVALS], power, REMOVE, legal, due, orders, order_count)
    left = due
    for index in range(order_count):
        order = index * A_WIDTH
        if orders[order + A_BY] == power and orders[order + A_TYPE] == REMOVE:
            if orders[order + A_REASON] == OK:
                left -= cost_of(ground, orders, order)
            elif orders[order + A_REASON] == NOT_DUE:
                spare(count, units, orders, order, gone)
    return left


def fault_in_removal(
    rules: Ints, units: Ints, row: int, orders: Cells, order: int, gone: Ints
) -> int:
    """Why this unit cannot be removed by this order; kind and place are put right."""
    if row == NONE:
        return NO_SUCH_UNIT
    if units[row + OWNER] != orders[order + A_BY]:
        return NOT_YOURS
    kind = orders[order + A_KIND]
    if kind == NONE and rules[R_KIND_MISSING] == INVALID:
        return KIND_MISSING
    wrong = kind != NONE and kind != units[row + KIND]
    if wrong and rules[R_KIND_WRONG] == INVALID:
        return KIND_WRONG
    if gone[row // WIDTH] == 1:
        return REMOVED_TWICE
    orders[order + A_KIND] = units[row + KIND]
    orders[order + A_LOCATION] = units[row + LOCATION]
    return OK
