"""Which supports stand: what cuts them, from what is certain so far."""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CONVOY,
    CUT_BY_ATTACK,
    CUT_BY_STRENGTH,
    CUT_WHOLE,
    GATED,
    MOVE,
    NO,
    NONE,
    PARADOX_1971,
    PARADOX_1982,
    PARADOX_2000,
    PARADOX_NEVER_CUTS,
    PARADOX_NJUDGE,
    RETURN_CUTS,
    SELF_CUTS,
    UNKNOWN,
    YES,
)
from dragoman.rules.engine.convoys import (
    ORDERED,
    passable,
)
from dragoman.rules.engine.primitives import EMPTY, first, only
from dragoman.rules.engine.strengths import (
    arrives,
    goes_by_land,
    is_open,
    moves,
    of_power,
    own_part,
    support_for,
)
from dragoman.rules.engine.turn import Turn


def decide_support(t: Turn, unit: int) -> int:
    """Does the support stand? It does unless some attack on its giver strikes it, or it has
    to pass a gateway that is closed."""
    sure = True
    if t.route[unit] == GATED:
        way = is_open(t, unit)
        if way == NO:
            return NO
        if way == UNKNOWN:
            t.awaited_open |= only(unit)
            sure = False
    if t.rules.partial_cut != CUT_WHOLE:
        answer = decide_partial_cut(t, unit)
        return UNKNOWN if answer == YES and not sure else answer
    attackers = t.rivals[t.place[unit]]
    while attackers != EMPTY:
        attacker = first(attackers)
        attackers ^= only(attacker)
        struck = strikes(t, attacker, unit)
        if struck == YES:
            return NO
        if struck == UNKNOWN:
            sure = False
    return YES if sure else UNKNOWN


def decide_partial_cut(t: Turn, unit: int) -> int:
    """Does anything stand of the support, where an attack takes off as much as the attacking
    unit is strong, or needs some strength to cut (DipWork PARTIAL_CUT_POSSIBLE)?

    Whoever dislodges the giver cuts all of it.
    """
    if t.rules.partial_cut == CUT_BY_ATTACK:
        return decide_cut_by_attacks(t, unit)
    sure = True
    taken = 0
    attackers = t.rivals[t.place[unit]]
    while attackers != EMPTY:
        attacker = first(attackers)
        attackers ^= only(attacker)
        struck = strikes(t, attacker, unit)
        if struck == UNKNOWN:
            sure = False
        elif struck == YES:
            if t.moves_yes & only(attacker) != EMPTY:
                return NO
            strength, _ = own_part(t, attacker)
            if t.rules.partial_cut != CUT_BY_STRENGTH and strength > 0:
                return NO
            taken += strength
            if taken >= t.strength[unit] and strength > 0:
                return NO
            if moves(t, attacker) == UNKNOWN:
                t.awaited_moves |= only(attacker)
                sure = False
    return YES if sure else UNKNOWN


def decide_cut_by_attacks(t: Turn, unit: int) -> int:
    """The same where each power that attacks takes off as much as its strongest attack is strong,
    with the support that it has (Machiavelli, errata of 1995)."""
    least, most = cut_by_attacks(t, unit)
    if least >= t.strength[unit]:
        return NO
    sure = least == most
    attackers = t.rivals[t.place[unit]] & ~t.moves_no
    while attackers != EMPTY:
        attacker = first(attackers)
        attackers ^= only(attacker)
        struck = strikes(t, attacker, unit)
        if struck != NO and moves(t, attacker) == YES:
            return NO if struck == YES else UNKNOWN
        if struck != NO:
            t.awaited_moves |= only(attacker)
            sure = False
    return YES if sure else UNKNOWN


def cut_by_attacks(t: Turn, unit: int) -> tuple[int, int]:
    """The least and the most that attacks on the giver of a support can take off it."""
    least = 0
    most = 0
    left = t.rivals[t.place[unit]]
    while left != EMPTY:
        group = of_power(t, left, t.owner[first(left)])
        left ^= group
        sure = 0
        possible = 0
        while group != EMPTY:
            attacker = first(group)
            group ^= only(attacker)
            struck = strikes(t, attacker, unit)
            if struck == NO:
                continue
            own_least, own_most = own_part(t, attacker)
            help_least, help_most = support_for(t, attacker, t.owner[unit])
            possible = max(possible, own_most + help_most)
            if struck == YES:
                sure = max(sure, own_least + help_least)
        least += sure
        most += possible
    return least, most


