"""``turn_coding`` and ``turn_telling`` as machine code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple

from dragoman.formats.records import turn_coding, turn_telling
from dragoman.formats.records.turn_coding import TurnRows
from dragoman.formats.records.turn_telling import Telling
from dragoman.native.functions import NumericModules, functions_of
from dragoman.native.kinds import CELLS, NUMBER, Kind, RecordKind, View
from dragoman.rules.batch.coded import CodeTables
from dragoman.rules.batch.row_machine import COLUMN, FORM, rows_of
from dragoman.rules.engine import packed_orders

_ROWS: Final = View(CELLS["i8"], 2)
_NUMBERS: Final = ("of_one", "words", "names_powers", "asks_who_ordered")
_OTHERS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(_NUMBERS, NUMBER),
    **dict.fromkeys(("phases", "facts", "waiting", "units"), _ROWS),
    **dict.fromkeys(("told", "standing", "owned", "out"), _ROWS),
    "found": View(CELLS["i8"], 3),
    "orders": View(CELLS["i4"], 2),
    "unusual": View(CELLS["u1"]),
    "results": View(CELLS["u1"], 2),
}
"""The kinds of the fields of records that are no columns."""


def _record(kind: type[NamedTuple], **others: Kind) -> RecordKind:
    known = {**_OTHERS, **others}
    return RecordKind(kind.__name__, tuple((one, known.get(one, COLUMN)) for one in kind._fields))


@cache
def turn_modules(cell_bits: int) -> NumericModules:
    """The functions for packed positions whose numbers have so many bits."""
    cells = rows_of(cell_bits)
    rows, tables = _record(TurnRows, cells=cells), _record(CodeTables)
    entries: tuple[tuple[str, tuple[Kind, ...]], ...] = (
        ("code_turns", (rows, tables, FORM)),
        ("tell_turns", (rows, cells, _record(Telling), tables, FORM)),
    )
    modules = (turn_coding, turn_telling, packed_orders)
    return NumericModules(f"turns_{cell_bits}", modules, entries)


def turn_functions(cell_bits: int) -> Mapping[str, Callable[..., int]]:
    """The functions, called as they are in Python.

    Raises:
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """
    return functions_of(turn_modules(cell_bits))
