"""One movement phase after another, compiled: for streams of turns.

Takes orders as written and does what ``dragoman.rules.move`` does, by the same source, but
says less about it. Importing this module imports numpy; the first call compiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dragoman.board import Board, Unit
from dragoman.orders import Order
from dragoman.rules.aftermath import retreats
from dragoman.rules.codes import NONE, O_WIDTH, WIDTH
from dragoman.rules.compiled import compiled
from dragoman.rules.encoding import unit_row, write_order
from dragoman.rules.ground import numbers, rule_codes
from dragoman.rules.outcome import RESULTS, Result
from dragoman.rules.phase import Phase
from dragoman.rules.switches import RuleSet

_CELL = 4
"""Bytes of one number."""
_REMEMBERED = 200_000
"""Different units and orders whose rows are kept; a stream of turns repeats itself a lot."""


class Fate(NamedTuple):
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
        self._rule_set = rule_set
        self._grounds: dict[str, tuple[list[int], Any]] = {}
        self._kernel = compiled()
        # by identity, which spares hashing; what is kept here keeps its identity
        self._unit_rows: dict[int, tuple[bytes, Unit]] = {}
        self._order_rows: dict[tuple[str, int], tuple[bytes, Order]] = {}
        self._no_routes = np.zeros(1, dtype=np.int32)
        self._grow(64)

    def move(
        self, phase: Phase, units: Sequence[Unit], orders: Sequence[tuple[str, Order]]
    ) -> list[Fate]:
        """Carry out one movement phase: one fate a unit. Orders of other phases are ignored.

        Raises:
            KeyError: if a unit or order names something that is not on the board.
        """
        n, count = self._n, len(units)
        listed, ground = self._ground(phase)
        routes: list[int] = []
        unit_rows = bytearray().join([self._unit_row(unit) for unit in units])
        order_rows = bytearray().join([self._order_row(p, order, routes) for p, order in orders])
        order_count = len(order_rows) // (O_WIDTH * _CELL)
        if max(count, order_count) > self._capacity:
            self._grow(2 * max(count, order_count))
        self._kernel.settle_written(
            ground,
            self._rules,
            count,
            np.frombuffer(unit_rows or bytearray(_CELL), dtype=np.int32),
            self._at,
            self._rivals,
            np.frombuffer(order_rows or bytearray(_CELL), dtype=np.int32),
            order_count,
            np.array(routes, dtype=np.int32) if routes else self._no_routes,
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
                listed, n.kind[unit.kind], n.location[unit.location], origin, full, options
            )
            ways = tuple(sorted(n.locations[way] for way in options[:found]))
            fates.append(Fate(RESULTS[result], None, ways))
        return fates

    def _ground(self, phase: Phase) -> tuple[list[int], Any]:
        """The tables for a phase, as a list and as an array."""
        found = self._grounds.get(phase.season)
        if found is None:
            listed = self._n.ground_for(self._rule_set, phase)
            found = self._grounds[phase.season] = listed, np.array(listed, dtype=np.int32)
        return found

    def _unit_row(self, unit: Unit) -> bytes:
        known = self._unit_rows.get(id(unit))
        if known is not None:
            return known[0]
        given = unit_row(self._n, unit)
        row = _bytes(given + [0] * (WIDTH - len(given)))
        if len(self._unit_rows) < _REMEMBERED:
            self._unit_rows[id(unit)] = row, unit
        return row

    def _order_row(self, power: str, order: Order, routes: list[int]) -> bytes:
        known = self._order_rows.get((power, id(order)))
        if known is not None:
            return known[0]
        before = len(routes)
        written = write_order(self._n, power, order, routes)
        row = b"" if written is None else _bytes(written)
        if len(routes) == before and len(self._order_rows) < _REMEMBERED:
            self._order_rows[power, id(order)] = row, order
        return row

    def _grow(self, capacity: int) -> None:
        """Make room for this many units and orders."""

        def ints(size: int) -> Any:
            return np.zeros(size, dtype=np.int32)

        places = len(self._n.places)
        self._capacity = capacity
        self._at, self._rivals, self._full = ints(places), ints(places), ints(places)
        self._sea = ints(4 * capacity + 4)
        self._todo = ints(3 * capacity + 1)
        self._trail = ints(12 * capacity + 9)
        self._report = ints(3 * capacity)


def _bytes(row: list[int]) -> bytes:
    return np.array(row, dtype=np.int32).tobytes()
