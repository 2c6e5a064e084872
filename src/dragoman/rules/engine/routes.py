"""Convoy routes: which fleets could take an army where, as they stand, and routes that orders name.

A fleet is on a route if some fleets with it take the army across, and without it do not (DATC
4.E.1, 6.F.12, 6.G.19): if there is a chain of fleets through it in which none could be left out.
In general that is as hard a question as any that computers are asked (a path without short cuts
through three given points of a graph is NP-complete to find), but not on maps: a chain grows from
the fleet towards one end of the convoy, and is given up as soon as it is certain to fail. What is
found is exact; there is no number of steps after which anything is taken for granted.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import NAMED_IGNORED, NO, NONE, UNKNOWN, YES
from dragoman.rules.engine.primitives import EMPTY, Mask, first, only
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import AFTER, BEFORE, chart_fleets, find_way, find_ways, lead_across

LARGEST_BARRIER: Final = 4
"""How many seas, each next to all others, are looked at as one barrier."""
FIRST_PATIENCE: Final = 16
"""Chains that the first attempt tries; each further one tries half as many again."""


def paths_from(t: Turn, unit: int) -> int:
    """Where the row of the paths from where a unit stands begins in ``t.board.path_cells``."""
    return t.board.path_rows[t.spot[unit]]


def may_land(t: Turn, unit: int, province: int) -> bool:
    """True if a convoy could land the unit there: where such a unit can stand, on a shore."""
    kind = t.kind[unit]
    return (
        t.board.is_convoyable[kind] == 1
        and t.board.is_shore[province] == 1
        and t.board.can_stand[kind * t.board.location_count + province] == 1
    )


def connected(t: Turn, here: int, goal: int, without: int) -> bool:
    """True if the fleets as they stand could take an army from here to the goal, leaving out the
    unit ``without`` if it is one of them."""
    chart_fleets(t)
    fleets = t.afloat
    if without != NONE:
        fleets &= ~only(without)
    return lead_across(t, here, goal, fleets)


def could_help(t: Turn, fleet: int, here: int, goal: int) -> bool:
    """True if the fleet is on some route from here to the goal over the fleets as they stand, for
    the order of an army that may name its route where the rules let it."""
    chart_fleets(t)
    if t.proven_from != here or t.proven_to != goal:
        t.proven = EMPTY
        t.proven_from = here
        t.proven_to = goal
    spare = t.rules.convoy_route_named != NAMED_IGNORED
    return t.proven & only(fleet) != EMPTY or on_some_route(t, fleet, here, goal, t.afloat, spare)


def on_some_route(t: Turn, fleet: int, here: int, goal: int, fleets: Mask, spare: bool) -> bool:
    """True if the fleet is on some route from here to the goal, over these fleets, of which it is
    one. ``ways.chart_fleets`` comes first.

    ``spare`` says that a route may lead round, over fleets that could be left out, as the order of
    an army that names its route may want it; over each province once. If the fleet is on a route,
    all fleets of that are put to ``t.proven``.
    """
    starts = t.fleets_after[here] & fleets
    ends = t.fleets_ashore[goal] & fleets
    there = t.fleets_on[t.place[fleet]]
    t.route_starts = starts
    t.route_ends = ends
    if starts & ends & only(fleet) != EMPTY:
        t.proven |= there
        return True
    if not spare and is_cornered(t, fleet, fleets):
        return False
    # Behind the fleet nothing may be next to the start, and before it nothing next to the goal.
    t.leads_round = 1 if spare else 0
    t.open_before[0] = fleets & ~there
    t.open_after[0] = fleets & ~there
    if not spare:
        t.open_before[0] = fleets & ~there & ~ends
        t.open_after[0] = fleets & ~there & ~starts
    answer = UNKNOWN
    attempt = 0
    patience = FIRST_PATIENCE
    while answer == UNKNOWN:
        answer = try_chains(t, fleet, attempt, patience)
        attempt += 1
        patience += patience // 2
    return answer == YES


def is_cornered(t: Turn, fleet: int, fleets: Mask) -> bool:
    """True if from each place before the fleet a convoy gets to each place behind it without it."""
    place = t.place[fleet]
    behind = t.fleets_after[place] & fleets
    left = t.fleets_before[place] & fleets
    if only(fleet) & t.route_starts != EMPTY and behind & ~t.route_starts != EMPTY:
        return False
    if only(fleet) & t.route_ends != EMPTY and left & ~t.route_ends != EMPTY:
        return False
    while left != EMPTY:
        near = t.place[first(left)]
        if behind & ~t.fleets_after[near] & ~t.fleets_on[near] != EMPTY:
            return False
        left &= ~t.fleets_on[near]
    return True


def try_chains(t: Turn, fleet: int, attempt: int, patience: int) -> int:
    """Is there a chain through the fleet? UNKNOWN after so many tries.

    A chain that set out the wrong way may take long to come to its end, while another would be
    there at once: so attempts are short at first, each with the neighbors in another sequence,
    by turns towards the start and towards the goal.
    """
    side = BEFORE if attempt % 2 == 0 else AFTER
    dice = attempt
    depth = 0
    end = fleet
    tries = 0
    has_grown = True
    while True:
        if has_grown:
            tries += 1
            if tries > patience:
                return UNKNOWN
            head, tail = (end, fleet) if side == BEFORE else (fleet, end)
            answer = judge_chain(t, head, tail, depth)
            if answer == YES:
                t.proven |= t.fleets_on[t.place[fleet]]
                for link in range(depth):
                    t.proven |= t.fleets_on[t.place[t.line[link]]]
                return YES
            dice = (dice * 1103515245 + 12345) % 2147483648
            t.spun[depth] = dice // 65536
            t.tried[depth] = 0 if answer == UNKNOWN else NONE
        near = next_neighbor(t, end, side, depth)
        if near != NONE:
            lengthen(t, end, near, side, depth)
            t.line[depth] = near
            depth += 1
            end = near
            has_grown = True
        elif depth == 0:
            return NO
        else:
            depth -= 1
            end = t.line[depth - 1] if depth > 0 else fleet
            has_grown = False


def next_neighbor(t: Turn, end: int, side: int, depth: int) -> int:
    """The next fleet to try with which the chain could go on, NONE if there is none."""
    if t.tried[depth] == NONE:
        return NONE
    place = t.place[end]
    start = t.board.back_starts[place] if side == BEFORE else t.board.link_starts[place]
    stop = t.board.back_starts[place + 1] if side == BEFORE else t.board.link_starts[place + 1]
    is_open = t.open_before[depth] if side == BEFORE else t.open_after[depth]
    while t.tried[depth] < stop - start:
        cell = start + (t.spun[depth] + t.tried[depth]) % (stop - start)
        t.tried[depth] += 1
        near = t.board.backs[cell] if side == BEFORE else t.board.links[cell]
        fleets = t.fleets_on[near] & is_open
        if fleets != EMPTY:
            return first(fleets)
    return NONE


def lengthen(t: Turn, end: int, near: int, side: int, depth: int) -> None:
    """Put a fleet to an end of the chain: its province is used then, and, where a chain may not
    lead round, no other may touch the end that was, and nothing on the other side the new one."""
    there = t.fleets_on[t.place[near]]
    t.open_before[depth + 1] = t.open_before[depth] & ~there
    t.open_after[depth + 1] = t.open_after[depth] & ~there
    if t.leads_round == 0:
        earlier, later = (near, end) if side == BEFORE else (end, near)
        t.open_before[depth + 1] &= ~t.fleets_before[t.place[later]]
        t.open_after[depth + 1] &= ~t.fleets_after[t.place[earlier]]


def judge_chain(t: Turn, head: int, tail: int, depth: int) -> int:
    """Can the chain from ``head`` to ``tail`` be carried on to the start and to the goal? YES
    where a shortest way at one of its ends leaves a way at the other; NO where one end has none,
    or where a barrier shuts in both; else UNKNOWN."""
    heads = t.fleets_before[t.place[head]]
    tails = t.fleets_after[t.place[tail]]
    is_begun = t.route_starts & only(head) != EMPTY
    is_ended = t.route_ends & only(tail) != EMPTY
    if is_begun and is_ended:
        return YES
    if is_begun or is_ended:
        if is_begun:
            way = find_ways(t, tails, t.route_ends, t.open_after[depth])
        else:
            way = find_ways(t, t.route_starts, heads, t.open_before[depth])
        t.proven |= way
        return YES if way != EMPTY else NO
    after = find_way(t, tails, t.route_ends, t.open_after[depth])
    if after == EMPTY:
        return NO
    before = find_way(t, t.route_starts, heads, t.open_before[depth])
    if before == EMPTY:
        return NO
    open_after = t.open_after[depth] & ~touched(t, before, AFTER)
    other = find_ways(t, tails, t.route_ends, open_after)
    if other != EMPTY:
        t.proven |= before | other
        return YES
    open_before = t.open_before[depth] & ~touched(t, after, BEFORE)
    other = find_ways(t, t.route_starts, heads, open_before)
    if other != EMPTY:
        t.proven |= other | after
        return YES
    t.barrier_left[0] = before
    return NO if is_shut_in(t, heads, tails, depth) else UNKNOWN


def touched(t: Turn, way: Mask, side: int) -> Mask:
    """The fleets for which a way on one side of the chain leaves no room on the other ``side``: the
    same provinces, and, where no chain may lead round, what is next to them."""
    found = EMPTY
    while way != EMPTY:
        fleet = first(way)
        way ^= only(fleet)
        place = t.place[fleet]
        found |= t.fleets_on[place]
        if t.leads_round == 0:
            found |= t.fleets_after[place] if side == AFTER else t.fleets_before[place]
    return found


def is_shut_in(t: Turn, heads: Mask, tails: Mask, depth: int) -> bool:
    """True if the chain is shut in by one sea, or by some that are all next to each other: both its
    ends would have to pass them, and so touch, or meet.

    Every barrier lies across each way from the start to the chain: first across the one that
    ``t.barrier_left[0]`` has, then across one that keeps off what is chosen already, and so on.
    """
    largest = 1 if t.leads_round == 1 else LARGEST_BARRIER
    t.barred[0] = EMPTY
    t.barrier_near[0] = t.afloat
    level = 0
    while level >= 0:
        left = t.barrier_left[level]
        if left == EMPTY:
            level -= 1
            continue
        fleet = first(left)
        place = t.place[fleet]
        t.barrier_left[level] = left ^ only(fleet)
        barred = t.barred[level] | t.fleets_on[place]
        way = find_way(t, t.route_starts, heads, t.open_before[depth] & ~barred)
        if way == EMPTY:
            way = find_way(t, tails, t.route_ends, t.open_after[depth] & ~barred)
        if way == EMPTY:
            return True
        if level + 1 < largest:
            next_to_all = t.barrier_near[level] & t.fleets_before[place] & t.fleets_after[place]
            level += 1
            t.barred[level] = barred
            t.barrier_near[level] = next_to_all
            t.barrier_left[level] = way & next_to_all
    return False


# Routes that orders name
#
# DATC 4.A.6; nJudge's only way to ask for a convoy (``A lon-nth-nwy``), and rule 14 of NZ1999. The
# army goes over the seas it named, each after the one before, or not at all.


def keeps_to_route(t: Turn, unit: int) -> bool:
    """True if the order that the unit carries out names a route and the rules make it keep to
    that."""
    if t.rules.convoy_route_named == NAMED_IGNORED:
        return False
    order = t.chosen[unit]
    return order != NONE and t.orders.route_start[order] != NONE


def same_route(t: Turn, one: int, other: int) -> bool:
    """True if two moves name the same route, or none, as far as that means anything."""
    start, start_of_other = t.orders.route_start[one], t.orders.route_start[other]
    if t.rules.convoy_route_named == NAMED_IGNORED or start == start_of_other:
        return True
    length = t.orders.route_end[one] - start
    if NONE in (start, start_of_other) or t.orders.route_end[other] - start_of_other != length:
        return False
    for step in range(length):
        if t.routes[start + step] != t.routes[start_of_other + step]:
            return False
    return True


def names(t: Turn, order: int, province: int) -> bool:
    """True if the route of an order leads over the province."""
    for step in range(t.orders.route_start[order], t.orders.route_end[order]):
        if t.board.province_of[t.routes[step]] == province:
            return True
    return False


def is_path(t: Turn, order: int, here: int, goal: int) -> bool:
    """True if the route of an order leads from here to the goal, over each province once, as far as
    the map goes."""
    provinces = t.board.province_count
    place = here
    start = t.orders.route_start[order]
    for step in range(start, t.orders.route_end[order]):
        near = t.board.province_of[t.routes[step]]
        if t.board.is_linked[place * provinces + near] == 0:
            return False
        for earlier in range(start, step):
            if t.board.province_of[t.routes[earlier]] == near:
                return False
        place = near
    return t.board.is_linked[place * provinces + goal] == 1


def is_sailed(t: Turn, order: int, here: int, goal: int, fleets: Mask) -> bool:
    """True if in each province of the route of an order one of these fleets takes an army on from
    the province before to the next."""
    end = t.orders.route_end[order]
    before = here
    for step in range(t.orders.route_start[order], end):
        place = t.board.province_of[t.routes[step]]
        onward = t.fleets_ashore[goal]
        if step + 1 < end:
            onward = t.fleets_before[t.board.province_of[t.routes[step + 1]]]
        if t.fleets_on[place] & fleets & t.fleets_after[before] & onward == EMPTY:
            return False
        before = place
    return True


def straits_on(t: Turn, order: int, here: int, goal: int) -> int:
    """The straits that the route of an order leads through: a bit for each."""
    found = 0
    end = t.orders.route_end[order]
    before = here
    for step in range(t.orders.route_start[order], end + 1):
        place = goal if step == end else t.board.province_of[t.routes[step]]
        for strait in range(t.strait_count):
            one, other = t.strait_one[strait], t.strait_other[strait]
            if (one == before and other == place) or (one == place and other == before):
                found |= 1 << strait
        before = place
    return found
