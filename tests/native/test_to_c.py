"""The small language as Python and as C: the same comes of it, and what is not of it is refused."""

from __future__ import annotations

import ast
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from dragoman.native.inference import Untranslatable
from dragoman.native.kinds import (
    CELLS,
    NUMBER,
    REAL,
    Kind,
    Pointer,
    RecordKind,
    Several,
    View,
    flattened,
)
from dragoman.native.library import CodeUnit, address_of, can_be_had, given, hash_of, library_of
from dragoman.native.to_c import TRANSLATED_BY, NumericSource, c_source, constants_in

NUMBERS = View(CELLS["i8"])
WORDS = Pointer(CELLS["i8"])


def source(text: str, kinds: tuple[Kind, ...], words: int = 1) -> NumericSource:
    nodes = ast.parse(dedent(text)).body
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    return NumericSource(functions, constants_in(nodes), {"asked": kinds}, words)


def in_c(text: str, kinds: tuple[Kind, ...], words: int = 1) -> Any:
    """The function ``asked`` of a text, as machine code."""
    digest = hash_of(text, repr(kinds), str(words), TRANSLATED_BY)
    name = f"test_{digest}"
    unit = CodeUnit(name, digest, lambda: c_source(source(text, kinds, words), name, digest))
    if not can_be_had(unit):
        pytest.skip("no C compiler is here")
    entry = library_of(unit).entry("asked")

    def call(*arguments: Any) -> int:
        return entry(given(flattened(Several(kinds), arguments, address_of)))

    return call


def in_python(text: str) -> Any:
    found: dict[str, Any] = {}
    exec(dedent(text), found)
    return found["asked"]


WHOLE_NUMBERS = """
A_BIT: Final = 1 << 40
ONE, TWO = range(1, 3)

def asked(a, b):
    found = 0
    for shift in (3, 17):
        found += a // b + a % b * 7 + (a >> shift) + (b << TWO)
    return found ^ A_BIT if a in (ONE, b, -7) and not b < a <= 99 else -found & ~a | abs(b) ** 2
"""


@pytest.mark.parametrize("a", [-1000, -7, -1, 0, 1, 6, 98, 99, 100, 2**40 + 3])
@pytest.mark.parametrize("b", [-9, -1, 1, 2, 13])
def test_whole_numbers(a: int, b: int) -> None:
    plain = in_python("from typing import Final\n" + WHOLE_NUMBERS)
    assert in_c(WHOLE_NUMBERS, (NUMBER, NUMBER))(a, b) == plain(a, b)


CHOICES = """
def asked(a, b):
    one = a or b or 5
    two = a and b
    if a and b or not one:
        two += 100 * (a == b or b)
    return one * 10 + two
"""


@pytest.mark.parametrize(("a", "b"), [(0, 0), (0, 3), (4, 0), (4, 3), (-2, 7), (6, 6)])
def test_the_values_of_and_and_or(a: int, b: int) -> None:
    assert in_c(CHOICES, (NUMBER, NUMBER))(a, b) == in_python(CHOICES)(a, b)


STEPS = """
def noted(cells, at, number):
    cells[0] += 1
    cells[at] = cells[0] * 100 + number
    return cells[at]

def both(cells, number):
    return noted(cells, 1, number), cells[0]

def asked(cells, last):
    one, two = both(cells, 5)
    cells[2] = cells[0] + noted(cells, 3, 1) * cells[0]
    cells[cells[0]] += noted(cells, 4, 2)
    cells[5] = noted(cells, 3, 1) - noted(cells, 3, 2) * cells[0]
    one, two = two, one
    count = 0
    step = -2
    for number in range(last, 0, step):
        if number == 4:
            continue
        count += number if noted(cells, 6, 1) < cells[0] or number % 2 else -1
        while count > 30:
            count -= 7
            if count == 28:
                break
    cells[7] = cells[8] = len(cells) + min(one, two, 9) + max(one, count)
    return cells[0] < noted(cells, 1, 1) < cells[0] + last * 100
"""


