"""Civil disorder: which units go when a power does not say so itself (DATC 4.D.8).

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.building import is_home
from dragoman.rules.engine.codes import (
    DISORDER_2023,
    DISORDER_COMMON,
    G_CAN_CONVOY,
    G_CENTERS,
    G_COAST_STARTS,
    G_COSTS,
    G_KINDS,
    G_LOCATIONS,
    G_NAME_RANKS,
    G_NEAR_ENDS,
    G_NEAR_STARTS,
    G_PROVINCES,
    G_STEP_STARTS,
    G_STEPS,
    KIND,
    LOCATION,
    NONE,
    OWNER,
    PLACE,
    R_DISORDER_REMOVAL,
    WIDTH,
    Cells,
    Ints,
)

FAR: Final = 1_000_000
"""The distance to a place that cannot be reached."""


def fall_into_disorder(
    ground: Ints,
    rules: Ints,
    count: int,
    units: Ints,
    owners: Ints,
    power: int,
    missing: int,
    gone: Cells,
    steps: Cells,
    queue: Cells,
) -> None:
    """Remove units by the rule for civil disorder (DATC 4.D.8): the farthest first, then
    fleets before armies, then by name of the province.

    A unit that stays has its distance in ``gone`` meanwhile, as a number below 0.
    """
    for kind in range(ground[G_KINDS]):
        own_paths = rules[R_DISORDER_REMOVAL] == DISORDER_COMMON and (
            ground[ground[G_CAN_CONVOY] + kind] == 1
        )
        is_measured = False
        for index in range(count):
            row = index * WIDTH
            if units[row + OWNER] != power or units[row + KIND] != kind or gone[index] != 0:
                continue
            if not is_measured:
                measure(ground, rules, owners, power, kind, own_paths, steps, queue)
                is_measured = True
            gone[index] = -1 - steps[units[row + LOCATION] if own_paths else units[row + PLACE]]
    worst = 0
    while missing > 0 and worst != NONE:
        worst = NONE
        for index in range(count):
            if gone[index] < 0 and (
                worst == NONE
                or goes_before(
                    ground,
                    units,
                    index * WIDTH,
                    -1 - gone[index],
                    worst * WIDTH,
                    -1 - gone[worst],
                )
            ):
                worst = index
        if worst != NONE:
            gone[worst] = 2
            missing -= ground[ground[G_COSTS] + units[worst * WIDTH + KIND]]
    for index in range(count):
        gone[index] = max(gone[index], 0)


def goes_before(
    ground: Ints, units: Ints, row: int, distance: int, other: int, other_distance: int
) -> bool:
    """Whether civil disorder takes one unit before another."""
    if distance != other_distance:
        return distance > other_distance
    fleet = ground[ground[G_CAN_CONVOY] + units[row + KIND]]
    other_fleet = ground[ground[G_CAN_CONVOY] + units[other + KIND]]
    if fleet != other_fleet:
        return fleet > other_fleet
    return (
        ground[ground[G_NAME_RANKS] + units[row + PLACE]]
        < ground[ground[G_NAME_RANKS] + units[other + PLACE]]
    )


def measure(
    ground: Ints,
    rules: Ints,
    owners: Ints,
    power: int,
    kind: int,
    own_paths: bool,
    steps: Cells,
    queue: Cells,
) -> None:
    """Fill ``steps`` with the distance of each place from the power's nearest centre: home
    centres, or by the rulebook of 2023 those it owns. By province, counting land and water
    alike, or with ``own_paths`` by location on the paths of the kind."""
    end = 0
    for cell in range(ground[G_LOCATIONS]):
        steps[cell] = FAR
    for province in range(ground[G_PROVINCES]):
        mine = is_home(ground, power, province)
        if rules[R_DISORDER_REMOVAL] == DISORDER_2023:
            mine = ground[ground[G_CENTERS] + province] == 1 and owners[province] == power
        if not mine:
            continue
        steps[province] = 0
        queue[end] = province
        end += 1
        if own_paths:
            for coast in range(
                ground[ground[G_COAST_STARTS] + province],
                ground[ground[G_COAST_STARTS] + province + 1],
            ):
                steps[coast] = 0
                queue[end] = coast
                end += 1
    start = 0
    while start < end:
        here = queue[start]
        start += 1
        if own_paths:
            row = kind * ground[G_LOCATIONS] + here
            for step in range(
                ground[ground[G_STEP_STARTS] + row], ground[ground[G_STEP_STARTS] + row + 1]
            ):
                to = ground[ground[G_STEPS] + step]
                if steps[to] == FAR:
                    steps[to] = steps[here] + 1
                    queue[end] = to
                    end += 1
        else:
            for step in range(
                ground[ground[G_NEAR_STARTS] + here], ground[ground[G_NEAR_STARTS] + here + 1]
            ):
                to = ground[ground[G_NEAR_ENDS] + step]
                if steps[to] == FAR:
                    steps[to] = steps[here] + 1
                    queue[end] = to
                    end += 1
