"""An order as one number.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    G_KINDS,
    KIND,
    OWNER,
    PLACE,
    Ints,
)
from dragoman.rules.engine.high_seas import is_high_sea

# A packed order: two bits for its type, one for "via convoy", then the target's location
# and the other unit's location, each plus one, in fourteen bits. Above them stands whose and
# of what kind the other unit is, where it is on a high sea (see ``whose``).
VIA_BIT: Final = 4
TARGET_SHIFT: Final = 3
OTHER_SHIFT: Final = 17
LOCATION_BITS: Final = 16383
WHOSE_SHIFT: Final = 31


def packed(kind: int, via: int, target: int, other: int) -> int:
    """An order as one number; ``target`` and ``other`` are locations or NONE."""
    return kind + via * VIA_BIT + ((target + 1) << TARGET_SHIFT) + ((other + 1) << OTHER_SHIFT)


def packed_kind(code: int) -> int:
    return code & 3


def packed_via(code: int) -> int:
    return (code >> 2) & 1


def packed_target(code: int) -> int:
    return ((code >> TARGET_SHIFT) & LOCATION_BITS) - 1


def packed_other(code: int) -> int:
    return ((code >> OTHER_SHIFT) & LOCATION_BITS) - 1


def whose(ground: Ints, owner: int, kind: int) -> int:
    """What to add to a packed order that names a unit of this power and kind on a high sea;
    either may be NONE."""
    return ((owner + 1) * (ground[G_KINDS] + 1) + kind + 1) << WHOSE_SHIFT


def packed_owner(ground: Ints, code: int) -> int:
    """The power of the unit on a high sea that the order names, NONE where it names none."""
    return (code >> WHOSE_SHIFT) // (ground[G_KINDS] + 1) - 1


def packed_kind_named(ground: Ints, code: int) -> int:
    """The kind of the unit on a high sea that the order names, NONE where it names none."""
    return (code >> WHOSE_SHIFT) % (ground[G_KINDS] + 1) - 1


def whose_there(ground: Ints, units: Ints, row: int) -> int:
    """What to add to a packed order that names the unit in this row: where it is alone, nothing."""
    if is_high_sea(ground, units[row + PLACE]):
        return whose(ground, units[row + OWNER], units[row + KIND])
    return 0