@pytest.mark.parametrize("last", [0, 1, 8, 15])
def test_what_is_written_is_written_in_the_same_sequence(last: int) -> None:
    plain, cells = [0] * 10, np.zeros(10, np.int64)
    expected = in_python(STEPS)(plain, last)
    assert in_c(STEPS, (NUMBERS, NUMBER))(cells, last) == expected
    assert cells.tolist() == plain


SHAPES = """
def total(row, weight):
    found = 0.0
    for place in range(len(row)):
        found += row[place] * weight
    return found

def asked(table, room, limits, weight, answer):
    low, high = limits
    best = -1
    most = 0.0
    for number in range(len(table)):
        now = total(table[number], weight) / room.size
        if now > most and low <= number <= high or best < 0:
            best, most = number, now
    answer[0, 1] = most
    answer[1, 0] = int(float(best) * 2.5)
    room.cells[best] = table[best, 1] + table.shape_of_no_use if False else table[best, 1]
    return best
""".replace(" + table.shape_of_no_use if False else table[best, 1]", "")


def test_tables_records_and_reals() -> None:
    room = RecordKind("Room", (("size", NUMBER), ("cells", View(CELLS["i4"]))))
    table_kind, answer_kind = View(CELLS["u2"], 2), View(CELLS["f8"], 2)
    kinds = (table_kind, room, Several((NUMBER, NUMBER)), REAL, answer_kind)
    table = np.array([[3, 7], [8, 9], [65000, 1], [2, 2]], np.uint16)
    cells, answer = np.zeros(4, np.int32), np.zeros((2, 2))

    class Room:
        size = 4

    one = Room()
    one.cells = cells  # type: ignore[attr-defined]
    assert in_c(SHAPES, kinds)(table, one, (0, 1), 0.25, answer) == 1
    assert answer.tolist() == [[0.0, 17 / 16], [2.0, 0.0]] and cells.tolist() == [0, 9, 0, 0]


MASKS = """
EMPTY = 0

def asked(words, end, met):
    found = _empty()
    for unit in range(0, end, 3):
        found |= only(unit)
    _store_mask(words, WORDS, (found & ~only(6)) ^ only(1))
    left = _load_mask(words, WORDS)
    count = size(left)
    place = 0
    while left != _empty():
        unit = first(left)
        met[place] = unit
        place += 1
        left ^= only(unit)
    return count if _load_mask(words, WORDS) == (found ^ (only(6) | only(1))) else -1
"""


@pytest.mark.parametrize("words", [2, 5])
def test_sets_of_several_words(words: int) -> None:
    tried = in_c(MASKS.replace("WORDS", str(words)), (WORDS, NUMBER, NUMBERS), words)
    array, met = np.zeros(3 * words, np.int64), np.zeros(64 * words, np.int64)
    expected = sorted({*range(0, 64 * words, 3), 1} - {6})
    assert tried(array, 64 * words, met) == len(expected)
    assert met[: len(expected)].tolist() == expected
    assert not array[:words].any() and not array[2 * words :].any()


@pytest.mark.parametrize(
    "line",
    [
        "return [1, 2][a]",
        "return unheard_of(a)",
        "return a.name",
        "return UNHEARD_OF",
        "a, b = a",
        "for one in a: pass",
        "return 'text'",
        "with a: pass",
        "return (lambda: 1)()",
        "assert a",
        "return a if a else (a, a)",
        "raise a",
        "return a in b",
    ],
)
def test_what_is_not_of_the_language_is_refused_with_its_line(line: str) -> None:
    text = f"def asked(a, b):\n    b = 2\n    {line}\n"
    with pytest.raises(Untranslatable, match="asked, line 3"):
        c_source(source(text, (NUMBER, NUMBER)), "refused", "")


def test_an_array_of_other_cells_is_not_taken() -> None:
    tried = in_c("def asked(cells):\n    return cells[0]\n", (NUMBERS,))
    assert tried(np.array([41])) == 41
    for other in (np.zeros(3, np.int32), np.zeros(6, np.int64)[::2]):
        with pytest.raises(TypeError, match="cells of"):
            tried(other)
