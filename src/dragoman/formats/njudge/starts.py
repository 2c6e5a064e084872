"""From a seed file, as it was read, to a starting position: its units, and their owners."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from dragoman.board import AUTONOMOUS, Board, Unit, fold, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.njudge.map_file import SHORES, MapFile, MapProvince
from dragoman.formats.njudge.province_list import similar
from dragoman.formats.njudge.seed_file import BLOCK, NOBODY, SPECIAL_KINDS, SeedFile, SeedUnit
from dragoman.formats.text_source import Source
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Dislodged, Position
from dragoman.words import counted


def start_from(
    seed_file: SeedFile, map_file: MapFile, board: Board
) -> tuple[Position | None, tuple[Diagnostic, ...]]:
    """The position a seed file describes; None where it does not say which turn it is.

    What only Machiavelli has is left out: on a map of Diplomacy units of special kinds are errors,
    and on any map other rows of its record than those of the owners are passed over. Units of
    nobody are errors where the board has no such power.
    """
    source = Source("", seed_file.name)
    keys = {power.letter: power.key for power in board.powers.values()}
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    if map_file.is_machiavelli:
        seed_file = replace(seed_file, units=tuple(filter(_is_usual, seed_file.units)))
    for placed in place_units(source, seed_file, map_file, board.stands, {*keys, *NOBODY}):
        line = placed.line
        if line.special or line.owner not in keys:
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
    """True if Diplomacy knows such a unit: no garrison, of no special kind, and somebody's."""
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
        standing = {
            board.province_of[unit.location]: unit.power
            for unit in units
            if unit.power != AUTONOMOUS
        }
        return owners | {center: standing[center] for center in board.centers if center in standing}
    for key, letter in letters.items():
        owners.pop(key, None)
        if letter in keys and letter not in NOBODY and board.provinces[key].is_center:
            owners[key] = keys[letter]
    return owners


# Units and owners on a map


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit whose power and place are known; ``retreats`` are locations."""

    line: SeedUnit
    location: str
    retreats: tuple[str, ...] = ()

    @property
    def province(self) -> str:
        return province_of(self.location)


def place_units(
    source: Source,
    seed_file: SeedFile,
    map_file: MapFile,
    stands: Mapping[str, Collection[str]],
    owners: Collection[str],
) -> list[PlacedUnit]:
    """The units that can be where the seed file has them; the others have diagnostics.

    ``stands`` are the locations where each kind of unit can stand, ``owners`` the letters
    that units may have before them.
    """
    taken: dict[tuple[str, bool], SeedUnit] = {}
    units: list[PlacedUnit] = []
    for line in seed_file.units:
        if line.owner not in owners:
            report_unknown_power(source, line.owner, owners, line.line, 1)
            continue
        location = _place(source, line, map_file, stands)
        if location is None:
            continue
        if line.status == "r":
            found = (_location(source, place, line, map_file) for place in line.retreats)
            units.append(PlacedUnit(line, location, tuple(filter(None, found))))
            continue
        unit = PlacedUnit(line, location)
        # A garrison is in the city, another unit in the province around it.
        first = taken.setdefault((unit.province, line.kind == "G"), line)
        if first is not line and map_file.by_key[unit.province].area != "h":
            source.error(
                "two-units",
                f"{line.place} is taken already (line {first.line})",
                "put one unit into each province",
                line.line,
                line.column,
            )
            continue
        units.append(unit)
    return units


def owners_in_row(
    source: Source,
    row: str,
    provinces: Collection[MapProvince],
    owners: Collection[str],
    line: int,
    column: int = 1,
) -> dict[str, str]:
    """The letter a row of owners gives to each province; one too short says nothing of the rest."""
    if len(row) != len(provinces):
        source.warn(
            "ownership-length",
            f"the row of owners has {counted(len(row), 'character')} "
            f"for {counted(len(provinces), 'province')}",
            "write one for each province in the order of the map",
            line,
            column + min(len(row), len(provinces)),
        )
    letters: dict[str, str] = {}
    for offset, (letter, province) in enumerate(zip(row, provinces, strict=False)):
        if letter in owners or letter in NOBODY:
            letters[province.key] = letter
        else:
            letters[province.key] = "."
            report_unknown_power(source, letter, owners, line, column + offset)
    return letters


def report_unknown_power(
    source: Source,
    letter: str,
    owners: Collection[str],
    line: int,
    column: int,
    remedy: str = "use the letter of a power, or . for nobody",
    severity: Severity = Severity.ERROR,
) -> None:
    source.error(
        "unknown-power",
        f"no power has the letter {letter}",
        remedy,
        line,
        column,
        tuple(sorted({*owners} - {*NOBODY})),
        severity,
    )


_PLACE = re.compile(
    r"(?P<name>[^/(]+)"
    r"([/(]\s*(?P<coast>nc|ec|sc|wc|north\s+coast|east\s+coast|south\s+coast|west\s+coast)\s*\)?)?\s*",
    re.IGNORECASE,
)


def _place(
    source: Source, line: SeedUnit, map_file: MapFile, stands: Mapping[str, Collection[str]]
) -> str | None:
    location = _location(source, line.place, line, map_file)
    if line.kind not in stands:
        source.error(
            "unknown-unit-kind",
            f"there is no unit {line.kind}",
            "write one of the kinds of unit of this variant",
            line.line,
            line.column,
            tuple(stands),
        )
        return None
    if location is None or location in stands[line.kind]:
        return location
    province = province_of(location)
    if map_file.is_lost(province):
        return None
    city = map_file.by_key[province].city
    if line.kind == "G" and city is not None and (city.income or city.is_port):
        source.warn(
            "open-city",
            f"the city of {line.place} is not fortified, so the manual allows no garrison there",
            "write f or P behind its income in the map, or take the garrison out",
            line.line,
            line.column,
        )
        return location
    coasts = [f"{province}/{coast}" for coast in map_file.coasts.get(province, ())]
    source.error(
        "cannot-stand",
        f"no unit {line.kind} can stand at {line.place}",
        "see the kind of unit, and name the coast where a fleet needs one",
        line.line,
        line.column,
        tuple(place.lower() for place in (province, *coasts) if place in stands[line.kind]),
    )
    return None


def _location(source: Source, place: str, line: SeedUnit, map_file: MapFile) -> str | None:
    match = _PLACE.fullmatch(place)
    name = match["name"] if match else place
    key = map_file.keys.get(fold(name))
    if key is None and map_file.is_lost(name):
        return None
    if key is None:
        source.error(
            "unknown-province",
            f"no province is called {name.strip()!r}",
            "use a name or an abbreviation of the map",
            line.line,
            line.column,
            similar(fold(name), map_file.keys),
        )
        return None
    if match is None or not match["coast"]:
        return key
    location = f"{key}/{SHORES[match['coast'][0].lower()]}"
    coasts = [f"{key}/{coast}" for coast in map_file.coasts.get(key, ())]
    if location not in coasts:
        source.error(
            "unknown-coast",
            f"{map_file.by_key[key].name} has no such coast: {place!r}",
            "use a coast of the map, or none",
            line.line,
            line.column,
            tuple(known.lower() for known in (key, *coasts)),
        )
        return None
    return location
