"""What a movement phase leaves behind: contested provinces and ways to retreat.

Written in the part of Python that Numba compiles; see ``codes`` for the rows.
"""

from __future__ import annotations

from dragoman.rules.codes import (
    EMBARKATION_CLOSED,
    GOAL,
    MOVE,
    MOVES,
    NEXT_RIVAL,
    NO,
    NONE,
    OPEN,
    ORDER,
    PLACE,
    R_RETREAT_TO_EMBARKATION,
    ROUTE,
    SEA,
    SEA_ELSE_LAND,
    WIDTH,
    YES,
)
from dragoman.rules.ground import Ground
from dragoman.rules.resolver import Cells, Ints, prevent


def by_sea(units: Ints, row: int) -> bool:
    """Whether a settled move went by convoy."""
    if units[row + ROUTE] == SEA_ELSE_LAND:
        return units[row + OPEN] == YES
    return units[row + ROUTE] == SEA


def dislodger(units: Ints, rivals: Ints, row: int) -> int:
    """The row of the unit that drove this one out, NONE if it still stands."""
    if units[row + ORDER] == MOVE and units[row + MOVES] == YES:
        return NONE
    attacker = rivals[units[row + PLACE]]
    while attacker != NONE:
        if units[attacker + MOVES] == YES:
            return attacker
        attacker = units[attacker + NEXT_RIVAL]
    return NONE


def occupy(
    ground: Ground,
    count: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    full: Cells,
    trail: Cells,
) -> None:
    """Mark in ``full`` each province that is occupied (1) or contested (2) after the moves.

    Contested is a province left empty by a stand-off: some move that could have kept others
    out of it failed (rulebook, Retreats; DATC 6.H.6).
    """
    for province in range(ground.provinces):
        full[province] = 0
    for index in range(count):
        row = index * WIDTH
        if units[row + ORDER] != MOVE:
            if dislodger(units, rivals, row) == NONE:
                full[units[row + PLACE]] = 1
        elif units[row + MOVES] == YES:
            full[units[row + GOAL]] = 1
        elif dislodger(units, rivals, row) == NONE:
            full[units[row + PLACE]] = 1
    for index in range(count):
        row = index * WIDTH
        if units[row + ORDER] == MOVE and units[row + MOVES] == NO:
            goal = units[row + GOAL]
            if full[goal] == 0:
                trail[0] = 0
                least, _ = prevent(row, units, at, rules, trail)
                if least > 0:
                    full[goal] = 2


def forbidden_origin(units: Ints, attacker: int, rules: Ints) -> int:
    """The province a unit may not retreat to because its attacker came from there.

    NONE where the attacker came by convoy and the rule set lets it (DATC 4.A.5).
    """
    if by_sea(units, attacker) and rules[R_RETREAT_TO_EMBARKATION] != EMBARKATION_CLOSED:
        return NONE
    return units[attacker + PLACE]


def retreats(
    ground: Ground, kind: int, location: int, origin: int, full: Ints, options: Cells
) -> int:
    """List in ``options`` the locations a dislodged unit may go to; how many there are."""
    start = kind * ground.locations + location
    found = 0
    for step in range(ground.step_starts[start], ground.step_starts[start + 1]):
        to = ground.steps[step]
        province = ground.province_of[to]
        if full[province] == 0 and province != origin:
            options[found] = to
            found += 1
    return found
