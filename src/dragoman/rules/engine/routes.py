"""Convoy routes: which fleets could take an army where, as the fleets stand.

A fleet is on a route if some fleets with it take the army across, and without it do not (DATC
4.E.1, 6.F.12, 6.G.19): if there is a chain of fleets through it in which none could be left out.
In general that is as hard a question as any that computers are asked (a path without short cuts
through three given points of a graph is NP-complete to find), but not on maps: a chain grows from
the fleet towards one end of the convoy, and is given up as soon as it is certain to fail. What is
found is exact; there is no number of steps after which anything is taken for granted.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import NO, NONE, UNKNOWN, YES
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import AFTER, BEFORE, find_way

LARGEST_BARRIER: Final = 4
"""How many seas, each next to all others, are looked at as one barrier."""
FIRST_PATIENCE: Final = 16
"""Chains that the first attempt tries; each further one tries half as many again."""


def can_convoy(t: Turn, unit: int) -> bool:
    """Whether the unit is of a kind that convoys and stands where it may."""
    return t.board.can_convoy[t.kind[unit]] == 1 and t.board.is_afloat[t.place[unit]] == 1


def count_fleets(t: Turn, by: int) -> int:
    """List in ``t.sea`` and count in ``t.fleets_at`` the units that can convoy where they stand
    (``by`` 1), or take them out of there again (-1); how many there are."""
    found = 0
    for unit in range(t.unit_count):
        if can_convoy(t, unit):
            t.sea[found] = unit
            t.fleets_at[t.place[unit]] += by
            found += 1
    return found


def paths_from(t: Turn, unit: int) -> int:
    """Where the row of the paths from where a unit stands begins in ``t.board.path_cells``."""
    return t.board.path_rows[t.spot[unit]]


def may_land(t: Turn, unit: int, province: int) -> bool:
    """Whether a convoy could land the unit there: where such a unit can stand, on a shore."""
    kind = t.kind[unit]
    return (
        t.board.is_convoyable[kind] == 1
        and t.board.is_shore[province] == 1
        and t.board.can_stand[kind * t.board.location_count + province] == 1
    )


def connected(t: Turn, here: int, goal: int, without: int) -> bool:
    """Whether the fleets counted could take an army from here to the goal, leaving out the unit
    ``without`` if it is one of them."""
    left_out = 1 if without != NONE and can_convoy(t, without) else 0
    if left_out == 1:
        t.fleets_at[t.place[without]] -= 1
    length = find_way(t, here, goal, BEFORE, 0)
    if left_out == 1:
        t.fleets_at[t.place[without]] += 1
    return length != NONE


def on_some_route(t: Turn, place: int, here: int, goal: int, spare: bool) -> bool:
    """Whether a fleet in this place is on some route from here to the goal over ``t.fleets_at``.

    ``spare`` says that a route may lead round, over fleets that could be left out, as the order of
    an army that names its route may want it; over each province once. Where the answer had to be
    looked for, ``t.proven`` is 1 for all provinces of the route that was found.
    """
    provinces = t.board.province_count
    if (
        t.board.is_linked[here * provinces + place] == 1
        and t.board.is_linked[place * provinces + goal] == 1
    ):
        return True
    shut_ends(t, place, here, goal, spare, 1)
    answer = UNKNOWN
    attempt = 0
    patience = FIRST_PATIENCE
    while answer == UNKNOWN:
        answer = try_chains(t, place, here, goal, spare, attempt, patience)
        attempt += 1
        patience += patience // 2
    shut_ends(t, place, here, goal, spare, -1)
    return answer == YES


def shut_ends(t: Turn, place: int, here: int, goal: int, spare: bool, by: int) -> None:
    """Shut (``by`` 1) or open again (-1) what no chain through the place may use: the place itself
    a second time, and, where none may lead round, a place next to the start behind it or one next
    to the goal before it."""
    t.shut_before[place] += by
    t.shut_after[place] += by
    if not spare:
        for link in range(t.board.link_starts[here], t.board.link_starts[here + 1]):
            t.shut_after[t.board.links[link]] += by
        for link in range(t.board.back_starts[goal], t.board.back_starts[goal + 1]):
            t.shut_before[t.board.backs[link]] += by


def try_chains(
    t: Turn, place: int, here: int, goal: int, spare: bool, attempt: int, patience: int
) -> int:
    """Is there a chain through the place? UNKNOWN after so many tries.

    A chain that set out the wrong way may take long to come to its end, while another would be
    there at once: so attempts are short at first, each with the neighbors in another sequence,
    by turns towards the start and towards the goal.
    """
    side = BEFORE if attempt % 2 == 0 else AFTER
    dice = attempt
    depth = 0
    end = place
    tries = 0
    answer = UNKNOWN
    has_grown = True
    while True:
        if has_grown:
            tries += 1
            if tries > patience:
                break
            first, last = (end, place) if side == BEFORE else (place, end)
            answer = judge_chain(t, here, goal, first, last, spare)
            if answer == YES:
                for cell in range(depth):
                    t.proven[t.line[cell]] = 1
                break
            dice = (dice * 1103515245 + 12345) % 2147483648
            t.spun[depth] = dice // 65536
            t.tried[depth] = 0 if answer == UNKNOWN else NONE
            answer = UNKNOWN
        near = next_neighbor(t, end, side, depth)
        if near != NONE:
            lengthen(t, end, near, side, spare, 1)
            t.line[depth] = near
            depth += 1
            end = near
            has_grown = True
        elif depth == 0:
            return NO
        else:
            depth -= 1
            end = t.line[depth - 1] if depth > 0 else place
            lengthen(t, end, t.line[depth], side, spare, -1)
            has_grown = False
    while depth > 0:
        depth -= 1
        end = t.line[depth - 1] if depth > 0 else place
        lengthen(t, end, t.line[depth], side, spare, -1)
    return answer


def next_neighbor(t: Turn, end: int, side: int, depth: int) -> int:
    """The next province to try with which the chain could go on, NONE if there is none."""
    if t.tried[depth] == NONE:
        return NONE
    start = t.board.back_starts[end] if side == BEFORE else t.board.link_starts[end]
    stop = t.board.back_starts[end + 1] if side == BEFORE else t.board.link_starts[end + 1]
    count = stop - start
    while t.tried[depth] < count:
        cell = start + (t.spun[depth] + t.tried[depth]) % count
        t.tried[depth] += 1
        if side == BEFORE:
            near = t.board.backs[cell]
            shut = t.shut_before[near]
        else:
            near = t.board.links[cell]
            shut = t.shut_after[near]
        if t.fleets_at[near] > 0 and shut == 0:
            return near
    return NONE


def lengthen(t: Turn, end: int, near: int, side: int, spare: bool, by: int) -> None:
    """Put a province to an end of the chain (``by`` 1) or take it off (-1): it is used then, and,
    where a chain may not lead round, no other may touch the end that was, and nothing on the other
    side the new one."""
    t.shut_before[near] += by
    t.shut_after[near] += by
    if not spare:
        before, after = (end, near) if side == BEFORE else (near, end)
        shut_backs(t, before, by)
        shut_links(t, after, by)


def shut_backs(t: Turn, place: int, by: int) -> None:
    """Shut or open before the chain whatever leads to the place."""
    for link in range(t.board.back_starts[place], t.board.back_starts[place + 1]):
        t.shut_before[t.board.backs[link]] += by


def shut_links(t: Turn, place: int, by: int) -> None:
    """Shut or open behind the chain whatever the place leads to."""
    for link in range(t.board.link_starts[place], t.board.link_starts[place + 1]):
        t.shut_after[t.board.links[link]] += by


def judge_chain(t: Turn, here: int, goal: int, first: int, last: int, spare: bool) -> int:
    """Can the chain from ``first`` to ``last`` be carried on to the start and to the goal? YES
    where a shortest way at one of its ends leaves a way at the other; NO where one end has none,
    or where a barrier shuts in both; else UNKNOWN."""
    second = t.board.province_count
    after = 0
    if t.board.is_linked[last * second + goal] == 0:
        after = find_way(t, last, goal, AFTER, second)
    if after == NONE:
        return NO
    before = 0
    if t.board.is_linked[here * second + first] == 0:
        before = find_way(t, here, first, BEFORE, 0)
    if before == NONE:
        return NO
    if before == 0 or after == 0:
        prove(t, 0, before)
        prove(t, second, after)
        return YES
    keep_off(t, 0, before, AFTER, spare, 1)
    length = find_way(t, last, goal, AFTER, 2 * second)
    keep_off(t, 0, before, AFTER, spare, -1)
    if length != NONE:
        prove(t, 0, before)
        prove(t, 2 * second, length)
        return YES
    keep_off(t, second, second + after, BEFORE, spare, 1)
    length = find_way(t, here, first, BEFORE, 2 * second)
    keep_off(t, second, second + after, BEFORE, spare, -1)
    if length != NONE:
        prove(t, second, after)
        prove(t, 2 * second, length)
        return YES
    return NO if is_shut_in(t, here, goal, first, last, before, spare) else UNKNOWN


def prove(t: Turn, cell: int, length: int) -> None:
    """Mark that the way which ``t.ways`` has from this cell on is part of a route."""
    for step in range(cell, cell + length):
        t.proven[t.ways[step]] = 1


def keep_off(t: Turn, cell: int, end: int, side: int, spare: bool, by: int) -> None:
    """Shut or open, on one side of the chain, the way that ``t.ways`` has on the other side from
    this cell on: it, and, where no chain may lead round, what it touches."""
    for step in range(cell, end):
        place = t.ways[step]
        if side == AFTER:
            t.shut_after[place] += by
            if not spare:
                shut_links(t, place, by)
        else:
            t.shut_before[place] += by
            if not spare:
                shut_backs(t, place, by)


def is_shut_in(
    t: Turn, here: int, goal: int, first: int, last: int, before: int, spare: bool
) -> bool:
    """Whether the chain is shut in by one sea, or by some that are all next to each other: both its
    ends would have to pass them, and so touch, or meet.

    Every barrier lies across each way from the start to the chain: first across the one at hand, of
    which ``t.ways`` has so many provinces, then across one that keeps off what is chosen already,
    and so on.
    """
    provinces = t.board.province_count
    largest = 1 if spare else LARGEST_BARRIER
    level = 0
    shut_in = False
    t.barrier_turns[0] = 0
    t.barrier_ends[0] = before
    while level >= 0 and not shut_in:
        turn = t.barrier_turns[level]
        if turn == t.barrier_ends[level]:
            level -= 1
            if level >= 0:
                bar(t, t.barrier[level], -1)
            continue
        t.barrier_turns[level] = turn + 1
        place = t.ways[turn if level == 0 else (level + 1) * provinces + turn]
        is_next = True
        for chosen in range(level):
            other = t.barrier[chosen]
            is_next = (
                is_next
                and t.board.is_linked[place * provinces + other] == 1
                and t.board.is_linked[other * provinces + place] == 1
            )
        if not is_next:
            continue
        bar(t, place, 1)
        t.barrier[level] = place
        level += 1
        cell = (level + 1) * provinces
        length = find_way(t, here, first, BEFORE, cell)
        if length == NONE:
            length = find_way(t, last, goal, AFTER, cell)
        shut_in = length == NONE
        t.barrier_turns[level] = 0
        t.barrier_ends[level] = length if level < largest else 0
    for chosen in range(level):
        bar(t, t.barrier[chosen], -1)
    return shut_in


def bar(t: Turn, place: int, by: int) -> None:
    """Shut a place on both sides of the chain, or open it again."""
    t.shut_before[place] += by
    t.shut_after[place] += by
