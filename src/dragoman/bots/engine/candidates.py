"""The sets of orders that a search tries: first some that the DumbBot idea itself would give, more
and less steadily, then one of them with single orders changed, each together with the order of its
partner: a support brings along the move it supports, a convoy the army it takes. Under terms (see
``terms``) others' units are supported, too, and an army brings along all fleets of a chain.
Compiled only."""

from __future__ import annotations

from typing import Final

from dragoman.bots.engine.forms import MOST_CHANGED, SearchRoom, Temper
from dragoman.bots.engine.rows import (
    BatchEvaluator,
    give_temper,
    order_row,
    owner_of_adjustment,
    see,
)
from dragoman.bots.engine.terms import (
    FREE,
    find_chain,
    is_beside,
    is_of_use,
    is_ours,
    keep_peace,
)
from dragoman.bots.engine.worth import draw
from dragoman.rules.batch.kernel_rows import list_row
from dragoman.rules.engine.codes import CONVOY, HOLD, MOVE, MOVEMENT, NONE, RETREATS, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed,
    packed_kind,
    packed_other,
    packed_target,
)

KEPT: Final = 30
"""Of how many hundredths of the changes those are that a round tries, ..."""
ALL_IN: Final = 3
"""... but for one in so many rounds, which tries all."""


def list_choices_of(evaluator: BatchEvaluator, search: SearchRoom, power: int, kind: int) -> int:
    """List what the power has to decide, and the ways of each choice that are worth a try; how many
    orders that makes, NONE if there was no room. In a movement under terms what its partner has to
    decide as well, but for what was agreed."""
    if (
        list_row(evaluator.room, search.before, evaluator.listed, evaluator.counts, evaluator.dues)
        == NONE
    ):
        return NONE
    sight = evaluator.sight
    joint = kind == MOVEMENT and evaluator.sight.has_terms[0] == 1
    for place in range(evaluator.tables.provinces):
        search.at[place] = NONE
    rows = evaluator.tables.powers
    if kind == MOVEMENT:
        rows = sight.counts[0]
    elif kind == RETREATS:
        rows = sight.counts[1]
    choices = 0
    begin = 0
    end = 0
    due = 0
    for row in range(rows):
        stop = begin + evaluator.counts[row]
        owner = row
        if kind == MOVEMENT:
            owner = sight.owner[row]
        elif kind == RETREATS:
            owner = sight.out_owner[row]
        decides = owner == power
        if joint:
            decides = is_ours(search, power, owner) and search.agreed[row] == NONE
        if decides:
            search.own[choices] = row
            search.way_starts[choices] = end
            if kind == MOVEMENT:
                search.at[evaluator.tables.province_of[sight.location[row]]] = choices
            for way in range(begin, stop):
                code = evaluator.listed[way]
                is_tried = kind != MOVEMENT
                if joint:
                    is_tried = is_of_use(evaluator, search, power, row, code)
                elif kind == MOVEMENT:
                    is_tried = helps_nobody_else(evaluator, power, code)
                if is_tried:
                    search.ways[end] = code
                    end += 1
            choices += 1
            due = evaluator.dues[row]
        begin = stop
    search.way_starts[choices] = end
    if kind in (MOVEMENT, RETREATS):
        return choices
    return min(abs(due), end)


def helps_nobody_else(evaluator: BatchEvaluator, power: int, code: int) -> bool:
    """True if an order is none to support or convoy a unit of another power: of the legal orders
    more than half are, and next to none of them is of use."""
    helped = packed_other(code)
    if packed_kind(code) < SUPPORT or helped == NONE or helped >= evaluator.tables.locations:
        return True
    unit = evaluator.sight.at[evaluator.tables.province_of[helped]]
    return unit == NONE or evaluator.sight.owner[unit] == power


def draw_set(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    kind: int,
    temper: Temper,
    index: int,
    length: int,
) -> bool:
    """Draw a candidate; False if there was no room to list legal orders."""
    see(evaluator.tables, search.before, evaluator.sight)
    give_temper(evaluator, power, temper)
    if evaluator.sight.has_terms[0] == 1 and search.partner[0] != NONE:
        give_temper(evaluator, search.partner[0], temper)
    if not order_row(evaluator, search.before, search.one_dumb):
        return False
    if evaluator.sight.has_terms[0] == 1 and kind == MOVEMENT:
        keep_peace(evaluator)
    for order in range(search.sets.shape[1]):
        search.sets[index, order] = NONE
    if kind in (MOVEMENT, RETREATS):
        for choice in range(length):
            search.sets[index, choice] = evaluator.codes[search.own[choice]]
        return True
    end = 0
    for order in range(evaluator.tables.provinces):
        code = evaluator.codes[order]
        if code != NONE and end < length and owner_of_adjustment(evaluator, code) == power:
            search.sets[index, end] = code
            end += 1
    return True


def is_known(search: SearchRoom, index: int, length: int) -> bool:
    """True if a candidate is the same as one before it."""
    for other in range(index):
        same = True
        for order in range(length):
            if search.sets[other, order] != search.sets[index, order]:
                same = False
                break
        if same:
            return True
    return False


