"""A turn in plain Python as it stands in the arrays of a kernel: what outcomes are read off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dragoman.rules.batch.arrays import Arrays, Layout
from dragoman.rules.batch.places import NUMBERS, SINGLE_MASKS
from dragoman.rules.engine.room import new_turn, room_for, room_for_masks
from dragoman.rules.engine.tables import BoardTables, CalendarTables, RuleCodes
from dragoman.rules.engine.turn import (
    MASK_COLUMNS,
    UNIT_COLUMNS,
    DislodgedRows,
    OrderRows,
    StandingRows,
    Turn,
    columns_of,
)

_GROUPS: Final[Mapping[str, type]] = {
    "orders": OrderRows,
    "dislodged": DislodgedRows,
    "standing": StandingRows,
}
_WORD: Final = (1 << 64) - 1
_VECTORS: Final = tuple(room_for(0, 0, 0, 0))
_MASKS: Final = tuple(room_for_masks(0, 0, 0))


def turn_of_arrays(
    arrays: Arrays, layout: Layout, board: BoardTables, rules: RuleCodes, calendar: CalendarTables
) -> Turn:
    """The turn that lies in these arrays, with its units and orders, on these tables."""
    numbers: list[int] = arrays["numbers"].tolist()
    units = numbers[NUMBERS.index("unit_count")]
    t = new_turn(board, rules, calendar, units=units)
    for name, number in zip(NUMBERS, numbers, strict=True):
        setattr(t, name, number)
    t.listed_room = t.link_room = 0

    def cells(group: str, name: str, length: int) -> list[int]:
        begin = layout.stretch((group, name)).start
        return arrays["slab"][begin : begin + length].tolist()

    def masks(name: str, length: int) -> list[int]:
        begin, words = layout.stretch(("", name)).start, layout.words
        found: list[int] = arrays["masks"][begin * words : (begin + length) * words].tolist()
        whole = [word & _WORD for word in found[::words]]
        for word in range(1, words):
            for place, more in enumerate(found[word::words]):
                whole[place] |= (more & _WORD) << 64 * word
        return whole

    for name in (*UNIT_COLUMNS, *_VECTORS):
        setattr(t, name, cells("", name, len(getattr(t, name))))
    for name in (*MASK_COLUMNS, *_MASKS):
        setattr(t, name, masks(name, len(getattr(t, name))))
    for name in SINGLE_MASKS:
        setattr(t, name, masks(name, 1)[0])
    lengths = {"orders": t.order_count, "dislodged": units, "standing": units}
    for group, made in _GROUPS.items():
        columns: Any = (cells(group, name, lengths[group]) for name in columns_of(made))
        setattr(t, group, made(*columns))
    return t
