"""Which supports and convoys fit the orders of others, and by which way each army goes.

Follows ``legality.check``; what does not fit is void, with a reason.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CHOICE_ANY,
    CHOICE_EXCHANGE_ONLY,
    CHOICE_INTENT,
    CHOICE_OWN_OR_VIA,
    CHOICE_OWN_OR_VIA_ELSE_LAND,
    COAST_OWN_ONLY,
    CONVOY,
    CUT_BY_STRENGTH,
    DISORDERED_UNSUPPORTED,
    GATED,
    LAND,
    MOVE,
    NAMED_REQUIRED,
    NONE,
    RAIL,
    SEA,
    SEA_ELSE_LAND,
    SEA_LOSS,
    SUPPORT,
    VIA,
    VIA_BY_LAND,
    WHOLE,
)
from dragoman.rules.engine.high_seas import is_high_sea, other_named
from dragoman.rules.engine.masks import EMPTY, first, only
from dragoman.rules.engine.named_routes import is_path, is_sailed, keeps_to_route, names
from dragoman.rules.engine.passages import gate_between, ride
from dragoman.rules.engine.routes import on_some_route, paths_from
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import chart_fleets, lead_across
from dragoman.rules.model.reasons import (
    GATE_CLOSED,
    NO_CONVOY,
    RAIL_STOPPED,
    ROUTE_NO_PATH,
    UNUSED_BY_LAND,
    UNUSED_OFF_ROUTE,
    VOID_COAST,
    VOID_DISORDER,
    VOID_HIGH_SEA,
    VOID_MOVED,
    VOID_NOT_ORDERED,
)


def match(t: Turn) -> None:
    """Fill in what each unit helps and carries, which way it goes, what that costs and whether it
    is open; and gather the units that move to one province, support one unit or carry one
    army."""
    for province in range(t.board.province_count):
        t.rivals[province] = EMPTY
    for power in range(t.board.power_count):
        t.units_of[power] = EMPTY
    t.open_yes = EMPTY
    t.open_no = EMPTY
    t.is_even = 0 if t.rules.partial_cut == CUT_BY_STRENGTH else 1
    convoys = False
    for unit in range(t.unit_count):
        t.helps[unit] = NONE
        t.carries[unit] = NONE
        t.supporters[unit] = EMPTY
        t.fleets[unit] = EMPTY
        t.units_of[t.owner[unit]] |= only(unit)
        if t.strength[unit] != WHOLE:
            t.is_even = 0
        t.route[unit] = LAND
        t.loss[unit] = 0
        t.loss_at_sea[unit] = 0
        convoys = convoys or t.order[unit] == CONVOY
    for unit in range(t.unit_count if convoys else 0):
        if t.order[unit] == CONVOY:
            match_convoy(t, unit)
    if t.board.rail_count > 0:
        ride(t)
    for unit in range(t.unit_count):
        if t.order[unit] == MOVE:
            set_out(t, unit)
            t.rivals[t.goal[unit]] |= only(unit)
        elif t.order[unit] == SUPPORT:
            match_support(t, unit)
            helped = t.helps[unit]
            if helped != NONE:
                t.supporters[helped] |= only(unit)
    for sea in range(t.board.high_sea_count):
        t.rivals[t.board.high_seas[sea]] = EMPTY


def match_convoy(t: Turn, unit: int) -> None:
    """Tie the fleet to the army whose move it was ordered to convoy, if that was ordered."""
    order = t.chosen[unit]
    army = t.orders.other[order]
    if t.goal[army] != t.orders.target[order] or t.chosen[army] == NONE:
        t.reason[unit] = VOID_NOT_ORDERED
        return
    if keeps_to_route(t, army):
        is_off = not names(t, t.chosen[army], t.place[unit])
    else:
        is_off = t.rules.convoy_route_named == NAMED_REQUIRED
    if is_off:
        t.reason[unit] = UNUSED_OFF_ROUTE
        return
    t.carries[unit] = army
    t.fleets[army] |= only(unit)


def set_out(t: Turn, unit: int) -> None:
    """Decide whether a move goes by land or by convoy (DATC 4.A.3), and by which fleets."""
    if t.chosen[unit] == NONE:
        t.route[unit] = SEA
        t.open_no |= only(unit)
        return
    if t.route[unit] == RAIL:
        return
    ways = paths_from(t, unit)
    step = t.board.path_cells[ways + t.target[unit]]
    t.loss[unit] = (step - 1) % SEA_LOSS if step > 0 else 0
    t.loss_at_sea[unit] = (step - 1) // SEA_LOSS if step > 0 else 0
    fleets = t.fleets[unit]
    here = t.place[unit]
    goal = t.goal[unit]
    order = t.chosen[unit]
    own = fleets & t.units_of[t.owner[unit]] != EMPTY
    if fleets != EMPTY:
        chart_fleets(t)
    is_named = keeps_to_route(t, unit)
    if is_named:
        complete = is_path(t, order, here, goal) and is_sailed(t, order, fleets)
    else:
        complete = lead_across(t, here, goal, fleets)
    route = SEA
    if step > 0:
        asked = t.board.is_convoyable[t.kind[unit]] == 1 and (
            t.orders.flags[order] & VIA != 0 or t.orders.route_start[order] != NONE
        )
        route = way(t, unit, asked, own, complete)
    gate = gate_between(t, here, goal)
    if route == LAND and gate != NONE:
        route = GATED
        if t.pass_gate[unit] != gate or t.pass_to[unit] != goal:
            t.open_no |= only(unit)
            t.reason[unit] = GATE_CLOSED
    t.route[unit] = route
    if route in (SEA, SEA_ELSE_LAND) and not complete:
        t.open_no |= only(unit)
        if route == SEA:
            t.reason[unit] = NO_CONVOY
            if is_named and not is_path(t, order, here, goal):
                t.reason[unit] = ROUTE_NO_PATH
    t.proven = EMPTY
    left = fleets
    while left != EMPTY:
        fleet = first(left)
        left ^= only(fleet)
        if route in (LAND, GATED):
            t.carries[fleet] = NONE
            t.fleets[unit] ^= only(fleet)
            t.reason[fleet] = UNUSED_BY_LAND
        elif not complete or not (
            is_named
            or t.proven & only(fleet) != EMPTY
            or on_some_route(t, fleet, here, goal, fleets, False)
        ):
            t.carries[fleet] = NONE
            t.fleets[unit] ^= only(fleet)
            t.reason[fleet] = UNUSED_OFF_ROUTE


def way(t: Turn, unit: int, asked: bool, own: bool, complete: bool) -> int:
    """By land or by sea, for an army that might go either way."""
    rule = t.rules.convoy_choice
    if rule == CHOICE_ANY:
        return SEA if complete else LAND
    if rule == CHOICE_EXCHANGE_ONLY:
        other = t.at[t.goal[unit]]
        exchange = other != NONE and t.goal[other] == t.place[unit]
        return SEA_ELSE_LAND if exchange and complete else LAND
    by_own = own and rule in (CHOICE_INTENT, CHOICE_OWN_OR_VIA, CHOICE_OWN_OR_VIA_ELSE_LAND)
    if not asked and not by_own:
        return LAND
    if rule == CHOICE_OWN_OR_VIA_ELSE_LAND:
        return SEA_ELSE_LAND
    if asked and not complete and t.rules.via_without_convoy == VIA_BY_LAND:
        return LAND
    return SEA


def ordered_goal(t: Turn, unit: int) -> int:
    """The province that the unit was ordered to, NONE if to none; a railway may stop short."""
    target = t.orders.target[t.chosen[unit]]
    return NONE if target == NONE else t.board.province_of[target]


def find_helped(t: Turn, unit: int) -> None:
    """Of several units in a high sea let the support be for one that was ordered so."""
    order = t.chosen[unit]
    if is_high_sea(t, t.place[t.orders.other[order]]):
        target = t.orders.target[order]
        t.orders.other[order] = other_named(t, order, target)


def match_support(t: Turn, unit: int) -> None:
    """Tie the supporter to the unit it was ordered to help, if that was ordered so. In a high
    sea there is nothing to help against."""
    high_seas = t.board.high_sea_count > 0
    if high_seas:
        find_helped(t, unit)
    order = t.chosen[unit]
    other = t.orders.other[order]
    target = t.orders.target[order]
    wanted = NONE if target == NONE else t.board.province_of[target]
    reason = 0
    ordered = NONE if t.chosen[other] == NONE else ordered_goal(t, other)
    if t.goal[other] != wanted or (wanted != NONE and ordered != wanted):
        reason = VOID_MOVED if wanted == NONE else VOID_NOT_ORDERED
        if wanted != NONE and t.goal[other] != NONE and ordered == wanted:
            reason = RAIL_STOPPED
    elif wanted == NONE:
        if t.rules.support_disordered == DISORDERED_UNSUPPORTED:
            reason = VOID_DISORDER
            for index in range(t.order_count):
                if t.orders.by[index] == t.owner[other]:
                    reason = 0
    elif target != t.target[other] and (
        target >= t.board.province_count
        or (t.rules.coast_in_support == COAST_OWN_ONLY and t.owner[other] != t.owner[unit])
    ):
        reason = VOID_COAST
    goal = t.place[other] if wanted == NONE else wanted
    if high_seas and is_high_sea(t, goal):
        reason = VOID_HIGH_SEA
    gate = gate_between(t, t.place[unit], goal)
    if reason == 0 and gate != NONE:
        t.route[unit] = GATED
        if t.pass_gate[unit] != gate or t.pass_to[unit] != goal:
            reason = GATE_CLOSED
    if reason == 0:
        t.helps[unit] = other
    else:
        t.reason[unit] = reason
