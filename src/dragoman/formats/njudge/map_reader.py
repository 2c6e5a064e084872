"""Reading map files: one wrong line costs that line and one diagnostic, nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.moves_list import read_moves
from dragoman.formats.njudge.option_reader import is_title, read_options
from dragoman.formats.njudge.province_list import read_provinces
from dragoman.formats.text_source import Lines, Source


def read_map(
    text: str | bytes, name: str = "", one_way: Collection[tuple[str, str]] = ()
) -> tuple[MapFile, tuple[Diagnostic, ...]]:
    """Read a map file. ``name`` is what the diagnostics call it. ``one_way`` are ways that need
    none back, from location to location.

    Never raises: what cannot be read is left out and has a diagnostic.
    """
    source = Source(text, name)
    province_lines, moves_lines, option_lines = _sections(source)
    is_cut_short = any(fault.code == "cut-short" for fault in source.faults)
    provinces = read_provinces(source, province_lines)
    moves = read_moves(source, moves_lines, provinces, is_cut_short, one_way)
    options = read_options(source, option_lines, provinces, moves)
    provinces.report_unknown(source)
    map_file = MapFile(
        tuple(provinces.by_key.values()),
        tuple(moves.moves),
        options,
        MappingProxyType(provinces.keys),
        name,
        frozenset(provinces.reported),
    )
    return map_file, source.diagnostics


_SECTION_NAMES = ("province list", "moves list", "additional options")
_MOVES_LINE = re.compile(r"[^\W_][^,:]*-\s*[mxcnesw][a-z]?\s*:", re.IGNORECASE)
_PROVINCE_LINE = re.compile(r"[^\W_][^,:]*,\s*\w")


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
        elif line.rstrip() == "1" and current < 3:
            source.warn("bad-end", "this was taken for an end line", "write -1", number)
            current += 1
        elif current >= 3:
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
    if is_title(line):
        return 2
    return current
