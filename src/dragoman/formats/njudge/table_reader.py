"""Reading disaster tables: famine, plague and storms."""

from __future__ import annotations

import re

from dragoman.formats.njudge.options import TABLE_LABELS, DisasterTable
from dragoman.formats.njudge.province_list import Provinces
from dragoman.formats.text_source import Lines, Source
from dragoman.words import counted

_WORD = re.compile(r"\S+")
_ROW = re.compile(r"\s*(?P<label>\d{1,3})\s*:")


def read_table(
    source: Source, title_line: int, title: str, rows: Lines, provinces: Provinces
) -> DisasterTable:
    """Read a table, of single spaces or in columns. Rows that are missing are empty."""
    _check_header(source, title_line, title)
    cells: dict[int, tuple[str, ...]] = {}
    faulty = 0
    for number, line in rows:
        match = _ROW.match(line)
        label = int(match["label"]) if match else 0
        if match is None or label not in TABLE_LABELS:
            source.error(
                "bad-table-row",
                f"{line.strip()!r} does not begin with a number from 2 to 12 and a colon",
                "write eleven rows, 2: to 12:, with eleven cells each",
                number,
            )
            faulty += 1
        elif label in cells:
            source.error(
                "table-row-twice",
                f"there is a row {label} already",
                "write one row for each number from 2 to 12",
                number,
                match.start("label") + 1,
            )
            faulty += 1
        else:
            cells[label] = _read_cells(source, number, line, match.end(), provinces)
    missing = [str(label) for label in TABLE_LABELS if label not in cells]
    if cells and len(missing) > faulty:
        source.warn(
            "table-row-missing",
            f"the table lacks row {', '.join(missing)}, which was taken for empty",
            "write eleven rows, 2: to 12:; a cell for nobody is -----",
            title_line,
        )
    nobody = ("",) * len(TABLE_LABELS)
    return DisasterTable(tuple(cells.get(label, nobody) for label in TABLE_LABELS), title_line)


def _read_cells(
    source: Source, number: int, line: str, start: int, provinces: Provinces
) -> tuple[str, ...]:
    words = list(_WORD.finditer(line, start))
    if len(words) < len(TABLE_LABELS):
        source.warn(
            "too-few-cells",
            f"this row has {counted(len(words), 'cell')} of 11; the rest were taken for empty",
            "write eleven; a cell for nobody is -----",
            number,
            len(line.rstrip()) + 1,
        )
    elif len(words) > len(TABLE_LABELS):
        source.error(
            "too-many-cells",
            f"this row has {counted(len(words), 'cell')} instead of 11, and was not read",
            "write names without spaces, as five letters or an abbreviation",
            number,
            words[len(TABLE_LABELS)].start() + 1,
        )
        words = []
    cells = [
        ""
        if set(word.group()) == {"-"}
        else provinces.find_short(source, word.group(), number, word.start() + 1) or ""
        for word in words
    ]
    return tuple(cells + [""] * (len(TABLE_LABELS) - len(cells)))


def _check_header(source: Source, number: int, title: str) -> None:
    """The title may carry the labels of the columns."""
    labels = title.partition(":")[2].split()
    if labels and labels != [str(label) for label in TABLE_LABELS]:
        source.warn(
            "table-header",
            "the columns of the table are not labelled 2 to 12",
            "write 2 3 4 5 6 7 8 9 10 11 12 after the colon",
            number,
            title.index(":") + 2,
        )
