"""Millions of turns: arrays of positions and orders in, outcomes and next positions out.

Runs the source of the resolver compiled, on all cores. Importing this module imports numpy;
the first call compiles, which takes a while once for every version of Dragoman.

Positions are rows of small numbers (``Batch.pack``; see ``packed_form``), orders rows of codes of
four bytes (``Batch.pack_orders``; see ``dragoman.rules.engine.packed_orders``), one a unit.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dragoman.board import Board
from dragoman.extras import extra
from dragoman.orders import Order
from dragoman.rules.batch.arrays import Arrays, KernelSize, flat, kernel_size, room, set_number
from dragoman.rules.batch.compile import compiled
from dragoman.rules.batch.packed_form import C_DISLODGED, C_PHASE, C_UNITS, C_WINNER
from dragoman.rules.batch.packed_turn import WAS_DISLODGED
from dragoman.rules.batch.packing import Codes, OrderLists, Packing
from dragoman.rules.batch.position_columns import Cells, PositionColumns
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.packed_orders import LOCATION_BITS, numbers_for_others, packed_target
from dragoman.rules.judge.board_index import board_index, calendar_tables, rule_codes
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import RESULTS, Result
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position

with extra("fast"):
    import numpy as np
    import numpy.typing as npt

if TYPE_CHECKING:
    from dragoman.rules.batch.device import Device

_NO_YEAR = -100_000
"""Before any game begins."""
_LISTED_AT_ONCE: Final = 1 << 17
"""How many legal orders a thread lists before it puts them aside."""
_KINDS: Final = (PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT)


class LegalOrders(NamedTuple):
    """The legal orders of many positions.

    A position has a row of codes for each choice that is to be made: in a movement phase for each
    standing unit, in the order in which the position is packed, and then for each gatekeeper; in a
    retreat phase for each dislodged unit; in an adjustment phase for each power, in board order.
    The rows of position ``i`` are ``rows[i]`` to ``rows[i + 1]``, the codes of row ``j`` are
    ``codes[starts[j]:starts[j + 1]]``.
    """

    codes: npt.NDArray[np.int32]
    """Each of them as ``Batch.process`` takes it."""
    starts: npt.NDArray[np.int64]
    """One for each row, and one more at the end."""
    rows: npt.NDArray[np.int64]
    """One for each position, and one more at the end."""
    dues: npt.NDArray[np.int32]
    """For each row how many of its codes are to be ordered: 1, or 0 where a gateway has nobody to
    order its gatekeeper; for a power the supply points that it has to spend on builds, below zero
    what it has to gain by removals, so the number of orders where units cost one."""


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
        self._tables = self._n.tables_for(self.rule_set, ice=False)
        if max(len(board.locations), numbers_for_others(self._tables)) > LOCATION_BITS:
            raise ValueError(f"an order has room for no more than {LOCATION_BITS} locations")
        keeps_to_routes = self.rule_set.convoy_route_named != "ignored"
        self._packing = Packing(self._n, self._tables, calendar, keeps_to_routes)
        self._cells = self._packing.cells
        self._open = {
            "board": flat(self._tables),
            "rules": flat(rule_codes(self.rule_set)),
            "calendar": flat(calendar_tables(calendar)),
        }
        self._ice = {"": flat(self._n.tables_for(self.rule_set, ice=True))}
        self._form = {"": flat(self._cells.form)}
        self._listed = 16384
        self.device = device
        self._card: Device | None = None
        if device == "cuda":
            from dragoman.rules.batch.device import Device

            self._card = Device(self._turn, self._ice[""], self._form[""])

    def __reduce__(self) -> tuple[type[Batch], tuple[object, ...]]:
        """A copy is made anew: compiled code is neither copied nor pickled."""
        made_of = self.board, self.rule_set, self.victory_centers, self.threads, self.calendar
        return Batch, (*made_of, self.device)

    @property
    def cell_type(self) -> type[np.unsignedinteger[Any]]:
        """The type of the numbers that packed positions consist of: of 16 bits, or of 32 where
        those cannot tell all units of the board apart."""
        return self._cells.cell_type

    @property
    def cells_per_position(self) -> int:
        """How many numbers a packed position consists of."""
        return self._cells.form.row

    @property
    def bytes_per_position(self) -> int:
        """What one packed position takes in memory."""
        return self.cells_per_position * np.dtype(self.cell_type).itemsize

    def pack(self, positions: Sequence[Position]) -> Cells:
        """Positions as rows of cells, ``(positions, cells_per_position)``.

        Of a retreat phase the contested provinces are kept, and the province that a dislodged
        unit's attacker came from where that is next to it; options that a position lists without
        them are not.

        Raises:
            ValueError: if there are more units, as they can be where there are high seas, than
                the map has provinces for them and for gatekeepers; if somebody owns what is no
                centre; if the year is before 32768 B.C. or after 32767.
        """
        return self._packing.pack(positions)

    def unpack(self, cells: Cells) -> list[Position]:
        """Rows of cells as positions, with the ways to retreat worked out."""
        return self._packing.unpack(cells, self.retreat_options)

    def pack_columns(self, columns: PositionColumns) -> Cells:
        """Positions that are columns of numbers as rows of cells, as ``pack`` does.

        Raises:
            ValueError: if there are too many units, or a year is out of range.
        """
        return self._cells.cells(columns)

    def are_crowded(
        self, units: npt.NDArray[np.int64], dislodged: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.bool_]:
        """For positions of so many units, and dislodged ones, whether there is no room for them in
        a row."""
        return self._cells.are_crowded(units, dislodged)

    def columns(self, cells: Cells) -> PositionColumns:
        """Rows of cells as columns of numbers: what programs read that look at every position."""
        return self._cells.columns(cells)

    def pack_orders(self, cells: Cells, orders: Sequence[OrderLists]) -> Codes:
        """The orders of each position, by power, as codes, ``(positions, provinces)``.

        Meant for orders that a program wrote: the unit and what it does must be named
        exactly. Units without an order hold, dislodged ones disband. The codes of gatekeepers
        stand behind those of the units. What comes after the last order is -1.

        Raises:
            KeyError: if an order names something that is not on the board, or a convoy route where
                the rule set keeps to that.
            ValueError: if an order is for a unit that is not there or belongs to another phase, or
                a position has more orders of an adjustment phase than the map has provinces.
        """
        return self._packing.pack_orders(cells, orders)

    def process(
        self, cells: Cells, codes: Codes, *, checked: bool = False
    ) -> tuple[Cells, npt.NDArray[np.uint8]]:
        """Carry out the phase each position is in: the next positions, and the results.

        ``codes`` may have fewer columns than the board has provinces, as long as there is one for
        each unit and gatekeeper. ``results[i, j]`` is what became of code j of position i, a place
        in ``dragoman.rules.RESULTS``, with ``WAS_DISLODGED`` added for a unit driven out.
        ``checked`` skips the check of legality for orders known to be legal. Won games stay
        as they are.

        Raises:
            ValueError: if there are too few rows or columns of codes.
        """
        codes = np.ascontiguousarray(codes, dtype=np.int32)
        if len(codes) != len(cells) or codes.shape[1] < self._columns_needed(cells):
            shape = len(cells), self._columns_needed(cells)
            raise ValueError(f"codes of shape {codes.shape}; needed are {shape} or more columns")
        after = np.array(cells, order="C")
        results = np.zeros(codes.shape, dtype=np.uint8)
        lot = self._lot(after, codes=codes.reshape(-1), results=results.reshape(-1))
        size = self._size_for(cells)

        def run(begin: int, end: int) -> None:
            turn = self._turn(size, 0)
            compiled(size).call(
                "process_lot",
                *(turn, self._ice, self._form, lot),
                *(begin, end, codes.shape[1], checked),
            )

        if self._card is not None:
            self._card.process(size, after, codes, results, checked)
        else:
            self._share(run, len(cells))
        return after, results

    def _columns_needed(self, cells: Cells) -> int:
        """How many orders the position with the most of them has to have."""
        kinds = [phase.kind for phase in self.calendar.phases]
        moves = np.array([kind is PhaseKind.MOVEMENT for kind in kinds])[cells[:, C_PHASE]]
        retreats = np.array([kind is PhaseKind.RETREAT for kind in kinds])[cells[:, C_PHASE]]
        units = (cells[:, C_UNITS] * moves).max(initial=0) + self._tables.gate_count * moves.any()
        return max(int(units), int((cells[:, C_DISLODGED] * retreats).max(initial=0)))

    def random_orders(self, cells: Cells, states: npt.NDArray[np.int64]) -> Codes:
        """A random legal order for every unit, ``(positions, provinces)``. ``states`` holds one
        number a position, the state of its random generator, which moves on."""
        width = len(self._n.places)
        codes = np.full((len(cells), width), NONE, dtype=np.int32)
        lot = self._lot(np.ascontiguousarray(cells), codes=codes.reshape(-1), states=states)
        size = self._size_for(cells)

        def run(begin: int, end: int) -> None:
            self._with_room("choose_for_lot", size, lot, begin, end, width)

        if self._card is not None:
            self._card.choose(size, np.ascontiguousarray(cells), codes, states)
        else:
            self._share(run, len(cells))
        return codes

    def legal_orders(self, cells: Cells) -> LegalOrders:
        """All legal orders of the phase that each position is in."""
        rows = np.zeros(len(cells) + 1, dtype=np.int64)
        kinds = [phase.kind for phase in self.calendar.phases]
        phases = cells[:, C_PHASE]
        choices = [
            cells[:, C_UNITS].astype(np.int64) + self._tables.gate_count,
            cells[:, C_DISLODGED].astype(np.int64),
            np.full(len(cells), len(self._n.powers)),
        ]
        of_kind = [np.array([kind is one for kind in kinds])[phases] for one in _KINDS]
        rows[1:] = np.cumsum(np.select(of_kind, choices))
        counts = np.zeros(rows[-1], dtype=np.int64)
        dues = np.zeros(rows[-1], dtype=np.int32)
        lot = self._lot(np.ascontiguousarray(cells), rows=rows, counts=counts, dues=dues)
        size = self._size_for(cells)
        parts: dict[int, npt.NDArray[np.int32]] = {}

        def run(begin: int, end: int) -> None:
            while begin < end:
                turn = self._turn(size, self._listed)
                codes = np.empty(max(_LISTED_AT_ONCE, self._listed), dtype=np.int32)
                own = lot | {"codes": codes}
                given = turn, self._ice, self._form, own
                while begin < end:
                    stop = compiled(size).call("list_for_lot", *given, begin, end, len(codes))
                    if stop == begin:
                        self._listed *= 4
                        break
                    listed = int(counts[rows[begin] : rows[stop]].sum())
                    parts[begin] = codes[:listed].copy()
                    begin = stop

        self._share(run, len(cells))
        starts = np.zeros(len(counts) + 1, dtype=np.int64)
        np.cumsum(counts, out=starts[1:])
        codes = [parts[begin] for begin in sorted(parts)] or [np.zeros(0, dtype=np.int32)]
        return LegalOrders(np.concatenate(codes), starts, rows, dues)

    def play(
        self, cells: Cells, last_year: int, seed: int = 0
    ) -> tuple[Cells, npt.NDArray[np.int64]]:
        """Random legal play until a power wins or ``last_year`` is over: the last positions,
        and how many phases each game took."""
        after = np.array(cells, order="C")
        states = self.states(len(cells), seed)
        counts = np.zeros(len(cells), dtype=np.int64)
        provinces = len(self._n.places)
        tables = self._tables
        points = sum(map(operator.mul, tables.points, tables.is_center))
        size = self._size_for(cells, points // max(1, min(tables.cost)))

        def run(begin: int, end: int) -> None:
            lot = self._lot(
                after,
                codes=np.zeros(provinces, dtype=np.int32),
                results=np.zeros(provinces, dtype=np.uint8),
                states=states,
                counts=counts,
            )
            self._with_room("play_lot", size, lot, begin, end, last_year)

        if self._card is not None:
            codes = np.full(provinces, NONE, dtype=np.int32)
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
    def states(count: int, seed: int = 0) -> npt.NDArray[np.int64]:
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
            begin = compiled(size).call(name, turn, self._ice, self._form, lot, begin, end, *others)
            if begin == end:
                return
            self._listed *= 4

    def _size_for(self, cells: Cells, may_become: int = 0) -> KernelSize:
        """The size of the kernel for packed positions that have so many units, or may come to
        have so many."""
        units = cells[:, C_UNITS].astype(np.int64) + cells[:, C_DISLODGED]
        most = max(int(units.max(initial=0)), may_become)
        size = kernel_size(len(self.board.locations), most)
        return size._replace(cell_bits=self._cells.form.cell_bits)

    def _turn(self, size: KernelSize, listed: int) -> Arrays:
        """The arrays of a turn for one thread, with room to list so many legal orders."""
        turn = self._open | room(self._tables, size, listed)
        set_number(turn, "victory_centers", self.victory_centers)
        return turn

    @staticmethod
    def _lot(cells: Cells, **others: Any) -> Arrays:
        """The arrays of a lot; those not given are not used."""
        nothing, none = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32)
        lot: Arrays = dict.fromkeys(("states", "counts", "rows"), nothing)
        lot |= {"codes": none, "dues": none, "results": none.astype(np.uint8)}
        return lot | {"cells": cells.reshape(-1)} | others

    def order_number(self, power: str, order: Order) -> int:
        """An order of a power as a number (see ``dragoman.rules.engine.packed_orders``).

        Raises:
            KeyError: if it names something that is not on the board, or a convoy route where the
                rule set keeps to that: there is no room for one in a number.
        """
        return self._packing.numbers.number(power, order)

    def retreat_options(self, cells: Cells) -> list[list[list[str]]]:
        """For each packed position where each of its dislodged units may go, by name."""
        found: list[list[list[str]]] = [[] for _ in range(len(cells))]
        waiting = np.flatnonzero(cells[:, C_DISLODGED])
        listed = self.legal_orders(cells[waiting])
        names = self._n.locations
        targets = list(map(packed_target, listed.codes.tolist()))
        starts: list[int] = listed.starts.tolist()
        for place, (first, last) in zip(
            waiting.tolist(), pairwise(listed.rows.tolist()), strict=True
        ):
            found[place] = [  # the last order of each is to disband
                sorted(names[target] for target in targets[starts[row] : starts[row + 1] - 1])
                for row in range(first, last)
            ]
        return found

    def winner(self, row: Cells) -> str | None:
        """The power that has won the game of a packed position."""
        number = int(row[C_WINNER])
        return self._n.powers[number - 1] if number else None
