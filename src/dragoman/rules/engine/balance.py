"""Builds and removals: what is possible, what is due, and what civil disorder takes.

What is due is reckoned in supply points; usually that is the number of centres and of units.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.building import (
    build_way,
    fault_in_build,
    is_home,
    is_in_emergency,
    is_opening,
    is_site,
    mark_sites_taken,
)
from dragoman.rules.engine.codes import (
    BUILD,
    DISORDER_2023,
    DISORDER_COMMON,
    HONG_KONG_UNCOUNTED,
    INVALID,
    KEEP_FIRST,
    KEEP_LAST,
    KEEP_NONE,
    MUST_BUILD_ALL,
    NONE,
    OTHER_ORDER,
    REMOVE,
    WAIVE,
)
from dragoman.rules.engine.high_seas import keep_unit, unit_to_remove
from dragoman.rules.engine.packed_orders import packed_other, packed_target
from dragoman.rules.engine.primitives import fill
from dragoman.rules.engine.turn import Turn
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


def balance(t: Turn) -> None:
    """Judge the orders of all powers and choose what civil disorder removes.

    The adjustments may grow by the builds that the judge makes (DATC 4.D.7 b). ``t.standing``
    are the units as they stand before.
    """
    for order in range(t.adjustment_count):
        t.adjustments.is_excess[order] = 0
    count_dues(t)
    mark_sites_taken(t)
    for power in range(t.board.power_count):
        due = t.dues[power]
        if due >= 0:
            settle_builds(t, power, due)
            if t.rules.waive_builds == MUST_BUILD_ALL:
                judge_builds(t, power, due)
        else:
            missing = settle_removals(t, power, -due)
            if missing > 0:
                fall_into_disorder(t, power, missing)


def count_dues(t: Turn) -> None:
    """Reckon in ``t.dues`` the points of the centres that each power owns less those that its
    units in ``t.standing`` cost: what it has to spend on builds, below zero what it must gain by
    removals. The builds with which a game begins are a number of their own; an emergency is worth
    units."""
    dues, owners = t.dues, t.owners
    counts_all = t.rules.hong_kong != HONG_KONG_UNCOUNTED or t.board.has_hong_kong == 0
    fill(dues, t.board.power_count, 0)
    if is_opening(t):
        fill(dues, t.board.power_count, t.board.opening_builds)
    for number in range(0 if is_opening(t) else t.board.center_count):
        center = t.board.centers[number]
        owner = owners[center]
        if owner != NONE and (counts_all or not is_hong_kong(t, owner, center)):
            dues[owner] += t.board.points[center]
    powers, kinds = t.standing.owner, t.standing.kind
    for row in range(t.standing_count):
        dues[powers[row]] -= t.board.cost[kinds[row]]
    if t.board.has_build_terms == 1:
        for power in range(t.board.power_count):
            if is_in_emergency(t, power):
                dues[power] += t.board.emergency_units[power]
    if t.board.nobody != NONE:
        dues[t.board.nobody] = 0


def is_hong_kong(t: Turn, power: int, province: int) -> bool:
    """True if the province is a Hong Kong to the power."""
    if t.board.has_hong_kong == 0:
        return False
    return t.board.is_hong_kong[power * t.board.province_count + province] == 1


def settle_builds(t: Turn, power: int, due: int) -> None:
    """Which of one power's builds are carried out (DATC 4.D.4, 4.D.5)."""
    legal = 0
    for order in range(t.adjustment_count):
        if t.adjustments.by[order] != power:
            continue
        kind = t.adjustments.type[order]
        reason = WRONG_PHASE
        if kind == BUILD:
            reason = fault_in_build(t, order)
        elif kind == REMOVE:
            reason = NOT_DUE
            t.adjustments.is_excess[order] = 1
        elif kind == WAIVE:
            reason = MUST_BUILD if t.rules.waive_builds == MUST_BUILD_ALL else OK
        t.adjustments.reason[order] = reason
    for order in range(t.adjustment_count):
        if stands(t, order, power) and t.adjustments.type[order] == BUILD:
            settle_twins(t, power, order)
    for order in range(t.adjustment_count):
        if stands(t, order, power) and t.adjustments.type[order] == BUILD:
            legal += cost_of(t, order)
    keep(t, t.rules.excess_builds, power, BUILD, legal, due)
    # What is waived is what the builds that are ordered leave over.
    kept = 0
    waived = 0
    for order in range(t.adjustment_count):
        if stands(t, order, power):
            if t.adjustments.type[order] == BUILD:
                kept += cost_of(t, order)
            else:
                waived += 1
    keep(t, KEEP_FIRST, power, WAIVE, waived, due - kept)


