"""What is called from outside the compiled source: lots of packed positions carried on.

``ice`` are the tables of the board while arctic water is closed.
"""

from __future__ import annotations

from dragoman.rules.batch.listing import list_in_rows
from dragoman.rules.batch.lot import Lot
from dragoman.rules.batch.packed_form import C_PHASE, C_WINNER, C_YEAR, YEAR_ZERO, PackedForm
from dragoman.rules.batch.packed_position import read_position, write_position
from dragoman.rules.batch.packed_turn import (
    read_adjustments,
    read_orders,
    read_retreats,
    write_adjustment_results,
    write_results,
)
from dragoman.rules.batch.random_play import draw_orders
from dragoman.rules.engine.codes import ADJUSTMENTS, NONE, RETREATS
from dragoman.rules.engine.phases import (
    next_phase,
    run_adjustments,
    run_movement,
    run_retreats,
)
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import Turn


def process_lot(
    t: Turn,
    ice: BoardTables,
    form: PackedForm,
    lot: Lot,
    begin: int,
    end: int,
    width: int,
    is_checked: bool,
) -> None:
    """Carry out the phase that each of the positions ``begin`` to ``end`` is in, with ``width``
    orders each. Won games stay."""
    for index in range(begin, end):
        if lot.cells[index * form.row + C_WINNER] == 0:
            first = index * width
            if is_icy(t, form, lot, index):
                process_one(t.on(ice), form, lot, index, first, width, is_checked)
            else:
                process_one(t, form, lot, index, first, width, is_checked)


def is_icy(t: Turn, form: PackedForm, lot: Lot, index: int) -> bool:
    """Whether arctic water is closed in the phase of a position."""
    return t.calendar.is_icy[lot.cells[index * form.row + C_PHASE]] == 1


def process_one(
    t: Turn, form: PackedForm, lot: Lot, index: int, first: int, width: int, is_checked: bool
) -> None:
    """Carry out the phase of one position. Its orders begin at ``first``."""
    read_position(t, form, lot, index)
    carry_out(t, lot, first, width, is_checked)
    next_phase(t)
    write_position(t, form, lot, index)


def carry_out(t: Turn, lot: Lot, first: int, width: int, is_checked: bool) -> None:
    """Read the orders of a phase, carry them out and write what became of them."""
    kind = t.calendar.kind[t.phase]
    if kind == RETREATS:
        carry_out_retreats(t, lot, first)
    elif kind == ADJUSTMENTS:
        carry_out_adjustments(t, lot, first, width)
    else:
        carry_out_movement(t, lot, first, is_checked)


def carry_out_movement(t: Turn, lot: Lot, first: int, is_checked: bool) -> None:
    """The same in a movement phase."""
    read_orders(t, lot, first, is_checked)
    run_movement(t, is_checked)
    write_results(t, lot, first)


def carry_out_retreats(t: Turn, lot: Lot, first: int) -> None:
    """The same in a retreat phase."""
    read_retreats(t, lot, first)
    count = t.dislodged_count
    run_retreats(t)
    for row in range(count):
        lot.results[first + row] = t.dislodged.result[row]


def carry_out_adjustments(t: Turn, lot: Lot, first: int, width: int) -> None:
    """The same in an adjustment phase."""
    read_adjustments(t, lot, first, width)
    given = t.adjustment_count
    run_adjustments(t)
    write_adjustment_results(t, lot, first, given)


def choose_for_lot(
    t: Turn, ice: BoardTables, form: PackedForm, lot: Lot, begin: int, end: int, width: int
) -> int:
    """Random legal orders for the positions ``begin`` to ``end``, with room for ``width`` each; the
    first position for which there was no room to list them, ``end`` if there always was."""
    for index in range(begin, end):
        first = index * width
        t.random_state = lot.states[index]
        if is_icy(t, form, lot, index):
            total = choose_for_one(t.on(ice), form, lot, index, first)
        else:
            total = choose_for_one(t, form, lot, index, first)
        if total == NONE:
            return index
        lot.states[index] = t.random_state
    return end


def choose_for_one(t: Turn, form: PackedForm, lot: Lot, index: int, first: int) -> int:
    """Random legal orders for one position; among how many, NONE for no room to list them."""
    read_position(t, form, lot, index)
    return draw_orders(t, lot, first)


def play_lot(
    t: Turn, ice: BoardTables, form: PackedForm, lot: Lot, begin: int, end: int, last_year: int
) -> int:
    """Play random legal orders until each game is won or ``last_year`` is over. There need only be
    room for the orders and results of one position. The first game that has to go on because there
    was no room to list its orders, ``end`` if there always was."""
    for index in range(begin, end):
        t.random_state = lot.states[index]
        while is_going_on(form, lot, index, last_year):
            if is_icy(t, form, lot, index):
                total = play_one(t.on(ice), form, lot, index)
            else:
                total = play_one(t, form, lot, index)
            if total == NONE:
                return index
            lot.counts[index] += 1
            lot.states[index] = t.random_state
    return end


def is_going_on(form: PackedForm, lot: Lot, index: int, last_year: int) -> bool:
    """Whether a game is neither won nor past its last year."""
    row = index * form.row
    return lot.cells[row + C_WINNER] == 0 and lot.cells[row + C_YEAR] - YEAR_ZERO <= last_year


def play_one(t: Turn, form: PackedForm, lot: Lot, index: int) -> int:
    """Play one phase of a game; among how many orders, NONE for no room to list them."""
    total = choose_for_one(t, form, lot, index, 0)
    if total != NONE:
        carry_out(t, lot, 0, t.board.province_count, True)
        next_phase(t)
        write_position(t, form, lot, index)
    return total


def list_for_lot(
    t: Turn, ice: BoardTables, form: PackedForm, lot: Lot, begin: int, end: int, room: int
) -> int:
    """List the legal orders of the positions ``begin`` to ``end`` in ``lot.codes``, which has room
    for so many; the first position for which there was none, ``end`` if there always was."""
    listed = 0
    for index in range(begin, end):
        if is_icy(t, form, lot, index):
            total = list_for_one(t.on(ice), form, lot, index)
        else:
            total = list_for_one(t, form, lot, index)
        if total == NONE or listed + total > room:
            return index
        for order in range(total):
            lot.codes[listed + order] = t.found[order]
        listed += total
    return end


def list_for_one(t: Turn, form: PackedForm, lot: Lot, index: int) -> int:
    """List the legal orders of a position in ``t.found``; how many there are, NONE for no room."""
    read_position(t, form, lot, index)
    return list_in_rows(t, lot, lot.rows[index])