def change_orders(
    evaluator: BatchEvaluator, search: SearchRoom, power: int, kind: int, length: int
) -> int:
    """Make candidates of the first by changing one order each; how many there are with the first.
    Where that makes more than there is room for, some of them by chance."""
    tables = evaluator.tables
    see(tables, search.before, evaluator.sight)
    winter = kind not in (MOVEMENT, RETREATS)
    total = search.way_starts[length] if not winter else length * search.way_starts[1]
    count = 1
    evaluator.state[0] = search.next_state[0]
    for choice in range(length):
        begin = 0 if winter else search.way_starts[choice]
        end = search.way_starts[1] if winter else search.way_starts[choice + 1]
        for way in range(begin, end):
            code = search.ways[way]
            if code == search.sets[0, choice] or count == MOST_CHANGED:
                continue
            if total >= MOST_CHANGED and draw(evaluator.state, total) >= MOST_CHANGED:
                continue
            if winter and not is_free(evaluator, search, choice, length, code):
                continue
            if kind == MOVEMENT and is_left_out(search, total, way):
                continue
            search.way_of[count] = way
            for order in range(length):
                search.sets[count, order] = search.sets[0, order]
            search.sets[count, choice] = code
            if kind == MOVEMENT:
                bring_along(evaluator, search, count, code)
                if evaluator.sight.has_terms[0] == 1:
                    bring_fleets(evaluator, search, count, choice, code, length)
            count += 1
    search.next_state[0] = evaluator.state[0]
    return count


def forget_gains(search: SearchRoom, kind: int, length: int) -> None:
    """Begin a search, in which no change was tried yet."""
    search.rounds[0] = 0
    end = search.way_starts[length] if kind in (MOVEMENT, RETREATS) else search.way_starts[1]
    for way in range(end):
        search.gains[way] = 0.0
        search.tries[way] = 0.0


def is_left_out(search: SearchRoom, total: int, way: int) -> bool:
    """True if a change is not tried in this round, as it has gained less than so many others; what
    else was changed since then may have made it better, so now and then a round has all."""
    if search.rounds[0] % ALL_IN == 0 or search.tries[way] == 0.0:
        return False
    better = 0
    for other in range(total):
        if search.tries[other] > 0.0:
            gain = search.gains[other] / search.tries[other]
            better += gain > search.gains[way] / search.tries[way]
    return better * 100 > KEPT * total


def count_changes(search: SearchRoom, kind: int, length: int) -> int:
    """The number of candidates ``change_orders`` makes at most."""
    winter = kind not in (MOVEMENT, RETREATS)
    total = length * search.way_starts[1] if winter else search.way_starts[length]
    return min(MOST_CHANGED, 1 + total)


def is_free(
    evaluator: BatchEvaluator, search: SearchRoom, choice: int, length: int, code: int
) -> bool:
    """True if no other build or removal of the first candidate is in the same province."""
    place = place_of_adjustment(evaluator, code)
    for other in range(length):
        code = search.sets[0, other]
        if other != choice and code != NONE and place_of_adjustment(evaluator, code) == place:
            return False
    return place != NONE


def place_of_adjustment(evaluator: BatchEvaluator, code: int) -> int:
    """The province of a build or removal, NONE of a build that is waived."""
    if packed_kind(code) == HOLD:
        return NONE
    location = packed_target(code) if packed_kind(code) == MOVE else packed_other(code)
    if location >= evaluator.tables.locations:
        return NONE
    return evaluator.tables.province_of[location]


def bring_along(evaluator: BatchEvaluator, search: SearchRoom, index: int, code: int) -> None:
    """Give an own unit that an order is to help what it is to be helped with."""
    helped = packed_other(code)
    if packed_kind(code) < SUPPORT or helped == NONE or helped >= evaluator.tables.locations:
        return
    partner = search.at[evaluator.tables.province_of[helped]]
    if partner == NONE:
        return
    target = packed_target(code)
    current = search.sets[index, partner]
    if packed_kind(code) == SUPPORT and target == NONE:
        if packed_kind(current) == MOVE:
            search.sets[index, partner] = packed(HOLD, 0, NONE, NONE)
        return
    for way in range(search.way_starts[partner], search.way_starts[partner + 1]):
        move = search.ways[way]
        if packed_kind(move) == MOVE and packed_target(move) == target:
            search.sets[index, partner] = move
            return


def bring_fleets(
    evaluator: BatchEvaluator, search: SearchRoom, index: int, choice: int, code: int, length: int
) -> None:
    """Give all fleets of a chain the order to convoy an army that is to go over them, or that one
    of them is to convoy."""
    tables, sight = evaluator.tables, evaluator.sight
    army = search.own[choice]
    if packed_kind(code) == CONVOY:
        army = sight.at[tables.province_of[packed_other(code)]]
    target = packed_target(code)
    if packed_kind(code) not in (MOVE, CONVOY) or is_beside(
        evaluator, army, tables.province_of[target]
    ):
        return
    for unit in range(sight.counts[0]):
        search.chain[unit] = NONE
        if search.agreed[unit] != NONE and takes(search.agreed[unit], sight.location[army], target):
            search.chain[unit] = FREE
    for other in range(length):
        if convoy_of(search, other, sight.location[army], target) != NONE:
            search.chain[search.own[other]] = FREE
    fleet = find_chain(evaluator, search, army, tables.province_of[target])
    while fleet != NONE:
        other = search.at[tables.province_of[sight.location[fleet]]]
        if other != NONE:
            search.sets[index, other] = convoy_of(search, other, sight.location[army], target)
        before = search.chain[fleet]
        fleet = NONE if before == fleet else before


def convoy_of(search: SearchRoom, choice: int, location: int, target: int) -> int:
    """The order of a choice to convoy an army from a location to a target, NONE if it has none."""
    for way in range(search.way_starts[choice], search.way_starts[choice + 1]):
        if takes(search.ways[way], location, target):
            return search.ways[way]
    return NONE


def takes(code: int, location: int, target: int) -> bool:
    """True if an order is to convoy the army at a location to a target."""
    return (
        packed_kind(code) == CONVOY
        and packed_other(code) == location
        and packed_target(code) == target
    )
