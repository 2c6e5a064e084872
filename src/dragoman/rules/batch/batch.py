"""Millions of turns: arrays of positions and orders in, outcomes and next positions out.

Runs the source of the resolver compiled, on all cores. Importing this module imports numpy;
the first call compiles, which takes a while once for every version of Dragoman.

Positions are rows of small numbers (``Batch.pack``; see ``packed_form``), orders rows of codes of
four bytes (``Batch.pack_orders``; see ``dragoman.rules.engine.packed_orders``), one a unit.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from dragoman.board import Board
from dragoman.errors import DragomanError, checked
from dragoman.extras import extra
from dragoman.orders import Order, OrdersGiven, orders_given
from dragoman.rules.batch.arrays import (
    Arrays,
    Held,
    KernelSize,
    flat,
    kernel_size,
    room,
    set_number,
)
from dragoman.rules.batch.chunk import CHUNK_NUMBERS
from dragoman.rules.batch.compile import compiled
from dragoman.rules.batch.kernel_rows import KernelRoom
from dragoman.rules.batch.legal_rows import LegalOrders, choosers
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    PackedForm,
)
from dragoman.rules.batch.packed_turn import WAS_DISLODGED
from dragoman.rules.batch.packing import Codes, Packing
from dragoman.rules.batch.position_columns import Cells, PositionColumns
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.packed_orders import LOCATION_BITS, numbers_for_others, packed_target
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import board_index, calendar_tables, rule_codes
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import RESULTS, Result
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position

with extra("fast"):
    import numpy as np
    import numpy.typing as npt

if TYPE_CHECKING:
    from dragoman.rules.batch.device import GraphicsCard
    from dragoman.rules.batch.in_compiled_code import Room

_NO_YEAR = -100_000
"""Before any game begins."""
_LISTED_AT_ONCE: Final = 1 << 17
"""How many legal orders a thread lists before it puts them aside."""
_LISTED_BY_ROOM: Final = 1 << 16
"""How many legal orders of one position a room has room for: those of 34 units are 600."""
_KINDS: Final = (PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT)


@checked
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
        rule_set: RuleSet | str | None = None,
        victory_centers: int = 18,
        threads: int | None = None,
        calendar: Calendar = DIPLOMACY,
        device: str = "cpu",
    ) -> None:
        if device not in ("cpu", "cuda"):
            raise DragomanError(f'device is "cpu" or "cuda", not {device!r}')
        self.board = board
        self.rule_set = RuleSet() if rule_set is None else rules_called(rule_set)
        self.victory_centers = victory_centers
        self.threads = threads or os.cpu_count() or 1
        self.calendar = calendar
        self._n = board_index(board)
        self._tables = self._n.tables_for(self.rule_set, ice=False)
        self._fed = self._tables.center_count + board.build_terms.most_units
        if max(len(board.locations), numbers_for_others(self._tables)) > LOCATION_BITS:
            raise DragomanError(f"an order has room for no more than {LOCATION_BITS} locations")
        keeps_to_routes = self.rule_set.convoy_route_named != "ignored"
        self._packing = Packing(self._n, self._tables, calendar, keeps_to_routes)
        self._cells = self._packing.cells
        self._open = {
            "board": flat(self._tables),
            "rules": flat(rule_codes(self.rule_set)),
            "calendar": flat(calendar_tables(calendar)),
        }
        self._ice = Held({"": flat(self._n.tables_for(self.rule_set, ice=True))})
        self._form = Held({"": flat(self._cells.form)})
        self._listed = 16384
        self._spare: dict[tuple[KernelSize, int], list[Arrays]] = {}
        self.device = device
        self._card: GraphicsCard | None = None
        if device == "cuda":
            from dragoman.rules.batch.device import GraphicsCard

            self._card = GraphicsCard(self._new_turn, self._ice[""], self._form[""])

    def __reduce__(self) -> tuple[type[Batch], tuple[object, ...]]:
        """A copy is made anew: compiled code is neither copied nor pickled."""
        made_of = self.board, self.rule_set, self.victory_centers, self.threads, self.calendar
        return Batch, (*made_of, self.device)

    def __repr__(self) -> str:
        return f"<Batch of {self.board!r}: {self.device}, {self.threads} threads>"

    @property
    def cell_type(self) -> type[np.unsignedinteger[Any]]:
        """The type of the numbers that packed positions consist of: of 16 bits, or of 32 where
        those cannot tell all units of the board apart."""
        return self._cells.cell_type

    @property
    def cells_per_position(self) -> int:
        """The length of a packed position in numbers."""
        return self._cells.form.row

    @property
    def bytes_per_position(self) -> int:
        """The bytes that one packed position takes in memory."""
        return self.cells_per_position * np.dtype(self.cell_type).itemsize

    def pack(self, positions: Sequence[Position]) -> Cells:
        """Positions as rows of cells, ``(positions, cells_per_position)``.

        Of a retreat phase the contested provinces are kept, and the province that a dislodged
        unit's attacker came from where that is next to it; options that a position lists without
        them are not.

        Raises:
            DragomanError: if there are more units, as they can be where there are high seas, than
                the map has provinces for them and for gatekeepers; if somebody owns what is no
                centre; if the year is before 32768 B.C. or after 32767.
        """
        return self._packing.pack(positions)

    def unpack(self, cells: Cells) -> list[Position]:
        """Rows of cells as positions, with the ways to retreat worked out."""
        self._check_rows(cells)
        return self._packing.unpack(cells, self.retreat_options)

    def pack_columns(self, columns: PositionColumns) -> Cells:
        """Positions that are columns of numbers as rows of cells, as ``pack`` does.

        Raises:
            DragomanError: if there are too many units, or a year is out of range.
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
        self._check_rows(cells)
        return self._cells.columns(cells)

    def pack_orders(self, cells: Cells, orders: Sequence[Mapping[str, OrdersGiven]]) -> Codes:
        """The orders of each position, by power, as codes, ``(positions, provinces)``.

        Meant for orders that a program wrote, as objects or as text: the unit and what it does
        must be named exactly. Units without an order hold, dislodged ones disband. The codes of
        gatekeepers stand behind those of the units. What comes after the last order is -1.

        Raises:
            KeyError: if an order names something that is not on the board, or a convoy route where
                the rule set keeps to that.
            DragomanError: if an order is for a unit that is not there or belongs to another phase,
                or a position has more orders of an adjustment phase than the map has provinces.
        """
        self._check_rows(cells)
        kinds: list[Any] = [phase.kind.value for phase in self.calendar.phases]
        phases: list[int] = cells[:, C_PHASE].tolist()
        if len(phases) != len(orders):
            raise DragomanError(f"orders for {len(orders)} positions, and there are {len(cells)}")
        given = [
            orders_given(self.board, kinds[phase], own)
            for phase, own in zip(phases, orders, strict=True)
        ]
        return self._packing.pack_orders(cells, given)

    def process(
        self,
        cells: Cells,
        codes: Codes,
        *,
        checked: bool = False,
        out: tuple[Cells, npt.NDArray[np.uint8]] | None = None,
    ) -> tuple[Cells, npt.NDArray[np.uint8]]:
        """Carry out the phase each position is in: the next positions, and the results.

        ``codes`` may have fewer columns than the board has provinces, as long as there is one for
        each unit and gatekeeper. ``results[i, j]`` is what became of code j of position i, a place
        in ``dragoman.rules.RESULTS``, with ``WAS_DISLODGED`` added for a unit driven out.
        ``checked`` skips the check of legality for orders known to be legal. Won games stay
        as they are. ``out`` are arrays to write both to, instead of new ones: of the shapes of
        ``cells`` and ``codes``. The first may be ``cells`` itself.

        Raises:
            DragomanError: if ``cells`` are no packed positions of this board, if there are too few
                rows or columns of codes, or ``out`` has other shapes or types or does not lie in
                one piece.
        """
        self._check_rows(cells)
        codes = np.require(codes, np.int32, ("C", "W"))
        if (
            codes.ndim != 2
            or len(codes) != len(cells)
            or codes.shape[1] < self._columns_needed(cells)
        ):
            shape = len(cells), self._columns_needed(cells)
            raise DragomanError(f"codes of shape {codes.shape}; needed are {shape} or more columns")
        after, results = out or (np.empty_like(cells, order="C"), np.empty(codes.shape, np.uint8))
        _check_fits(after, cells.shape, self.cell_type)
        _check_fits(results, codes.shape, np.uint8)
        after[...] = cells
        results[...] = 0
        chunk = self._chunk(
            after,
            codes=codes.reshape(-1),
            results=results.reshape(-1),
            width=codes.shape[1],
            is_checked=checked,
        )
        size = self._size_for(cells)

        def run(begin: int, end: int) -> None:
            own = chunk | {"begin": begin, "end": end}
            with self._turn(size, 0) as turn:
                compiled(size).call("process_chunk", turn, self._ice, self._form, own)

        if self._card is not None:
            self._card.process(size, after, codes, results, checked)
        else:
            self._share(run, len(cells))
        return after, results

    def process_many(
        self, row: Cells, codes: Codes, *, checked: bool = False
    ) -> tuple[Cells, npt.NDArray[np.uint8]]:
        """The outcome of one position under many sets of orders: ``process`` for as many copies of
        it as there are rows of codes.

        Raises:
            DragomanError: if ``row`` is no packed position of this board, or there are too few
                columns of codes.
        """
        self._check_rows(row[np.newaxis])
        cells = np.tile(row, (len(codes), 1))
        return self.process(cells, codes, checked=checked)

    def room(self, units: int | None = None) -> Room:
        """Room for one thread of one's own compiled code, which calls the kernel with it (see
        ``dragoman.rules.batch.in_compiled_code``), for positions of up to so many units; by
        default for as many as there are centres.

        What those positions are made of, ``tables`` and ``form`` say.
        """
        from dragoman.rules.batch.in_compiled_code import room_of

        return room_of(self.kernel_room(units))

    def kernel_room(self, units: int | None = None) -> KernelRoom:
        """The same for ``dragoman.rules.batch.kernel_rows``."""
        most = self._fed if units is None else units
        size = kernel_size(len(self.board.locations), most)
        size = size._replace(cell_bits=self._cells.form.cell_bits)
        empty = np.zeros((0, self.cells_per_position), dtype=self.cell_type)
        chunk = self._chunk(empty, rows=np.zeros(1, dtype=np.int64))
        turn = self._new_turn(size, _LISTED_BY_ROOM)
        row = np.zeros(self.cells_per_position, dtype=self.cell_type)
        return KernelRoom(size, turn, self._ice, self._form, chunk, row)

    @property
    def tables(self) -> BoardTables:
        """The board as tables of numbers, while arctic water is open: steps of each kind of unit
        from each location, homes, centres, who can stand where. In the order of the board."""
        return self._tables

    @property
    def form(self) -> PackedForm:
        """The form of a packed position: the meaning of each number, and of the bits of a
        unit's."""
        return self._cells.form

    def _columns_needed(self, cells: Cells) -> int:
        """The number of orders the position with the most of them has to have."""
        kinds = [phase.kind for phase in self.calendar.phases]
        moves = np.array([kind is PhaseKind.MOVEMENT for kind in kinds])[cells[:, C_PHASE]]
        retreats = np.array([kind is PhaseKind.RETREAT for kind in kinds])[cells[:, C_PHASE]]
        units = (cells[:, C_UNITS] * moves).max(initial=0) + self._tables.gate_count * moves.any()
        return max(int(units), int((cells[:, C_DISLODGED] * retreats).max(initial=0)))

    def random_orders(self, cells: Cells, states: npt.NDArray[np.int64]) -> Codes:
        """A random legal order for every unit, ``(positions, provinces)``. ``states`` holds one
        number a position, the state of its random generator, which moves on.

        Raises:
            DragomanError: if ``cells`` are no packed positions of this board, or there are not as
                many states, as ``states`` makes them.
        """
        self._check_rows(cells)
        if states.shape != (len(cells),) or states.dtype != np.int64 or not states.flags.carray:
            what = f"states of shape {states.shape} and type {states.dtype.name}"
            needed = f"int64 of ({len(cells)},), in one piece that can be written to"
            raise DragomanError(f"{what}; needed are {needed}")
        width = len(self._n.places)
        codes = np.full((len(cells), width), NONE, dtype=np.int32)
        cells = np.require(cells, None, ("C", "W"))
        chunk = self._chunk(cells, codes=codes.reshape(-1), states=states, width=width)
        size = self._size_for(cells)

        def run(begin: int, end: int) -> None:
            self._with_room("choose_for_chunk", size, chunk | {"begin": begin, "end": end})

        if self._card is not None:
            self._card.choose(size, cells, codes, states)
        else:
            self._share(run, len(cells))
        return codes

    def legal_orders(self, cells: Cells) -> LegalOrders:
        """All legal orders of the phase that each position is in.

        Raises:
            DragomanError: if ``cells`` are no packed positions of this board.
        """
        self._check_rows(cells)
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
        chunk = self._chunk(
            np.require(cells, None, ("C", "W")), rows=rows, counts=counts, dues=dues
        )
        size = self._size_for(cells)
        parts: dict[int, npt.NDArray[np.int32]] = {}

        def run(begin: int, end: int) -> None:
            while begin < end:
                codes = np.empty(max(_LISTED_AT_ONCE, self._listed), dtype=np.int32)
                own = chunk | {"codes": codes, "room": len(codes), "end": end}
                with self._turn(size, self._listed) as turn:
                    given = turn, self._ice, self._form
                    while begin < end:
                        own["begin"] = begin
                        stop = compiled(size).call("list_for_chunk", *given, own)
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
        owners = choosers(cells, self._cells.form, self._tables, rows, of_kind)
        return LegalOrders(np.concatenate(codes), starts, rows, dues, owners)

    def play(
        self, cells: Cells, last_year: int, seed: int = 0
    ) -> tuple[Cells, npt.NDArray[np.int64]]:
        """Random legal play until a power wins or ``last_year`` is over: the last positions,
        and how many phases each game took.

        Raises:
            DragomanError: if ``cells`` are no packed positions of this board.
        """
        self._check_rows(cells)
        last_year = operator.index(last_year)
        after = np.array(cells, order="C")
        states = self.states(len(cells), seed)
        counts = np.zeros(len(cells), dtype=np.int64)
        provinces = len(self._n.places)
        tables = self._tables
        points = sum(map(operator.mul, tables.points, tables.is_center))
        size = self._size_for(cells, points // max(1, min(tables.cost)))

        def run(begin: int, end: int) -> None:
            chunk = self._chunk(
                after,
                codes=np.zeros(provinces, dtype=np.int32),
                results=np.zeros(provinces, dtype=np.uint8),
                states=states,
                counts=counts,
                begin=begin,
                end=end,
                width=provinces,
                is_checked=True,
                last_year=last_year,
            )
            self._with_room("play_chunk", size, chunk)

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

    def _with_room(self, name: str, size: KernelSize, chunk: Arrays) -> None:
        """Have a function of a kernel go through a chunk, with more room to list legal orders
        whenever there is too little."""
        while True:
            with self._turn(size, self._listed) as turn:
                given = turn, self._ice, self._form, chunk
                chunk["begin"] = compiled(size).call(name, *given)
            if chunk["begin"] == chunk["end"]:
                return
            self._listed *= 4

    def _check_rows(self, cells: Cells) -> None:
        """Refuse what the kernel would take for packed positions and read past their end.

        Raises:
            DragomanError: if it is not rows of numbers of this board's form, or one has more units
                than a row has room for.
        """
        width, of = self.cells_per_position, np.dtype(self.cell_type)
        if cells.ndim != 2 or cells.shape[1] != width or cells.dtype != of:
            what = f"cells of shape {cells.shape} and type {cells.dtype.name}"
            raise DragomanError(f"{what}; needed are rows of {width} {of.name}, as pack makes them")
        head = cells[:, : max(C_PHASE, C_UNITS, C_DISLODGED) + 1].max(axis=0, initial=0)
        units, dislodged = int(head[C_UNITS]), int(head[C_DISLODGED])
        is_of_phase = head[C_PHASE] < len(self.calendar.phases)
        if is_of_phase and units + 2 * dislodged <= self._cells.form.most_units:
            return  # no row can have too many; else each is looked at
        counts = cells[:, [C_UNITS, C_DISLODGED]].astype(np.int64)
        if not is_of_phase or self.are_crowded(counts[:, 0], counts[:, 1]).any():
            raise DragomanError("these cells hold no positions of this board, as pack makes them")

    def _size_for(self, cells: Cells, may_become: int = 0) -> KernelSize:
        """The size of the kernel for packed positions that have so many units, or may come to
        have so many."""
        units = cells[:, C_UNITS].astype(np.int64) + cells[:, C_DISLODGED]
        most = max(int(units.max(initial=0)), may_become)
        size = kernel_size(len(self.board.locations), most)
        return size._replace(cell_bits=self._cells.form.cell_bits)

    @contextmanager
    def _turn(self, size: KernelSize, listed: int) -> Generator[Arrays]:
        """The arrays of a turn for one thread, with room to list so many legal orders: those of an
        earlier call that nobody uses, if there are any."""
        spare = self._spare.setdefault((size, listed), [])
        try:
            turn = spare.pop()
        except IndexError:
            turn = self._new_turn(size, listed)
        yield turn
        spare.append(turn)

    def _new_turn(self, size: KernelSize, listed: int) -> Held:
        """Arrays of a turn that were never used."""
        turn = Held(self._open | room(self._tables, size, listed))
        set_number(turn, "victory_centers", self.victory_centers)
        return turn

    @staticmethod
    def _chunk(cells: Cells, **others: Any) -> Arrays:
        """The fields of a chunk by name; those not given are not used."""
        nothing, none = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32)
        chunk: Arrays = dict.fromkeys(("states", "counts", "rows"), nothing)
        chunk |= {"codes": none, "dues": none, "results": none.astype(np.uint8)}
        chunk |= dict.fromkeys(CHUNK_NUMBERS, 0) | {"is_checked": False}
        return chunk | {"cells": cells.reshape(-1)} | others

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


def _check_fits(array: npt.NDArray[Any], shape: tuple[int, ...], of: type[np.generic]) -> None:
    """Refuse an array to write to that is not what the kernel writes.

    Raises:
        DragomanError: if it has another shape or type, or does not lie in one piece.
    """
    if array.shape != shape or array.dtype != of or not array.flags["C_CONTIGUOUS"]:
        name = np.dtype(of).name
        raise DragomanError(
            f"out has an array of {array.dtype.name} of shape {array.shape}; "
            f"needed is {name} of {shape}, in one piece"
        )
