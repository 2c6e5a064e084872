"""All legal orders of a movement phase, listed as numbers.

An order is one number (see ``packed_orders``); the orders of each unit stand together.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    GATEWAYS_WIDE,
    HOLD,
    MOVE,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.convoy_orders import (
    LINK_GOAL,
    LINK_NEEDS,
    LINK_NEXT_COMER,
    LINK_NEXT_OWN,
    LINK_ORDER,
    LINK_WHO,
    LINK_WIDTH,
    MASKED,
    chain_convoys,
    chain_rides,
)
from dragoman.rules.engine.gatekeepers import behind
from dragoman.rules.engine.high_seas import (
    is_high_sea,
    is_repeated,
)
from dragoman.rules.engine.packed_orders import (
    packed,
    whose_there,
)
from dragoman.rules.engine.passages import (
    fault_in_ride,
    gate_between,
)
from dragoman.rules.engine.routes import (
    connected,
    count_fleets,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import OK


def list_orders(t: Turn) -> int:
    """Write every legal order of every unit to ``found``; those of unit i stand from
    ``starts[i]`` to ``starts[i + 1]``, and behind the units those of each gatekeeper.
    Returns how many there are, or NONE when ``found`` or ``chains`` is too short.

    ``heads`` needs room for two a province and one a unit.
    """
    fleets = count_fleets(t, 1)
    total = list_all(t, fleets)
    count_fleets(t, -1)
    return total


def list_all(t: Turn, fleets: int) -> int:
    """The same, with the fleets counted."""
    heads, chains = t.heads, t.chains
    for cell in range(2 * t.board.province_count + t.unit_count):
        heads[cell] = NONE
    used = 0
    room = 2 * t.listed_room - LINK_WIDTH
    for unit in range(t.unit_count):
        start = t.kind[unit] * t.board.location_count + t.location[unit]
        for step in range(t.board.step_starts[start], t.board.step_starts[start + 1]):
            if used > room:
                return NONE
            to = t.board.steps[step]
            province = t.board.province_of[to]
            chains[used + LINK_WHO] = unit
            chains[used + LINK_GOAL] = to
            chains[used + LINK_NEEDS] = 0
            chains[used + LINK_ORDER] = packed(SUPPORT, 0, to, t.location[unit])
            chains[used + LINK_NEXT_COMER] = heads[province]
            heads[province] = used
            used += LINK_WIDTH
        used = chain_rides(t, unit, used)
        if used == NONE:
            return NONE
    if fleets > 0:
        for unit in range(t.unit_count):
            if t.board.is_convoyable[t.kind[unit]] == 1 and t.board.is_shore[t.place[unit]] == 1:
                used = chain_convoys(t, unit, fleets, used)
                if used == NONE:
                    return NONE
    total = 0
    for unit in range(t.unit_count):
        t.starts[unit] = total
        total = list_for_unit(t, unit, fleets, total)
        if total == NONE:
            return NONE
    for gate in range(t.board.gate_count):
        t.starts[t.unit_count + gate] = total
        total = list_for_gate(t, gate, total)
        if total == NONE:
            return NONE
    t.starts[t.unit_count + t.board.gate_count] = total
    return total


def list_for_unit(t: Turn, unit: int, fleets: int, total: int) -> int:
    """Write the legal orders of one unit; the new total, or NONE if there is no room."""
    heads, chains, found = t.heads, t.chains, t.found
    room = t.listed_room - 2
    start = t.kind[unit] * t.board.location_count + t.location[unit]
    if total > room:
        return NONE
    found[total] = packed(HOLD, 0, NONE, NONE)
    total += 1
    mask = 0
    for index in range(min(fleets, MASKED)):
        if t.sea[index] == unit:
            mask = 1 << index
    crowded = fleets > MASKED and t.board.can_convoy[t.kind[unit]] == 1
    high_seas = t.board.high_sea_count > 0
    supported = NONE
    special = crowded or high_seas
    reach = t.board.reach_rows[start]
    paths = t.board.path_rows[start]
    for step in range(t.board.step_starts[start], t.board.step_starts[start + 1]):
        to = t.board.steps[step]
        province = t.board.province_of[to]
        if total > room:
            return NONE
        found[total] = packed(MOVE, 0, to, NONE)
        total += 1
        # The coasts of a province follow each other among the steps; support it only once.
        if province == supported or t.board.reach_cells[reach + province] == 0:
            continue
        supported = province
        there = t.at[province]
        if there != NONE:
            found[total] = packed(SUPPORT, 0, NONE, t.location[there])
            total += 1
        elif high_seas:
            total = list_high_sea(t, province, total)
            if total == NONE:
                return NONE
        link = heads[province]
        while link != NONE:
            other = chains[link + LINK_WHO]
            needs = chains[link + LINK_NEEDS]
            if other != unit and needs & mask == 0:
                whose_it_is = 0
                if special:
                    whose_it_is = whose_to_support(t, other, unit, province, needs, fleets)
                if whose_it_is != NONE:
                    if total > room:
                        return NONE
                    found[total] = chains[link + LINK_ORDER] + whose_it_is
                    total += 1
            link = chains[link + LINK_NEXT_COMER]
    link = heads[2 * t.board.province_count + unit]
    while link != NONE:
        if total > room:
            return NONE
        found[total] = chains[link + LINK_ORDER]
        if chains[link + LINK_WHO] == unit:
            goal = chains[link + LINK_GOAL]
            found[total] = packed(
                MOVE, 1 if t.board.path_cells[paths + goal] != 0 else 0, goal, NONE
            )
        total += 1
        link = chains[link + LINK_NEXT_OWN]
    return list_rides(t, unit, total)


def whose_to_support(t: Turn, other: int, unit: int, province: int, needs: int, fleets: int) -> int:
    """What to add to the order to support the other unit's move: on high seas whose it is.

    NONE if the move cannot be supported: it needs this fleet for its convoy, where there are
    too many fleets for a mask, or an equal unit's move is listed already.
    """
    unmasked = fleets > MASKED and t.board.can_convoy[t.kind[unit]] == 1
    here = t.place[other]
    if unmasked and needs != 0 and not connected(t, here, province, unit):
        return NONE
    if is_repeated(t, other, unit):
        return NONE
    return whose_there(t, other)


def list_high_sea(t: Turn, province: int, total: int) -> int:
    """Write the supports of units that stay in the province, if it is a high sea: one for all
    that are equal. The new total, or NONE if there is no room."""
    for unit in range(t.unit_count if is_high_sea(t, province) else 0):
        if t.place[unit] == province and not is_repeated(t, unit, NONE):
            if total > t.listed_room - 2:
                return NONE
            t.found[total] = packed(SUPPORT, 0, NONE, t.location[unit])
            t.found[total] += whose_there(t, unit)
            total += 1
    return total


def list_rides(t: Turn, unit: int, total: int) -> int:
    """Write the unit's moves by railway; the new total, or NONE if there is no room."""
    for rail in range(t.board.rail_count):
        named = t.board.rail_place[rail]
        for stop in range(t.board.rail_starts[rail], t.board.rail_starts[rail + 1]):
            to = t.board.rail_stops[stop]
            if fault_in_ride(t, unit, named, to) == OK:
                if total > t.listed_room - 1:
                    return NONE
                t.found[total] = packed(MOVE, 0, to, named)
                total += 1
    return total


