"""The affairs of a position, read from what ``Affairs.data`` writes."""

from __future__ import annotations

from dataclasses import fields as fields_of
from typing import Final

from dragoman.board import AUTONOMOUS, Board, UnknownName
from dragoman.game.json_object import JsonObject
from dragoman.machiavelli.scenario import Scenario
from dragoman.rules.model.affairs import DUE_IN, Affairs, Loan


def read_affairs(fields: JsonObject, board: Board, scenario: Scenario) -> Affairs:
    """The affairs in an object; every field may be left out. Then home countries are held as in
    the beginning of the scenario.

    Raises:
        FormatError: if they cannot be read, or name what the board or the scenario has not.
    """
    for key in fields.values:
        if key not in _FIELDS:
            what = f"there are no affairs of this name; there are {', '.join(_FIELDS)}"
            raise fields.wrong(key, "unknown-field", what)
    usual = scenario.usual_affairs
    treasuries, homes = fields.object("treasuries"), fields.object("homes")
    loans, chits, allies = (fields.object(key) for key in ("loans", "chits", "allies"))
    return Affairs(
        treasuries={
            _power(treasuries, name, name, board): _ducats(treasuries, name)
            for name in treasuries.values
        },
        homes={
            _country(homes, country, scenario): _power(homes, country, homes.text(country), board)
            for country in homes.values
        }
        if "homes" in fields
        else usual.homes,
        loans={
            _power(loans, name, name, board): tuple(
                Loan(_ducats(one, "principal"), _ducats(one, "interest"), _campaigns(one))
                for one in loans.objects(name)
            )
            for name in loans.values
        },
        chits=_powers_by_power(chits, board),
        sieges=_places(fields, "sieges", board),
        rebellions=_places(fields, "rebellions", board),
        famine=_places(fields, "famine", board),
        defaulters=_powers(fields, "defaulters", board),
        eliminated=_powers(fields, "eliminated", board),
        allies=_powers_by_power(allies, board),
        victory_cities=fields.number("victory_cities")
        if "victory_cities" in fields
        else usual.victory_cities,
        seed=fields.number("seed") if "seed" in fields else usual.seed,
    )


_FIELDS: Final = tuple(field.name for field in fields_of(Affairs))


def _country(homes: JsonObject, key: str, scenario: Scenario) -> str:
    if key not in scenario.countries:
        what = f"there is no home country {key}; there are {', '.join(scenario.countries)}"
        raise homes.wrong(key, "unknown-country", what)
    return key


def _ducats(fields: JsonObject, key: str) -> int:
    found = fields.number(key)
    if found < 0:
        raise fields.wrong(key, "wrong-field", "there are no fewer than 0 ducats")
    return found


def _campaigns(fields: JsonObject) -> int:
    found = fields.number("campaigns")
    if found not in DUE_IN:
        raise fields.wrong("campaigns", "wrong-field", "a loan is due in 1 to 6 campaigns")
    return found


def _power(fields: JsonObject, key: str, name: str, board: Board) -> str:
    """A power that plays."""
    try:
        found = board.power_called(name)
    except UnknownName as error:
        raise fields.wrong(key, "unknown-power", str(error)) from None
    if found == AUTONOMOUS:
        raise fields.wrong(key, "unknown-power", f"{name} is no power that plays")
    return found


def _powers(fields: JsonObject, key: str, board: Board) -> frozenset[str]:
    return frozenset(_power(fields, key, name, board) for name in fields.texts(key))


def _powers_by_power(fields: JsonObject, board: Board) -> dict[str, tuple[str, ...]]:
    return {
        _power(fields, name, name, board): tuple(
            _power(fields, name, other, board) for other in fields.texts(name)
        )
        for name in fields.values
    }


def _places(fields: JsonObject, key: str, board: Board) -> frozenset[str]:
    for place in fields.texts(key):
        if place not in board.provinces:
            what = f"there is no place {place} on the map"
            raise fields.wrong(key, "unknown-place", what)
        province = board.provinces[place].city_of
        if province is not None and key != "rebellions":
            what = f"this is told by the province: {province}, not {place}"
            raise fields.wrong(key, "wrong-place", what)
    return frozenset(fields.texts(key))
