"""When centres are counted: who owns each, who has won, and whether anybody has to adjust.

All of it goes by the units in ``t.standing``.
"""

from __future__ import annotations

from dragoman.rules.engine.balance import count_dues, is_hong_kong
from dragoman.rules.engine.building import is_site, mark_sites_taken
from dragoman.rules.engine.cells import fill
from dragoman.rules.engine.codes import HONG_KONG_UNOWNED, NONE
from dragoman.rules.engine.turn import Turn


def settle_owners(t: Turn) -> None:
    """Every centre with a unit in it belongs to that unit's power; a Hong Kong to nobody,
    where the rule set says so."""
    locations, powers, owners = t.standing.location, t.standing.owner, t.owners
    for row in range(t.standing_count):
        province = t.board.province_of[locations[row]]
        if t.board.is_center[province] == 1:
            owners[province] = powers[row]
    if t.rules.hong_kong == HONG_KONG_UNOWNED:
        for number in range(t.board.center_count):
            center = t.board.centers[number]
            owner = t.owners[center]
            if owner != NONE and is_hong_kong(t, owner, center):
                t.owners[center] = NONE


def settle_victory(t: Turn) -> None:
    """Note the power with the centres that victory needs and more than any other."""
    owned, owners = t.dues, t.owners
    fill(owned, t.board.power_count, 0)
    for number in range(t.board.center_count):
        owner = owners[t.board.centers[number]]
        if owner != NONE:
            owned[owner] += 1
    best = 0
    is_shared = False
    for power in range(1, t.board.power_count):
        if owned[power] > owned[best]:
            best = power
            is_shared = False
        elif owned[power] == owned[best]:
            is_shared = True
    if not is_shared and owned[best] >= t.victory_centers:
        t.winner = best


def anybody_adjusts(t: Turn) -> bool:
    """Whether any power must remove a unit, or may build one and has room for it."""
    count_dues(t)
    for power in range(t.board.power_count):
        if t.dues[power] < 0:
            return True
    mark_sites_taken(t)
    for number in range(t.board.center_count):
        center = t.board.centers[number]
        owner = t.owners[center]
        if owner != NONE and t.dues[owner] > 0 and is_site(t, owner, center, t.dues[owner]):
            return True
    return False
