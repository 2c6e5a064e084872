"""The strengths that meet: least and greatest, from what is certain so far.

Each function gives the least and the greatest value that a strength can still have, and
adds the unknown decisions that keep the two apart to those that are awaited.

A path can take all of an army's strength (nJudge's ``mx``). What it meets then still decides:
it goes where nobody is and nobody else arrives, which is why nobody counts ``ABSENT``, less
than a strength of 0.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    DISLODGED_NEVER_BLOCKS,
    LAND,
    LOSER_BEATEN,
    LOSER_WEAKER,
    MOVE,
    NO,
    NONE,
    RAIL,
    SEA,
    SEA_ELSE_LAND,
    UNKNOWN,
    WHOLE,
    YES,
)
from dragoman.rules.engine.primitives import EMPTY, Mask, first, only, size
from dragoman.rules.engine.turn import Turn

ABSENT: Final = -1
"""The strength of a unit that is not there, or never arrives."""


def answer_in(unit: int, yes: Mask, no: Mask) -> int:
    """YES or NO if the unit is in the one set or the other, UNKNOWN if in neither."""
    one = only(unit)
    if yes & one != EMPTY:
        return YES
    return NO if no & one != EMPTY else UNKNOWN


def moves(t: Turn, unit: int) -> int:
    """Does the unit's move succeed, as far as that is certain?"""
    return answer_in(unit, t.moves_yes, t.moves_no)


def is_open(t: Turn, unit: int) -> int:
    """Is the unit's convoy or gateway open, as far as that is certain?"""
    return answer_in(unit, t.open_yes, t.open_no)


def awaited(t: Turn) -> tuple[Mask, Mask, Mask]:
    """The decisions that the evaluation waits for so far."""
    return t.awaited_moves, t.awaited_stands, t.awaited_open


def await_only(t: Turn, marks: tuple[Mask, Mask, Mask]) -> None:
    """Go back to what was ``awaited`` then: what was asked since does not matter."""
    moving, supporting, passing = marks
    t.awaited_moves = moving
    t.awaited_stands = supporting
    t.awaited_open = passing


def opposite(answer: int) -> int:
    """YES for NO, NO for YES, and UNKNOWN for itself."""
    if answer == UNKNOWN:
        return UNKNOWN
    return NO if answer == YES else YES


def arrives(t: Turn, unit: int) -> int:
    """Does the moving unit reach its goal's border: by land, by an open convoy or gateway?"""
    if t.route[unit] in (LAND, SEA_ELSE_LAND):
        return YES
    answer = is_open(t, unit)
    if answer == UNKNOWN:
        t.awaited_open |= only(unit)
    return answer


def goes_by_land(t: Turn, unit: int) -> int:
    """Does this move go over land? UNKNOWN while its convoy may yet fail."""
    route = t.route[unit]
    if route == SEA_ELSE_LAND:
        return opposite(is_open(t, unit))
    return NO if route == SEA else YES


def support_for(t: Turn, unit: int, spared: int) -> tuple[int, int]:
    """Least and greatest support for the unit, leaving out that of power ``spared``."""
    possible = t.supporters[unit] & ~t.stands_no
    if possible == EMPTY:
        return 0, 0
    if spared != NONE:
        possible ^= of_power(t, possible, spared)
    sure = possible & t.stands_yes
    t.awaited_stands |= possible ^ sure
    if t.is_even == 1:
        return WHOLE * size(sure), WHOLE * size(possible)
    least = 0
    most = 0
    while possible != EMPTY:
        supporter = first(possible)
        possible ^= only(supporter)
        strength = t.strength[supporter] - t.loss[supporter]
        most += strength
        if sure & only(supporter) != EMPTY:
            least += strength
    return least, most


def of_power(t: Turn, units: Mask, power: int) -> Mask:
    """Those of the units that are the power's."""
    found = EMPTY
    while units != EMPTY:
        unit = first(units)
        units ^= only(unit)
        if t.owner[unit] == power:
            found |= only(unit)
    return found


def own_part(t: Turn, unit: int) -> tuple[int, int]:
    """The strength that the moving unit itself brings, least and most: less over a half-strength
    path, where no convoy takes it round."""
    by_land = t.strength[unit] - t.loss[unit]
    by_sea = t.strength[unit] - t.loss_at_sea[unit]
    answer = goes_by_land(t, unit)
    if by_land == by_sea or answer == YES:
        return by_land, by_land
    if answer == NO:
        return by_sea, by_sea
    t.awaited_open |= only(unit)
    return min(by_land, by_sea), max(by_land, by_sea)


def head_on(t: Turn, unit: int, other: int) -> int:
    """Do two units that move to each other's province meet? Not if either goes by convoy or
    railway, or is kept back by a gateway."""
    answer = YES
    for _ in range(2):
        route = t.route[unit]
        if route in (SEA, RAIL):
            return NO
        if route != LAND:
            is_way_open = is_open(t, unit)
            if is_way_open == (YES if route == SEA_ELSE_LAND else NO):
                return NO
            if is_way_open == UNKNOWN:
                t.awaited_open |= only(unit)
                answer = UNKNOWN
        unit = other
    return answer


