"""Mismatches between a seed file and its map."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable

from dragoman.board import province_of
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.seed_file import (
    BLOCK,
    FLAGS,
    NEW_OWNER_ROWS,
    NOBODY,
    OWNER_ROWS,
    SPECIAL_KINDS,
    SeedFile,
    SeedRow,
    SeedUnit,
)
from dragoman.formats.njudge.starts import owners_in_row, place_units, report_unknown_power
from dragoman.formats.text_source import Source
from dragoman.words import counted

_POWERS = string.ascii_uppercase + string.digits


def check_seed(
    source: Source,
    seed_file: SeedFile,
    map_file: MapFile,
    letters: Collection[str],
    are_all: bool,
    kinds: Iterable[str],
    playing: Collection[str],
) -> None:
    """Report what is wrong with units and owners.

    ``letters`` are those of the powers; unless they ``are_all``, units may have others.
    ``kinds`` are more kinds of unit, ``playing`` the letters of powers that need units.
    """
    known = {*letters}
    if not are_all:
        known.update(unit.owner for unit in seed_file.units if unit.owner in _POWERS)
        _check_powers(source, seed_file, letters)
    place_units(source, seed_file, map_file, _stands(map_file, kinds), {*known, *NOBODY})
    _check_starts(source, seed_file, map_file, playing)
    for unit in seed_file.units:
        _check_unit(source, unit, map_file, seed_file.turn)
    _check_ownership(source, seed_file, map_file, known)
    for tag in (*OWNER_ROWS, *NEW_OWNER_ROWS):
        for start, row in seed_file.record(tag):
            provinces = map_file.provinces[start : start + BLOCK]
            owners_in_row(source, row.text, provinces, known, row.line, row.column)
    for start, row in seed_file.record("F"):
        _check_flags(source, row, len(map_file.provinces[start : start + BLOCK]))
    _check_record(source, seed_file, map_file)
    _check_treasuries(source, seed_file, known)
    _check_pledges(source, seed_file, known)


def _stands(map_file: MapFile, kinds: Iterable[str]) -> dict[str, Collection[str]]:
    """The places in which the kinds of unit can stand; of a variant's own kinds nothing is
    known."""
    by_key = map_file.by_key
    ground = {key for key, province in by_key.items() if province.is_ground}
    stands: dict[str, Collection[str]] = {}
    for kind, mover in (("A", "mv"), ("F", "xc")):
        stands[kind] = {
            location
            for moves in map_file.moves
            if moves.mover == mover and moves.province in ground
            for step in moves.steps
            for location in (moves.source, step.target)
        }
    # A convoy may land an army on any shore, also one that only fleets have ways to.
    shores = {province_of(location) for location in stands["F"]}
    stands["A"] = {*stands["A"], *(key for key in shores if not by_key[key].is_water)}
    if map_file.is_machiavelli:
        stands["G"] = {p.key for p in map_file.provinces if p.city and p.city.is_fortified}
    for kind in (*"WR", *kinds):
        stands.setdefault(kind, map_file.locations)
    return stands


def _check_powers(source: Source, seed_file: SeedFile, letters: Collection[str]) -> None:
    reported: set[str] = set()
    for unit in seed_file.units:
        if unit.owner in _POWERS and unit.owner not in letters and unit.owner not in reported:
            reported.add(unit.owner)
            source.warn(
                "homeless-power",
                f"no province is a home centre of power {unit.owner}",
                "mend the letter, or give the power a place in variant.toml",
                unit.line,
            )


def _check_starts(
    source: Source, seed_file: SeedFile, map_file: MapFile, letters: Collection[str]
) -> None:
    """Warn of powers that start with nothing to move, where others have units."""
    owners = {unit.owner for unit in seed_file.units}
    for letter in map_file.home_letters if owners & {*map_file.home_letters} else ():
        if letter not in owners and letter in letters:
            source.warn(
                "power-without-units",
                f"power {letter} has home centres, but no unit",
                f"add a line {letter}: A ..., or write x for its home centres in the map",
                seed_file.units[-1].line,
            )


def _check_unit(source: Source, unit: SeedUnit, map_file: MapFile, turn: str) -> None:
    if unit.status == "r" and turn and not turn.endswith("R"):
        source.warn(
            "retreat-out-of-season",
            f"{unit.place} must retreat, but {turn} is no turn for that",
            "write : after the power's letter, or begin with a retreat phase (F1901R)",
            unit.line,
            2,
        )
    if unit.status != "r" and unit.retreats:
        source.warn(
            "retreats-of-a-standing-unit",
            f"{unit.place} has retreats, but stands",
            "write r after the power's letter, or take the retreats out",
            unit.line,
            unit.column,
        )
    if map_file.is_machiavelli:
        return
    if unit.special:
        source.error(
            "not-in-diplomacy",
            f"{SPECIAL_KINDS[unit.special]}: only Machiavelli has them",
            "take the letter out",
            unit.line,
        )
    elif unit.owner in NOBODY and unit.owner != "&":
        source.error(
            "not-a-power",
            f"no unit is of {unit.owner}",
            "write the letter of a power, or & for a unit of nobody",
            unit.line,
        )
    if unit.status == "m":
        source.warn(
            "not-in-diplomacy",
            "units marked as maintained (m): only Machiavelli has them",
            "write : after the power's letter",
            unit.line,
            2,
        )


def _check_ownership(
    source: Source, seed_file: SeedFile, map_file: MapFile, known: Collection[str]
) -> None:
    row, line = seed_file.ownership, seed_file.ownership_line
    if row is None:
        return
    letters = owners_in_row(source, row, map_file.provinces, known, line)
    if map_file.is_machiavelli:
        return
    for column, province in enumerate(map_file.provinces, 1):
        letter = letters.get(province.key, ".")
        if letter != "." and not province.is_center:
            source.warn(
                "owned-no-center",
                f"power {letter} owns {province.name}, which is not a supply centre",
                "see whether the row has lost or gained a character before it",
                line,
                column,
            )
            return  # after it the whole row is likely to be displaced


def _check_flags(source: Source, row: SeedRow, provinces: int) -> None:
    for offset, character in enumerate(row.text):
        if character not in FLAGS:
            source.error(
                "bad-flags",
                f"{character!r} is no flag of a province",
                "write the sum of 1 (famine), 2 and 4 (rebellion) and 8 (siege), or 0; "
                ": is 10, ? is 15",
                row.line,
                row.column + offset,
            )
    if len(row.text) != provinces:
        source.warn(
            "ownership-length",
            f"the row of flags has {counted(len(row.text), 'character')} "
            f"for {counted(provinces, 'province')}",
            "write one for each province in the order of the map",
            row.line,
            row.column + min(len(row.text), provinces),
        )


def _check_record(source: Source, seed_file: SeedFile, map_file: MapFile) -> None:
    if not seed_file.has_record:
        return
    line = min(row.line for row in (*seed_file.rows, *seed_file.treasuries, *seed_file.pledges))
    if not map_file.is_machiavelli:
        source.warn(
            "not-in-diplomacy",
            "rows with a letter before them: only Machiavelli has them",
            "write one row with a character for each province",
            line,
        )
    first: dict[tuple[int, str], int] = {}
    for tag in dict.fromkeys(row.tag for row in seed_file.rows if row.tag in "OCHFSoc"):
        for start, row in seed_file.record(tag):
            if (start, tag) in first:
                source.warn(
                    "row-twice",
                    f"there is a row {tag}: already (line {first[start, tag]})",
                    "a second block of rows begins with a row N:",
                    row.line,
                    row.column - 2,
                )
            first.setdefault((start, tag), row.line)
    for tag, what in OWNER_ROWS.items():
        if not seed_file.record(tag):
            source.warn(
                "missing-row",
                f"the record has no row {tag}: for the owners of {what}",
                "add it; without it the map's home letters count",
                line,
            )


def _check_treasuries(source: Source, seed_file: SeedFile, known: Collection[str]) -> None:
    first: dict[str, int] = {}
    for treasury in seed_file.treasuries:
        if treasury.power not in known:
            report_unknown_power(source, treasury.power, known, treasury.line, treasury.column)
        elif treasury.power in first:
            source.error(
                "treasury-twice",
                f"{treasury.power} has a treasury already (line {first[treasury.power]})",
                "leave one of them",
                treasury.line,
                treasury.column,
            )
        first.setdefault(treasury.power, treasury.line)


def _check_pledges(source: Source, seed_file: SeedFile, known: Collection[str]) -> None:
    first: dict[tuple[str, str], int] = {}
    for pledge in seed_file.pledges:
        for letter in dict.fromkeys(pledge.power + pledge.others):
            if letter not in known:
                report_unknown_power(source, letter, known, pledge.line, pledge.column)
        if pledge.power in pledge.others:
            source.warn(
                "pledge-to-itself",
                f"{pledge.power} has an assassination chit for itself"
                if pledge.tag == "A"
                else f"{pledge.power} is its own ally",
                "take its letter out of the others",
                pledge.line,
                pledge.column,
            )
        if (pledge.tag, pledge.power) in first:
            source.warn(
                "row-twice",
                f"there is a row {pledge.tag}: of {pledge.power} already "
                f"(line {first[pledge.tag, pledge.power]})",
                "write one row for each power",
                pledge.line,
                pledge.column,
            )
        first.setdefault((pledge.tag, pledge.power), pledge.line)
        if pledge.tag == "a" and seed_file.turn and not seed_file.turn.endswith("R"):
            source.warn(
                "alliance-out-of-season",
                f"alliances are kept for a retreat phase, and {seed_file.turn} is none",
                "take the row out, or begin with a retreat phase (F1498R)",
                pledge.line,
                pledge.column,
            )
