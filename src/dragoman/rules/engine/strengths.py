"""The strengths that meet: least and greatest, from what is certain so far.

Each function gives the least and the greatest value that a strength can still have, and
notes in ``trail`` the unknown decisions that keep the two apart, its length first. Written in
the part of Python that Numba compiles; see ``codes`` for the rows.

A path can take all of an army's strength (nJudge's ``mx``). What it meets then still decides:
it goes where nobody is and nobody else arrives, which is why nobody counts ``ABSENT``, less
than a strength of 0.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    DISLODGED_NEVER_BLOCKS,
    FIRST_SUPPORTER,
    GOAL,
    LAND,
    LOSER_BEATEN,
    LOSER_WEAKER,
    LOSS,
    LOSS_AT_SEA,
    MOVE,
    MOVES,
    NEXT_SUPPORTER,
    NO,
    NONE,
    OPEN,
    ORDER,
    OWNER,
    PLACE,
    R_DISLODGED_BY_CONVOY,
    R_HEAD_ON_LOSER,
    RAIL,
    ROUTE,
    SEA,
    SEA_ELSE_LAND,
    STANDS,
    STRENGTH,
    UNKNOWN,
    YES,
    Cells,
    Ints,
)

ABSENT: Final = -1
"""The strength of a unit that is not there, or never arrives."""


def note(trail: Cells, decision: int) -> None:
    """Remember that an evaluation met this unknown decision."""
    length = trail[0] + 1
    trail[0] = length
    trail[length] = decision


def opposite(answer: int) -> int:
    """YES for NO, NO for YES, and UNKNOWN for itself."""
    if answer == UNKNOWN:
        return UNKNOWN
    return NO if answer == YES else YES


def arrives(row: int, units: Ints, trail: Cells) -> int:
    """Does the moving unit reach its goal's border: by land, by an open convoy or gateway?"""
    if units[row + ROUTE] in (LAND, SEA_ELSE_LAND):
        return YES
    if units[row + OPEN] == UNKNOWN:
        note(trail, row + OPEN)
    return units[row + OPEN]


def goes_by_land(row: int, units: Ints) -> int:
    """Does this move go over land? UNKNOWN while its convoy may yet fail."""
    route = units[row + ROUTE]
    if route == SEA_ELSE_LAND:
        return opposite(units[row + OPEN])
    return NO if route == SEA else YES


def support_for(row: int, spared: int, units: Ints, trail: Cells) -> tuple[int, int]:
    """Least and greatest support for the unit, leaving out that of power ``spared``."""
    least = 0
    most = 0
    supporter = units[row + FIRST_SUPPORTER]
    while supporter != NONE:
        stands = units[supporter + STANDS]
        if stands != NO and units[supporter + OWNER] != spared:
            strength = units[supporter + STRENGTH] - units[supporter + LOSS]
            most += strength
            if stands == YES:
                least += strength
            else:
                note(trail, supporter + STANDS)
        supporter = units[supporter + NEXT_SUPPORTER]
    return least, most


def own_part(row: int, units: Ints, trail: Cells) -> tuple[int, int]:
    """What the moving unit itself brings, least and most: less over a half-strength path, where
    no convoy takes it round."""
    by_land = units[row + STRENGTH] - units[row + LOSS]
    by_sea = units[row + STRENGTH] - units[row + LOSS_AT_SEA]
    answer = goes_by_land(row, units)
    if by_land == by_sea or answer == YES:
        return by_land, by_land
    if answer == NO:
        return by_sea, by_sea
    note(trail, row + OPEN)
    return min(by_land, by_sea), max(by_land, by_sea)


def head_on(row: int, other: int, units: Ints, trail: Cells) -> int:
    """Do two units that move to each other's province meet? Not if either goes by convoy or
    railway, or is kept back by a gateway."""
    answer = YES
    for _ in range(2):
        route = units[row + ROUTE]
        if route in (SEA, RAIL):
            return NO
        if route != LAND:
            if units[row + OPEN] == (YES if route == SEA_ELSE_LAND else NO):
                return NO
            if units[row + OPEN] == UNKNOWN:
                note(trail, row + OPEN)
                answer = UNKNOWN
        row = other
    return answer


def facing(row: int, units: Ints, at: Ints) -> int:
    """The unit that moves from this unit's goal to this unit's province, NONE if there is none.

    From a high sea a unit meets nobody: there is room to pass.
    """
    other = at[units[row + GOAL]]
    if (
        other != NONE
        and units[other + GOAL] == units[row + PLACE]
        and at[units[row + PLACE]] == row
    ):
        return other
    return NONE


