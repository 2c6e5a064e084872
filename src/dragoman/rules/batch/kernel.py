"""The functions that are called from outside the compiled source: they carry on chunks of packed
positions.

``ice`` are the tables of the board while arctic water is closed.
"""

from __future__ import annotations

from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.batch.packed_form import C_PHASE, C_WINNER, C_YEAR, YEAR_ZERO, PackedForm
from dragoman.rules.batch.packed_position import read_position, write_position
from dragoman.rules.batch.packed_turn import (
    list_own_retreats,
    read_adjustments,
    read_orders,
    read_retreats,
    write_adjustment_results,
    write_results,
)
from dragoman.rules.batch.random_play import draw_orders
from dragoman.rules.engine.balance import count_dues
from dragoman.rules.engine.building import build_way, is_site, mark_sites_taken
from dragoman.rules.engine.codes import (
    ADJUSTMENTS,
    HOLD,
    MOVE,
    MUST_BUILD_ALL,
    NONE,
    RETREATS,
)
from dragoman.rules.engine.high_seas import is_repeated
from dragoman.rules.engine.legal_orders import list_orders
from dragoman.rules.engine.packed_orders import packed, packed_removal
from dragoman.rules.engine.phases import (
    keep_standing,
    next_phase,
    run_adjustments,
    run_movement,
    run_retreats,
)
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import Turn


def process_chunk(t: Turn, ice: BoardTables, form: PackedForm, chunk: Chunk) -> None:
    """Carry out the phase that each of the positions is in. Won games stay."""
    for index in range(chunk.begin, chunk.end):
        if chunk.cells[index * form.row + C_WINNER] == 0:
            if is_icy(t, form, chunk, index):
                process_one(t.on(ice), form, chunk, index)
            else:
                process_one(t, form, chunk, index)


def is_icy(t: Turn, form: PackedForm, chunk: Chunk, index: int) -> bool:
    """True if arctic water is closed in the phase of a position."""
    return t.calendar.is_icy[chunk.cells[index * form.row + C_PHASE]] == 1


def process_one(t: Turn, form: PackedForm, chunk: Chunk, index: int) -> None:
    """Carry out the phase of one position."""
    read_position(t, form, chunk, index)
    carry_out(t, chunk, index * chunk.width)
    next_phase(t)
    write_position(t, form, chunk, index)


def carry_out(t: Turn, chunk: Chunk, first: int) -> None:
    """Read the orders of a phase, which begin at ``first``, carry them out and write what became of
    them."""
    kind = t.calendar.kind[t.phase]
    if kind == RETREATS:
        carry_out_retreats(t, chunk, first)
    elif kind == ADJUSTMENTS:
        carry_out_adjustments(t, chunk, first)
    else:
        carry_out_movement(t, chunk, first)


def carry_out_movement(t: Turn, chunk: Chunk, first: int) -> None:
    """The same in a movement phase."""
    read_orders(t, chunk, first)
    run_movement(t, chunk.is_checked)
    write_results(t, chunk, first)


def carry_out_retreats(t: Turn, chunk: Chunk, first: int) -> None:
    """The same in a retreat phase."""
    read_retreats(t, chunk, first)
    count = t.dislodged_count
    run_retreats(t)
    for row in range(count):
        chunk.results[first + row] = t.dislodged.result[row]


def carry_out_adjustments(t: Turn, chunk: Chunk, first: int) -> None:
    """The same in an adjustment phase."""
    read_adjustments(t, chunk, first)
    given = t.adjustment_count
    run_adjustments(t)
    write_adjustment_results(t, chunk, first, given)


def choose_for_chunk(t: Turn, ice: BoardTables, form: PackedForm, chunk: Chunk) -> int:
    """Random legal orders for the positions; the first position for which there was no room to
    list them, ``chunk.end`` if there always was."""
    for index in range(chunk.begin, chunk.end):
        first = index * chunk.width
        t.random_state = chunk.states[index]
        if is_icy(t, form, chunk, index):
            total = choose_for_one(t.on(ice), form, chunk, index, first)
        else:
            total = choose_for_one(t, form, chunk, index, first)
        if total == NONE:
            return index
        chunk.states[index] = t.random_state
    return chunk.end


def choose_for_one(t: Turn, form: PackedForm, chunk: Chunk, index: int, first: int) -> int:
    """Random legal orders for one position; among how many, NONE for no room to list them."""
    read_position(t, form, chunk, index)
    return draw_orders(t, chunk, first)


def play_chunk(t: Turn, ice: BoardTables, form: PackedForm, chunk: Chunk) -> int:
    """Play random legal orders until each game is won or the last year is over. There need only be
    room for the orders and results of one position. The first game that has to go on because there
    was no room to list its orders, ``chunk.end`` if there always was."""
    for index in range(chunk.begin, chunk.end):
        t.random_state = chunk.states[index]
        while is_going_on(form, chunk, index):
            if is_icy(t, form, chunk, index):
                total = play_one(t.on(ice), form, chunk, index)
            else:
                total = play_one(t, form, chunk, index)
            if total == NONE:
                return index
            chunk.counts[index] += 1
            chunk.states[index] = t.random_state
    return chunk.end


