"""What a movement phase leaves behind: contested provinces and ways to retreat.

Written in the part of Python that Numba compiles; see ``codes`` for the rows.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    BLOCKED,
    BOUNCED,
    CARRIES,
    CHOSEN,
    CONVOY,
    CUT,
    DISRUPTED,
    DRIVEN_OUT,
    EMBARKATION_CLOSED,
    FAILED,
    G_LOCATIONS,
    G_PROVINCE_OF,
    G_PROVINCES,
    G_STEP_STARTS,
    G_STEPS,
    GATED,
    GIVEN_UP,
    GOAL,
    HELPS,
    ILLEGAL,
    IN_PARADOX,
    MOVE,
    MOVES,
    NEXT_RIVAL,
    NO,
    NONE,
    OPEN,
    ORDER,
    PARADOX,
    PARADOX_ALL_HOLD,
    PLACE,
    R_CONVOY_PARADOX,
    R_RETREAT_TO_EMBARKATION,
    RAIL,
    REASON,
    ROUTE,
    SEA,
    SEA_ELSE_LAND,
    STANDS,
    SUCCEEDED,
    SUPPORT,
    UNUSED,
    VOID,
    WAY_CLOSED,
    WIDTH,
    WITHOUT_CONVOY,
    YES,
    Cells,
    Ints,
)
from dragoman.rules.engine.high_seas import leave_out_high_seas
from dragoman.rules.engine.passages import guard
from dragoman.rules.engine.strengths import prevent
from dragoman.rules.model.reasons import NO_CONVOY, OK, UNUSED_BY_LAND, UNUSED_OFF_ROUTE


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


def result_of(units: Ints, rivals: Ints, row: int, rules: Ints) -> int:
    """What became of the unit's order, as a place in ``outcome.RESULTS``."""
    order = units[row + ORDER]
    if order == MOVE:
        return result_of_move(units, row, rules)
    if order == SUPPORT:
        if units[row + HELPS] == NONE:
            return VOID
        return SUCCEEDED if units[row + STANDS] == YES else CUT
    dislodged = dislodger(units, rivals, row) != NONE
    if order == CONVOY:
        reason = units[row + REASON]
        unused = reason in (UNUSED_BY_LAND, UNUSED_OFF_ROUTE)
        if units[row + CARRIES] == NONE and not unused:
            return VOID
        if dislodged:
            return DRIVEN_OUT
        if unused:
            return UNUSED
        return IN_PARADOX if units[units[row + CARRIES] + PARADOX] & WAY_CLOSED else SUCCEEDED
    if units[row + REASON] != OK:
        return ILLEGAL
    return DRIVEN_OUT if dislodged else SUCCEEDED


def result_of_move(units: Ints, row: int, rules: Ints) -> int:
    """What became of a move; of an impossible one that still counts as a move: FAILED."""
    if units[row + CHOSEN] == NONE:
        return FAILED
    if units[row + MOVES] == YES:
        return SUCCEEDED
    if units[row + ROUTE] in (GATED, RAIL) and units[row + OPEN] == NO:
        return BLOCKED
    if units[row + REASON] == NO_CONVOY:
        return WITHOUT_CONVOY
    if units[row + PARADOX] & GIVEN_UP or (
        units[row + PARADOX] & WAY_CLOSED and rules[R_CONVOY_PARADOX] == PARADOX_ALL_HOLD
    ):
        return FAILED
    if units[row + ROUTE] == SEA and units[row + OPEN] == NO:
        return DISRUPTED
    return BOUNCED


def occupy(
    ground: Ints,
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
    out of it failed (rulebook, Retreats; DATC 6.H.6). A high sea is neither.
    """
    for province in range(ground[G_PROVINCES]):
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
                least, _ = prevent(row, NONE, units, at, rules, trail)
                if least > 0:
                    full[goal] = 2
    leave_out_high_seas(ground, full, 0)


def forbidden_origin(units: Ints, attacker: int, rules: Ints) -> int:
    """The province a unit may not retreat to because its attacker came from there.

    NONE where the attacker came by convoy and the rule set lets it (DATC 4.A.5).
    """
    if by_sea(units, attacker) and rules[R_RETREAT_TO_EMBARKATION] != EMBARKATION_CLOSED:
        return NONE
    return units[attacker + PLACE]


def retreats(
    ground: Ints, kind: int, location: int, origin: int, full: Ints, options: Cells
) -> int:
    """List in ``options`` the locations a dislodged unit may go to; how many there are.

    None of them lies behind a gateway: nobody can give leave for a retreat (nJudge).
    """
    here = ground[ground[G_PROVINCE_OF] + location]
    start = kind * ground[G_LOCATIONS] + location
    found = 0
    for step in range(
        ground[ground[G_STEP_STARTS] + start], ground[ground[G_STEP_STARTS] + start + 1]
    ):
        to = ground[ground[G_STEPS] + step]
        province = ground[ground[G_PROVINCE_OF] + to]
        if full[province] == 0 and province != origin and guard(ground, here, province) == NONE:
            options[found] = to
            found += 1
    return found
