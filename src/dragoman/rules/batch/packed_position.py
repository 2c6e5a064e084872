"""Positions read from packed numbers into a turn, and written back (see ``packed_form``)."""

from __future__ import annotations

from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    C_YEAR,
    YEAR_ZERO,
    PackedForm,
)
from dragoman.rules.engine.codes import ADJUSTMENTS, NONE, RETREATS
from dragoman.rules.engine.high_seas import leave_out_high_seas
from dragoman.rules.engine.primitives import fill
from dragoman.rules.engine.turn import Turn


def read_position(t: Turn, form: PackedForm, chunk: Chunk, index: int) -> None:
    """Begin the turn at position ``index`` of the chunk: in a retreat phase with the dislodged
    units and those that stand, else with units that can be ordered."""
    row = index * form.row
    t.phase = chunk.cells[row + C_PHASE]
    t.year = chunk.cells[row + C_YEAR] - YEAR_ZERO
    t.winner = chunk.cells[row + C_WINNER] - 1
    t.unit_count = 0
    t.dislodged_count = 0
    kind = t.calendar.kind[t.phase]
    if kind == RETREATS:
        read_standing(t, form, chunk, row)
        read_dislodged(t, form, chunk, row)
    else:
        read_units(t, form, chunk, row)
    counts = kind == ADJUSTMENTS or t.calendar.counts_next[t.phase] == 1
    if counts or t.board.has_cores == 1 or t.board.has_owned_ways == 1:
        read_owners(t, form, chunk, row)


def read_units(t: Turn, form: PackedForm, chunk: Chunk, row: int) -> None:
    """Read the units that can be ordered."""
    first = row + form.first_unit
    kind_shift = form.kind_shift
    owner_shift = form.owner_shift
    locations = (1 << kind_shift) - 1
    kinds = (1 << (owner_shift - kind_shift)) - 1
    for province in range(t.board.province_count):
        t.at[province] = NONE
    t.unit_count = chunk.cells[row + C_UNITS]
    for unit in range(t.unit_count):
        cell = chunk.cells[first + unit]
        location = cell & locations
        kind = (cell >> kind_shift) & kinds
        place = t.board.province_of[location]
        t.place[unit] = place
        t.location[unit] = location
        t.owner[unit] = cell >> owner_shift
        t.kind[unit] = kind
        t.spot[unit] = kind * t.board.location_count + location
        t.strength[unit] = t.board.strength[kind]
        t.gone[unit] = 0
        t.at[place] = unit
    leave_out_high_seas(t, t.at, NONE)


def read_standing(t: Turn, form: PackedForm, chunk: Chunk, row: int) -> None:
    """Read who stands while others retreat."""
    first = row + form.first_unit
    kind_shift = form.kind_shift
    owner_shift = form.owner_shift
    locations = (1 << kind_shift) - 1
    kinds = (1 << (owner_shift - kind_shift)) - 1
    t.standing_count = chunk.cells[row + C_UNITS]
    for unit in range(t.standing_count):
        cell = chunk.cells[first + unit]
        t.standing.location[unit] = cell & locations
        t.standing.kind[unit] = (cell >> kind_shift) & kinds
        t.standing.owner[unit] = cell >> owner_shift


def read_dislodged(t: Turn, form: PackedForm, chunk: Chunk, row: int) -> None:
    """Read who has to retreat, and mark the provinces that are closed to retreats."""
    cell = row + form.first_unit + chunk.cells[row + C_UNITS]
    kind_shift = form.kind_shift
    t.dislodged_count = chunk.cells[row + C_DISLODGED]
    for unit in range(t.dislodged_count):
        word = chunk.cells[cell]
        location = word & ((1 << kind_shift) - 1)
        t.dislodged.location[unit] = location
        t.dislodged.kind[unit] = (word >> kind_shift) & ((1 << (form.owner_shift - kind_shift)) - 1)
        t.dislodged.owner[unit] = (word >> form.owner_shift) & form.owner_mask
        near = chunk.cells[cell + form.cells_of_dislodged - 1] >> form.origin_shift
        cell += form.cells_of_dislodged
        t.dislodged.origin[unit] = NONE
        if near > 0:
            start = t.board.near_starts[t.board.province_of[location]]
            t.dislodged.origin[unit] = t.board.near[start + near - 1]
    read_contested(t, form, chunk, row)
    for unit in range(t.standing_count):
        t.full[t.board.province_of[t.standing.location[unit]]] = 1
    leave_out_high_seas(t, t.full, 0)
    for gate in range(t.board.gate_count):
        t.keepers[gate] = NONE
        for unit in range(t.standing_count):
            if t.board.province_of[t.standing.location[unit]] == t.board.gate_holder[gate]:
                t.keepers[gate] = t.standing.owner[unit]


