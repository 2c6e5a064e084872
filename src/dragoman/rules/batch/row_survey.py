"""Packed positions looked over: is each of them one, how much room does it take, and who chooses
among legal orders (see ``packed_form``, and ``survey`` for this as machine code)."""

from __future__ import annotations

from dragoman.native.grid import Grid
from dragoman.rules.batch.packed_form import C_DISLODGED, C_PHASE, C_UNITS, PackedForm
from dragoman.rules.engine.codes import ADJUSTMENTS, MOVEMENT, NONE, RETREATS


def look_over(cells: Grid, form: PackedForm, kinds: Grid, gates: int, most: Grid) -> int:
    """The first row that is no packed position, NONE if each is one. ``most`` becomes how many
    units a position has at most, and how many orders it has to have at most. ``kinds`` are those of
    the phases of the calendar."""
    for row in range(len(cells)):
        phase = cells[row, C_PHASE]
        units = cells[row, C_UNITS]
        dislodged = cells[row, C_DISLODGED]
        if phase >= len(kinds) or units + dislodged > form.most_units:
            return row
        if units + dislodged * form.cells_of_dislodged > form.row - form.first_unit:
            return row
        most[0] = max(most[0], units + dislodged)
        orders = 0
        if kinds[phase] == MOVEMENT:
            orders = units + gates
        elif kinds[phase] == RETREATS:
            orders = dislodged
        most[1] = max(most[1], orders)
    return NONE


def count_rows(
    cells: Grid,
    kinds: Grid,
    gates: int,
    powers: int,
    rows: Grid,
) -> int:
    """Count where the rows of legal orders of each position begin, and how many there are (see
    ``LegalOrders``)."""
    total = 0
    for row in range(len(cells)):
        rows[row] = total
        kind = kinds[cells[row, C_PHASE]]
        if kind == ADJUSTMENTS:
            total += powers
        elif kind == RETREATS:
            total += cells[row, C_DISLODGED]
        else:
            total += cells[row, C_UNITS] + gates
    rows[len(cells)] = total
    return total


def add_up(counts: Grid, starts: Grid) -> int:
    """Add up where each of the rows begins that have so many members, and how many these are."""
    total = 0
    for row in range(len(counts)):
        starts[row] = total
        total += counts[row]
    starts[len(counts)] = total
    return total


def total_of(counts: Grid, begin: int, end: int) -> int:
    """The sum of a stretch."""
    total = 0
    for row in range(begin, end):
        total += counts[row]
    return total


def find_choosers(
    cells: Grid,
    form: PackedForm,
    kinds: Grid,
    rows: Grid,
    gateways: tuple[Grid, Grid],
    owners: Grid,
) -> int:
    """For each row of legal orders the power that chooses among them, NONE for a gatekeeper that
    nobody has to order. ``gateways`` are the provinces of locations, and of those who hold gates.
    How many rows there are."""
    province_of, gate_holder = gateways
    for row in range(len(cells)):
        kind = kinds[cells[row, C_PHASE]]
        units = cells[row, C_UNITS]
        first = rows[row]
        for place in range(rows[row + 1] - first):
            if kind == ADJUSTMENTS:
                owners[first + place] = place
            elif kind == RETREATS:
                cell = form.first_unit + units + place * form.cells_of_dislodged
                owners[first + place] = (cells[row, cell] >> form.owner_shift) & form.owner_mask
            elif place < units:
                cell = form.first_unit + place
                owners[first + place] = (cells[row, cell] >> form.owner_shift) & form.owner_mask
            else:
                owners[first + place] = keeper_of(
                    cells, row, form, province_of, gate_holder[place - units]
                )
    return rows[len(cells)]


def keeper_of(cells: Grid, row: int, form: PackedForm, province_of: Grid, holder: int) -> int:
    """The power whose unit holds a gateway in a position, NONE for none."""
    locations = (1 << form.kind_shift) - 1
    for unit in range(cells[row, C_UNITS]):
        word = cells[row, form.first_unit + unit]
        if province_of[word & locations] == holder:
            return (word >> form.owner_shift) & form.owner_mask
    return NONE
