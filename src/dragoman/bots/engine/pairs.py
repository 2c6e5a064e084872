"""Orders of two powers that raise what both come to: one has its unit support or convoy a unit of
the other. Compiled only, as ``rows`` is.

Each power first finds its own orders, with nobody else's in mind. Then single orders across the two
are tried against these, each with the order of the unit that it helps, and are dropped and tried
more often as in any race (see ``racing``): a plan is as good as it is for the one that it is worse
for, as a part of what that one has anyway.
"""

from __future__ import annotations

from typing import Final

from dragoman.bots.engine.candidates import (
    bring_along,
    bring_fleets,
    list_choices_of,
)
from dragoman.bots.engine.forms import FINALISTS, MOST_CHANGED, MOST_SETS, SearchRoom
from dragoman.bots.engine.racing import (
    FEWER,
    LAST_TRIES,
    bring_first_forward,
    cost_of_change,
    enter,
    join_changes,
    sort_by_score,
)
from dragoman.bots.engine.rollout import (
    carry_out,
    forget_met,
    order_others,
    place_met,
    play_on,
    set_end,
    share_of,
)
from dragoman.bots.engine.rows import DUMB, BatchEvaluator, see
from dragoman.bots.engine.terms import foresee, is_ours
from dragoman.bots.engine.worth import draw, mixed
from dragoman.rules.engine.codes import MOVEMENT, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import packed_kind, packed_other

LEAST: Final = 1e-9
"""Who comes to less than that has nothing."""


def pair_row(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    partner: int,
    budget: int,
    last_year: int,
) -> int:
    """Find plans of two powers for the movement ``search.before`` with some ``budget`` evaluations;
    what they found for themselves is in ``search.found``. How many there are: candidates, the first
    so many of ``search.sequence``; the first candidate of all has what both would order otherwise.
    NONE if there was no room to list legal orders."""
    tables = evaluator.tables
    search.partner[0] = partner
    search.next_state[0] = evaluator.state[0]
    set_end(tables, search, last_year)
    for other in range(tables.powers):
        search.all_dumb[other] = DUMB
    see(tables, search.before, evaluator.sight)
    if not foresee(evaluator, search):
        return NONE
    see(tables, search.before, evaluator.sight)
    length = list_choices_of(evaluator, search, power, MOVEMENT)
    if length <= 0:
        return length
    put_together(evaluator, search, length)
    count = make_pairs(evaluator, search, power, length)
    if count < 2:
        return 0
    samples = max(1, budget // cost_of_change(count))
    return race_pairs(evaluator, search, power, count, length, samples)


def put_together(evaluator: BatchEvaluator, search: SearchRoom, length: int) -> None:
    """Make the first candidate of what both powers found for themselves."""
    for choice in range(length):
        unit = search.own[choice]
        owner = evaluator.sight.owner[unit]
        for order in range(search.lengths[owner]):
            if search.of[owner, order] == unit:
                search.sets[0, choice] = search.found[owner, order]


def make_pairs(evaluator: BatchEvaluator, search: SearchRoom, power: int, length: int) -> int:
    """Make candidates of the first by having a unit help one of the other power; how many there are
    with the first. Where that makes more than there is room for, some of them by chance."""
    total = 0
    for choice in range(length):
        for way in range(search.way_starts[choice], search.way_starts[choice + 1]):
            total += crosses(evaluator, search, power, choice, search.ways[way])
    count = 1
    for choice in range(length):
        for way in range(search.way_starts[choice], search.way_starts[choice + 1]):
            code = search.ways[way]
            if count >= MOST_CHANGED or not crosses(evaluator, search, power, choice, code):
                continue
            if total >= MOST_CHANGED and draw(evaluator.state, total) >= MOST_CHANGED:
                continue
            for order in range(length):
                search.sets[count, order] = search.sets[0, order]
            search.sets[count, choice] = code
            bring_along(evaluator, search, count, code)
            bring_fleets(evaluator, search, count, choice, code, length)
            for order in range(length):
                if search.sets[count, order] != search.sets[0, order]:
                    count += 1
                    break
    return count


def crosses(
    evaluator: BatchEvaluator, search: SearchRoom, power: int, choice: int, code: int
) -> bool:
    """True if an order is to help a unit of the other power."""
    tables, sight = evaluator.tables, evaluator.sight
    helped = packed_other(code)
    if packed_kind(code) < SUPPORT or helped == NONE or helped >= tables.locations:
        return False
    there = sight.at[tables.province_of[helped]]
    if there == NONE or not is_ours(search, power, sight.owner[there]):
        return False
    return sight.owner[there] != sight.owner[search.own[choice]]


def race_pairs(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    count: int,
    length: int,
    samples: int,
) -> int:
    """Try candidates against the first, and bring those that are better for both to the first
    places; how many these are, NONE if there was no room to list legal orders."""
    enter(search, count)
    forget_sums(search)
    if not try_pairs(evaluator, search, power, count, length, samples):
        return NONE
    left = max(min(count, FINALISTS), count // FEWER)
    if not try_pairs(evaluator, search, power, left, length, samples * FEWER):
        return NONE
    finalists = bring_first_forward(search, left)
    last = join_changes(search, finalists, count, length)
    forget_sums(search)
    if not try_pairs(evaluator, search, power, last, length, samples * LAST_TRIES):
        return NONE
    better = 0
    while better < last and search.score[search.sequence[better]] > 0.0:
        better += 1
    return better


def forget_sums(search: SearchRoom) -> None:
    """Begin to sum anew what both come to."""
    for cell in range(2 * MOST_SETS):
        search.sums[cell] = 0.0


def try_pairs(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    count: int,
    length: int,
    samples: int,
) -> bool:
    """Add to ``search.sums`` what both powers come to with each of the first so many in the race,
    in so many tries, and sort these by that; False if there was no room to list legal orders."""
    tables = evaluator.tables
    partner = search.partner[0]
    for _ in range(samples):
        search.next_state[0] = mixed(search.next_state[0], 1)
        if not order_others(evaluator, search, power, MOVEMENT, search.next_state[0]):
            return False
        state = evaluator.state[0]
        forget_met(search)
        for place in range(count):
            index = search.sequence[place]
            digest = carry_out(evaluator, search, MOVEMENT, index, length, state)
            met = place_met(search, digest)
            if search.met[met] == 0:
                if not play_on(evaluator, search):
                    return False
                search.met[met] = digest
                search.values[met] = share_of(tables, search, evaluator, power)
                search.partner_values[met] = share_of(tables, search, evaluator, partner)
            search.sums[2 * index] += search.values[met]
            search.sums[2 * index + 1] += search.partner_values[met]
        search.spent[0] += count
    for place in range(count):
        index = search.sequence[place]
        search.score[index] = min(
            part_gained(search, 2 * index), part_gained(search, 2 * index + 1)
        )
    sort_by_score(search, count)
    return True


def part_gained(search: SearchRoom, cell: int) -> float:
    """The gain over the first candidate, as a part of what that comes to."""
    base = search.sums[cell % 2]
    return (search.sums[cell] - base) / max(base, LEAST)
