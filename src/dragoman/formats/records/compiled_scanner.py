"""``word_scanner`` and ``turn_scanner`` as machine code, and the words that they know."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from dragoman.formats.records import turn_scanner, word_scanner
from dragoman.formats.records.turn_scanner import Limits
from dragoman.formats.records.word_scanner import UNKNOWN
from dragoman.native.functions import NumericModules, functions_of
from dragoman.native.grid import Grid
from dragoman.native.kinds import CELLS, NUMBER, Kind, Several, View

LISTS: Final = 4
"""How many kinds of lists there are."""
_COLUMNS = 5
"""What a word has (see ``word_scanner``)."""
_LEAST_OF_A_WORD = 3
"""Letters that a word in a list takes, with its marks."""


class ScannedLines(NamedTuple):
    """The result of reading some lines. Those that were read are the rows of ``found``."""

    heads: Grid
    """Of every line, read or not, see ``turn_scanner``."""
    found: Grid
    """Of each kind of list the rows, the ranks of the powers and what the words stand for: until
    lines are read again."""
    ends: Grid
    """How many words there are in each kind of list."""


class Scanner:
    """Reads lines in words that it was taught."""

    def __init__(self) -> None:
        self._machine = functions_of(modules())
        self._count = 0
        self._words, self._letters = array("q"), array("B")
        self._slots = _slots(4096)
        self._found = Grid("i8", (LISTS, 3, 0))

    def learn(self, kind: int, words: Iterable[tuple[str, int]]) -> None:
        """Take in words of a kind, none of which was known, and what they stand for."""
        first = self._count
        for text, value in words:
            begin = len(self._letters)
            self._letters.frombytes(text.encode("utf-8", "surrogatepass"))
            self._words.extend((0, kind, begin, len(self._letters), value))
            self._count += 1
        if 2 * self._count > len(self._slots):
            first = 0
            self._slots = _slots(8 * len(self._slots))
        if first < self._count:
            self._machine["learn"](first, self._count, *self._table)

    def read(self, lines: Sequence[str], longest: int, limits: Limits) -> ScannedLines:
        """Read lines of up to so many letters; the limits are those of ``read_turn``."""
        text = "\n".join(lines)
        if not text.isascii():
            lines = [line if line.isascii() else "" for line in lines]
            text = "\n".join(lines)
        letters = array("B", text.encode("ascii"))
        ends = array("q", accumulate((len(line) + 1 for line in lines), initial=-1))[1:]
        most = len(letters) // _LEAST_OF_A_WORD
        if self._found.shape[2] < most:
            self._found = Grid("i8", (LISTS, 3, 2 * most))
        heads, counts = Grid("i8", (len(lines), 4)), Grid("i8", (LISTS,))
        given = _in_a_row(letters, "u1"), _in_a_row(ends, "i8"), longest, limits
        self._machine["read_lines"](*given, heads, self._found, counts, self._table)
        return ScannedLines(heads, self._found, counts)

    @property
    def _table(self) -> tuple[Grid, Grid, Grid]:
        words = Grid("i8", (self._count, _COLUMNS), self._words)
        return words, _in_a_row(self._letters, "u1"), self._slots


def _in_a_row(numbers: array[int], cell: str) -> Grid:
    return Grid(cell, (len(numbers),), numbers)


def _slots(count: int) -> Grid:
    return _in_a_row(array("q", [UNKNOWN]) * count, "i8")


# What the machine code is made of

_COLUMN: Final = View(CELLS["i8"])
_BYTES: Final = View(CELLS["u1"])
_TABLE: Final = Several((View(CELLS["i8"], 2), _BYTES, _COLUMN))
_LIMITS: Final = Several((NUMBER,) * 6)
_ENTRIES: Final[tuple[tuple[str, tuple[Kind, ...]], ...]] = (
    ("learn", (NUMBER, NUMBER, *_TABLE.parts)),
    (
        "read_lines",
        (
            *(_BYTES, _COLUMN, NUMBER, _LIMITS),
            *(View(CELLS["i8"], 2), View(CELLS["i8"], 3), _COLUMN, _TABLE),
        ),
    ),
)


def modules() -> NumericModules:
    """The modules of the scanner."""
    return NumericModules("scanner", (word_scanner, turn_scanner), _ENTRIES)
