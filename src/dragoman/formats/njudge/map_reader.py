"""Reading map files: one wrong line costs that line and one diagnostic, nothing else."""

from __future__ import annotations

import re
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.moves_list import read_moves
from dragoman.formats.njudge.province_list import Provinces, read_provinces
from dragoman.formats.source import Lines, Source


def read_map(text: str | bytes, name: str = "") -> tuple[MapFile, tuple[Diagnostic, ...]]:
    """Read a map file. ``name`` is what the diagnostics call it.

    Never raises: what cannot be read is left out and has a diagnostic.
    """
    source = Source(text, name)
    province_lines, moves_lines, option_lines = _sections(source)
    is_cut_short = any(fault.code == "cut-short" for fault in source.faults)
    provinces = read_provinces(source, province_lines)
    moves = read_moves(source, moves_lines, provinces, is_cut_short)
    center_order = _read_options(source, option_lines, provinces)
    provinces.report_unknown(source)
    map_file = MapFile(
        tuple(provinces.by_key.values()),
        moves,
        center_order,
        MappingProxyType(provinces.keys),
        name,
    )
    return map_file, source.diagnostics


_SECTION_NAMES = ("province list", "moves list", "additional options")
_MOVES_LINE = re.compile(r"[^\W_][^,:]*-\s*[mxcnesw][a-z]?\s*:", re.IGNORECASE)
_PROVINCE_LINE = re.compile(r"[^\W_][^,:]*,\s*\w")
_BLOCK_TITLE = re.compile(
    r"\s*((cent(er|re)s?|city|province|ownership) order|hong.?kong( set|:?\s*$)"
    r"|(gateway|railway)s?:?\s*$|(famine|plague|storms?)\s*:|variable income|limits for"
    r"|extra cent(er|re))",
    re.IGNORECASE,
)


def _sections(source: Source) -> tuple[Lines, Lines, Lines]:
    """The lines of the three sections, without the comments of the first two.

    A section ends at a line that begins with ``-``. Where that line is missing, or is one
    too many, the shape of the next line tells, and nothing is lost.
    """
    sections: tuple[Lines, Lines, Lines] = ([], [], [])
    current = 0
    for number, line in enumerate(source.lines, start=1):
        if line.startswith("-"):
            current += 1
        elif current == 3:
            if line.strip() and not line.startswith("#"):
                source.warn(
                    "after-end",
                    "the file goes on after its last end line; the rest was not read",
                    "take out the -1 that is too many",
                    number,
                )
                break
        elif line[:1].isalnum() or current == 2:
            section = _section_by_shape(line, current)
            if section > current:
                source.warn(
                    "missing-end",
                    f"the {_SECTION_NAMES[current]} has no end",
                    "put a line with -1 before this one",
                    number,
                )
            elif section < current:
                source.warn(
                    "early-end",
                    f"the {_SECTION_NAMES[section]} goes on after its end line",
                    "take out the -1 that is too many",
                    number,
                )
            current = section
            sections[current].append((number, line))
    if current < 2:
        source.error(
            "cut-short",
            f"the file ends inside its {_SECTION_NAMES[current]}",
            "get the rest of it; each of its three sections ends with a line -1",
            max(len(source.lines), 1),
        )
    elif current == 2:
        source.warn(
            "missing-end",
            "the additional options have no end",
            "end the file with a line -1",
            max(len(source.lines), 1),
        )
    return sections


def _section_by_shape(line: str, current: int) -> int:
    if _MOVES_LINE.match(line):
        return 1
    if current == 1 and _PROVINCE_LINE.match(line):
        return 0
    if _BLOCK_TITLE.match(line) and "," not in line:
        return 2
    return current


_BLOCKS = {
    "C": "the order of the centres in reports",
    "O": "the order of the provinces in reports",
    "H": "Hong Kong provinces",
    "G": "gateways",
    "R": "railways",
    "F": "famine",
    "P": "plague",
    "S": "storms",
    "V": "variable income",
    "L": "unit limits",
    "E": "extra centres",
}
"""What a block of options is about, by the first letter of its title."""
_ONLY_MACHIAVELLI = "OFPSVL"
_BLOCK_END = re.compile(r"\s*#\s*end\b", re.IGNORECASE)


def _read_options(source: Source, lines: Lines, provinces: Provinces) -> tuple[str, ...]:
    """The order of the centres; other blocks are named in diagnostics and passed over."""
    centers: list[str] = []
    block = ""
    opened = 0
    for number, line in lines:
        is_title = _BLOCK_TITLE.match(line) is not None
        if _BLOCK_END.match(line):
            block = ""
        elif not line.strip() or line.lstrip().startswith("#"):
            continue
        elif not block or is_title:
            if block:
                _warn_endless(source, opened)
            block, opened = _block(source, number, line), number
        elif block == "C":
            _read_center_order(source, number, line, provinces, centers)
    if block:
        _warn_endless(source, opened)
    return tuple(centers)


def _block(source: Source, number: int, title: str) -> str:
    """The letter of the kind of block a title opens, ``?`` where there is no such kind."""
    title = title.strip()
    letter = title[0].upper()
    if title.lower().startswith("province"):
        letter = "O"
    if letter not in _BLOCKS:
        source.error(
            "unknown-block",
            f"{title!r} opens no kind of option",
            "a title begins with Center order, Province order, Hong Kong, Gateway, Railway, "
            "Famine, Plague, Storms, Variable income, Limits or Extra",
            number,
        )
        return "?"
    if letter in _ONLY_MACHIAVELLI:
        source.warn("not-supported", f"{_BLOCKS[letter]}: only Machiavelli has them", "", number)
    elif letter != "C":
        source.error("not-supported", f"{_BLOCKS[letter]} cannot be played yet", "", number)
    return letter


def _warn_endless(source: Source, opened: int) -> None:
    source.warn(
        "missing-block-end", "this block of options has no end", "end it with a line #end", opened
    )


def _read_center_order(
    source: Source, number: int, line: str, provinces: Provinces, centers: list[str]
) -> None:
    for match in re.finditer(r"\S+", line):
        column = match.start() + 1
        key = provinces.find(match.group(), number, column)
        if key is None:
            continue
        if not provinces.by_key[key].is_center:
            source.error(
                "no-center", f"{provinces.by_key[key].name} is no supply centre", "", number, column
            )
        elif key in centers:
            source.warn("twice", f"{match.group()} stands here twice", "", number, column)
        else:
            centers.append(key)
