"""Who can come to a province by railway or convoy, for lists of legal orders.

What a unit can do, and who can come to a province, is chained in ``t.chains``: each link names
the next.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    CONVOY,
    NAMED_IGNORED,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.engine.passages import rides
from dragoman.rules.engine.routes import may_land, on_some_route, paths_from
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import BEFORE, find_way

# Sea fleets beyond this many are not told apart in the mask of fleets a convoy needs.
MASKED: Final = 29
CHAINS_FOLLOWED: Final = 20_000
"""Steps along chains of fleets after which it is quicker to ask about each fleet. What is listed
is the same."""
# The bit of that mask that says that a unit comes by convoy at all.
BY_CONVOY: Final = 1 << 30

# A link of a chain says who can come, where to, what it needs (a mask of fleets, 0 for a step
# by land), how to order support for it, and which link is the next to come to that province,
# and the next that is this unit's own. In a chain of a unit's own also stand the convoys that
# it can be ordered, as LINK_ORDER; then LINK_WHO is -2 - unit.
LINK_WHO: Final = 0
LINK_GOAL: Final = 1
LINK_NEEDS: Final = 2
LINK_ORDER: Final = 3
LINK_NEXT_COMER: Final = 4
LINK_NEXT_OWN: Final = 5
LINK_WIDTH: Final = 6


def chain_rides(t: Turn, unit: int, used: int) -> int:
    """Chain a link for each province the unit can get to by railway alone, for others to
    support it there; the length of ``t.chains`` now, NONE if there is no room."""
    room = 2 * t.listed_room - LINK_WIDTH
    ways = paths_from(t, unit)
    for rail in range(t.board.rail_count):
        for stop in range(t.board.rail_starts[rail], t.board.rail_starts[rail + 1]):
            to = t.board.rail_stops[stop]
            if t.board.path_cells[ways + to] != 0 or rides(t, unit, to) != rail:
                continue
            if used > room:
                return NONE
            t.chains[used + LINK_WHO] = unit
            t.chains[used + LINK_GOAL] = to
            t.chains[used + LINK_NEEDS] = 0
            t.chains[used + LINK_ORDER] = packed(SUPPORT, 0, to, t.location[unit])
            t.chains[used + LINK_NEXT_COMER] = t.heads[to]
            t.heads[to] = used
            used += LINK_WIDTH
    return used


def chain_convoys(t: Turn, army: int, fleets: int, used: int) -> int:
    """Chain a link for each province the army can be convoyed to, and one for each fleet
    that could be on a route there; the length of ``t.chains`` now, NONE if there is no room.

    First along all chains of fleets, as far as they are soon counted; where they are not, or where
    a route may lead round, each fleet is then asked about that is not certain yet.
    """
    first = used
    used = follow_chains(t, army, fleets, used)
    if used != NONE and (
        t.tried[0] < fleets or (fleets > 1 and t.rules.convoy_route_named != NAMED_IGNORED)
    ):
        used = ask_each_fleet(t, army, fleets, first, used)
    return used


def follow_chains(t: Turn, army: int, fleets: int, used: int) -> int:
    """Chain what the chains of fleets from the army on tell in which none could be left out. If
    there are too many to follow all ``t.tried[0]`` is less than the number of fleets."""
    provinces = t.board.province_count
    heads, chains, sea, line = t.heads, t.chains, t.sea, t.line
    here = t.place[army]
    room = 2 * t.listed_room - LINK_WIDTH * (fleets + 1)
    first = used
    depth = 0
    t.tried[0] = 0
    for _ in range(CHAINS_FOLLOWED):
        candidate = t.tried[depth]
        if candidate == fleets:
            if depth == 0:
                break
            depth -= 1
            continue
        t.tried[depth] = candidate + 1
        place = t.place[sea[candidate]]
        fits = (t.board.is_linked[here * provinces + place] == 1) == (depth == 0)
        for cell in range(depth):
            near = t.board.is_linked[t.place[sea[line[cell]]] * provinces + place] == 1
            if near != (cell == depth - 1) or line[cell] == candidate:
                fits = False
        if not fits:
            continue
        line[depth] = candidate
        mask = BY_CONVOY
        for cell in range(depth + 1):
            mask |= 1 << min(line[cell], MASKED)
        for link in range(t.board.link_starts[place], t.board.link_starts[place + 1]):
            goal = t.board.links[link]
            fits = goal != here and may_land(t, army, goal)
            for cell in range(depth):
                earlier = t.place[sea[line[cell]]]
                fits = fits and t.board.is_linked[earlier * provinces + goal] == 0
            if not fits:
                continue
            if used > room:
                return NONE
            if heads[provinces + goal] < first:
                used = chain_goal(t, army, goal, mask, used)
            chains[heads[provinces + goal] + LINK_NEEDS] &= mask
            for cell in range(depth + 1):
                used = chain_help(t, army, sea[line[cell]], goal, first, used)
        depth += 1
        t.tried[depth] = 0
    if depth > 0:
        t.tried[0] = 0
    return used


def ask_each_fleet(t: Turn, army: int, fleets: int, first: int, used: int) -> int:
    """Chain what ``follow_chains`` has not: for each province whether some convoy leads there, and
    for each fleet whether it could be on a route. Returns as that does."""
    provinces = t.board.province_count
    here = t.place[army]
    room = 2 * t.listed_room - LINK_WIDTH * (fleets + 1)
    may_be_named = t.rules.convoy_route_named != NAMED_IGNORED
    for goal in range(provinces):
        if goal == here or not may_land(t, army, goal):
            continue
        length = find_way(t, here, goal, BEFORE, 0)
        if length == NONE:
            continue
        if used > room:
            return NONE
        mask = needed(t, here, goal, fleets, length)
        if t.heads[provinces + goal] < first:
            used = chain_goal(t, army, goal, mask, used)
        t.chains[t.heads[provinces + goal] + LINK_NEEDS] = mask
        for province in range(provinces):
            t.proven[province] = 0
        for index in range(fleets):
            fleet = t.sea[index]
            if find_help(t, fleet, goal, first) == NONE and (
                t.proven[t.place[fleet]] == 1
                or on_some_route(t, t.place[fleet], here, goal, may_be_named)
            ):
                used = chain_help(t, army, fleet, goal, first, used)
    return used


def chain_goal(t: Turn, army: int, goal: int, mask: int, used: int) -> int:
    """Chain the link for a province that the army can be convoyed to; the new length."""
    heads, chains = t.heads, t.chains
    provinces = t.board.province_count
    own = 2 * provinces + army
    heads[provinces + goal] = used
    chains[used + LINK_WHO] = army
    chains[used + LINK_GOAL] = goal
    chains[used + LINK_NEEDS] = mask
    chains[used + LINK_ORDER] = packed(SUPPORT, 0, goal, t.location[army])
    if t.board.path_cells[paths_from(t, army) + goal] == 0 and rides(t, army, goal) == NONE:
        chains[used + LINK_NEXT_COMER] = heads[goal]
        heads[goal] = used
    chains[used + LINK_NEXT_OWN] = heads[own]
    heads[own] = used
    return used + LINK_WIDTH


def chain_help(t: Turn, army: int, fleet: int, goal: int, first: int, used: int) -> int:
    """Chain the link for a fleet's convoy of the army to a province, if there is none from link
    ``first`` on; the new length."""
    if find_help(t, fleet, goal, first) == NONE:
        own = 2 * t.board.province_count + fleet
        t.chains[used + LINK_WHO] = -2 - fleet
        t.chains[used + LINK_GOAL] = goal
        t.chains[used + LINK_ORDER] = packed(CONVOY, 0, goal, t.location[army])
        t.chains[used + LINK_NEXT_OWN] = t.heads[own]
        t.heads[own] = used
        used += LINK_WIDTH
    return used


def find_help(t: Turn, fleet: int, goal: int, first: int) -> int:
    """The link, from ``first`` on, for a fleet's convoy to a province, NONE if there is none."""
    link = t.heads[2 * t.board.province_count + fleet]
    while link >= first and (
        t.chains[link + LINK_GOAL] != goal or t.chains[link + LINK_WHO] != -2 - fleet
    ):
        link = t.chains[link + LINK_NEXT_OWN]
    return link if link >= first else NONE


def needed(t: Turn, here: int, goal: int, fleets: int, length: int) -> int:
    """The mask of the fleets without which no convoy leads from here to the goal: some of those on
    a shortest way, of which ``t.ways`` has ``length`` provinces."""
    mask = BY_CONVOY
    for cell in range(length):
        place = t.ways[cell]
        if t.fleets_at[place] > 1:
            continue
        t.fleets_at[place] = 0
        if find_way(t, here, goal, BEFORE, length) == NONE:
            for index in range(min(fleets, MASKED)):
                if t.place[t.sea[index]] == place:
                    mask |= 1 << index
        t.fleets_at[place] = 1
    return mask
