"""Turns that were judged made into the pieces of their answers: the part that is machine code."""

from __future__ import annotations

from typing import NamedTuple

from dragoman.formats.records.turn_coding import TurnRows
from dragoman.native.grid import Grid
from dragoman.rules.batch.coded import CodeTables
from dragoman.rules.batch.packed_form import C_DISLODGED, C_UNITS, PackedForm
from dragoman.rules.engine.codes import NONE


class Telling(NamedTuple):
    """All that is told of turns, a row each."""

    results: Grid
    """Of each order (see ``Batch.results``)."""
    class_of: Grid
    """Of each result which of ``words`` lists of words it is told in."""
    words: int
    centers: Grid
    """The provinces of centres by their names."""
    told: Grid
    """For each unit of a movement what is said of it."""
    units: Grid
    """The codes of the units that stand, in order ..."""
    sizes: Grid
    """... and how many there are."""
    standing: Grid
    """For each of these its piece: above ``of_one`` where it begins a list."""
    owned: Grid
    """The pieces of the centres, power by power ..."""
    owned_sizes: Grid
    """... and how many there are."""
    out: Grid
    """The codes of dislodged units, as they are packed."""
    owners: Grid


def tell_turns(
    c: TurnRows, judged: Grid, say: Telling, tables: CodeTables, form: PackedForm
) -> int:
    """Make the pieces of all turns, of which ``judged`` are the next positions. How many there
    are."""
    for row in range(len(judged)):
        for unit in range(c.sizes[row]):
            of_first = c.units[row, unit] % tables.of_one
            said = say.class_of[say.results[row, unit]]
            say.told[row, unit] = of_first * say.words + said
        tell_units(judged, say, tables, form, row)
        tell_owners(judged, say, form, row)
    return len(judged)


def tell_units(judged: Grid, say: Telling, tables: CodeTables, form: PackedForm, row: int) -> None:
    """Put the units that stand in order, power by power; and have the codes of the dislodged."""
    units = judged[row, C_UNITS]
    last = ((form.owner_mask + 1) << form.owner_shift) - 1
    for unit in range(units):
        code = tables.code_of[judged[row, form.first_unit + unit] & last]
        column = unit + 0
        while column > 0 and say.units[row, column - 1] > code:
            say.units[row, column] = say.units[row, column - 1] + 0
            column -= 1
        say.units[row, column] = code
    say.sizes[row] = units
    before = NONE
    for unit in range(units):
        code = say.units[row, unit]
        power = code // tables.of_one
        say.standing[row, unit] = code % tables.of_one if power == before else code + tables.of_one
        before = power
    for unit in range(judged[row, C_DISLODGED]):
        cell = form.first_unit + units + unit * form.cells_of_dislodged
        say.out[row, unit] = tables.code_of[judged[row, cell] & last]


def tell_owners(judged: Grid, say: Telling, form: PackedForm, row: int) -> None:
    """Put the centres that are owned in order: powers come by the first that each of them owns."""
    each = form.cell_bits // form.owner_bits
    centers = len(say.centers)
    for center in range(form.center_count):
        cell = form.first_owner + center // each
        number = judged[row, cell] >> form.owner_bits * (center % each)
        say.owners[form.centers[center]] = (number & ((1 << form.owner_bits) - 1)) - 1
    count = 0
    for center in range(centers):
        owner = say.owners[say.centers[center]]
        if owner == NONE:
            continue
        piece = center + (owner + 1) * centers
        for other in range(center, centers):
            if say.owners[say.centers[other]] == owner:
                say.owned[row, count] = piece if other == center else other
                say.owners[say.centers[other]] = NONE
                count += 1
    say.owned_sizes[row] = count
