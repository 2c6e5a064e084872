"""Running games of webDiplomacy, as its interface tells them: ``game/status``, and beside it
``game/overview`` or ``game/members`` for names and times, and ``game/data`` for other maps than the
classic one and for the orders of whoever asked.

Turn 0 is the spring of the first year. Territories and countries go by numbers. Of past phases it
tells units, owners and orders, of the phase at hand units and owners; where dislodged units may go
it leaves to whoever draws the map, and tells what was contested and where attackers came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from dragoman.board import UnknownName, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.formats.records.retelling import retold
from dragoman.game import Find, FormatError, Game, JsonObject, Variant
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
from dragoman.judge.imports.webdiplomacy_numbers import (
    BUILD_ANYWHERE,
    CLASSIC_MAPS,
    COUNTRIES,
    TERRITORIES,
    VARIANTS,
)
from dragoman.judge.imports.webdiplomacy_phases import (
    SiteNumbers,
    as_number,
    number_in,
    order_text,
    recorded_phase,
    rows_of,
    units_by_province,
    words_in,
)
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Dislodged, Position, RuleSet

RULES: Final = "webdiplomacy"
"""The rule set by which the site judges."""
_ANEW: Final = "save what the site answers to game/status, whole and unchanged"
_PRESS: Final[Mapping[str, dict[str, Any]]] = {
    "Regular": {},
    "PublicPressOnly": {"press": ("public",)},
    "NoPress": {"press": ()},
    "RulebookPress": {"press_in": ("movement",)},
}


def is_status(data: Mapping[str, Any]) -> bool:
    """True if this is meant as an answer to ``game/status``."""
    return {"variantID", "phases"} <= {*data}


def is_beside(data: Mapping[str, Any]) -> bool:
    """True if this is meant as another answer of the site about a game."""
    return "members" in data or "territoryStatuses" in data


def answer_in(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """An answer without what the site wraps around most of them."""
    inner = data.get("data")
    is_wrapped = "referenceCode" in data and isinstance(inner, Mapping)
    return cast(Mapping[str, Any], inner) if is_wrapped else data


def running_webdiplomacy_game(
    status: Mapping[str, Any],
    beside: Iterable[Mapping[str, Any]],
    find: Find,
    variant: str = "",
    name: str = "",
) -> RunningGame:
    """The running game in answers of the site. ``variant`` is the one it is played on here, where
    it does not follow from the number.

    Raises:
        ActionRefused: if there is none in them.
    """
    try:
        game = _Answers(JsonObject(status), tuple(map(JsonObject, beside)))
        return game.running(find, variant, name)
    except FormatError as error:
        raise refused_for(error.diagnostic, name, _ANEW) from None
    except UnknownName as error:
        raise refused_for(error.diagnostic, name, _ANEW) from None


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers of the site about a game."""

    status: JsonObject
    beside: tuple[JsonObject, ...]

    def running(self, find: Find, named: str, name: str) -> RunningGame:
        self._check_goes_on(name)
        number = number_in(self.status, "variantID")
        variant = find(named or self._variant(number, name))
        numbers = SiteNumbers(variant, self._territories(number, name), self._countries(variant))
        phases = self.status.objects("phases")
        if len(phases) > MOST_PHASES:
            raise refused_file(f"it has more than {MOST_PHASES} phases", _ANEW, name)
        if not phases:
            raise refused_file("there is no phase in it", _ANEW, name)
        settings = {**self._settings(number), "rules": RULES}
        chosen = ("build_in=any",) if number == BUILD_ANYWHERE else ()
        rules = RuleSet.preset(RULES).with_settings(*chosen)
        faults: list[Diagnostic] = []
        ends = (0, len(phases) - 1)
        recorded = [
            recorded_phase(one, numbers, faults, at in ends) for at, one in enumerate(phases)
        ]
        game, told = retold(variant, rules, recorded)
        game = self._with_retreats(game, numbers)
        sheets = self._sheets(numbers, faults)
        return RunningGame(
            GameSource.WEBDIPLOMACY,
            self._name(),
            game,
            sheets,
            self._players(numbers),
            (),
            settings,
            (*told, *faults, *self._left_out(number)),
        )

    def _check_goes_on(self, name: str) -> None:
        phase = self.status.text("phase")
        if self._said("gameOver") in ("Won", "Drawn") or phase == "Finished":
            raise refused_file("this game is over", "give one that goes on", name)
        if phase == "Pre-game":
            what = "this game has not begun"
            raise refused_file(what, "set up a new one and invite its players", name)

    def _said(self, key: str) -> str:
        """A text from the first answer that has it."""
        for one in (self.status, *self.beside):
            value = one.values.get(key)
            if isinstance(value, str) and value:
                return value
        return ""

    def _name(self) -> str:
        return self._said("name")[:60] or f"game {self.status.values.get('gameID', '')}".strip()

    def _variant(self, number: int, name: str) -> str:
        """The name of the variant here that the site has under a number."""
        if (known := VARIANTS.get(number)) is not None:
            return known
        about = (one.object("variant") for one in self.beside if "variant" in one)
        title = next((words_in(one, "fullName") for one in about), "")
        named = f"{number}, {title}," if title else str(number)
        what = f"it is played on the variant {named} of the site"
        remedy = "say which variant of this judge that is; bring it first where it is not here"
        raise refused_file(what, remedy, name)

    def _territories(self, number: int, name: str) -> Mapping[int, str]:
        """The names of the territories, by their numbers."""
        for one in self.beside:
            names = {
                int(row["id"]): str(row.get("name"))
                for row in rows_of(one.values.get("territories"))
                if str(row.get("id", "")).isdecimal()
            }
            if names:
                return names
        if number not in CLASSIC_MAPS:
            what = "nothing says what the territories of this map are called"
            raise refused_file(what, "add what the site answers to game/data", name)
        return dict(enumerate(TERRITORIES, 1))

    def _countries(self, variant: Variant) -> Mapping[int, str]:
        """The powers, by their numbers."""
        listed: Iterable[str] = COUNTRIES
        members = {
            number_in(one, "countryID"): str(one.values.get("country", ""))
            for answer in self.beside
            for one in answer.objects("members")
        }
        about = (one.object("variant") for one in self.beside if "variant" in one)
        if named := next((one.texts("countries") for one in about if "countries" in one), ()):
            listed = named
        elif members and all(members.values()):
            listed = (members[number] for number in sorted(members) if number)
        called = variant.board.power_called
        return {number: called(one) for number, one in enumerate(listed, 1)}

    def _settings(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = dict(_PRESS.get(self._said("pressType"), {}))
        for answer in (self.status, *self.beside):
            for key in ("phaseMinutes", "phaseLengthInMinutes"):
                if "movement" not in found and (pace := _minutes(answer, key)):
                    found["movement"] = pace
            if "retreat" not in found and (pace := _minutes(answer, "phaseMinutesRB")):
                found |= {"retreat": pace, "adjustment": pace}
        if self._said("anon") == "Yes":
            found["anonymous"] = True
        if number == BUILD_ANYWHERE:
            found["switches"] = {"build_in": "any"}
        return found

    def _players(self, numbers: SiteNumbers) -> Mapping[str, PersonElsewhere]:
        found: dict[str, PersonElsewhere] = {}
        for answer in self.beside:
            for one in answer.objects("members"):
                name, number = one.values.get("username"), number_in(one, "countryID")
                if isinstance(name, str) and name and number in numbers.countries:
                    found[numbers.countries[number]] = PersonElsewhere(name[:60])
        return found

    def _left_out(self, number: int) -> Iterator[Diagnostic]:
        letters = any(one.objects("messages") for one in self.status.objects("phases"))
        if letters:
            yield not_taken("its letters were not taken over", "keep the file to read them")
        if (kind := self._said("pressType")) not in (*_PRESS, ""):
            what = f"the kind of press {kind} is unknown here"
            yield not_taken(what, "see the settings of the game")
        if (pot := self._said("potType")) and pot != "Unranked":
            yield not_taken(f"points are not played for here ({pot})")
        if self._said("votes"):
            yield not_taken("votes for a draw were not taken over", "propose it again")
        if number == 4:
            yield not_taken("here it began with the builds of its first winter")

    # The phase at hand

    def _with_retreats(self, game: Game, numbers: SiteNumbers) -> Game:
        """The game with where each dislodged unit may go, where that did not follow from the turn
        before."""
        position = game.position
        if all(one.options or one.came_from for one in position.dislodged):
            return game
        came: dict[str, str] = {}
        sources = self.status.values.get("occupiedFrom")
        if isinstance(sources, Mapping):
            for at, source in cast(Mapping[str, Any], sources).items():
                place = province_of(numbers.place(as_number(at, "occupiedFrom")))
                came[place] = province_of(numbers.place(as_number(source, "occupiedFrom")))
        contested = {
            province_of(numbers.place(number_in(one, "terrID")))
            for one in self.status.objects("standoffs")
        }
        taken = {province_of(unit.location) for unit in position.units}
        board = game.variant.board

        def known(one: Dislodged) -> Dislodged:
            if one.options or one.came_from:
                return one
            source = came.get(province_of(one.unit.location))
            options = tuple(
                to
                for to in board.reach(one.unit.kind, one.unit.location)
                if province_of(to) not in (taken | contested | {source})
            )
            return Dislodged(one.unit, options, source)

        waiting = tuple(map(known, position.dislodged))
        now = Position(
            position.phase, position.units, position.owners, waiting, frozenset(contested - taken)
        )
        if not game.history:
            return Game(game.variant, game.rule_set, now)
        return _standing_at(game, now)

    def _sheets(self, numbers: SiteNumbers, faults: list[Diagnostic]) -> dict[str, str]:
        """The orders on file of the country for which somebody asked."""
        lines: dict[str, list[str]] = {}
        last = self.status.objects("phases")[-1]
        units = units_by_province(last, numbers)
        places = {
            str(row.get("id")): row
            for answer in self.beside
            for row in rows_of(answer.values.get("units"))
        }
        for answer in self.beside:
            for one in answer.objects("currentOrders"):
                unit = places.get(str(one.values.get("unitID")), {})
                whole = JsonObject({"terrID": unit.get("terrID"), **one.values}, "currentOrders")
                power = self._power_of(unit, answer, numbers)
                if power is None:
                    continue
                if (text := order_text(whole, numbers, units)) is not None:
                    lines.setdefault(power, []).append(text)
        for power, texts in lines.items():
            if any("?" in text for text in texts):
                faults.append(not_taken(f"{power}: an order on file is not finished"))
        return {
            power: "\n".join(text for text in texts if "?" not in text)
            for power, texts in lines.items()
        }

    def _power_of(
        self, unit: Mapping[str, Any], answer: JsonObject, numbers: SiteNumbers
    ) -> str | None:
        context = answer.object("contextVars").object("context").values
        number = unit.get(
            "countryID", context.get("countryID", self.status.values.get("countryID"))
        )
        return numbers.countries.get(int(number)) if str(number).isdecimal() else None


def _standing_at(game: Game, position: Position) -> Game:
    """The game with another position at hand, after the same turns."""
    *before, last = game.history
    again = Game(game.variant, game.rule_set, game.history[0].before)
    for one in before:
        again.adopt(one)
    again.adopt(replace(last, position=position))
    return again


def _minutes(data: JsonObject, key: str) -> str:
    value = data.values.get(key)
    known = re.fullmatch(r"\d{1,7}", str(value), re.ASCII)
    return minutes(int(known[0])) if known else ""
