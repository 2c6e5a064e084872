"""Which ways are open: convoys and gateways, from what is certain so far.

Written in the part of Python that Numba compiles; see ``codes`` for the rows and ``resolver`` for
``at``, ``rivals`` and ``trail``.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    FIRST_FLEET,
    G_LINKS,
    G_PROVINCES,
    GATED,
    GOAL,
    MOVE,
    MOVES,
    NEXT_FLEET,
    NEXT_RIVAL,
    NO,
    NONE,
    ORDER,
    PASS_BY,
    PLACE,
    R_CONVOY_ROUTES,
    ROUTE,
    ROUTES_ALL_NEEDED,
    UNKNOWN,
    YES,
    Cells,
    Ints,
)
from dragoman.rules.engine.strengths import (
    note,
    opposite,
)

# What is asked of a fleet on a convoy's way.
ORDERED: Final = 0
AFLOAT: Final = 1
SAFE: Final = 2


def decide_route(
    ground: Ints, row: int, units: Ints, rivals: Ints, rules: Ints, trail: Cells
) -> int:
    """Is the army's convoy open? With one fleet lost it may still have another route."""
    if units[row + ROUTE] == GATED:
        return decide_gate(row, units, rivals, trail)
    if rules[R_CONVOY_ROUTES] == ROUTES_ALL_NEEDED:
        sure = True
        fleet = units[row + FIRST_FLEET]
        while fleet != NONE:
            lost = is_lost(fleet, units, rivals, trail)
            if lost == YES:
                return NO
            if lost == UNKNOWN:
                sure = False
            fleet = units[fleet + NEXT_FLEET]
        return YES if sure else UNKNOWN
    doubtful = False
    fleet = units[row + FIRST_FLEET]
    while fleet != NONE:
        if is_lost(fleet, units, rivals, trail) != NO:
            doubtful = True
        fleet = units[fleet + NEXT_FLEET]
    if not doubtful or passable(ground, row, SAFE, NONE, units, rivals, trail):
        return YES
    if passable(ground, row, AFLOAT, NONE, units, rivals, trail):
        return UNKNOWN
    return NO


def decide_gate(row: int, units: Ints, rivals: Ints, trail: Cells) -> int:
    """Does the gateway let the unit pass? While the unit that controls it stays undislodged;
    unless it is the very unit that passes."""
    holder = units[row + PASS_BY]
    if holder == row:
        return YES
    if units[holder + ORDER] == MOVE and units[holder + MOVES] != NO:
        if units[holder + MOVES] == UNKNOWN:
            note(trail, holder + MOVES)
        return opposite(units[holder + MOVES])
    return opposite(is_lost(holder, units, rivals, trail))


def is_lost(fleet: int, units: Ints, rivals: Ints, trail: Cells) -> int:
    """Is this unit, which does not move, dislodged?"""
    answer = NO
    attacker = rivals[units[fleet + PLACE]]
    while attacker != NONE:
        moves = units[attacker + MOVES]
        if moves == YES:
            return YES
        if moves == UNKNOWN:
            note(trail, attacker + MOVES)
            answer = UNKNOWN
        attacker = units[attacker + NEXT_RIVAL]
    return answer


def passable(
    ground: Ints, army: int, grade: int, without: int, units: Ints, rivals: Ints, trail: Cells
) -> bool:
    """Whether fleets of this grade, leaving out the fleet ``without``, take the army across.

    The fleets reached are kept in the spare cells after the notes of the trail.
    """
    provinces = ground[G_PROVINCES]
    goal = units[army + GOAL]
    first = trail[0] + 1
    here = first
    end = first
    place = units[army + PLACE]
    while True:
        fleet = units[army + FIRST_FLEET]
        while fleet != NONE:
            if (
                ground[ground[G_LINKS] + place * provinces + units[fleet + PLACE]] == 1
                and fleet != without
                and afloat(fleet, grade, units, rivals)
            ):
                known = False
                for cell in range(first, end):
                    if trail[cell] == fleet:
                        known = True
                if not known:
                    trail[end] = fleet
                    end += 1
            fleet = units[fleet + NEXT_FLEET]
        if here == end:
            return False
        place = units[trail[here] + PLACE]
        here += 1
        if ground[ground[G_LINKS] + place * provinces + goal] == 1:
            return True


def afloat(fleet: int, grade: int, units: Ints, rivals: Ints) -> bool:
    """Whether the fleet is of the grade: merely ordered, not certainly lost, or safe."""
    attacker = rivals[units[fleet + PLACE]]
    while attacker != NONE and grade != ORDERED:
        moves = units[attacker + MOVES]
        if moves == YES or (grade == SAFE and moves == UNKNOWN):
            return False
        attacker = units[attacker + NEXT_RIVAL]
    return True
