"""The value of a set of orders: played on to the second spring from now, everybody as the DumbBot
idea would. Compiled only."""

from __future__ import annotations

from typing import Any, Final

from dragoman.bots.engine.forms import MET, MOST_LEFT, USUAL, PlayTables, SearchRoom
from dragoman.bots.engine.learned import learned_share
from dragoman.bots.engine.rows import (
    DUMB,
    BatchEvaluator,
    give_temper,
    order_row,
    owner_of_adjustment,
    read_owners,
    see,
)
from dragoman.bots.engine.terms import keep_peace, keep_terms
from dragoman.bots.engine.worth import STATES, mixed
from dragoman.rules.batch.kernel_rows import process_row
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    C_YEAR,
    YEAR_ZERO,
)
from dragoman.rules.engine.codes import ADJUSTMENTS, MOVEMENT, NONE, RETREATS

# Which value a position has: that made by hand, or that mixed with the learned one.
BY_HAND: Final = 0
MIXED: Final = 1

WINTERS: Final = 2
"""To this winter positions are played on, where the value is made by hand."""
UNKNOWN_LEFT: Final = 5
"""How many years are taken to be left of a game of which no end is known."""
NEAR: Final = 8
"""With so few centres to go a power is in danger of winning, the more so the fewer there are."""
NEVER: Final = 1 << 20
"""The last year of a game of which no end is known."""


def set_end(tables: PlayTables, search: SearchRoom, last_year: int) -> None:
    """Say until when the position is played on: for a learned value the last winter's builds are
    made, and a winter that has come does not count."""
    winters = WINTERS
    if search.leaf[0] == MIXED:
        winters = int(search.net.winters[0])
        if tables.phase_kind[int(search.before[C_PHASE])] == ADJUSTMENTS:
            winters += 1
    set_winters(search, winters, last_year)


def set_winters(search: SearchRoom, winters: int, last_year: int) -> None:
    """Say to which winter the position is played on, unless the game ends before."""
    end = int(search.before[C_YEAR]) + winters
    search.end[0] = min(end, last_year + 1 + YEAR_ZERO)
    search.end[1] = int(last_year + 1 + YEAR_ZERO <= end)
    left = UNKNOWN_LEFT if last_year == NEVER else last_year + 1 + YEAR_ZERO - end
    search.end[2] = max(0, min(MOST_LEFT, left))


def order_others(
    evaluator: BatchEvaluator, search: SearchRoom, power: int, kind: int, state: int
) -> bool:
    """Write what the others order in the phase that the search is for into ``search.others``;
    False if there was no room to list legal orders."""
    see(evaluator.tables, search.before, evaluator.sight)
    evaluator.state[0] = state
    for one in range(evaluator.tables.powers):
        give_temper(evaluator, one, USUAL)
    if not order_row(evaluator, search.before, search.all_dumb):
        return False
    if evaluator.sight.has_terms[0] == 1 and kind == MOVEMENT:
        keep_terms(evaluator, search)
    end = 0
    for order in range(evaluator.tables.provinces):
        code = evaluator.codes[order]
        search.others[order] = NONE
        if kind in (MOVEMENT, RETREATS):
            search.others[order] = code
        elif code != NONE and owner_of_adjustment(evaluator, code) != power:
            search.others[end] = code
            end += 1
    search.others_end[0] = end
    return True


def evaluate(
    evaluator: BatchEvaluator,
    search: SearchRoom,
    power: int,
    kind: int,
    index: int,
    length: int,
    state: int,
) -> float:
    """Play on from the position with a candidate's orders and ``search.others``, and what the power
    comes to: its share of the sum of squares. Below 0 if there was no room to list legal orders."""
    digest = carry_out(evaluator, search, kind, index, length, state)
    place = place_met(search, digest)
    if search.met[place] == 0:
        if not play_on(evaluator, search):
            return -1.0
        search.met[place] = digest
        search.values[place] = value_to(evaluator.tables, search, evaluator, power)
    return search.values[place]


def carry_out(
    evaluator: BatchEvaluator, search: SearchRoom, kind: int, index: int, length: int, state: int
) -> int:
    """Carry out the phase with a candidate's orders and ``search.others``; the digest of the
    position after it, which is in ``search.row``."""
    tables, row = evaluator.tables, search.row
    copy_row(search.before, row)
    for order in range(tables.provinces):
        evaluator.codes[order] = search.others[order]
    end = search.others_end[0]
    for order in range(length):
        code = search.sets[index, order]
        if kind in (MOVEMENT, RETREATS):
            evaluator.codes[search.own[order]] = code
        elif code != NONE:
            evaluator.codes[end] = code
            end += 1
    evaluator.state[0] = state
    process_row(evaluator.room, row, evaluator.codes, evaluator.results, tables.is_plain == 1)
    return digest_of(tables, row)


def play_on(evaluator: BatchEvaluator, search: SearchRoom) -> bool:
    """Play on to the end; False if there was no room to list legal orders."""
    tables, row = evaluator.tables, search.row
    is_counted = search.leaf[0] == BY_HAND or search.end[1] == 1
    while row[C_WINNER] == 0 and int(row[C_YEAR]) < search.end[0]:
        is_last = is_counted and int(row[C_YEAR]) == search.end[0] - 1
        if is_last and tables.ends_year[int(row[C_PHASE])] == 1:
            return True  # no centre changes hands any more
        see(tables, row, evaluator.sight)
        if not order_row(evaluator, row, search.all_dumb):
            return False
        if evaluator.sight.has_terms[0] == 1 and tables.phase_kind[int(row[C_PHASE])] == MOVEMENT:
            keep_peace(evaluator)
        process_row(evaluator.room, row, evaluator.codes, evaluator.results, tables.is_plain == 1)
    return True


