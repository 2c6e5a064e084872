"""Reading the third section of a map file: blocks, each with a title and an ``#end`` line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field

from dragoman.formats.njudge.map_file import TABLE_LABELS, MapDisasterTable, MapOptions
from dragoman.formats.njudge.moves_list import MovesList
from dragoman.formats.njudge.option_rows import OptionRows
from dragoman.formats.njudge.province_list import Provinces
from dragoman.formats.text_source import Lines, Source
from dragoman.quick_dataclass import dataclass
from dragoman.words import counted

_TITLE = re.compile(
    r"\s*((cent(er|re)s?|city|cities|province|ownership)( \(\w+\))? order|hong.?kong( set|:?\s*$)"
    r"|(gateway|railway)s?( settings?)?:?\s*$|(famine|plague|storms?)\s*:|variable income"
    r"|limits for|extra cent(er|re))",
    re.IGNORECASE,
)
_TABLES = ("famine", "plague", "storms")
_END = re.compile(r"\s*#\s*end\b", re.IGNORECASE)
_KINDS = (
    ("H", "hong kong", r"hong"),
    ("G", "gateway", r"gate"),
    ("R", "railway", r"rail"),
    ("F", "famine", r"famine"),
    ("S", "storms", r"storm"),
    ("V", "variable income", r"income"),
    ("L", "limits", r"limit"),
    ("E", "extra centers", r"extra"),
    ("O", "province order", r"owner"),
    ("P", "province order", r"prov|ince"),
    ("P", "plague", r"plague"),
    ("C", "center order", r"order"),
)
"""The subjects of blocks of options: each is told by the first letter of its title. Only the
manual's title "Province order" begins as another does, and a word tells it from "Plague"."""


def is_title(line: str) -> bool:
    """True if a line can only be the title of a block of options."""
    return _TITLE.match(line) is not None and "," not in line


def read_options(
    source: Source, lines: Lines, provinces: Provinces, moves: MovesList
) -> MapOptions:
    """Read all options. A faulty row costs that row, an unknown title its block."""
    rows = OptionRows(source, provinces, moves)
    blocks = _blocks(source, lines)
    read: Mapping[str, Callable[[int, str], None]] = {
        "center order": rows.read_center_order,
        "province order": rows.read_province_order,
        "hong kong": rows.read_hong_kong,
        "gateway": rows.read_gateway,
        "railway": rows.read_railway,
        "variable income": rows.read_income,
        "limits": rows.read_limits,
        "extra centers": rows.read_extra_centers,
    }
    for block in blocks:
        for number, line in block.rows if block.kind in read else ():
            read[block.kind](number, line)
    losses = ("after-end", "cut-short", "unknown-block")
    rows.report_missing(not any(fault.code in losses for fault in source.faults))
    tables = {
        block.kind: read_table(source, block.line, block.title, block.rows, provinces)
        for block in blocks
        if block.kind in _TABLES
    }
    return MapOptions(
        center_order=tuple(rows.center_order),
        province_order=tuple(rows.province_order),
        hong_kong=tuple(rows.hong_kong),
        gateways=tuple(rows.gateways),
        railways=tuple(rows.railways),
        famine=tables.get("famine"),
        plague=tables.get("plague"),
        storms=tables.get("storms"),
        incomes=tuple(rows.incomes),
        limits=tuple(rows.limits),
        extra_centers=tuple(rows.extra_centers),
    )


@dataclass(slots=True)
class _Block:
    kind: str
    title: str
    line: int
    rows: Lines = field(default_factory=list[tuple[int, str]])


def _blocks(source: Source, lines: Lines) -> list[_Block]:
    blocks: list[_Block] = []
    block: _Block | None = None
    for number, line in lines:
        if _END.match(line):
            block = None
        elif not line.strip() or line.lstrip().startswith("#"):
            continue
        elif block is None or is_title(line) or _is_whole_table(block):
            if block is not None:
                _warn_endless(source, block)
            block = _Block(_kind(source, number, line), line, number)
            if any(block.kind == other.kind for other in blocks):
                source.warn(
                    "block-twice",
                    f"there is another block about {block.kind} before this one",
                    "put all rows into one block",
                    number,
                )
            if block.kind:
                blocks.append(block)
        else:
            block.rows.append((number, line))
    if block is not None:
        _warn_endless(source, block)
    return blocks


def _kind(source: Source, number: int, title: str) -> str:
    """The reader of the block that a title opens; nothing where nobody knows."""
    title = title.strip()
    told = [kind for _, kind, word in _KINDS if re.search(word, title, re.IGNORECASE)]
    begun = [kind for letter, kind, _ in _KINDS if letter == title[0].upper()]
    for kind in (*(kind for kind in begun if kind in told), *told, *begun[-1:]):
        return kind
    source.error(
        "unknown-block",
        f"{title!r} opens no kind of option",
        "a title begins with Center order, Province order, Hong Kong, Gateway, Railway, "
        "Famine, Plague, Storms, Variable income, Limits or Extra",
        number,
    )
    return ""


def _is_whole_table(block: _Block) -> bool:
    """The manual shows whole tables without an end, and nJudge wants none."""
    return block.kind in _TABLES and len(block.rows) >= len(TABLE_LABELS)


def _warn_endless(source: Source, block: _Block) -> None:
    if block.kind and not _is_whole_table(block):
        source.warn(
            "missing-block-end",
            "this block of options has no end",
            "end it with a line #end",
            block.line,
        )


# Disaster tables: famine, plague and storms

_WORD = re.compile(r"\S+")
_ROW = re.compile(r"\s*(?P<label>\d{1,3})\s*:")


def read_table(
    source: Source, title_line: int, title: str, rows: Lines, provinces: Provinces
) -> MapDisasterTable:
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
    return MapDisasterTable(tuple(cells.get(label, nobody) for label in TABLE_LABELS), title_line)


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
