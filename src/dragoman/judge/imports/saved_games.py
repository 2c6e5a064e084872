"""Running games of the `diplomacy` package: its saved games, and the files of its server.

The server keeps each game as a file of its own (``data/games/ID.json``), in which histories go by
phase and the phase at hand by power. Made into a saved game, it is read as one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic
from dragoman.formats import read_saved_game
from dragoman.game import Find, FormatError, Game, JsonObject, parse
from dragoman.judge.imports.running_game import (
    MOST_PHASES,
    GameSource,
    PersonElsewhere,
    RunningGame,
    minutes,
    not_taken,
    refused_file,
    refused_for,
)
from dragoman.orders import write
from dragoman.rules import RuleSet
from dragoman.values import FrozenMap

RULES: Final = "diplomacy"
"""The rule set by which the package judges."""
_ANEW: Final = "save the game anew, and give the whole file"
_SAID: Final = frozenset(
    ("NO_PRESS", "PUBLIC_PRESS", "BUILD_ANY", "NO_CHECK", "IGNORE_ERRORS", "POWER_CHOICE",
     "SOLITAIRE", "NO_DEADLINE", "START_MASTER", "DIFFERENT_ADJUDICATION", "NO_OBSERVATIONS")
)  # fmt: skip
"""Rules of the package that settings here say, or that are over once a game goes on."""
_LONG_PHASE: Final = re.compile(r"(\w)\w+ (\d{1,4}) (\w)\w+")
"""A phase as the server writes it: ``WINTER 1903 ADJUSTMENTS``."""
_NOBODY: Final = frozenset(("", "dummy", "None", "none"))


def is_saved_game(data: Mapping[str, Any]) -> bool:
    """True if this is meant as a saved game of the package, or as a game of its server."""
    return _is_of_server(data) or ("phases" in data and ("map" in data or "variant" in data))


def _is_of_server(data: Mapping[str, Any]) -> bool:
    return "state_history" in data and "powers" in data


def running_saved_game(text: str, find: Find, name: str = "") -> RunningGame:
    """The running game in a file of the package.

    Raises:
        ActionRefused: if there is none in it.
    """
    try:
        data = parse(text)
        saved = _saved(data) if _is_of_server(data.values) else data
        phases = saved.objects("phases")
        if len(phases) > MOST_PHASES:
            raise refused_file(f"it has more than {MOST_PHASES} phases", _ANEW, name)
        rules = RuleSet.preset(RULES).with_settings(*_switches(saved))
        again = json.dumps(saved.values)
        game, faults = read_saved_game(again, find, rules)
        if game is None:
            first = next((one for one in faults if one.is_error), faults[-1])
            raise refused_for(first, name, _ANEW)
        if game.ending is not None or _status(data) in ("completed", "canceled"):
            raise refused_file("this game is over", "give one that goes on", name)
        return RunningGame(
            GameSource.DIPLOMACY,
            _text(saved, "id")[:60],
            game,
            _sheets(game),
            _players(data, game),
            _masters(data),
            _settings(saved, data),
            (*map(_kept, faults), *_left_out(saved, data)),
        )
    except FormatError as error:
        raise refused_for(error.diagnostic, name, _ANEW) from None


def _kept(fault: Diagnostic) -> Diagnostic:
    """A fault of the reader as what was not taken over: an order that it cannot read is left
    out."""
    return not_taken(fault.what, fault.remedy) if fault.is_error else fault


def _status(data: JsonObject) -> str:
    return _text(data, "status")


def _text(data: JsonObject, key: str) -> str:
    value = data.values.get(key)
    return value if isinstance(value, str) else ""


def _rules(saved: JsonObject) -> frozenset[str]:
    return frozenset(saved.texts("rules"))


def _switches(saved: JsonObject) -> tuple[str, ...]:
    return ("build_in=any",) if "BUILD_ANY" in _rules(saved) else ()


def _settings(saved: JsonObject, data: JsonObject) -> dict[str, Any]:
    rules = _rules(saved)
    found: dict[str, Any] = {"rules": RULES}
    if "BUILD_ANY" in rules:
        found["switches"] = {"build_in": "any"}
    if "NO_PRESS" in rules:
        found["press"] = ()
    elif "PUBLIC_PRESS" in rules:
        found["press"] = ("public",)
    if "NO_OBSERVATIONS" in rules:
        found["observers"] = False
    seconds = data.values.get("deadline")
    if isinstance(seconds, int) and (pace := minutes(seconds / 60)):
        found["movement"] = pace
    return found


def _left_out(saved: JsonObject, data: JsonObject) -> Iterator[Diagnostic]:
    for rule in sorted(_rules(saved) - _SAID):
        yield not_taken(f"the rule {rule} is none of this judge", "see the settings of the game")
    letters = any(one.objects("messages") for one in saved.objects("phases"))
    if letters:
        yield not_taken("its letters were not taken over", "keep the file to read them")
    for power in _of_powers(data):
        if _text(power, "vote") in ("yes", "no"):
            yield not_taken("votes for a draw were not taken over", "propose it again")
            break


def _sheets(game: Game) -> dict[str, str]:
    """The orders on file, as sheets."""
    given = {power: game.orders(power) for power in game.survivors}
    return {power: "\n".join(map(write, orders)) for power, orders in given.items() if orders}


def _of_powers(data: JsonObject) -> Iterator[JsonObject]:
    powers = data.object("powers") if _is_of_server(data.values) else JsonObject({})
    return (powers.object(name) for name in powers.values)


def _players(data: JsonObject, game: Game) -> Mapping[str, PersonElsewhere]:
    """Those who controlled the powers last."""
    if not _is_of_server(data.values):
        return FrozenMap()
    found: dict[str, PersonElsewhere] = {}
    powers = data.object("powers")
    for name in powers.values:
        since = cast(Mapping[str, object], powers.object(name).object("controller").values)
        last = since[max(since, key=lambda one: (len(one), one))] if since else ""
        if isinstance(last, str) and last not in _NOBODY:
            found[game.variant.board.power_called(name)] = PersonElsewhere(last[:60])
    return found


def _masters(data: JsonObject) -> tuple[PersonElsewhere, ...]:
    return tuple(PersonElsewhere(one[:60]) for one in sorted(data.texts("moderator_usernames")))


# From a file of the server to a saved game


def _saved(data: JsonObject) -> JsonObject:
    """The saved game that a file of the server amounts to."""
    states, orders = data.object("state_history"), data.object("order_history")
    results, letters = data.object("result_history"), data.object("message_history")
    phases: list[dict[str, Any]] = [
        {
            "name": name,
            "state": states.object(name).values,
            "orders": dict(orders.object(name).values),
            "results": dict(results.object(name).values),
            "messages": _letters(letters, name),
        }
        for name in sorted(states.values, key=_in_time)
    ]
    phases.append(_at_hand(data))
    return JsonObject(
        {
            "id": _text(data, "game_id"),
            "map": data.text("map_name"),
            "rules": list(data.texts("rules")),
            "phases": phases,
        }
    )


def _letters(history: JsonObject, phase: str) -> list[Any]:
    """The letters of a phase, which the server keeps by the moment or as a list."""
    found = history.values.get(phase)
    if isinstance(found, Mapping):
        return [*cast(Mapping[str, Any], found).values()]
    return cast(list[Any], found) if isinstance(found, list) else []


def _in_time(phase: str) -> tuple[int, int, int]:
    """The place of a phase in time, by its short name."""
    season, year, kind = phase[:1], phase[1:-1], phase[-1:]
    known = int(year) if year.isdecimal() and len(year) < 6 else 0
    return known, "SFW".find(season), "MRA".find(kind)


def _at_hand(data: JsonObject) -> dict[str, Any]:
    """The phase at hand, of what each power has."""
    long = data.text("phase")
    if (named := _LONG_PHASE.fullmatch(long)) is None:
        what = f"the game stands at {long!r}, which is no phase that is played"
        raise FormatError(Diagnostic("wrong-field", what, "give a game that goes on"))
    name = "".join(one.upper() for one in named.groups())
    units: dict[str, list[str]] = {}
    centers: dict[str, list[str]] = {}
    retreats: dict[str, Any] = {}
    orders: dict[str, list[str]] = {}
    powers = data.object("powers")
    for power in powers.values:
        of = powers.object(power)
        waiting = of.object("retreats")
        units[power] = [*of.texts("units"), *(f"*{unit}" for unit in waiting.values)]
        centers[power] = [*of.texts("centers")]
        retreats[power] = {unit: [*waiting.texts(unit)] for unit in waiting.values}
        orders[power] = [*_given(of, name[-1])]
    state = {"name": name, "units": units, "centers": centers, "retreats": retreats}
    letters = data.values.get("messages")
    now = [*cast(Mapping[str, Any], letters).values()] if isinstance(letters, Mapping) else []
    return {"name": name, "state": state, "orders": orders, "results": {}, "messages": now}


def _given(power: JsonObject, kind: str) -> Iterator[str]:
    """The orders that a power has given for the phase at hand. For movements they go by unit, or by
    a number where the server checks none."""
    if kind != "M":
        for order in power.texts("adjust"):
            if order != "WAIVE" and not order.startswith("VOID"):
                yield order
        return
    given = power.object("orders")
    for unit in given.values:
        order = given.text(unit)
        yield order if re.fullmatch(r"\w+ \d+", unit) else f"{unit} {order}"
