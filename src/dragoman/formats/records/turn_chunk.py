"""A chunk of turns out of a stream, gathered as numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple, cast

from dragoman.formats.records.compiled_scanner import LISTS, ScannedLines
from dragoman.formats.records.turn_coding import NO_ORDER, TurnRows
from dragoman.formats.records.turn_machine import turn_functions
from dragoman.formats.records.turn_scanner import OF_ADJUSTMENTS, OF_CENTERS, OF_MOVES, OF_UNITS
from dragoman.formats.records.turn_texts import KnownPhase, TurnTexts, is_same_place
from dragoman.native.grid import Grid
from dragoman.orders import Waive
from dragoman.rules import RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.batch.coded import Coder, OrderCode
from dragoman.rules.batch.row_machine import FormForMachine, column

_ONLY_LISTS = frozenset({list})
_OF_RECORDS = frozenset(("dislodged", "contested", "affairs", "dice"))
"""Fields of the record of a game, which may be given as well."""
_LETTERS = "MRA"
"""The letters of phases by their kinds."""


class Retreating(NamedTuple):
    """The dislodged units of a turn in their order, the numbers of their orders, and the places of
    orders in it that are impossible and have no number."""

    units: list[int]
    numbers: list[int]
    impossible: frozenset[int]


class _Words(NamedTuple):
    """Lists of words looked up: the rank of the power of each list, its length, and all words."""

    powers: list[int]
    lengths: list[int]
    numbers: list[int]


class _List:
    """The words found in lists of words that each belong to a turn and a power."""

    def __init__(self) -> None:
        self.parts = array("q"), array("q"), array("q")
        """The rows, the ranks of the powers, and what the words stand for."""

    def add(self, row: int, words: _Words) -> None:
        """Add the lists of a turn."""
        rows, powers, numbers = self.parts
        rows.extend(repeat(row, len(words.numbers)))
        for power, length in zip(words.powers, words.lengths, strict=True):
            powers.extend(repeat(power, length))
        numbers.extend(words.numbers)


class TurnChunk:
    """Turns of one variant under one rule set. What is out of the ordinary is left out: a turn that
    has it is refused when it is added, or named among those that need a closer look in the end."""

    def __init__(
        self,
        batch: Batch,
        coder: Coder,
        texts: TurnTexts,
        rule_set: RuleSet,
        most_orders: int,
    ) -> None:
        self.count = 0
        self.phases: list[KnownPhase] = []
        self.retreating: dict[int, Retreating] = {}
        self._coder, self._texts = coder, texts
        self._names_powers = rule_set.power_missing != "valid"
        self._asks_who_ordered = rule_set.support_disordered == "no"
        self._may_adjust = rule_set.waive_builds == "yes"  # else the judge may build, too
        self._places = len(coder.board.provinces)
        self._most_orders = min(most_orders, self._places)
        self._rank = coder.rank_of_power.__getitem__
        self._lists = [_List() for _ in range(LISTS)]
        self._scanned: ScannedLines | None = None
        self._form = batch.form
        self._waives = column([batch.order_number(power, Waive()) for power in coder.powers])

    @property
    def limits(self) -> tuple[int, int, bool]:
        """The most units or centres a turn may have, the most orders, and whether adjustments may
        be gathered."""
        return self._places, self._most_orders, self._may_adjust

    def begin_with(self, phases: Sequence[KnownPhase], scanned: ScannedLines) -> None:
        """Begin with turns that were scanned: their phases, and what was in their lists."""
        self.phases.extend(phases)
        self.count = len(phases)
        self._scanned = scanned

    def add(self, turn: Mapping[str, Any]) -> bool:
        """Gather a turn as the next row, unless something in it needs a closer look."""
        try:
            self._add(self.count, turn)
        except (KeyError, TypeError, ValueError):
            return False
        self.count += 1
        return True

    def _add(self, row: int, turn: Mapping[str, Any]) -> None:
        texts, get = self._texts, turn.get
        phase = texts.phases[turn["phase"]]
        units, orders, letter = get("units"), get("orders"), phase.letter
        if units is None or not _OF_RECORDS.isdisjoint(turn):
            raise ValueError
        owned = self._looked_up(get("centers"), texts.centers.__getitem__)
        if letter == "R":
            standing, retreating = self._read_retreats(turn)
            units = self._looked_up(standing, texts.units.__getitem__)
            self.retreating[row] = retreating
        else:
            self._see_that_none_are_dislodged(get("retreats"))
            if letter == "A" and not self._may_adjust:
                raise ValueError
            known = texts.movements if letter == "M" else texts.adjustments
            units = self._looked_up(units, texts.units.__getitem__)
            ordered = self._looked_up(orders, known.__getitem__, self._most_orders)
            self._lists[OF_MOVES if letter == "M" else OF_ADJUSTMENTS].add(row, ordered)
        self._lists[OF_UNITS].add(row, units)
        self._lists[OF_CENTERS].add(row, owned)
        self.phases.append(phase)

    def _see_that_none_are_dislodged(self, retreats: Any) -> None:
        for power, ways in _fields(retreats).items():
            self._rank(power)  # else it is a KeyError
            if type(ways) is not dict or ways:
                raise ValueError

    def _looked_up(
        self, given: Any, known: Callable[[str], int], most: int | None = None
    ) -> _Words:
        """The words in the lists of each power; none where the field is null.

        Raises:
            KeyError, TypeError, ValueError: if one is not known, something is no list, or there
                are too many.
        """
        if given is None:
            return _Words([], [], [])
        if type(given) is not dict:
            raise TypeError
        members = cast(dict[str, list[str]], given)
        lists = members.values()
        if not _ONLY_LISTS.issuperset(map(type, lists)):
            raise TypeError
        numbers = [*map(known, chain.from_iterable(lists))]
        if len(numbers) > (self._places if most is None else most):
            raise ValueError
        return _Words([*map(self._rank, members)], [*map(len, lists)], numbers)

    def _read_retreats(self, turn: Mapping[str, Any]) -> tuple[dict[str, list[str]], Retreating]:
        """The units that stand, and what becomes of the others."""
        coder, texts = self._coder, self._texts
        ranks, of_one = coder.rank_of_power, coder.units_a_power
        standing: dict[str, list[str]] = {}
        options: dict[int, list[str]] = {}
        given = dict(_lists_of_lists(turn.get("retreats")))
        for power, names in _fields(turn["units"]).items():
            if type(names) is not list:
                raise TypeError
            standing[power] = []
            for name in cast(list[str], names):
                if name[:1] == "*":
                    code = ranks[power] * of_one + texts.units[name[1:]]
                    options[code] = given[power].pop(name[1:])
                else:
                    standing[power].append(name)
        taken = {coder.tables.province_of[code] for code in options}
        if any(given.values()) or len(taken) < len(options):
            raise ValueError
        there = {
            coder.board.province_of[coder.unit(texts.units[name]).location]
            for name in chain.from_iterable(standing.values())
        }
        for code, ways in options.items():
            known = coder.board.stands[coder.unit(code).kind]
            if not there.isdisjoint(
                coder.board.province_of[way] if way in known else _unknown(way) for way in ways
            ):
                raise ValueError  # another unit stands there
        dislodged = sorted(options)
        index_of = {code: index for index, code in enumerate(dislodged)}
        numbers = [NO_ORDER] * len(dislodged)
        impossible: set[int] = set()
        for power, names in _fields(turn.get("orders")).items():
            if type(names) is not list:
                raise TypeError
            for name in cast(list[str], names):
                order = texts.retreats[name]
                code = ranks[power] * of_one + order.unit
                index = index_of.pop(code)  # a second order is a KeyError
                if not order.target or order.target in options[code]:
                    numbers[index] = order.number
                elif is_same_place(order.target, options[code]):
                    raise ValueError  # the coast may be put right
                else:
                    impossible.add(index)
        if len(dislodged) - len(index_of) > self._most_orders:
            raise ValueError
        return standing, Retreating(dislodged, numbers, frozenset(impossible))

    def coded(self) -> TurnRows:
        """The turns as rows of numbers."""
        coder, count, places = self._coder, self.count, self._places
        found, ends = self._found()
        waiting = array("q")
        for row in sorted(self.retreating):
            retreating = self.retreating[row]
            for unit, number in zip(retreating.units, retreating.numbers, strict=True):
                waiting.extend((row, unit, number))
        phases = array("q")
        for letter, place, year in self.phases:
            phases.extend((_LETTERS.index(letter), place, year))
        orders = Grid("i4", (count, places))
        orders.memory.cast("B")[:] = b"\xff" * (4 * count * places)  # NONE everywhere
        form, powers = self._form, len(coder.powers)
        rows = TurnRows(
            phases=Grid("i8", (count, 3), phases),
            found=found,
            ends=ends,
            facts=self._texts.facts,
            waiting=Grid("i8", (len(waiting) // 3, 3), waiting),
            waives=self._waives,
            names_powers=int(self._names_powers),
            asks_who_ordered=int(self._asks_who_ordered),
            cells=Grid(f"u{form.cell_bits // 8}", (count, form.row)),
            units=Grid("i8", (count, places)),
            sizes=Grid("i8", (count,)),
            orders=orders,
            ordered=Grid("i8", (ends[OF_ADJUSTMENTS],)),
            starts=Grid("i8", (count + 1,)),
            unusual=Grid("u1", (count,)),
            at=Grid("i8", (LISTS + 1,)),
            unit_at=Grid("i8", (places,)),
            owners=Grid("i8", (places,)),
            who=Grid("i8", (powers,)),
            order=Grid("i8", (len(OrderCode._fields),)),
        )
        turn_functions(form.cell_bits)["code_turns"](rows, coder.tables, FormForMachine(form))
        return rows

    def _found(self) -> tuple[Grid, Grid]:
        """The lists that were scanned, with what was added behind; and how long they are."""
        scanned, added = self._scanned, [len(one.parts[0]) for one in self._lists]
        if scanned is not None and not any(added):
            return scanned.found, scanned.ends
        before = [0] * LISTS if scanned is None else scanned.ends.tolist()
        ends = column([one + more for one, more in zip(before, added, strict=True)])
        found = Grid("i8", (LISTS, 3, max(ends)))
        for kind, own in enumerate(self._lists):
            for part, numbers in enumerate(own.parts):
                memory, first = found[kind][part].memory, before[kind]
                if scanned is not None:
                    memory[:first] = scanned.found[kind][part].memory[:first]
                memory[first : first + len(numbers)] = memoryview(numbers)
        return found, ends


def _fields(given: Any) -> dict[str, Any]:
    """The members of an object; none where the field is absent or null."""
    if given is not None and type(given) is not dict:
        raise TypeError
    return cast(dict[str, Any], given or {})


def _lists_of_lists(given: Any) -> dict[str, dict[str, list[str]]]:
    """For each power a copy of an object that holds only lists."""
    found = {power: dict(_fields(ways)) for power, ways in _fields(given).items()}
    for ways in found.values():
        for one in ways.values():
            if type(one) is not list:
                raise TypeError
    return found


def _unknown(way: str) -> str:
    raise KeyError(way)
