"""Which orders can be carried out at all, and which of them fit together.

An order is legal if it could be carried out for some orders of the others, with the units
as they stand (DATC 4.E.1). What is not legal is ignored, with a reason; a legal support or
convoy of something that was not ordered so is void. What is left is written into the columns
of the units for the resolver.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    COAST_CORRECTED,
    COAST_DEFAULT,
    COAST_FAILS,
    COAST_IF_SEVERAL,
    COAST_REQUIRED,
    HOLD,
    MOVE,
    NONE,
    ODD_COAST_OF_TARGET,
    SUPPORT,
    TOGETHER,
)
from dragoman.rules.engine.conflicting_orders import choose
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
    could_help,
    may_land,
    paths_from,
)
from dragoman.rules.engine.turn import Turn
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


def check(t: Turn) -> None:
    """Judge every order as written and write the legal ones into the units' columns."""
    judge_orders(t)
    choose_orders(t)


def judge_orders(t: Turn) -> None:
    """Fill in what each order is for, and why it cannot be carried out. Those of gatekeepers are
    left to ``gatekeepers.tend_gate``."""
    t.is_charted = 0
    for unit in range(t.unit_count):
        t.order[unit] = HOLD
        t.target[unit] = NONE
        t.goal[unit] = NONE
        t.reason[unit] = OK
        t.chosen[unit] = NONE
        t.pass_by[unit] = NONE
        t.pass_gate[unit] = NONE
        t.railway[unit] = NONE
    for order in range(t.order_count):
        t.orders.unit[order] = t.at[t.board.province_of[t.orders.location[order]]]
        t.orders.other[order] = NONE
        if t.orders.other_location[order] != NONE:
            t.orders.other[order] = t.at[t.board.province_of[t.orders.other_location[order]]]
        if t.board.high_sea_count > 0:
            find_at_high_sea(t, order)
    for order in range(t.order_count):
        if gate_at(t, t.board.province_of[t.orders.location[order]]) != NONE:
            continue
        reason = fault_in_naming(t, order)
        if reason == OK:
            reason = why_illegal(t, order)
        t.orders.reason[order] = reason


def choose_orders(t: Turn) -> None:
    """Write the legal orders into the columns of the units; of several for one unit the one that
    counts."""
    for order in range(t.order_count):
        choose(t, order)


def find_at_high_sea(t: Turn, order: int) -> None:
    """Find the units that an order names on a high sea, where several may stand."""
    if t.orders.unit[order] == NONE:
        t.orders.unit[order] = unit_ordered(t, order)
    if t.orders.other[order] == NONE and t.orders.other_location[order] != NONE:
        t.orders.other[order] = other_named(t, order, ANYWHERE)


def why_illegal(t: Turn, order: int) -> int:
    """Why the unit could not do this whatever the others did; the target is put in order."""
    unit = t.orders.unit[order]
    kind = t.orders.type[order]
    target = t.orders.target[order]
    odd = t.orders.flags[order] & ODD_COAST_OF_TARGET != 0
    if kind == HOLD:
        return OK
    if kind == MOVE and t.orders.other_location[order] != NONE:
        t.orders.target[order] = t.board.province_of[target]
        return fault_in_ride(t, unit, t.orders.other_location[order], target)
    if kind == MOVE:
        if target < t.board.province_count and t.rules.read_together == TOGETHER:
            target = coast_from_supports(t, order)
        reached = destination(t, unit, target, odd, NONE)
        if reached < 0:
            return -reached
        t.orders.target[order] = reached
        return OK
    other = t.orders.other[order]
    if other == unit:
        return SELF_SUPPORT if kind == SUPPORT else CANNOT_BE_CONVOYED
    if kind == SUPPORT:
        place = t.place[other] if target == NONE else t.board.province_of[target]
        start = t.kind[unit] * t.board.location_count + t.location[unit]
        if t.board.reach_cells[t.board.reach_rows[start] + place] == 0:
            return SUPPORT_OUT_OF_REACH
        if target == NONE:
            return OK
        return fault_in_supported(t, order)
    if not can_convoy(t, unit):
        return CANNOT_CONVOY
    goal = t.board.province_of[target]
    if not may_land(t, other, goal):
        return CANNOT_BE_CONVOYED
    if odd and t.rules.coast_superfluous == COAST_FAILS:
        return ODD_COAST
    t.orders.target[order] = goal
    here = t.place[other]
    if here == goal or not could_help(t, unit, here, goal):
        return CONVOY_USELESS
    return OK


