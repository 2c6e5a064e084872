"""Who can come to a province by railway or convoy, for lists of legal orders.

What a unit can do, and who can come to a province, is chained in ``t.chains``: each link names
the next.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    CONVOY,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.engine.passages import rides
from dragoman.rules.engine.routes import (
    ROUTE_SEARCH_LIMIT,
    may_land,
    paths_from,
)
from dragoman.rules.engine.turn import Turn

# Sea fleets beyond this many are not told apart in the mask of fleets a convoy needs.
MASKED: Final = 29
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
    that some route there needs; the length of ``t.chains`` now, NONE if there is no room.

    Follows every row of fleets in which none could be left out (see ``on_some_route``).
    """
    provinces = t.board.province_count
    heads, chains, sea = t.heads, t.chains, t.sea
    here = t.place[army]
    own = 2 * provinces
    by_land = paths_from(t, army)
    room = 2 * t.listed_room - LINK_WIDTH * (fleets + 1)
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
        place = t.place[sea[candidate]]
        fits = (t.board.is_linked[here * provinces + place] == 1) == (depth == 0)
        for cell in range(depth):
            near = t.board.is_linked[t.place[sea[sea[line + cell]]] * provinces + place] == 1
            if near != (cell == depth - 1) or sea[line + cell] == candidate:
                fits = False
        if not fits:
            continue
        sea[line + depth] = candidate
        mask = BY_CONVOY
        for cell in range(depth + 1):
            mask |= 1 << min(sea[line + cell], MASKED)
        for link in range(t.board.link_starts[place], t.board.link_starts[place + 1]):
            goal = t.board.links[link]
            fits = goal != here and may_land(t, army, goal)
            for cell in range(depth):
                earlier = t.place[sea[sea[line + cell]]]
                fits = fits and t.board.is_linked[earlier * provinces + goal] == 0
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
                chains[known + LINK_ORDER] = packed(SUPPORT, 0, goal, t.location[army])
                if t.board.path_cells[by_land + goal] == 0 and rides(t, army, goal) == NONE:
                    chains[known + LINK_NEXT_COMER] = heads[goal]
                    heads[goal] = known
                chains[known + LINK_NEXT_OWN] = heads[own + army]
                heads[own + army] = known
            chains[known + LINK_NEEDS] &= mask
            for cell in range(depth + 1):
                fleet = sea[sea[line + cell]]
                helps = heads[own + fleet]
                while helps >= first and (
                    chains[helps + LINK_GOAL] != goal or chains[helps + LINK_WHO] != -2 - fleet
                ):
                    helps = chains[helps + LINK_NEXT_OWN]
                if helps < first:
                    chains[used + LINK_WHO] = -2 - fleet
                    chains[used + LINK_GOAL] = goal
                    chains[used + LINK_ORDER] = packed(CONVOY, 0, goal, t.location[army])
                    chains[used + LINK_NEXT_OWN] = heads[own + fleet]
                    heads[own + fleet] = used
                    used += LINK_WIDTH
        depth += 1
        sea[turns + depth] = 0
    return used