def facing(t: Turn, unit: int) -> int:
    """The unit that moves from this unit's goal to this unit's province, NONE if there is none.

    From a high sea a unit meets nobody: there is room to pass.
    """
    other = t.at[t.goal[unit]]
    if other != NONE and t.goal[other] == t.place[unit] and t.at[t.place[unit]] == unit:
        return other
    return NONE


def attack(t: Turn, unit: int) -> tuple[int, int]:
    """The strength of a move against its goal.

    Where the unit there stays, its own power's support does not count, and an own unit is
    not attacked at all (DATC 6.D.10, 6.D.12).
    """
    own_least, own_most = own_part(t, unit)
    there = t.at[t.goal[unit]]
    stays = stays_put(t, unit, there)
    if stays == NO:
        least, most = support_for(t, unit, NONE)
        return own_least + least, own_most + most
    if t.owner[there] == t.owner[unit]:
        spared_least = 0
        spared_most = 0
    else:
        spared_least, spared_most = support_for(t, unit, t.owner[there])
        spared_least += own_least
        spared_most += own_most
    if stays == YES:
        return spared_least, spared_most
    least, most = support_for(t, unit, NONE)
    t.awaited_moves |= only(there)
    return spared_least, own_most + most


def stays_put(t: Turn, unit: int, there: int) -> int:
    """Is the unit at the goal still there when the move comes? UNKNOWN while it may leave."""
    if there == NONE:
        return NO
    if t.order[there] != MOVE:
        return YES
    if facing(t, unit) != NONE:
        meet = head_on(t, unit, there)
        if meet == YES:
            return YES
        if meet == UNKNOWN:
            return UNKNOWN
    return opposite(moves(t, there))


def opposition(t: Turn, unit: int) -> tuple[int, int]:
    """The strength of the unit at the goal: defending head-on, holding, or gone.

    However weak the path it tries itself, it is as strong at home as a unit without support.
    """
    there = t.at[t.goal[unit]]
    if there == NONE:
        return ABSENT, ABSENT
    if t.order[there] != MOVE:
        least, most = support_for(t, there, NONE)
        return t.strength[there] + least, t.strength[there] + most
    meet = NO
    if facing(t, unit) != NONE:
        meet = head_on(t, unit, there)
    if meet == NO:
        leaves = moves(t, there)
        if leaves == YES:
            return ABSENT, ABSENT
        if leaves == NO:
            return t.strength[there], t.strength[there]
        t.awaited_moves |= only(there)
        return ABSENT, t.strength[there]
    least, most = support_for(t, there, NONE)
    if meet == YES:
        own_least, own_most = own_part(t, there)
        home = t.strength[there]
        return max(own_least + least, home), max(own_most + most, home)
    return ABSENT, t.strength[there] + most


def prevent(t: Turn, unit: int, spared: int) -> tuple[int, int]:
    """The strength with which a move keeps others out of its goal, leaving out the support of
    power ``spared``.

    ``ABSENT`` if it never arrives, or if it was beaten head-on by the unit that left the goal
    (DATC 4.A.7: or, by another choice, dislodged by that unit in any way; DipWork
    IX_7_INTERPRETATION: or only met by a stronger one, or one as strong).
    """
    arrival = arrives(t, unit)
    if arrival == NO:
        return ABSENT, ABSENT
    beaten = NO
    other = facing(t, unit)
    if other != NONE:
        meet = head_on(t, unit, other)
        if meet == NO and t.rules.dislodged_by_convoy == DISLODGED_NEVER_BLOCKS:
            meet = opposite(moves(t, unit))
            if meet == UNKNOWN:
                t.awaited_moves |= only(unit)
        if meet != NO and t.rules.head_on_loser != LOSER_BEATEN:
            beaten = loses_head_on(t, unit, other)
            if beaten == YES:
                beaten = meet
        elif meet != NO:
            beaten = moves(t, other)
            if beaten == UNKNOWN:
                t.awaited_moves |= only(other)
            elif beaten == YES:
                beaten = meet
    if beaten == YES:
        return ABSENT, ABSENT
    least, most = support_for(t, unit, spared)
    own_least, own_most = own_part(t, unit)
    if beaten == UNKNOWN or arrival == UNKNOWN:
        return ABSENT, own_most + most
    return own_least + least, own_most + most


def loses_head_on(t: Turn, unit: int, other: int) -> int:
    """Is the attack weaker than the one that comes the other way (or, by the rule set's
    choice, not stronger than it)? DipWork IX_7_INTERPRETATION."""
    marks = awaited(t)
    least, most = support_for(t, unit, NONE)
    other_least, other_most = support_for(t, other, NONE)
    own_least, own_most = own_part(t, unit)
    their_least, their_most = own_part(t, other)
    margin = 1 if t.rules.head_on_loser == LOSER_WEAKER else 0
    if their_least + other_least - margin >= own_most + most:
        await_only(t, marks)
        return YES
    if their_most + other_most - margin < own_least + least:
        await_only(t, marks)
        return NO
    return UNKNOWN
