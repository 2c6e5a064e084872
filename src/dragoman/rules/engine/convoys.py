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
from dragoman.rules.engine.primitives import EMPTY, first, only
from dragoman.rules.engine.routes import keeps_to_route
from dragoman.rules.engine.strengths import arrives, attack, moves, opposite, opposition, prevent
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import lead_across

# What is asked of a fleet on a convoy's way.
ORDERED: Final = 0
AFLOAT: Final = 1
SAFE: Final = 2


def decide_route(t: Turn, unit: int) -> int:
    """Is the army's convoy open? With one fleet lost it may still have another route, unless it
    named the one that it keeps to."""
    if t.route[unit] == GATED:
        return decide_gate(t, unit)
    sure = True
    if t.strait_count > 0:
        closers = t.closers[unit] & ~t.moves_no
        if closers & t.moves_yes != EMPTY and keeps_to_route(t, unit):
            return NO
        t.awaited_moves |= closers & ~t.moves_yes
        sure = closers == EMPTY
    fleets = t.fleets[unit]
    while fleets != EMPTY:
        fleet = first(fleets)
        fleets ^= only(fleet)
        lost = is_lost(t, fleet)
        if lost == YES and needs_all(t, unit):
            return NO
        if lost != NO:
            sure = False
    if sure:
        return YES
    if needs_all(t, unit) and t.closers[unit] & t.moves_yes == EMPTY:
        return UNKNOWN
    if passable(t, unit, SAFE, NONE):
        return YES
    return UNKNOWN if passable(t, unit, AFLOAT, NONE) else NO


def decide_gate(t: Turn, unit: int) -> int:
    """Does the gateway let the unit pass? While the unit that controls it stays undislodged;
    unless it is the very unit that passes."""
    holder = t.pass_by[unit]
    if holder == NONE:
        return decide_strait(t, unit)
    if holder == unit:
        return YES
    if t.order[holder] == MOVE:
        leaves = moves(t, holder)
        if leaves == UNKNOWN:
            t.awaited_moves |= only(holder)
        if leaves != NO:
            return opposite(leaves)
    return opposite(is_lost(t, holder))


def decide_strait(t: Turn, unit: int) -> int:
    """Is the strait open to the unit? Unless a fleet comes to its gate that closes it."""
    closers = t.closers[unit] & ~t.moves_no
    if closers & t.moves_yes != EMPTY:
        return NO
    t.awaited_moves |= closers
    return YES if closers == EMPTY else UNKNOWN


def is_lost(t: Turn, fleet: int) -> int:
    """Is this unit, which does not move, dislodged?"""
    attackers = t.rivals[t.place[fleet]] & ~t.moves_no
    if attackers & t.moves_yes != EMPTY:
        return YES
    t.awaited_moves |= attackers
    return NO if attackers == EMPTY else UNKNOWN


def survives(t: Turn, army: int) -> bool:
    """True if the army's convoy comes through if no more support is cut. nJudge's answer to a
    convoy paradox: then the army cuts support, whatever that makes of its fleets."""
    whole = EMPTY
    fleets = t.fleets[army]
    while fleets != EMPTY:
        fleet = first(fleets)
        fleets ^= only(fleet)
        if not is_beaten(t, fleet):
            whole |= only(fleet)
    if whole == t.fleets[army]:
        return True
    if needs_all(t, army):
        return False
    bar_straits(t, army, ORDERED)
    found = lead_across(t, t.place[army], t.goal[army], whole)
    t.barred_straits = 0
    return found


def is_beaten(t: Turn, fleet: int) -> bool:
    """True if some attack would dislodge the fleet, were every support to stand that may."""
    attackers = t.rivals[t.place[fleet]] & ~t.moves_no
    while attackers != EMPTY:
        attacker = first(attackers)
        attackers ^= only(attacker)
        if arrives(t, attacker) != YES:
            continue
        _, strength = attack(t, attacker)
        _, hold = opposition(t, attacker)
        wins = strength > hold
        rivals = t.rivals[t.place[fleet]] & ~only(attacker)
        while rivals != EMPTY:
            rival = first(rivals)
            rivals ^= only(rival)
            _, keeps_out = prevent(t, rival, NONE)
            wins = wins and strength > keeps_out
        if wins:
            return True
    return False


def needs_all(t: Turn, army: int) -> bool:
    """True if the army's convoy is broken as soon as one of its fleets is lost: by a rule for all
    convoys, or as it keeps to a route that it named."""
    return t.rules.convoy_routes == ROUTES_ALL_NEEDED or keeps_to_route(t, army)


def passable(t: Turn, army: int, grade: int, without: int) -> bool:
    """True if fleets of this grade, leaving out the fleet ``without``, take the army across. One
    that keeps to its route cannot do without any of them."""
    if keeps_to_route(t, army):
        return False
    fit = EMPTY
    fleets = t.fleets[army]
    while fleets != EMPTY:
        fleet = first(fleets)
        fleets ^= only(fleet)
        if fleet != without and afloat(t, fleet, grade):
            fit |= only(fleet)
    bar_straits(t, army, grade)
    found = lead_across(t, t.place[army], t.goal[army], fit)
    t.barred_straits = 0
    return found


def bar_straits(t: Turn, army: int, grade: int) -> None:
    """Keep the search for a way of the army from the straits that are closed to it; from those
    that may yet be where the way is to be safe."""
    if t.strait_count == 0:
        return
    t.barred_straits = t.shut_straits[army]
    closers = t.closers[army] & ~t.moves_no
    if grade == ORDERED or closers == EMPTY:
        return
    if grade == AFLOAT:
        closers &= t.moves_yes
    for strait in range(t.strait_count):
        if closers & t.rivals[t.strait_gate[strait]] != EMPTY:
            t.barred_straits |= 1 << strait


def afloat(t: Turn, fleet: int, grade: int) -> bool:
    """True if the fleet is of the grade: merely ordered, not certainly lost, or safe."""
    attackers = t.rivals[t.place[fleet]]
    if grade == AFLOAT:
        return attackers & t.moves_yes == EMPTY
    return grade == ORDERED or attackers & ~t.moves_no == EMPTY
