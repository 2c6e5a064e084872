"""An order as one number."""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.high_seas import is_high_sea
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import Turn

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


def whose(board: BoardTables, owner: int, kind: int) -> int:
    """What to add to a packed order that names a unit of this power and kind on a high sea;
    either may be NONE."""
    return ((owner + 1) * (board.kind_count + 1) + kind + 1) << WHOSE_SHIFT


def packed_owner(board: BoardTables, code: int) -> int:
    """The power of the unit on a high sea that the order names, NONE where it names none."""
    return (code >> WHOSE_SHIFT) // (board.kind_count + 1) - 1


def packed_kind_named(board: BoardTables, code: int) -> int:
    """The kind of the unit on a high sea that the order names, NONE where it names none."""
    return (code >> WHOSE_SHIFT) % (board.kind_count + 1) - 1


def whose_there(t: Turn, unit: int) -> int:
    """What to add to a packed order that names this unit: where it is alone, nothing."""
    if is_high_sea(t, t.place[unit]):
        return whose(t.board, t.owner[unit], t.kind[unit])
    return 0
