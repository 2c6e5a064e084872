"""Turns of a long stream, answered by the compiled judge.

Nearly every turn of a stream is written as the turns before it were: the same units, orders
and centres in the same words. Here each text is looked up in what was read before, and the
rest is numbers. A turn with anything out of the ordinary in it is left to ``turns``, which
reads with care and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar, cast

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.game import Variant
from dragoman.game.results import movement_words, results
from dragoman.orders import Order, PhaseLetter, scan_order
from dragoman.rules import DIPLOMACY, Dislodged, Phase, PhaseKind, Position, RuleSet, retreat
from dragoman.rules.batch.swift import Swift
from dragoman.rules.engine.codes import NONE
from dragoman.rules.model.outcome import RESULTS

_REMEMBERED = 200_000
"""Different orders that are kept as read."""

_STANDS = [movement_words(result, dislodged=False) for result in RESULTS]
_DRIVEN_OUT = [movement_words(result, dislodged=True) for result in RESULTS]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class _Known(dict[_Key, _Value]):
    """What is known of texts or numbers; what is not known yet is worked out once."""

    def __init__(self, kind: type[_Key], work_out: Callable[[_Key], _Value]) -> None:
        super().__init__()
        self._kind, self._work_out = kind, work_out

    def __missing__(self, key: _Key) -> _Value:
        if type(key) is not self._kind:
            raise KeyError(key)
        found = self[key] = self._work_out(key)
        return found


class SwiftTurns:
    """Answers the turns of one variant under one rule set."""

    def __init__(self, variant: Variant, rule_set: RuleSet) -> None:
        board = self._board = variant.board
        self._rule_set = rule_set
        swift = self._swift = Swift(board, rule_set, variant.victory_centers)
        self._phases = _Known(str, Phase.parse)
        self._codes = {power: _Known(str, self._reader(power)) for power in board.powers}
        self._texts = _Known(int, lambda code: str(swift.unit(code)))
        self._places = _Known(int, lambda code: board.province_of[swift.unit(code).location])
        self._owned = {
            power: _Known(str, lambda text, power=power: self._center(text, power))
            for power in board.powers
        }
        self._owners = _Known(int, swift.owner)
        self._moves = {power: _Known(str, self._mover(power)) for power in board.powers}
        self._retreats = _Known(str, lambda text: self._read(text, "R"))
        self._adjustments = {power: _Known(str, self._adjuster(power)) for power in board.powers}

    @property
    def is_full(self) -> bool:
        """Whether so much has been read that it is time to begin anew."""
        orders = chain(self._moves.values(), self._adjustments.values(), [self._retreats])
        return sum(map(len, orders)) > _REMEMBERED

    def answer(self, turn: Mapping[str, Any]) -> dict[str, Any] | None:
        """The resolution of a turn; None if something in it needs a closer look."""
        try:
            phase = self._phases[turn["phase"]]
            owners = [
                owned
                for power, centers in _lists(turn, "centers")
                for owned in map(self._owned[power].__getitem__, centers)
            ]
            owners.sort()
            match phase.kind:
                case PhaseKind.MOVEMENT:
                    return self._move(turn, phase, owners)
                case PhaseKind.RETREAT:
                    return self._retreat(turn, phase, owners)
                case PhaseKind.ADJUSTMENT:
                    return self._adjust(turn, phase, owners)
        except (KeyError, TypeError, ValueError):
            return None

    def _move(
        self, turn: Mapping[str, Any], phase: Phase, owners: list[int]
    ) -> dict[str, Any] | None:
        units = self._units(turn)
        orders: list[int] = []
        for power, texts in _lists(turn, "orders"):
            orders += map(self._moves[power].__getitem__, texts)
        moved = self._swift.move(phase, units, orders)
        if moved is None:
            return None
        named = [self._texts[code] for code in units]
        said = dict(zip(named, map(_STANDS.__getitem__, moved.results), strict=True))
        for index in moved.driven_out:
            said[named[index]] = _DRIVEN_OUT[moved.results[index]]
        ways = {units[index]: to for index, to in moved.driven_out.items() if to}
        if ways:
            return self._told(said, moved.codes, owners, _ahead(phase)[PhaseKind.RETREAT], ways)
        return self._go_on(said, moved.codes, owners, phase)

    def _retreat(
        self, turn: Mapping[str, Any], phase: Phase, owners: list[int]
    ) -> dict[str, Any] | None:
        units: list[int] = []
        driven_out: list[Dislodged] = []
        retreats = dict(_items(turn, "retreats"))
        for power, texts in _lists(turn, "units"):
            options = dict(_lists(retreats, power))
            for text in texts:
                if text[:1] == "*":
                    unit = self._swift.unit(self._codes[power][text[1:]])
                    driven_out.append(Dislodged(unit, _checked(options.get(text[1:], []))))
                else:
                    units.append(self._codes[power][text])
        if len(set(map(self._places.__getitem__, units))) < len(units):
            return None
        orders: dict[str, list[Order]] = {}
        for power, texts in _lists(turn, "orders"):
            orders[power] = [self._retreats[text] for text in texts]
        position = Position(phase, (), {}, tuple(driven_out))
        settled = retreat(self._board, position, orders, self._rule_set)
        told = sum(outcome.order is not None for outcome in settled.outcomes)
        if settled.unused or told < sum(map(len, orders.values())):
            return None
        units += map(self._swift.code, settled.units)
        units.sort()
        return self._go_on(results(settled.outcomes, phase.kind), units, owners, phase)

    def _adjust(
        self, turn: Mapping[str, Any], phase: Phase, owners: list[int]
    ) -> dict[str, Any] | None:
        orders: list[int] = []
        for power, texts in _lists(turn, "orders"):
            orders += map(self._adjustments[power].__getitem__, texts)
        adjusted = self._swift.adjust(self._units(turn), owners, orders)
        if adjusted is None:
            return None
        said: dict[str, list[str]] = {}
        for code, done in adjusted.told:
            name = "WAIVE" if code == NONE else self._texts[code]
            if said.get(name) != [""]:
                said[name] = [""] if done else ["void"]
        return self._told(said, adjusted.codes, owners, _ahead(phase)[PhaseKind.MOVEMENT], {})

    def _go_on(
        self, said: Mapping[str, list[str]], units: list[int], owners: list[int], phase: Phase
    ) -> dict[str, Any]:
        """What to answer when nobody has to retreat."""
        ahead = _ahead(phase)
        if PhaseKind.ADJUSTMENT not in ahead:
            return self._told(said, units, owners, ahead[PhaseKind.MOVEMENT], {})
        end = self._swift.end_year(units, owners)
        goes_on = end.winner is None and not end.adjusts
        following = ahead[PhaseKind.MOVEMENT if goes_on else PhaseKind.ADJUSTMENT]
        found = self._told(said, units, end.owners, following, {})
        if end.winner is not None:
            found["winners"] = [end.winner]
        return found

    def _told(
        self,
        said: Mapping[str, list[str]],
        units: list[int],
        owners: list[int],
        following: str,
        ways: Mapping[int, list[str]],
    ) -> dict[str, Any]:
        held = dict(map(self._owners.__getitem__, owners))
        if len(held) < len(owners):
            raise ValueError("a centre has two owners")
        centers: dict[str, list[str]] = {}
        for center, power in held.items():
            if power in centers:
                centers[power].append(center)
            else:
                centers[power] = [center]
        standing: dict[str, list[str]] = {}
        names, of_one = self._swift.powers, self._swift.units_a_power
        for code in units:
            power = names[code // of_one]
            if power in standing:
                standing[power].append(self._texts[code])
            else:
                standing[power] = [self._texts[code]]
        retreats: dict[str, dict[str, list[str]]] = {}
        for code, options in ways.items():
            power, text = names[code // of_one], self._texts[code]
            standing.setdefault(power, []).append("*" + text)
            retreats.setdefault(power, {})[text] = options
        return {
            "results": said,
            "units": standing,
            "centers": centers,
            "retreats": retreats,
            "next": following,
        }

    def _units(self, turn: Mapping[str, Any]) -> list[int]:
        units: list[int] = []
        for power, texts in _lists(turn, "units"):
            units += map(self._codes[power].__getitem__, texts)
        units.sort()
        return units

    def _reader(self, power: str) -> Callable[[str], int]:
        def read(text: str) -> int:
            kind, _, location = text.partition(" ")
            if location not in self._board.stands[kind]:
                raise KeyError(text)
            return self._swift.code(Unit(power, kind, location))

        return read

    def _center(self, text: str, power: str) -> int:
        if text not in self._board.provinces:
            raise KeyError(text)
        return self._swift.owned(text, power)

    def _mover(self, power: str) -> Callable[[str], int]:
        return lambda text: self._swift.move_order(power, self._read(text, "M"))

    def _adjuster(self, power: str) -> Callable[[str], int]:
        return lambda text: self._swift.adjustment_order(power, self._read(text, "A"))

    def _read(self, text: str, letter: PhaseLetter) -> Order:
        order = scan_order(text, self._board, letter)
        if isinstance(order, Diagnostic):
            raise KeyError(text)
        return order


@lru_cache(maxsize=1000)
def _ahead(phase: Phase) -> Mapping[PhaseKind, str]:
    """The phases from this one to the next moves, by their kinds."""
    found: dict[PhaseKind, str] = {}
    while PhaseKind.MOVEMENT not in found:
        phase = DIPLOMACY.after(phase)
        found[phase.kind] = str(phase)
    return found


def _items(fields: Mapping[str, Any], name: str) -> ItemsView[str, Any]:
    """The members of an object; of none where the field is absent or null."""
    found = fields.get(name)
    if found is not None and type(found) is not dict:
        raise TypeError(name)
    return cast(dict[str, Any], found or {}).items()


def _lists(fields: Mapping[str, Any], name: str) -> ItemsView[str, list[Any]]:
    """The members of an object that holds only lists."""
    found = _items(fields, name)
    for _, texts in found:
        if type(texts) is not list:
            raise TypeError(name)
    return found


def _checked(texts: list[Any]) -> tuple[str, ...]:
    """The texts of a list that holds nothing else."""
    if not set(map(type, texts)) <= {str}:
        raise TypeError
    return tuple(texts)
