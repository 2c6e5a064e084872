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

from dragoman.rules.engine.codes import (
    CUT_BY_STRENGTH,
    GATED,
    GIVEN_UP,
    GOAL,
    HELPS,
    LAND,
    LOSS,
    MOVE,
    MOVES,
    NEXT_RIVAL,
    NO,
    NONE,
    OPEN,
    ORDER,
    OWN_DRIVEN_ANYWAY,
    OWN_SAME_ATTACKER,
    OWNER,
    PARADOX,
    PARADOX_ALL_HOLD,
    PLACE,
    R_CONVOY_PARADOX,
    R_OWN_SUPPORT,
    R_PARTIAL_CUT,
    ROUTE,
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
from dragoman.rules.engine.convoys import decide_route
from dragoman.rules.engine.strengths import (
    arrives,
    attack,
    note,
    opposition,
    own_part,
    prevent,
    stays_put,
    support_for,
)
from dragoman.rules.engine.supports import (
    decide_support,
    weaken,
)


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
