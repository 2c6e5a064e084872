"""What a running nJudge refuses though the manuals allow it: Dragoman reads it all the same.

The numbers are those of nJudge 1.7.6.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.text_source import Source
from dragoman.words import counted

_PROVINCES, _INCOMES, _POWERS = 200, 15, 36
_GATEWAYS = 5
_RAILWAYS, _STOPS = 5, 10


def check_practice(source: Source, map_file: MapFile) -> None:
    """Warn of what nJudge refuses, for those who want to have the map played there, too."""
    for line, what in (*_scattered(map_file), *_too_many(map_file)):
        source.warn("refused-by-njudge", f"nJudge refuses this: {what}", _REMEDY, line)


_REMEDY = "nothing has to be done for Dragoman; change it if the map shall be played there, too"


def _scattered(map_file: MapFile) -> Iterator[tuple[int, str]]:
    """The lines of moves that do not stand with the others of their province."""
    seen: set[str] = set()
    before = ""
    for moves in map_file.moves:
        if moves.province != before and moves.province in seen:
            name = map_file.by_key[moves.province].name
            yield moves.line, f"the lines of moves of {name} do not stand together"
        seen.add(moves.province)
        before = moves.province


def _too_many(map_file: MapFile) -> Iterator[tuple[int, str]]:
    options = map_file.options
    counts = (
        ("provinces", [p.line for p in map_file.provinces], _PROVINCES),
        ("powers", [_home_line(map_file, letter) for letter in map_file.home_letters], _POWERS),
        ("cities with variable income", [row.line for row in options.incomes], _INCOMES),
        ("rows of gateways", list(dict.fromkeys(g.line for g in options.gateways)), _GATEWAYS),
        ("railways", [row.line for row in options.railways], _RAILWAYS),
    )
    for what, lines, most in counts:
        if len(lines) > most:
            yield lines[most], f"{len(lines)} {what}, and it has room for {most}"
    for row in options.railways:
        if len(row.stops) > _STOPS:
            yield (
                row.line,
                f"a railway of {counted(len(row.stops), 'province')}, and it takes {_STOPS}",
            )


def _home_line(map_file: MapFile, letter: str) -> int:
    return next(p.line for p in map_file.provinces if p.home_letter == letter)
