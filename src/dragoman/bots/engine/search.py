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
from dragoman.bots.engine.forms import SearchRoom, Temper
from dragoman.bots.engine.racing import choose_first, cost_of_change, improve
from dragoman.bots.engine.rollout import BY_HAND, MIXED, copy_row, put_in, set_end
from dragoman.bots.engine.rows import (
    DUMB,
    IDLE,
    LEARNED,
    SEARCHING,
    BatchEvaluator,
    order_row,
    see,
)
from dragoman.bots.engine.terms import foresee
from dragoman.bots.engine.worth import mixed
from dragoman.rules.batch.kernel_rows import process_row
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
    evaluator: BatchEvaluator,
    search: SearchRoom,
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
    set_end(evaluator.tables, search, last_year)
    for other in range(evaluator.tables.powers):
        search.all_dumb[other] = DUMB
        search.one_dumb[other] = DUMB if other == power else IDLE
    search.next_state[0] = evaluator.state[0]
    see(evaluator.tables, search.before, evaluator.sight)
    kind = evaluator.tables.phase_kind[evaluator.sight.phase[0]]
    if evaluator.sight.has_terms[0] == 1 and kind == MOVEMENT:
        if not foresee(evaluator, search):
            return NONE
        see(evaluator.tables, search.before, evaluator.sight)
    length = list_choices_of(evaluator, search, power, kind)
    if length <= 0:
        return length
    count = 0
    forget_gains(search, kind, length)
    for drawn in range(STEADY + NOISY):
        temper = steady if drawn < STEADY else noisy
        if not draw_set(evaluator, search, power, kind, temper, count, length):
            return NONE
        if not is_known(search, count, length):
            count += 1
    given = budget * FIRST_SHARE // 100
    if cost_of_change(count_changes(search, kind, length)) > budget - given:
        given = budget  # too few to change anything after this
    if count > 1 and not choose_first(evaluator, search, power, kind, count, length, given, budget):
        return NONE
    samples = SAMPLES
    while True:
        count = change_orders(evaluator, search, power, kind, length)
        possible = (budget - search.spent[0]) // cost_of_change(count)
        if count < 2 or possible < 1:
            return length
        better = improve(evaluator, search, power, kind, count, length, min(samples, possible))
        if better == NONE:
            return NONE
        if better == 0:
            samples *= 2  # look more closely


def play_rows(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    rows: Any,
    played: Any,
    budgets: Any,
    seeds: Any,
    tempers: Any,
    steady: Temper,
    noisy: Temper,
    until: int,
    last_year: int,
) -> bool:
    """Play games that end with ``last_year`` until a power wins or a year is over, each with a
    random seed, the ways to play of its powers and, for those that search, how many evaluations a
    movement may take. False if there was no room to list legal orders."""
    for game in range(len(rows)):
        row = rows[game]
        while row[C_WINNER] == 0 and int(row[C_YEAR]) - YEAR_ZERO <= until:
            for power in range(evaluator.tables.powers):
                if played[game, power] >= SEARCHING:
                    search.leaf[0] = MIXED if played[game, power] == LEARNED else BY_HAND
                    copy_row(row, search.before)
                    evaluator.state[0] = mixed(seeds[game], power + 1)
                    budget = budgets[game, power]
                    if evaluator.tables.phase_kind[int(row[C_PHASE])] != MOVEMENT:
                        budget = max(1, budget // ELSEWHERE)
                    given = power, budget, steady, noisy, last_year
                    length = search_row(evaluator, search, *given)
                    if length == NONE:
                        return False
                    search.lengths[power] = length
                    search.evaluations[0] += search.spent[0]
                    for order in range(length):
                        search.found[power, order] = search.sets[0, order]
                        search.of[power, order] = search.own[order]
            evaluator.state[0] = seeds[game]
            see(evaluator.tables, row, evaluator.sight)
            for part in range(3 * evaluator.tables.powers):
                evaluator.tempers[part] = tempers[game, part]
            if not order_row(evaluator, row, played[game]):
                return False
            seeds[game] = evaluator.state[0]
            kind = evaluator.tables.phase_kind[evaluator.sight.phase[0]]
            for power in range(evaluator.tables.powers):
                if played[game, power] >= SEARCHING:
                    length = search.lengths[power]
                    put_in(evaluator, search.found[power], search.of[power], power, kind, length)
            process_row(evaluator.room, row, evaluator.codes, evaluator.results, False)
    return True
