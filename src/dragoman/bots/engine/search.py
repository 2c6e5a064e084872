"""A player that looks ahead: it tries sets of orders against the orders that the DumbBot idea gives
the others, plays on to the second winter with everybody played so, and keeps what ends best.

First candidates are drawn as the DumbBot idea itself would order, and the best of them is chosen;
then orders of that are changed, as long as there are evaluations left. Compiled only, as ``rows``
is.
"""

from __future__ import annotations

from typing import Any, Final

from dragoman.bots.engine.candidates import (
    change_orders,
    count_changes,
    draw_set,
    forget_gains,
    is_known,
    list_choices_of,
)
from dragoman.bots.engine.forms import Temper
from dragoman.bots.engine.racing import choose_first, cost_of_change, improve
from dragoman.bots.engine.rollout import copy_row, put_in, set_end
from dragoman.bots.engine.rows import DUMB, IDLE, SEARCHING, Desk, order_row, see
from dragoman.bots.engine.search_room import Search
from dragoman.bots.engine.worth import mixed
from dragoman.rules.batch.in_compiled_code import process_row
from dragoman.rules.batch.packed_form import C_PHASE, C_WINNER, C_YEAR, YEAR_ZERO
from dragoman.rules.engine.codes import MOVEMENT, NONE

STEADY: Final = 24
NOISY: Final = 40
"""How many candidates are drawn of either sort."""
FIRST_SHARE: Final = 25
"""How many hundredths of the evaluations go into choosing among these."""
SAMPLES: Final = 2
"""How often each change is tried at first, where there are evaluations enough."""
ELSEWHERE: Final = 4
"""Retreats and adjustments get one in so many of the evaluations of a movement."""


def search_row(
    desk: Desk,
    search: Search,
    power: int,
    budget: int,
    steady: Temper,
    noisy: Temper,
    last_year: int,
) -> int:
    """Find orders of a power for the position ``search.before`` with some ``budget`` evaluations,
    in a game that ends with ``last_year``; they are in ``search.sets[0]`` then. How many there are;
    NONE if there was no room to list legal orders."""
    search.spent[0] = 0
    set_end(search, last_year)
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
    forget_gains(search, kind, length)
    for drawn in range(STEADY + NOISY):
        temper = steady if drawn < STEADY else noisy
        if not draw_set(desk, search, power, kind, temper, count, length):
            return NONE
        if not is_known(search, count, length):
            count += 1
    given = budget * FIRST_SHARE // 100
    if cost_of_change(count_changes(search, kind, length)) > budget - given:
        given = budget  # too few to change anything after this
    if count > 1 and not choose_first(desk, search, power, kind, count, length, given, budget):
        return NONE
    samples = SAMPLES
    while True:
        count = change_orders(desk, search, power, kind, length)
        possible = (budget - search.spent[0]) // cost_of_change(count)
        if count < 2 or possible < 1:
            return length
        better = improve(desk, search, power, kind, count, length, min(samples, possible))
        if better == NONE:
            return NONE
        if better == 0:
            samples *= 2  # look more closely


def play_rows(
    desk: Desk,
    search: Search,
    rows: Any,
    played: Any,
    budgets: Any,
    seeds: Any,
    tempers: Any,
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
                    desk.state[0] = mixed(seeds[game], power + 1)
                    budget = budgets[game, power]
                    if desk.tables.phase_kind[int(row[C_PHASE])] != MOVEMENT:
                        budget = max(1, budget // ELSEWHERE)
                    given = power, budget, steady, noisy, last_year
                    length = search_row(desk, search, *given)
                    if length == NONE:
                        return False
                    search.lengths[power] = length
                    search.evaluations[0] += search.spent[0]
                    for order in range(length):
                        search.found[power, order] = search.sets[0, order]
                        search.of[power, order] = search.own[order]
            desk.state[0] = seeds[game]
            see(desk.tables, row, desk.sight)
            for part in range(3 * desk.tables.powers):
                desk.tempers[part] = tempers[game, part]
            if not order_row(desk, row, played[game]):
                return False
            seeds[game] = desk.state[0]
            kind = desk.tables.phase_kind[desk.sight.phase[0]]
            for power in range(desk.tables.powers):
                if played[game, power] == SEARCHING:
                    length = search.lengths[power]
                    put_in(desk, search.found[power], search.of[power], power, kind, length)
            process_row(desk.room, row, desk.codes, desk.results, False)
    return True
