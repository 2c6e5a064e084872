"""The scenario of Machiavelli in a ``variant.toml``, beyond its map.

impassable = ["AUS", "HUN"]        provinces of the map that are not a part of this scenario
absent = ["A", "F"]                powers of the base that do not play

[[countries]]                      home countries whose letters are no power's
letter = "R"
name = "Provence"
homes = ["MAR", "PRO"]             where the map does not say

[machiavelli]
edition = "classic"                or "mach2"
fortresses = true                  usually played with them
victory_countries = 3              home countries that win
plague_from = 1348                 no plague before
ways = ["BOS-SLA"]                 more ways of armies, there and back

[machiavelli.cities]               other cities than the map's
BER = "1f"
[machiavelli.plague]               row and column; "" for nobody
"3,8" = "SAR"
[machiavelli.incomes]              dice, what 1 to 6 bring, what there is at first: all of them
AUS = [1, 1, 2, 3, 3, 4, 4]
[machiavelli.city_incomes]         the same, besides, for whoever owns the city
NAP = [1, 1, 2, 2, 3, 3, 4]
[machiavelli.limits]               armies, fleets, garrisons: ordinary, militia, mercenary, ...
A = "x.xx x.xx x.xx"
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final, cast

from dragoman.formats.njudge import (
    MapCity,
    MapDisasterTable,
    MapFile,
    MapMoves,
    MapStep,
    MapUnitLimits,
    MapVariableIncome,
)
from dragoman.formats.text_source import Source
from dragoman.formats.toml_table import TomlTable, read_toml
from dragoman.game.kind import MACHIAVELLI_KIND
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

EDITIONS: Final = ("classic", "mach2")
_TABLES: Final = ("famine", "plague", "storms")
_CITY = re.compile(r"([0-7])([.fpP])(V?)\Z")
_CELL = re.compile(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\Z")
_LIMITS = re.compile(r"\s*([x.br]{4})\s+([x.br]{4})\s+([x.br]{4})\s*\Z")
_WAY = re.compile(r"\s*([^\s<>-]+)\s*-\s*([^\s<>-]+)\s*\Z")
_KEY_REMEDY = "write the first abbreviation of a province, in capitals"


def _no_cells() -> Mapping[str, Mapping[tuple[int, int], str]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ScenarioWords:
    """The contents of the words above; the defaults are those of a file without them.

    ``countries`` are names by letters; ``cells`` go from the name of a table, and from a row and
    a column of it, to a province. ``incomes`` and ``limits`` are None where the map's count.
    """

    absent: tuple[str, ...] = ()
    countries: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    edition: str = ""
    has_fortresses: bool = False
    victory_countries: int | None = None
    plague_from: int = 1348
    ways: tuple[tuple[str, str], ...] = ()
    cities: Mapping[str, MapCity] = field(default_factory=FrozenMap[str, MapCity])
    cells: Mapping[str, Mapping[tuple[int, int], str]] = field(default_factory=_no_cells)
    incomes: tuple[MapVariableIncome, ...] | None = None
    city_incomes: tuple[MapVariableIncome, ...] = ()
    limits: tuple[MapUnitLimits, ...] | None = None

    def on(self, map_file: MapFile) -> MapFile:
        """The map as it is in this scenario."""
        if self == ScenarioWords():
            return map_file
        options = map_file.options
        options = replace(
            options,
            famine=_with_cells(options.famine, self.cells.get("famine")),
            plague=_with_cells(options.plague, self.cells.get("plague")),
            storms=_with_cells(options.storms, self.cells.get("storms")),
            incomes=options.incomes if self.incomes is None else self.incomes,
            limits=tuple(
                row
                for row in (options.limits if self.limits is None else self.limits)
                if row.power not in self.absent
            ),
        )
        return replace(
            map_file,
            provinces=tuple(
                replace(province, city=self.cities.get(province.key, province.city))
                for province in map_file.provinces
            ),
            moves=_with_ways(map_file.moves, self.ways),
            options=options,
        )


def impassable_in(text: str | bytes) -> tuple[str, ...]:
    """The provinces that a ``variant.toml`` leaves out, before anybody knows whether the map has
    them."""
    word = b"impassable" if isinstance(text, bytes) else "impassable"
    root = read_toml(Source(text)) if word in text else None  # type: ignore[operator]
    return root.texts("impassable") if root else ()


def read_scenario(
    root: TomlTable,
    map_file: MapFile,
    base: ScenarioWords,
    homes: dict[str, tuple[str, ...]],
) -> ScenarioWords:
    """Take the words out of a ``variant.toml``; what it does not say is as in ``base``.

    The homes of countries, and of the absent none, go into ``homes`` by their letters.
    """
    root.texts("impassable")
    absent = (*base.absent, *root.texts("absent"))
    countries = dict(base.countries) | _countries(root, map_file, homes)
    homes.update({letter: () for letter in absent if letter not in countries})
    table = root.table(MACHIAVELLI_KIND)
    if map_file.game != MACHIAVELLI_KIND and table.left():
        what = "the map has no cities, so nothing of Machiavelli can be said of it"
        root.error("not-machiavelli", what, "take the table out", "machiavelli")
    edition = table.text("edition", base.edition)
    if edition not in ("", *EDITIONS):
        what = f"there is no edition {edition!r}"
        table.error("unknown-edition", what, "name one of them", "edition", EDITIONS)
        edition = base.edition
    reading = _Reading(map_file)
    limits = reading.limits(table.table("limits"))
    incomes = reading.incomes(table.table("incomes"))
    city_incomes = reading.incomes(table.table("city_incomes"))
    wins = table.number("victory_countries", base.victory_countries or 0)
    return ScenarioWords(
        absent=absent,
        countries=FrozenMap(countries),
        edition=edition,
        has_fortresses=table.flag("fortresses", base.has_fortresses),
        victory_countries=wins or None,
        plague_from=table.number("plague_from", base.plague_from),
        ways=tuple(dict.fromkeys((*reading.known_ways(base.ways), *reading.ways(table)))),
        cities=FrozenMap(
            {key: city for key, city in base.cities.items() if key in reading.keys}
            | reading.cities(table.table("cities"))
        ),
        cells=MappingProxyType(
            {
                name: {**reading.known_cells(base, name), **reading.cells(table.table(name))}
                for name in _TABLES
            }
        ),
        incomes=incomes or reading.known_incomes(base.incomes),
        city_incomes=city_incomes or reading.known_incomes(base.city_incomes) or (),
        limits=limits or base.limits,
    )


def _countries(
    root: TomlTable, map_file: MapFile, homes: dict[str, tuple[str, ...]]
) -> dict[str, str]:
    found: dict[str, str] = {}
    lands = {p.key for p in map_file.provinces if not p.is_water}
    for table in root.tables("countries"):
        letter, name, has_homes = table.text("letter"), table.text("name"), "homes" in table
        named = table.texts("homes")
        if len(letter) != 1 or not name:
            what = "a home country needs a letter and a name"
            table.error("bad-country", what, 'write letter = "R" and name = "Provence"')
            continue
        for key in named:
            if key not in lands and not map_file.is_lost(key):
                what = f"no land of the map has the key {key}"
                table.error("unknown-home", what, _KEY_REMEDY, "homes")
        if letter in found:
            what = f"another home country has the letter {letter}"
            table.error("two-countries", what, "give each its own", "letter")
            continue
        found[letter] = name
        if has_homes:
            homes[letter] = tuple(key for key in named if key in lands)
    return found


class _Reading:
    def __init__(self, map_file: MapFile) -> None:
        self.keys = {province.key for province in map_file.provinces}
        self.cities_of_map = {p.key for p in map_file.provinces if p.city}
        self.is_lost = map_file.is_lost

    def _is_known(self, table: TomlTable, key: str, at: str = "") -> bool:
        if key not in self.keys and not self.is_lost(key):
            what = f"no province has the key {key}"
            table.error("unknown-location", what, _KEY_REMEDY, at or key)
        return key in self.keys

    def cities(self, table: TomlTable) -> dict[str, MapCity]:
        found: dict[str, MapCity] = {}
        for key, text in table.texts_by_key():
            match = _CITY.match(text)
            if match is None:
                remedy = (
                    "write its income, 0 to 7, then . (open), f (fortified), p (port) or P "
                    "(fortified port), and V for the rules of Venice"
                )
                table.error("bad-city", f"{key}: {text!r} is no city", remedy, key)
            elif self._is_known(table, key):
                found[key] = MapCity(int(match[1]), match[2], bool(match[3]))
        return found

    def cells(self, table: TomlTable) -> dict[tuple[int, int], str]:
        found: dict[tuple[int, int], str] = {}
        for at, key in table.texts_by_key():
            match = _CELL.match(at)
            row, column = (int(match[1]), int(match[2])) if match else (0, 0)
            if not (2 <= row <= 12 and 2 <= column <= 12):
                what = f"{at!r} is no cell of a table: rows and columns go from 2 to 12"
                table.error("bad-cell", what, 'write the row and the column: "3,8"', at)
            elif (row, column) in found:
                what = f"the cell of row {row} and column {column} stands here twice"
                table.error("cell-twice", what, "take one of the two out", at)
            elif not key or self._is_known(table, key, at):
                found[row, column] = key
        return found

    def incomes(self, table: TomlTable) -> tuple[MapVariableIncome, ...]:
        found: list[MapVariableIncome] = []
        for key in table.left():
            value = table.value(key)
            row = cast("list[object]", value) if isinstance(value, list) else []
            numbers, size = [n for n in row if type(n) is int], len(row)
            if len(numbers) != size or size not in (7, 8):
                what = f"a row of variable income has its dice and six or seven amounts, not {size}"
                remedy = f"write {key} = [1, 1, 2, 3, 3, 4, 4]"
                table.error("bad-income-row", what, remedy, key)
            elif not 0 <= numbers[0] <= 9 or not all(0 <= n <= 999 for n in numbers[1:]):
                what = "dice are 0 to 9, and amounts 0 to 999"
                table.error("bad-income", what, "mend the number", key)
            elif self._is_known(table, key):
                initial = numbers[7] if size == 8 else None
                found.append(MapVariableIncome(key, numbers[0], tuple(numbers[1:7]), initial))
        return tuple(found)

    def limits(self, table: TomlTable) -> tuple[MapUnitLimits, ...]:
        found: list[MapUnitLimits] = []
        for letter, text in table.texts_by_key():
            match = _LIMITS.match(text)
            if match is None or len(letter) != 1:
                remedy = (
                    "write a power's letter and four characters each (x . b r) for armies, "
                    'fleets and garrisons: A = "x.xx x.xx x.xx"'
                )
                table.error("bad-limits-row", f"{text!r} are no unit limits", remedy, letter)
            else:
                found.append(MapUnitLimits(letter, match[1], match[2], match[3]))
        return tuple(found)

    def ways(self, table: TomlTable) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for text in table.texts("ways"):
            match = _WAY.match(text)
            if match is None or match[1] == match[2]:
                remedy = "write keys of two provinces with - between them, as in: BOS-SLA"
                table.error("bad-way", f"{text!r} is no way", remedy, "ways")
            elif all([self._is_known(table, key, "ways") for key in (match[1], match[2])]):
                found.append((match[1], match[2]))
        return found

    # What the base says of provinces that are not there is left out.

    def known_ways(self, ways: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
        return [way for way in ways if self.keys.issuperset(way)]

    def known_cells(self, base: ScenarioWords, name: str) -> dict[tuple[int, int], str]:
        cells = base.cells.get(name, {})
        return {at: key if key in self.keys else "" for at, key in cells.items()}

    def known_incomes(
        self, incomes: tuple[MapVariableIncome, ...] | None
    ) -> tuple[MapVariableIncome, ...] | None:
        if incomes is None:
            return None
        return tuple(row for row in incomes if row.city in self.keys)


def _with_cells(
    table: MapDisasterTable | None, cells: Mapping[tuple[int, int], str] | None
) -> MapDisasterTable | None:
    if not cells:
        return table
    table = table or MapDisasterTable()
    return replace(
        table,
        cells=tuple(
            tuple(cells.get((row, column), key) for column, key in enumerate(keys, start=2))
            for row, keys in enumerate(table.cells, start=2)
        ),
    )


def _with_ways(
    moves: tuple[MapMoves, ...], ways: Collection[tuple[str, str]]
) -> tuple[MapMoves, ...]:
    """The lines with more ways of armies, there and back."""
    more: dict[str, list[str]] = {}
    for here, there in ways:
        more.setdefault(here, []).append(there)
        more.setdefault(there, []).append(here)
    found: list[MapMoves] = []
    for line in moves:
        steps = line.steps
        if line.kind == "mv" and line.source in more:
            steps = tuple(dict.fromkeys((*steps, *map(MapStep, more.pop(line.source)))))
        found.append(replace(line, steps=steps))
    found += [MapMoves("mv", key, tuple(map(MapStep, ends))) for key, ends in more.items()]
    return tuple(found)
