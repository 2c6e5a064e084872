"""Convoy routes: which fleets could take an army where, as the fleets stand."""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    NONE,
)
from dragoman.rules.engine.turn import Turn

ROUTE_SEARCH_LIMIT: Final = 20_000
"""Steps after which a fleet in a large crowd of fleets counts as being on some route."""


def fleets_at_sea(t: Turn) -> int:
    """List in ``t.sea`` the units that can convoy where they stand; how many there are."""
    found = 0
    for unit in range(t.unit_count):
        if can_convoy(t, unit):
            t.sea[found] = unit
            found += 1
    return found


def can_convoy(t: Turn, unit: int) -> bool:
    """Whether the unit is of a kind that convoys and stands where it may."""
    return t.board.can_convoy[t.kind[unit]] == 1 and t.board.is_afloat[t.place[unit]] == 1


def paths_from(t: Turn, unit: int) -> int:
    """Where the row of the paths from where a unit stands begins in ``t.board.path_cells``."""
    start = t.kind[unit] * t.board.location_count + t.location[unit]
    return t.board.path_rows[start]


def may_land(t: Turn, unit: int, province: int) -> bool:
    """Whether a convoy could land the unit there: where such a unit can stand, on a shore."""
    kind = t.kind[unit]
    return (
        t.board.is_convoyable[kind] == 1
        and t.board.is_shore[province] == 1
        and t.board.can_stand[kind * t.board.location_count + province] == 1
    )


def connected(t: Turn, here: int, goal: int, fleets: int, without: int) -> bool:
    """Whether the fleets at sea, leaving out one, could take an army from here to the goal.

    The second quarter of ``t.sea`` is used to mark the fleets reached.
    """
    provinces = t.board.province_count
    sea = t.sea
    end = fleets
    place = here
    start = fleets
    while True:
        for index in range(fleets):
            fleet = sea[index]
            if t.board.is_linked[place * provinces + t.place[fleet]] == 1 and fleet != without:
                known = False
                for cell in range(fleets, end):
                    if sea[cell] == fleet:
                        known = True
                if not known:
                    if t.board.is_linked[t.place[fleet] * provinces + goal] == 1:
                        return True
                    sea[end] = fleet
                    end += 1
        if start == end:
            return False
        place = t.place[sea[start]]
        start += 1


def on_some_route(t: Turn, fleet: int, here: int, goal: int, fleets: int) -> bool:
    """Whether some route from here to the goal needs this fleet: one that would be broken
    without it (DATC 4.E.1, 6.F.12, 6.G.19).

    Looks for a chain of fleets through this one in which no fleet could be left out: no two
    neighbour each other but those in sequence, only the first touches the start and only
    the last the goal. ``t.sea`` holds the chain and where to go on from each link of it.
    """
    provinces = t.board.province_count
    sea = t.sea
    mine = t.place[fleet]
    if (
        t.board.is_linked[here * provinces + mine] == 1
        and t.board.is_linked[mine * provinces + goal] == 1
    ):
        return True
    if is_between(t, fleet, here, goal, fleets):
        return True
    chain = fleets
    turns = 2 * fleets
    depth = 0
    sea[turns] = 0
    includes = NONE
    for _ in range(ROUTE_SEARCH_LIMIT):
        candidate = sea[turns + depth]
        if candidate == fleets:
            if depth == 0:
                return False
            depth -= 1
            if includes == depth:
                includes = NONE
            continue
        sea[turns + depth] = candidate + 1
        place = t.place[sea[candidate]]
        fits = (t.board.is_linked[here * provinces + place] == 1) == (depth == 0)
        for cell in range(depth):
            near = t.board.is_linked[t.place[sea[chain + cell]] * provinces + place] == 1
            if near != (cell == depth - 1) or sea[chain + cell] == sea[candidate]:
                fits = False
        if not fits:
            continue
        if t.board.is_linked[place * provinces + goal] == 1:
            if includes != NONE or sea[candidate] == fleet:
                return True
            continue
        sea[chain + depth] = sea[candidate]
        if sea[candidate] == fleet:
            includes = depth
        depth += 1
        sea[turns + depth] = 0
    return True


def is_between(t: Turn, fleet: int, here: int, goal: int, fleets: int) -> bool:
    """Whether a shortest chain from here to the fleet and a shortest one on to the goal make
    a route that needs it. If not, longer ones may: this only saves most of the search.

    A shortest chain can spare none of its fleets, so two of them are such a route if no fleet
    of one is next to a fleet of the other, or to its end.
    """
    before = find_chain(t, fleet, here, goal, fleets, NONE)
    return before != NONE and (find_chain(t, fleet, goal, here, fleets, before) != NONE)


def find_chain(t: Turn, fleet: int, end: int, other: int, fleets: int, before: int) -> int:
    """Chain the fleets of a shortest way between the fleet and one end of a convoy.

    ``before`` is NONE for the way from the convoy's start to the fleet; it is left in the
    second quarter of ``t.sea``, without the fleet. For the way from there to the goal it is how
    many fleets are in that chain already, which this one keeps off, as both do off the ``other``
    end. The second half of ``t.sea`` holds the fleets in the order in which they are reached, and
    for each the one from which. The chain's length, NONE if there is none.
    """
    provinces = t.board.province_count
    sea = t.sea
    queue = 2 * fleets
    origins = 3 * fleets
    for index in range(fleets):
        sea[origins + index] = NONE
        if sea[index] == fleet:
            sea[origins + index] = index
            sea[queue] = index
    reached = 1
    turn = 0
    while turn < reached:
        origin = sea[queue + turn]
        place = t.place[sea[origin]]
        if (before == NONE and t.board.is_linked[end * provinces + place] == 1) or (
            before != NONE and t.board.is_linked[place * provinces + end] == 1
        ):
            length = 0
            while before == NONE and sea[origin] != fleet:
                sea[fleets + length] = sea[origin]
                length += 1
                origin = sea[origins + origin]
            return length
        for index in range(fleets):
            if sea[origins + index] != NONE:
                continue
            near = t.place[sea[index]]
            if before == NONE:
                fits = (
                    t.board.is_linked[near * provinces + place] == 1
                    and t.board.is_linked[near * provinces + other] == 0
                )
            else:
                fits = (
                    t.board.is_linked[place * provinces + near] == 1
                    and t.board.is_linked[other * provinces + near] == 0
                )
                for cell in range(fleets, fleets + before):
                    if fits and t.board.is_linked[t.place[sea[cell]] * provinces + near] == 1:
                        fits = False
            if fits:
                sea[origins + index] = origin
                sea[queue + reached] = index
                reached += 1
        turn += 1
    return NONE
