"""Which supports and convoys fit the orders of others, and by which way each army goes.

Follows ``legality.check``; what does not fit is void, with a reason.
"""

from __future__ import annotations

from dragoman.rules.engine.changes import gather_changes
from dragoman.rules.engine.codes import (
    CHOICE_ANY,
    CHOICE_EXCHANGE_ONLY,
    CHOICE_INTENT,
    CHOICE_OWN_OR_VIA,
    CHOICE_OWN_OR_VIA_ELSE_LAND,
    COAST_OWN_ONLY,
    CONVOY,
    CORE_SUPPORTED,
    CUT_BY_ATTACK,
    CUT_BY_STRENGTH,
    DISORDERED_UNSUPPORTED,
    GATED,
    LAND,
    MOVE,
    NAMED_REQUIRED,
    NAMES_ROUTE,
    NONE,
    PLAIN_STEP,
    RAIL,
    SEA,
    SEA_ELSE_LAND,
    SEA_LOSS,
    SUPPORT,
    VIA,
    VIA_FAILS,
    WHOLE,
)
from dragoman.rules.engine.high_seas import is_high_sea, other_named
from dragoman.rules.engine.passages import gate_between, may_take, ride
from dragoman.rules.engine.primitives import EMPTY, Mask, fill, first, only
from dragoman.rules.engine.routes import is_path, is_sailed, keeps_to_route, names, on_some_route
from dragoman.rules.engine.strengths import of_power
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import chart_fleets, lead_across
from dragoman.rules.model.reasons import (
    GATE_CLOSED,
    NO_CONVOY,
    OK,
    RAIL_STOPPED,
    ROUTE_NO_PATH,
    UNUSED_BY_LAND,
    UNUSED_OFF_ROUTE,
    VOID_COAST,
    VOID_CORE,
    VOID_DISORDER,
    VOID_HIGH_SEA,
    VOID_MOVED,
    VOID_NOT_ORDERED,
    WAY_OWNED,
)


def match(t: Turn) -> None:
    """Fill in what each unit helps and carries, which way it goes, what that costs and whether it
    is open; and gather the units that move to one province, support one unit or carry one
    army."""
    units = t.unit_count
    fill(t.rivals, t.board.province_count, EMPTY)
    fill(t.supporters, units, EMPTY)
    fill(t.fleets, units, EMPTY)
    fill(t.helps, units, NONE)
    fill(t.carries, units, NONE)
    fill(t.route, units, LAND)
    fill(t.loss, units, 0)
    fill(t.loss_at_sea, units, 0)
    t.open_yes = EMPTY
    t.open_no = EMPTY
    t.is_even = 0 if t.rules.partial_cut in (CUT_BY_STRENGTH, CUT_BY_ATTACK) else 1
    for kind in range(t.board.kind_count):
        if t.board.strength[kind] != WHOLE:
            t.is_even = 0
    for unit in range(units if t.has_convoys == 1 else 0):
        if t.order[unit] == CONVOY:
            match_convoy(t, unit)
    if t.board.rail_count > 0:
        ride(t)
    moving = EMPTY
    opposed = EMPTY
    supporting = EMPTY
    attacked = EMPTY
    hampered = EMPTY
    orders, goals, chosen, reasons = t.order, t.goal, t.chosen, t.reason
    helped, targets, flags = t.orders.other, t.orders.target, t.orders.flags
    is_simple = t.board.high_sea_count == 0 and t.board.rail_count == 0
    for unit in range(units):
        order = orders[unit]
        if order == MOVE:
            one = only(unit)
            moving |= one
            given = chosen[unit]
            is_plain = given != NONE and flags[given] & PLAIN_STEP != 0
            if not (is_plain and t.fleets[unit] == EMPTY) and not sets_out(t, unit):
                hampered |= one
            goal = goals[unit]
            rivals = t.rivals[goal]
            t.rivals[goal] = rivals | one
            if rivals != EMPTY:
                opposed |= rivals | one
            there = t.at[goal]
            if there != NONE:
                opposed |= one
                attacked |= only(there)
        elif order == SUPPORT:
            given = chosen[unit]
            target = targets[given]
            wanted = NONE if target == NONE else t.board.province_of[target]
            if is_simple and goals[helped[given]] != wanted:
                reasons[unit] = VOID_MOVED if wanted == NONE else VOID_NOT_ORDERED
                continue
            if wanted == NONE and t.board.has_cores == 1 and is_bare(t, helped[given]):
                reasons[unit] = VOID_CORE
                continue
            if not matches(t, unit):
                continue
            one = only(unit)
            supporting |= one
            t.supporters[t.helps[unit]] |= one
            if t.route[unit] == GATED:
                hampered |= one
    for sea in range(t.board.high_sea_count):
        place = t.board.high_seas[sea]
        opposed &= ~t.rivals[place]
        t.rivals[place] = EMPTY
    if t.board.nobody != NONE:
        supporting |= stand_by(t)
    t.moving = moving
    t.opposed = opposed
    t.supporting = supporting
    t.attacked = attacked
    t.hampered = hampered
    gather_changes(t)


def is_bare(t: Turn, unit: int) -> bool:
    """True if support to hold does not count for a unit, which makes a core."""
    return t.coring[unit] == 1 and t.rules.core_support != CORE_SUPPORTED


def stand_by(t: Turn) -> Mask:
    """Let units of nobody support those that they stand by; which of them do."""
    found = EMPTY
    for unit in range(t.unit_count):
        place = t.board.stands_by[t.place[unit]]
        if place == NONE or t.owner[unit] != t.board.nobody:
            continue
        other = t.at[place]
        if other != NONE and t.owner[other] == t.board.nobody:
            t.order[unit] = SUPPORT
            t.chosen[unit] = NONE
            t.helps[unit] = other
            t.supporters[other] |= only(unit)
            found |= only(unit)
    return found


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


