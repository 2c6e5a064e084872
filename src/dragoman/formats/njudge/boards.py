"""From a map file, as it was read, to a board."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from types import MappingProxyType

from dragoman.board import (
    ARMY,
    FLEET,
    Board,
    Gateway,
    Path,
    Power,
    Province,
    Railway,
    Terrain,
    UnitKind,
)
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.starts import report_unknown_power
from dragoman.formats.text_source import Source

_TERRAINS = {
    "w": Terrain.WATER,
    "h": Terrain.HIGH_SEA,
    "v": Terrain.ICE,
    "g": Terrain.GATEWAY,
    "r": Terrain.RAILWAY,
}
KINDS: Mapping[UnitKind, str] = MappingProxyType({ARMY: "mv", FLEET: "xc"})
"""The usual kinds of unit, with the kind of moves line each goes by."""
UNKNOWN_LETTER = "give the power a place in variant.toml, or take the letter out"
"""The remedy for a letter in the options that no power has."""


def board_from(
    map_file: MapFile,
    name: str,
    powers: Sequence[Power] | None = None,
    kinds: Mapping[UnitKind, str] = KINDS,
    names: Iterable[tuple[str, str]] = (),
    countries: Container[str] = (),
) -> tuple[Board, tuple[Diagnostic, ...]]:
    """A board of what was read of a map file.

    Of a Machiavelli map it is the board of the Diplomacy in it: provinces, armies and fleets,
    without cities, and with its conduits open. ``grounds`` adds the rest.

    ``powers`` are told by their letters; without any, the letters of the map are their
    names. ``names`` are more spellings of locations, as ``Board`` takes them; ``countries`` are
    letters of home countries of Machiavelli that are no power's.

    Raises:
        BoardError: if powers or kinds clash, a name is given to an unknown location, or the
            map file was not read but made, and contradicts itself.
    """
    source = Source("", map_file.name)
    if powers is None:
        powers = [Power(letter, letter, letter) for letter in map_file.home_letters]
    keys = {power.letter: power.key for power in powers}
    for letter in map_file.home_letters:
        if letter not in keys and letter not in countries:
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
            _TERRAINS.get(province.area, Terrain.LAND),
            tuple(dict.fromkeys(province.abbreviations)),
            map_file.coasts.get(province.key, ()),
            province.is_center,
            keys.get(province.home_letter or "") if province.is_center else None,
            province.convoyable_land,
        )
        for province in map_file.provinces
    ]
    board = Board(
        name,
        provinces,
        kinds,
        _paths(map_file, kinds),
        powers,
        names,
        _gateways(map_file),
        _railways(source, map_file, keys),
        _hong_kong(source, map_file, keys),
    )
    return board, source.diagnostics


def _paths(map_file: MapFile, kinds: Mapping[UnitKind, str]) -> Iterable[Path]:
    """The ways of the moves list. One from a province to itself says that nobody goes in or
    out, and those of gatekeepers and railways are none."""
    ground = {province.key for province in map_file.provinces if province.is_ground}
    paths = {
        (kind.letter, moves.source, step.target): step
        for moves in map_file.moves
        for kind, mover in kinds.items()
        if mover == moves.mover
        for step in moves.steps
        if step.province != moves.province and {step.province, moves.province} <= ground
    }
    return (
        Path(*ends, step.halves_lost, step.halves_lost_by_convoy) for ends, step in paths.items()
    )


def _gateways(map_file: MapFile) -> Iterable[Gateway]:
    rows = map_file.options.gateways
    for gatekeeper in dict.fromkeys((row.province, row.controller) for row in rows):
        pairs = (row.ends for row in rows if (row.province, row.controller) == gatekeeper)
        yield Gateway(*gatekeeper, tuple(dict.fromkeys(pairs)))


def _railways(source: Source, map_file: MapFile, keys: Mapping[str, str]) -> list[Railway]:
    return [
        Railway(row.province, tuple(_powers(source, row.powers, keys, row.line)), row.stops)
        for row in map_file.options.railways
    ]


def _hong_kong(
    source: Source, map_file: MapFile, keys: Mapping[str, str]
) -> Mapping[str, tuple[str, ...]]:
    provinces: dict[str, dict[str, None]] = {}
    for row in map_file.options.hong_kong:
        for power in _powers(source, row.powers, keys, row.line):
            provinces.setdefault(power, {}).update(dict.fromkeys(row.provinces))
    return {power: tuple(keys) for power, keys in provinces.items()}


def _powers(source: Source, letters: str, keys: Mapping[str, str], line: int) -> Iterable[str]:
    for letter in letters:
        if letter in keys:
            yield keys[letter]
        else:
            report_unknown_power(source, letter, keys, line, 1, UNKNOWN_LETTER)
