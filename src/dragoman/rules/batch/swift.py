"""One turn after another, compiled: for streams of turns.

Does what ``dragoman.rules.move``, ``adjust`` and ``end_year`` do, by the same source, but
takes and gives numbers and says less about them; see ``streaming`` for the numbers. Importing
this module imports numpy; the first call compiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dragoman.board import Board, Unit
from dragoman.extras import extra
from dragoman.orders import Order
from dragoman.rules.batch.compile import compiled
from dragoman.rules.batch.room import make_room
from dragoman.rules.choices.switches import RuleSet
from dragoman.rules.engine.codes import A_WIDTH, NONE, O_WIDTH
from dragoman.rules.engine.packing import cells_needed
from dragoman.rules.engine.tables import numbers, rule_codes, terms_of
from dragoman.rules.judge.adjustments import write_adjustment
from dragoman.rules.judge.encoding import write_order
from dragoman.rules.model.phase import Phase

with extra("fast"):
    import numpy as np


class Moved(NamedTuple):
    """What came of a movement phase. ``results`` are places in ``outcome.RESULTS``, one a unit;
    ``codes`` the units that stand, sorted; ``driven_out`` the others by their place in the
    list given, with the locations that they may retreat to."""

    results: Sequence[int]
    codes: list[int]
    driven_out: dict[int, list[str]]


class Adjusted(NamedTuple):
    """What came of an adjustment phase: of each order, then each order of the judge's own, the
    code of its unit (NONE for a waived build) and whether it was done; and the units that
    stand now, sorted."""

    told: list[tuple[int, bool]]
    codes: list[int]


class Owned(NamedTuple):
    """How a year ended: the power that has won, whether there is anything to adjust, and the
    codes of the centres with their owners, sorted."""

    winner: str | None
    adjusts: bool
    owners: list[int]


class Swift:
    """The compiled judge for one board without gateways and high seas under one rule set.

    A unit is a number, and so is a centre with its owner; an order is the number of a row in
    a table that ``order`` adds to. All lists of units and owners must be sorted.
    """

    def __init__(self, board: Board, rule_set: RuleSet, victory_centers: int) -> None:
        n = self._n = numbers(board)
        self._rule_set, self._victory = rule_set, victory_centers
        self._rules = np.array(rule_codes(rule_set), dtype=np.int32)
        self._grounds = [
            np.array(n.ground_under(terms_of(rule_set, ice)), dtype=np.int32)
            for ice in (False, True)
        ]
        self.powers = tuple(sorted(n.powers))
        self.locations = tuple(sorted(n.locations))
        self._rank = {key: rank for rank, key in enumerate(self.locations)}
        self._power_rank = {key: rank for rank, key in enumerate(self.powers)}
        ranks = [n.power[key] for key in self.powers] + [n.location[key] for key in self.locations]
        ranks += [self._power_rank[key] for key in n.powers]
        ranks += [self._rank[key] for key in n.locations]
        self._ranks = np.array(ranks, dtype=np.int32)
        self.units_a_power = len(n.locations) * len(n.kinds)
        """How many codes there are for the units of one power: those of the first come first."""
        self._kernel = compiled()
        self._cells = np.zeros(cells_needed(len(n.places)), dtype=np.int32)
        self._most_orders = 4 * len(n.places) + 64
        self._room = make_room(n, self._most_orders, 1)
        self._answer = np.zeros(
            (4 + len(n.locations)) * len(n.places) + 2 * self._most_orders + 2, dtype=np.int32
        )
        self._moves = np.zeros((1024, O_WIDTH), dtype=np.int32)
        self._adjustments = np.zeros((256, A_WIDTH), dtype=np.int32)
        self._routes = np.zeros(1, dtype=np.int32)
        self._move_count = self._adjustment_count = 0

    def code(self, unit: Unit) -> int:
        """The number of a unit.

        Raises:
            KeyError: if the board lacks what it names.
        """
        place = self._rank[unit.location] * len(self._n.kinds) + self._n.kind[unit.kind]
        return self._power_rank[unit.power] * self.units_a_power + place

    def unit(self, code: int) -> Unit:
        """The unit of a number."""
        power, place = divmod(code, self.units_a_power)
        location, kind = divmod(place, len(self._n.kinds))
        return Unit(self.powers[power], self._n.kinds[kind], self.locations[location])

    def owned(self, center: str, power: str) -> int:
        """The number of a centre with its owner.

        Raises:
            KeyError: if the board lacks the centre or the power.
        """
        return self._rank[center] * len(self.powers) + self._power_rank[power]

    def owner(self, owned: int) -> tuple[str, str]:
        """The centre and its owner."""
        center, power = divmod(owned, len(self.powers))
        return self.locations[center], self.powers[power]

    def move_order(self, power: str, order: Order) -> int:
        """The number of an order of a movement phase.

        Raises:
            KeyError: if the board lacks what it names, or the order is for another phase.
        """
        routes: list[int] = self._routes.tolist()
        row = write_order(self._n, power, order, routes)
        if row is None:
            raise KeyError(order)
        self._routes = np.array(routes, dtype=np.int32)
        self._moves = _with_room(self._moves, self._move_count)
        self._moves[self._move_count] = row
        self._move_count += 1
        return self._move_count - 1

    def adjustment_order(self, power: str, order: Order) -> int:
        """The number of an order of an adjustment phase.

        Raises:
            KeyError: if the board lacks what it names.
        """
        self._adjustments = _with_room(self._adjustments, self._adjustment_count)
        self._adjustments[self._adjustment_count] = write_adjustment(self._n, power, order)
        self._adjustment_count += 1
        return self._adjustment_count - 1

    def move(self, phase: Phase, units: list[int], orders: list[int]) -> Moved | None:
        """Carry out a movement phase. None where two units stand in one province, or an order
        is not for a unit of its power or not the only one for it."""
        if len(orders) > self._most_orders:
            return None
        used = self._kernel.move_coded(
            self._grounds[phase.season == "F"],
            self._ranks,
            self._rules,
            _array(units),
            len(units),
            _array(orders),
            len(orders),
            self._moves.reshape(-1),
            self._routes,
            self._answer,
            self._room,
        )
        if used == NONE:
            return None
        count = len(units)
        answer: list[int] = self._answer[:used].tolist()
        codes = answer[count : 2 * count]
        driven_out: dict[int, list[str]] = {}
        at = 2 * count
        while at < used:
            index, ways = answer[at : at + 2]
            at += 2 + ways
            driven_out[index] = sorted(self._n.locations[to] for to in answer[at - ways : at])
        if driven_out:
            codes = [code for code in codes if code != NONE]
        codes.sort()
        return Moved(answer[:count], codes, driven_out)

    def adjust(self, units: list[int], owners: list[int], orders: list[int]) -> Adjusted | None:
        """Carry out an adjustment phase. None where two units stand in one province, or an
        order leaves open which unit it is for."""
        if len(orders) > self._most_orders:
            return None
        used = self._kernel.adjust_coded(
            self._grounds[0],
            self._ranks,
            self._rules,
            _array(units),
            len(units),
            _array(owners),
            len(owners),
            _array(orders),
            len(orders),
            self._adjustments.reshape(-1),
            self._answer,
            self._room,
        )
        if used == NONE:
            return None
        answer: list[int] = self._answer[:used].tolist()
        end = 1 + 2 * answer[0]
        told = [(answer[at + 1], answer[at] == 1) for at in range(1, end, 2)]
        return Adjusted(told, sorted(answer[end:]))

    def end_year(self, units: list[int], owners: list[int]) -> Owned:
        """Settle the ownership of the centres."""
        used = self._kernel.end_year_coded(
            self._grounds[0],
            self._ranks,
            self._rules,
            self._victory,
            _array(units),
            len(units),
            _array(owners),
            len(owners),
            self._answer,
            self._cells,
            self._room,
        )
        winner, adjusts, *owned = self._answer[:used].tolist()
        return Owned(self.powers[winner - 1] if winner else None, adjusts == 1, owned)


def _array(values: list[int]) -> Any:
    return np.array(values, dtype=np.int32)


def _with_room(table: Any, used: int) -> Any:
    """The table, twice as long if it is full."""
    if used < len(table):
        return table
    return np.concatenate((table, np.zeros_like(table)))
