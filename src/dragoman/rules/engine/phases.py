"""The order of events: a movement phase, a retreat phase, an adjustment phase, what comes next.

Whoever reads a position into a turn, from objects or from packed numbers, has it judged here.
What stands after the phase is then in ``t.standing``, and who may retreat in ``t.dislodged``.
"""

from __future__ import annotations

from dragoman.rules.engine.aftermath import (
    forbidden_origin,
    list_retreats,
    mark_dislodged,
    mark_full,
    mark_keepers,
    result_of,
)
from dragoman.rules.engine.balance import balance, count_dues, is_hong_kong
from dragoman.rules.engine.building import is_opening, is_site, kind_for, mark_sites_taken
from dragoman.rules.engine.changes import change_standing
from dragoman.rules.engine.codes import (
    ADJUSTMENTS,
    BOUNCED,
    BUILD,
    HONG_KONG_UNOWNED,
    NONE,
    RETREATS,
    SEA_LOSS,
    SUCCEEDED,
    WEAK_RETREATS_YIELD,
)
from dragoman.rules.engine.cores import settle_cores, settle_homes
from dragoman.rules.engine.gatekeepers import tend_gate
from dragoman.rules.engine.high_seas import leave_out_high_seas
from dragoman.rules.engine.legality import check
from dragoman.rules.engine.matching import match
from dragoman.rules.engine.primitives import EMPTY, Mask, copy_cells, fill, first, only
from dragoman.rules.engine.resolver import resolve
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.victory import settle_victory
from dragoman.rules.model.reasons import OK


def run_movement(t: Turn, is_checked: bool) -> None:
    """Carry out the orders of a movement phase. ``is_checked`` says that all orders are known to
    be legal and are in the units' columns already."""
    if is_checked:
        t.is_charted = 0
    else:
        check(t)
    meet(t)
    settle_units(t)


def meet(t: Turn) -> None:
    """Settle what the units' orders come to where they meet."""
    for gate in range(t.board.gate_count):
        tend_gate(t, gate)
    match(t)
    resolve(t)


def settle_units(t: Turn) -> None:
    """Write down what became of every unit and its order, once all moves are settled."""
    settle_standing(t)
    settle_results(t)


def settle_standing(t: Turn) -> None:
    """Write down who stands where, and who was dislodged and may retreat."""
    dislodged = mark_dislodged(t)
    if t.board.has_cores == 1:
        settle_cores(t)
    keep_undislodged(t, dislodged)
    t.dislodged_count = 0
    if dislodged != EMPTY:
        mark_full(t)
        mark_keepers(t)
    while dislodged != EMPTY:
        unit = first(dislodged)
        dislodged ^= only(unit)
        origin = forbidden_origin(t, t.dislodged_by[unit])
        if list_retreats(t, t.owner[unit], t.kind[unit], t.location[unit], origin) > 0:
            row = t.dislodged_count
            t.dislodged.location[row] = t.location[unit]
            t.dislodged.owner[row] = t.owner[unit]
            t.dislodged.kind[row] = t.kind[unit]
            t.dislodged.origin[row] = origin
            t.dislodged_count = row + 1


def settle_results(t: Turn) -> None:
    """Write down what became of every unit's order, once it is known what dislodged it."""
    done = t.moves_yes | t.stands_yes
    for unit in range(t.unit_count):
        t.result[unit] = SUCCEEDED if done & only(unit) != EMPTY else result_of(t, unit)


def keep_undislodged(t: Turn, dislodged: Mask) -> None:
    """Let every unit stand where it moved to or stayed, but those dislodged."""
    copy_cells(t.location, t.unit_count, t.standing.location)
    copy_cells(t.owner, t.unit_count, t.standing.owner)
    copy_cells(t.kind, t.unit_count, t.standing.kind)
    moved = t.moves_yes
    while moved != EMPTY:
        unit = first(moved)
        moved ^= only(unit)
        t.standing.location[unit] = t.target[unit]
    change_standing(t)
    t.standing_count = t.unit_count
    if dislodged == EMPTY:
        return
    standing = first(dislodged)
    for unit in range(standing, t.unit_count):
        if dislodged & only(unit) == EMPTY:
            t.standing.location[standing] = t.standing.location[unit]
            t.standing.owner[standing] = t.standing.owner[unit]
            t.standing.kind[standing] = t.standing.kind[unit]
            standing += 1
    t.standing_count = standing


def run_retreats(t: Turn) -> None:
    """Carry out a retreat phase: every dislodged unit has a target that it may retreat to, or
    NONE and a result. Where two come to one province, neither does (DATC 6.H.8), unless the rule
    set lets those that lose strength on the way yield to one that does not. ``t.standing`` are the
    units that stand before."""
    # How many come to each province: all, and those that yield to none.
    fill(t.crowd, t.board.province_count, 0)
    fill(t.full, t.board.province_count, 0)
    for row in range(t.dislodged_count):
        if t.dislodged.target[row] != NONE:
            goal = t.board.province_of[t.dislodged.target[row]]
            t.crowd[goal] += 1
            if not is_weak_retreat(t, row):
                t.full[goal] += 1
    leave_out_high_seas(t, t.crowd, 0)
    leave_out_high_seas(t, t.full, 0)
    for row in range(t.dislodged_count):
        target = t.dislodged.target[row]
        if target == NONE:
            continue
        crowd = t.crowd[t.board.province_of[target]]
        if not is_weak_retreat(t, row):
            crowd = t.full[t.board.province_of[target]]
        if crowd > 1:
            t.dislodged.result[row] = BOUNCED
        else:
            t.dislodged.result[row] = SUCCEEDED
            stand(t, target, t.dislodged.owner[row], t.dislodged.kind[row])
    t.dislodged_count = 0


