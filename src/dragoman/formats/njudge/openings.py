"""From a seed file of Machiavelli to what a game of it begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dragoman.board import AUTONOMOUS, Board, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_file import MapFile, MapProvince
from dragoman.formats.njudge.seed_file import BLOCK, NOBODY, SeedFile
from dragoman.formats.njudge.starts import owners_in_row, place_units
from dragoman.formats.text_source import Source
from dragoman.machiavelli import Opening, Scenario, Special
from dragoman.rules import Dislodged, Loan, Position

_OPENING = "A"
"""The letter of the phase before the first spring."""
_FAMINE, _PROVINCE_REBELS, _CITY_REBELS, _SIEGE = 1, 2, 4, 8


def opening_from(
    seed_file: SeedFile, map_file: MapFile, board: Board, scenario: Scenario
) -> tuple[Position | None, Scenario, tuple[Diagnostic, ...]]:
    """The position a seed file of Machiavelli describes, and the scenario with the opening it says.

    There is no position where it does not say which turn it is. A game that opens with the
    adjustments before its first spring has its cities owned as T-4 of nJudge's rules has it: by
    whoever owns the province, unless a unit says otherwise.
    """
    source = Source("", seed_file.name)
    keys = {power.letter: power.key for power in board.powers.values()}
    units, dislodged, specials = _units(source, seed_file, map_file, board, scenario, keys)
    owners = _owners(source, seed_file, map_file, scenario, keys)
    if not seed_file.rows or seed_file.turn.endswith(_OPENING):
        _settle(owners, units, scenario, board)
    flags = _flags(seed_file, map_file)
    opening = Opening(
        owners=owners,
        holders=_holders(source, seed_file, map_file, scenario, keys),
        treasuries=(
            {keys[row.power]: row.ducats for row in seed_file.treasuries if row.power in keys}
            if seed_file.treasuries
            else None
        ),
        loans=_loans(seed_file, keys),
        chits=_pledges(seed_file, "A", keys) or None,
        allies=_pledges(seed_file, "a", keys),
        famine=frozenset(key for key, sum_ in flags.items() if sum_ & _FAMINE),
        sieges=frozenset(key for key, sum_ in flags.items() if sum_ & _SIEGE),
        rebellions=frozenset(
            (
                *(key for key, sum_ in flags.items() if sum_ & _PROVINCE_REBELS),
                *(
                    scenario.cities[key].place
                    for key, sum_ in flags.items()
                    if sum_ & _CITY_REBELS and key in scenario.cities
                ),
            )
        ),
        specials=specials,
    )
    scenario = replace(scenario, opening=opening)
    phase = seed_file.phase
    if phase is None:
        return None, scenario, source.diagnostics
    centers = {at: owner for at, owner in owners.items() if board.provinces[at].is_center}
    position = Position(phase, tuple(units), centers, tuple(dislodged))
    return position, scenario, source.diagnostics


def _units(
    source: Source,
    seed_file: SeedFile,
    map_file: MapFile,
    board: Board,
    scenario: Scenario,
    keys: Mapping[str, str],
) -> tuple[list[Unit], list[Dislodged], dict[Unit, Special]]:
    stands = {**board.stands, "G": tuple(scenario.cities)}
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    specials: dict[Unit, Special] = {}
    for placed in place_units(source, seed_file, map_file, stands, {*keys, *NOBODY}):
        line = placed.line
        at = scenario.cities[placed.location].place if line.kind == "G" else placed.location
        unit = Unit(keys.get(line.owner, AUTONOMOUS), line.kind, at)
        if line.special:
            specials[unit] = Special(line.special)
        if line.status == "r":
            dislodged.append(Dislodged(unit, placed.retreats))
        else:
            units.append(unit)
    return units, dislodged, specials


def _owners(
    source: Source,
    seed_file: SeedFile,
    map_file: MapFile,
    scenario: Scenario,
    keys: Mapping[str, str],
) -> dict[str, str]:
    """The owners of provinces, by row O, and cities, by row C. Where there is no row C, cities go
    with their provinces; without O, with the home letters of the map."""
    homes = {p.key: p.home_letter for p in map_file.provinces if p.home_letter}
    lands = _row(source, seed_file, "O", map_file.provinces, keys)
    cities = _row(source, seed_file, "C", map_file.provinces, keys)
    owners: dict[str, str] = {}
    for province in map_file.provinces:
        key = province.key
        city = scenario.cities.get(key)
        lord = (homes if lands is None else lands).get(key, "")
        at_sea = province.is_water or (city is not None and city.is_sea_with_city)
        if lord in keys and not at_sea:
            owners[key] = keys[lord]
        burgher = lord if cities is None else cities.get(key, "")
        if city is not None and burgher in keys:
            owners[city.place] = keys[burgher]
    return {at: owner for at, owner in owners.items() if owner != AUTONOMOUS}


def _settle(
    owners: dict[str, str], units: Iterable[Unit], scenario: Scenario, board: Board
) -> None:
    """Whoever has a unit somewhere owns the place: a unit in the field the province, and its city
    if there is no garrison, a garrison the city, and the province where nobody is."""
    in_field = {board.province_of[unit.location]: unit.power for unit in units if unit.kind != "G"}
    within = {unit.location: unit.power for unit in units if unit.kind == "G"}
    found = dict(in_field)
    for key, city in scenario.cities.items():
        if city.place in within:
            found[city.place] = within[city.place]
            found.setdefault(key, within[city.place])
        elif key in in_field:
            found[city.place] = in_field[key]
    for at, owner in found.items():
        is_sea = board.provinces[at].terrain.is_water
        if owner == AUTONOMOUS or is_sea:
            owners.pop(at, None)
        else:
            owners[at] = owner


def _holders(
    source: Source,
    seed_file: SeedFile,
    map_file: MapFile,
    scenario: Scenario,
    keys: Mapping[str, str],
) -> dict[str, str]:
    """The holder of each home country, by row H; without it, the power whose home it is."""
    rows = _row(source, seed_file, "H", map_file.provinces, keys)
    holders: dict[str, str] = {}
    for key, country in scenario.countries.items():
        letter = country.letter if rows is None else rows.get(country.provinces[0], "")
        if keys.get(letter, AUTONOMOUS) != AUTONOMOUS:
            holders[key] = keys[letter]
    return holders


def _row(
    source: Source,
    seed_file: SeedFile,
    tag: str,
    provinces: tuple[MapProvince, ...],
    keys: Mapping[str, str],
) -> dict[str, str] | None:
    """The letter that the row of a tag gives to each province; None where there is none."""
    rows = seed_file.record(tag)
    letters: dict[str, str] = {}
    for start, row in rows:
        block = provinces[start : start + BLOCK]
        letters |= owners_in_row(source, row.text, block, keys, row.line, row.column)
    if not rows and tag == "O" and seed_file.ownership is not None:
        line = seed_file.ownership_line
        return owners_in_row(source, seed_file.ownership, provinces, keys, line)
    return letters if rows else None


def _flags(seed_file: SeedFile, map_file: MapFile) -> dict[str, int]:
    found: dict[str, int] = {}
    for start, row in seed_file.record("F"):
        block = map_file.provinces[start : start + BLOCK]
        for province, character in zip(block, row.text, strict=False):
            found[province.key] = ord(character) - ord("0")
    return {key: flags for key, flags in found.items() if flags > 0}


def _loans(seed_file: SeedFile, keys: Mapping[str, str]) -> dict[str, tuple[Loan, ...]]:
    owed = {
        keys[row.power]: tuple(
            Loan(loan.principal, loan.interest, campaigns)
            for campaigns, loan in enumerate(row.loans, start=1)
            if loan.principal or loan.interest
        )
        for row in seed_file.treasuries
        if row.power in keys
    }
    return {power: loans for power, loans in owed.items() if loans}


def _pledges(seed_file: SeedFile, tag: str, keys: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {
        keys[row.power]: tuple(keys[letter] for letter in row.others if letter in keys)
        for row in seed_file.pledges
        if row.tag == tag and row.power in keys
    }
