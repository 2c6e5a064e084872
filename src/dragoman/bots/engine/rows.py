"""Packed positions seen as bots see them, ordered for all powers and played on. Compiled only: the
phases are carried out by the kernel, in a ``KernelRoom`` (see ``rules.batch.kernel_rows``)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dragoman.bots.engine.dumb import order_adjustments, order_retreats, order_units
from dragoman.bots.engine.forms import Cells, PlayTables, Sight, Temper, Work
from dragoman.bots.engine.worth import look, mixed
from dragoman.rules.batch.kernel_rows import draw_row, list_row
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
"""Ordered elsewhere (see ``search``); ..."""
LEARNED: Final = 4
"""... and so, with learned values."""


class BatchEvaluator(NamedTuple):
    """The arrays on which one thread plays bots on packed positions."""

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


def temper_of(evaluator: BatchEvaluator, power: int) -> Temper:
    """The temper of a power."""
    first = 3 * power
    return Temper(
        int(evaluator.tempers[first]),
        int(evaluator.tempers[first + 1]),
        int(evaluator.tempers[first + 2]),
    )


def give_temper(evaluator: BatchEvaluator, power: int, temper: Temper) -> None:
    """Have a power choose so from now on."""
    first = 3 * power
    evaluator.tempers[first] = temper.alternative
    evaluator.tempers[first + 1] = temper.gap
    evaluator.tempers[first + 2] = temper.noise


def order_row(evaluator: BatchEvaluator, row: Any, played: Cells) -> bool:
    """Write into ``evaluator.codes`` the orders of all powers, ``played[power]`` each; False if
    there was no room to list legal orders. The position must have been seen (``see``)."""
    tables = evaluator.tables
    kind = tables.phase_kind[evaluator.sight.phase[0]]
    some_random = False
    for power in range(tables.powers):
        if played[power] == RANDOM:
            some_random = True
    if some_random and draw_row(evaluator.room, row, evaluator.drawn, evaluator.state) == NONE:
        return False
    if kind == MOVEMENT:
        order_movement(evaluator, played)
        return True
    if list_row(evaluator.room, row, evaluator.listed, evaluator.counts, evaluator.dues) == NONE:
        return False
    if kind == RETREATS:
        order_all_retreats(evaluator, played)
    else:
        order_all_adjustments(evaluator, played)
    return True


def order_movement(evaluator: BatchEvaluator, played: Cells) -> None:
    """The orders of a movement phase."""
    sight = evaluator.sight
    for unit in range(sight.counts[0]):
        evaluator.codes[unit] = packed(HOLD, 0, NONE, NONE)
        if played[sight.owner[unit]] == RANDOM:
            evaluator.codes[unit] = evaluator.drawn[unit]
    for unit in range(sight.counts[0], evaluator.tables.provinces):
        evaluator.codes[unit] = NONE
    state = evaluator.state[0]
    for power in range(evaluator.tables.powers):
        if played[power] == DUMB:
            temper = temper_of(evaluator, power)
            order_units(
                evaluator.tables, sight, evaluator.work, power, temper, state, evaluator.codes
            )
    evaluator.state[0] = mixed(state, 0)


def order_all_retreats(evaluator: BatchEvaluator, played: Cells) -> None:
    """The orders of a retreat phase."""
    sight = evaluator.sight
    for unit in range(sight.counts[1]):
        evaluator.codes[unit] = packed(HOLD, 0, NONE, NONE)
        if played[sight.out_owner[unit]] == RANDOM:
            evaluator.codes[unit] = evaluator.drawn[unit]
    for unit in range(sight.counts[1], evaluator.tables.provinces):
        evaluator.codes[unit] = NONE
    for power in range(evaluator.tables.powers):
        if played[power] == DUMB:
            given = evaluator.tables, sight, evaluator.work, power
            order_retreats(*given, evaluator.listed, evaluator.counts, evaluator.codes)


def order_all_adjustments(evaluator: BatchEvaluator, played: Cells) -> None:
    """The orders of an adjustment phase."""
    tables = evaluator.tables
    end = 0
    begin = 0
    for power in range(tables.powers):
        stop = begin + evaluator.counts[power]
        due = evaluator.dues[power]
        if played[power] == DUMB and due != 0:
            noise = int(evaluator.tempers[3 * power + 2])
            given = tables, evaluator.sight, evaluator.work, power, due, noise, evaluator.state
            end = order_adjustments(*given, evaluator.listed, begin, stop, evaluator.codes, end)
        elif played[power] == RANDOM and due != 0:
            end = take_drawn(evaluator, power, end)
        elif due < 0:
            end = first_out(evaluator, power, due, end)
        begin = stop
    for order in range(end, tables.provinces):
        evaluator.codes[order] = NONE


def owner_of_adjustment(evaluator: BatchEvaluator, code: int) -> int:
    """The power that a build or a removal belongs to."""
    if packed_kind(code) == MOVE:
        return evaluator.sight.owners[evaluator.tables.province_of[packed_target(code)]]
    if packed_kind(code) == HOLD:
        return packed_other(code)
    tables, removed = evaluator.tables, packed_other(code)
    if removed >= tables.locations:  # on a high sea it is said whose unit it is
        return (removed - tables.locations) // (tables.kinds + 1) % (tables.powers + 1) - 1
    unit = evaluator.sight.at[tables.province_of[removed]]
    return NONE if unit == NONE else evaluator.sight.owner[unit]


def take_drawn(evaluator: BatchEvaluator, power: int, end: int) -> int:
    """Take the power's builds or removals from those that were drawn for all."""
    for order in range(evaluator.tables.provinces):
        code = evaluator.drawn[order]
        if code == NONE:
            break
        if owner_of_adjustment(evaluator, code) == power:
            evaluator.codes[end] = code
            end += 1
    return end


def first_out(evaluator: BatchEvaluator, power: int, due: int, end: int) -> int:
    """Remove first what came in first: units stand in a row in that sequence, unless they had to
    retreat."""
    sight = evaluator.sight
    for unit in range(sight.counts[0]):
        if sight.owner[unit] == power and due < 0:
            evaluator.codes[end] = packed(SUPPORT, 0, NONE, sight.location[unit])
            end += 1
            due += evaluator.tables.cost[sight.kind[unit]]
    return end


def order_rows(
    evaluator: BatchEvaluator, rows: Any, played: Cells, seeds: Any, temper: Temper, codes: Any
) -> bool:
    """Write the orders of many positions into rows of codes."""
    for power in range(evaluator.tables.powers):
        give_temper(evaluator, power, temper)
    for index in range(len(rows)):
        evaluator.state[0] = seeds[index]
        see(evaluator.tables, rows[index], evaluator.sight)
        if not order_row(evaluator, rows[index], played):
            return False
        seeds[index] = evaluator.state[0]
        for order in range(codes.shape[1]):
            codes[index, order] = evaluator.codes[order]
    return True