def sets_out(t: Turn, unit: int) -> bool:
    """Decide whether a move goes by land or by convoy (DATC 4.A.3), and by which fleets. Whether
    nothing on the way can hamper it: neither water nor gateway, nor a path that takes all its
    strength."""
    order = t.chosen[unit]
    if order == NONE:
        t.route[unit] = SEA
        t.open_no |= only(unit)
        return False
    if t.route[unit] == RAIL:
        return False
    step = t.board.path_cells[t.board.path_rows[t.spot[unit]] + t.target[unit]]
    if step > 1:
        t.loss[unit] = (step - 1) % SEA_LOSS
        t.loss_at_sea[unit] = (step - 1) // SEA_LOSS
    if (
        step == 0
        or t.fleets[unit] != EMPTY
        or t.orders.flags[order] & (VIA | NAMES_ROUTE) != 0
        or t.board.gate_count > 0
        or t.board.has_owned_ways == 1
    ):
        choose_way(t, unit, order, step)
    return t.route[unit] == LAND and t.strength[unit] > t.loss[unit]


def choose_way(t: Turn, unit: int, order: int, step: int) -> None:
    """The same for a move that does not simply take its path, ``step``, by land."""
    fleets = t.fleets[unit]
    here = t.place[unit]
    goal = t.goal[unit]
    own = of_power(t, fleets, t.owner[unit]) != EMPTY
    if fleets != EMPTY:
        chart_fleets(t)
    is_named = keeps_to_route(t, unit)
    if is_named:
        complete = is_path(t, order, here, goal) and is_sailed(t, order, here, goal, fleets)
    else:
        complete = lead_across(t, here, goal, fleets)
    route = SEA
    if step > 0:
        is_marked = t.orders.flags[order] & (VIA | NAMES_ROUTE) != 0
        asked = t.board.is_convoyable[t.kind[unit]] == 1 and is_marked
        route = way(t, unit, asked, own, complete)
    gate = gate_between(t, here, goal)
    if route == LAND and gate != NONE:
        route = GATED
        if t.pass_gate[unit] != gate or t.pass_to[unit] != goal:
            t.open_no |= only(unit)
            t.reason[unit] = GATE_CLOSED
    if route == LAND and not may_take(t, t.owner[unit], here, goal):
        route = GATED
        t.open_no |= only(unit)
        t.reason[unit] = WAY_OWNED
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
            or on_some_route(t, fleet, here, goal, fleets, may_go_round(t, unit))
        ):
            t.carries[fleet] = NONE
            t.fleets[unit] ^= only(fleet)
            t.reason[fleet] = UNUSED_OFF_ROUTE


def may_go_round(t: Turn, unit: int) -> bool:
    """True if the army may need a way round a strait that is closed to it, or may come to be."""
    return t.strait_count > 0 and (t.shut_straits[unit] != 0 or t.closers[unit] != EMPTY)


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
    if asked and not complete and t.rules.via_without_convoy != VIA_FAILS:
        return LAND
    return SEA


def find_helped(t: Turn, unit: int) -> None:
    """Of several units in a high sea let the support be for one that was ordered so."""
    order = t.chosen[unit]
    if is_high_sea(t, t.place[t.orders.other[order]]):
        target = t.orders.target[order]
        t.orders.other[order] = other_named(t, order, target)


def matches(t: Turn, unit: int) -> bool:
    """Tie the supporter to the unit it was ordered to help, if that was ordered so. In a high
    sea there is nothing to help against."""
    if t.board.high_sea_count > 0:
        find_helped(t, unit)
    order = t.chosen[unit]
    other = t.orders.other[order]
    target = t.orders.target[order]
    wanted = NONE if target == NONE else t.board.province_of[target]
    reason = OK
    if t.goal[other] != wanted:
        reason = VOID_MOVED if wanted == NONE else VOID_NOT_ORDERED
        if wanted != NONE and t.goal[other] != NONE and is_ordered_to(t, other, wanted):
            reason = RAIL_STOPPED
    elif wanted == NONE:
        if t.rules.support_disordered == DISORDERED_UNSUPPORTED:
            reason = VOID_DISORDER
            for index in range(t.order_count):
                if t.orders.by[index] == t.owner[other]:
                    reason = OK
    elif not is_ordered_to(t, other, wanted):
        reason = VOID_NOT_ORDERED
    elif target != t.target[other] and (
        target >= t.board.province_count
        or (t.rules.coast_in_support == COAST_OWN_ONLY and t.owner[other] != t.owner[unit])
    ):
        reason = VOID_COAST
    goal = t.place[other] if wanted == NONE else wanted
    if t.board.high_sea_count > 0 and is_high_sea(t, goal):
        reason = VOID_HIGH_SEA
    gate = gate_between(t, t.place[unit], goal) if t.board.gate_count > 0 else NONE
    if gate != NONE and reason == OK:
        t.route[unit] = GATED
        if t.pass_gate[unit] != gate or t.pass_to[unit] != goal:
            reason = GATE_CLOSED
    if reason != OK:
        t.reason[unit] = reason
        return False
    t.helps[unit] = other
    return True


def is_ordered_to(t: Turn, unit: int, province: int) -> bool:
    """True if the order that a unit which moves carries out was to this province; a railway may
    stop it short of that, and an impossible move is none."""
    order = t.chosen[unit]
    return order != NONE and t.board.province_of[t.orders.target[order]] == province
