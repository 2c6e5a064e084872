"""A turn in plain Python as it stands in the arrays of a kernel: what outcomes are read off."""

from __future__ import annotations

from typing import Any, Final

from dragoman.rules.batch.arrays import Arrays, Layout
from dragoman.rules.batch.places import NUMBERS, SINGLE_MASKS
from dragoman.rules.engine.room import room_for, room_for_masks
from dragoman.rules.engine.turn import GROUPS, MASK_COLUMNS, UNIT_COLUMNS, Turn, columns_of
from dragoman.rules.judge.board_index import BoardTerms

_NUMBERS: Final = {name: place for place, name in enumerate(NUMBERS)}
_CELLS: Final = frozenset((*UNIT_COLUMNS, *room_for(0, 0, 0, 0)))
_MASKS: Final = frozenset((*MASK_COLUMNS, *room_for_masks(0, 0, 0), *SINGLE_MASKS))
_WORD: Final = (1 << 64) - 1


class TurnOfArrays(Turn):
    """The turn that lies in these arrays. Each of its columns is read when somebody
    looks at it, and is a list from then on."""

    __slots__ = ("_arrays", "_layout", "_lengths")

    def __init__(self, arrays: Arrays, layout: Layout, terms: BoardTerms, is_icy: bool) -> None:
        self._arrays, self._layout = arrays, layout
        self.board = terms.icy_tables if is_icy else terms.open_tables
        self.rules, self.calendar, self.routes = terms.rules, terms.phases, []
        sizes = self.board.province_count, self.board.power_count, self.unit_count
        lengths = room_for(sizes[0], self.board.location_count, *sizes[1:])
        self._lengths = lengths | room_for_masks(*sizes) | dict.fromkeys(SINGLE_MASKS, 1)

    def __getattr__(self, name: str) -> Any:
        if name in _NUMBERS:
            found: Any = self._arrays["numbers"][_NUMBERS[name]]
        elif name in _CELLS:
            found = self._cells("", name, self._lengths.get(name, self.unit_count))
        elif name in _MASKS:
            found = self._sets(name)
        elif name in GROUPS:
            counts = {"orders": "order_count", "adjustments": "adjustment_count"}
            rows: int = getattr(self, counts.get(name, "unit_count"))
            columns = columns_of(GROUPS[name])
            found = GROUPS[name](*(self._cells(name, column, rows) for column in columns))
        else:
            raise AttributeError(name)
        setattr(self, name, found)
        return found

    def _cells(self, group: str, name: str, length: int) -> list[int]:
        begin = self._layout.stretch((group, name)).start
        return self._arrays["slab"][begin : begin + length].tolist()

    def _sets(self, name: str) -> Any:
        """Sets of units, put together of their words; or the one of this name."""
        begin, words = self._layout.stretch(("", name)).start, self._layout.words
        length = self._lengths.get(name, self.unit_count)
        cells: list[int] = self._arrays["masks"][begin * words : (begin + length) * words].tolist()
        found = [word & _WORD for word in cells[::words]]
        for word in range(1, words):
            for place, more in enumerate(cells[word::words]):
                found[place] |= (more & _WORD) << 64 * word
        return found[0] if name in SINGLE_MASKS else found
