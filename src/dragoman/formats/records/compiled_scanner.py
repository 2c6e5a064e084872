"""``word_scanner`` and ``turn_scanner`` compiled by Numba, and the words that they know."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple
from zlib import crc32

from dragoman.extras import extra
from dragoman.files import folder_to_keep_in, write_atomically
from dragoman.formats.records import turn_scanner, word_scanner
from dragoman.formats.records.turn_scanner import Limits
from dragoman.formats.records.word_scanner import UNKNOWN
from dragoman.remembered import made_once

with extra("fast"):
    import numpy as np

_ENTRIES = ("learn", "read_lines")
_OF_EACH_WORD = frozenset(
    {"behind_space", "hash_of", "is_sign", "part_at", "slot_of", "value_of", "word_at"}
)
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


def is_compiled() -> bool:
    """True if the machine code of this version is in the cache."""
    path = _path()
    kept = path.parent.glob(f"__pycache__/{path.stem}.*.nbc")
    names = {found.name.split(".")[1].partition("-")[0] for found in kept}
    return names.issuperset(_ENTRIES)


def make_compiled() -> None:
    """Compile what is not in the cache."""
    scanner = Scanner()
    scanner.learn(word_scanner.FIELD, [("id", turn_scanner.ID)])
    scanner.read(["{}"], 2, (0, 0, 0, 0, 0, 0))


def _with_room(array: Any, size: int) -> Any:
    """The array, or one of twice its length with the same in it, until it is so long."""
    while len(array) < size:
        array = np.concatenate([array, np.zeros_like(array)])
    return array


@made_once
def _machine() -> dict[str, Any]:
    """The functions, compiled when they are first called. Numba keeps machine code beside the
    source, so that lies in the cache folder as well."""
    path = _path()
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, _source())
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    with extra("fast"):
        from numba import njit, uint64  # pyright: ignore[reportMissingTypeStubs]
    compiled: Any = njit(cache=True, nogil=True, error_model="numpy")
    # Elsewhere references to the arrays that are handed on would be counted for each word.
    inlined: Any = njit(cache=True, nogil=True, error_model="numpy", forceinline=True)
    vars(module)["index"] = uint64
    names = [name for name, value in vars(module).items() if isinstance(value, FunctionType)]
    for name in names:
        compile_ = inlined if name in _OF_EACH_WORD else compiled
        setattr(module, name, compile_(getattr(module, name)))
    return {name: getattr(module, name) for name in _ENTRIES}


def _path() -> Path:
    made_by = Path(__file__).read_text("utf-8")
    digest = crc32(f"{sys.version}\n{made_by}\n{_source()}".encode())
    name = f"dragoman_lines_{digest:08x}"
    return folder_to_keep_in() / name / f"{name}.py"


@cache
def _source() -> str:
    """Both modules as one: the second without what it imports, which is in the first."""
    words, turns = (
        Path(str(module.__file__)).read_text("utf-8") for module in (word_scanner, turn_scanner)
    )
    lines = turns.splitlines()
    for statement in ast.parse(turns).body:
        if isinstance(statement, ast.ImportFrom):
            for number in range(statement.lineno - 1, statement.end_lineno or 0):
                lines[number] = ""
    return "\n".join([words, *lines])
