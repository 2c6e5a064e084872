"""All legal orders of a movement phase, listed as numbers.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units.
An order is one number (see ``packed``); the orders of each unit stand together.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.codes import (
    CONVOY,
    G_CAN_CONVOY,
    G_CONVOYABLE,
    G_GATE_COUNT,
    G_GATE_HOLDERS,
    G_HIGH_SEA_COUNT,
    G_KINDS,
    G_LINK_ENDS,
    G_LINK_STARTS,
    G_LINKS,
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
    OWNER,
    PLACE,
    SUPPORT,
    WIDTH,
    Cells,
    Ints,
)
from dragoman.rules.high_seas import is_high_sea, is_repeated
from dragoman.rules.passages import fault_in_ride, guard, rides
from dragoman.rules.reasons import OK
from dragoman.rules.routes import (
    ROUTE_SEARCH_LIMIT,
    connected,
    fleets_at_sea,
    may_land,
    paths_from,
)

# A packed order: two bits for its type, one for "via convoy", then the target's location
# and the other unit's location, each plus one, in fourteen bits. Above them stands whose and
# of what kind the other unit is, where it is on a high sea (see ``whose``).
VIA_BIT: Final = 4
TARGET_SHIFT: Final = 3
OTHER_SHIFT: Final = 17
LOCATION_BITS: Final = 16383
WHOSE_SHIFT: Final = 31

# Sea fleets beyond this many are not told apart in the mask of fleets a convoy needs.
MASKED: Final = 29
# The bit of that mask that says that a unit comes by convoy at all.
BY_CONVOY: Final = 1 << 30


def packed(kind: int, via: int, target: int, other: int) -> int:
    """An order as one number; ``target`` and ``other`` are locations or NONE."""
    return kind + via * VIA_BIT + ((target + 1) << TARGET_SHIFT) + ((other + 1) << OTHER_SHIFT)


def packed_kind(code: int) -> int:
    return code & 3


def packed_via(code: int) -> int:
    return (code >> 2) & 1


def packed_target(code: int) -> int:
    return ((code >> TARGET_SHIFT) & LOCATION_BITS) - 1


def packed_other(code: int) -> int:
    return ((code >> OTHER_SHIFT) & LOCATION_BITS) - 1


def whose(ground: Ints, owner: int, kind: int) -> int:
    """What to add to a packed order that names a unit of this power and kind on a high sea;
    either may be NONE."""
    return ((owner + 1) * (ground[G_KINDS] + 1) + kind + 1) << WHOSE_SHIFT


def packed_owner(ground: Ints, code: int) -> int:
    """The power of the unit on a high sea that the order names, NONE where it names none."""
    return (code >> WHOSE_SHIFT) // (ground[G_KINDS] + 1) - 1


def packed_kind_named(ground: Ints, code: int) -> int:
    """The kind of the unit on a high sea that the order names, NONE where it names none."""
    return (code >> WHOSE_SHIFT) % (ground[G_KINDS] + 1) - 1


def whose_there(ground: Ints, units: Ints, row: int) -> int:
    """What to add to a packed order that names the unit in this row: where it is alone, nothing."""
    if is_high_sea(ground, units[row + PLACE]):
        return whose(ground, units[row + OWNER], units[row + KIND])
    return 0


# A link of a chain says who can come, where to, what it needs (a mask of fleets, 0 for a step
# by land), how to order support for it, and which link is the next to come to that province,
# and the next that is this unit's own. In a chain of a unit's own also stand the convoys that
# it can be ordered, as LINK_ORDER; then LINK_WHO is -2 - row.
LINK_WHO: Final = 0
LINK_GOAL: Final = 1
LINK_NEEDS: Final = 2
LINK_ORDER: Final = 3
LINK_NEXT_COMER: Final = 4
LINK_NEXT_OWN: Final = 5
LINK_WIDTH: Final = 6


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
                used = list_convoys(ground, units, row, sea, fleets, heads, chains, used)
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


def chain_rides(ground: Ints, units: Ints, row: int, heads: Cells, chains: Cells, used: int) -> int:
    """Chain a link for each province the unit can get to by railway alone, for others to
    support it there; the length of ``chains`` now, NONE if there is no room."""
    room = len(chains) - LINK_WIDTH
    ways = paths_from(ground, units, row)
    for rail in range(ground[G_RAIL_COUNT]):
        for stop in range(
            ground[ground[G_RAIL_STARTS] + rail], ground[ground[G_RAIL_STARTS] + rail + 1]
        ):
            to = ground[ground[G_RAIL_STOPS] + stop]
            if ground[ways + to] != 0 or rides(ground, units, row, to) != rail:
                continue
            if used > room:
                return NONE
            chains[used + LINK_WHO] = row
            chains[used + LINK_GOAL] = to
            chains[used + LINK_NEEDS] = 0
            chains[used + LINK_ORDER] = packed(SUPPORT, 0, to, units[row + LOCATION])
            chains[used + LINK_NEXT_COMER] = heads[to]
            heads[to] = used
            used += LINK_WIDTH
    return used


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


def list_convoys(
    ground: Ints,
    units: Ints,
    army: int,
    sea: Cells,
    fleets: int,
    heads: Cells,
    chains: Cells,
    used: int,
) -> int:
    """Chain a link for each province the army can be convoyed to, and one for each fleet
    that some route there needs; the length of ``chains`` now, NONE if there is no room.

    Follows every row of fleets in which none could be left out (see ``on_some_route``).
    """
    links = ground[G_LINKS]
    provinces = ground[G_PROVINCES]
    here = units[army + PLACE]
    own = 2 * provinces
    by_land = paths_from(ground, units, army)
    room = len(chains) - LINK_WIDTH * (fleets + 1)
    first = used
    line = fleets
    turns = 2 * fleets
    depth = 0
    sea[turns] = 0
    for _ in range(ROUTE_SEARCH_LIMIT):
        candidate = sea[turns + depth]
        if candidate == fleets:
            if depth == 0:
                break
            depth -= 1
            continue
        sea[turns + depth] = candidate + 1
        place = units[sea[candidate] + PLACE]
        fits = (ground[links + here * provinces + place] == 1) == (depth == 0)
        for cell in range(depth):
            near = ground[links + units[sea[sea[line + cell]] + PLACE] * provinces + place] == 1
            if near != (cell == depth - 1) or sea[line + cell] == candidate:
                fits = False
        if not fits:
            continue
        sea[line + depth] = candidate
        mask = BY_CONVOY
        for cell in range(depth + 1):
            mask |= 1 << min(sea[line + cell], MASKED)
        for link in range(
            ground[ground[G_LINK_STARTS] + place], ground[ground[G_LINK_STARTS] + place + 1]
        ):
            goal = ground[ground[G_LINK_ENDS] + link]
            fits = goal != here and may_land(ground, units, army, goal)
            for cell in range(depth):
                earlier = units[sea[sea[line + cell]] + PLACE]
                fits = fits and ground[links + earlier * provinces + goal] == 0
            if not fits:
                continue
            if used > room:
                return NONE
            known = heads[provinces + goal]
            if known < first:
                known = used
                used += LINK_WIDTH
                heads[provinces + goal] = known
                chains[known + LINK_WHO] = army
                chains[known + LINK_GOAL] = goal
                chains[known + LINK_NEEDS] = mask
                chains[known + LINK_ORDER] = packed(SUPPORT, 0, goal, units[army + LOCATION])
                if ground[by_land + goal] == 0 and rides(ground, units, army, goal) == NONE:
                    chains[known + LINK_NEXT_COMER] = heads[goal]
                    heads[goal] = known
                chains[known + LINK_NEXT_OWN] = heads[own + army // WIDTH]
                heads[own + army // WIDTH] = known
            chains[known + LINK_NEEDS] &= mask
            for cell in range(depth + 1):
                fleet = sea[sea[line + cell]]
                helps = heads[own + fleet // WIDTH]
                while helps >= first and (
                    chains[helps + LINK_GOAL] != goal or chains[helps + LINK_WHO] != -2 - fleet
                ):
                    helps = chains[helps + LINK_NEXT_OWN]
                if helps < first:
                    chains[used + LINK_WHO] = -2 - fleet
                    chains[used + LINK_GOAL] = goal
                    chains[used + LINK_ORDER] = packed(CONVOY, 0, goal, units[army + LOCATION])
                    chains[used + LINK_NEXT_OWN] = heads[own + fleet // WIDTH]
                    heads[own + fleet // WIDTH] = used
                    used += LINK_WIDTH
        depth += 1
        sea[turns + depth] = 0
    return used


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
