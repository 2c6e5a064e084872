"""Doubts about map and seed files, and the limits of nJudge, for those who design variants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_checks import check_lands, check_options
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.seed_checks import check_seed
from dragoman.formats.njudge.seed_file import SeedFile
from dragoman.formats.text_source import Source
from dragoman.words import counted


def check(
    map_file: MapFile,
    seed_file: SeedFile | None = None,
    letters: Iterable[str] = (),
    kinds: Iterable[str] = (),
) -> tuple[Diagnostic, ...]:
    """The faults that reading does not report: doubts about a map, and what of a seed does not fit
    it.

    Errors are what a game would have to leave out: units where they cannot stand, letters
    that mean nothing, what Machiavelli does not know; ``board_from`` and ``start_from`` say it
    in the same words. All else are warnings: of what the manual disapproves, or, where they say
    so, of what a running nJudge refuses though it is read here. Of files that were read with
    faults, some only follow from those.

    ``letters`` are those of powers known from elsewhere (``variant.toml``), which may have no
    home centre; without any, a letter that only units have is a warning. ``kinds`` are the
    letters of a variant's own kinds of unit, of which nobody knows where they can stand.
    """
    source = Source("", map_file.name)
    more = {*letters}
    known = {*map_file.home_letters, *more}
    check_lands(source, map_file)
    check_options(source, map_file, known)
    check_practice(source, map_file)
    if seed_file is None:
        return source.diagnostics
    seed_source = Source("", seed_file.name)
    playing = more or known
    check_seed(seed_source, seed_file, map_file, known, bool(more), kinds, playing)
    return (*source.diagnostics, *seed_source.diagnostics)


# Files that a running nJudge refuses though the manuals allow them
#
# Dragoman reads them all the same. The numbers are those of nJudge 1.7.6.

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