def weaken(t: Turn, unit: int) -> None:
    """Take off from a support that stands what the attacks on its giver cut of it."""
    if t.rules.partial_cut == CUT_BY_ATTACK:
        taken, _ = cut_by_attacks(t, unit)
        t.loss[unit] += taken
        return
    attackers = t.rivals[t.place[unit]]
    while attackers != EMPTY:
        attacker = first(attackers)
        attackers ^= only(attacker)
        if strikes(t, attacker, unit) == YES:
            t.loss[unit] += own_part(t, attacker)[0]


def strikes(t: Turn, attacker: int, unit: int) -> int:
    """Does the attack cut the support of ``unit``? Merely by arriving, but from the province
    that the support is directed against only by dislodging its giver (DATC 6.D.15, 4.A.4), and
    not where the rule for convoy paradoxes spares the support (DATC 4.A.2). An attack of its own
    power cuts none, but by a rule of some variants."""
    if t.owner[attacker] == t.owner[unit] and t.rules.self_cut != SELF_CUTS:
        return NO
    by_land = goes_by_land(t, attacker)
    if by_land != YES and paradox_protects(t, attacker, unit):
        if by_land == UNKNOWN:
            t.awaited_open |= only(attacker)
        return UNKNOWN if by_land == UNKNOWN else NO
    helped = t.helps[unit]
    directed = t.goal[helped] if t.order[helped] == MOVE else NONE
    from_there = t.place[attacker] == directed
    if from_there and by_land != YES and t.rules.convoyed_return == RETURN_CUTS:
        if by_land == UNKNOWN:
            t.awaited_open |= only(attacker)
            return UNKNOWN
        from_there = False
    if not from_there:
        arrival = arrives(t, attacker)
        by_arriving = NO if arrival == NO else cuts(t, attacker)
        if arrival == NO or by_arriving == YES:
            return arrival
        if by_arriving == UNKNOWN and moves(t, attacker) == NO:
            return UNKNOWN
    dislodges = moves(t, attacker)
    if dislodges == UNKNOWN:
        t.awaited_moves |= only(attacker)
    return dislodges


def cuts(t: Turn, attacker: int) -> int:
    """True if the mere attack cuts support: one over an ``mx`` path only with support of its
    own, one over a half-strength path never (nJudge)."""
    loss = t.loss[attacker]
    if loss != t.loss_at_sea[attacker]:
        by_land = goes_by_land(t, attacker)
        if by_land == UNKNOWN:
            t.awaited_open |= only(attacker)
            return UNKNOWN
        if by_land == NO:
            loss = t.loss_at_sea[attacker]
    if loss <= 0:  # rebels may help
        return YES
    if loss == 1:
        return NO
    least, most = support_for(t, attacker, NONE)
    if least > 0:
        return YES
    return UNKNOWN if most > 0 else NO


def paradox_protects(t: Turn, attacker: int, unit: int) -> bool:
    """True if the rule for convoy paradoxes keeps this convoyed army from cutting (4.A.2)."""
    rule = t.rules.convoy_paradox
    helped = t.helps[unit]
    if rule == PARADOX_NJUDGE:
        return t.order[helped] == CONVOY and t.carries[helped] == attacker
    if rule > PARADOX_2000 and rule != PARADOX_NEVER_CUTS:
        return False
    if rule == PARADOX_NEVER_CUTS:
        return True
    moving = t.order[helped] == MOVE
    place = t.goal[helped] if moving else t.place[helped]
    fleet = t.at[place]
    if fleet == NONE or t.order[fleet] != CONVOY or t.carries[fleet] == NONE:
        return False
    if rule == PARADOX_1982:
        return t.board.is_water[place] == 1
    if not moving or t.carries[fleet] != attacker:
        return False
    return rule == PARADOX_1971 or not passable(t, attacker, ORDERED, fleet)
