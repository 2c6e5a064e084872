"""From a seed file, as it was read, to a starting position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.placing import owners_in_row, place_units
from dragoman.formats.njudge.seed_file import BLOCK, NOBODY, SPECIAL_KINDS, SeedFile, SeedUnit
from dragoman.formats.text_source import Source
from dragoman.rules import Dislodged, Position


def start_from(
    seed_file: SeedFile, map_file: MapFile, board: Board
) -> tuple[Position | None, tuple[Diagnostic, ...]]:
    """The position a seed file describes; None where it does not say which turn it is.

    What only Machiavelli has is left out: on a map of Diplomacy units of nobody's and of special
    kinds are errors, and on any map other rows of its record than those of the owners are
    passed over.
    """
    source = Source("", seed_file.name)
    keys = {power.letter: power.key for power in board.powers.values()}
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    if map_file.is_machiavelli:
        seed_file = replace(seed_file, units=tuple(filter(_is_usual, seed_file.units)))
    for placed in place_units(source, seed_file, map_file, board.stands, {*keys, *NOBODY}):
        line = placed.line
        if not _is_usual(line):
            source.error(
                "not-supported",
                f"{SPECIAL_KINDS[line.special]} ({line.special}) cannot be played yet"
                if line.special
                else f"units of no power ({line.owner}) cannot be played yet",
                "",
                line.line,
                line.column if line.special else 1,
            )
            continue
        unit = Unit(keys[line.owner], line.kind, placed.location)
        if line.status == "r":
            dislodged.append(Dislodged(unit, placed.retreats))
        else:
            units.append(unit)
    owners = _owners(source, seed_file, map_file, board, keys, units)
    phase = seed_file.phase
    if phase is None:
        return None, source.diagnostics
    return Position(phase, tuple(units), owners, tuple(dislodged)), source.diagnostics


def _is_usual(unit: SeedUnit) -> bool:
    """Whether Diplomacy knows such a unit: no garrison, of no special kind, and somebody's."""
    return unit.kind != "G" and not unit.special and unit.owner not in NOBODY


def _owners(
    source: Source,
    seed_file: SeedFile,
    map_file: MapFile,
    board: Board,
    keys: Mapping[str, str],
    units: Iterable[Unit],
) -> dict[str, str]:
    owners = {key: p.home for key, p in board.provinces.items() if p.home is not None}
    letters: dict[str, str] = {}
    rows = seed_file.record("C") or seed_file.record("O")
    if seed_file.ownership is not None:
        letters = owners_in_row(
            source, seed_file.ownership, map_file.provinces, keys, seed_file.ownership_line
        )
    elif rows:
        for start, row in rows:
            provinces = map_file.provinces[start : start + BLOCK]
            letters |= owners_in_row(source, row.text, provinces, keys, row.line, row.column)
    else:
        standing = {board.province_of[unit.location]: unit.power for unit in units}
        return owners | {center: standing[center] for center in board.centers if center in standing}
    for key, letter in letters.items():
        owners.pop(key, None)
        if letter in keys and board.provinces[key].is_center:
            owners[key] = keys[letter]
    return owners