def stands(t: Turn, order: int, power: int) -> bool:
    """True if this is an order of the power against which nothing has been found."""
    return t.adjustments.by[order] == power and t.adjustments.reason[order] == OK


def settle_twins(t: Turn, power: int, order: int) -> None:
    """Where several builds are ordered in the province of this one, let one stand or none."""
    place = t.board.province_of[t.adjustments.location[order]]
    keeper = NONE
    twins = 0
    for other in range(t.adjustment_count):
        if (
            stands(t, other, power)
            and t.adjustments.type[other] == BUILD
            and t.board.province_of[t.adjustments.location[other]] == place
        ):
            twins += 1
            if (t.rules.two_builds == KEEP_FIRST and keeper == NONE) or (
                t.rules.two_builds == KEEP_LAST
            ):
                keeper = other
    if twins < 2:
        return
    for other in range(t.adjustment_count):
        if (
            other != keeper
            and stands(t, other, power)
            and t.adjustments.type[other] == BUILD
            and t.board.province_of[t.adjustments.location[other]] == place
        ):
            t.adjustments.reason[other] = BUILT_TWICE


def cost_of(t: Turn, order: int) -> int:
    """The points that a build takes or a removal gains; a waived build is one."""
    if t.adjustments.type[order] == WAIVE:
        return 1
    return t.board.cost[t.adjustments.kind[order]]


def keep(t: Turn, rule: int, power: int, kind: int, legal: int, due: int) -> None:
    """Of more legal orders of a kind than are due keep the first, the last, or none. ``legal``
    and ``due`` are points; removals may gain more than are due where units cost several."""
    if legal <= due:
        return
    spent = 0
    for step in range(t.adjustment_count):
        order = t.adjustment_count - 1 - step if rule == KEEP_LAST else step
        if stands(t, order, power) and t.adjustments.type[order] == kind:
            cost = cost_of(t, order)
            fits = spent < due if kind == REMOVE else spent + cost <= due
            if fits and rule != KEEP_NONE:
                spent += cost
            else:
                t.adjustments.reason[order] = NOT_DUE
                t.adjustments.is_excess[order] = 1


def judge_builds(t: Turn, power: int, due: int) -> None:
    """Add the builds that a power left out, in its free home centres by name (4.D.7 b)."""
    for order in range(t.adjustment_count):
        if stands(t, order, power):
            due -= cost_of(t, order)
    while due > 0:
        best = NONE
        for province in range(t.board.province_count):
            free = is_site(t, power, province, due)
            for order in range(t.adjustment_count if free else 0):
                if (
                    stands(t, order, power)
                    and t.adjustments.type[order] == BUILD
                    and t.board.province_of[t.adjustments.location[order]] == province
                ):
                    free = False
            if free and (best == NONE or t.board.name_rank[province] < t.board.name_rank[best]):
                best = province
        if best == NONE:
            return
        order = t.adjustment_count
        t.adjustment_count = order + 1
        t.adjustments.by[order] = power
        t.adjustments.type[order] = BUILD
        way = build_way(t, best, 0, due)
        t.adjustments.kind[order] = packed_other(way)
        t.adjustments.location[order] = packed_target(way)
        t.adjustments.odd_coast[order] = 0
        t.adjustments.reason[order] = OK
        t.adjustments.is_excess[order] = 0
        due -= cost_of(t, order)


def settle_removals(t: Turn, power: int, due: int) -> int:
    """Which of one power's removals are carried out; how many points are still to be gained."""
    legal = 0
    for order in range(t.adjustment_count):
        if t.adjustments.by[order] != power:
            continue
        reason = WRONG_PHASE
        if t.adjustments.type[order] == REMOVE:
            unit = unit_to_remove(t, order)
            reason = fault_in_removal(t, unit, order)
            if reason == OK:
                t.gone[unit] = 1
        elif t.adjustments.type[order] != OTHER_ORDER:
            reason = NOT_DUE
            t.adjustments.is_excess[order] = 1
        t.adjustments.reason[order] = reason
        if reason == OK:
            legal += cost_of(t, order)
    keep(t, t.rules.excess_removals, power, REMOVE, legal, due)
    left = due
    for order in range(t.adjustment_count):
        if t.adjustments.by[order] == power and t.adjustments.type[order] == REMOVE:
            if t.adjustments.reason[order] == OK:
                left -= cost_of(t, order)
            elif t.adjustments.reason[order] == NOT_DUE:
                keep_unit(t, order)
    return left


