"""Which ways are open: convoys and gateways, from what is certain so far."""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    GATED,
    MOVE,
    NO,
    NONE,
    ROUTES_ALL_NEEDED,
    UNKNOWN,
    YES,
)
from dragoman.rules.engine.masks import EMPTY, first, only
from dragoman.rules.engine.strengths import moves, opposite
from dragoman.rules.engine.turn import Turn

# What is asked of a fleet on a convoy's way.
ORDERED: Final = 0
AFLOAT: Final = 1
SAFE: Final = 2


def decide_route(t: Turn, unit: int) -> int:
    """Is the army's convoy open? With one fleet lost it may still have another route."""
    if t.route[unit] == GATED:
        return decide_gate(t, unit)
    sure = True
    fleets = t.fleets[unit]
    while fleets != EMPTY:
        fleet = first(fleets)
        fleets ^= only(fleet)
        lost = is_lost(t, fleet)
        if lost == YES and t.rules.convoy_routes == ROUTES_ALL_NEEDED:
            return NO
        if lost != NO:
            sure = False
    if sure:
        return YES
    if t.rules.convoy_routes == ROUTES_ALL_NEEDED:
        return UNKNOWN
    if passable(t, unit, SAFE, NONE):
        return YES
    return UNKNOWN if passable(t, unit, AFLOAT, NONE) else NO


def decide_gate(t: Turn, unit: int) -> int:
    """Does the gateway let the unit pass? While the unit that controls it stays undislodged;
    unless it is the very unit that passes."""
    holder = t.pass_by[unit]
    if holder == unit:
        return YES
    if t.order[holder] == MOVE:
        leaves = moves(t, holder)
        if leaves == UNKNOWN:
            t.awaited_moves |= only(holder)
        if leaves != NO:
            return opposite(leaves)
    return opposite(is_lost(t, holder))


def is_lost(t: Turn, fleet: int) -> int:
    """Is this unit, which does not move, dislodged?"""
    attackers = t.rivals[t.place[fleet]] & ~t.moves_no
    if attackers & t.moves_yes != EMPTY:
        return YES
    t.awaited_moves |= attackers
    return NO if attackers == EMPTY else UNKNOWN


def passable(t: Turn, army: int, grade: int, without: int) -> bool:
    """Whether fleets of this grade, leaving out the fleet ``without``, take the army across."""
    provinces = t.board.province_count
    goal = t.goal[army]
    left = EMPTY
    reached = EMPTY
    fleets = t.fleets[army]
    while fleets != EMPTY:
        fleet = first(fleets)
        fleets ^= only(fleet)
        if fleet == without or not afloat(t, fleet, grade):
            continue
        if t.board.is_linked[t.place[army] * provinces + t.place[fleet]] == 1:
            reached |= only(fleet)
        else:
            left |= only(fleet)
    while reached != EMPTY:
        here = first(reached)
        reached ^= only(here)
        place = t.place[here] * provinces
        if t.board.is_linked[place + goal] == 1:
            return True
        fleets = left
        while fleets != EMPTY:
            fleet = first(fleets)
            fleets ^= only(fleet)
            if t.board.is_linked[place + t.place[fleet]] == 1:
                left ^= only(fleet)
                reached |= only(fleet)
    return False


def afloat(t: Turn, fleet: int, grade: int) -> bool:
    """Whether the fleet is of the grade: merely ordered, not certainly lost, or safe."""
    attackers = t.rivals[t.place[fleet]]
    if grade == AFLOAT:
        return attackers & t.moves_yes == EMPTY
    return grade == ORDERED or attackers & ~t.moves_no == EMPTY