def attack(row: int, units: Ints, at: Ints, trail: Cells) -> tuple[int, int]:
    """The strength of a move against its goal.

    Where the unit there stays, its own power's support does not count, and an own unit is
    not attacked at all (DATC 6.D.10, 6.D.12).
    """
    own_least, own_most = own_part(row, units, trail)
    there = at[units[row + GOAL]]
    stays = stays_put(row, there, units, at, trail)
    if stays == NO:
        least, most = support_for(row, NONE, units, trail)
        return own_least + least, own_most + most
    if units[there + OWNER] == units[row + OWNER]:
        spared_least = 0
        spared_most = 0
    else:
        spared_least, spared_most = support_for(row, units[there + OWNER], units, trail)
        spared_least += own_least
        spared_most += own_most
    if stays == YES:
        return spared_least, spared_most
    least, most = support_for(row, NONE, units, trail)
    note(trail, there + MOVES)
    return spared_least, own_most + most


def stays_put(row: int, there: int, units: Ints, at: Ints, trail: Cells) -> int:
    """Is the unit at the goal still there when the move comes? UNKNOWN while it may leave."""
    if there == NONE:
        return NO
    if units[there + ORDER] != MOVE:
        return YES
    if facing(row, units, at) != NONE:
        meet = head_on(row, there, units, trail)
        if meet == YES:
            return YES
        if meet == UNKNOWN:
            return UNKNOWN
    moves = units[there + MOVES]
    if moves == YES:
        return NO
    if moves == NO:
        return YES
    return UNKNOWN


def opposition(row: int, units: Ints, at: Ints, trail: Cells) -> tuple[int, int]:
    """The strength of the unit at the goal: defending head-on, holding, or gone.

    However weak the path it tries itself, it is as strong at home as a unit without support.
    """
    there = at[units[row + GOAL]]
    if there == NONE:
        return ABSENT, ABSENT
    if units[there + ORDER] != MOVE:
        least, most = support_for(there, NONE, units, trail)
        return units[there + STRENGTH] + least, units[there + STRENGTH] + most
    meet = NO
    if facing(row, units, at) != NONE:
        meet = head_on(row, there, units, trail)
    if meet == NO:
        moves = units[there + MOVES]
        if moves == YES:
            return ABSENT, ABSENT
        if moves == NO:
            return units[there + STRENGTH], units[there + STRENGTH]
        note(trail, there + MOVES)
        return ABSENT, units[there + STRENGTH]
    least, most = support_for(there, NONE, units, trail)
    if meet == YES:
        own_least, own_most = own_part(there, units, trail)
        home = units[there + STRENGTH]
        return max(own_least + least, home), max(own_most + most, home)
    return ABSENT, units[there + STRENGTH] + most


def prevent(
    row: int, spared: int, units: Ints, at: Ints, rules: Ints, trail: Cells
) -> tuple[int, int]:
    """The strength with which a move keeps others out of its goal, leaving out the support of
    power ``spared``.

    ``ABSENT`` if it never arrives, or if it was beaten head-on by the unit that left the goal
    (DATC 4.A.7: or, by another choice, dislodged by that unit in any way; DipWork
    IX_7_INTERPRETATION: or only met by a stronger one, or one as strong).
    """
    arrival = arrives(row, units, trail)
    if arrival == NO:
        return ABSENT, ABSENT
    beaten = NO
    other = facing(row, units, at)
    if other != NONE:
        meet = head_on(row, other, units, trail)
        if meet == NO and rules[R_DISLODGED_BY_CONVOY] == DISLODGED_NEVER_BLOCKS:
            meet = opposite(units[row + MOVES])
            if meet == UNKNOWN:
                note(trail, row + MOVES)
        if meet != NO and rules[R_HEAD_ON_LOSER] != LOSER_BEATEN:
            beaten = outdone(row, other, rules, units, trail)
            if beaten == YES:
                beaten = meet
        elif meet != NO:
            beaten = units[other + MOVES]
            if beaten == UNKNOWN:
                note(trail, other + MOVES)
            elif beaten == YES:
                beaten = meet
    if beaten == YES:
        return ABSENT, ABSENT
    least, most = support_for(row, spared, units, trail)
    own_least, own_most = own_part(row, units, trail)
    if beaten == UNKNOWN or arrival == UNKNOWN:
        return ABSENT, own_most + most
    return own_least + least, own_most + most


def outdone(row: int, other: int, rules: Ints, units: Ints, trail: Cells) -> int:
    """Is the attack weaker than the one that comes the other way (or, by the rule set's
    choice, not stronger than it)? DipWork IX_7_INTERPRETATION."""
    mark = trail[0]
    least, most = support_for(row, NONE, units, trail)
    other_least, other_most = support_for(other, NONE, units, trail)
    own_least, own_most = own_part(row, units, trail)
    their_least, their_most = own_part(other, units, trail)
    margin = 1 if rules[R_HEAD_ON_LOSER] == LOSER_WEAKER else 0
    if their_least + other_least - margin >= own_most + most:
        trail[0] = mark
        return YES
    if their_most + other_most - margin < own_least + least:
        trail[0] = mark
        return NO
    return UNKNOWN