def fault_in_removal(t: Turn, unit: int, order: int) -> int:
    """Why this unit cannot be removed by this order; kind and place are put right."""
    if unit == NONE:
        return NO_SUCH_UNIT
    if t.owner[unit] != t.adjustments.by[order]:
        return NOT_YOURS
    kind = t.adjustments.kind[order]
    if kind == NONE and t.rules.kind_missing == INVALID:
        return KIND_MISSING
    wrong = kind != NONE and kind != t.kind[unit]
    if wrong and t.rules.kind_wrong == INVALID:
        return KIND_WRONG
    if t.gone[unit] == 1:
        return REMOVED_TWICE
    t.adjustments.kind[order] = t.kind[unit]
    t.adjustments.location[order] = t.location[unit]
    return OK


# Civil disorder: which units go when a power does not say so itself (DATC 4.D.8).

FAR: Final = 1_000_000
"""The distance to a place that cannot be reached."""


def fall_into_disorder(t: Turn, power: int, missing: int) -> None:
    """Remove units by the rule for civil disorder (DATC 4.D.8): the farthest first, then
    fleets before armies, then by name of the province.

    A unit that stays has its distance in ``t.gone`` meanwhile, as a number below 0.
    """
    for kind in range(t.board.kind_count):
        own_paths = t.rules.disorder_removal == DISORDER_COMMON and t.board.can_convoy[kind] == 1
        is_measured = False
        for unit in range(t.unit_count):
            if t.owner[unit] != power or t.kind[unit] != kind or t.gone[unit] != 0:
                continue
            if not is_measured:
                measure(t, power, kind, own_paths)
                is_measured = True
            t.gone[unit] = -1 - t.steps[t.location[unit] if own_paths else t.place[unit]]
    worst = 0
    while missing > 0 and worst != NONE:
        worst = NONE
        for unit in range(t.unit_count):
            if t.gone[unit] < 0 and (
                worst == NONE or goes_before(t, unit, -1 - t.gone[unit], worst, -1 - t.gone[worst])
            ):
                worst = unit
        if worst != NONE:
            t.gone[worst] = 2
            missing -= t.board.cost[t.kind[worst]]
    for unit in range(t.unit_count):
        t.gone[unit] = max(t.gone[unit], 0)


def goes_before(t: Turn, unit: int, distance: int, other: int, other_distance: int) -> bool:
    """True if civil disorder takes one unit before another."""
    if distance != other_distance:
        return distance > other_distance
    fleet = t.board.can_convoy[t.kind[unit]]
    other_fleet = t.board.can_convoy[t.kind[other]]
    if fleet != other_fleet:
        return fleet > other_fleet
    return t.board.name_rank[t.place[unit]] < t.board.name_rank[t.place[other]]


def measure(t: Turn, power: int, kind: int, own_paths: bool) -> None:
    """Fill ``t.steps`` with the distance of each place from the power's nearest centre: home
    centres, or by the rulebook of 2023 those it owns. By province, counting land and water
    alike, or with ``own_paths`` by location on the paths of the kind."""
    end = 0
    for cell in range(t.board.location_count):
        t.steps[cell] = FAR
    for province in range(t.board.province_count):
        mine = is_home(t, power, province)
        if t.rules.disorder_removal == DISORDER_2023:
            mine = t.board.is_center[province] == 1 and t.owners[province] == power
        if not mine:
            continue
        t.steps[province] = 0
        t.queue[end] = province
        end += 1
        if own_paths:
            for coast in range(
                t.board.coast_starts[province],
                t.board.coast_starts[province + 1],
            ):
                t.steps[coast] = 0
                t.queue[end] = coast
                end += 1
    start = 0
    while start < end:
        here = t.queue[start]
        start += 1
        if own_paths:
            row = kind * t.board.location_count + here
            for step in range(t.board.step_starts[row], t.board.step_starts[row + 1]):
                to = t.board.steps[step]
                if t.steps[to] == FAR:
                    t.steps[to] = t.steps[here] + 1
                    t.queue[end] = to
                    end += 1
        else:
            for step in range(t.board.near_starts[here], t.board.near_starts[here + 1]):
                to = t.board.near[step]
                if t.steps[to] == FAR:
                    t.steps[to] = t.steps[here] + 1
                    t.queue[end] = to
                    end += 1