def coast_from_supports(t: Turn, order: int) -> int:
    """The coast that an own support for this move names, else the move's own target (4.E.2)."""
    target = t.orders.target[order]
    for other in range(t.order_count):
        if (
            t.orders.type[other] == SUPPORT
            and t.orders.by[other] == t.orders.by[order]
            and are_alike(t, t.orders.other[other], t.orders.unit[order])
            and t.orders.target[other] >= t.board.province_count
            and t.board.province_of[t.orders.target[other]] == target
        ):
            return t.orders.target[other]
    return target


def fault_in_supported(t: Turn, order: int) -> int:
    """Why the supported unit could not make the move, or the support lacks a coast (4.B.4)."""
    other = t.orders.other[order]
    target = t.orders.target[order]
    bare = (
        target < t.board.province_count and t.board.path_cells[paths_from(t, other) + target] == 0
    )
    if bare:
        coasts = coasts_reached(t, other, target)
        if coasts > 0:
            rule = t.rules.coast_in_support
            if rule == COAST_REQUIRED or (rule == COAST_IF_SEVERAL and coasts > 1):
                return SUPPORT_NEEDS_COAST
            return OK
    odd = t.orders.flags[order] & ODD_COAST_OF_TARGET != 0
    reached = destination(t, other, target, odd, t.orders.unit[order])
    if reached < 0:
        if rides(t, other, t.board.province_of[target]) == NONE:
            return SUPPORTED_CANNOT_MOVE
        reached = t.board.province_of[target]
    t.orders.target[order] = reached
    return OK


def coasts_reached(t: Turn, unit: int, province: int) -> int:
    """How many coasts of the province the unit can step to."""
    ways = paths_from(t, unit)
    found = 0
    for coast in range(t.board.coast_starts[province], t.board.coast_starts[province + 1]):
        if t.board.path_cells[ways + coast] != 0:
            found += 1
    return found


def destination(t: Turn, unit: int, target: int, odd: bool, without: int) -> int:
    """The location a move comes to, or the reason it cannot be made, as a negative number.

    A convoy by the fleets as they stand will do, but not one by the fleet ``without``.
    """
    province = t.board.province_of[target]
    if province == t.place[unit]:
        return -SAME_PLACE
    if odd and t.rules.coast_superfluous == COAST_FAILS:
        return -ODD_COAST
    ways = paths_from(t, unit)
    if t.board.path_cells[ways + target] != 0:
        return target
    coasts = coasts_reached(t, unit, province)
    if coasts > 0:
        if target >= t.board.province_count:
            if t.rules.coast_unreachable != COAST_CORRECTED:
                return -WRONG_COAST
        elif t.rules.coast_one_possible != COAST_DEFAULT:
            return -COAST_MISSING
        if coasts > 1:
            return -COAST_NEEDED
        for coast in range(t.board.coast_starts[province], t.board.coast_starts[province + 1]):
            if t.board.path_cells[ways + coast] != 0:
                return coast
    if target >= t.board.province_count and t.rules.coast_superfluous == COAST_FAILS:
        return -ODD_COAST
    if t.board.path_cells[ways + province] != 0:
        return province
    if not may_land(t, unit, province):
        return -NO_PATH
    if t.board.is_shore[t.place[unit]] == 0:
        return -NO_PATH
    if not connected(t, t.place[unit], province, without):
        return -NO_ROUTE
    return province
