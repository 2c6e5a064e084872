"""Who can come to a province by railway or convoy, for legal orders.

Each way is a link: ``t.link_army`` can come to ``t.link_goal``. The links of those whom a support
there could help, as they come no other way, are chained from ``t.arrivals`` on by ``t.link_next``.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    NAMED_IGNORED,
    NONE,
)
from dragoman.rules.engine.masks import EMPTY, Mask, first, only
from dragoman.rules.engine.passages import rides
from dragoman.rules.engine.routes import may_land, on_some_route, paths_from
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import find_way, find_ways, lead_across, reached_from

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
            return give_up(t, count)
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


def give_up(t: Turn, count: int) -> int:
    """Forget the first so many provinces that chains led to."""
    for cell in range(count):
        t.goal_helps[t.goals[cell]] = EMPTY
    return NONE


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


def needed(t: Turn, here: int, goal: int, fleets: Mask, way: Mask) -> Mask:
    """The fleets without which no convoy leads from here to the goal: some of those on a way."""
    found = EMPTY
    while way != EMPTY:
        fleet = first(way)
        way ^= only(fleet)
        if not lead_across(t, here, goal, fleets & ~only(fleet)):
            found |= only(fleet)
    return found


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
