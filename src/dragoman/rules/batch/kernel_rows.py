"""The kernel for one packed position at a time: for programs that are translated together with it,
and, as Python, for those that try these.

``row`` is a packed position, ``codes`` has four bytes for each order, ``results`` one, ``states``
is an array of one random state. Lengths are not checked: ``codes`` and ``results`` need as many
cells as the board has provinces.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dragoman.native.kinds import CELLS, Kind, Pointer, RecordKind
from dragoman.rules.batch.arrays import Arrays, Held, KernelSize
from dragoman.rules.batch.compile import RULES, Kernel, cells_of, compiled
from dragoman.rules.batch.source import FlatSource, Takes
from dragoman.rules.engine.codes import NONE


class KernelRoom:
    """The room in which one thread has packed positions judged. Two threads must never work in one
    room at a time."""

    def __init__(
        self, size: KernelSize, turn: Held, ice: Held, form: Held, chunk: Arrays, row: Any
    ) -> None:
        self.size = size
        self.row = row
        """A row like those of packed positions."""
        self.chunk = chunk
        self.arrays = turn | {"ice": ice[""], "form": form[""], "rows": chunk["rows"]}
        self._given = turn, ice, form

    def __getattr__(self, name: str) -> Any:
        """An array by its name, as ``room_kind`` has it."""
        if name == "arrays" or name not in self.arrays:
            raise AttributeError(name)
        return self.arrays[name]

    @property
    def kernel(self) -> Kernel:
        return compiled(self.size)

    def call(self, name: str, **chunk: Any) -> int:
        """Call a function of the kernel on one position."""
        return self.kernel.call(name, *self._given, self.chunk | {"begin": 0, "end": 1} | chunk)


def process_row(room: Any, row: Any, codes: Any, results: Any, checked: bool) -> None:
    """Carry out the phase that a position is in: ``row`` becomes the next position, ``results``
    what became of the orders, as ``Batch.process`` has it. A won game stays as it is,
    and nothing is written."""
    given = {"cells": row, "codes": codes, "results": results, "width": len(codes)}
    room.call("process_chunk", is_checked=checked, **given)


def draw_row(room: Any, row: Any, codes: Any, states: Any) -> int:
    """Write a random legal order for every choice of a position to ``codes``. ``states[0]`` is
    the state of the random generator, which moves on. The answer is 0, or -1 if there was too
    little room to list orders."""
    given = {"cells": row, "codes": codes, "states": states, "width": len(codes)}
    return 0 if room.call("choose_for_chunk", **given) == 1 else NONE


def list_row(room: Any, row: Any, codes: Any, counts: Any, dues: Any) -> int:
    """List the legal orders of a position, one row of codes after the other: in ``codes`` the
    orders, in ``counts`` how many there are in each row, in ``dues`` what is due of them; see
    ``LegalOrders`` on what the rows are, and how many. The answer is 0, or -1 if there was too
    little room, here or in ``codes``."""
    given = {"cells": row, "codes": codes, "counts": counts, "dues": dues, "room": len(codes)}
    return 0 if room.call("list_for_chunk", **given) == 1 else NONE


# The same for translation


class _RowFunction(NamedTuple):
    """A function on a row: what it calls, what it takes, and what of that goes where."""

    calls: str
    takes: str
    chunk: Mapping[str, str]


_EACH: Final = {"cells": "row", "codes": "codes", "begin": "0", "end": "1", "width": "len(codes)"}
_ROW_FUNCTIONS: Final = {
    "process_row": _RowFunction(
        "process_chunk",
        "room, row, codes, results, checked",
        _EACH | {"results": "results", "is_checked": "checked"},
    ),
    "draw_row": _RowFunction(
        "choose_for_chunk", "room, row, codes, states", _EACH | {"states": "states"}
    ),
    "list_row": _RowFunction(
        "list_for_chunk",
        "room, row, codes, counts, dues",
        _EACH | {"counts": "counts", "dues": "dues", "rows": "room.rows", "room": "len(codes)"},
    ),
}


def row_functions(flat: FlatSource) -> dict[str, ast.FunctionDef]:
    """The functions on rows as they call those of the flat source of the rules."""
    found: dict[str, ast.FunctionDef] = {}
    for name, one in _ROW_FUNCTIONS.items():
        turn, ice, form, chunk = flat.takes[one.calls]
        given = [f"room.{part}" for part in turn or ()]
        given += [f"room.{part}" for part, taken in (("ice", ice), ("form", form)) if taken]
        given += [one.chunk[part] for part in chunk or ()]
        call = f"{one.calls}({', '.join(given)})"
        body = call if name == "process_row" else f"return 0 if {call} == 1 else {NONE}"
        (function,) = ast.parse(f"def {name}({one.takes}):\n    {body}\n").body
        assert isinstance(function, ast.FunctionDef)
        found[name] = function
    return found


def room_kind(takes: Mapping[str, Takes], size: KernelSize) -> RecordKind:
    """The kind of a ``KernelRoom`` of a kernel whose functions take these parts."""
    parts: dict[str, Kind] = {}
    for one in _ROW_FUNCTIONS.values():
        for part in takes[one.calls][0] or ():
            parts[part] = Pointer(CELLS[cells_of(RULES, size, part)])
    parts |= {"ice": Pointer(CELLS["i4"]), "form": Pointer(CELLS["i4"])}
    parts["rows"] = Pointer(CELLS["i8"])
    return RecordKind("KernelRoom", tuple(parts.items()))
