"""Which supports stand: what cuts them, from what is certain so far.

Written in the part of Python that Numba compiles; see ``codes`` for the rows and ``resolver`` for
``at``, ``rivals`` and ``trail``.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CARRIES,
    CONVOY,
    CUT_BY_STRENGTH,
    CUT_WHOLE,
    G_WET,
    GATED,
    GOAL,
    HELPS,
    LOSS,
    LOSS_AT_SEA,
    MOVE,
    MOVES,
    NEXT_RIVAL,
    NO,
    NONE,
    OPEN,
    ORDER,
    OWNER,
    PARADOX_1971,
    PARADOX_1982,
    PARADOX_2000,
    PARADOX_NEVER_CUTS,
    PLACE,
    R_CONVOY_PARADOX,
    R_CONVOYED_RETURN,
    R_PARTIAL_CUT,
    R_SELF_CUT,
    RETURN_CUTS,
    ROUTE,
    SELF_CUTS,
    STANDS,
    STRENGTH,
    UNKNOWN,
    WIDTH,
    YES,
    Cells,
    Ints,
)
from dragoman.rules.engine.convoys import (
    ORDERED,
    passable,
)
from dragoman.rules.engine.strengths import (
    arrives,
    goes_by_land,
    note,
    own_part,
    support_for,
)


def decide_support(
    ground: Ints,
    row: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    trail: Cells,
) -> int:
    """Does the support stand? It does unless some attack on its giver strikes it, or it has
    to pass a gateway that is closed."""
    sure = True
    if units[row + ROUTE] == GATED:
        if units[row + OPEN] == NO:
            return NO
        if units[row + OPEN] == UNKNOWN:
            note(trail, row + OPEN)
            sure = False
    if rules[R_PARTIAL_CUT] != CUT_WHOLE:
        answer = decide_partial_cut(ground, row, units, at, rivals, rules, trail)
        return UNKNOWN if answer == YES and not sure else answer
    attacker = rivals[units[row + PLACE]]
    while attacker != NONE:
        own = units[attacker + OWNER] == units[row + OWNER] and rules[R_SELF_CUT] != SELF_CUTS
        if not own:
            struck = strikes(ground, attacker, row, units, at, rivals, rules, trail)
            if struck == YES:
                return NO
            if struck == UNKNOWN:
                sure = False
        attacker = units[attacker + NEXT_RIVAL]
    return YES if sure else UNKNOWN


def decide_partial_cut(
    ground: Ints,
    row: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    trail: Cells,
) -> int:
    """Does anything stand of the support, where an attack takes off as much as the attacking
    unit is strong, or needs some strength to cut (DipWork PARTIAL_CUT_POSSIBLE)?

    Whoever drives the giver out cuts all of it.
    """
    sure = True
    taken = 0
    attacker = rivals[units[row + PLACE]]
    while attacker != NONE:
        own = units[attacker + OWNER] == units[row + OWNER] and rules[R_SELF_CUT] != SELF_CUTS
        struck = NO
        if not own:
            struck = strikes(ground, attacker, row, units, at, rivals, rules, trail)
        if struck == UNKNOWN:
            sure = False
        elif struck == YES:
            if units[attacker + MOVES] == YES:
                return NO
            strength, _ = own_part(attacker, units, trail)
            if rules[R_PARTIAL_CUT] != CUT_BY_STRENGTH and strength > 0:
                return NO
            taken += strength
            if taken >= units[row + STRENGTH] and strength > 0:
                return NO
            if units[attacker + MOVES] == UNKNOWN:
                note(trail, attacker + MOVES)
                sure = False
        attacker = units[attacker + NEXT_RIVAL]
    return YES if sure else UNKNOWN


def weaken(
    ground: Ints,
    decision: int,
    units: Cells,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    trail: Cells,
) -> None:
    """Take off from a support that stands what the attacks on its giver cut of it."""
    row = decision - decision % WIDTH
    if decision != row + STANDS:
        return
    attacker = rivals[units[row + PLACE]]
    while attacker != NONE:
        own = units[attacker + OWNER] == units[row + OWNER] and rules[R_SELF_CUT] != SELF_CUTS
        if not own and strikes(ground, attacker, row, units, at, rivals, rules, trail) == YES:
            units[row + LOSS] += own_part(attacker, units, trail)[0]
        attacker = units[attacker + NEXT_RIVAL]


def strikes(
    ground: Ints,
    attacker: int,
    row: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    trail: Cells,
) -> int:
    """Does the attack cut the support of ``row``? Merely by arriving, but from the province
    that the support is directed against only by dislodging its giver (DATC 6.D.15, 4.A.4), and
    not where the rule for convoy paradoxes spares the support (DATC 4.A.2)."""
    by_land = goes_by_land(attacker, units)
    if by_land != YES and spares(ground, attacker, row, units, at, rivals, rules, trail):
        if by_land == UNKNOWN:
            note(trail, attacker + OPEN)
        return UNKNOWN if by_land == UNKNOWN else NO
    helped = units[row + HELPS]
    directed = units[helped + GOAL] if units[helped + ORDER] == MOVE else NONE
    from_there = units[attacker + PLACE] == directed
    if from_there and by_land != YES and rules[R_CONVOYED_RETURN] == RETURN_CUTS:
        if by_land == UNKNOWN:
            note(trail, attacker + OPEN)
            return UNKNOWN
        from_there = False
    if not from_there:
        arrival = arrives(attacker, units, trail)
        by_arriving = NO if arrival == NO else cuts(attacker, units, trail)
        if arrival == NO or by_arriving == YES:
            return arrival
        if by_arriving == UNKNOWN and units[attacker + MOVES] == NO:
            return UNKNOWN
    if units[attacker + MOVES] == UNKNOWN:
        note(trail, attacker + MOVES)
    return units[attacker + MOVES]


def cuts(attacker: int, units: Ints, trail: Cells) -> int:
    """Whether the mere attack cuts support: one over an ``mx`` path only with support of its
    own, one over a half-strength path never (nJudge)."""
    loss = units[attacker + LOSS]
    if loss != units[attacker + LOSS_AT_SEA]:
        by_land = goes_by_land(attacker, units)
        if by_land == UNKNOWN:
            note(trail, attacker + OPEN)
            return UNKNOWN
        if by_land == NO:
            loss = units[attacker + LOSS_AT_SEA]
    if loss == 0:
        return YES
    if loss == 1:
        return NO
    least, most = support_for(attacker, NONE, units, trail)
    if least > 0:
        return YES
    return UNKNOWN if most > 0 else NO


def spares(
    ground: Ints,
    attacker: int,
    row: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    trail: Cells,
) -> bool:
    """Whether the rule for convoy paradoxes keeps this convoyed army from cutting (4.A.2)."""
    rule = rules[R_CONVOY_PARADOX]
    if rule > PARADOX_2000 and rule != PARADOX_NEVER_CUTS:
        return False
    if rule == PARADOX_NEVER_CUTS:
        return True
    helped = units[row + HELPS]
    moving = units[helped + ORDER] == MOVE
    place = units[helped + GOAL] if moving else units[helped + PLACE]
    fleet = at[place]
    if fleet == NONE or units[fleet + ORDER] != CONVOY or units[fleet + CARRIES] == NONE:
        return False
    if rule == PARADOX_1982:
        return ground[ground[G_WET] + place] == 1
    if not moving or units[fleet + CARRIES] != attacker:
        return False
    return rule == PARADOX_1971 or not passable(
        ground, attacker, ORDERED, fleet, units, rivals, trail
    )
