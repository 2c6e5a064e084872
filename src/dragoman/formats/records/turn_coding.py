"""Turns of a stream made into packed positions and orders: the part of it that is machine code.

Units are codes here (see ``rules.batch.coded``), and words what they stand for (``turn_texts``).
"""

from __future__ import annotations

from typing import NamedTuple

from dragoman.formats.records.turn_scanner import OF_ADJUSTMENTS, OF_CENTERS, OF_MOVES, OF_UNITS
from dragoman.formats.records.word_scanner import (
    CONVOYS,
    HOLDS,
    MOVES,
    OTHER_AT,
    PART_BITS,
    PUT_TOGETHER,
    TARGET_AT,
    UNIT_AT,
    VIA_AT,
)
from dragoman.native.grid import Grid
from dragoman.rules.batch.coded import CodeTables
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    C_YEAR,
    YEAR_ZERO,
    PackedForm,
)
from dragoman.rules.engine.codes import (
    ADJUSTMENTS,
    CONVOY,
    HOLD,
    MOVE,
    MOVEMENT,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.packed_orders import packed

NUMBER, UNIT, PLACE, OTHER, POWER = range(5)
"""The columns of the facts about an order (see ``coded.OrderCode``)."""
THE_KIND, THE_PLACE, THE_YEAR = range(3)
"""The columns of phases: the kind, the place in the calendar, the year."""
ITS_ROW, ITS_UNIT, ITS_ORDER = range(3)
"""The columns of dislodged units."""
WAITING = 4
"""Where ``at`` has the next of the dislodged units, behind the next of each list."""
NO_ORDER = 0
"""The number of the order of a unit that was given none; and of one of an adjustment phase that is
impossible: it comes to nothing."""


class TurnRows(NamedTuple):
    """Turns that were read, and what is made of them: a row each."""

    phases: Grid
    found: Grid
    """Lists of words (see ``turn_scanner``) ..."""
    ends: Grid
    """... and how many there are in each."""
    facts: Grid
    """About orders, by their numbers."""
    waiting: Grid
    """Dislodged units, row by row."""
    waives: Grid
    """For each rank of a power its order to waive a build."""
    names_powers: int
    """Whether an order that names no power means a unit of whoever gives it."""
    asks_who_ordered: int
    """Whether it matters that a power with units gave no orders."""
    cells: Grid
    """The packed positions."""
    units: Grid
    """The codes of the units that stand, in order ..."""
    sizes: Grid
    """... and how many there are."""
    orders: Grid
    """Packed orders."""
    ordered: Grid
    """Of all orders of adjustment phases the unit, if it were the first power's, or NONE ..."""
    starts: Grid
    """... and where those of each turn begin."""
    unusual: Grid
    """1 for a turn that needs a closer look: it is empty."""
    at: Grid
    unit_at: Grid
    owners: Grid
    who: Grid
    """For each power whether it has units, 1, and orders, 2."""
    order: Grid


def code_turns(c: TurnRows, tables: CodeTables, form: PackedForm) -> int:
    """Make rows of all turns. How many need a closer look."""
    count = 0
    for row in range(len(c.phases)):
        c.starts[row] = c.at[OF_ADJUSTMENTS]
        odd = code_units(c, tables, row) + code_owners(c, tables, row)
        kind = c.phases[row, THE_KIND]
        if kind == MOVEMENT:
            odd += code_moves(c, tables, row)
        elif kind == ADJUSTMENTS:
            odd += code_adjustments(c, tables, row)
        first = c.at[WAITING]
        while c.at[WAITING] < len(c.waiting) and c.waiting[c.at[WAITING], ITS_ROW] == row:
            c.orders[row, c.at[WAITING] - first] = c.waiting[c.at[WAITING], ITS_ORDER]
            c.at[WAITING] += 1
        out = c.at[WAITING] - first
        units = c.sizes[row]
        if units + out > form.most_units:
            odd += 1
        if units + out * form.cells_of_dislodged > form.row - form.first_unit:
            odd += 1
        if odd > 0:
            c.unusual[row] = 1
            count += 1
            out = 0
            empty_row(c, row)
        write_row(c, tables, form, row, first, out)
    c.starts[len(c.phases)] = c.at[OF_ADJUSTMENTS]
    return count


def code_units(c: TurnRows, tables: CodeTables, row: int) -> int:
    """Put the units of a turn in order; above 0 if two are in one province."""
    for place in range(len(c.unit_at)):
        c.unit_at[place] = NONE
    for power in range(len(c.who)):
        c.who[power] = 0
    at = c.at[OF_UNITS]
    count = 0
    while at < c.ends[OF_UNITS] and c.found[OF_UNITS, 0, at] == row:
        power = c.found[OF_UNITS, 1, at]
        code = power * tables.of_one + c.found[OF_UNITS, 2, at]
        c.who[power] = 1
        column = count
        while column > 0 and c.units[row, column - 1] > code:
            c.units[row, column] = c.units[row, column - 1] + 0
            column -= 1
        c.units[row, column] = code
        count += 1
        at += 1
    c.at[OF_UNITS] = at
    c.sizes[row] = count
    odd = 0
    for column in range(count):
        place = tables.province_of[c.units[row, column]]
        if c.unit_at[place] != NONE:
            odd = 1
        c.unit_at[place] = column
    return odd


def code_owners(c: TurnRows, tables: CodeTables, row: int) -> int:
    """Note the owners of centres of a turn; above 0 if one is named twice."""
    for place in range(len(c.owners)):
        c.owners[place] = NONE
    at = c.at[OF_CENTERS]
    odd = 0
    while at < c.ends[OF_CENTERS] and c.found[OF_CENTERS, 0, at] == row:
        place = c.found[OF_CENTERS, 2, at]
        if c.owners[place] != NONE:
            odd = 1
        c.owners[place] = tables.number_of_power[c.found[OF_CENTERS, 1, at]]
        at += 1
    c.at[OF_CENTERS] = at
    return odd


def code_moves(c: TurnRows, tables: CodeTables, row: int) -> int:
    """Note the orders of a movement; above 0 if one is not for a unit, or names another that is not
    there."""
    at = c.at[OF_MOVES]
    units = c.sizes[row]
    odd = 0
    while at < c.ends[OF_MOVES] and c.found[OF_MOVES, 0, at] == row:
        power = c.found[OF_MOVES, 1, at]
        look_up(c, tables, c.found[OF_MOVES, 2, at])
        c.who[power] |= 2
        unit = c.order[UNIT] + power * tables.of_one
        column = c.unit_at[tables.province_of[unit]]
        if column == NONE or c.units[row, column] != unit or c.orders[row, column] != NONE:
            odd = 1
        else:
            if c.order[PLACE] != NONE and is_other(c, tables, row, power):
                odd = 1
            c.orders[row, column] = c.order[NUMBER]
        at += 1
    c.at[OF_MOVES] = at
    for column in range(units):
        if c.orders[row, column] == NONE:
            c.orders[row, column] = NO_ORDER
    if c.asks_who_ordered:
        for power in range(len(c.who)):
            if c.who[power] == 1:
                odd = 1
    return odd


def is_other(c: TurnRows, tables: CodeTables, row: int, power: int) -> bool:
    """True if another unit stands where the one is to be that an order names."""
    column = c.unit_at[c.order[PLACE]]
    if column == NONE:
        return False
    there = c.units[row, column]
    named = c.order[POWER]
    if named == NONE and c.names_powers:
        named = power
    if there % tables.of_one != c.order[OTHER]:
        return True
    return named != NONE and there // tables.of_one != named


def code_adjustments(c: TurnRows, tables: CodeTables, row: int) -> int:
    """Note the orders of an adjustment phase; above 0 if one may have to be put right."""
    at = c.at[OF_ADJUSTMENTS]
    first = at
    odd = 0
    while at < c.ends[OF_ADJUSTMENTS] and c.found[OF_ADJUSTMENTS, 0, at] == row:
        power = c.found[OF_ADJUSTMENTS, 1, at]
        look_up(c, tables, c.found[OF_ADJUSTMENTS, 2, at])
        number = c.order[NUMBER]
        if c.order[UNIT] == NONE:
            number = c.waives[power]
        elif c.order[PLACE] != NONE:  # a build: impossible where the centre is another's
            if c.owners[c.order[PLACE]] != tables.number_of_power[power]:
                number = NO_ORDER
        else:
            unit = c.order[UNIT] + power * tables.of_one
            column = c.unit_at[tables.province_of[unit]]
            if column == NONE or c.units[row, column] // tables.of_one != power:
                number = NO_ORDER
            elif c.units[row, column] != unit:
                odd = 1  # kind or coast may be put right
        c.orders[row, at - first] = number
        c.ordered[at] = c.order[UNIT]
        at += 1
    c.at[OF_ADJUSTMENTS] = at
    return odd


def look_up(c: TurnRows, tables: CodeTables, number: int) -> None:
    """Have in ``c.order`` the facts about an order: by its number, or by what it is put together
    from (see ``word_scanner.order_at``)."""
    if number < PUT_TOGETHER:
        for fact in range(5):
            c.order[fact] = c.facts[number, fact]
        return
    part = (1 << PART_BITS) - 1
    verb = number & 3
    other = (number >> OTHER_AT & part) - 1
    target = (number >> TARGET_AT & part) - 1
    kind = SUPPORT
    if verb == HOLDS:
        kind = HOLD
    elif verb == MOVES:
        kind = MOVE
    elif verb == CONVOYS:
        kind = CONVOY
        target = tables.main_location[target]
    there = NONE
    place = NONE
    if other != NONE:
        there = tables.location_of[other]
        place = tables.province_of[other]
    c.order[NUMBER] = packed(kind, number >> VIA_AT & 1, target, there)
    c.order[UNIT] = number >> UNIT_AT & part
    c.order[PLACE] = place
    c.order[OTHER] = other
    c.order[POWER] = NONE


def empty_row(c: TurnRows, row: int) -> None:
    """Leave nothing of a turn."""
    c.sizes[row] = 0
    for column in range(c.orders.shape[1]):
        c.orders[row, column] = NONE
    for place in range(len(c.owners)):
        c.owners[place] = NONE


def write_row(
    c: TurnRows, tables: CodeTables, form: PackedForm, row: int, first: int, out: int
) -> None:
    """Write the packed position of a turn, with so many dislodged units from ``first`` on."""
    units = c.sizes[row]
    c.cells[row, C_PHASE] = c.phases[row, THE_PLACE]
    c.cells[row, C_YEAR] = c.phases[row, THE_YEAR] + YEAR_ZERO
    c.cells[row, C_UNITS] = units
    c.cells[row, C_DISLODGED] = out
    c.cells[row, C_WINNER] = 0
    each = form.cell_bits // form.owner_bits
    for which in range(min(form.owner_rows, 2)):
        begin = form.first_owner + which * form.cells_of_owners
        for center in range(form.center_count):
            place = form.centers[center]
            owner = c.owners[place] if which == 0 else tables.homes[place]
            c.cells[row, begin + center // each] |= owner + 1 << form.owner_bits * (center % each)
    for unit in range(units):
        c.cells[row, form.first_unit + unit] = tables.word_of[c.units[row, unit]]
    for unit in range(out):
        cell = form.first_unit + units + unit * form.cells_of_dislodged
        c.cells[row, cell] = tables.word_of[c.waiting[first + unit, ITS_UNIT]]
