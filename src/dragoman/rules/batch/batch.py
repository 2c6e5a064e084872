"""Millions of turns: arrays of positions and orders in, outcomes and next positions out.

Runs the source of the resolver compiled, on all cores. Importing this module imports numpy;
the first call compiles, which takes a while once for every version of Dragoman.

Positions are rows of small integers (``Batch.pack``; see ``dragoman.rules.engine.packing``),
orders rows of 64-bit codes (``Batch.pack_orders``; see ``dragoman.rules.engine.packed_orders``),
one code a unit.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from dragoman.board import Board, Unit
from dragoman.extras import extra
from dragoman.orders import (
    Build,
    Disband,
    Order,
    Remove,
    UnitRef,
    Waive,
)
from dragoman.rules.batch.arrays import (
    BYTE,
    Arrays,
    KernelSize,
    flat,
    kernel_size,
    room,
    set_number,
)
from dragoman.rules.batch.compile import compiled
from dragoman.rules.batch.order_numbers import order_number
from dragoman.rules.batch.packed_position import (
    BLOCKS,
    C_DISLODGED,
    C_HEADER,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    C_YEAR_HIGH,
    C_YEAR_LOW,
    CONTESTED,
    DISLODGED_KINDS,
    DISLODGED_LOCATIONS,
    DISLODGED_ORIGINS,
    DISLODGED_OWNERS,
    OWNERS,
    UNIT_KINDS,
    UNIT_LOCATIONS,
    UNIT_OWNERS,
    cells_needed,
)
from dragoman.rules.batch.packed_turn import WAS_DISLODGED
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import HOLD, NONE
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.judge.board_index import board_index, calendar_tables, rule_codes
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import RESULTS, Result
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Dislodged, Position

with extra("fast"):
    import numpy as np
    import numpy.typing as npt

if TYPE_CHECKING:
    from dragoman.rules.batch.device import Device

Cells: TypeAlias = npt.NDArray[np.signedinteger[Any]]
"""Packed positions, one a row; int8 where the board is small enough, else int16."""
Codes: TypeAlias = npt.NDArray[np.int64]

_NO_YEAR = -100_000
"""Before any game begins."""


class Batch:
    """The judge for many positions of one board under one rule set.

    ``victory_centers`` is what a power needs to win. ``threads`` is how many to use at once;
    by default as many as the machine has cores.
    ``calendar`` has the phases of a year. ``device`` says who judges: ``"cpu"``, or ``"cuda"`` for
    an NVIDIA card, which carries out phases, chooses orders and plays; lists of legal orders come
    from the processor all the same.

    Raises:
        MissingExtra: if ``device`` is ``"cuda"`` and the extra of that name is not installed.
        NoDevice: if there is no such card, or no driver for it.
    """

    def __init__(
        self,
        board: Board,
        rule_set: RuleSet | None = None,
        victory_centers: int = 18,
        threads: int | None = None,
        calendar: Calendar = DIPLOMACY,
        device: str = "cpu",
    ) -> None:
        if device not in ("cpu", "cuda"):
            raise ValueError(f'device is "cpu" or "cuda", not {device!r}')
        self.board = board
        self.rule_set = rule_set or RuleSet()
        self.victory_centers = victory_centers
        self.threads = threads or os.cpu_count() or 1
        self.calendar = calendar
        self._n = board_index(board)
        small = len(board.locations) <= BYTE
        self._type: type[np.signedinteger[Any]] = np.int8 if small else np.int16
        self._tables = self._n.tables_for(self.rule_set, ice=False)
        self._open = {
            "board": flat(self._tables),
            "rules": flat(rule_codes(self.rule_set)),
            "calendar": flat(calendar_tables(calendar)),
        }
        self._ice = {"": flat(self._n.tables_for(self.rule_set, ice=True))}
        self._keeps_to_routes = self.rule_set.convoy_route_named != "ignored"
        self._size = cells_needed(len(self._n.places))
        self._listed = 16384
        self.device = device
        self._card: Device | None = None
        if device == "cuda":
            from dragoman.rules.batch.device import Device

            self._card = Device(self._turn, self._ice[""])

    def __reduce__(self) -> tuple[type[Batch], tuple[object, ...]]:
        """A copy is made anew: compiled code is neither copied nor pickled."""
        made_of = self.board, self.rule_set, self.victory_centers, self.threads, self.calendar
        return Batch, (*made_of, self.device)

    @property
    def cell_type(self) -> type[np.signedinteger[Any]]:
        """The type of the numbers that packed positions consist of."""
        return self._type

    @property
    def cells_per_position(self) -> int:
        """How many numbers a packed position consists of."""
        return self._size

    @property
    def bytes_per_position(self) -> int:
        """What one packed position takes in memory."""
        return self._size * np.dtype(self._type).itemsize

    def pack(self, positions: Sequence[Position]) -> Cells:
        """Positions as rows of cells.

        The contested provinces and attackers' origins of a retreat phase are kept; options
        that a position lists without them are not.

        Raises:
            ValueError: if there are more units, as they can be where there are high seas, than
                the map has provinces for them and for gatekeepers.
        """
        n = self._n
        room = len(n.places) - len(n.gates)
        cells = np.zeros((len(positions), self._size), dtype=self._type)
        blocks = cells[:, C_HEADER:].reshape(len(positions), BLOCKS, len(n.places))
        blocks[:, OWNERS] = NONE
        for i, position in enumerate(positions):
            phase = position.phase
            if len(position.units) + len(position.dislodged) > room:
                raise ValueError(f"there is no room for more than {room} units")
            cells[i, C_PHASE] = self.calendar.place(phase)
            cells[i, C_YEAR_HIGH], cells[i, C_YEAR_LOW] = divmod(phase.year, 100)
            cells[i, C_UNITS], cells[i, C_DISLODGED] = len(position.units), len(position.dislodged)
            for j, unit in enumerate(position.units):
                blocks[i, UNIT_LOCATIONS, j] = n.location[unit.location]
                blocks[i, UNIT_OWNERS, j] = n.power[unit.power]
                blocks[i, UNIT_KINDS, j] = n.kind[unit.kind]
            for j, out in enumerate(position.dislodged):
                origin = NONE
                if out.came_from is not None and out.came_from not in {
                    self.board.province_of[to] for to in out.options
                }:
                    origin = n.location[out.came_from]
                blocks[i, DISLODGED_LOCATIONS, j] = n.location[out.unit.location]
                blocks[i, DISLODGED_OWNERS, j] = n.power[out.unit.power]
                blocks[i, DISLODGED_KINDS, j] = n.kind[out.unit.kind]
                blocks[i, DISLODGED_ORIGINS, j] = origin
            for center, owner in position.owners.items():
                blocks[i, OWNERS, n.location[center]] = n.power[owner]
            for province in position.contested:
                blocks[i, CONTESTED, n.location[province]] = 1
        return cells

    def unpack(self, cells: Cells) -> list[Position]:
        """Rows of cells as positions, with the ways to retreat worked out."""
        return [self._unpack(row) for row in cells]

    def pack_orders(self, cells: Cells, orders: Sequence[Mapping[str, Sequence[Order]]]) -> Codes:
        """The orders of each position as codes, one row a position.

        Meant for orders that a program wrote: the unit and what it does must be named
        exactly. Units without an order hold, dislodged ones disband. The codes of gatekeepers
        stand behind those of the units.

        Raises:
            KeyError: if an order names something that is not on the board, or a convoy route where
                the rule set keeps to that.
            ValueError: if an order is for a unit that is not there, or a position has more
                orders of an adjustment phase than the map has provinces.
        """
        codes = np.full((len(cells), len(self._n.places)), NONE, dtype=np.int64)
        for i, (row, given) in enumerate(zip(cells, orders, strict=True)):
            kind = self.calendar.phases[int(row[C_PHASE])].kind
            if kind is PhaseKind.ADJUSTMENT:
                listed = [
                    self.order_number(
                        power, Remove(order.unit) if isinstance(order, Disband) else order
                    )
                    for power, list_ in given.items()
                    for order in list_
                ]
                if len(listed) > codes.shape[1]:
                    raise ValueError(f"{len(listed)} orders are more than the map has provinces")
                codes[i, : len(listed)] = listed
                continue
            which, number = (UNIT_LOCATIONS, C_UNITS)
            if kind is PhaseKind.RETREAT:
                which, number = (DISLODGED_LOCATIONS, C_DISLODGED)
            units = self._units(row, which, int(row[number]))
            codes[i, : len(units)] = packed(HOLD, 0, NONE, NONE)
            ordered: set[int] = set()
            for power, list_ in given.items():
                for order in list_:
                    if isinstance(order, Build | Remove | Waive):
                        raise ValueError(f"{order} belongs to an adjustment phase")
                    if order.unit.location in self._n.gates:
                        gate = list(self._n.gates).index(order.unit.location)
                        codes[i, len(units) + gate] = self.order_number(power, order)
                        continue
                    place = self._ordered(units, power, order.unit, ordered)
                    codes[i, place] = self.order_number(power, order)
                    ordered.add(place)
        return codes

    def _ordered(self, units: Sequence[Unit], power: str, named: UnitRef, ordered: set[int]) -> int:
        """Which of the units an order is for: of several on a high sea the first without one."""
        here = self._n.locations[self._n.location[named.location]]
        there = [j for j, unit in enumerate(units) if unit.location == here]
        if named.location in self.board.high_seas:
            there = [
                j for j in there if units[j].power == power and named.kind in (None, units[j].kind)
            ]
            there = [j for j in there if j not in ordered] or there[-1:]
        if not there:
            raise ValueError(f"no unit at {named.location} can be ordered")
        return there[0]

    def process(
        self, cells: Cells, codes: Codes, *, checked: bool = False
    ) -> tuple[Cells, npt.NDArray[np.uint8]]:
        """Carry out the phase each position is in: the next positions, and the results.

        ``results[i, j]`` is what became of code j of position i, a place in
        ``dragoman.rules.RESULTS``, with ``WAS_DISLODGED`` added for a unit driven out.
        ``checked`` skips the check of legality for orders known to be legal. Won games stay
        as they are.
        """
        after = cells.copy()
        results = np.zeros(codes.shape, dtype=np.uint8)

        lot = self._lot(after, codes=codes.reshape(-1), results=results.reshape(-1))

        size = self._size_for(cells)

        def run(begin: int, end: int) -> None:
            turn = self._turn(size, 0)
            compiled(size).call("process_lot", turn, self._ice, lot, begin, end, checked)

        if self._card is not None:
            self._card.process(size, after, codes, results, checked)
        else:
            self._share(run, len(cells))
        return after, results

    def random_orders(self, cells: Cells, states: Codes) -> Codes:
        """A random legal order for every unit. ``states`` holds one number a position, the
        state of its random generator, which moves on."""
        codes = np.full((len(cells), len(self._n.places)), NONE, dtype=np.int64)

        lot = self._lot(cells, codes=codes.reshape(-1), states=states)

        size = self._size_for(cells)

        def run(begin: int, end: int) -> None:
            self._with_room("choose_for_lot", size, lot, begin, end)

        if self._card is not None:
            self._card.choose(size, cells, codes, states)
        else:
            self._share(run, len(cells))
        return codes

    def legal_orders(self, cells: Cells) -> list[tuple[npt.NDArray[np.int32], Codes]]:
        """All legal orders of movement phases: for each position where each unit's codes
        start, then each gatekeeper's (one more at the end), and the codes."""
        size = self._size_for(cells)
        turn = self._turn(size, self._listed)
        lot = self._lot(cells)
        found: list[tuple[npt.NDArray[np.int32], Codes]] = []
        for index in range(len(cells)):
            while True:
                total = compiled(size).call("list_for_one", turn, self._ice, lot, index)
                if total != NONE:
                    break
                self._listed *= 4
                turn = self._turn(size, self._listed)
            listed = int(cells[index, C_UNITS]) + self._tables.gate_count
            found.append((turn["starts"][: listed + 1].copy(), turn["found"][:total].copy()))
        return found

    def play(self, cells: Cells, last_year: int, seed: int = 0) -> tuple[Cells, Codes]:
        """Random legal play until a power wins or ``last_year`` is over: the last positions,
        and how many phases each game took."""
        after = cells.copy()
        states = self.states(len(cells), seed)
        counts = np.zeros(len(cells), dtype=np.int64)
        provinces = len(self._n.places)
        tables = self._tables
        points = sum(map(operator.mul, tables.points, tables.is_center))
        size = self._size_for(cells, points // max(1, min(tables.cost)))

        def run(begin: int, end: int) -> None:
            lot = self._lot(
                after,
                codes=np.zeros(provinces, dtype=np.int64),
                results=np.zeros(provinces, dtype=np.uint8),
                states=states,
                counts=counts,
            )
            self._with_room("play_lot", size, lot, begin, end, last_year)

        if self._card is not None:
            codes = np.full(provinces, NONE, dtype=np.int64)
            self._card.play(size, after, codes, states, counts, last_year)
        else:
            self._share(run, len(cells))
        return after, counts

    def prepare(self, cells: Cells) -> None:
        """Compile all that can be asked of positions like these, so that nothing has to wait for
        that later."""
        some = cells[:1]
        self.process(some, self.random_orders(some, self.states(1)))
        self.legal_orders(some)
        self.retreat_options(some)
        self.play(some, _NO_YEAR)

    @staticmethod
    def states(count: int, seed: int = 0) -> Codes:
        """States for ``count`` random generators."""
        return np.random.default_rng(seed).integers(1, 1 << 48, count, dtype=np.int64)

    def results(self, results: Iterable[int]) -> list[tuple[Result, bool]]:
        """One row of results as words, each with whether the unit was dislodged."""
        return [(RESULTS[r % WAS_DISLODGED], bool(r >= WAS_DISLODGED)) for r in results]

    @staticmethod
    def number_of(result: Result) -> int:
        """The number that stands for a result."""
        return RESULTS.index(result)

    def _share(self, run: Callable[[int, int], None], count: int) -> None:
        """Run over 0 to ``count`` in one stretch a thread."""
        threads = max(1, min(self.threads, count))
        if threads == 1:
            run(0, count)
            return
        edges = [count * i // threads for i in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(run, a, b) for a, b in pairwise(edges)]:
                done.result()

    def _with_room(
        self, name: str, size: KernelSize, lot: Arrays, begin: int, end: int, *others: int
    ) -> None:
        """Have a function of a kernel go through a lot, with more room to list legal orders
        whenever there is too little."""
        while True:
            turn = self._turn(size, self._listed)
            begin = compiled(size).call(name, turn, self._ice, lot, begin, end, *others)
            if begin == end:
                return
            self._listed *= 4

    def _size_for(self, cells: Cells, may_become: int = 0) -> KernelSize:
        """The size of the kernel for packed positions that have so many units, or may come to
        have so many."""
        units = cells[:, C_UNITS].astype(np.int64) + cells[:, C_DISLODGED]
        most = max(int(units.max(initial=0)), may_become)
        return kernel_size(len(self.board.locations), most)

    def _turn(self, size: KernelSize, listed: int) -> Arrays:
        """The arrays of a turn for one thread, with room to list so many legal orders."""
        turn = self._open | room(self._tables, size, listed)
        set_number(turn, "victory_centers", self.victory_centers)
        return turn

    @staticmethod
    def _lot(cells: Cells, **others: Any) -> Arrays:
        """The arrays of a lot; those not given are not used."""
        nothing = np.zeros(0, dtype=np.int64)
        lot: Arrays = dict.fromkeys(("codes", "states", "counts"), nothing)
        return lot | {"results": nothing.astype(np.uint8), "cells": cells.reshape(-1)} | others

    def order_number(self, power: str, order: Order) -> int:
        """An order of a power as a number (see ``dragoman.rules.engine.packed_orders``).

        Raises:
            KeyError: if it names something that is not on the board, or a convoy route where the
                rule set keeps to that: there is no room for one in a number.
        """
        return order_number(self._n, self._tables, self._keeps_to_routes, power, order)

    def _units(
        self, row: npt.NDArray[np.signedinteger[Any]], which: int, count: int
    ) -> tuple[Unit, ...]:
        """The units whose locations stand in one block of a packed position."""
        n = self._n
        blocks = row[C_HEADER:].reshape(-1, len(n.places))[which : which + 3, :count]
        return tuple(
            Unit(n.powers[int(owner)], n.kinds[int(kind)], n.locations[int(location)])
            for location, owner, kind in blocks.T
        )

    def _unpack(self, row: npt.NDArray[np.signedinteger[Any]]) -> Position:
        n = self._n
        blocks = row[C_HEADER:].reshape(-1, len(n.places))
        year = int(row[C_YEAR_HIGH]) * 100 + int(row[C_YEAR_LOW])
        phase = self.calendar.phase(int(row[C_PHASE]), year)
        owners = {
            n.places[p]: n.powers[int(blocks[OWNERS, p])]
            for p in np.flatnonzero(blocks[OWNERS] != NONE)
        }
        position = Position(phase, self._units(row, UNIT_LOCATIONS, int(row[C_UNITS])), owners)
        if phase.kind is not PhaseKind.RETREAT:
            return position
        contested = frozenset(n.places[p] for p in np.flatnonzero(blocks[CONTESTED]))
        units = self._units(row, DISLODGED_LOCATIONS, int(row[C_DISLODGED]))
        (options,) = self.retreat_options(row.reshape(1, -1))
        origins: list[int] = blocks[DISLODGED_ORIGINS, : len(units)].tolist()
        waiting = tuple(
            Dislodged(unit, tuple(ways), None if origin == NONE else n.places[origin])
            for unit, ways, origin in zip(units, options, origins, strict=True)
        )
        return Position(phase, position.units, owners, waiting, contested)

    def retreat_options(self, cells: Cells) -> list[list[list[str]]]:
        """For each packed position where each of its dislodged units may go, by name."""
        room = int(cells[:, C_DISLODGED].sum()) * (1 + len(self._n.locations))
        codes = np.zeros(room, dtype=np.int64)
        lot = self._lot(cells, codes=codes)
        size = self._size_for(cells)
        turn = self._turn(size, 0)
        compiled(size).call("list_retreats_for_lot", turn, self._ice, lot, 0, len(cells))
        found: list[list[list[str]]] = []
        begin = 0
        for waiting in cells[:, C_DISLODGED].tolist():
            found.append([])
            for _ in range(waiting):
                end = begin + 1 + int(codes[begin])
                numbers: list[int] = codes[begin + 1 : end].tolist()
                found[-1].append(sorted(self._n.locations[number] for number in numbers))
                begin = end
        return found

    def winner(self, row: npt.NDArray[np.signedinteger[Any]]) -> str | None:
        """The power that has won the game of a packed position."""
        number = int(row[C_WINNER])
        return self._n.powers[number - 1] if number else None
