"""Machiavelli in the files of variants: scenarios, and what plain maps lack of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from dragoman.board import AUTONOMOUS, Board
from dragoman.formats.njudge import MapCity, MapDisasterTable, MapFile, SeedFile
from dragoman.formats.njudge.openings import opening_from
from dragoman.formats.njudge.scenarios import scenario_from, scenario_names
from dragoman.formats.variants.kind_files import (
    Contents,
    FilesKind as AsInDiplomacy,
    order_of_centers,
)
from dragoman.formats.variants.toml_file import VariantToml
from dragoman.game.variant import LocalNames, Variant
from dragoman.kinds.machiavelli import scenario_of
from dragoman.kinds.machiavelli.scenario_writer import scenario_lines, scenario_map, scenario_seed
from dragoman.machiavelli import Edition, Scenario, VariableIncome, Victory
from dragoman.rules import CAMPAIGNS, DIPLOMACY, RuleSet
from dragoman.words import LANGUAGES, counted

_CITIES = 15
"""How many cities win where nobody says otherwise."""


class Files(AsInDiplomacy):
    """Machiavelli in the files of variants."""

    def contents(
        self, map_file: MapFile, seed_file: SeedFile, board: Board, toml: VariantToml
    ) -> Contents:
        words = toml.scenario
        edition = Edition(words.edition) if words.edition else None
        board, scenario = scenario_from(map_file, board, edition, words.countries)
        countries = words.victory_countries
        cities = toml.victory_centers or (None if countries else _CITIES)
        scenario = replace(
            scenario,
            incomes=(
                *scenario.incomes,
                *(VariableIncome(row.city, row.dice, row.amounts) for row in words.city_incomes),
            ),
            victory=Victory(cities, countries),
            has_fortresses=words.has_fortresses,
            plague_from=words.plague_from,
        )
        start, scenario, faults = opening_from(seed_file, map_file, board, scenario)
        listed = [key for key in map_file.center_order if key in scenario.cities]
        return Contents(
            board,
            start,
            _rule_set(toml, scenario),
            cities or len(board.centers),  # where countries alone win, cities never do
            order_of_centers(board, tuple(scenario.cities[key].place for key in listed)),
            CAMPAIGNS if toml.calendar == DIPLOMACY else toml.calendar,
            _names(toml.names, board, scenario),
            scenario,
            faults,
        )

    def map_file(self, variant: Variant, plain: MapFile) -> MapFile:
        return scenario_map(plain, scenario_of(variant))

    def seed_file(self, variant: Variant) -> SeedFile:
        return scenario_seed(variant, scenario_of(variant))

    def preset(self, variant: Variant) -> str:
        return _preset(scenario_of(variant))

    def tables(self, variant: Variant) -> Iterator[str]:
        return scenario_lines(variant, scenario_of(variant))

    def told(self, map_file: MapFile) -> str:
        return cities_text(map_file)

    def losses(self, variant: Variant) -> Iterator[str]:
        yield (
            "Machiavelli: its cities become centres, and garrisons, units of nobody's, money, "
            "disasters and home countries are left out"
        )


def _preset(scenario: Scenario) -> str:
    return "machiavelli2" if scenario.edition is Edition.MACH2 else "machiavelli"


def _rule_set(toml: VariantToml, scenario: Scenario) -> RuleSet:
    """The rules of a scenario; one that names no preset has those of its edition, with what it
    sets."""
    if toml.names_preset:
        return toml.rule_set
    rule_set = RuleSet.preset(_preset(scenario))
    if scenario.has_fortresses:
        rule_set = rule_set.replace(fortresses="yes")
    changed = toml.rule_set.differences(RuleSet())
    return rule_set.with_settings(*(f"{name}={answer}" for name, answer in changed.items()))


def _names(
    names: Mapping[str, LocalNames], board: Board, scenario: Scenario
) -> Mapping[str, LocalNames]:
    found = dict(names)
    for language in LANGUAGES[1:]:
        usual, words = found.get(language, LocalNames()), scenario_names(language)
        cities = {
            city.place: words["city"].format(
                province=usual.places.get(key, board.provinces[key].name)
            )
            for key, city in scenario.cities.items()
            if not city.is_one_place
        }
        found[language] = LocalNames(
            {**cities, **usual.places}, {AUTONOMOUS: words["nobody"], **usual.powers}
        )
    return found


# The cities, straits, disasters and money of a map, as text.

_KINDS = {".": "open", "f": "fortified", "p": "open port", "P": "fortified port"}


def cities_text(map_file: MapFile) -> str:
    """Cities by kind and power, straits, disasters, trade and unit limits."""
    return "\n".join(_lines(map_file))


def _lines(map_file: MapFile) -> Iterator[str]:
    cities = {p.key: p.city for p in map_file.provinces if p.city is not None}
    worth = {key: city.income for key, city in cities.items() if city.income}
    kinds = Counter(_kind(cities[key]) for key in worth)
    yield (
        f"{counted(len(worth), 'city', 'cities')} worth {sum(worth.values())} ducats: "
        + ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    )
    major = [f"{key} {income}" for key, income in worth.items() if income > 1]
    yield f"Major cities: {', '.join(major) or 'none'}"
    fortresses = [key for key, city in cities.items() if not city.income and city.is_fortified]
    yield f"Fortresses: {', '.join(fortresses) or 'none'}"
    for letter in map_file.home_letters:
        home = [p.key for p in map_file.provinces if p.home_letter == letter]
        own = [key for key in home if key in worth]
        ducats = len(home) + sum(worth[key] for key in own)
        lands = f"{counted(len(home), 'home province')}, {counted(len(own), 'city', 'cities')}"
        yield f"{letter}: {lands}, {ducats} ducats a year"
    straits = [
        f"{moves.source}-{step.target} by {step.gatekeeper}"
        for moves in map_file.moves
        for step in moves.steps
        if step.gatekeeper
    ]
    yield f"Straits that a fleet can close: {', '.join(straits) or 'none'}"
    options = map_file.options
    for name, table in (
        ("Famine", options.famine),
        ("Plague", options.plague),
        ("Storms", options.storms),
    ):
        yield f"{name}: {_table(table)}"
    trade = [f"{income.city} {income.dice}" for income in options.incomes]
    yield f"Variable income (city, dice): {', '.join(trade) or 'none'}"
    yield f"Unit limits: {', '.join(row.power for row in options.limits) or 'none'}"


def _kind(city: MapCity) -> str:
    return f"{_KINDS[city.kind]}{' (Venice)' if city.is_venice else ''}"


def _table(table: MapDisasterTable | None) -> str:
    if table is None:
        return "no table"
    throws = sum(bool(cell) for row in table.cells for cell in row)
    return f"{throws} of {sum(map(len, table.cells))} throws, {len(table.provinces)} provinces"
