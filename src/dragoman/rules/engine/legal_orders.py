"""All legal orders of a movement phase, listed as numbers.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units.
An order is one number (see ``packed_orders``); the orders of each unit stand together.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    G_CAN_CONVOY,
    G_CONVOYABLE,
    G_GATE_COUNT,
    G_GATE_HOLDERS,
    G_HIGH_SEA_COUNT,
    G_LOCATIONS,
    G_PATHS,
    G_PROVINCE_OF,
    G_PROVINCES,
    G_RAIL_COUNT,
    G_RAIL_STARTS,
    G_RAIL_STOPS,
    G_RAILS,
    G_REACH,
    G_SHORE,
    G_STEP_STARTS,
    G_STEPS,
    HOLD,
    KIND,
    LOCATION,
    MOVE,
    NONE,
    PLACE,
    SUPPORT,
    WIDTH,
    Cells,
    Ints,
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
    guard,
)
from dragoman.rules.engine.routes import (
    connected,
    fleets_at_sea,
)
from dragoman.rules.model.reasons import OK


def list_orders(
    ground: Ints,
    count: int,
    units: Ints,
    at: Ints,
    sea: Cells,
    heads: Cells,
    chains: Cells,
    starts: Cells,
    found: Cells,
) -> int:
    """Write every legal order of every unit to ``found``; those of unit i stand from
    ``starts[i]`` to ``starts[i + 1]``, and behind the units those of each gatekeeper.
    Returns how many there are, or NONE when ``found`` or ``chains`` is too short.

    ``sea`` needs room for 4 numbers a unit, ``heads`` for two a province and one a unit.
    """
    provinces = ground[G_PROVINCES]
    fleets = fleets_at_sea(ground, count, units, sea)
    for cell in range(2 * provinces + count):
        heads[cell] = NONE
    used = 0
    room = len(chains) - LINK_WIDTH
    for index in range(count):
        row = index * WIDTH
        start = units[row + KIND] * ground[G_LOCATIONS] + units[row + LOCATION]
        for step in range(
            ground[ground[G_STEP_STARTS] + start], ground[ground[G_STEP_STARTS] + start + 1]
        ):
            if used > room:
                return NONE
            to = ground[ground[G_STEPS] + step]
            province = ground[ground[G_PROVINCE_OF] + to]
            chains[used + LINK_WHO] = row
            chains[used + LINK_GOAL] = to
            chains[used + LINK_NEEDS] = 0
            chains[used + LINK_ORDER] = packed(SUPPORT, 0, to, units[row + LOCATION])
            chains[used + LINK_NEXT_COMER] = heads[province]
            heads[province] = used
            used += LINK_WIDTH
        used = chain_rides(ground, units, row, heads, chains, used)
        if used == NONE:
            return NONE
    if fleets > 0:
        for index in range(count):
            row = index * WIDTH
            if (
                ground[ground[G_CONVOYABLE] + units[row + KIND]] == 1
                and ground[ground[G_SHORE] + units[row + PLACE]] == 1
            ):
                used = chain_convoys(ground, units, row, sea, fleets, heads, chains, used)
                if used == NONE:
                    return NONE
    total = 0
    for index in range(count):
        starts[index] = total
        total = list_for_unit(
            ground, count, units, at, index * WIDTH, sea, fleets, heads, chains, found, total
        )
        if total == NONE:
            return NONE
    for gate in range(ground[G_GATE_COUNT]):
        starts[count + gate] = total
        total = list_for_gate(ground, count, units, at, gate, found, total)
        if total == NONE:
            return NONE
    starts[count + ground[G_GATE_COUNT]] = total
    return total


def list_for_unit(
    ground: Ints,
    count: int,
    units: Ints,
    at: Ints,
    row: int,
    sea: Cells,
    fleets: int,
    heads: Ints,
    chains: Ints,
    found: Cells,
    total: int,
) -> int:
    """Write the legal orders of one unit; the new total, or NONE if there is no room."""
    room = len(found) - 2
    start = units[row + KIND] * ground[G_LOCATIONS] + units[row + LOCATION]
    if total > room:
        return NONE
    found[total] = packed(HOLD, 0, NONE, NONE)
    total += 1
    mask = 0
    for index in range(min(fleets, MASKED)):
        if sea[index] == row:
            mask = 1 << index
    crowded = fleets > MASKED and ground[ground[G_CAN_CONVOY] + units[row + KIND]] == 1
    high_seas = ground[G_HIGH_SEA_COUNT] > 0
    supported = NONE
    special = crowded or high_seas
    reach = ground[ground[G_REACH] + start]
    paths = ground[ground[G_PATHS] + start]
    for step in range(
        ground[ground[G_STEP_STARTS] + start], ground[ground[G_STEP_STARTS] + start + 1]
    ):
        to = ground[ground[G_STEPS] + step]
        province = ground[ground[G_PROVINCE_OF] + to]
        if total > room:
            return NONE
        found[total] = packed(MOVE, 0, to, NONE)
        total += 1
        # The coasts of a province follow each other among the steps; support it only once.
        if province == supported or ground[reach + province] == 0:
            continue
        supported = province
        there = at[province]
        if there != NONE:
            found[total] = packed(SUPPORT, 0, NONE, units[there + LOCATION])
            total += 1
        elif high_seas:
            total = list_high_sea(ground, count, units, province, found, total)
            if total == NONE:
                return NONE
        link = heads[province]
        while link != NONE:
            other = chains[link + LINK_WHO]
            needs = chains[link + LINK_NEEDS]
            if other != row and needs & mask == 0:
                whose_it_is = 0
                if special:
                    whose_it_is = whose_to_support(
                        ground, units, other, row, province, needs, sea, fleets
                    )
                if whose_it_is != NONE:
                    if total > room:
                        return NONE
                    found[total] = chains[link + LINK_ORDER] + whose_it_is
                    total += 1
            link = chains[link + LINK_NEXT_COMER]
    link = heads[2 * ground[G_PROVINCES] + row // WIDTH]
    while link != NONE:
        if total > room:
            return NONE
        found[total] = chains[link + LINK_ORDER]
        if chains[link + LINK_WHO] == row:
            goal = chains[link + LINK_GOAL]
            found[total] = packed(MOVE, 1 if ground[paths + goal] != 0 else 0, goal, NONE)
        total += 1
        link = chains[link + LINK_NEXT_OWN]
    return list_rides(ground, units, row, found, total)


def whose_to_support(
    ground: Ints,
    units: Ints,
    other: int,
    row: int,
    province: int,
    needs: int,
    sea: Cells,
    fleets: int,
) -> int:
    """What to add to the order to support the other unit's move: on high seas whose it is.

    NONE if the move cannot be supported: it needs this fleet for its convoy, where there are
    too many fleets for a mask, or an equal unit's move is listed already.
    """
    unmasked = fleets > MASKED and ground[ground[G_CAN_CONVOY] + units[row + KIND]] == 1
    here = units[other + PLACE]
    if unmasked and needs != 0 and not connected(ground, units, here, province, sea, fleets, row):
        return NONE
    if is_repeated(units, other, row):
        return NONE
    return whose_there(ground, units, other)


def list_high_sea(
    ground: Ints, count: int, units: Ints, province: int, found: Cells, total: int
) -> int:
    """Write the supports of units that stay in the province, if it is a high sea: one for all
    that are equal. The new total, or NONE if there is no room."""
    for index in range(count if is_high_sea(ground, province) else 0):
        row = index * WIDTH
        if units[row + PLACE] == province and not is_repeated(units, row, NONE):
            if total > len(found) - 2:
                return NONE
            found[total] = packed(SUPPORT, 0, NONE, units[row + LOCATION])
            found[total] += whose_there(ground, units, row)
            total += 1
    return total


def list_rides(ground: Ints, units: Ints, row: int, found: Cells, total: int) -> int:
    """Write the unit's moves by railway; the new total, or NONE if there is no room."""
    for rail in range(ground[G_RAIL_COUNT]):
        named = ground[ground[G_RAILS] + rail]
        for stop in range(
            ground[ground[G_RAIL_STARTS] + rail], ground[ground[G_RAIL_STARTS] + rail + 1]
        ):
            to = ground[ground[G_RAIL_STOPS] + stop]
            if fault_in_ride(ground, units, row, named, to) == OK:
                if total > len(found) - 1:
                    return NONE
                found[total] = packed(MOVE, 0, to, named)
                total += 1
    return total


def list_for_gate(
    ground: Ints, count: int, units: Ints, at: Ints, gate: int, found: Cells, total: int
) -> int:
    """Write the orders that a gatekeeper can get: to hold, and to let each unit pass that
    stands before the gateway. None if nobody controls it. The new total, or NONE."""
    if at[ground[ground[G_GATE_HOLDERS] + gate]] == NONE:
        return total
    if total > len(found) - 1:
        return NONE
    found[total] = packed(HOLD, 0, NONE, NONE)
    total += 1
    for index in range(count):
        row = index * WIDTH
        start = units[row + KIND] * ground[G_LOCATIONS] + units[row + LOCATION]
        for step in range(
            ground[ground[G_STEP_STARTS] + start], ground[ground[G_STEP_STARTS] + start + 1]
        ):
            to = ground[ground[G_STEPS] + step]
            if guard(
                ground, units[row + PLACE], ground[ground[G_PROVINCE_OF] + to]
            ) == gate and not is_repeated(units, row, NONE):
                if total > len(found) - 1:
                    return NONE
                found[total] = packed(SUPPORT, 0, to, units[row + LOCATION])
                found[total] += whose_there(ground, units, row)
                total += 1
    return total
