"""The resolver: which moves succeed, which supports stand, which convoys come through.

Every decision starts UNKNOWN. Each pass narrows the least and the greatest strength that
each side can have and settles what can no longer change. When a pass settles nothing, the
rest waits for itself in a circle: a ring of moves, which all succeed, or a convoy paradox,
which the rule set decides (DATC 4.A.2). The smallest closed circle is settled and the
passes go on. There is no guessing and no recursion, and the order of units does not matter.

A decision is one number, ``DECISIONS * unit + field``, where the field is ``MOVES``, ``STANDS``
or ``OPEN``. ``t.trail`` notes the unknown ones that an evaluation met: what it waits for.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CUT_BY_STRENGTH,
    DECISIONS,
    GATED,
    GIVEN_UP,
    LAND,
    MOVE,
    MOVES,
    NO,
    NONE,
    OPEN,
    OWN_DRIVEN_ANYWAY,
    OWN_SAME_ATTACKER,
    PARADOX_ALL_HOLD,
    PARADOX_NJUDGE,
    STANDS,
    SUPPORT,
    UNKNOWN,
    WAY_CLOSED,
    YES,
)
from dragoman.rules.engine.convoys import decide_route, survives
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
from dragoman.rules.engine.turn import Turn


def resolve(t: Turn) -> None:
    """Settle every decision of the units, whose orders are checked and matched."""
    open_count = 0
    for unit in range(t.unit_count):
        t.moves[unit] = UNKNOWN
        t.stands[unit] = UNKNOWN
        t.paradox[unit] = 0
        order = t.order[unit]
        if order == SUPPORT:
            if t.helps[unit] == NONE:
                t.stands[unit] = NO
            elif t.route[unit] == GATED:
                t.todo[open_count] = DECISIONS * unit + STANDS
                t.todo[open_count + 1] = DECISIONS * unit + OPEN
                open_count += 2
            elif t.rivals[t.place[unit]] == NONE:
                t.stands[unit] = YES
            else:
                t.todo[open_count] = DECISIONS * unit + STANDS
                open_count += 1
        elif order == MOVE:
            if is_unopposed(t, unit):
                t.moves[unit] = YES
                continue
            t.todo[open_count] = DECISIONS * unit + MOVES
            open_count += 1
            if t.route[unit] != LAND and t.open[unit] == UNKNOWN:
                t.todo[open_count] = DECISIONS * unit + OPEN
                open_count += 1
    while open_count > 0:
        kept = 0
        for index in range(open_count):
            decision = t.todo[index]
            t.trail[0] = 0
            answer = decide(t, decision)
            if answer == UNKNOWN:
                t.todo[kept] = decision
                kept += 1
            else:
                settle(t, decision, answer)
                if (
                    answer == YES
                    and t.rules.partial_cut == CUT_BY_STRENGTH
                    and decision % DECISIONS == STANDS
                ):
                    weaken(t, decision // DECISIONS)
        if kept == open_count:
            settle_circle(t, open_count)
            kept = 0
            for index in range(open_count):
                if is_open(t, t.todo[index]):
                    t.todo[kept] = t.todo[index]
                    kept += 1
        open_count = kept


def is_unopposed(t: Turn, unit: int) -> bool:
    """Whether nothing can keep the move from an empty province that nobody else goes to, or
    from a high sea."""
    goal = t.goal[unit]
    return (
        t.at[goal] == NONE
        and (t.rivals[goal] == NONE or (t.rivals[goal] == unit and t.next_rival[unit] == NONE))
        and t.route[unit] == LAND
        and t.strength[unit] > t.loss[unit]
    )


def decide(t: Turn, decision: int) -> int:
    """YES, NO or still UNKNOWN, from what is certain so far."""
    field = decision % DECISIONS
    unit = decision // DECISIONS
    if field == MOVES:
        return decide_move(t, unit)
    if field == STANDS:
        return decide_support(t, unit)
    return decide_route(t, unit)


def settle(t: Turn, decision: int, answer: int) -> None:
    """Answer a decision for good."""
    field = decision % DECISIONS
    unit = decision // DECISIONS
    if field == MOVES:
        t.moves[unit] = answer
    elif field == STANDS:
        t.stands[unit] = answer
    else:
        t.open[unit] = answer


def is_open(t: Turn, decision: int) -> bool:
    """Whether the decision is not settled yet."""
    field = decision % DECISIONS
    unit = decision // DECISIONS
    if field == MOVES:
        return t.moves[unit] == UNKNOWN
    if field == STANDS:
        return t.stands[unit] == UNKNOWN
    return t.open[unit] == UNKNOWN


def decide_move(t: Turn, unit: int) -> int:
    """Does the move succeed? It must beat who is there and everyone else who goes there."""
    arrival = arrives(t, unit)
    if arrival == NO:
        return NO
    if t.rules.own_support != OWN_SAME_ATTACKER and may_be_helped(t, unit):
        return decide_helped_move(t, unit)
    least, most = attack(t, unit)
    hold_least, hold_most = opposition(t, unit)
    if most <= hold_least:
        return NO
    others = beats_rivals(t, unit, least, most, NONE)
    if others == NO:
        return NO
    if least > hold_most and others == YES and arrival == YES:
        return YES
    return UNKNOWN


def beats_rivals(t: Turn, unit: int, least: int, most: int, spared: int) -> int:
    """Is an attack of this strength stronger than every other on its goal, these without the
    support of power ``spared``?"""
    answer = YES
    rival = t.rivals[t.goal[unit]]
    while rival != NONE:
        if rival != unit:
            mark = t.trail[0]
            prevent_least, prevent_most = prevent(t, rival, spared)
            if most <= prevent_least:
                return NO
            if least > prevent_most:
                t.trail[0] = mark
            else:
                answer = UNKNOWN
        rival = t.next_rival[rival]
    return answer


def may_be_helped(t: Turn, unit: int) -> bool:
    """Whether the support of the power whose unit is attacked may count for the attack."""
    there = t.at[t.goal[unit]]
    return there != NONE and t.owner[there] != t.owner[unit]


def decide_helped_move(t: Turn, unit: int) -> int:
    """Does the move succeed, where support by the attacked unit's own side counts against
    all others, and is left out only when it is asked whether the unit is dislodged?

    DipWork IX_3_INTERPRETATION 0: by any attack, and 2: by this one.
    """
    arrival = arrives(t, unit)
    there = t.at[t.goal[unit]]
    spared = t.owner[there]
    stays = stays_put(t, unit, there)
    least, most = with_support(t, unit, NONE)
    hold_least, hold_most = opposition(t, unit)
    if most <= hold_least:
        return NO
    others = beats_rivals(t, unit, least, most, NONE)
    if others == NO:
        return NO
    sure = least > hold_most and others == YES and arrival == YES
    if stays == NO:
        return YES if sure else UNKNOWN
    is_dislodged = NO
    if t.rules.own_support == OWN_DRIVEN_ANYWAY:
        attacker = t.rivals[t.goal[unit]]
        while attacker != NONE and is_dislodged != YES:
            keep_once(t)  # every attack looks at the others: there is room for one of them
            if t.owner[attacker] != spared:
                wins = wins_without(t, attacker, spared)
                if wins != NO:
                    is_dislodged = wins
            attacker = t.next_rival[attacker]
    else:
        least, most = with_support(t, unit, spared)
        if least > hold_most:
            is_dislodged = YES
        elif most > hold_least:
            is_dislodged = UNKNOWN
    if is_dislodged == NO and stays == YES:
        return NO
    if is_dislodged == YES and sure:
        return YES
    if stays == UNKNOWN:
        note(t, there, MOVES)
    return UNKNOWN


def keep_once(t: Turn) -> None:
    """Leave each decision in the trail only once."""
    kept = 0
    for cell in range(1, t.trail[0] + 1):
        known = False
        for earlier in range(1, kept + 1):
            if t.trail[earlier] == t.trail[cell]:
                known = True
        if not known:
            kept += 1
            t.trail[kept] = t.trail[cell]
    t.trail[0] = kept


def with_support(t: Turn, unit: int, spared: int) -> tuple[int, int]:
    """The strength of a move with all its support but that of power ``spared``."""
    least, most = support_for(t, unit, spared)
    own_least, own_most = own_part(t, unit)
    return own_least + least, own_most + most


def wins_without(t: Turn, unit: int, spared: int) -> int:
    """Would the attack beat the unit at its goal and all other attacks on it, if nobody had
    the support of power ``spared``?"""
    arrival = arrives(t, unit)
    if arrival == NO:
        return NO
    least, most = with_support(t, unit, spared)
    hold_least, hold_most = opposition(t, unit)
    if most <= hold_least:
        return NO
    others = beats_rivals(t, unit, least, most, spared)
    if others == YES and (least <= hold_most or arrival != YES):
        return UNKNOWN
    return others


def settle_circle(t: Turn, open_count: int) -> None:
    """Settle the smallest circle of decisions that wait for nothing but each other.

    Convoys and gateways in it fail, as the rule for convoy paradoxes wants it (DATC 4.A.2); or, by
    nJudge's, a convoy that would come through if no more support were cut goes on and cuts. A
    ring of moves succeeds. Any other circle comes of weak paths, whose attacks cut support only
    with support of their own or by dislodging: its moves fail, or if it is of supports alone
    they are cut, so that neither side gains.
    """
    waits = [0]
    starts = [0]
    slots = [NONE] * (DECISIONS * t.unit_count)
    for index in range(open_count):
        slots[t.todo[index]] = index
    for index in range(open_count):
        t.trail[0] = 0
        decide(t, t.todo[index])
        for cell in range(1, t.trail[0] + 1):
            if slots[t.trail[cell]] != NONE:
                waits.append(slots[t.trail[cell]])
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
        decision = t.todo[index]
        field = decision % DECISIONS
        supports_only = supports_only and field == STANDS
        if field == OPEN:
            paradox = True
        elif field == MOVES:
            ahead = t.at[t.goal[decision // DECISIONS]]
            ring = ring and ahead != NONE and slots[DECISIONS * ahead + MOVES] in circle
    ways = [NO] * open_count
    if t.rules.convoy_paradox == PARADOX_NJUDGE:
        for index in circle:
            unit = t.todo[index] // DECISIONS
            is_convoy = t.todo[index] % DECISIONS == OPEN and t.route[unit] != GATED
            if is_convoy and survives(t, unit):
                ways[index] = YES
    for index in circle:
        decision = t.todo[index]
        field = decision % DECISIONS
        unit = decision // DECISIONS
        if paradox and field == OPEN:
            settle(t, decision, ways[index])
            if ways[index] == NO:
                t.paradox[unit] |= WAY_CLOSED
        elif field == MOVES and not paradox and ring:
            settle(t, decision, YES)
        elif (
            field == MOVES and (not paradox or t.rules.convoy_paradox == PARADOX_ALL_HOLD)
        ) or supports_only:
            settle(t, decision, NO)
            t.paradox[unit] |= GIVEN_UP
