"""Civil disorder: which units go when a power does not say so itself (DATC 4.D.8)."""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.building import is_home
from dragoman.rules.engine.codes import (
    DISORDER_2023,
    DISORDER_COMMON,
    NONE,
)
from dragoman.rules.engine.turn import Turn

FAR: Final = 1_000_000
"""The distance to a place that cannot be reached."""


def fall_into_disorder(t: Turn, power: int, missing: int) -> None:
    """Remove units by the rule for civil disorder (DATC 4.D.8): the farthest first, then
    fleets before armies, then by name of the province.

    A unit that stays has its distance in ``t.gone`` meanwhile, as a number below 0.
    """
    for kind in range(t.board.kind_count):
        own_paths = t.rules.disorder_removal == DISORDER_COMMON and t.board.can_convoy[kind] == 1
        is_measured = False
        for unit in range(t.unit_count):
            if t.owner[unit] != power or t.kind[unit] != kind or t.gone[unit] != 0:
                continue
            if not is_measured:
                measure(t, power, kind, own_paths)
                is_measured = True
            t.gone[unit] = -1 - t.steps[t.location[unit] if own_paths else t.place[unit]]
    worst = 0
    while missing > 0 and worst != NONE:
        worst = NONE
        for unit in range(t.unit_count):
            if t.gone[unit] < 0 and (
                worst == NONE or goes_before(t, unit, -1 - t.gone[unit], worst, -1 - t.gone[worst])
            ):
                worst = unit
        if worst != NONE:
            t.gone[worst] = 2
            missing -= t.board.cost[t.kind[worst]]
    for unit in range(t.unit_count):
        t.gone[unit] = max(t.gone[unit], 0)


def goes_before(t: Turn, unit: int, distance: int, other: int, other_distance: int) -> bool:
    """Whether civil disorder takes one unit before another."""
    if distance != other_distance:
        return distance > other_distance
    fleet = t.board.can_convoy[t.kind[unit]]
    other_fleet = t.board.can_convoy[t.kind[other]]
    if fleet != other_fleet:
        return fleet > other_fleet
    return t.board.name_rank[t.place[unit]] < t.board.name_rank[t.place[other]]


def measure(t: Turn, power: int, kind: int, own_paths: bool) -> None:
    """Fill ``t.steps`` with the distance of each place from the power's nearest centre: home
    centres, or by the rulebook of 2023 those it owns. By province, counting land and water
    alike, or with ``own_paths`` by location on the paths of the kind."""
    end = 0
    for cell in range(t.board.location_count):
        t.steps[cell] = FAR
    for province in range(t.board.province_count):
        mine = is_home(t, power, province)
        if t.rules.disorder_removal == DISORDER_2023:
            mine = t.board.is_center[province] == 1 and t.owners[province] == power
        if not mine:
            continue
        t.steps[province] = 0
        t.queue[end] = province
        end += 1
        if own_paths:
            for coast in range(
                t.board.coast_starts[province],
                t.board.coast_starts[province + 1],
            ):
                t.steps[coast] = 0
                t.queue[end] = coast
                end += 1
    start = 0
    while start < end:
        here = t.queue[start]
        start += 1
        if own_paths:
            row = kind * t.board.location_count + here
            for step in range(t.board.step_starts[row], t.board.step_starts[row + 1]):
                to = t.board.steps[step]
                if t.steps[to] == FAR:
                    t.steps[to] = t.steps[here] + 1
                    t.queue[end] = to
                    end += 1
        else:
            for step in range(t.board.near_starts[here], t.board.near_starts[here + 1]):
                to = t.board.near[step]
                if t.steps[to] == FAR:
                    t.steps[to] = t.steps[here] + 1
                    t.queue[end] = to
                    end += 1