def digest_of(tables: PlayTables, row: Any) -> int:
    """A number that a position has with no other, as far as chance may be trusted; never 0."""
    cells = tables.first_unit + int(row[C_UNITS])
    cells += int(row[C_DISLODGED]) * tables.cells_of_dislodged
    digest = 0
    for cell in range(cells):
        digest = ((digest ^ int(row[cell])) * 25214903917) & STATES
        digest ^= digest >> 25
    return digest if digest != 0 else 1


def place_met(search: SearchRoom, digest: int) -> int:
    """Where a position is kept in mind in this try, or could be."""
    place = digest & (MET - 1)
    while search.met[place] != 0 and search.met[place] != digest:
        place = (place + 1) & (MET - 1)
    return place


def forget_met(search: SearchRoom) -> None:
    """Begin a try, with luck in which no position was met yet."""
    for place in range(MET):
        search.met[place] = 0


def copy_row(row: Any, to: Any) -> None:
    """Copy a packed position."""
    for cell in range(len(row)):
        to[cell] = row[cell]


def share_of(
    tables: PlayTables, search: SearchRoom, evaluator: BatchEvaluator, power: int
) -> float:
    """The share of the sum of squares that a power has, where a unit in a centre that is not its
    own has half of that, unless the game ends here; or that mixed with what it comes to by what
    was learned. One who has won has all."""
    row = search.row
    if row[C_WINNER] != 0:
        return 1.0 if int(row[C_WINNER]) - 1 == power else 0.0
    read_owners(tables, row, evaluator.sight)
    for other in range(tables.powers):
        search.held[other] = 0
    for center in range(tables.centers):
        owner = evaluator.sight.owners[tables.center_place[center]]
        if owner != NONE:
            search.held[owner] += 2
    for unit in range(int(row[C_UNITS]) if search.end[1] == 0 else 0):
        word = int(row[tables.first_unit + unit])
        place = tables.province_of[word & ((1 << tables.kind_shift) - 1)]
        owner = (word >> tables.owner_shift) & tables.owner_mask
        if tables.center_of[place] != NONE and evaluator.sight.owners[place] != owner:
            search.held[owner] += 1
            if evaluator.sight.owners[place] != NONE:
                search.held[evaluator.sight.owners[place]] -= 1
    total = 0
    for other in range(tables.powers):
        total += search.held[other] * search.held[other]
    share = search.held[power] * search.held[power] / max(1, total)
    if search.leaf[0] == MIXED and search.end[1] == 0:
        given = tables, search.net, row, evaluator.sight.owners, search.held, search.end[2]
        share += search.net.part[0] * (learned_share(*given, power) - share)
    if evaluator.sight.has_terms[0] == 1:
        share *= safety(tables, search, power)
    return share


def value_to(
    tables: PlayTables, search: SearchRoom, evaluator: BatchEvaluator, power: int
) -> float:
    """The value of the position to a power: its share, and so much of the shares of those with whom
    it is at peace as it wishes them well."""
    value = share_of(tables, search, evaluator, power)
    if evaluator.sight.has_terms[0] == 1 and search.goodwill[0] > 0.0:
        for other in range(tables.powers):
            if evaluator.sight.at_peace[power * tables.powers + other] == 1:
                value += search.goodwill[0] * share_of(tables, search, evaluator, other)
    return value


def safety(tables: PlayTables, search: SearchRoom, power: int) -> float:
    """The part of its share that a power can count on, as none of the others has won: nothing is
    left of it when one has the centres that win, all of it while none is within ``NEAR`` of
    them."""
    most = 0
    for other in range(tables.powers):
        if other != power:
            most = max(most, search.held[other])
    lacking = search.victory[0] - most / 2
    if search.victory[0] == 0 or lacking >= NEAR:
        return 1.0
    danger = 1.0 - max(0.0, lacking) / NEAR
    return 1.0 - danger * danger


def try_agreed(
    evaluator: BatchEvaluator, search: SearchRoom, winters: int, last_year: int, outcomes: Any
) -> bool:
    """Play on from ``search.before`` under its terms, as far as ever or to a winter, and write into
    each row of ``outcomes`` what every power comes to, a row for each try; the random state is the
    same whatever the terms are. False if there was no room to list legal orders."""
    tables = evaluator.tables
    set_end(tables, search, last_year)
    if winters > 0:
        set_winters(search, winters, last_year)
    for power in range(tables.powers):
        search.all_dumb[power] = DUMB
    see(tables, search.before, evaluator.sight)
    kind = tables.phase_kind[evaluator.sight.phase[0]]
    state = evaluator.state[0]
    for one in range(len(outcomes)):
        state = mixed(state, 1)
        if not order_others(evaluator, search, NONE, kind, state):
            return False
        carry_out(evaluator, search, kind, 0, 0, evaluator.state[0])
        if not play_on(evaluator, search):
            return False
        for power in range(tables.powers):
            outcomes[one, power] = share_of(tables, search, evaluator, power)
    return True


def put_in(
    evaluator: BatchEvaluator, orders: Any, own: Any, power: int, kind: int, length: int
) -> None:
    """Put a candidate's orders in the place of those that the power was given."""
    if kind in (MOVEMENT, RETREATS):
        for choice in range(length):
            evaluator.codes[own[choice]] = orders[choice]
        return
    end = 0
    for order in range(evaluator.tables.provinces):
        code = evaluator.codes[order]
        if code == NONE:
            break
        if owner_of_adjustment(evaluator, code) != power:
            evaluator.codes[end] = code
            end += 1
    for order in range(length):
        if orders[order] != NONE:
            evaluator.codes[end] = orders[order]
            end += 1
    for order in range(end, evaluator.tables.provinces):
        evaluator.codes[order] = NONE
