"""All legal orders of a movement phase, counted, and written as numbers: all of them, or some.

The orders of a unit come in a certain sequence, in which ``offer_orders`` offers them; what stands
between the first and the last that are wanted is written. So a random order is one that is wanted,
and nothing else is written. The supports into a province are passed over without a look at each
where their number is known. An order is one number (see ``packed_orders``).
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.changes import count_changes, way_to_change
from dragoman.rules.engine.codes import (
    CONVOY,
    GATEWAYS_WIDE,
    HOLD,
    MOVE,
    NAMED_IGNORED,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.cores import may_core
from dragoman.rules.engine.gatekeepers import behind
from dragoman.rules.engine.high_seas import (
    is_high_sea,
    is_repeated,
)
from dragoman.rules.engine.packed_orders import (
    OTHER_SHIFT,
    TARGET_SHIFT,
    packed,
    whose_there,
)
from dragoman.rules.engine.passages import fault_in_ride, gate_between, may_take, rides
from dragoman.rules.engine.primitives import EMPTY, Mask, first, only
from dragoman.rules.engine.routes import may_land, on_some_route, paths_from
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import chart_fleets, find_way, find_ways, needed, reached_from
from dragoman.rules.model.reasons import OK

NEVER: Final = 1 << 40
"""The number of no order."""


def list_orders(t: Turn) -> int:
    """Write every legal order of every unit to ``found``; those of unit i stand from
    ``starts[i]`` to ``starts[i + 1]``, and behind the units those of each gatekeeper.
    Returns how many there are, or NONE when there is no room for them or for the links.
    """
    total = count_orders(t)
    if total == NONE or total > t.listed_room:
        return NONE
    write_all(t)
    return total


def write_all(t: Turn) -> None:
    """Write the orders that are counted, all to ``found``."""
    t.found_count = 0
    for number in range(t.unit_count + t.board.gate_count):
        t.starts[number] = t.found_count
        write_orders(t, number, 0, t.choices[number])
    t.starts[t.unit_count + t.board.gate_count] = t.found_count


def count_orders(t: Turn) -> int:
    """Count in ``choices`` the legal orders of each unit, and behind the units those of each
    gatekeeper. Returns how many there are, or NONE when there is no room for the links."""
    gather_comers(t)
    if not link_all(t):
        return NONE
    total = 0
    for unit in range(t.unit_count):
        if t.owner[unit] == t.board.nobody:
            t.choices[unit] = 1
        elif t.board.high_sea_count > 0 or t.board.rail_count > 0 or t.board.has_owned_ways == 1:
            write_orders(t, unit, NEVER, NEVER)
            t.choices[unit] = t.offered
        else:
            t.choices[unit] += count_plain(t, unit) + count_changes(t, unit)
            if t.board.has_cores == 1 and may_core(t, unit):
                t.choices[unit] += 1
        total += t.choices[unit]
    for gate in range(t.board.gate_count):
        write_orders(t, t.unit_count + gate, NEVER, NEVER)
        t.choices[t.unit_count + gate] = t.offered
        total += t.offered
    return total


def gather_comers(t: Turn) -> None:
    """Find out who can step where, and how many there are to be supported in each province."""
    for province in range(t.board.province_count):
        t.comers[province] = EMPTY
        t.arrivals[province] = NONE
        t.helpable[province] = 0 if t.at[province] == NONE else 1
    for unit in range(t.unit_count):
        t.choices[unit] = 0
        t.withheld[unit] = 0
        if t.owner[unit] == t.board.nobody:
            continue
        start = t.kind[unit] * t.board.location_count + t.location[unit]
        for step in range(t.board.step_starts[start], t.board.step_starts[start + 1]):
            province = t.board.province_of[t.board.steps[step]]
            if may_take(t, t.owner[unit], t.place[unit], province):
                t.comers[province] |= only(unit)
                t.helpable[province] += 1


def link_all(t: Turn) -> bool:
    """Link the units to where they can come by railway or convoy; whether there was room."""
    t.link_count = 0
    for unit in range(t.unit_count if t.board.rail_count > 0 else 0):
        if not link_rides(t, unit):
            return False
    t.is_charted = 0
    chart_fleets(t)
    for unit in range(t.unit_count if t.afloat != EMPTY else 0):
        if (
            t.fleets_after[t.place[unit]] != EMPTY
            and t.board.is_convoyable[t.kind[unit]] == 1
            and t.board.is_shore[t.place[unit]] == 1
            and t.owner[unit] != t.board.nobody
            and not link_convoys(t, unit)
        ):
            return False
    return True


def count_plain(t: Turn, unit: int) -> int:
    """The number of orders the unit has to hold, to step, and to support whom it could support if
    no convoy needed it."""
    start = t.kind[unit] * t.board.location_count + t.location[unit]
    count = 1 + t.board.step_starts[start + 1] - t.board.step_starts[start]
    for cell in range(t.board.help_starts[start], t.board.help_starts[start + 1]):
        count += t.helpable[t.board.help_places[cell]] - t.board.help_steps[cell]
    return count


def offer(t: Turn, code: int) -> None:
    """Offer a legal order: it is written to ``found`` if it is one of those wanted."""
    if t.first_wanted <= t.offered < t.end_wanted:
        t.found[t.found_count] = code
        t.found_count += 1
    t.offered += 1


def write_orders(t: Turn, number: int, begin: int, end: int) -> None:
    """Write the orders of a unit, or behind the units of a gatekeeper, that have the numbers
    ``begin`` to ``end`` among its orders. Where these are NEVER all are counted in ``offered``."""
    t.offered = 0
    t.first_wanted = begin
    t.end_wanted = end
    if number < t.unit_count:
        offer_orders(t, number)
    else:
        offer_to_gate(t, number - t.unit_count)


def offer_orders(t: Turn, unit: int) -> None:
    """Offer the legal orders of a unit, until none is wanted any more. One of nobody can only
    hold."""
    if t.owner[unit] == t.board.nobody:
        offer(t, packed(HOLD, 0, NONE, NONE))
        return
    start = t.kind[unit] * t.board.location_count + t.location[unit]
    step = t.board.step_starts[start]
    steps = t.board.step_starts[start + 1] - step
    if t.first_wanted == 0:
        offer(t, packed(HOLD, 0, NONE, NONE))
    elif t.board.has_owned_ways == 0:
        t.offered = min(t.first_wanted, 1 + steps)
    if t.board.has_owned_ways == 1:
        t.offered = 1
        offer_own_steps(t, unit, step, step + steps)
        steps = 0
    offered, found, count = t.offered, t.found, t.found_count
    code = packed(MOVE, 0, NONE, NONE)
    while offered <= steps and offered < t.end_wanted:
        found[count] = code + ((t.board.steps[step + offered - 1] + 1) << TARGET_SHIFT)
        count += 1
        offered += 1
    t.offered = offered
    t.found_count = count
    if t.offered >= t.end_wanted:
        return
    cell = t.board.help_starts[start]
    end = t.board.help_starts[start + 1]
    if t.board.high_sea_count == 0 and t.withheld[unit] == 0 and t.board.has_owned_ways == 0:
        cell = pass_over(t, cell, end)
    while cell < end:
        province = t.board.help_places[cell]
        if not may_take(t, t.owner[unit], t.place[unit], province):
            cell += 1
            continue
        count = t.helpable[province] - t.board.help_steps[cell]
        if t.withheld[unit] > 0:
            count -= withheld_at(t, unit, province)
        if t.board.high_sea_count == 0 and t.offered + count <= t.first_wanted:
            t.offered += count
        else:
            offer_supports(t, unit, province)
            if t.offered >= t.end_wanted:
                return
        cell += 1
    for link in range(t.link_count):
        goal = t.link_goal[link]
        if t.link_army[link] == unit:
            if t.link_helps[link] != EMPTY:
                via = 1 if t.board.path_cells[paths_from(t, unit) + goal] != 0 else 0
                offer(t, packed(MOVE, via, goal, NONE))
        elif t.link_helps[link] & only(unit) != EMPTY:
            offer(t, packed(CONVOY, 0, goal, t.location[t.link_army[link]]))
    for rail in range(t.board.rail_count):
        named = t.board.rail_place[rail]
        for stop in range(t.board.rail_starts[rail], t.board.rail_starts[rail + 1]):
            to = t.board.rail_stops[stop]
            if fault_in_ride(t, unit, named, to) == OK:
                offer(t, packed(MOVE, 0, to, named))
    for way in range(count_changes(t, unit)):
        offer(t, packed(HOLD, 1, way_to_change(t, unit, way), NONE))
    if t.board.has_cores == 1 and may_core(t, unit):
        offer(t, packed(HOLD, 1, NONE, NONE))


def offer_own_steps(t: Turn, unit: int, begin: int, end: int) -> None:
    """Offer the unit's steps, these on the list, where some ways are their owners' alone."""
    for step in range(begin, end):
        to = t.board.steps[step]
        if may_take(t, t.owner[unit], t.place[unit], t.board.province_of[to]):
            offer(t, packed(MOVE, 0, to, NONE))


def pass_over(t: Turn, cell: int, end: int) -> int:
    """Pass over the provinces in which no support is wanted; where those begin that are left."""
    offered = t.offered
    while cell < end:
        count = t.helpable[t.board.help_places[cell]] - t.board.help_steps[cell]
        if offered + count > t.first_wanted:
            break
        offered += count
        cell += 1
    t.offered = offered
    return cell


def withheld_at(t: Turn, unit: int, province: int) -> int:
    """The number of moves to a province by convoy or railway the unit cannot support."""
    count = 0
    link = t.arrivals[province] if t.withheld[unit] > 0 else NONE
    while link != NONE:
        if not is_helped(t, unit, link):
            count += 1
        link = t.link_next[link]
    return count


def is_helped(t: Turn, unit: int, link: int) -> bool:
    """True if the unit could support the move of a link: not its own, and none that needs it."""
    return t.link_army[link] != unit and t.link_needs[link] & only(unit) == EMPTY


def offer_supports(t: Turn, unit: int, province: int) -> None:
    """Offer the supports of all others that could stay in a province or come there."""
    there = t.at[province]
    high_seas = t.board.high_sea_count > 0
    if there != NONE:
        offer(t, packed(SUPPORT, 0, NONE, t.location[there]))
    elif high_seas:
        offer_on_high_sea(t, province)
    coasts = t.board.coast_starts[province]
    end = t.board.coast_starts[province + 1]
    left = t.comers[province] & ~only(unit)
    if coasts == end and not high_seas:  # then each comes in one way
        while left != EMPTY and t.offered < t.first_wanted:
            left ^= only(first(left))
            t.offered += 1
        locations, found, count, offered = t.location, t.found, t.found_count, t.offered
        code = packed(SUPPORT, 0, province, NONE)
        while left != EMPTY and offered < t.end_wanted:
            other = first(left)
            left ^= only(other)
            found[count] = code + ((locations[other] + 1) << OTHER_SHIFT)
            count += 1
            offered += 1
        t.found_count = count
        t.offered = offered
    while left != EMPTY and t.offered < t.end_wanted:
        other = first(left)
        left ^= only(other)
        if high_seas and is_repeated(t, other, unit):
            continue
        ways = paths_from(t, other)
        if t.board.path_cells[ways + province] != 0:
            offer(t, packed(SUPPORT, 0, province, t.location[other]) + whose_there(t, other))
        for coast in range(coasts, end):
            if t.board.path_cells[ways + coast] != 0:
                offer(t, packed(SUPPORT, 0, coast, t.location[other]) + whose_there(t, other))
    link = t.arrivals[province]
    while link != NONE:
        other = t.link_army[link]
        if is_helped(t, unit, link) and not (high_seas and is_repeated(t, other, unit)):
            offer(t, packed(SUPPORT, 0, province, t.location[other]) + whose_there(t, other))
        link = t.link_next[link]


def offer_on_high_sea(t: Turn, province: int) -> None:
    """Offer the supports of units that stay in the province, if it is a high sea: one for all
    that are equal."""
    for unit in range(t.unit_count if is_high_sea(t, province) else 0):
        if t.place[unit] == province and not is_repeated(t, unit, NONE):
            offer(t, packed(SUPPORT, 0, NONE, t.location[unit]) + whose_there(t, unit))


def offer_to_gate(t: Turn, gate: int) -> None:
    """Offer the orders that a gatekeeper can get: to hold, and to let each unit pass that
    stands before the gateway, or give support through it. None if nobody controls it."""
    if t.at[t.board.gate_holder[gate]] == NONE:
        return
    offer(t, packed(HOLD, 0, NONE, NONE))
    for unit in range(t.unit_count):
        if is_repeated(t, unit, NONE):
            continue
        named = packed(SUPPORT, 0, NONE, t.location[unit]) + whose_there(t, unit)
        if t.rules.gateway_rights == GATEWAYS_WIDE and behind(t, gate, t.place[unit]) != NONE:
            offer(t, named)
        start = t.kind[unit] * t.board.location_count + t.location[unit]
        for step in range(t.board.step_starts[start], t.board.step_starts[start + 1]):
            to = t.board.steps[step]
            if gate_between(t, t.place[unit], t.board.province_of[to]) == gate:
                offer(t, packed(SUPPORT, 0, to, t.location[unit]) + whose_there(t, unit))


# Ways by railway and convoy.
#
# Each way is a link: ``t.link_army`` can come to ``t.link_goal``. The links of those whom a support
# there could help, as they come no other way, are chained from ``t.arrivals`` on by
# ``t.link_next``.

CHAINS_FOLLOWED: Final = 1_000
"""Chains of fleets after which it is quicker to ask about each fleet. What is listed is the
same."""


def link_rides(t: Turn, unit: int) -> bool:
    """Link the unit to each province that it can get to by railway alone, for others to support it
    there; whether there was room."""
    ways = paths_from(t, unit)
    for rail in range(t.board.rail_count):
        for stop in range(t.board.rail_starts[rail], t.board.rail_starts[rail + 1]):
            to = t.board.rail_stops[stop]
            if t.board.path_cells[ways + to] == 0 and rides(t, unit, to) == rail:
                if t.link_count == t.link_room:
                    return False
                add_link(t, unit, to, EMPTY, EMPTY)
                chain_arrival(t, unit, to, EMPTY)
    return True


def link_convoys(t: Turn, army: int) -> bool:
    """Link an army to each province that it can be convoyed to, which at least one fleet is next
    to; whether there was room.

    First along all chains of fleets, if they are not too many; where they are, or where a route may
    lead round, each fleet is then asked about that is not certain yet.
    """
    count = follow_chains(t, army)
    if count == NONE or (
        t.rules.convoy_route_named != NAMED_IGNORED
        and reached_from(t, t.place[army]) & ~only(first(t.fleets_after[t.place[army]])) != EMPTY
    ):
        count = ask_each_fleet(t, army)
    has_room = t.link_count + count <= t.link_room
    ways = paths_from(t, army)
    for cell in range(count):
        goal = t.goals[cell]
        if has_room:
            add_link(t, army, goal, t.goal_helps[goal], t.goal_needs[goal])
            t.choices[army] += 1
            if t.board.path_cells[ways + goal] == 0 and rides(t, army, goal) == NONE:
                chain_arrival(t, army, goal, t.goal_needs[goal])
        t.goal_helps[goal] = EMPTY
    return has_room


def follow_chains(t: Turn, army: int) -> int:
    """Follow all chains of fleets from the army on in which none could be left out, and note where
    they lead: to how many provinces, NONE if there are too many chains."""
    here = t.place[army]
    shores = t.kind[army] * t.board.location_count
    count = 0
    depth = 0
    chains = 0
    # For each fleet of the chain: with which others it could be, the chain to it, and the fleets
    # that none behind it may be one of.
    t.layers[0] = t.fleets_after[here]
    t.chain[0] = EMPTY
    t.closed[0] = t.fleets_after[here]
    while depth >= 0:
        left = t.layers[depth]
        if left == EMPTY:
            depth -= 1
            continue
        fleet = first(left)
        t.layers[depth] = left ^ only(fleet)
        chains += 1
        if chains > CHAINS_FOLLOWED:
            for cell in range(count):  # they are forgotten, for each fleet is asked about
                t.goal_helps[t.goals[cell]] = EMPTY
            return NONE
        earlier = t.chain[depth]
        chain = earlier | only(fleet)
        place = t.place[fleet]
        for link in range(t.board.link_starts[place], t.board.link_starts[place + 1]):
            goal = t.board.links[link]
            if (
                t.board.is_shore[goal] == 0
                or t.board.can_stand[shores + goal] == 0
                or goal == here
                or t.fleets_ashore[goal] & earlier != EMPTY
                or t.fleets_ashore[goal] & only(fleet) == EMPTY
            ):
                continue
            if t.goal_helps[goal] == EMPTY:
                t.goals[count] = goal
                count += 1
                t.goal_needs[goal] = chain
            t.goal_helps[goal] |= chain
            t.goal_needs[goal] &= chain
        near = t.fleets_after[place]
        closed = t.closed[depth]
        if near & ~closed != EMPTY:
            depth += 1
            t.layers[depth] = near & ~closed
            t.chain[depth] = chain
            t.closed[depth] = closed | near
    return count


def ask_each_fleet(t: Turn, army: int) -> int:
    """Note for each province whether some convoy leads there, and for each fleet whether it could
    be on a route; to how many provinces."""
    here = t.place[army]
    spare = t.rules.convoy_route_named != NAMED_IGNORED
    fleets = reached_from(t, here)
    count = 0
    for goal in range(t.board.province_count):
        ends = t.fleets_ashore[goal] & fleets
        if ends == EMPTY or goal == here or not may_land(t, army, goal):
            continue
        t.goals[count] = goal
        count += 1
        way = find_way(t, t.fleets_after[here], ends, fleets)
        t.goal_needs[goal] = needed(t, here, goal, fleets, way)
        t.proven = find_ways(t, t.fleets_after[here], ends, fleets) | t.goal_helps[goal]
        left = fleets & ~t.proven
        useful = fleets
        while left != EMPTY:
            fleet = first(left)
            left ^= only(fleet)
            if on_some_route(t, fleet, here, goal, useful, spare):
                left &= ~t.proven
            else:
                useful ^= only(fleet)
        t.goal_helps[goal] = t.proven
    return count


def add_link(t: Turn, army: int, goal: int, helps: Mask, needs: Mask) -> None:
    """Link an army to a province, and count the convoys that fleets could be ordered to."""
    link = t.link_count
    t.link_count = link + 1
    t.link_army[link] = army
    t.link_goal[link] = goal
    t.link_helps[link] = helps
    t.link_needs[link] = needs
    while helps != EMPTY:
        fleet = first(helps)
        helps ^= only(fleet)
        t.choices[fleet] += 1


def chain_arrival(t: Turn, army: int, goal: int, needs: Mask) -> None:
    """Put the last link to those of its province that a support could help: but for the army's own
    and that of a fleet which it needs."""
    link = t.link_count - 1
    t.link_next[link] = t.arrivals[goal]
    t.arrivals[goal] = link
    t.helpable[goal] += 1
    without = needs | only(army)
    while without != EMPTY:
        unit = first(without)
        without ^= only(unit)
        start = t.kind[unit] * t.board.location_count + t.location[unit]
        if t.board.reach_cells[t.board.reach_rows[start] + goal] == 1:
            t.withheld[unit] += 1
            t.choices[unit] -= 1
