"""From a map file of Machiavelli to a board with cities, and the scenario beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from dragoman.board import (
    AUTONOMOUS,
    Board,
    Conversion,
    ConvoyWays,
    Power,
    Province,
    Terrain,
    city_place,
)
from dragoman.formats.njudge.map_file import MapCity, MapDisasterTable, MapFile, MapProvince
from dragoman.machiavelli import (
    City,
    Country,
    DisasterTable,
    Edition,
    Scenario,
    Strait,
    UnitLimits,
    VariableIncome,
)
from dragoman.words import LANGUAGES, word_file

_ARMY, _FLEET, _GARRISON = "A", "F", "G"


def scenario_from(
    map_file: MapFile,
    board: Board,
    edition: Edition | None = None,
    countries: Mapping[str, str] | None = None,
) -> tuple[Board, Scenario]:
    """The board of a Machiavelli map with its cities, and what the board cannot say.

    ``board`` is that of the Diplomacy in the map, as ``board_from`` makes it. Where no
    ``edition`` is given, the map tells: Venice has more than one neighbour in the second.
    ``countries`` are the names of home countries whose letters are no power's.
    """
    edition = edition or _edition(map_file)
    powers = {power.letter: power for power in board.powers.values()}
    cities = {
        province.key: _city(province, province.city, edition)
        for province in map_file.provinces
        if province.city is not None and (province.city.income or province.city.is_fortified)
    }
    homes = {p.key: p.home_letter for p in map_file.provinces if p.home_letter}
    scenario = Scenario(
        diplomacy=board,
        edition=edition,
        players=tuple(board.powers),
        cities=cities,
        barren=frozenset(
            p.key for p in map_file.provinces if p.area == "l" and p.key not in cities
        ),
        straits=tuple(_straits(map_file)),
        countries={one.key: one for one in _countries(homes, powers, countries or {})},
        famine=_table(map_file.options.famine),
        plague=_table(map_file.options.plague),
        storms=_table(map_file.options.storms),
        incomes=tuple(_incomes(map_file, homes, powers, countries or {})),
        limits={
            powers[row.power].key: UnitLimits(
                {_ARMY: row.armies, _FLEET: row.fleets, _GARRISON: row.garrisons}
            )
            for row in map_file.options.limits
            if row.power in powers
        },
    )
    return _with_cities(board, scenario, homes, powers), scenario


def _edition(map_file: MapFile) -> Edition:
    for province in map_file.provinces:
        if province.city is not None and province.city.is_venice:
            near = {
                step.province
                for m in map_file.moves
                for step in m.steps
                if m.province == province.key
            }
            return Edition.MACH2 if len(near) > 1 else Edition.CLASSIC
    return Edition.MACH2 if map_file.options.limits else Edition.CLASSIC


def _city(province: MapProvince, city: MapCity, edition: Edition) -> City:
    is_one_place = city.is_venice and edition is Edition.CLASSIC
    return City(
        province.key,
        province.key if is_one_place else city_place(province.key),
        city.income,
        city.is_fortified,
        city.is_port,
        city.is_venice,
    )


def _straits(map_file: MapFile) -> Iterator[Strait]:
    seen: set[frozenset[str]] = set()
    for moves in map_file.moves:
        for step in moves.steps:
            ends = frozenset((moves.province, step.province))
            if step.gatekeeper is not None and ends not in seen:
                seen.add(ends)
                yield Strait((moves.province, step.province), step.gatekeeper)


def _countries(
    homes: Mapping[str, str], powers: Mapping[str, Power], names: Mapping[str, str]
) -> Iterator[Country]:
    for letter in dict.fromkeys(homes.values()):
        provinces = tuple(key for key, home in homes.items() if home == letter)
        name = powers[letter].name if letter in powers else names.get(letter, letter)
        yield Country(_key(letter, powers, names), letter, name, provinces)


def _key(letter: str, powers: Mapping[str, Power], names: Mapping[str, str]) -> str:
    """The key of a home country: that of the power with its letter, else its name's."""
    return powers[letter].key if letter in powers else names.get(letter, letter).upper()


