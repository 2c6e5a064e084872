"""``word_scanner`` and ``turn_scanner`` as machine code, and the words that they know."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from dragoman.extras import extra
from dragoman.formats.records import turn_scanner, word_scanner
from dragoman.formats.records.turn_scanner import Limits
from dragoman.formats.records.word_scanner import UNKNOWN
from dragoman.native.kinds import CELLS, NUMBER, Kind, Several, View, flattened
from dragoman.native.library import CodeUnit, address_of, given, hash_of, library_of
from dragoman.native.to_c import TRANSLATED_BY, NumericSource, c_source, constants_in
from dragoman.remembered import made_once
from dragoman.values import FrozenMap

with extra("fast"):
    import numpy as np

_NAME: Final = "scanner"
_LISTS = 4
_LEAST_OF_A_WORD = 3
"""Letters that a word in a list takes, with its marks."""


class ScannedLines(NamedTuple):
    """The result of reading some lines. Those that were read are the rows of ``lists``."""

    heads: Any
    """Of every line, read or not, see ``turn_scanner``."""
    lists: Sequence[tuple[Any, Any, Any]]
    """Of each kind of list the rows, the ranks of the powers and what the words stand for."""


class Scanner:
    """Reads lines in words that it was taught."""

    def __init__(self) -> None:
        self._machine = _machine()
        self._count, self._end = 0, 0
        self._words: Any = np.zeros((1024, 5), dtype=np.int64)
        self._letters: Any = np.zeros(1 << 14, dtype=np.uint8)
        self._slots: Any = np.full(4096, UNKNOWN, dtype=np.int64)
        self._found: Any = np.empty((_LISTS, 3, 0), dtype=np.int64)

    def learn(self, kind: int, words: Iterable[tuple[str, int]]) -> None:
        """Take in words of a kind, none of which was known, and what they stand for."""
        first = self._count
        for text, value in words:
            letters = text.encode("utf-8", "surrogatepass")
            begin, self._end = self._end, self._end + len(letters)
            self._letters = _with_room(self._letters, self._end)
            self._letters[begin : self._end] = np.frombuffer(letters, np.uint8)
            self._words = _with_room(self._words, self._count + 1)
            self._words[self._count] = (0, kind, begin, self._end, value)
            self._count += 1
        if 2 * self._count > len(self._slots):
            first = 0
            self._slots = np.full(8 * len(self._slots), UNKNOWN, dtype=np.int64)
        if first < self._count:
            self._machine["learn"](first, self._count, *self._table)

    def read(self, lines: Sequence[str], longest: int, limits: Limits) -> ScannedLines:
        """Read lines of up to so many letters; the limits are those of ``read_turn``."""
        text = "\n".join(lines)
        if not text.isascii():
            lines = [line if line.isascii() else "" for line in lines]
            text = "\n".join(lines)
        letters = np.frombuffer(text.encode("ascii"), np.uint8)
        ends = np.cumsum([len(line) + 1 for line in lines]) - 1
        most = len(letters) // _LEAST_OF_A_WORD
        if self._found.shape[2] < most:
            self._found = np.empty((_LISTS, 3, 2 * most), dtype=np.int64)
        heads = np.zeros((len(lines), 4), dtype=np.int64)
        counts = np.zeros(_LISTS, dtype=np.int64)
        self._machine["read_lines"](
            letters, ends, longest, limits, heads, self._found, counts, self._table
        )
        lists = [tuple(self._found[kind, :, :end]) for kind, end in enumerate(counts.tolist())]
        return ScannedLines(heads, lists)

    @property
    def _table(self) -> tuple[Any, Any, Any]:
        return self._words, self._letters, self._slots


def _with_room(array: Any, size: int) -> Any:
    """The array, or one of twice its length with the same in it, until it is so long."""
    while len(array) < size:
        array = np.concatenate([array, np.zeros_like(array)])
    return array


# What the machine code is made of

_COLUMN: Final = View(CELLS["i8"])
_BYTES: Final = View(CELLS["u1"])
_TABLE: Final = Several((View(CELLS["i8"], 2), _BYTES, _COLUMN))
_LIMITS: Final = Several((NUMBER,) * 6)
_ENTRIES: Final[Mapping[str, Sequence[Kind]]] = FrozenMap(
    {
        "learn": (NUMBER, NUMBER, *_TABLE.parts),
        "read_lines": (
            *(_BYTES, _COLUMN, NUMBER, _LIMITS),
            *(View(CELLS["i8"], 2), View(CELLS["i8"], 3), _COLUMN, _TABLE),
        ),
    }
)


@made_once
def _machine() -> Mapping[str, Callable[..., int]]:
    """The functions of ``_ENTRIES``."""
    library = library_of(unit())

    def function(name: str, kinds: Sequence[Kind]) -> Callable[..., int]:
        entry = library.entry(name)

        def call(*arguments: object) -> int:
            return entry(given(flattened(Several(tuple(kinds)), arguments, address_of)))

        return call

    return {name: function(name, kinds) for name, kinds in _ENTRIES.items()}


@cache
def unit() -> CodeUnit:
    """The scanner as a part of the machine code."""
    texts = [Path(str(one.__file__)).read_text("utf-8") for one in (word_scanner, turn_scanner)]

    def source() -> str:
        nodes = [node for text in texts for node in ast.parse(text).body]
        functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
        whole = NumericSource(functions, constants_in(nodes), _ENTRIES)
        return c_source(whole, _NAME, digest)

    digest = hash_of(*texts, repr(_ENTRIES), TRANSLATED_BY)
    return CodeUnit(_NAME, digest, source)
