"""One movement phase after another, compiled: for streams of turns.

Takes orders as written and does what ``dragoman.rules.move`` does, by the same source, but
says less about it. Importing this module imports numpy; the first call compiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dragoman.board import Board, Unit
from dragoman.orders import Order
from dragoman.rules.aftermath import retreats
from dragoman.rules.codes import NONE, O_BY, O_WIDTH, WIDTH
from dragoman.rules.compiled import compiled
from dragoman.rules.encoding import unit_row, write_order
from dragoman.rules.ground import numbers, rule_codes
from dragoman.rules.outcome import RESULTS, Result
from dragoman.rules.switches import RuleSet


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one unit: its order's result, and where it stands (None: driven out,
    and ``options`` says where it may retreat to)."""

    result: Result
    location: str | None
    options: tuple[str, ...] = ()


class Swift:
    """The compiled judge for movement phases of one board under one rule set."""

    def __init__(self, board: Board, rule_set: RuleSet) -> None:
        self._n = numbers(board)
        self._rules = np.array(rule_codes(rule_set), dtype=np.int32)
        self._ground = np.array(self._n.ground, dtype=np.int32)
        self._kernel = compiled()
        self._unit_rows: dict[Unit, list[int]] = {}
        self._order_rows: dict[Order, list[int] | None] = {}
        self._grow(64)

    def move(self, units: Sequence[Unit], orders: Sequence[tuple[str, Order]]) -> list[Fate]:
        """Carry out one movement phase: one fate a unit. Orders of other phases are ignored.

        Raises:
            KeyError: if a unit or order names something that is not on the board.
        """
        n, count = self._n, len(units)
        routes: list[int] = []
        rows: list[int] = []
        for power, order in orders:
            row = self._order_row(power, order, routes)
            if row is not None:
                rows += row
        order_count = len(rows) // O_WIDTH
        if max(count, order_count) > self._capacity:
            self._grow(2 * max(count, order_count))
        stand = np.array([self._unit_row(unit) for unit in units], dtype=np.int32)
        if count:
            self._units[: count * WIDTH].reshape(count, WIDTH)[:, : stand.shape[1]] = stand
        self._at.fill(NONE)
        self._at[stand[:, 0] if count else []] = self._offsets[:count]
        self._rivals.fill(NONE)
        self._orders[: len(rows)] = rows
        self._kernel.settle_written(
            self._ground,
            self._rules,
            count,
            self._units,
            self._at,
            self._rivals,
            self._orders,
            order_count,
            np.array(routes or [NONE], dtype=np.int32),
            self._sea,
            self._todo,
            self._trail,
            self._full,
            self._report,
        )
        report: list[int] = self._report[: 3 * count].tolist()
        full: list[int] = []
        fates: list[Fate] = []
        for index, unit in enumerate(units):
            result, to, origin = report[3 * index : 3 * index + 3]
            if to != NONE:
                fates.append(Fate(RESULTS[result], n.locations[to]))
                continue
            full = full or self._full.tolist()
            options = [0] * len(n.locations)
            found = retreats(
                n.ground, n.kind[unit.kind], n.location[unit.location], origin, full, options
            )
            ways = tuple(sorted(n.locations[way] for way in options[:found]))
            fates.append(Fate(RESULTS[result], None, ways))
        return fates

    def _unit_row(self, unit: Unit) -> list[int]:
        row = self._unit_rows.get(unit)
        if row is None:
            row = self._unit_rows[unit] = unit_row(self._n, unit)
        return row

    def _order_row(self, power: str, order: Order, routes: list[int]) -> list[int] | None:
        row = self._order_rows.get(order)
        if row is None and order not in self._order_rows:
            before = len(routes)
            row = write_order(self._n, power, order, routes)
            if len(routes) == before and len(self._order_rows) < 1_000_000:
                self._order_rows[order] = row
        if row is None:
            return None
        row[O_BY] = self._n.power[power]
        return row

    def _grow(self, capacity: int) -> None:
        """Make room for this many units and orders."""

        def ints(size: int) -> Any:
            return np.zeros(size, dtype=np.int32)

        places = len(self._n.places)
        self._capacity = capacity
        self._units = ints(capacity * WIDTH)
        self._orders = ints(capacity * O_WIDTH)
        self._offsets = np.arange(capacity, dtype=np.int32) * WIDTH
        self._at, self._rivals, self._full = ints(places), ints(places), ints(places)
        self._sea = ints(4 * capacity + 4)
        self._todo = ints(3 * capacity + 1)
        self._trail = ints(12 * capacity + 9)
        self._report = ints(3 * capacity)
