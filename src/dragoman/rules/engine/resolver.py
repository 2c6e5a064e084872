"""The resolver: which moves succeed, which supports stand, which convoys come through.

Every decision starts UNKNOWN. Each pass narrows the least and the greatest strength that
each side can have and settles what can no longer change. When a pass settles nothing, the
rest waits for itself in a circle: a ring of moves, which all succeed, or a convoy paradox,
which the rule set decides (DATC 4.A.2). The smallest closed circle is settled and the
passes go on. There is no guessing and no recursion, and the order of units does not matter.

A decision is of a unit and a field: ``MOVES``, ``STANDS`` or ``OPEN``. Those still to be made are
three sets of units, handed on as a triple in this order.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CUT_BY_ATTACK,
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
    UNKNOWN,
    WAY_CLOSED,
    YES,
)
from dragoman.rules.engine.convoys import decide_route, survives
from dragoman.rules.engine.primitives import EMPTY, Mask, fill, first, only, size
from dragoman.rules.engine.strengths import (
    arrives,
    attack,
    await_only,
    awaited,
    of_power,
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
    undecided = begin(t)
    waiting = decision_count(undecided)
    while waiting > 0:
        undecided = settle_certain(t, undecided)
        left = decision_count(undecided)
        if left == waiting:
            settle_circle(t, undecided)
            undecided = still_open(t, undecided)
            left = decision_count(undecided)
        waiting = left


def begin(t: Turn) -> tuple[Mask, Mask, Mask]:
    """Make what can be seen at once the first decisions: a unit that nothing hampers goes where
    nobody is and nobody else goes, and whoever is not attacked gives support. The others are
    listed."""
    fill(t.paradox, t.unit_count, 0)
    contested = t.opposed | t.hampered
    shaken = t.attacked | t.hampered
    t.moves_yes = t.moving & ~contested
    t.moves_no = EMPTY
    t.stands_yes = t.supporting & ~shaken
    t.stands_no = EMPTY
    passing = EMPTY
    left = t.hampered & ~(t.open_yes | t.open_no)
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        if t.route[unit] != LAND:
            passing |= only(unit)
    return t.moving & contested, t.supporting & shaken, passing


def settle_certain(t: Turn, undecided: tuple[Mask, Mask, Mask]) -> tuple[Mask, Mask, Mask]:
    """Settle each decision that is certain by now; which are still open."""
    moving, supporting, passing = undecided
    left = supporting
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        answer = decide_support(t, unit)
        if answer == YES:
            t.stands_yes |= only(unit)
            if t.rules.partial_cut in (CUT_BY_STRENGTH, CUT_BY_ATTACK):
                weaken(t, unit)
        elif answer == NO:
            t.stands_no |= only(unit)
    left = passing
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        answer = decide_route(t, unit)
        if answer == YES:
            t.open_yes |= only(unit)
        elif answer == NO:
            t.open_no |= only(unit)
    left = moving
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        answer = decide_move(t, unit)
        if answer == YES:
            t.moves_yes |= only(unit)
        elif answer == NO:
            t.moves_no |= only(unit)
    return still_open(t, undecided)


def still_open(t: Turn, undecided: tuple[Mask, Mask, Mask]) -> tuple[Mask, Mask, Mask]:
    """Those of the decisions that are not settled yet."""
    moving, supporting, passing = undecided
    return (
        moving & ~(t.moves_yes | t.moves_no),
        supporting & ~(t.stands_yes | t.stands_no),
        passing & ~(t.open_yes | t.open_no),
    )


def decide(t: Turn, unit: int, field: int) -> int:
    """YES, NO or still UNKNOWN, from what is certain so far."""
    if field == MOVES:
        return decide_move(t, unit)
    if field == STANDS:
        return decide_support(t, unit)
    return decide_route(t, unit)


def decide_move(t: Turn, unit: int) -> int:
    """Does the move succeed? It must beat who is there and everyone else who goes there."""
    if is_hopeless(t, unit):
        return NO
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


def is_hopeless(t: Turn, unit: int) -> bool:
    """True if a move without support goes where a unit stays that is as strong by itself."""
    there = t.at[t.goal[unit]]
    if there == NONE or t.order[there] == MOVE or t.supporters[unit] != EMPTY:
        return False
    loss = min(t.loss[unit], t.loss_at_sea[unit])
    return t.strength[unit] - loss <= t.strength[there]


def beats_rivals(t: Turn, unit: int, least: int, most: int, spared: int) -> int:
    """Is an attack of this strength stronger than every other on its goal, these without the
    support of power ``spared``?"""
    answer = YES
    rivals = t.rivals[t.goal[unit]] & ~only(unit)
    while rivals != EMPTY:
        rival = first(rivals)
        rivals ^= only(rival)
        marks = awaited(t)
        prevent_least, prevent_most = prevent(t, rival, spared)
        if most <= prevent_least:
            return NO
        if least > prevent_most:
            await_only(t, marks)
        else:
            answer = UNKNOWN
    return answer


def may_be_helped(t: Turn, unit: int) -> bool:
    """True if the support of the power whose unit is attacked may count for the attack."""
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
        rivals = t.rivals[t.goal[unit]]
        attackers = rivals ^ of_power(t, rivals, spared)
        while attackers != EMPTY and is_dislodged != YES:
            attacker = first(attackers)
            attackers ^= only(attacker)
            wins = wins_without(t, attacker, spared)
            if wins != NO:
                is_dislodged = wins
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
        t.awaited_moves |= only(there)
    return UNKNOWN


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


def settle_circle(t: Turn, undecided: tuple[Mask, Mask, Mask]) -> None:
    """Settle the smallest circle of decisions that wait for nothing but each other.

    Convoys and gateways in it fail, as the rule for convoy paradoxes wants it (DATC 4.A.2); or, by
    nJudge's, a convoy that would come through if no more support were cut goes on and cuts. A
    ring of moves succeeds. Any other circle comes of weak paths, whose attacks cut support only
    with support of their own or by dislodging: its moves fail, or if it is of supports alone
    they are cut, so that neither side gains.
    """
    moving, supporting, passing = smallest_circle(t, undecided)
    closing = passing
    left = passing if t.rules.convoy_paradox == PARADOX_NJUDGE else EMPTY
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        if t.route[unit] != GATED and survives(t, unit):
            closing ^= only(unit)
    t.open_yes |= passing & ~closing
    while closing != EMPTY:
        unit = first(closing)
        closing ^= only(unit)
        t.open_no |= only(unit)
        t.paradox[unit] |= WAY_CLOSED
    ring = True
    left = moving
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        ahead = t.at[t.goal[unit]]
        ring = ring and ahead != NONE and moving & only(ahead) != EMPTY
    if passing == EMPTY and moving != EMPTY and ring:
        t.moves_yes |= moving
    elif passing == EMPTY or t.rules.convoy_paradox == PARADOX_ALL_HOLD:
        failing = moving
        t.moves_no |= moving
        if passing == EMPTY and moving == EMPTY:
            failing = supporting
            t.stands_no |= supporting
        while failing != EMPTY:
            unit = first(failing)
            failing ^= only(unit)
            t.paradox[unit] |= GIVEN_UP


def smallest_circle(t: Turn, undecided: tuple[Mask, Mask, Mask]) -> tuple[Mask, Mask, Mask]:
    """Of the sets of decisions in which each waits only for others of the set, the smallest; of
    several equally small ones that with the first unit."""
    note_waits(t, undecided)
    moving, supporting, passing = undecided
    smallest = 0
    found = undecided
    for unit in range(t.unit_count):
        for field in range(DECISIONS):
            among = moving if field == MOVES else supporting if field == STANDS else passing
            if among & only(unit) == EMPTY:
                continue
            circle = waited_for(t, unit, field)
            decisions = decision_count(circle)
            if smallest == 0 or decisions < smallest:
                smallest = decisions
                found = circle
    return found


def decision_count(decisions: tuple[Mask, Mask, Mask]) -> int:
    """The number of decisions there are in three sets."""
    moving, supporting, passing = decisions
    return size(moving) + size(supporting) + size(passing)


def note_waits(t: Turn, undecided: tuple[Mask, Mask, Mask]) -> None:
    """Note for which others each open decision waits."""
    moving, supporting, passing = undecided
    for unit in range(t.unit_count):
        for field in range(DECISIONS):
            among = moving if field == MOVES else supporting if field == STANDS else passing
            if among & only(unit) == EMPTY:
                continue
            await_only(t, (EMPTY, EMPTY, EMPTY))
            decide(t, unit, field)
            row = DECISIONS * unit + field
            t.waits_for_moves[row] = t.awaited_moves & moving
            t.waits_for_stands[row] = t.awaited_stands & supporting
            t.waits_for_open[row] = t.awaited_open & passing


def waited_for(t: Turn, unit: int, field: int) -> tuple[Mask, Mask, Mask]:
    """A decision with all that it waits for, at first or second hand."""
    moving = only(unit) if field == MOVES else EMPTY
    supporting = only(unit) if field == STANDS else EMPTY
    passing = only(unit) if field == OPEN else EMPTY
    more_moving, more_supporting, more_passing = moving, supporting, passing
    while more_moving | more_supporting | more_passing != EMPTY:
        if more_moving != EMPTY:
            row = DECISIONS * first(more_moving) + MOVES
            more_moving ^= only(first(more_moving))
        elif more_supporting != EMPTY:
            row = DECISIONS * first(more_supporting) + STANDS
            more_supporting ^= only(first(more_supporting))
        else:
            row = DECISIONS * first(more_passing) + OPEN
            more_passing ^= only(first(more_passing))
        more_moving |= t.waits_for_moves[row] & ~moving
        more_supporting |= t.waits_for_stands[row] & ~supporting
        more_passing |= t.waits_for_open[row] & ~passing
        moving |= more_moving
        supporting |= more_supporting
        passing |= more_passing
    return moving, supporting, passing
