"""The end of a year: who owns each centre, who has won, and whether anybody has to adjust.

Written in the part of Python that Numba compiles, on a packed position (see ``packing``).
"""

from __future__ import annotations

from dragoman.rules.engine.balance import is_hong_kong
from dragoman.rules.engine.building import build_way, may_build_in
from dragoman.rules.engine.codes import (
    G_CENTERS,
    G_COSTS,
    G_POINTS,
    G_POWERS,
    G_PROVINCE_OF,
    G_PROVINCES,
    HONG_KONG_UNCOUNTED,
    HONG_KONG_UNOWNED,
    NONE,
    R_HONG_KONG,
    Cells,
    Ints,
)
from dragoman.rules.engine.packing import (
    C_UNITS,
    C_WINNER,
    OWNERS,
    UNIT_KINDS,
    UNIT_LOCATIONS,
    UNIT_OWNERS,
    block,
)


def settle_owners(ground: Ints, rules: Ints, cells: Cells, base: int) -> None:
    """Every centre with a unit in it belongs to that unit's power; a Hong Kong to nobody,
    where the rule set says so."""
    locations = block(ground, base, UNIT_LOCATIONS)
    powers = block(ground, base, UNIT_OWNERS)
    owners = block(ground, base, OWNERS)
    for index in range(cells[base + C_UNITS]):
        province = ground[ground[G_PROVINCE_OF] + cells[locations + index]]
        if ground[ground[G_CENTERS] + province] == 1:
            cells[owners + province] = cells[powers + index]
    if rules[R_HONG_KONG] == HONG_KONG_UNOWNED:
        for province in range(ground[G_PROVINCES]):
            owner = cells[owners + province]
            if owner != NONE and is_hong_kong(ground, owner, province):
                cells[owners + province] = NONE


def settle_victory(ground: Ints, victory: int, cells: Cells, base: int, tally: Cells) -> bool:
    """Note the power with the centres that victory needs and more than any other."""
    owners = block(ground, base, OWNERS)
    for power in range(ground[G_POWERS]):
        tally[power] = 0
    for province in range(ground[G_PROVINCES]):
        if cells[owners + province] != NONE:
            tally[cells[owners + province]] += 1
    best = 0
    shared = False
    for power in range(1, ground[G_POWERS]):
        if tally[power] > tally[best]:
            best = power
            shared = False
        elif tally[power] == tally[best]:
            shared = True
    if shared or tally[best] < victory:
        return False
    cells[base + C_WINNER] = best + 1
    return True


def adjusts(ground: Ints, rules: Ints, cells: Ints, base: int, tally: Cells, full: Cells) -> bool:
    """Whether any power must remove a unit, or may build one and has room for it."""
    locations = block(ground, base, UNIT_LOCATIONS)
    powers = block(ground, base, UNIT_OWNERS)
    owners = block(ground, base, OWNERS)
    kinds = block(ground, base, UNIT_KINDS)
    for power in range(ground[G_POWERS]):
        tally[power] = 0
    for province in range(ground[G_PROVINCES]):
        full[province] = 0
        owner = cells[owners + province]
        if owner != NONE and ground[ground[G_CENTERS] + province] == 1:
            uncounted = rules[R_HONG_KONG] == HONG_KONG_UNCOUNTED
            if not (uncounted and is_hong_kong(ground, owner, province)):
                tally[owner] += ground[ground[G_POINTS] + province]
    for index in range(cells[base + C_UNITS]):
        tally[cells[powers + index]] -= ground[ground[G_COSTS] + cells[kinds + index]]
        full[ground[ground[G_PROVINCE_OF] + cells[locations + index]]] = 1
    for power in range(ground[G_POWERS]):
        if tally[power] < 0:
            return True
    for province in range(ground[G_PROVINCES]):
        owner = cells[owners + province]
        if (
            owner != NONE
            and tally[owner] > 0
            and full[province] == 0
            and may_build_in(ground, rules, cells, owners, owner, province)
            and build_way(ground, province, 0, tally[owner]) != NONE
        ):
            return True
    return False
