"""A player that looks ahead: it tries sets of orders against the orders that the DumbBot idea gives
the others, plays on to the second winter with everybody played so, and keeps what ends best.

First candidates are drawn as the DumbBot idea itself would order, more and less steadily; those
that do worst are dropped while the others are tried more often. Then single orders of the best are
changed, each together with the order of its partner: a support brings along the move it supports, a
convoy the army it takes. All candidates of a round are tried with the same random numbers.
Compiled only, as ``rows`` is.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dragoman.bots.engine.forms import USUAL, PlayTables, Temper
from dragoman.bots.engine.rows import (
    DUMB,
    IDLE,
    SEARCHING,
    Desk,
    order_row,
    owner_of_adjustment,
    read_owners,
    see,
)
from dragoman.bots.engine.worth import draw
from dragoman.rules.batch.in_compiled_code import list_row, process_row
from dragoman.rules.batch.packed_form import C_PHASE, C_UNITS, C_WINNER, C_YEAR, YEAR_ZERO
from dragoman.rules.engine.codes import HOLD, MOVE, MOVEMENT, NONE, RETREATS, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed,
    packed_kind,
    packed_other,
    packed_target,
)

MOST_SETS: Final = 160
"""How many sets of orders are tried against each other at most."""
STEADY: Final = 24
NOISY: Final = 40
"""How many candidates are drawn of either sort."""
FIRST_SHARE: Final = 40
"""How many hundredths of the evaluations go into choosing among these."""
WINTERS: Final = 2
ELSEWHERE: Final = 4
"""Retreats and adjustments get one in so many of the evaluations of a movement."""
NEXT_STATE: Final = 2862933555777941757
"""From the random state of one try to that of the next: any odd number that is large."""
STATES: Final = 281474976710655


class Search(NamedTuple):
    """Room for a search."""

    before: Any
    """The position, ..."""
    row: Any
    """... and the one that is played on from it."""
    sets: Any
    """The candidates, a row each: an order for each of the power's choices, in an adjustment phase
    its builds or removals, and NONE behind them."""
    own: Any
    """The units, or dislodged units, that these are for."""
    score: Any
    """The sum of what each candidate came to in its tries."""
    tries: Any
    """In how many tries."""
    sequence: Any
    """The candidates in the race, the best first."""
    held: Any
    """What each power holds, in half centres."""
    all_dumb: Any
    """The ways to play where everybody is played alike, ..."""
    one_dumb: Any
    """... and where the power alone is played."""
    ways: Any
    """The legal orders of its choices, ..."""
    way_starts: Any
    """... and where those of each begin, one more at the end."""
    at: Any
    """For each province the power's choice that stands there, NONE for none."""
    spent: Any
    """How many evaluations were made, alone."""
    next_state: Any
    """The random state of the next try, alone."""
    evaluations: Any
    """How many evaluations were made in all games, alone."""
    found: Any
    """For each power that searches the orders that it found, ..."""
    of: Any
    """... the units that these are for, ..."""
    lengths: Any
    """... and how many there are."""


