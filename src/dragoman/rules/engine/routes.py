"""Convoy routes: which fleets could take an army where, as the fleets stand.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    G_AFLOAT,
    G_CAN_CONVOY,
    G_CONVOYABLE,
    G_LINKS,
    G_LOCATIONS,
    G_PATHS,
    G_PROVINCES,
    G_SHORE,
    G_STANDS,
    KIND,
    LOCATION,
    NONE,
    PLACE,
    WIDTH,
    Cells,
    Ints,
)

ROUTE_SEARCH_LIMIT: Final = 20_000
"""Steps after which a fleet in a large crowd of fleets counts as being on some route."""


def fleets_at_sea(ground: Ints, count: int, units: Ints, sea: Cells) -> int:
    """List the rows of the units that can convoy where they stand; how many there are."""
    found = 0
    for index in range(count):
        row = index * WIDTH
        if can_convoy(ground, units, row):
            sea[found] = row
            found += 1
    return found


def can_convoy(ground: Ints, units: Ints, row: int) -> bool:
    """Whether the unit is of a kind that convoys and stands where it may."""
    return (
        ground[ground[G_CAN_CONVOY] + units[row + KIND]] == 1
        and ground[ground[G_AFLOAT] + units[row + PLACE]] == 1
    )


def paths_from(ground: Ints, units: Ints, row: int) -> int:
    """Where the row of the paths from where a unit stands begins (see ``G_PATHS``)."""
    start = units[row + KIND] * ground[G_LOCATIONS] + units[row + LOCATION]
    return ground[ground[G_PATHS] + start]


def may_land(ground: Ints, units: Ints, row: int, province: int) -> bool:
    """Whether a convoy could land the unit there: where such a unit can stand, on a shore."""
    kind = units[row + KIND]
    return (
        ground[ground[G_CONVOYABLE] + kind] == 1
        and ground[ground[G_SHORE] + province] == 1
        and ground[ground[G_STANDS] + kind * ground[G_LOCATIONS] + province] == 1
    )


def connected(
    ground: Ints, units: Ints, here: int, goal: int, sea: Cells, fleets: int, without: int
) -> bool:
    """Whether the fleets at sea, leaving out one, could take an army from here to the goal.

    The second quarter of ``sea`` is used to mark the fleets reached.
    """
    links = ground[G_LINKS]
    provinces = ground[G_PROVINCES]
    end = fleets
    place = here
    start = fleets
    while True:
        for index in range(fleets):
            fleet = sea[index]
            if ground[links + place * provinces + units[fleet + PLACE]] == 1 and fleet != without:
                known = False
                for cell in range(fleets, end):
                    if sea[cell] == fleet:
                        known = True
                if not known:
                    if ground[links + units[fleet + PLACE] * provinces + goal] == 1:
                        return True
                    sea[end] = fleet
                    end += 1
        if start == end:
            return False
        place = units[sea[start] + PLACE]
        start += 1


def on_some_route(
    ground: Ints, units: Ints, fleet: int, here: int, goal: int, sea: Cells, fleets: int
) -> bool:
    """Whether some route from here to the goal needs this fleet: one that would be broken
    without it (DATC 4.E.1, 6.F.12, 6.G.19).

    Looks for a chain of fleets through this one in which no fleet could be left out: no two
    neighbour each other but those in sequence, only the first touches the start and only
    the last the goal. ``sea`` holds the chain and where to go on from each link of it.
    """
    links = ground[G_LINKS]
    provinces = ground[G_PROVINCES]
    mine = units[fleet + PLACE]
    if (
        ground[links + here * provinces + mine] == 1
        and ground[links + mine * provinces + goal] == 1
    ):
        return True
    if is_between(ground, units, fleet, here, goal, sea, fleets):
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
        place = units[sea[candidate] + PLACE]
        fits = (ground[links + here * provinces + place] == 1) == (depth == 0)
        for cell in range(depth):
            near = ground[links + units[sea[chain + cell] + PLACE] * provinces + place] == 1
            if near != (cell == depth - 1) or sea[chain + cell] == sea[candidate]:
                fits = False
        if not fits:
            continue
        if ground[links + place * provinces + goal] == 1:
            if includes != NONE or sea[candidate] == fleet:
                return True
            continue
        sea[chain + depth] = sea[candidate]
        if sea[candidate] == fleet:
            includes = depth
        depth += 1
        sea[turns + depth] = 0
    return True


def is_between(
    ground: Ints, units: Ints, fleet: int, here: int, goal: int, sea: Cells, fleets: int
) -> bool:
    """Whether a shortest chain from here to the fleet and a shortest one on to the goal make
    a route that needs it. If not, longer ones may: this only saves most of the search.

    A shortest chain can spare none of its fleets, so two of them are such a route if no fleet
    of one is next to a fleet of the other, or to its end.
    """
    before = find_chain(ground, units, fleet, here, goal, sea, fleets, NONE)
    return before != NONE and (
        find_chain(ground, units, fleet, goal, here, sea, fleets, before) != NONE
    )


def find_chain(
    ground: Ints,
    units: Ints,
    fleet: int,
    end: int,
    other: int,
    sea: Cells,
    fleets: int,
    before: int,
) -> int:
    """Chain the fleets of a shortest way between the fleet and one end of a convoy.

    ``before`` is NONE for the way from the convoy's start to the fleet; it is left in the
    second quarter of ``sea``, without the fleet. For the way from there to the goal it is how
    many fleets are in that chain already, which this one keeps off, as both do off the ``other``
    end. The second half of ``sea`` holds the fleets in the order in which they are reached, and
    for each the one from which. The chain's length, NONE if there is none.
    """
    links = ground[G_LINKS]
    provinces = ground[G_PROVINCES]
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
        place = units[sea[origin] + PLACE]
        if (before == NONE and ground[links + end * provinces + place] == 1) or (
            before != NONE and ground[links + place * provinces + end] == 1
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
            near = units[sea[index] + PLACE]
            if before == NONE:
                fits = (
                    ground[links + near * provinces + place] == 1
                    and ground[links + near * provinces + other] == 0
                )
            else:
                fits = (
                    ground[links + place * provinces + near] == 1
                    and ground[links + other * provinces + near] == 0
                )
                for cell in range(fleets, fleets + before):
                    if fits and ground[links + units[sea[cell] + PLACE] * provinces + near] == 1:
                        fits = False
            if fits:
                sea[origins + index] = origin
                sea[queue + reached] = index
                reached += 1
        turn += 1
    return NONE
