"""A chunk of turns out of a stream, gathered as numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, cast

from dragoman.extras import extra
from dragoman.formats.records.turn_texts import (
    NUMBER,
    OTHER,
    PLACE,
    POWER,
    UNIT,
    KnownPhase,
    TurnTexts,
    is_same_place,
)
from dragoman.orders import Waive
from dragoman.rules import RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.batch.coded import CodedTurns, Coder
from dragoman.rules.engine.codes import NONE

with extra("fast"):
    import numpy as np


_IMPOSSIBLE = 0
"""The number of an order of an adjustment phase of no power: it comes to nothing."""
_ONLY_LISTS = frozenset({list})
_OF_RECORDS = frozenset(("dislodged", "contested", "affairs", "dice"))
"""Fields of the record of a game, which may be given as well."""
_NO_ORDER = 0
"""The number of a unit that was given none."""


class Retreating(NamedTuple):
    """The dislodged units of a turn in their order, the numbers of their orders, and the places of
    orders in it that are impossible and have no number."""

    units: list[int]
    numbers: list[int]
    impossible: frozenset[int]


class Adjusted(NamedTuple):
    """The orders of the adjustment phases of a chunk: for each turn, from where to where they are
    among all, and for each the unit ordered, if it were the first power's, or NONE."""

    ends: list[int]
    units: list[int]


class _Words(NamedTuple):
    """Lists of words looked up: the rank of the power of each list, its length, and all words."""

    powers: list[int]
    lengths: list[int]
    numbers: list[int]


