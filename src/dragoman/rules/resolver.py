"""The resolver: which moves succeed, which supports stand, which convoys come through.

Every decision starts UNKNOWN. Each pass narrows the least and the greatest strength that
each side can have and settles what can no longer change. When a pass settles nothing, the
rest waits for itself in a circle: a ring of moves, which all succeed, or a convoy paradox,
which the rule set decides (DATC 4.A.2). The smallest closed circle is settled and the
passes go on. There is no guessing and no recursion, and the order of units does not matter.

Written in the part of Python that Numba compiles: ``units`` is the flat list of rows that
``codes`` describes, ``at`` gives the row of the unit in each province, ``rivals`` the first
of the units that move into each province. ``trail`` notes the unknown decisions that an
evaluation met, its length first: what a decision waits for.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.codes import (
    CARRIES,
    CONVOY,
    CUT_BY_STRENGTH,
    CUT_WHOLE,
    FIRST_FLEET,
    G_LINKS,
    G_PROVINCES,
    G_WET,
    GATED,
    GIVEN_UP,
    GOAL,
    HELPS,
    LAND,
    LOSS,
    LOSS_AT_SEA,
    MOVE,
    MOVES,
    NEXT_FLEET,
    NEXT_RIVAL,
    NO,
    NONE,
    OPEN,
    ORDER,
    OWN_DRIVEN_ANYWAY,
    OWN_SAME_ATTACKER,
    OWNER,
    PARADOX,
    PARADOX_1971,
    PARADOX_1982,
    PARADOX_2000,
    PARADOX_ALL_HOLD,
    PARADOX_NEVER_CUTS,
    PASS_BY,
    PLACE,
    R_CONVOY_PARADOX,
    R_CONVOY_ROUTES,
    R_CONVOYED_RETURN,
    R_OWN_SUPPORT,
    R_PARTIAL_CUT,
    R_SELF_CUT,
    RETURN_CUTS,
    ROUTE,
    ROUTES_ALL_NEEDED,
    SELF_CUTS,
    STANDS,
    STRENGTH,
    SUPPORT,
    UNKNOWN,
    WAY_CLOSED,
    WIDTH,
    YES,
    Cells,
    Ints,
)
from dragoman.rules.strengths import (
    arrives,
    attack,
    goes_by_land,
    note,
    opposite,
    opposition,
    own_part,
    prevent,
    stays_put,
    support_for,
)

# What is asked of a fleet on a convoy's way.
ORDERED: Final = 0
AFLOAT: Final = 1
SAFE: Final = 2


def resolve(
    ground: Ints,
    count: int,
    units: Cells,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    todo: Cells,
    trail: Cells,
) -> None:
    """Settle every decision of ``count`` units whose orders are checked and matched.

    ``todo`` needs room for 3 numbers a unit, ``trail`` for 8 a unit and 8 more.
    """
    open_count = 0
    for index in range(count):
        row = index * WIDTH
        units[row + MOVES] = UNKNOWN
        units[row + STANDS] = UNKNOWN
        units[row + PARADOX] = 0
        order = units[row + ORDER]
        if order == SUPPORT:
            if units[row + HELPS] == NONE:
                units[row + STANDS] = NO
            elif units[row + ROUTE] == GATED:
                todo[open_count] = row + STANDS
                todo[open_count + 1] = row + OPEN
                open_count += 2
            elif rivals[units[row + PLACE]] == NONE:
                units[row + STANDS] = YES
            else:
                todo[open_count] = row + STANDS
                open_count += 1
        elif order == MOVE:
            if is_unopposed(row, units, at, rivals):
                units[row + MOVES] = YES
                continue
            todo[open_count] = row + MOVES
            open_count += 1
            if units[row + ROUTE] != LAND and units[row + OPEN] == UNKNOWN:
                todo[open_count] = row + OPEN
                open_count += 1
    while open_count > 0:
        kept = 0
        for index in range(open_count):
            decision = todo[index]
            trail[0] = 0
            answer = decide(ground, decision, units, at, rivals, rules, trail)
            if answer == UNKNOWN:
                todo[kept] = decision
                kept += 1
            else:
                units[decision] = answer
                if answer == YES and rules[R_PARTIAL_CUT] == CUT_BY_STRENGTH:
                    weaken(ground, decision, units, at, rivals, rules, trail)
        if kept == open_count:
            settle_circle(ground, open_count, units, at, rivals, rules, todo, trail)
            kept = 0
            for index in range(open_count):
                if units[todo[index]] == UNKNOWN:
                    todo[kept] = todo[index]
                    kept += 1
        open_count = kept


def is_unopposed(row: int, units: Ints, at: Ints, rivals: Ints) -> bool:
    """Whether nothing can keep the move from an empty province that nobody else goes to, or
    from a high sea."""
    goal = units[row + GOAL]
    return (
        at[goal] == NONE
        and (rivals[goal] == NONE or (rivals[goal] == row and units[row + NEXT_RIVAL] == NONE))
        and units[row + ROUTE] == LAND
        and units[row + STRENGTH] > units[row + LOSS]
    )


def decide(
    ground: Ints,
    decision: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    trail: Cells,
) -> int:
    """YES, NO or still UNKNOWN, from what is certain so far."""
    field = decision % WIDTH
    row = decision - field
    if field == MOVES:
        return decide_move(row, units, at, rivals, rules, trail)
    if field == STANDS:
        return decide_support(ground, row, units, at, rivals, rules, trail)
    return decide_route(ground, row, units, rivals, rules, trail)


def decide_move(row: int, units: Ints, at: Ints, rivals: Ints, rules: Ints, trail: Cells) -> int:
    """Does the move succeed? It must beat who is there and everyone else who goes there."""
    arrival = arrives(row, units, trail)
    if arrival == NO:
        return NO
    if rules[R_OWN_SUPPORT] != OWN_SAME_ATTACKER and may_be_helped(row, units, at):
        return decide_helped_move(row, units, at, rivals, rules, trail)
    least, most = attack(row, units, at, trail)
    hold_least, hold_most = opposition(row, units, at, trail)
    if most <= hold_least:
        return NO
    others = outbids(row, least, most, NONE, units, at, rivals, rules, trail)
    if others == NO:
        return NO
    if least > hold_most and others == YES and arrival == YES:
        return YES
    return UNKNOWN


def outbids(
    row: int,
    least: int,
    most: int,
    spared: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    trail: Cells,
) -> int:
    """Is an attack of this strength stronger than every other on its goal, these without the
    support of power ``spared``?"""
    answer = YES
    rival = rivals[units[row + GOAL]]
    while rival != NONE:
        if rival != row:
            mark = trail[0]
            prevent_least, prevent_most = prevent(rival, spared, units, at, rules, trail)
            if most <= prevent_least:
                return NO
            if least > prevent_most:
                trail[0] = mark
            else:
                answer = UNKNOWN
        rival = units[rival + NEXT_RIVAL]
    return answer


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


def may_be_helped(row: int, units: Ints, at: Ints) -> bool:
    """Whether the support of the power whose unit is attacked may count for the attack."""
    there = at[units[row + GOAL]]
    return there != NONE and units[there + OWNER] != units[row + OWNER]


def decide_helped_move(
    row: int, units: Ints, at: Ints, rivals: Ints, rules: Ints, trail: Cells
) -> int:
    """Does the move succeed, where support by the attacked unit's own side counts against
    all others, and is left out only when it is asked whether the unit is driven out?

    DipWork IX_3_INTERPRETATION 0: by any attack, and 2: by this one.
    """
    arrival = arrives(row, units, trail)
    there = at[units[row + GOAL]]
    spared = units[there + OWNER]
    stays = stays_put(row, there, units, at, trail)
    least, most = with_support(row, NONE, units, trail)
    hold_least, hold_most = opposition(row, units, at, trail)
    if most <= hold_least:
        return NO
    others = outbids(row, least, most, NONE, units, at, rivals, rules, trail)
    if others == NO:
        return NO
    sure = least > hold_most and others == YES and arrival == YES
    if stays == NO:
        return YES if sure else UNKNOWN
    driven_out = NO
    if rules[R_OWN_SUPPORT] == OWN_DRIVEN_ANYWAY:
        attacker = rivals[units[row + GOAL]]
        while attacker != NONE and driven_out != YES:
            keep_once(trail)  # every attack looks at the others: there is room for one of them
            if units[attacker + OWNER] != spared:
                wins = wins_without(attacker, spared, units, at, rivals, rules, trail)
                if wins != NO:
                    driven_out = wins
            attacker = units[attacker + NEXT_RIVAL]
    else:
        least, most = with_support(row, spared, units, trail)
        if least > hold_most:
            driven_out = YES
        elif most > hold_least:
            driven_out = UNKNOWN
    if driven_out == NO and stays == YES:
        return NO
    if driven_out == YES and sure:
        return YES
    if stays == UNKNOWN:
        note(trail, there + MOVES)
    return UNKNOWN


def keep_once(trail: Cells) -> None:
    """Leave each decision in the trail only once."""
    kept = 0
    for cell in range(1, trail[0] + 1):
        known = False
        for earlier in range(1, kept + 1):
            if trail[earlier] == trail[cell]:
                known = True
        if not known:
            kept += 1
            trail[kept] = trail[cell]
    trail[0] = kept


def with_support(row: int, spared: int, units: Ints, trail: Cells) -> tuple[int, int]:
    """The strength of a move with all its support but that of power ``spared``."""
    least, most = support_for(row, spared, units, trail)
    own_least, own_most = own_part(row, units, trail)
    return own_least + least, own_most + most


def wins_without(
    row: int, spared: int, units: Ints, at: Ints, rivals: Ints, rules: Ints, trail: Cells
) -> int:
    """Would the attack beat the unit at its goal and all other attacks on it, if nobody had
    the support of power ``spared``?"""
    arrival = arrives(row, units, trail)
    if arrival == NO:
        return NO
    least, most = with_support(row, spared, units, trail)
    hold_least, hold_most = opposition(row, units, at, trail)
    if most <= hold_least:
        return NO
    others = outbids(row, least, most, spared, units, at, rivals, rules, trail)
    if others == YES and (least <= hold_most or arrival != YES):
        return UNKNOWN
    return others


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


def settle_circle(
    ground: Ints,
    open_count: int,
    units: Cells,
    at: Ints,
    rivals: Ints,
    rules: Ints,
    todo: Ints,
    trail: Cells,
) -> None:
    """Settle the smallest circle of decisions that wait for nothing but each other.

    Convoys and gateways in it fail, as the rule for convoy paradoxes wants it (DATC 4.A.2). A
    ring of moves succeeds. Any other circle comes of weak paths, whose attacks cut support only
    with support of their own or by dislodging: its moves fail, or if it is of supports alone
    they are cut, so that neither side gains.
    """
    waits = [0]
    starts = [0]
    slots = [NONE] * len(units)
    for index in range(open_count):
        slots[todo[index]] = index
    for index in range(open_count):
        trail[0] = 0
        decide(ground, todo[index], units, at, rivals, rules, trail)
        for cell in range(1, trail[0] + 1):
            if slots[trail[cell]] != NONE:
                waits.append(slots[trail[cell]])
        starts.append(len(waits) - 1)
    smallest = open_count + 1
    circle = [0]
    for index in range(open_count):
        reached = [index]
        seen = [False] * open_count
        seen[index] = True
        here = 0
        while here < len(reached) and len(reached) < smallest:
            for cell in range(starts[reached[here]] + 1, starts[reached[here] + 1] + 1):
                if not seen[waits[cell]]:
                    seen[waits[cell]] = True
                    reached.append(waits[cell])
            here += 1
        if here == len(reached) and len(reached) < smallest:
            smallest = len(reached)
            circle = reached
    paradox = False
    ring = True
    supports_only = True
    for index in circle:
        decision = todo[index]
        field = decision % WIDTH
        supports_only = supports_only and field == STANDS
        if field == OPEN:
            paradox = True
        elif field == MOVES:
            ahead = at[units[decision - MOVES + GOAL]]
            ring = ring and ahead != NONE and slots[ahead + MOVES] in circle
    for index in circle:
        decision = todo[index]
        field = decision % WIDTH
        if paradox and field == OPEN:
            units[decision] = NO
            units[decision - OPEN + PARADOX] |= WAY_CLOSED
        elif field == MOVES and not paradox and ring:
            units[decision] = YES
        elif field == MOVES and (not paradox or rules[R_CONVOY_PARADOX] == PARADOX_ALL_HOLD):
            units[decision] = NO
            units[decision - MOVES + PARADOX] |= GIVEN_UP
        elif supports_only:
            units[decision] = NO
            units[decision - STANDS + PARADOX] |= GIVEN_UP
