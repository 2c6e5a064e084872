"""What a set of orders is worth: played on to the second spring from now, everybody as the DumbBot
idea would. Compiled only."""

from __future__ import annotations

from typing import Any, Final

from dragoman.bots.engine.forms import USUAL, PlayTables
from dragoman.bots.engine.rows import (
    Desk,
    give_temper,
    order_row,
    owner_of_adjustment,
    read_owners,
    see,
)
from dragoman.bots.engine.search_room import Search
from dragoman.rules.batch.in_compiled_code import process_row
from dragoman.rules.batch.packed_form import C_UNITS, C_WINNER, C_YEAR
from dragoman.rules.engine.codes import MOVEMENT, NONE, RETREATS

WINTERS: Final = 2


def order_others(desk: Desk, search: Search, power: int, kind: int, state: int) -> bool:
    """Write what the others order in the phase that the search is for into ``search.others``;
    False if there was no room to list legal orders."""
    see(desk.tables, search.before, desk.sight)
    desk.state[0] = state
    for one in range(desk.tables.powers):
        give_temper(desk, one, USUAL)
    if not order_row(desk, search.before, search.all_dumb):
        return False
    end = 0
    for order in range(desk.tables.provinces):
        code = desk.codes[order]
        search.others[order] = NONE
        if kind in (MOVEMENT, RETREATS):
            search.others[order] = code
        elif code != NONE and owner_of_adjustment(desk, code) != power:
            search.others[end] = code
            end += 1
    search.others_end[0] = end
    return True


def evaluate(
    desk: Desk, search: Search, power: int, kind: int, index: int, length: int, state: int
) -> float:
    """Play on from the position with a candidate's orders and ``search.others``, and what the power
    comes to: its share of the sum of squares. Below 0 if there was no room to list legal orders."""
    tables, row = desk.tables, search.row
    copy_row(search.before, row)
    for order in range(tables.provinces):
        desk.codes[order] = search.others[order]
    end = search.others_end[0]
    for order in range(length):
        code = search.sets[index, order]
        if kind in (MOVEMENT, RETREATS):
            desk.codes[search.own[order]] = code
        elif code != NONE:
            desk.codes[end] = code
            end += 1
    last = int(row[C_YEAR]) + WINTERS
    desk.state[0] = state
    process_row(desk.room, row, desk.codes, desk.results, tables.is_plain == 1)
    while row[C_WINNER] == 0 and int(row[C_YEAR]) < last:
        see(tables, row, desk.sight)
        if not order_row(desk, row, search.all_dumb):
            return -1.0
        process_row(desk.room, row, desk.codes, desk.results, tables.is_plain == 1)
    return share_of(tables, search, desk, power)


def copy_row(row: Any, to: Any) -> None:
    """Copy a packed position."""
    for cell in range(len(row)):
        to[cell] = row[cell]


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
