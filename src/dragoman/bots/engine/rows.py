"""Packed positions seen as bots see them, ordered for all powers and played on. Compiled only: the
phases are carried out by the kernel, from ``Room`` (see ``rules.batch.in_compiled_code``)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dragoman.bots.engine.dumb import order_adjustments, order_retreats, order_units
from dragoman.bots.engine.forms import Cells, PlayTables, Sight, Temper, Work
from dragoman.bots.engine.worth import look, mixed
from dragoman.rules.batch.in_compiled_code import draw_row, list_row
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_PHASE,
    C_UNITS,
)
from dragoman.rules.engine.codes import HOLD, MOVE, MOVEMENT, NONE, RETREATS, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed,
    packed_kind,
    packed_other,
    packed_target,
)

# How a power is played.
IDLE: Final = 0
RANDOM: Final = 1
DUMB: Final = 2
SEARCHING: Final = 3
"""Ordered elsewhere (see ``search``)."""


class Desk(NamedTuple):
    """What one thread needs to play bots on packed positions."""

    room: Any
    tables: PlayTables
    sight: Sight
    work: Work
    codes: Cells
    """The orders of the phase."""
    drawn: Cells
    """Random orders of all powers, of which some are taken."""
    results: Cells
    listed: Cells
    """The legal orders of the phase, ..."""
    counts: Cells
    """... how many there are in each row, ..."""
    dues: Cells
    """... and what is due of them."""
    state: Cells
    """The state of the random generator."""
    tempers: Cells
    """How each power chooses that is played as a DumbBot: three numbers each (see ``Temper``)."""


def see(tables: PlayTables, row: Any, sight: Sight) -> None:
    """Read a packed position."""
    sight.phase[0] = int(row[C_PHASE])
    units = int(row[C_UNITS])
    sight.counts[0] = units
    sight.counts[1] = int(row[C_DISLODGED])
    locations = (1 << tables.kind_shift) - 1
    kinds = (1 << (tables.owner_shift - tables.kind_shift)) - 1
    for unit in range(units):
        word = int(row[tables.first_unit + unit])
        sight.location[unit] = word & locations
        sight.kind[unit] = (word >> tables.kind_shift) & kinds
        sight.owner[unit] = (word >> tables.owner_shift) & tables.owner_mask
    for unit in range(sight.counts[1]):
        word = int(row[tables.first_unit + units + unit * tables.cells_of_dislodged])
        sight.out_location[unit] = word & locations
        sight.out_kind[unit] = (word >> tables.kind_shift) & kinds
        sight.out_owner[unit] = (word >> tables.owner_shift) & tables.owner_mask
    read_owners(tables, row, sight)
    look(tables, sight)


def read_owners(tables: PlayTables, row: Any, sight: Sight) -> None:
    """Read who owns each centre."""
    for place in range(tables.provinces):
        sight.owners[place] = NONE
    each = tables.cell_bits // tables.owner_bits
    last = (1 << tables.owner_bits) - 1
    for center in range(tables.centers):
        word = int(row[tables.first_owner + center // each])
        owner = ((word >> (center % each * tables.owner_bits)) & last) - 1
        sight.owners[tables.center_place[center]] = owner


def temper_of(desk: Desk, power: int) -> Temper:
    """How a power chooses."""
    first = 3 * power
    return Temper(
        int(desk.tempers[first]), int(desk.tempers[first + 1]), int(desk.tempers[first + 2])
    )


def give_temper(desk: Desk, power: int, temper: Temper) -> None:
    """Have a power choose so from now on."""
    first = 3 * power
    desk.tempers[first] = temper.alternative
    desk.tempers[first + 1] = temper.gap
    desk.tempers[first + 2] = temper.noise


def order_row(desk: Desk, row: Any, played: Cells) -> bool:
    """Write into ``desk.codes`` the orders of all powers, ``played[power]`` each; False if there
    was no room to list legal orders. The position must have been seen (``see``)."""
    tables = desk.tables
    kind = tables.phase_kind[desk.sight.phase[0]]
    some_random = False
    for power in range(tables.powers):
        if played[power] == RANDOM:
            some_random = True
    if some_random and draw_row(desk.room, row, desk.drawn, desk.state) == NONE:
        return False
    if kind == MOVEMENT:
        order_movement(desk, played)
        return True
    if list_row(desk.room, row, desk.listed, desk.counts, desk.dues) == NONE:
        return False
    if kind == RETREATS:
        order_all_retreats(desk, played)
    else:
        order_all_adjustments(desk, played)
    return True


def order_movement(desk: Desk, played: Cells) -> None:
    """The orders of a movement phase."""
    sight = desk.sight
    for unit in range(sight.counts[0]):
        desk.codes[unit] = packed(HOLD, 0, NONE, NONE)
        if played[sight.owner[unit]] == RANDOM:
            desk.codes[unit] = desk.drawn[unit]
    for unit in range(sight.counts[0], desk.tables.provinces):
        desk.codes[unit] = NONE
    state = desk.state[0]
    for power in range(desk.tables.powers):
        if played[power] == DUMB:
            temper = temper_of(desk, power)
            order_units(desk.tables, sight, desk.work, power, temper, state, desk.codes)
    desk.state[0] = mixed(state, 0)


def order_all_retreats(desk: Desk, played: Cells) -> None:
    """The orders of a retreat phase."""
    sight = desk.sight
    for unit in range(sight.counts[1]):
        desk.codes[unit] = packed(HOLD, 0, NONE, NONE)
        if played[sight.out_owner[unit]] == RANDOM:
            desk.codes[unit] = desk.drawn[unit]
    for unit in range(sight.counts[1], desk.tables.provinces):
        desk.codes[unit] = NONE
    for power in range(desk.tables.powers):
        if played[power] == DUMB:
            given = desk.tables, sight, desk.work, power
            order_retreats(*given, desk.listed, desk.counts, desk.codes)


def order_all_adjustments(desk: Desk, played: Cells) -> None:
    """The orders of an adjustment phase."""
    tables = desk.tables
    end = 0
    begin = 0
    for power in range(tables.powers):
        stop = begin + desk.counts[power]
        due = desk.dues[power]
        if played[power] == DUMB and due != 0:
            noise = int(desk.tempers[3 * power + 2])
            given = tables, desk.sight, desk.work, power, due, noise, desk.state
            end = order_adjustments(*given, desk.listed, begin, stop, desk.codes, end)
        elif played[power] == RANDOM and due != 0:
            end = take_drawn(desk, power, end)
        elif due < 0:
            end = first_out(desk, power, due, end)
        begin = stop
    for order in range(end, tables.provinces):
        desk.codes[order] = NONE


def owner_of_adjustment(desk: Desk, code: int) -> int:
    """Whose a build or a removal is."""
    if packed_kind(code) == MOVE:
        return desk.sight.owners[desk.tables.province_of[packed_target(code)]]
    if packed_kind(code) == HOLD:
        return packed_other(code)
    unit = desk.sight.at[desk.tables.province_of[packed_other(code)]]
    return NONE if unit == NONE else desk.sight.owner[unit]


def take_drawn(desk: Desk, power: int, end: int) -> int:
    """Take the power's builds or removals from those that were drawn for all."""
    for order in range(desk.tables.provinces):
        code = desk.drawn[order]
        if code == NONE:
            break
        if owner_of_adjustment(desk, code) == power:
            desk.codes[end] = code
            end += 1
    return end


def first_out(desk: Desk, power: int, due: int, end: int) -> int:
    """Remove first what came in first: units stand in a row in that sequence, unless they had to
    retreat."""
    sight = desk.sight
    for unit in range(sight.counts[0]):
        if sight.owner[unit] == power and due < 0:
            desk.codes[end] = packed(SUPPORT, 0, NONE, sight.location[unit])
            end += 1
            due += desk.tables.cost[sight.kind[unit]]
    return end


def order_rows(
    desk: Desk, rows: Any, played: Cells, seeds: Any, temper: Temper, codes: Any
) -> bool:
    """Write the orders of many positions into rows of codes."""
    for power in range(desk.tables.powers):
        give_temper(desk, power, temper)
    for index in range(len(rows)):
        desk.state[0] = seeds[index]
        see(desk.tables, rows[index], desk.sight)
        if not order_row(desk, rows[index], played):
            return False
        seeds[index] = desk.state[0]
        for order in range(codes.shape[1]):
            codes[index, order] = desk.codes[order]
    return True