def _table(table: MapDisasterTable | None) -> DisasterTable:
    return DisasterTable() if table is None else DisasterTable(table.cells)


def _incomes(
    map_file: MapFile,
    homes: Mapping[str, str],
    powers: Mapping[str, Power],
    names: Mapping[str, str],
) -> Iterator[VariableIncome]:
    for row in map_file.options.incomes:
        country = _key(homes[row.city], powers, names) if row.city in homes else None
        yield VariableIncome(row.city, row.dice, row.amounts, country, row.initial)


def _with_cities(
    board: Board, scenario: Scenario, homes: Mapping[str, str], powers: Mapping[str, Power]
) -> Board:
    """The board with places for cities. Centres are cities then, not the land around them, and
    where a city lies in the sea no army goes, nor a convoy through it."""
    lands: list[Province] = []
    places: list[Province] = []
    for key, province in board.provinces.items():
        city = scenario.cities.get(key)
        letter = homes.get(key, "")
        home = powers[letter].key if letter in powers else None
        if city is not None and not city.is_one_place:
            name = f"city of {province.name}"
            is_center = city.value > 0
            places.append(
                Province(
                    city.place, name, Terrain.CITY, is_center=is_center, home=home, city_of=key
                )
            )
        at_sea = city is not None and city.is_sea_with_city
        lands.append(
            replace(
                province,
                terrain=Terrain.WATER if at_sea else province.terrain,
                is_center=city is not None and city.is_one_place and city.value > 0,
                home=home,
            )
        )
    at_sea = {key for key, city in scenario.cities.items() if city.is_sea_with_city}
    around = {
        (board.province_of[path.source], board.province_of[path.target]) for path in board.paths
    }
    no_convoys = sorted(step for step in around if not at_sea.isdisjoint(step))
    own: defaultdict[str, list[str]] = defaultdict(list)
    for spelling, key in board.names.spellings:
        place = board.provinces.get(key)
        if place is not None and spelling not in (key, *place.abbreviations):
            own[key].append(spelling)
    return board.with_cities(
        [*lands, *places],
        [*board.powers.values(), _nobody()],
        [
            (spelling, city.place)
            for key, city in scenario.cities.items()
            if not city.is_one_place
            for spelling in (*_names_of_city(board.provinces[key].name, own[key]), f"{key} city")
        ],
        list(_conversions(board, scenario.cities.values())),
        ConvoyWays(board.convoy_ways.also, (*board.convoy_ways.never, *no_convoys)),
    )


def _names_of_city(name: str, spellings: Iterable[str]) -> Iterator[str]:
    """The names of the city of a province of this name, which may be spelt in these ways."""
    yield f"{name} city"
    for spelling in dict.fromkeys(spellings):
        for language in LANGUAGES:
            written = scenario_names(language)["city"].format(province=spelling)
            if written != f"city of {name}":
                yield written


def scenario_names(language: str) -> Mapping[str, str]:
    """The names in a language of the ``city`` of a province, and ``nobody``, whose units are
    ``autonomous``."""
    return word_file(Path(__file__).parents[1] / "words", language)["names"]


def _nobody() -> Power:
    """The power whose units obey nobody."""
    said = [scenario_names(language) for language in LANGUAGES]
    others = [word for words in said[1:] for word in (words["nobody"], words["autonomous"])]
    names = ("nobody", *dict.fromkeys(others))
    return Power(AUTONOMOUS, "&", said[0]["nobody"], said[0]["autonomous"], names)


def _conversions(board: Board, cities: Iterable[City]) -> Iterator[Conversion]:
    """The ways into each city and out of it. Into an open one there is none, but whoever is in it
    at the start may come out."""
    for city in cities:
        kinds = (
            (_FLEET,) if city.is_sea_with_city else (_ARMY, _FLEET) if city.is_port else (_ARMY,)
        )
        for kind in kinds:
            for location in board.provinces[city.province].locations:
                if location in board.stands[kind]:
                    if city.is_fortified:
                        yield Conversion(kind, location, _GARRISON, city.place)
                    yield Conversion(_GARRISON, city.place, kind, location)