def read_contested(t: Turn, form: PackedForm, chunk: Chunk, row: int) -> None:
    """Mark the provinces that a stand-off left empty in ``t.full``, and no other yet."""
    provinces = t.board.province_count
    bits = form.cell_bits
    cell = row + form.first_contested
    for start in range(0, provinces, bits):
        word = chunk.cells[cell] + 0
        cell += 1
        for province in range(start, min(start + bits, provinces)):
            t.full[province] = 2 * (word & 1)
            word >>= 1


def read_owners(t: Turn, form: PackedForm, chunk: Chunk, row: int) -> None:
    """Read who owns each centre; where homes change also whose core it is, and whose half core."""
    fill(t.owners, t.board.province_count, NONE)
    fill(t.cores, t.board.province_count, NONE)
    fill(t.half_cores, t.board.province_count, NONE)
    bits = form.owner_bits
    last = (1 << bits) - 1
    for which in range(form.owner_rows):
        cell = row + form.first_owner + which * form.cells_of_owners
        left = 0
        word = 0
        for center in range(form.center_count):
            if left == 0:
                word = chunk.cells[cell] + 0
                cell += 1
                left = form.cell_bits
            power = (word & last) - 1
            place = form.centers[center]
            if which == 0:
                t.owners[place] = power
            elif which == 1:
                t.cores[place] = power
            else:
                t.half_cores[place] = power
            word >>= bits
            left -= bits


def write_position(t: Turn, form: PackedForm, chunk: Chunk, index: int) -> None:
    """Write the position in which the turn ended, over the one in which it began."""
    row = index * form.row
    before = chunk.cells[row + C_PHASE] + 0
    chunk.cells[row + C_PHASE] = t.phase
    chunk.cells[row + C_YEAR] = t.year + YEAR_ZERO
    chunk.cells[row + C_UNITS] = t.standing_count
    chunk.cells[row + C_DISLODGED] = t.dislodged_count
    chunk.cells[row + C_WINNER] = t.winner + 1
    first = row + form.first_unit
    kind_shift = form.kind_shift
    owner_shift = form.owner_shift
    for unit in range(t.standing_count):
        chunk.cells[first + unit] = (
            t.standing.location[unit]
            + (t.standing.kind[unit] << kind_shift)
            + (t.standing.owner[unit] << owner_shift)
        )
    is_winter = t.calendar.kind[before] == ADJUSTMENTS
    is_told = t.calendar.counts_next[before] == 1 or t.board.has_cores == 1
    if is_told or (is_winter and t.board.opening_keeps_built == 1):
        write_owners(t, form, chunk, row)
    if t.dislodged_count > 0:
        write_dislodged(t, form, chunk, row)
    elif t.calendar.kind[before] == RETREATS:
        for cell in range(form.first_contested, form.first_unit):
            chunk.cells[row + cell] = 0


def write_owners(t: Turn, form: PackedForm, chunk: Chunk, row: int) -> None:
    """Write who owns each centre; where homes change also whose core it is, and whose half core."""
    bits = form.owner_bits
    for which in range(form.owner_rows):
        cell = row + form.first_owner + which * form.cells_of_owners
        filled = 0
        word = 0
        for center in range(form.center_count):
            place = form.centers[center]
            power = t.owners[place]
            if which == 1:
                power = t.cores[place]
            elif which == 2:
                power = t.half_cores[place]
            word += (power + 1) << filled
            filled += bits
            if filled == form.cell_bits or center == form.center_count - 1:
                chunk.cells[cell] = word
                cell += 1
                filled = 0
                word = 0


def write_dislodged(t: Turn, form: PackedForm, chunk: Chunk, row: int) -> None:
    """Write who has to retreat, behind those that stand, and which provinces are contested."""
    cell = row + form.first_unit + t.standing_count
    for unit in range(t.dislodged_count):
        word = (
            t.dislodged.location[unit]
            + (t.dislodged.kind[unit] << form.kind_shift)
            + (t.dislodged.owner[unit] << form.owner_shift)
        )
        near = near_origin(t, unit) << form.origin_shift
        if form.cells_of_dislodged == 1:
            chunk.cells[cell] = word + near
        else:
            chunk.cells[cell] = word
            chunk.cells[cell + 1] = near
        cell += form.cells_of_dislodged
    for cell in range(form.first_contested, form.first_unit):
        chunk.cells[row + cell] = 0
    for province in range(t.board.province_count):
        if t.full[province] == 2:
            cell = row + form.first_contested + province // form.cell_bits
            chunk.cells[cell] |= 1 << province % form.cell_bits


def near_origin(t: Turn, unit: int) -> int:
    """Which neighbor of its province, from 1, a dislodged unit may not retreat to; 0 for none:
    where its attacker came from farther away, it could not go there anyway."""
    place = t.board.province_of[t.dislodged.location[unit]]
    start = t.board.near_starts[place]
    for near in range(start, t.board.near_starts[place + 1]):
        if t.board.near[near] == t.dislodged.origin[unit]:
            return near - start + 1
    return 0
