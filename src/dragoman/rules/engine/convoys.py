"""Which ways are open: convoys and gateways, from what is certain so far."""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    GATED,
    MOVE,
    MOVES,
    NO,
    NONE,
    ROUTES_ALL_NEEDED,
    UNKNOWN,
    YES,
)
from dragoman.rules.engine.named_routes import keeps_to_route
from dragoman.rules.engine.strengths import (
    arrives,
    attack,
    note,
    opposite,
    opposition,
    prevent,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import BEFORE, find_way

# What is asked of a fleet on a convoy's way.
ORDERED: Final = 0
AFLOAT: Final = 1
SAFE: Final = 2


def decide_route(t: Turn, unit: int) -> int:
    """Is the army's convoy open? With one fleet lost it may still have another route, unless it
    named the one that it keeps to."""
    if t.route[unit] == GATED:
        return decide_gate(t, unit)
    if t.rules.convoy_routes == ROUTES_ALL_NEEDED or keeps_to_route(t, unit):
        sure = True
        fleet = t.first_fleet[unit]
        while fleet != NONE:
            lost = is_lost(t, fleet)
            if lost == YES:
                return NO
            if lost == UNKNOWN:
                sure = False
            fleet = t.next_fleet[fleet]
        return YES if sure else UNKNOWN
    doubtful = False
    fleet = t.first_fleet[unit]
    while fleet != NONE:
        if is_lost(t, fleet) != NO:
            doubtful = True
        fleet = t.next_fleet[fleet]
    if not doubtful or passable(t, unit, SAFE, NONE):
        return YES
    if passable(t, unit, AFLOAT, NONE):
        return UNKNOWN
    return NO


def decide_gate(t: Turn, unit: int) -> int:
    """Does the gateway let the unit pass? While the unit that controls it stays undislodged;
    unless it is the very unit that passes."""
    holder = t.pass_by[unit]
    if holder == unit:
        return YES
    if t.order[holder] == MOVE and t.moves[holder] != NO:
        if t.moves[holder] == UNKNOWN:
            note(t, holder, MOVES)
        return opposite(t.moves[holder])
    return opposite(is_lost(t, holder))


def is_lost(t: Turn, fleet: int) -> int:
    """Is this unit, which does not move, dislodged?"""
    answer = NO
    attacker = t.rivals[t.place[fleet]]
    while attacker != NONE:
        moves = t.moves[attacker]
        if moves == YES:
            return YES
        if moves == UNKNOWN:
            note(t, attacker, MOVES)
            answer = UNKNOWN
        attacker = t.next_rival[attacker]
    return answer


def survives(t: Turn, army: int) -> bool:
    """Whether the army's convoy comes through if no more support is cut. nJudge's answer to a
    convoy paradox: then the army cuts support, whatever that makes of its fleets."""
    whole = True
    fleet = t.first_fleet[army]
    while fleet != NONE:
        if is_beaten(t, fleet):
            whole = False
        else:
            t.fleets_at[t.place[fleet]] += 1
        fleet = t.next_fleet[fleet]
    if not whole and t.rules.convoy_routes != ROUTES_ALL_NEEDED and not keeps_to_route(t, army):
        whole = find_way(t, t.place[army], t.goal[army], BEFORE, 0) != NONE
    fleet = t.first_fleet[army]
    while fleet != NONE:
        t.fleets_at[t.place[fleet]] = 0
        fleet = t.next_fleet[fleet]
    return whole


def is_beaten(t: Turn, fleet: int) -> bool:
    """Whether some attack would dislodge the fleet, were every support to stand that may."""
    attacker = t.rivals[t.place[fleet]]
    while attacker != NONE:
        t.trail[0] = 0
        if t.moves[attacker] != NO and arrives(t, attacker) == YES:
            _, strength = attack(t, attacker)
            _, hold = opposition(t, attacker)
            wins = strength > hold
            rival = t.rivals[t.place[fleet]]
            while rival != NONE and wins:
                if rival != attacker:
                    t.trail[0] = 0
                    _, keeps_out = prevent(t, rival, NONE)
                    wins = strength > keeps_out
                rival = t.next_rival[rival]
            if wins:
                return True
        attacker = t.next_rival[attacker]
    return False


def passable(t: Turn, army: int, grade: int, without: int) -> bool:
    """Whether fleets of this grade, leaving out the fleet ``without``, take the army across. One
    that keeps to its route cannot do without any of them."""
    if keeps_to_route(t, army):
        return False
    fleet = t.first_fleet[army]
    while fleet != NONE:
        if fleet != without and afloat(t, fleet, grade):
            t.fleets_at[t.place[fleet]] += 1
        fleet = t.next_fleet[fleet]
    length = find_way(t, t.place[army], t.goal[army], BEFORE, 0)
    fleet = t.first_fleet[army]
    while fleet != NONE:
        t.fleets_at[t.place[fleet]] = 0
        fleet = t.next_fleet[fleet]
    return length != NONE


def afloat(t: Turn, fleet: int, grade: int) -> bool:
    """Whether the fleet is of the grade: merely ordered, not certainly lost, or safe."""
    attacker = t.rivals[t.place[fleet]]
    while attacker != NONE and grade != ORDERED:
        moves = t.moves[attacker]
        if moves == YES or (grade == SAFE and moves == UNKNOWN):
            return False
        attacker = t.next_rival[attacker]
    return True
