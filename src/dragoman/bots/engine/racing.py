"""Sets of orders tried against each other: all with the same random numbers, the worse ones dropped
while the others are tried more often. Compiled only."""

from __future__ import annotations

from typing import Final

from dragoman.bots.engine.forms import FINALISTS, JOINED, SearchRoom
from dragoman.bots.engine.rollout import evaluate, forget_met, order_others
from dragoman.bots.engine.rows import BatchEvaluator
from dragoman.bots.engine.worth import mixed
from dragoman.rules.engine.codes import MOVEMENT, NONE

FEWER: Final = 4
"""In a race of changes one in so many is kept, and tried so many times as often; ..."""
LAST_TRIES: Final = 16
"""... the last of them so many times as often as all were at first."""
MARGIN: Final = 0.3
"""What a change has to gain in all its last tries together, as a part of what is reached without
it: most changes are for the worse, and few tries are not enough to say that one is not."""


def choose_first(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    kind: int,
    count: int,
    length: int,
    budget: int,
    whole: int,
) -> bool:
    """Bring the best of the candidates to the first place with so many evaluations; where that is
    the ``whole`` budget, those that do not come out even go to the last two. False if there was no
    room to list legal orders."""
    enter(search, count)
    samples = max(1, budget // cost_of_choice(count))
    while count > 1:
        if not try_all(evaluator, search, power, kind, count, length, samples):
            return False
        sort_by_score(search, count)
        if count == 2:
            break
        count = max(2, count // 3)
        samples *= 3
    rest = (budget - search.spent[0]) // 2
    if budget == whole and rest > 0:
        if not try_all(evaluator, search, power, kind, 2, length, rest):
            return False
        sort_by_score(search, 2)
    take(search, search.sequence[0], length)
    return True


def cost_of_choice(count: int) -> int:
    """The number of evaluations a choice takes that begins with one try of each."""
    samples = 1
    total = count
    while count > 2:
        count = max(2, count // 3)
        samples *= 3
        total += count * samples
    return total


def improve(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    kind: int,
    count: int,
    length: int,
    samples: int,
) -> int:
    """Try changes against the first candidate, each in so many samples to begin with, then one in
    ``FEWER`` more often, and last the best few and what their changes come to together, in tries
    that count by themselves. 1 if the first candidate is a better one now, 0 if none was found,
    NONE if there was no room to list legal orders."""
    enter(search, count)
    if not try_all(evaluator, search, power, kind, count, length, samples):
        return NONE
    note_gains(search, count, samples)
    sort_by_score(search, count)
    left = max(min(count, FINALISTS), count // FEWER)
    if not try_all(evaluator, search, power, kind, left, length, samples * FEWER):
        return NONE
    sort_by_score(search, left)
    finalists = bring_first_forward(search, left)
    last = finalists + 1
    if kind == MOVEMENT:
        last = join_changes(search, finalists, count, length)
    for place in range(last):
        search.score[search.sequence[place]] = 0.0
    tries = samples * LAST_TRIES
    if not try_all(evaluator, search, power, kind, last, length, tries):
        return NONE
    sort_by_score(search, last)
    best = search.sequence[0]
    if search.score[best] - search.score[0] <= MARGIN * search.score[0] / tries:
        return 0
    take(search, best, length)
    return 1


def bring_first_forward(search: SearchRoom, left: int) -> int:
    """Bring the first candidate to the front of the race, with the best of the others behind it;
    how many of these are finalists."""
    place = 0
    while search.sequence[place] != 0:
        place += 1
    others = left if place >= left else left - 1
    while place > 0:
        search.sequence[place] = search.sequence[place - 1]
        place -= 1
    search.sequence[0] = 0
    return min(FINALISTS, others)


def note_gains(search: SearchRoom, count: int, samples: int) -> None:
    """Note what each change gained, for the rounds to come; what was noted before counts half."""
    for index in range(1, count):
        way = search.way_of[index]
        gain = search.score[index] - search.score[0]
        search.gains[way] = search.gains[way] / 2 + gain
        search.tries[way] = search.tries[way] / 2 + samples
    search.rounds[0] += 1


def cost_of_change(count: int) -> int:
    """The number of evaluations it takes at most to try changes that are tried once to begin
    with."""
    left = max(min(count, FINALISTS), count // FEWER)
    return count + left * FEWER + (1 + FINALISTS + JOINED) * LAST_TRIES


def join_changes(search: SearchRoom, finalists: int, first: int, length: int) -> int:
    """Make candidates of the changes of the best two, of the first and third, of the second and
    third, and of all three, as far as these do not change the same order; how many are in the
    race then."""
    last = finalists + 1
    for joined in (3, 5, 6, 7):
        index = first
        for order in range(length):
            search.sets[index, order] = search.sets[0, order]
        fits = True
        for place in range(3):
            if joined >> place & 1 == 0:
                continue
            if place >= finalists:
                fits = False
                break
            change = search.sequence[place + 1]
            for order in range(length):
                code = search.sets[change, order]
                if code == search.sets[0, order]:
                    continue
                if search.sets[index, order] != search.sets[0, order]:
                    fits = fits and search.sets[index, order] == code
                search.sets[index, order] = code
        if fits:
            search.sequence[last] = index
            last += 1
            first += 1
    return last


def enter(search: SearchRoom, count: int) -> None:
    """Put the first so many candidates into a race."""
    for index in range(count):
        search.sequence[index] = index
        search.score[index] = 0.0


def try_all(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    kind: int,
    count: int,
    length: int,
    samples: int,
) -> bool:
    """Add to the scores of the first so many in the race what they come to in so many tries; False
    if there was no room to list legal orders."""
    for _ in range(samples):
        search.next_state[0] = mixed(search.next_state[0], 1)
        if not order_others(evaluator, search, power, kind, search.next_state[0]):
            return False
        state = evaluator.state[0]
        forget_met(search)
        for place in range(count):
            index = search.sequence[place]
            value = evaluate(evaluator, search, power, kind, index, length, state)
            if value < 0.0:
                return False
            search.score[index] += value
        search.spent[0] += count
    return True


def take(search: SearchRoom, index: int, length: int) -> None:
    """Make a candidate the first."""
    for order in range(length):
        search.sets[0, order] = search.sets[index, order]


def sort_by_score(search: SearchRoom, count: int) -> None:
    """Bring candidates that were tried equally often into a sequence, the best first; of equal ones
    the one that was drawn first."""
    for place in range(1, count):
        index = search.sequence[place]
        to = place
        while to > 0 and is_better(search, index, search.sequence[to - 1]):
            search.sequence[to] = search.sequence[to - 1]
            to -= 1
        search.sequence[to] = index


def is_better(search: SearchRoom, one: int, other: int) -> bool:
    """True if a candidate has done better than another."""
    if search.score[one] == search.score[other]:
        return one < other
    return search.score[one] > search.score[other]