class _Lists:
    """Lists of words that each belong to a turn and a power, looked up."""

    def __init__(self) -> None:
        self._rows: list[int] = []
        self._counts: list[int] = []
        self._powers: list[int] = []
        self._lengths: list[int] = []
        self._numbers: list[int] = []
        self._scanned: tuple[Any, Any, Any] | None = None

    def begin_with(self, rows: Any, powers: Any, numbers: Any) -> None:
        """Begin with lists that were scanned, row by row."""
        self._scanned = rows, powers, numbers

    def add(self, row: int, words: _Words) -> None:
        """Add the lists of a turn."""
        powers, lengths, numbers = words
        self._rows.append(row)
        self._counts.append(len(powers))
        self._powers += powers
        self._lengths += lengths
        self._numbers += numbers

    def arrays(self) -> tuple[Any, Any, Any]:
        """The row, the rank of the power and the number of everything in the lists."""
        lengths = np.array(self._lengths, dtype=np.int64)
        rows = np.repeat(np.array(self._rows, dtype=np.int64), self._counts)
        powers = np.array(self._powers, dtype=np.int64)
        numbers = np.array(self._numbers, dtype=np.int64)
        added = np.repeat(rows, lengths), np.repeat(powers, lengths), numbers
        if self._scanned is None:
            return added
        both = zip(self._scanned, added, strict=True)
        rows, powers, numbers = (np.concatenate(parts) for parts in both)
        return rows, powers, numbers


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
        self._units, self._owned = _Lists(), _Lists()
        self._moves, self._adjustments = _Lists(), _Lists()
        self._waives = np.array([batch.order_number(power, Waive()) for power in coder.powers])

    @property
    def limits(self) -> tuple[int, int, bool]:
        """The most units or centres a turn may have, the most orders, and whether adjustments may
        be gathered."""
        return self._places, self._most_orders, self._may_adjust

    def begin_with(self, phases: Sequence[KnownPhase], lists: Sequence[Any]) -> None:
        """Begin with turns that were scanned: their phases, and what was in the lists of units,
        centres and orders of movements and adjustments."""
        self.phases.extend(phases)
        self.count = len(phases)
        of_all = (self._units, self._owned, self._moves, self._adjustments)
        for gathered, scanned in zip(of_all, lists, strict=True):
            gathered.begin_with(*scanned)

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
            (self._moves if letter == "M" else self._adjustments).add(row, ordered)
        self._units.add(row, units)
        self._owned.add(row, owned)
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
        taken = {coder.province_of[code] for code in options}
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
        numbers = [_NO_ORDER] * len(dislodged)
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

    def coded(self) -> tuple[CodedTurns, Adjusted, Any]:
        """The turns as arrays, the orders of adjustments, and of each turn whether it needs a
        closer look: these are empty in the arrays."""
        coder, count = self._coder, self.count
        units, unit_at, unusual = self._standing()
        owners = np.full((count, self._places), NONE, dtype=np.int64)
        rows, powers, places = self._owned.arrays()
        owners[rows, places] = coder.number_of_power[powers]
        unusual |= (owners != NONE).sum(axis=1) < np.bincount(rows, minlength=count)
        orders = np.full((count, self._places), NONE, dtype=np.int64)
        self._order_moves(orders, units, unit_at, unusual)
        adjusted = self._order_adjustments(orders, units, unit_at, owners, unusual)
        most = max((len(one.units) for one in self.retreating.values()), default=0)
        dislodged = np.full((count, most), coder.no_unit, dtype=np.int64)
        for row, retreating in self.retreating.items():
            dislodged[row, : len(retreating.units)] = retreating.units
            orders[row, : len(retreating.units)] = retreating.numbers
        unusual |= coder.are_crowded(units, dislodged)
        phases = np.array([phase[1:] for phase in self.phases], dtype=np.int64).reshape(-1, 2)
        for array, nothing in (
            (units, coder.no_unit),
            (dislodged, coder.no_unit),
            (owners, NONE),
            (orders, NONE),
        ):
            array[unusual] = nothing
        return CodedTurns(phases, units, dislodged, owners, orders), adjusted, unusual

    def _standing(self) -> tuple[Any, Any, Any]:
        """The codes of the units of each turn in order; for each province the place in that of the
        unit that stands there; and which turns have two units in one province."""
        coder, count = self._coder, self.count
        rows, powers, numbers = self._units.arrays()
        keys = (rows * len(coder.powers) + powers) * coder.units_a_power + numbers
        keys.sort()
        rows, codes = np.divmod(keys, coder.no_unit)
        counts = np.bincount(rows, minlength=count)
        columns = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        units = np.full((count, int(counts.max(initial=1))), coder.no_unit, dtype=np.int64)
        units[rows, columns] = codes
        unit_at = np.full((count, self._places), NONE, dtype=np.int64)
        unit_at[rows, coder.province_of[codes]] = columns
        return units, unit_at, (unit_at != NONE).sum(axis=1) < counts

    def _order_moves(self, orders: Any, units: Any, unit_at: Any, unusual: Any) -> None:
        coder, count, of_one = self._coder, self.count, self._coder.units_a_power
        rows, powers, numbers = self._moves.arrays()
        order = self._texts.orders(numbers)
        unit = order[UNIT] + powers * of_one
        columns = unit_at[rows, coder.province_of[unit]]
        fits = (columns != NONE) & (units[rows, columns] == unit)
        at = unit_at[rows, order[PLACE]]
        there = units[rows, at]
        named: Any = order[POWER]
        if self._names_powers:
            named = cast(Any, np.where(named == NONE, powers, named))
        is_other = (there % of_one != order[OTHER]) | ((named != NONE) & (there // of_one != named))
        fits &= ~((order[PLACE] != NONE) & (at != NONE) & is_other)
        orders[rows[fits], columns[fits]] = order[NUMBER][fits]
        given = np.bincount(rows, minlength=count)
        moving = np.array([phase.letter == "M" for phase in self.phases], dtype=bool)
        unusual |= moving & ((orders != NONE).sum(axis=1) < given)
        if self._asks_who_ordered:
            ordering = np.zeros((count, len(coder.powers)), dtype=bool)
            ordering[rows, powers] = True
            has_units = np.zeros_like(ordering)
            own, owner, _ = self._units.arrays()
            has_units[own, owner] = True
            unusual |= moving & (has_units & ~ordering).any(axis=1)
        left = (units < coder.no_unit) & (orders[:, : units.shape[1]] == NONE) & moving[:, None]
        orders[:, : units.shape[1]][left] = _NO_ORDER

    def _order_adjustments(
        self, orders: Any, units: Any, unit_at: Any, owners: Any, unusual: Any
    ) -> Adjusted:
        coder, count, of_one = self._coder, self.count, self._coder.units_a_power
        rows, powers, numbers = self._adjustments.arrays()
        given = np.bincount(rows, minlength=count)
        ends = np.cumsum(given)
        order = self._texts.orders(numbers)
        number, place, of_first = order[NUMBER], order[PLACE], order[UNIT]
        waives = of_first == NONE
        number[waives] = self._waives[powers[waives]]
        builds = place != NONE  # impossible where the centre is another's
        number[builds & (owners[rows, place] != coder.number_of_power[powers])] = _IMPOSSIBLE
        if removes := np.flatnonzero(~waives & ~builds).tolist():
            of, by = rows[removes], powers[removes]
            unit = of_first[removes] + by * of_one
            at = unit_at[of, coder.province_of[unit]]
            there = units[of, at]
            is_own = (at != NONE) & (there // of_one == by)
            number[np.array(removes)[~is_own]] = _IMPOSSIBLE
            unusual[of[is_own & (there != unit)]] = True  # kind or coast may be put right
        orders[rows, np.arange(len(rows)) - (ends - given)[rows]] = number
        return Adjusted([0, *ends.tolist()], of_first.tolist())


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
