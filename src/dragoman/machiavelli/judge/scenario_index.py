"""The scenario and the answers of a rule set, in numbers."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Final

from dragoman.board import AUTONOMOUS, Board, Terrain
from dragoman.machiavelli.engine.codes import MAY_BUILD, MAY_BUY
from dragoman.machiavelli.engine.realm import RealmCodes, ScenarioTables
from dragoman.machiavelli.scenario import DisasterTable, Scenario, Special, UnitLimits
from dragoman.remembered import remembered
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.judge.board_index import BoardIndex, board_index
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind

_BYTES: Final = 20_000
"""What the numbers of a scenario take in memory beside those of its board."""
_WITHOUT_DICE: Final = ("famine", "plague", "storms", "loans", "assassination")
_WITHOUT_MONEY: Final = ("loans", "assassination", "elite_units")


class ScenarioIndex:
    """The numbers of a scenario's cities, countries and tables, on a board."""

    def __init__(self, board: Board, scenario: Scenario) -> None:
        self.board: BoardIndex = board_index(board)
        self.scenario = scenario
        self.countries = tuple(scenario.countries)
        self.country: dict[str, int] = {key: i for i, key in enumerate(self.countries)}
        self.nobody = self.board.power[AUTONOMOUS]

    def tables(self, calendar: Calendar) -> ScenarioTables:
        """The tables of the scenario, with as many campaigns a year as the calendar has."""
        n, scenario = self.board, self.scenario
        wins = scenario.victory
        places = range(len(n.places))
        city_of, area_of, value = ([NONE] * len(places) for _ in range(3))
        has_walls, is_port = ([0] * len(places) for _ in range(2))
        country_of = [NONE] * len(places)
        for province, key in scenario.country_of.items():
            country_of[n.location[province]] = self.country[key]
        for city in scenario.cities.values():
            area, place = n.location[city.province], n.location[city.place]
            city_of[area] = place
            if place != area:
                area_of[place] = area
            value[place] = city.value
            has_walls[place] = int(city.is_fortified)
            is_port[place] = int(city.is_port)
        one_unit = [n.location[c.province] for c in scenario.cities.values() if c.is_one_place]
        return ScenarioTables(
            nobody=self.nobody,
            country_count=len(self.countries),
            entry_count=len(scenario.incomes),
            campaigns=sum(phase.kind is PhaseKind.MOVEMENT for phase in calendar.phases),
            plague_from=scenario.plague_from,
            victory_countries=NONE if wins.countries is None else wins.countries,
            has_city_victory=int(wins.cities is not None),
            one_unit_area=one_unit[0] if one_unit else NONE,
            city_of=city_of,
            area_of=area_of,
            is_land=[
                int(p.terrain is Terrain.LAND and p.key not in scenario.barren)
                for p in n.board.provinces.values()
            ],
            country_of=country_of,
            value=value,
            has_walls=has_walls,
            is_port=is_port,
            strait_count=len(scenario.straits),
            strait_one=[n.location[strait.ends[0]] for strait in scenario.straits],
            strait_other=[n.location[strait.ends[1]] for strait in scenario.straits],
            strait_gate=[n.location[strait.gate] for strait in scenario.straits],
            first_home=[self.country.get(power, NONE) for power in n.powers],
            entry_city=[n.location[scenario.cities[i.city].place] for i in scenario.incomes],
            entry_country=[
                NONE if i.country is None else self.country[i.country] for i in scenario.incomes
            ],
            entry_dice=[income.dice for income in scenario.incomes],
            entry_initial=[income.initial or 0 for income in scenario.incomes],
            entry_faces=[amount for income in scenario.incomes for amount in income.amounts],
            famine_cells=self._cells(scenario.famine),
            plague_cells=self._cells(scenario.plague),
            storm_cells=self._cells(scenario.storms),
            limits=self._limits(),
        )

    def _cells(self, table: DisasterTable) -> list[int]:
        # What a table names that the scenario has not is nowhere.
        return [self.board.location.get(key, NONE) for row in table.cells for key in row]

    def _limits(self) -> list[int]:
        found: list[int] = []
        for power in self.board.powers:
            limits = self.scenario.limits.get(power, UnitLimits())
            for special in Special:
                for kind in "AFG":
                    may_build = MAY_BUILD if limits.may_build(kind, special) else 0
                    found.append(may_build | (MAY_BUY if limits.may_buy(kind, special) else 0))
        return found


@remembered(lambda _: _BYTES)
def scenario_index(board: Board, scenario: Scenario) -> ScenarioIndex:
    """The numbers of a scenario, worked out once and remembered."""
    return ScenarioIndex(board, scenario)


@remembered(lambda _: _BYTES)
def scenario_tables(board: Board, scenario: Scenario, calendar: Calendar) -> ScenarioTables:
    """The tables of a scenario, likewise."""
    return scenario_index(board, scenario).tables(calendar)


@lru_cache(maxsize=64)
def realm_codes(rule_set: RuleSet) -> RealmCodes:
    """The answers of a rule set that the engine of Machiavelli asks for. Without money or dice
    there is nothing of what takes them."""
    codes = {field.name: rule_set.code(field.name) for field in fields(RealmCodes)}
    if codes["dice"] == 0:
        codes |= dict.fromkeys(_WITHOUT_DICE, 0)
    if codes["money"] == 0:
        codes |= dict.fromkeys(_WITHOUT_MONEY, 0)
    if rule_set.summer == "no":
        codes["plague"] = 0
    return RealmCodes(**codes)
