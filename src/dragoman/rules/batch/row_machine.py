"""The functions of ``row_survey`` as machine code, and the kinds of what is handed to such."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Final

from dragoman.native.functions import NumericModules, functions_of
from dragoman.native.grid import Grid, grid_of
from dragoman.native.kinds import CELLS, NUMBER, Kind, RecordKind, Several, View
from dragoman.rules.batch import row_survey
from dragoman.rules.batch.packed_form import PackedForm

CENTERS: Final = "centers"
COLUMN: Final = View(CELLS["i8"])
SHORTS: Final = View(CELLS["i4"])
FORM: Final = RecordKind(
    "PackedForm",
    tuple((one.name, COLUMN if one.name == CENTERS else NUMBER) for one in fields(PackedForm)),
)


def rows_of(cell_bits: int) -> View:
    """The kind of packed positions whose numbers have so many bits."""
    return View(CELLS[f"u{cell_bits // 8}"], 2)


@cache
def row_modules(cell_bits: int) -> NumericModules:
    """The functions of ``row_survey`` for such positions."""
    cells = rows_of(cell_bits)
    entries: Mapping[str, tuple[Kind, ...]] = {
        "look_over": (cells, FORM, COLUMN, NUMBER, COLUMN),
        "count_rows": (cells, COLUMN, NUMBER, NUMBER, COLUMN),
        "add_up": (COLUMN, COLUMN),
        "total_of": (COLUMN, NUMBER, NUMBER),
        "find_choosers": (cells, FORM, COLUMN, COLUMN, Several((COLUMN, COLUMN)), SHORTS),
    }
    return NumericModules(f"rows_{cell_bits}", (row_survey,), tuple(entries.items()))


def row_functions_for(cell_bits: int) -> Mapping[str, Callable[..., int]]:
    """The functions, called as they are in Python, with grids or arrays of NumPy's.

    Raises:
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """
    return functions_of(row_modules(cell_bits))


class FormForMachine:
    """A form as machine code takes it."""

    def __init__(self, form: PackedForm) -> None:
        for one in fields(form):
            setattr(self, one.name, getattr(form, one.name))
        self.centers = column(form.centers)


def column(numbers: Sequence[int]) -> Grid:
    """Numbers one behind the other, as machine code takes them."""
    return grid_of("i8", numbers)
