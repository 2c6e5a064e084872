"""Who can come to a province by railway or convoy, for lists of legal orders.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units. What a
unit can do, and who can come to a province, is chained: each link names the next.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    CONVOY,
    G_LINK_ENDS,
    G_LINK_STARTS,
    G_LINKS,
    G_PROVINCES,
    G_RAIL_COUNT,
    G_RAIL_STARTS,
    G_RAIL_STOPS,
    LOCATION,
    NONE,
    PLACE,
    SUPPORT,
    WIDTH,
    Cells,
    Ints,
)
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.engine.passages import rides
from dragoman.rules.engine.routes import (
    ROUTE_SEARCH_LIMIT,
    may_land,
    paths_from,
)

# Sea fleets beyond this many are not told apart in the mask of fleets a convoy needs.
MASKED: Final = 29
# The bit of that mask that says that a unit comes by convoy at all.
BY_CONVOY: Final = 1 << 30

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


def chain_convoys(
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
