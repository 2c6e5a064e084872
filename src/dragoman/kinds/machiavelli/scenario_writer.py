"""Writing the files of a scenario of Machiavelli: what its map, its seed and its ``variant.toml``
say beyond those of the Diplomacy in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dragoman.board import AUTONOMOUS, city_place
from dragoman.formats.njudge import (
    MapCity,
    MapDisasterTable,
    MapFile,
    MapMoves,
    MapProvince,
    MapStep,
    MapUnitLimits,
    MapVariableIncome,
    Pledge,
    SeedFile,
    SeedLoan,
    SeedRow,
    SeedUnit,
    Treasury,
)
from dragoman.formats.njudge.seed_file import BLOCK, LOANS
from dragoman.formats.toml_table import quoted
from dragoman.game.variant import Variant
from dragoman.machiavelli import Opening, Scenario, Special

_NOBODY = "."
_KINDS = {(False, False): ".", (True, False): "f", (False, True): "p", (True, True): "P"}


def scenario_map(map_file: MapFile, scenario: Scenario) -> MapFile:
    """The map with cities, straits, disasters, incomes and limits."""
    return replace(
        map_file,
        provinces=tuple(_province(province, scenario) for province in map_file.provinces),
        moves=tuple(_moves(map_file, scenario)),
        options=replace(
            map_file.options,
            famine=MapDisasterTable(scenario.famine.cells),
            plague=MapDisasterTable(scenario.plague.cells),
            storms=MapDisasterTable(scenario.storms.cells),
            incomes=tuple(
                MapVariableIncome(row.city, row.dice, row.amounts, row.initial)
                for row in scenario.incomes
                if row.country == scenario.country_of.get(row.city)
            ),
            limits=tuple(_limits(scenario)),
        ),
    )


def _limits(scenario: Scenario) -> Iterator[MapUnitLimits]:
    """A row for every letter of the map, where there are any."""
    powers = scenario.diplomacy.powers
    letters = {power.letter: key for key, power in powers.items()}
    for letter in dict.fromkeys((*letters, *(c.letter for c in scenario.countries.values()))):
        limits = scenario.limits.get(letters.get(letter, ""))
        if scenario.limits:
            rows = [limits.rows.get(kind, "xxxx") if limits else "xxxx" for kind in "AFG"]
            yield MapUnitLimits(letter, rows[0], rows[1], rows[2])


def scenario_lines(variant: Variant, scenario: Scenario) -> Iterator[str]:
    """The tables of its ``variant.toml``."""
    letters = {power.letter for power in scenario.diplomacy.powers.values()}
    for country in scenario.countries.values():
        if country.letter not in letters:
            yield from ("", "[[countries]]", f"letter = {quoted(country.letter)}")
            yield f"name = {quoted(country.name)}"
    yield from ("", "[machiavelli]", f"edition = {quoted(scenario.edition.value)}")
    if scenario.has_fortresses:
        yield "fortresses = true"
    if scenario.victory.countries is not None:
        yield f"victory_countries = {scenario.victory.countries}"
    if scenario.plague_from != Scenario(variant.board).plague_from:
        yield f"plague_from = {scenario.plague_from}"
    extra = [row for row in scenario.incomes if row.country != scenario.country_of.get(row.city)]
    if extra:
        yield from ("", "[machiavelli.city_incomes]")
        for row in extra:
            yield f"{row.city} = {[row.dice, *row.amounts]}"


def scenario_seed(variant: Variant, scenario: Scenario) -> SeedFile:
    """The seed with the record of owners, and what each power has."""
    board, start, opening = variant.board, variant.start, scenario.opening
    letters = {power.key: power.letter for power in board.powers.values()}
    is_opening = opening.treasuries is None
    status = "m" if is_opening else ":"
    units: list[SeedUnit] = []
    for unit in start.units:
        city = scenario.city_at.get(unit.location)
        place = city.province if city is not None else unit.location
        special = opening.specials.get(unit, Special.ORDINARY)
        letter = "" if special is Special.ORDINARY else special.value
        units.append(SeedUnit(letters[unit.power], status, unit.kind, place.lower(), (), letter))
    season = "F" if start.phase.season == "W" else start.phase.season
    phase = start.phase.letter if start.phase.letter != "A" else "A" if is_opening else "B"
    provinces = tuple(scenario.diplomacy.provinces)
    return SeedFile(
        f"{season}{start.phase.year:04d}{phase}",
        tuple(units),
        None,
        tuple(_rows(provinces, scenario, letters)),
        tuple(_treasuries(opening, letters)),
        tuple(_pledges(opening, letters)),
    )


def _province(province: MapProvince, scenario: Scenario) -> MapProvince:
    city = scenario.cities.get(province.key)
    country = scenario.country_of.get(province.key)
    area = "w" if province.is_water else "l" if province.key in scenario.barren else "x"
    return replace(
        province,
        area=scenario.countries[country].letter if country is not None else area,
        city=MapCity(0, ".")
        if city is None
        else MapCity(city.value, _KINDS[city.is_fortified, city.is_port], city.is_venice),
    )


def _moves(map_file: MapFile, scenario: Scenario) -> Iterator[MapMoves]:
    """The lines of moves. A strait is a conduit in the line of its first end, with its gate behind
    it; the other end has a line ``cc``."""
    for moves in map_file.moves:
        steps = list(moves.steps)
        passed: list[MapStep] = []
        for strait in scenario.straits if moves.kind == "xc" else ():
            first, second = strait.ends
            if moves.province == first and MapStep(second) in steps:
                steps = [
                    step for step in steps if step not in (MapStep(second), MapStep(strait.gate))
                ]
                steps += [MapStep(second, gatekeeper=strait.gate), MapStep(strait.gate)]
            if moves.province == second and MapStep(first) in steps:
                steps.remove(MapStep(first))
                passed.append(MapStep(first))
        yield replace(moves, steps=tuple(steps))
        if passed:
            yield MapMoves("cc", moves.source, tuple(passed))


def _rows(
    provinces: tuple[str, ...], scenario: Scenario, letters: Mapping[str, str]
) -> Iterator[SeedRow]:
    opening = scenario.opening

    def owner(at: str) -> str:
        return letters.get(opening.owners.get(at, ""), _NOBODY)

    def city_owner(key: str) -> str:
        return owner(scenario.cities[key].place) if key in scenario.cities else _NOBODY

    def holder(key: str) -> str:
        country = scenario.country_of.get(key, "")
        return letters.get(opening.holders.get(country, ""), _NOBODY)

    def flags(key: str) -> str:
        is_set = (
            key in opening.famine,
            key in opening.rebellions,
            city_place(key) in opening.rebellions,
            key in opening.sieges,
        )
        return chr(ord("0") + sum(1 << bit for bit, flag in enumerate(is_set) if flag))

    for start in range(0, len(provinces), BLOCK):
        block = provinces[start : start + BLOCK]
        for place, tag in enumerate("Nnn"):
            yield SeedRow(tag, "".join(key[place : place + 1] or "_" for key in block))
        for tag, letter in (("O", owner), ("C", city_owner), ("H", holder), ("F", flags)):
            yield SeedRow(tag, "".join(map(letter, block)))


def _treasuries(opening: Opening, letters: Mapping[str, str]) -> Iterator[Treasury]:
    for power, ducats in (opening.treasuries or {}).items():
        due = {loan.campaigns: loan for loan in opening.loans.get(power, ())}
        last = max(due, default=0)
        loans = (due.get(campaign) for campaign in range(1, min(last, LOANS) + 1))
        owed = (
            SeedLoan(loan.principal, loan.interest) if loan else SeedLoan(0, 0) for loan in loans
        )
        yield Treasury(letters[power], ducats, tuple(owed))


def _pledges(opening: Opening, letters: Mapping[str, str]) -> Iterator[Pledge]:
    for tag, pledges in (("A", opening.chits or {}), ("a", opening.allies)):
        for power, others in pledges.items():
            if power != AUTONOMOUS:
                yield Pledge(tag, letters[power], "".join(letters[other] for other in others))