def is_going_on(form: PackedForm, chunk: Chunk, index: int) -> bool:
    """True if a game is neither won nor past its last year."""
    row = index * form.row
    year = chunk.cells[row + C_YEAR] - YEAR_ZERO
    return chunk.cells[row + C_WINNER] == 0 and year <= chunk.last_year


def play_one(t: Turn, form: PackedForm, chunk: Chunk, index: int) -> int:
    """Play one phase of a game; among how many orders, NONE for no room to list them."""
    total = choose_for_one(t, form, chunk, index, 0)
    if total != NONE:
        carry_out(t, chunk, 0)
        next_phase(t)
        write_position(t, form, chunk, index)
    return total


def list_for_chunk(t: Turn, ice: BoardTables, form: PackedForm, chunk: Chunk) -> int:
    """List the legal orders of the positions in ``chunk.codes``; the first position for which there
    was no room, ``chunk.end`` if there always was."""
    listed = 0
    for index in range(chunk.begin, chunk.end):
        if is_icy(t, form, chunk, index):
            total = list_for_one(t.on(ice), form, chunk, index)
        else:
            total = list_for_one(t, form, chunk, index)
        if total == NONE or listed + total > chunk.room:
            return index
        for order in range(total):
            chunk.codes[listed + order] = t.found[order]
        listed += total
    return chunk.end


def list_for_one(t: Turn, form: PackedForm, chunk: Chunk, index: int) -> int:
    """List the legal orders of a position in ``t.found``; how many there are, NONE for no room."""
    read_position(t, form, chunk, index)
    return list_in_rows(t, chunk, chunk.rows[index])


# Legal orders in rows of codes: in a movement phase a row for each unit and then for each
# gatekeeper, in a retreat phase for each dislodged unit, in an adjustment phase for each power.


def list_in_rows(t: Turn, chunk: Chunk, row: int) -> int:
    """List in ``t.found`` the legal orders of the phase, and from ``row`` of the chunk on how many
    there are in each row and what is due; how many there are in all, NONE for no room."""
    kind = t.calendar.kind[t.phase]
    if kind == ADJUSTMENTS:
        return list_adjustments(t, chunk, row)
    if kind == RETREATS:
        return list_all_retreats(t, chunk, row)
    total = list_orders(t)
    if total != NONE:
        for unit in range(t.unit_count + t.board.gate_count):
            chunk.counts[row + unit] = t.starts[unit + 1] - t.starts[unit]
            chunk.dues[row + unit] = min(chunk.counts[row + unit], 1)
    return total


def list_all_retreats(t: Turn, chunk: Chunk, row: int) -> int:
    """The same for a retreat phase: for each dislodged unit where it may go, and to disband."""
    total = 0
    for unit in range(t.dislodged_count):
        ways = list_own_retreats(t, unit)
        if total + ways + 1 > t.listed_room:
            return NONE
        for way in range(ways):
            t.found[total + way] = packed(MOVE, 0, t.options[way], NONE)
        t.found[total + ways] = packed(HOLD, 0, NONE, NONE)
        total += ways + 1
        chunk.counts[row + unit] = ways + 1
        chunk.dues[row + unit] = 1
    return total


def list_adjustments(t: Turn, chunk: Chunk, row: int) -> int:
    """The same for an adjustment phase: for each power the removals or the builds among which it
    chooses, and to waive one where it may. Due is what it has to spend, below zero to gain."""
    keep_standing(t)
    count_dues(t)
    mark_sites_taken(t)
    total = 0
    for power in range(t.board.power_count):
        start = total
        if t.dues[power] < 0:
            total = list_removals(t, power, total)
        elif t.dues[power] > 0:
            total = list_builds(t, power, total)
        if total == NONE:
            return NONE
        chunk.counts[row + power] = total - start
        chunk.dues[row + power] = t.dues[power]
    return total


def list_removals(t: Turn, power: int, total: int) -> int:
    """List the removals that a power can order, once for equal units on a high sea; the new
    total, NONE for no room."""
    for unit in range(t.unit_count):
        if t.owner[unit] == power and not is_repeated(t, unit, NONE):
            if total == t.listed_room:
                return NONE
            t.found[total] = packed_removal(t, unit)
            total += 1
    return total


def list_builds(t: Turn, power: int, total: int) -> int:
    """List the builds that a power can order, and to waive one; the new total, NONE for no room."""
    due = t.dues[power]
    for province in range(t.board.province_count):
        if is_site(t, power, province, due):
            which = 0
            code = build_way(t, province, which, due)
            while code != NONE:
                if total == t.listed_room:
                    return NONE
                t.found[total] = code
                total += 1
                which += 1
                code = build_way(t, province, which, due)
    if t.rules.waive_builds != MUST_BUILD_ALL:
        if total == t.listed_room:
            return NONE
        t.found[total] = packed(HOLD, 0, NONE, power)
        total += 1
    return total
