"""From map and seed files, as they were read, to a board and a starting position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from dragoman.board import ARMY, FLEET, Board, Path, Power, Province, Terrain, Unit, UnitKind, fold
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_file import SHORES, MapFile
from dragoman.formats.njudge.province_list import similar
from dragoman.formats.njudge.seed_file import SeedFile, SeedUnit
from dragoman.formats.source import Source
from dragoman.rules import Dislodged, Position

KINDS: Mapping[UnitKind, str] = MappingProxyType({ARMY: "mv", FLEET: "xc"})
"""The usual kinds of unit, with the kind of moves line each goes by."""


def board_from(
    map_file: MapFile,
    name: str,
    powers: Sequence[Power] | None = None,
    kinds: Mapping[UnitKind, str] = KINDS,
    names: Iterable[tuple[str, str]] = (),
) -> tuple[Board, tuple[Diagnostic, ...]]:
    """A board of what was read of a map file.

    ``powers`` are told by their letters; without any, the letters of the map are their
    names. ``names`` are more spellings of locations, as ``Board`` takes them.

    Raises:
        BoardError: if powers or kinds clash, or a name is given to an unknown location.
    """
    source = Source("", map_file.name)
    if powers is None:
        powers = [Power(letter, letter, letter) for letter in map_file.home_letters]
    keys = {power.letter: power.key for power in powers}
    for letter in map_file.home_letters:
        if letter not in keys:
            source.error(
                "unknown-power",
                f"no power has the letter {letter}",
                "give the power a place in variant.toml, or write x for a centre of nobody's",
                next(p.line for p in map_file.provinces if p.home_letter == letter),
                1,
            )
    provinces = [
        Province(
            province.key,
            province.name,
            Terrain.WATER if province.is_water else Terrain.LAND,
            province.abbreviations,
            map_file.coasts.get(province.key, ()),
            province.is_center,
            keys.get(province.home_letter or ""),
            province.convoyable_land,
        )
        for province in map_file.provinces
    ]
    # A way from a province to itself says that nobody goes in or out: it is no path.
    paths = {
        (kind.letter, moves.source, step.target): step.halves_lost
        for moves in map_file.moves
        for kind, moves_kind in kinds.items()
        if moves_kind == moves.kind
        for step in moves.steps
        if step.province != moves.province
    }
    board = Board(
        name,
        provinces,
        kinds,
        (Path(*ends, halves_lost) for ends, halves_lost in paths.items()),
        powers,
        names,
    )
    return board, source.diagnostics


def start_from(
    seed_file: SeedFile, map_file: MapFile, board: Board
) -> tuple[Position | None, tuple[Diagnostic, ...]]:
    """The position a seed file describes; None where it does not say which turn it is."""
    source = Source("", seed_file.name)
    keys = {power.letter: power.key for power in board.powers.values()}
    taken: dict[str, SeedUnit] = {}
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    for line in seed_file.units:
        unit = _unit(source, line, map_file, board, keys)
        if unit is None:
            continue
        if line.status == "r":
            found = (_location(source, place, line, map_file, board) for place in line.retreats)
            dislodged.append(Dislodged(unit, tuple(filter(None, found))))
            continue
        first = taken.setdefault(board.province_of[unit.location], line)
        if first is not line:
            source.error(
                "two-units",
                f"{line.place} is taken already (line {first.line})",
                "put one unit into each province",
                line.line,
                line.column,
            )
            continue
        units.append(unit)
    owners = _owners(source, seed_file, map_file, board, keys, units)
    if seed_file.phase is None:
        return None, source.diagnostics
    return (
        Position(seed_file.phase, tuple(units), owners, tuple(dislodged)),
        source.diagnostics,
    )


_PLACE = re.compile(
    r"(?P<name>[^/(]+)"
    r"([/(]\s*(?P<coast>nc|ec|sc|wc|north\s+coast|east\s+coast|south\s+coast|west\s+coast)\s*\)?)?\s*",
    re.IGNORECASE,
)
_NOBODY = ".&="


def _unit(
    source: Source, line: SeedUnit, map_file: MapFile, board: Board, keys: Mapping[str, str]
) -> Unit | None:
    if line.owner in _NOBODY:
        source.error(
            "not-supported",
            f"units of no power ({line.owner}) cannot be played yet",
            "",
            line.line,
            1,
        )
        return None
    if line.owner not in keys:
        _report_unknown_power(source, line.owner, keys, line.line, 1)
        return None
    location = _location(source, line.place, line, map_file, board)
    if line.kind not in board.kinds:
        source.error(
            "unknown-unit-kind",
            f"there is no unit {line.kind}",
            "write one of the kinds of unit of this variant",
            line.line,
            line.column,
            tuple(board.kinds),
        )
        return None
    if location is None:
        return None
    if location not in board.stands[line.kind]:
        places = board.provinces[board.province_of[location]].locations
        source.error(
            "cannot-stand",
            f"no {board.kinds[line.kind].name} can stand at {line.place}",
            "see the kind of unit, and name the coast where a fleet needs one",
            line.line,
            line.column,
            tuple(p.lower() for p in places if p in board.stands[line.kind]),
        )
        return None
    return Unit(keys[line.owner], line.kind, location)


def _location(
    source: Source, place: str, line: SeedUnit, map_file: MapFile, board: Board
) -> str | None:
    match = _PLACE.fullmatch(place)
    name = match["name"] if match else place
    key = map_file.keys.get(fold(name))
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
    if location not in board.province_of:
        source.error(
            "unknown-coast",
            f"{board.provinces[key].name} has no such coast: {place!r}",
            "use a coast of the map, or none",
            line.line,
            line.column,
            tuple(known.lower() for known in board.provinces[key].locations),
        )
        return None
    return location


def _owners(
    source: Source,
    seed_file: SeedFile,
    map_file: MapFile,
    board: Board,
    keys: Mapping[str, str],
    units: Iterable[Unit],
) -> dict[str, str]:
    owners = {key: p.home for key, p in board.provinces.items() if p.home is not None}
    row, line = seed_file.ownership, seed_file.ownership_line
    if row is None:
        standing = {board.province_of[unit.location]: unit.power for unit in units}
        return owners | {center: standing[center] for center in board.centers if center in standing}
    if len(row) != len(map_file.provinces):
        source.warn(
            "ownership-length",
            f"the row of owners has {len(row)} characters for {len(map_file.provinces)} provinces",
            "write one for each province in the order of the map",
            line,
            min(len(row), len(map_file.provinces)) + 1,
        )
    for column, (letter, province) in enumerate(zip(row, map_file.provinces, strict=False), 1):
        owners.pop(province.key, None)
        if letter in keys:
            if province.is_center:
                owners[province.key] = keys[letter]
        elif letter not in _NOBODY:
            _report_unknown_power(source, letter, keys, line, column)
    return owners


def _report_unknown_power(
    source: Source, letter: str, keys: Mapping[str, str], line: int, column: int
) -> None:
    source.error(
        "unknown-power",
        f"no power has the letter {letter}",
        "use the letter of a power, or . for nobody",
        line,
        column,
        tuple(sorted(keys)),
    )
