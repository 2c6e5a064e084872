"""The names of dice, and what was thrown with them on a table.

A name says what the dice are for, for whom they are thrown, and where; then comes which of them it
is, and behind a colon what it showed::

    famine severity 1: 4       famine, plague or storm; severity, row or column
    income MILAN MIL 1: 3      of the trade that goes through Milan
    assassin FRANCE 2: 5       paid with the second expenditure of France
    rebellion VENICE FER 1: 2  in Ferrara, as Venice was assassinated
    bribe MIL_CITY 1: 6        of equal bribes for the garrison of Milan

People name powers and places as they like, in any language that there are words for, and several
dice at once, with a dash for one that is left to be rolled: ``Hungersnot Schwere: 4 -``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache

from dragoman.board import AUTONOMOUS, Board, UnknownName, fold
from dragoman.diagnostics import Diagnostic
from dragoman.machiavelli.account import Roll, RollFor
from dragoman.machiavelli.engine.codes import COLUMN, DICE_A_PLACE, FACES, ROW, SEVERITY
from dragoman.machiavelli.scenario import Scenario
from dragoman.orders.order import EXPENSES
from dragoman.orders.vocabulary import word_list
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.quoted_words import quoted
from dragoman.words import LANGUAGES

DIE = range(1, 7)
"""What a die shows."""

NOT_THROWN = "-"
"""What stands for a die that was not thrown."""

_PARTS = {"severity": SEVERITY, "row": ROW, "column": COLUMN}
_DISASTERS = (RollFor.FAMINE, RollFor.PLAGUE, RollFor.STORM)
_PART = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,;."]+')
_LIKE = "name it as in: famine severity: 4 2; income Milan: 3; rebellion Venice, Ferrara: 2"


@dataclass(frozen=True, slots=True)
class DiceName:
    """The purpose of dice. ``part`` is what of a disaster they decide. Where a power or a
    place has nothing to do with it, it is None."""

    purpose: RollFor
    part: str = ""
    power: str | None = None
    place: str | None = None

    def exact(self) -> str:
        """The name in English and keys."""
        names = (quoted(name) for name in (self.power, self.place) if name is not None)
        return " ".join((self.purpose.value, *filter(None, (self.part,)), *names))

    def said(self, language: str, power: Callable[[str], str], place: Callable[[str], str]) -> str:
        """The name as people write it; powers and places are named as these say."""
        words = word_list(language).dice
        said = [words[self.purpose.value][0], words[self.part][0] if self.part else ""]
        if self.power is not None:
            said.append(power(self.power) + ("," if self.place is not None else ""))
        if self.place is not None:
            said.append(place(self.place))
        return " ".join(filter(None, said))


class DiceNames:
    """The names of the dice of a scenario."""

    def __init__(self, board: Board, scenario: Scenario) -> None:
        self._board, self._scenario = board, scenario
        self._places = tuple(board.provinces)
        self._incomes: dict[int, tuple[str, int]] = {}
        for entry, income in enumerate(scenario.incomes):
            before = sum(1 for city, _ in self._incomes.values() if city == income.city)
            for die in range(income.dice):
                self._incomes[entry * FACES + die] = income.city, before + die + 1

    # From dice to names.

    def name(self, roll: Roll) -> tuple[DiceName, int]:
        """The name of a die, and which of those of this name it is, from 1.

        Raises:
            KeyError, IndexError: if there is no such die in the scenario.
        """
        match roll.purpose:
            case RollFor.INCOME:
                city, number = self._incomes[roll.number]
                return DiceName(roll.purpose, "", roll.power, city), number
            case RollFor.ASSASSIN:
                return DiceName(roll.purpose, "", roll.power), roll.number
            case RollFor.REBELLION:
                return DiceName(roll.purpose, "", roll.power, self._places[roll.number]), 1
            case RollFor.BRIBE:
                place, number = divmod(roll.number, DICE_A_PLACE)
                return DiceName(roll.purpose, "", None, self._places[place]), number + 1
            case _:
                part = [name for name, first in _PARTS.items() if first <= roll.number][-1]
                return DiceName(roll.purpose, part), roll.number - _PARTS[part] + 1

    def write(self, roll: Roll) -> str:
        """A die and what it showed, as texts of games keep it."""
        name, number = self.name(roll)
        return f"{name.exact()} {number}: {roll.die}"

    def typed(
        self,
        rolls: Iterable[Roll],
        language: str,
        power: Callable[[str], str],
        place: Callable[[str], str],
    ) -> list[str]:
        """The dice as people type them: a line for each name with what was thrown, and a ``-`` for
        each die that was not. Powers and places are named as these say."""
        shown: dict[DiceName, list[tuple[int, str]]] = {}
        for roll in rolls:
            name, number = self.name(roll)
            die = str(roll.die) if roll.is_thrown else NOT_THROWN
            shown.setdefault(name, []).append((number, die))
        lines: list[str] = []
        for name, dice in shown.items():
            first = min(number for number, _ in dice)
            which = f" {first}" if first > 1 else ""
            said = name.said(language, power, place)
            lines.append(f"{said}{which}: {' '.join(die for _, die in sorted(dice))}")
        return lines

    # From names to dice.

    def read(self, text: str) -> tuple[tuple[Roll, ...], tuple[Diagnostic, ...]]:
        """The dice in a line, as thrown on a table, and what is wrong with it. Where dice are
        named that can be, those are read that showed what dice show."""
        named, colon, shown = text.rpartition(":")
        if not colon:
            what = f"{text.strip()!r} does not say what the dice showed"
            remedy = "write a name, a colon and the numbers, as in: famine severity: 4 2"
            return (), (Diagnostic("unreadable-dice", what, remedy, column=_start(text)),)
        name = self._name_in(named)
        if isinstance(name, Diagnostic):
            return (), (name.at(column=_start(text)),)
        about, first = name
        rolls: list[Roll] = []
        faults: list[Diagnostic] = []
        thrown = list(_PART.finditer(shown))
        if not thrown:
            what = f"{named.strip()}: it is not said what the dice showed"
            remedy = "write the numbers behind the colon, or leave the line out"
            faults.append(Diagnostic("no-die", what, remedy, column=len(named) + 1))
        for number, one in enumerate(thrown, first):
            column = len(named) + 2 + one.start()
            digits = one.group()
            if digits == NOT_THROWN:
                continue
            if not (digits.isascii() and digits.isdigit()) or int(digits[:3]) not in DIE:
                what = f"{named.strip()}: {digits[:20]} is nothing that a die shows"
                remedy = "a die shows 1 to 6; write a number for each"
                faults.append(Diagnostic("no-die", what, remedy, column=column))
            elif (at := self._engine_number(about, number)) is None:
                what = f"{named.strip()}: there is no die {number} of this name"
                remedy = "leave it out, or name what it was thrown for"
                faults.append(Diagnostic("unasked-die", what, remedy, column=column))
            else:
                roll = Roll(about.purpose, about.power, at, int(digits), is_thrown=True)
                rolls.append(roll)
        return tuple(rolls), tuple(faults)

    def read_lines(
        self, lines: Iterable[tuple[int, str]]
    ) -> tuple[tuple[Roll, ...], tuple[tuple[int, int], ...], tuple[Diagnostic, ...]]:
        """The dice in numbered lines, the line and column of each, and what is wrong with the
        lines. Of a die that is there twice the first counts."""
        rolls: dict[tuple[RollFor, str | None, int], Roll] = {}
        places: list[tuple[int, int]] = []
        faults: list[Diagnostic] = []
        for line, text in lines:
            found, wrong = self.read(text)
            faults += (fault.at(line=line) for fault in wrong)
            for roll in found:
                earlier = rolls.setdefault((roll.purpose, roll.power, roll.number), roll)
                if earlier is roll:
                    places.append((line, _start(text)))
                    continue
                name, number = self.name(roll)
                what = f"{name.exact()} {number}: this die was thrown already"
                what = f"{what}, and showed {earlier.die}"
                remedy, column = "leave one of them", _start(text)
                faults.append(Diagnostic("die-twice", what, remedy, line=line, column=column))
        return tuple(rolls.values()), tuple(places), tuple(faults)

    def unasked(self, roll: Roll, asked: Iterable[Roll]) -> Diagnostic:
        """A message about a die that nothing asks for, where these are asked for."""
        name, number = self.name(roll)
        wanted = tuple(dict.fromkeys(self.name(one)[0].exact() for one in asked))
        return Diagnostic(
            "unasked-die",
            f"{name.exact()} {number}: nothing in this phase asks for this die",
            "leave it out" if wanted else "leave it out: no dice are thrown in this phase",
            candidates=wanted,
        )

    def _engine_number(self, name: DiceName, number: int) -> int | None:
        """The number of the roll, None if there is no such die."""
        match name.purpose:
            case RollFor.INCOME:
                wanted = (name.place, number)
                return next((at for at, one in self._incomes.items() if one == wanted), None)
            case RollFor.ASSASSIN:
                return number if 1 <= number <= EXPENSES else None
            case RollFor.REBELLION:
                return self._places.index(name.place or "") if number == 1 else None
            case RollFor.BRIBE:
                first = self._places.index(name.place or "") * DICE_A_PLACE
                return first + number - 1 if 1 <= number <= DICE_A_PLACE else None
            case _:
                return _PARTS[name.part] + number - 1 if number in (1, 2) else None

    def _name_in(self, text: str) -> tuple[DiceName, int] | Diagnostic:
        """The dice that are named, and which is the first of them."""
        words = [_unquoted(match.group()) for match in _PART.finditer(text)]
        meant = _meanings()
        what = f"{text.strip()!r} names no dice"
        purpose = meant.get(fold(words[0])) if words else None
        if purpose is None or purpose in _PARTS:
            return Diagnostic("unreadable-dice", what, _LIKE)
        about = RollFor(purpose)
        rest = words[1:]
        first = 1
        if rest and rest[-1].isascii() and rest[-1].isdigit():
            first = int(rest.pop()[:4])
        if about in _DISASTERS:
            part = meant.get(fold(" ".join(rest)), "")
            if part not in _PARTS:
                return Diagnostic("unreadable-dice", what, _LIKE, candidates=tuple(_PARTS))
            return DiceName(about, part), first
        try:
            return self._with_names(about, rest), first
        except UnknownName as error:
            named, near = f"{text.strip()!r}: {error.what}", error.candidates
            if error.kind == "power":
                powers = self._board.powers
                near = tuple(powers[key].name for key in near if key != AUTONOMOUS)
            return Diagnostic(f"unknown-{error.kind}", named, _LIKE, candidates=near)

    def _with_names(self, about: RollFor, words: list[str]) -> DiceName:
        """The power and the place that these words name, as the purpose has them.

        Raises:
            UnknownName: if they do not.
        """
        board = self._board
        if about is RollFor.BRIBE:
            return DiceName(about, "", None, self._place(" ".join(words)))
        if about is RollFor.ASSASSIN:
            return DiceName(about, "", board.power_called(" ".join(words)))
        for end in range(len(words), 0, -1):
            with suppress(UnknownName):
                power = board.power_called(" ".join(words[:end]))
                rest = words[end:]
                if rest:
                    return DiceName(about, "", power, self._place(" ".join(rest)))
                if about is RollFor.INCOME:
                    return DiceName(about, "", power, self._only_city(power))
        board.power_called(" ".join(words[:1]))
        raise UnknownName("place", " ".join(words[1:]))

    def _place(self, name: str) -> str:
        """A province, or with a ``G`` before it the city in it."""
        kind, _, province = name.partition(" ")
        if fold(kind) == "g" and province:
            at = self._board.place_called(province)
            cities = (p.key for p in self._board.provinces.values() if p.city_of == at)
            return next(cities, at)
        return self._board.place_called(province if fold(kind) in ("a", "f") else name)

    def _only_city(self, power: str) -> str:
        """The city through which the trade of a power's home country goes.

        Raises:
            UnknownName: if there is none, or several.
        """
        cities = [income.city for income in self._scenario.incomes if income.country == power]
        if len(cities) == 1:
            return cities[0]
        name = self._board.powers[power].name
        what = f"it is not said through which city the trade of {name} goes"
        raise UnknownName("place", "", cities, what)


def _start(text: str) -> int:
    return len(text) - len(text.lstrip()) + 1


def _unquoted(word: str) -> str:
    return str(json.loads(word)) if word.startswith('"') else word


@lru_cache(maxsize=1)
def _meanings() -> Mapping[str, str]:
    """From each word that names dice, as it is compared, to what it says."""
    return {
        fold(word): key
        for language in LANGUAGES
        for key, words in word_list(language).dice.items()
        for word in words
        if key != "heading"
    }