def list_for_gate(t: Turn, gate: int, total: int) -> int:
    """Write the orders that a gatekeeper can get: to hold, and to let each unit pass that
    stands before the gateway, or give support through it. None if nobody controls it. The new
    total, or NONE."""
    if t.at[t.board.gate_holder[gate]] == NONE:
        return total
    if total > t.listed_room - 1:
        return NONE
    t.found[total] = packed(HOLD, 0, NONE, NONE)
    total += 1
    for unit in range(t.unit_count):
        start = t.kind[unit] * t.board.location_count + t.location[unit]
        if (
            t.rules.gateway_rights == GATEWAYS_WIDE
            and behind(t, gate, t.place[unit]) != NONE
            and not is_repeated(t, unit, NONE)
        ):
            if total > t.listed_room - 1:
                return NONE
            t.found[total] = packed(SUPPORT, 0, NONE, t.location[unit]) + whose_there(t, unit)
            total += 1
        for step in range(t.board.step_starts[start], t.board.step_starts[start + 1]):
            to = t.board.steps[step]
            if gate_between(t, t.place[unit], t.board.province_of[to]) == gate and not is_repeated(
                t, unit, NONE
            ):
                if total > t.listed_room - 1:
                    return NONE
                t.found[total] = packed(SUPPORT, 0, to, t.location[unit])
                t.found[total] += whose_there(t, unit)
                total += 1
    return total
