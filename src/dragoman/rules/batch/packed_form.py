"""The form of packed positions: for a board, what each number of a row holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dragoman.rules.engine.tables import BoardTables, Ints

FORM_VERSION: Final = 2
"""The version of this form, to be kept with packed positions that are written to a disk."""

C_PHASE: Final = 0
"""Its place in the calendar."""
C_YEAR: Final = 1
"""The year plus ``YEAR_ZERO``, so that years B.C. have a place, too."""
C_UNITS: Final = 2
C_DISLODGED: Final = 3
C_WINNER: Final = 4
"""0, or 1 + the power that has won."""
C_HEADER: Final = 5

YEAR_ZERO: Final = 32768


@dataclass(frozen=True, slots=True, eq=False)
class PackedForm:
    """Where in the row of a position what stands, and what the bits of a unit's number mean.

    Behind a header of ``C_HEADER`` numbers stand the owners of the centres, several in a number,
    and where homes change in the game likewise the powers whose cores and half cores they are;
    a bit for each contested province; and the units, one in a number: first those that stand, then
    the dislodged ones, which take a second number where one has no room for where the attacker
    came from.
    """

    row: int
    """How many numbers a position takes ..."""
    cell_bits: int
    """... of so many bits, 16 or 32."""
    first_owner: int
    first_contested: int
    first_unit: int
    # The bits of a unit's number: its location from bit 0 on, then its kind, its power and, of a
    # dislodged one, which of the neighbors of its province, from 1, its attacker came from.
    kind_shift: int
    owner_shift: int
    owner_mask: int
    origin_shift: int
    cells_of_dislodged: int
    """How many numbers a dislodged unit takes, 1 or 2; the last of them has that neighbor."""
    most_units: int
    center_count: int
    owner_rows: int
    """How many times the owners of all centres stand there: once, or where homes change in the game
    three times, with the powers whose cores they are, and half cores."""
    cells_of_owners: int
    """How many numbers they take each time."""
    owner_bits: int
    """Of each owner, 1 + the power or 0; a divisor of ``cell_bits``."""
    centers: Ints
    """The province of each centre."""


def packed_form(board: BoardTables) -> PackedForm:
    """The form of the positions of a board, whatever the rule set."""
    provinces = board.province_count
    kind_shift = (board.location_count - 1).bit_length()
    owner_shift = kind_shift + (board.kind_count - 1).bit_length()
    unit_bits = owner_shift + (board.power_count - 1).bit_length()
    starts = board.near_starts
    neighbors = max((starts[p + 1] - starts[p] for p in range(provinces)), default=0)
    cell_bits = 16 if unit_bits <= 16 else 32
    fits = unit_bits + neighbors.bit_length() <= cell_bits
    owner_bits = 4
    while board.power_count >= 1 << owner_bits:
        owner_bits *= 2
    centers = [province for province in range(provinces) if board.is_center[province] == 1]
    owner_rows = 3 if board.has_cores == 1 else 1
    cells_of_owners = -(-len(centers) * owner_bits // cell_bits)
    first_contested = C_HEADER + owner_rows * cells_of_owners
    first_unit = first_contested + -(-provinces // cell_bits)
    most_units = provinces - board.gate_count
    # Where a unit is dislodged another one stands.
    most_cells = most_units if fits else most_units + most_units // 2
    return PackedForm(
        row=first_unit + most_cells,
        cell_bits=cell_bits,
        first_owner=C_HEADER,
        first_contested=first_contested,
        first_unit=first_unit,
        kind_shift=kind_shift,
        owner_shift=owner_shift,
        owner_mask=(1 << (unit_bits - owner_shift)) - 1,
        origin_shift=unit_bits if fits else 0,
        cells_of_dislodged=1 if fits else 2,
        most_units=most_units,
        center_count=len(centers),
        owner_rows=owner_rows,
        cells_of_owners=cells_of_owners,
        owner_bits=owner_bits,
        centers=centers,
    )
