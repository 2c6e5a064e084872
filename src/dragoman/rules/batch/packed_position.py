"""Positions packed into small integers.

Behind a header of ``C_HEADER`` numbers stand, each with room for one number a province: location,
owner and kind of the standing units, the same of the dislodged ones, the province each of these
may not go back to, the owner of each centre, and 1 for each contested province.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.batch.lot import Lot
from dragoman.rules.engine.codes import ADJUSTMENTS, NONE, RETREATS
from dragoman.rules.engine.high_seas import leave_out_high_seas
from dragoman.rules.engine.turn import Turn

C_PHASE: Final = 0
"""Its place in the calendar."""
C_YEAR_HIGH: Final = 1
C_YEAR_LOW: Final = 2
C_UNITS: Final = 3
C_DISLODGED: Final = 4
C_WINNER: Final = 5
"""0, or 1 + the power that has won."""
C_HEADER: Final = 6

UNIT_LOCATIONS: Final = 0
UNIT_OWNERS: Final = 1
UNIT_KINDS: Final = 2
DISLODGED_LOCATIONS: Final = 3
DISLODGED_OWNERS: Final = 4
DISLODGED_KINDS: Final = 5
DISLODGED_ORIGINS: Final = 6
OWNERS: Final = 7
CONTESTED: Final = 8
BLOCKS: Final = 9


def cells_needed(provinces: int) -> int:
    """How many numbers a packed position takes."""
    return C_HEADER + BLOCKS * provinces


def read_position(t: Turn, lot: Lot, index: int) -> None:
    """Begin the turn at position ``index`` of the lot: in a retreat phase with the dislodged units
    and those that stand, else with units that can be ordered."""
    provinces = t.board.province_count
    base = index * cells_needed(provinces)
    t.phase = lot.cells[base + C_PHASE]
    t.year = lot.cells[base + C_YEAR_HIGH] * 100 + lot.cells[base + C_YEAR_LOW]
    t.winner = lot.cells[base + C_WINNER] - 1
    t.unit_count = 0
    t.dislodged_count = 0
    kind = t.calendar.kind[t.phase]
    if kind == RETREATS:
        read_standing(t, lot, base)
        read_dislodged(t, lot, base)
    else:
        read_units(t, lot, base)
    if kind == ADJUSTMENTS or t.calendar.counts_next[t.phase] == 1:
        owners = base + C_HEADER + OWNERS * provinces
        for province in range(provinces):
            t.owners[province] = lot.cells[owners + province]


def read_units(t: Turn, lot: Lot, base: int) -> None:
    """Read the units that can be ordered."""
    provinces = t.board.province_count
    rows = base + C_HEADER
    t.unit_count = lot.cells[base + C_UNITS]
    for province in range(provinces):
        t.at[province] = NONE
    for unit in range(t.unit_count):
        location = lot.cells[rows + unit]
        kind = lot.cells[rows + UNIT_KINDS * provinces + unit]
        place = t.board.province_of[location]
        t.place[unit] = place
        t.location[unit] = location
        t.owner[unit] = lot.cells[rows + UNIT_OWNERS * provinces + unit]
        t.kind[unit] = kind
        t.spot[unit] = kind * t.board.location_count + location
        t.strength[unit] = t.board.strength[kind]
        t.gone[unit] = 0
        t.at[place] = unit
    leave_out_high_seas(t, t.at, NONE)


def read_standing(t: Turn, lot: Lot, base: int) -> None:
    """Read who stands while others retreat."""
    provinces = t.board.province_count
    rows = base + C_HEADER
    t.standing_count = lot.cells[base + C_UNITS]
    for row in range(t.standing_count):
        t.standing.location[row] = lot.cells[rows + row]
        t.standing.owner[row] = lot.cells[rows + UNIT_OWNERS * provinces + row]
        t.standing.kind[row] = lot.cells[rows + UNIT_KINDS * provinces + row]


def read_dislodged(t: Turn, lot: Lot, base: int) -> None:
    """Read who has to retreat, and mark the provinces that are closed to retreats."""
    provinces = t.board.province_count
    rows = base + C_HEADER
    t.dislodged_count = lot.cells[base + C_DISLODGED]
    for row in range(t.dislodged_count):
        t.dislodged.location[row] = lot.cells[rows + DISLODGED_LOCATIONS * provinces + row]
        t.dislodged.owner[row] = lot.cells[rows + DISLODGED_OWNERS * provinces + row]
        t.dislodged.kind[row] = lot.cells[rows + DISLODGED_KINDS * provinces + row]
        t.dislodged.origin[row] = lot.cells[rows + DISLODGED_ORIGINS * provinces + row]
    for province in range(provinces):
        t.full[province] = 2 * lot.cells[rows + CONTESTED * provinces + province]
    for row in range(t.standing_count):
        t.full[t.board.province_of[t.standing.location[row]]] = 1
    leave_out_high_seas(t, t.full, 0)
    for gate in range(t.board.gate_count):
        t.keepers[gate] = NONE
        for row in range(t.standing_count):
            if t.board.province_of[t.standing.location[row]] == t.board.gate_holder[gate]:
                t.keepers[gate] = t.standing.owner[row]


def write_position(t: Turn, lot: Lot, index: int) -> None:
    """Write the position in which the turn ended, over the one in which it began."""
    provinces = t.board.province_count
    base = index * cells_needed(provinces)
    before = lot.cells[base + C_PHASE]
    lot.cells[base + C_PHASE] = t.phase
    lot.cells[base + C_YEAR_HIGH] = t.year // 100
    lot.cells[base + C_YEAR_LOW] = t.year % 100
    lot.cells[base + C_UNITS] = t.standing_count
    lot.cells[base + C_DISLODGED] = t.dislodged_count
    lot.cells[base + C_WINNER] = t.winner + 1
    rows = base + C_HEADER
    for row in range(t.standing_count):
        lot.cells[rows + row] = t.standing.location[row]
        lot.cells[rows + UNIT_OWNERS * provinces + row] = t.standing.owner[row]
        lot.cells[rows + UNIT_KINDS * provinces + row] = t.standing.kind[row]
    for row in range(t.dislodged_count):
        lot.cells[rows + DISLODGED_LOCATIONS * provinces + row] = t.dislodged.location[row]
        lot.cells[rows + DISLODGED_OWNERS * provinces + row] = t.dislodged.owner[row]
        lot.cells[rows + DISLODGED_KINDS * provinces + row] = t.dislodged.kind[row]
        lot.cells[rows + DISLODGED_ORIGINS * provinces + row] = t.dislodged.origin[row]
    if t.calendar.counts_next[before] == 1:
        for province in range(provinces):
            lot.cells[rows + OWNERS * provinces + province] = t.owners[province]
    if t.dislodged_count > 0:
        for province in range(provinces):
            lot.cells[rows + CONTESTED * provinces + province] = t.full[province] // 2
    elif t.calendar.kind[before] == RETREATS:
        for province in range(provinces):
            lot.cells[rows + CONTESTED * provinces + province] = 0
