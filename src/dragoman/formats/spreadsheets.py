"""Tables in and out of spreadsheets (XLSX), by openpyxl: a sheet becomes comma-separated text,
which is what everything else here reads and writes.

A sheet is read as it is shown: numbers without a trailing ``.0``, dates as 2026-09-01, true and
false as yes and no, and what has several lines in one. So a row of the sheet is a line of the text.
A formula counts by the value that was saved with it.
"""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra

SUFFIX: Final = ".xlsx"
_MOST_BYTES: Final = 50_000_000
"""Of a file, unpacked."""
_MOST_ROWS, _MOST_COLUMNS = 20_000, 200
_WIDEST: Final = 60
_SAVE: Final = "save it in a spreadsheet program as XLSX, or as CSV"


def read_spreadsheet(data: bytes, name: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    """The one sheet of a file that has anything on it, as comma-separated text.

    Never raises for what is in the file: what cannot be read is a diagnostic.

    Raises:
        MissingExtra: if openpyxl is not installed.
    """
    with extra("spreadsheets"):
        import openpyxl as untyped
        from openpyxl.utils.exceptions import InvalidFileException

    openpyxl: Any = untyped

    def fault(code: str, what: str, remedy: str) -> tuple[str, tuple[Diagnostic, ...]]:
        return "", (Diagnostic(code, what, remedy, source=name),)

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(one.file_size for one in packed.infolist())
        if unpacked > _MOST_BYTES:
            what = f"unpacked it has {unpacked} bytes, and {_MOST_BYTES} are read"
            return fault("too-large", what, "leave only the table in it")
        shown: Any = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        typed: Any = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
        sheets = [(one, typed[one.title]) for one in shown.worksheets]
        tables = {one.title: _table(one, other) for one, other in sheets}
    except _Unreadable as why:
        return fault("bad-cell", str(why), "open it, save it, and try again; or save it as CSV")
    except (
        zipfile.BadZipFile, zlib.error, InvalidFileException, AttributeError, EOFError, IndexError,
        KeyError, OSError, OverflowError, RuntimeError, SyntaxError, TypeError, ValueError,
    ) as error:  # fmt: skip
        return fault("not-a-table", f"this is no spreadsheet: {type(error).__name__}", _SAVE)
    full = {title: rows for title, rows in tables.items() if rows}
    if not full:
        return fault("not-a-table", "there is nothing in this file", _SAVE)
    if len(full) > 1:
        what = f"there are tables on {len(full)} sheets: {', '.join(full)}"
        return fault("which-sheet", what, "save the one that is meant in a file of its own")
    [rows] = full.values()
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue(), ()


class _Unreadable(Exception):
    """A cell that says nothing, or a sheet that is too large."""


def _table(shown: Any, typed: Any) -> list[list[str]]:
    """The rows of a sheet as texts, empty ones at the end left out."""
    rows: list[list[str]] = []
    for values, sources in zip(shown.iter_rows(), typed.iter_rows(), strict=True):
        if len(rows) >= _MOST_ROWS or len(values) > _MOST_COLUMNS:
            what = f"sheet {shown.title} has more than {_MOST_ROWS} rows or {_MOST_COLUMNS} columns"
            raise _Unreadable(what)
        row: list[str] = []
        for cell, source in zip(values, sources, strict=True):
            if cell.value is None and isinstance(source.value, str):
                where = f"{shown.title}!{source.coordinate}"
                raise _Unreadable(f"{where} is a formula without a value: {source.value}")
            if source.data_type == "e" or cell.data_type == "e":
                raise _Unreadable(f"{shown.title}!{source.coordinate} is an error: {cell.value}")
            row.append(_text(cell.value))
        rows.append(row)
    while rows and not any(rows[-1]):
        rows.pop()
    width = max((n + 1 for row in rows for n, one in enumerate(row) if one), default=0)
    return [(row + [""] * width)[:width] for row in rows]


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return str(int(value)) if value.is_integer() else repr(value)
        case datetime():
            is_day = value.time() == time()
            return value.date().isoformat() if is_day else value.isoformat(" ", "minutes")
        case date() | time():
            return value.isoformat()
        case _:
            return " ".join(str(value).split())


def write_spreadsheet(tables: Mapping[str, str]) -> bytes:
    """Comma-separated texts as a file, a sheet for each by its name: the heading stays in sight,
    whole numbers are numbers, and nothing is a formula.

    Raises:
        MissingExtra: if openpyxl is not installed.
    """
    with extra("spreadsheets"):
        import openpyxl
        from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
        from openpyxl.styles import Font

    book: Any = openpyxl.Workbook()
    book.remove(book.active)
    for title, text in tables.items():
        sheet = book.create_sheet(title[:31])
        sheet.freeze_panes = "A2"
        widths: dict[int, int] = {}
        for number, row in enumerate(csv.reader(io.StringIO(text)), 1):
            for column, said in enumerate(row, 1):
                cell = sheet.cell(number, column)
                # What no spreadsheet can hold is seen as such, and not left out.
                kept = ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", said)
                cell.value = int(kept) if _is_plain_number(kept) else kept
                if isinstance(cell.value, str):
                    cell.data_type = "s"
                if number == 1:
                    cell.font = Font(bold=True)
                widths[column] = min(max(widths.get(column, 8), len(kept) + 2), _WIDEST)
        for column, width in widths.items():
            sheet.column_dimensions[sheet.cell(1, column).column_letter].width = width
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _is_plain_number(text: str) -> bool:
    """True if a text is a number that comes back as it was: no telephone number, none too long."""
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= 15
    return is_number and str(int(text)) == text
