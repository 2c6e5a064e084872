"""An order as one number of 31 bits.

From below: two bits for its type, one for "via convoy", then in fourteen bits each the target and
the other thing that it names, both plus one, so that 0 stands for none. The target is a location.
The other is the location of the unit supported, convoyed or removed, or of a railway; of a build
the kind of unit, of a waived build the power. Where units share a high sea it is a number above all
locations that says whose and of what kind the unit is, as well (see ``whose``).

So there is room for more than 16,000 locations, and negative numbers are left to mean no order.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import NONE, SUPPORT
from dragoman.rules.engine.high_seas import is_high_sea
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import Turn

VIA_BIT: Final = 4
TARGET_SHIFT: Final = 3
OTHER_SHIFT: Final = 17
LOCATION_BITS: Final = 16383


def packed(kind: int, via: int, target: int, other: int) -> int:
    """An order as one number; ``target`` and ``other`` may be NONE."""
    return kind + via * VIA_BIT + ((target + 1) << TARGET_SHIFT) + ((other + 1) << OTHER_SHIFT)


def packed_kind(code: int) -> int:
    return code & 3


def packed_via(code: int) -> int:
    return (code >> 2) & 1


def packed_target(code: int) -> int:
    return ((code >> TARGET_SHIFT) & LOCATION_BITS) - 1


def packed_other(code: int) -> int:
    return (code >> OTHER_SHIFT) - 1


def packed_removal(t: Turn, unit: int) -> int:
    """The order to remove a unit: a support of nothing that it does."""
    return packed(SUPPORT, 0, NONE, t.location[unit]) + whose_there(t, unit)


def whose(board: BoardTables, location: int, owner: int, kind: int) -> int:
    """The number to add to a packed order that names a unit by its location, if that is a high sea:
    for whose and of what kind it is, either of which may be NONE."""
    kinds = board.kind_count + 1
    for sea in range(board.high_sea_count):
        if board.high_seas[sea] == location:
            unit = (sea * (board.power_count + 1) + owner + 1) * kinds + kind + 1
            return (board.location_count + unit - location) << OTHER_SHIFT
    return 0


def named_place(board: BoardTables, code: int) -> int:
    """The location of the other unit that the order names; NONE where it names none."""
    other = packed_other(code)
    if other < board.location_count:
        return other
    units = (board.power_count + 1) * (board.kind_count + 1)
    return board.high_seas[(other - board.location_count) // units]


def named_owner(board: BoardTables, code: int) -> int:
    """The power of the unit on a high sea that the order names, NONE where it names none."""
    unit = packed_other(code) - board.location_count
    if unit < 0:
        return NONE
    return unit // (board.kind_count + 1) % (board.power_count + 1) - 1


def named_kind(board: BoardTables, code: int) -> int:
    """The kind of the unit on a high sea that the order names, NONE where it names none."""
    unit = packed_other(code) - board.location_count
    if unit < 0:
        return NONE
    return unit % (board.kind_count + 1) - 1


def numbers_for_others(board: BoardTables) -> int:
    """The number of things an order on this board can name beside its target: up to
    LOCATION_BITS."""
    units = (board.power_count + 1) * (board.kind_count + 1)
    return max(board.location_count + board.high_sea_count * units, board.power_count)


def whose_there(t: Turn, unit: int) -> int:
    """The number to add to a packed order that names this unit: where it is alone, nothing."""
    if is_high_sea(t, t.place[unit]):
        return whose(t.board, t.location[unit], t.owner[unit], t.kind[unit])
    return 0
