"""Positions packed into small integers.

Written in the part of Python that Numba compiles. ``cells`` holds positions one after the
other; ``base`` is where one begins. Behind a header of ``C_HEADER`` numbers stand, each with
room for one number a province: location, owner and kind of the standing units, the same of
the dislodged ones, the province each of these may not go back to, the owner of each centre,
and 1 for each contested province.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.aftermath import retreats
from dragoman.rules.engine.codes import (
    G_HALVES,
    G_PROVINCE_OF,
    G_PROVINCES,
    KIND,
    LOCATION,
    NONE,
    OWNER,
    PLACE,
    STRENGTH,
    WIDTH,
    Cells,
    Ints,
)
from dragoman.rules.engine.high_seas import leave_out_high_seas

C_PHASE: Final = 0
C_YEAR_HIGH: Final = 1
C_YEAR_LOW: Final = 2
C_UNITS: Final = 3
C_OUT: Final = 4
C_WINNER: Final = 5
"""0, or 1 + the power that has won."""
C_HEADER: Final = 6

UNIT_LOCATIONS: Final = 0
UNIT_OWNERS: Final = 1
UNIT_KINDS: Final = 2
OUT_LOCATIONS: Final = 3
OUT_OWNERS: Final = 4
OUT_KINDS: Final = 5
OUT_ORIGINS: Final = 6
OWNERS: Final = 7
CONTESTED: Final = 8
BLOCKS: Final = 9

SPRING_MOVES: Final = 0
SPRING_RETREATS: Final = 1
FALL_MOVES: Final = 2
FALL_RETREATS: Final = 3
ADJUSTMENTS: Final = 4

WAS_DISLODGED: Final = 64
"""Added to the result of a unit that was driven out."""


def cells_needed(provinces: int) -> int:
    """How many numbers a packed position takes."""
    return C_HEADER + BLOCKS * provinces


def block(ground: Ints, base: int, which: int) -> int:
    """Where a block of one number a province begins."""
    return base + C_HEADER + which * ground[G_PROVINCES]


def load(ground: Ints, cells: Ints, base: int, units: Cells, at: Cells) -> int:
    """Set up the rows of the standing units; how many there are."""
    for province in range(ground[G_PROVINCES]):
        at[province] = NONE
    count = cells[base + C_UNITS]
    locations = block(ground, base, UNIT_LOCATIONS)
    owners = block(ground, base, UNIT_OWNERS)
    kinds = block(ground, base, UNIT_KINDS)
    for index in range(count):
        row = index * WIDTH
        location = cells[locations + index]
        kind = cells[kinds + index]
        place = ground[ground[G_PROVINCE_OF] + location]
        units[row + PLACE] = place
        units[row + LOCATION] = location
        units[row + OWNER] = cells[owners + index]
        units[row + KIND] = kind
        units[row + STRENGTH] = ground[ground[G_HALVES] + kind]
        at[place] = row
    leave_out_high_seas(ground, at, NONE)
    return count


def mark_full(ground: Ints, cells: Ints, base: int, full: Cells) -> None:
    """Mark the provinces closed to retreats: occupied 1, contested 2. A high sea never is."""
    contested = block(ground, base, CONTESTED)
    locations = block(ground, base, UNIT_LOCATIONS)
    for province in range(ground[G_PROVINCES]):
        full[province] = 2 if cells[contested + province] == 1 else 0
    for index in range(cells[base + C_UNITS]):
        full[ground[ground[G_PROVINCE_OF] + cells[locations + index]]] = 1
    leave_out_high_seas(ground, full, 0)


def options_of(ground: Ints, cells: Ints, base: int, index: int, full: Ints, options: Cells) -> int:
    """List where the dislodged unit ``index`` may go; how many places there are."""
    outs = block(ground, base, OUT_LOCATIONS)
    return retreats(
        ground,
        cells[outs + 2 * ground[G_PROVINCES] + index],
        cells[outs + index],
        cells[outs + 3 * ground[G_PROVINCES] + index],
        full,
        options,
    )