def is_weak_retreat(t: Turn, row: int) -> bool:
    """True if a dislodged unit retreats over a border on which it loses strength, where such
    retreats yield to others."""
    if t.rules.weak_retreats != WEAK_RETREATS_YIELD:
        return False
    start = t.dislodged.kind[row] * t.board.location_count + t.dislodged.location[row]
    step = t.board.path_cells[t.board.path_rows[start] + t.dislodged.target[row]]
    return step > 1 and (step - 1) % SEA_LOSS > 0


def run_adjustments(t: Turn) -> None:
    """Carry out an adjustment phase. The adjustments may grow by builds that the judge makes."""
    keep_standing(t)
    balance(t)
    keep_standing(t)
    for order in range(t.adjustment_count):
        if t.adjustments.reason[order] == OK and t.adjustments.type[order] == BUILD:
            stand(
                t,
                t.adjustments.location[order],
                t.adjustments.by[order],
                t.adjustments.kind[order],
            )
    t.dislodged_count = 0
    if is_opening(t) and t.board.opening_keeps_built == 1:
        keep_built(t)


def keep_built(t: Turn) -> None:
    """Let powers own those centres alone in which units stand."""
    fill(t.owners, t.board.province_count, NONE)
    for row in range(t.standing_count):
        if t.standing.owner[row] != t.board.nobody:
            t.owners[t.board.province_of[t.standing.location[row]]] = t.standing.owner[row]


def keep_standing(t: Turn) -> None:
    """Let every unit that is not removed stand where it stood."""
    standing = 0
    for unit in range(t.unit_count):
        if t.gone[unit] == 0:
            t.standing.location[standing] = t.location[unit]
            t.standing.owner[standing] = t.owner[unit]
            t.standing.kind[standing] = t.kind[unit]
            standing += 1
    t.standing_count = standing


def stand(t: Turn, location: int, owner: int, kind: int) -> None:
    """Add a unit to those that stand after the phase."""
    row = t.standing_count
    t.standing.location[row] = location
    t.standing.owner[row] = owner
    t.standing.kind[row] = kind
    t.standing_count = row + 1


def next_phase(t: Turn) -> None:
    """Go on to the next phase in which there is something to decide. On the way ownership and
    victory are settled, when the calendar says so; a game that is won stays there."""
    while True:
        if t.board.homes_settled == t.year and t.calendar.kind[t.phase] == ADJUSTMENTS:
            settle_homes(t)
        t.phase += 1
        if t.phase == t.calendar.phase_count:
            t.phase = 0
        is_bc = t.year < 0
        t.year += t.calendar.years[t.phase]
        if is_bc and t.year >= 0:
            t.year += 1  # after 1 B.C. comes the year 1
        if t.calendar.counts_centers[t.phase] == 1:
            settle_owners(t)
            settle_victory(t)
            if t.winner != NONE:
                return
        kind = t.calendar.kind[t.phase]
        if kind == RETREATS:
            if t.dislodged_count > 0:
                return
        elif kind != ADJUSTMENTS or anybody_adjusts(t):
            return


# When centres are counted, by the units in ``t.standing``.


def settle_owners(t: Turn) -> None:
    """Every centre with a power's unit in it belongs to that power; a Hong Kong to nobody, where
    the rule set says so. Units of nobody come back where they may."""
    locations, powers, owners = t.standing.location, t.standing.owner, t.owners
    for row in range(t.standing_count):
        province = t.board.province_of[locations[row]]
        if t.board.is_center[province] == 1 and powers[row] != t.board.nobody:
            owners[province] = powers[row]
    if t.rules.hong_kong == HONG_KONG_UNOWNED:
        for number in range(t.board.center_count):
            center = t.board.centers[number]
            owner = t.owners[center]
            if owner != NONE and is_hong_kong(t, owner, center):
                t.owners[center] = NONE
    if t.board.has_kept_centers == 1:
        settle_kept_centers(t)
    if t.board.nobody != NONE:
        let_neutrals_come_back(t)


def settle_kept_centers(t: Turn) -> None:
    """Let each centre that one power alone may own be its while it owns another, else nobody's."""
    for place in range(t.board.province_count):
        power = t.board.kept_for[place]
        if power != NONE:
            t.owners[place] = NONE
            for number in range(t.board.center_count):
                center = t.board.centers[number]
                if t.owners[center] == power and t.board.kept_for[center] != power:
                    t.owners[place] = power


def let_neutrals_come_back(t: Turn) -> None:
    """Let a unit of nobody stand in each centre where one comes back."""
    mark_sites_taken(t)
    for province in range(t.board.province_count):
        is_free = t.crowd[province] == 0 and t.owners[province] == NONE
        if t.board.comes_back[province] == 1 and is_free:
            stand(t, province, t.board.nobody, kind_for(t, province))


def anybody_adjusts(t: Turn) -> bool:
    """True if any power must remove a unit, or may build one and has room for it."""
    count_dues(t)
    for power in range(t.board.power_count):
        if t.dues[power] < 0:
            return True
    mark_sites_taken(t)
    for number in range(t.board.center_count):
        center = t.board.centers[number]
        owner = t.owners[center]
        if owner != NONE and t.dues[owner] > 0 and is_site(t, owner, center, t.dues[owner]):
            return True
    if t.board.has_build_terms == 1:
        for power in range(t.board.power_count):
            for province in range(t.board.province_count if t.dues[power] > 0 else 0):
                if is_site(t, power, province, t.dues[power]):
                    return True
    return False
