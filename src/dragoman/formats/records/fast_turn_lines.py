"""Turns of a long stream, judged by the compiled engine in lots.

Nearly every turn of a stream is written as the turns before it were: the same units, orders
and centres in the same words. Here each text is looked up in what was read before, and the
rest is numbers. A turn with anything out of the ordinary in it is left to ``turn_lines``, which
reads with care and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.game import Variant
from dragoman.game.result_words import movement_words
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    PhaseLetter,
    Remove,
    Retreat,
    ScanOptions,
    Support,
    UnitRef,
    Waive,
    scan_order,
)
from dragoman.rules import Phase, PhaseKind, Result, RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.batch.coded import CodedResult, CodedTurn, Coder, OrderCode

_REMEMBERED = 200_000
"""Different orders that are kept as read; a long one counts for several."""
_USUAL = 50
"""Letters that an order has at most, as a rule."""
_BRIEF = ScanOptions(suggestions=0)

_IMPOSSIBLE = 0
"""The number of an order of an adjustment phase of no power: it comes to nothing."""

_RETREATED = {
    Result.SUCCEEDS: (),
    Result.BOUNCES: ("bounce", "disband"),
    Result.DISBANDS: ("disband",),
}

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


class ReadTurn(NamedTuple):
    """A turn read; the names of the units, or of what was ordered, in the order of results; and
    the places of orders in it that are impossible and have no number."""

    coded: CodedTurn
    named: list[str]
    impossible: frozenset[int] = frozenset()


class FastTurns:
    """Reads and answers the turns of one variant under one rule set.

    Not every variant and rule set will do (see ``can_judge``).
    """

    def __init__(self, variant: Variant, rule_set: RuleSet) -> None:
        board = self._board = variant.board
        self._rule_set = rule_set
        batch = Batch(board, rule_set, variant.victory_centers, 1, variant.calendar)
        self._coder = coder = Coder(batch)
        self._words = _Known(int, lambda code: movement_words(*batch.results([code])[0]))
        self._retreat_words = _Known(
            int, lambda code: [*_RETREATED.get(batch.results([code])[0][0], ("void", "disband"))]
        )
        self._illegal = {batch.number_of(Result.ILLEGAL)}
        self._names_powers = rule_set.power_missing != "valid"
        self._asks_who_ordered = rule_set.support_disordered == "no"
        self._calendar = variant.calendar
        self._remembered = 0
        self._phases = _Known(str, self._phase)
        self._codes = {power: _Known(str, self._unit_reader(power)) for power in board.powers}
        self._texts = _Known(int, lambda code: str(coder.unit(code)))
        self._places = _Known(int, lambda code: board.province_of[coder.unit(code).location])
        self._owned = {
            power: _Known(str, lambda text, power=power: coder.owned_code(text, power))
            for power in board.powers
        }
        self._ways = {
            kind: {location: board.province_of[location] for location in board.stands[kind]}
            for kind in board.kinds
        }
        self._orders = {
            letter: {
                power: _Known(str, self._order_reader(power, letter)) for power in board.powers
            }
            for letter in ("M", "R", "A")
        }

    @staticmethod
    def can_judge(variant: Variant, rule_set: RuleSet) -> bool:
        """Whether turns of the variant can be judged as numbers: not where orders are implied,
        nor where units need more than a province to be told apart."""
        has_more_to_tell = variant.board.gateways or variant.board.high_seas
        return rule_set.implied_orders == "no" and not has_more_to_tell

    @property
    def is_full(self) -> bool:
        """Whether so much has been read that it is time to begin anew."""
        return self._remembered > _REMEMBERED

    def read(self, turn: Mapping[str, Any]) -> ReadTurn | None:
        """A turn as numbers; None if something in it needs a closer look."""
        try:
            phase = self._phases[turn["phase"]]
            owned = [
                code
                for power, centers in _lists(turn, "centers")
                for code in map(self._owned[power].__getitem__, centers)
            ]
            if len({code // len(self._board.powers) for code in owned}) < len(owned):
                return None  # a centre has two owners
            if turn["units"] is None or "dislodged" in turn or "contested" in turn:
                return None  # the last two are words of the record of a game
            if phase.kind is not PhaseKind.RETREAT and _says_something(turn.get("retreats")):
                return None  # nothing is dislodged now
            match phase.kind:
                case PhaseKind.MOVEMENT:
                    return self._read_movement(turn, phase, owned)
                case PhaseKind.RETREAT:
                    return self._read_retreats(turn, phase, owned)
                case PhaseKind.ADJUSTMENT:
                    return self._read_adjustments(turn, phase, owned)
        except (KeyError, TypeError, ValueError):
            return None

    def judge(self, turns: Sequence[ReadTurn]) -> list[dict[str, Any] | None]:
        """The resolutions of turns that were read; None for one that needs a closer look."""
        judged = self._coder.judge([turn.coded for turn in turns])
        return [self._answer(turn, result) for turn, result in zip(turns, judged, strict=True)]

    def _read_movement(
        self, turn: Mapping[str, Any], phase: Phase, owned: list[int]
    ) -> ReadTurn | None:
        units = self._units(turn)
        index_of = {code: index for index, code in enumerate(units)}
        standing = {self._places[code]: code for code in units}
        if len(standing) < len(units):
            return None  # two units stand in one province
        of_one = self._coder.units_a_power
        numbers = [0] * len(units)
        ordering: set[str] = set()
        for power, texts in _lists(turn, "orders"):
            known = self._orders["M"][power]
            if texts:
                ordering.add(power)
            for text in texts:
                number, unit, place, other, named = known[text]
                there = standing.get(place) if place else None
                if there is not None:
                    if there % of_one != other:
                        return None
                    if named < 0 and self._names_powers:
                        named = unit // of_one
                    if named >= 0 and there // of_one != named:
                        return None
                numbers[index_of.pop(unit)] = number  # a second order is a KeyError
        if self._asks_who_ordered and not ordering.issuperset(
            self._coder.powers[code // of_one] for code in units
        ):
            return None
        names = [self._texts[code] for code in units]
        return ReadTurn(CodedTurn(phase, units, [], owned, numbers), names)

    def _read_retreats(
        self, turn: Mapping[str, Any], phase: Phase, owned: list[int]
    ) -> ReadTurn | None:
        units: list[int] = []
        options: dict[int, list[Any]] = {}
        given = dict(_items(turn, "retreats"))
        retreats = {power: dict(_lists(given, power)) for power in given}
        for power, texts in _lists(turn, "units"):
            for text in texts:
                if text[:1] == "*":
                    options[self._codes[power][text[1:]]] = retreats[power].pop(text[1:])
                else:
                    units.append(self._codes[power][text])
        units.sort()
        standing = set(map(self._places.__getitem__, units))
        if len(standing) < len(units) or any(retreats.values()):
            return None
        for code, ways in options.items():
            known = self._ways[self._coder.unit(code).kind]
            if not standing.isdisjoint(map(known.__getitem__, ways)):
                return None  # another unit stands there
        dislodged = sorted(options)
        index_of = {code: index for index, code in enumerate(dislodged)}
        numbers = [0] * len(dislodged)
        impossible: set[int] = set()
        for power, texts in _lists(turn, "orders"):
            known = self._orders["R"][power]
            for text in texts:
                order = known[text]
                index = index_of.pop(order.unit)
                if not order.place or order.place in options[order.unit]:
                    numbers[index] = order.number
                elif province_of(order.place) in map(province_of, options[order.unit]):
                    return None  # the coast may be put right
                else:
                    impossible.add(index)
        named = [self._texts[code] for code in dislodged]
        coded = CodedTurn(phase, units, dislodged, owned, numbers)
        return ReadTurn(coded, named, frozenset(impossible))

    def _read_adjustments(
        self, turn: Mapping[str, Any], phase: Phase, owned: list[int]
    ) -> ReadTurn | None:
        if self._rule_set.waive_builds != "yes":
            return None  # the judge may build, too
        units = self._units(turn)
        standing = {self._places[code]: code for code in units}
        if len(standing) < len(units):
            return None
        owns, of_one = set(owned), self._coder.units_a_power
        numbers: list[int] = []
        named: list[str] = []
        for power, texts in _lists(turn, "orders"):
            known = self._orders["A"][power]
            for text in texts:
                order = known[text]
                number = order.number
                if order.place:  # a build, impossible where the centre is another's
                    if self._owned[power][order.place] not in owns:
                        number = _IMPOSSIBLE
                elif order.unit >= 0:
                    there = standing.get(self._places[order.unit])
                    if there is None or there // of_one != order.unit // of_one:
                        number = _IMPOSSIBLE
                    elif there != order.unit:
                        return None  # the kind or coast may be put right
                numbers.append(number)
                named.append("WAIVE" if order.unit < 0 else self._texts[order.unit])
        if len(numbers) > len(self._board.provinces):
            return None
        return ReadTurn(CodedTurn(phase, units, [], owned, numbers), named)

    def _answer(self, turn: ReadTurn, result: CodedResult) -> dict[str, Any] | None:
        coded = turn.coded
        match coded.phase.kind:
            case PhaseKind.MOVEMENT:
                words = [self._words[code] for code in result.results]
                if len(result.units) + len(result.dislodged) < len(coded.units):
                    waiting = {code for code, _ in result.dislodged}
                    for index, code in enumerate(coded.units):
                        if "dislodged" in words[index] and code not in waiting:
                            words[index] = [*words[index], "disband"]
                said = dict(zip(turn.named, words, strict=True))
            case PhaseKind.RETREAT:
                if not self._illegal.isdisjoint(result.results):
                    return None  # there is no such way, whatever the turn says
                words = [self._retreat_words[code] for code in result.results]
                for index in turn.impossible:
                    words[index] = ["void", "disband"]
                said = dict(zip(turn.named, words, strict=True))
            case PhaseKind.ADJUSTMENT:
                said = self._adjusted(turn, result)
        standing: dict[str, list[str]] = {}
        retreats: dict[str, dict[str, list[str]]] = {}
        powers, texts = self._coder.powers, self._texts
        for code in result.units:
            power = powers[code // self._coder.units_a_power]
            if power in standing:
                standing[power].append(texts[code])
            else:
                standing[power] = [texts[code]]
        for code, options in result.dislodged:
            power = powers[code // self._coder.units_a_power]
            standing.setdefault(power, []).append("*" + texts[code])
            retreats.setdefault(power, {})[texts[code]] = options
        found: dict[str, Any] = {
            "results": said,
            "units": standing,
            "centers": self._coder.owners(result.owners),
            "retreats": retreats,
            "next": _written(result.phase),
        }
        if result.winner is not None:
            found["winners"] = [result.winner]
        return found

    def _adjusted(self, turn: ReadTurn, result: CodedResult) -> dict[str, list[str]]:
        """What became of the orders of an adjustment phase, and whom civil disorder took."""
        said: dict[str, list[str]] = {}
        for name, code in zip(turn.named, result.results, strict=True):
            if said.get(name) != [""]:
                said[name] = ["void"] if code in self._illegal else [""]
        left = set(result.units)
        for code in turn.coded.units:
            if code not in left:
                said[self._texts[code]] = [""]
        return said

    def _units(self, turn: Mapping[str, Any]) -> list[int]:
        units: list[int] = []
        for power, texts in _lists(turn, "units"):
            units += map(self._codes[power].__getitem__, texts)
        units.sort()
        return units

    def _phase(self, text: str) -> Phase:
        phase = Phase.parse(text)
        self._calendar.place(phase)  # raises where there is no such phase
        return phase

    def _unit_reader(self, power: str) -> Callable[[str], int]:
        def read(text: str) -> int:
            kind, _, location = text.partition(" ")
            if location not in self._board.stands[kind]:
                raise KeyError(text)
            return self._coder.unit_code(Unit(power, kind, location))

        return read

    def _order_reader(self, power: str, letter: PhaseLetter) -> Callable[[str], OrderCode]:
        def read(text: str) -> OrderCode:
            order = scan_order(text, self._board, letter, _BRIEF)
            if isinstance(order, Diagnostic):
                raise KeyError(text)
            code = self._order_code(power, order, letter)
            self._remembered += 1 + len(text) // _USUAL
            return code

        return read

    def _order_code(self, power: str, order: Order, letter: PhaseLetter) -> OrderCode:
        """An order as a number. The place of a retreat is where it goes, of a build the centre."""
        code = self._coder.order_code(power, order)
        match order:
            case Retreat() if letter == "R":
                return code._replace(place=order.target)
            case Disband() if letter == "R":
                return code
            case Build(UnitRef(location, kind)) if letter == "A":
                if location not in self._board.stands[str(kind)]:
                    raise KeyError(order)  # the coast may be put right
                return code._replace(place=self._board.province_of[order.unit.location])
            case Remove() | Waive() if letter == "A":
                return code
            case _ if letter == "M" and isinstance(order, Hold | Move | Support | Convoy):
                return code
            case _:
                raise KeyError(order)


@lru_cache(maxsize=4096)
def _written(phase: Phase) -> str:
    return str(phase)


def _says_something(retreats: object) -> bool:
    return bool(retreats) and (type(retreats) is not dict or any(cast(Any, retreats).values()))


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