def search_row(
    desk: Desk, search: Search, power: int, budget: int, steady: Temper, noisy: Temper
) -> int:
    """Find orders of a power for the position ``search.before`` with some ``budget`` evaluations;
    they are in ``search.sets[0]`` then. How many there are; NONE if there was no room to list legal
    orders."""
    search.spent[0] = 0
    for other in range(desk.tables.powers):
        search.all_dumb[other] = DUMB
        search.one_dumb[other] = DUMB if other == power else IDLE
    search.next_state[0] = desk.state[0]
    see(desk.tables, search.before, desk.sight)
    kind = desk.tables.phase_kind[desk.sight.phase[0]]
    length = list_choices_of(desk, search, power, kind)
    if length <= 0:
        return length
    count = 0
    for drawn in range(STEADY + NOISY):
        temper = steady if drawn < STEADY else noisy
        if not draw_set(desk, search, power, kind, temper, count, length):
            return NONE
        if not is_known(search, count, length):
            count += 1
    if count > 1:
        samples = max(1, budget * FIRST_SHARE // 100 // cost_of_race(count, 3, 1))
        if not race(desk, search, power, kind, count, length, samples, 3, budget):
            return NONE
    samples = 2
    while search.spent[0] < budget:
        count = change_orders(desk, search, power, kind, length)
        if count < 2:
            break
        if not race(desk, search, power, kind, count, length, samples, 4, budget):
            return NONE
        if search.sequence[0] == 0:
            samples *= 2  # nothing better was found: look more closely
    return length


def play_rows(
    desk: Desk,
    search: Search,
    rows: Any,
    played: Any,
    budgets: Any,
    seeds: Any,
    temper: Temper,
    steady: Temper,
    noisy: Temper,
    last_year: int,
) -> bool:
    """Play games until a power wins or the year is over, each with a random seed, the ways to play
    of its powers and, for those that search, how many evaluations a movement may take. False if
    there was no room to list legal orders."""
    for game in range(len(rows)):
        row = rows[game]
        while row[C_WINNER] == 0 and int(row[C_YEAR]) - YEAR_ZERO <= last_year:
            for power in range(desk.tables.powers):
                if played[game, power] == SEARCHING:
                    copy_row(row, search.before)
                    desk.state[0] = (seeds[game] + power) * NEXT_STATE & STATES
                    budget = budgets[game, power]
                    if desk.tables.phase_kind[int(row[C_PHASE])] != MOVEMENT:
                        budget = max(1, budget // ELSEWHERE)
                    length = search_row(desk, search, power, budget, steady, noisy)
                    if length == NONE:
                        return False
                    search.lengths[power] = length
                    search.evaluations[0] += search.spent[0]
                    for order in range(length):
                        search.found[power, order] = search.sets[0, order]
                        search.of[power, order] = search.own[order]
            desk.state[0] = seeds[game]
            see(desk.tables, row, desk.sight)
            if not order_row(desk, row, played[game], temper):
                return False
            seeds[game] = desk.state[0]
            kind = desk.tables.phase_kind[desk.sight.phase[0]]
            for power in range(desk.tables.powers):
                if played[game, power] == SEARCHING:
                    length = search.lengths[power]
                    put_in(desk, search.found[power], search.of[power], power, kind, length)
            process_row(desk.room, row, desk.codes, desk.results, False)
    return True


def copy_row(row: Any, to: Any) -> None:
    """Copy a packed position."""
    for cell in range(len(row)):
        to[cell] = row[cell]


def list_choices_of(desk: Desk, search: Search, power: int, kind: int) -> int:
    """List what the power has to decide, and the ways of each choice; how many orders that makes,
    NONE if there was no room."""
    if list_row(desk.room, search.before, desk.listed, desk.counts, desk.dues) == NONE:
        return NONE
    sight = desk.sight
    for place in range(desk.tables.provinces):
        search.at[place] = NONE
    rows = desk.tables.powers
    if kind == MOVEMENT:
        rows = sight.counts[0]
    elif kind == RETREATS:
        rows = sight.counts[1]
    choices = 0
    begin = 0
    end = 0
    due = 0
    for row in range(rows):
        stop = begin + desk.counts[row]
        owner = row
        if kind == MOVEMENT:
            owner = sight.owner[row]
        elif kind == RETREATS:
            owner = sight.out_owner[row]
        if owner == power:
            search.own[choices] = row
            search.way_starts[choices] = end
            if kind == MOVEMENT:
                search.at[desk.tables.province_of[sight.location[row]]] = choices
            for way in range(begin, stop):
                search.ways[end] = desk.listed[way]
                end += 1
            choices += 1
            due = desk.dues[row]
        begin = stop
    search.way_starts[choices] = end
    if kind in (MOVEMENT, RETREATS):
        return choices
    return min(abs(due), end)


def draw_set(
    desk: Desk, search: Search, power: int, kind: int, temper: Temper, index: int, length: int
) -> bool:
    """Draw a candidate; False if there was no room to list legal orders."""
    see(desk.tables, search.before, desk.sight)
    if not order_row(desk, search.before, search.one_dumb, temper):
        return False
    for order in range(search.sets.shape[1]):
        search.sets[index, order] = NONE
    if kind in (MOVEMENT, RETREATS):
        for choice in range(length):
            search.sets[index, choice] = desk.codes[search.own[choice]]
        return True
    end = 0
    for order in range(desk.tables.provinces):
        code = desk.codes[order]
        if code != NONE and end < length and owner_of_adjustment(desk, code) == power:
            search.sets[index, end] = code
            end += 1
    return True


def is_known(search: Search, index: int, length: int) -> bool:
    """Whether a candidate is the same as one before it."""
    for other in range(index):
        same = True
        for order in range(length):
            if search.sets[other, order] != search.sets[index, order]:
                same = False
                break
        if same:
            return True
    return False


def cost_of_race(count: int, fewer: int, samples: int) -> int:
    """How many evaluations a race takes."""
    total = count * samples
    while count > 2:
        count = max(2, count // fewer)
        samples *= fewer
        total += count * samples
    return total


def race(
    desk: Desk,
    search: Search,
    power: int,
    kind: int,
    count: int,
    length: int,
    samples: int,
    fewer: int,
    budget: int,
) -> bool:
    """Try candidates against each other in so many samples, keep one in ``fewer`` of them, try
    these so many times more often, and so on, while there are more than two. The first candidate
    stays in the race whatever comes. The best becomes the first; ``search.sequence[0]`` is where
    it stood."""
    for index in range(count):
        search.sequence[index] = index
        search.score[index] = 0.0
        search.tries[index] = 0
    going = True
    while going:
        for _ in range(samples):
            if search.spent[0] >= budget:
                going = False
                break
            state = (search.next_state[0] * NEXT_STATE + 1) & STATES
            search.next_state[0] = state
            for place in range(count):
                index = search.sequence[place]
                value = evaluate(desk, search, power, kind, index, length, state)
                if value < 0.0:
                    return False
                search.score[index] += value
                search.tries[index] += 1
                search.spent[0] += 1
        sort_by_score(search, count)
        if count <= 2:
            break
        left = max(2, count // fewer)
        for place in range(left, count):
            if search.sequence[place] == 0:  # it takes the place of the worst that is left
                search.sequence[left - 1] = 0
        count = left
        samples *= fewer
    best = search.sequence[0]
    for order in range(length):
        search.sets[0, order] = search.sets[best, order]
    return True


def sort_by_score(search: Search, count: int) -> None:
    """Bring candidates that were tried equally often into a sequence, the best first; of equal ones
    the one that was drawn first."""
    for place in range(1, count):
        index = search.sequence[place]
        to = place
        while to > 0 and is_better(search, index, search.sequence[to - 1]):
            search.sequence[to] = search.sequence[to - 1]
            to -= 1
        search.sequence[to] = index


def is_better(search: Search, one: int, other: int) -> bool:
    """Whether a candidate has done better than another."""
    if search.score[one] == search.score[other]:
        return one < other
    return search.score[one] > search.score[other]


def evaluate(
    desk: Desk, search: Search, power: int, kind: int, index: int, length: int, state: int
) -> float:
    """Play on from the position with a candidate's orders, and what the power comes to: its share
    of the sum of squares. Below 0 if there was no room to list legal orders."""
    tables, row = desk.tables, search.row
    copy_row(search.before, row)
    last = int(row[C_YEAR]) + WINTERS
    desk.state[0] = state
    is_first = True
    while row[C_WINNER] == 0 and int(row[C_YEAR]) < last:
        see(tables, row, desk.sight)
        if not order_row(desk, row, search.all_dumb, USUAL):
            return -1.0
        if is_first:
            put_in(desk, search.sets[index], search.own, power, kind, length)
            is_first = False
        process_row(desk.room, row, desk.codes, desk.results, tables.is_plain == 1)
    return share_of(tables, search, desk, power)


def put_in(desk: Desk, orders: Any, own: Any, power: int, kind: int, length: int) -> None:
    """Put a candidate's orders in the place of those that the power was given."""
    if kind in (MOVEMENT, RETREATS):
        for choice in range(length):
            desk.codes[own[choice]] = orders[choice]
        return
    end = 0
    for order in range(desk.tables.provinces):
        code = desk.codes[order]
        if code == NONE:
            break
        if owner_of_adjustment(desk, code) != power:
            desk.codes[end] = code
            end += 1
    for order in range(length):
        if orders[order] != NONE:
            desk.codes[end] = orders[order]
            end += 1
    for order in range(end, desk.tables.provinces):
        desk.codes[order] = NONE


def share_of(tables: PlayTables, search: Search, desk: Desk, power: int) -> float:
    """The share of the sum of squares that a power has, where a unit in a centre that is not its
    own has half of that. One who has won has all."""
    row = search.row
    if row[C_WINNER] != 0:
        return 1.0 if int(row[C_WINNER]) - 1 == power else 0.0
    read_owners(tables, row, desk.sight)
    for other in range(tables.powers):
        search.held[other] = 0
    for center in range(tables.centers):
        owner = desk.sight.owners[tables.center_place[center]]
        if owner != NONE:
            search.held[owner] += 2
    for unit in range(int(row[C_UNITS])):
        word = int(row[tables.first_unit + unit])
        place = tables.province_of[word & ((1 << tables.kind_shift) - 1)]
        owner = (word >> tables.owner_shift) & tables.owner_mask
        if tables.center_of[place] != NONE and desk.sight.owners[place] != owner:
            search.held[owner] += 1
            if desk.sight.owners[place] != NONE:
                search.held[desk.sight.owners[place]] -= 1
    total = 0
    for other in range(tables.powers):
        total += search.held[other] * search.held[other]
    return search.held[power] * search.held[power] / max(1, total)


def change_orders(desk: Desk, search: Search, power: int, kind: int, length: int) -> int:
    """Make candidates of the first by changing one order each; how many there are with the first.
    Where that makes more than there is room for, some of them by chance."""
    tables = desk.tables
    see(tables, search.before, desk.sight)
    winter = kind not in (MOVEMENT, RETREATS)
    total = search.way_starts[length] if not winter else length * search.way_starts[1]
    count = 1
    desk.state[0] = search.next_state[0]
    for choice in range(length):
        begin = 0 if winter else search.way_starts[choice]
        end = search.way_starts[1] if winter else search.way_starts[choice + 1]
        for way in range(begin, end):
            code = search.ways[way]
            if code == search.sets[0, choice] or count == MOST_SETS:
                continue
            if total >= MOST_SETS and draw(desk.state, total) >= MOST_SETS:
                continue
            if winter and not is_free(desk, search, choice, length, code):
                continue
            for order in range(length):
                search.sets[count, order] = search.sets[0, order]
            search.sets[count, choice] = code
            if kind == MOVEMENT:
                bring_along(desk, search, count, code)
            count += 1
    search.next_state[0] = desk.state[0]
    return count


def is_free(desk: Desk, search: Search, choice: int, length: int, code: int) -> bool:
    """Whether no other build or removal of the first candidate is in the same province."""
    place = place_of_adjustment(desk, code)
    for other in range(length):
        code = search.sets[0, other]
        if other != choice and code != NONE and place_of_adjustment(desk, code) == place:
            return False
    return place != NONE


def place_of_adjustment(desk: Desk, code: int) -> int:
    """The province of a build or removal, NONE of a build that is waived."""
    if packed_kind(code) == HOLD:
        return NONE
    location = packed_target(code) if packed_kind(code) == MOVE else packed_other(code)
    if location >= desk.tables.locations:
        return NONE
    return desk.tables.province_of[location]


def bring_along(desk: Desk, search: Search, index: int, code: int) -> None:
    """Give an own unit that an order is to help what it is to be helped with."""
    helped = packed_other(code)
    if packed_kind(code) < SUPPORT or helped == NONE or helped >= desk.tables.locations:
        return
    partner = search.at[desk.tables.province_of[helped]]
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
