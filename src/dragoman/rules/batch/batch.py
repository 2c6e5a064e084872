"""Millions of turns: arrays of positions and orders in, outcomes and next positions out.

Runs the source of the resolver compiled, on all cores. Where the machine code was not shipped, the
first call builds it, which takes a few seconds once for every version of Dragoman.

Arrays are NumPy's where that is installed, and a ``Grid`` where it is not (see
``dragoman.native.grid``). Both are taken without a copy where they lie in one piece.

Positions are rows of small numbers (``Batch.pack``; see ``packed_form``), orders rows of codes of
four bytes (``Batch.pack_orders``; see ``dragoman.rules.engine.packed_orders``), one a unit.
"""

from __future__ import annotations

import operator
import os
from array import array
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dragoman.board import Board
from dragoman.errors import DragomanError, checked
from dragoman.native.grid import Grid, as_grid, cell_name, given_out
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
from dragoman.rules.batch.number_types import Bytes, Cells, Codes, Flags, LegalOrders, Numbers
from dragoman.rules.batch.packed_form import C_DISLODGED, C_PHASE, C_WINNER, PackedForm
from dragoman.rules.batch.packed_turn import WAS_DISLODGED
from dragoman.rules.batch.packing import Packing
from dragoman.rules.batch.random_states import random_states
from dragoman.rules.batch.row_machine import FormForMachine, column, row_functions_for
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.packed_orders import LOCATION_BITS, numbers_for_others, packed_target
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import board_index, calendar_tables, rule_codes
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import RESULTS, Result
from dragoman.rules.model.position import Position

if TYPE_CHECKING:
    import numpy as np

    from dragoman.rules.batch.device import GraphicsCard
    from dragoman.rules.batch.in_compiled_code import Room
    from dragoman.rules.batch.position_columns import CellPacking, PositionColumns

_NO_YEAR = -100_000
"""Before any game begins."""
_LISTED_AT_ONCE: Final = 1 << 17
"""How many legal orders a thread lists before it puts them aside."""
_NO_NUMBERS, _NO_SHORTS, _NO_BYTES = (Grid(cell, (0,)) for cell in ("i8", "i4", "u1"))
_LISTED_BY_ROOM: Final = 1 << 16
"""How many legal orders of one position a room has room for: those of 34 units are 600."""


class _Positions(NamedTuple):
    """Packed positions that were looked over."""

    cells: Grid
    most_units: int
    """How many a position has at most."""
    most_orders: int
    """How many orders a position has to have at most."""


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
        phases = calendar_tables(calendar)
        self._kinds = column(phases.kind)
        self._form_of_rows = FormForMachine(self.form)
        self._open = {
            "board": flat(self._tables),
            "rules": flat(rule_codes(self.rule_set)),
            "calendar": flat(phases),
        }
        self._ice = Held({"": flat(self._n.tables_for(self.rule_set, ice=True))})
        self._form = Held({"": flat(self.form)})
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
        """The type of the numbers that packed positions consist of, as NumPy has it: of 16 bits, or
        of 32 where those cannot tell all units of the board apart."""
        return self._columns_of_cells.cell_type

    @property
    def cells_per_position(self) -> int:
        """The length of a packed position in numbers."""
        return self.form.row

    @property
    def bytes_per_position(self) -> int:
        """The bytes that one packed position takes in memory."""
        return self.form.row * self.form.cell_bits // 8

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
        return given_out(self.pack_grid(positions))

    def pack_grid(self, positions: Sequence[Position]) -> Grid:
        """The same as a grid, whether NumPy is installed or not."""
        return self._packing.pack(positions)

    def unpack(self, cells: Cells) -> list[Position]:
        """Rows of cells as positions, with the ways to retreat worked out."""
        return self._packing.unpack(self._looked_over(cells).cells, self._retreat_options)

    def pack_columns(self, columns: PositionColumns) -> Cells:
        """Positions that are columns of numbers as rows of cells, as ``pack`` does.

        Raises:
            DragomanError: if there are too many units, or a year is out of range.
        """
        return self._columns_of_cells.cells(columns)

    def are_crowded(self, units: Numbers, dislodged: Numbers) -> Flags:
        """For positions of so many units, and dislodged ones, whether there is no room for them in
        a row."""
        return self._columns_of_cells.are_crowded(units, dislodged)

    def columns(self, cells: Cells) -> PositionColumns:
        """Rows of cells as columns of numbers: what programs read that look at every position.

        Raises:
            MissingExtra: if NumPy is not installed.
        """
        self._looked_over(cells)
        return self._columns_of_cells.columns(cells)

    @cached_property
    def _columns_of_cells(self) -> CellPacking:
        """The packing of columns that are arrays of NumPy's."""
        from dragoman.rules.batch.position_columns import CellPacking

        return CellPacking(self._packing.tables, self.form)

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
        held = self._looked_over(cells).cells
        kinds: list[Any] = [phase.kind.value for phase in self.calendar.phases]
        phases: list[int] = self._column(held, C_PHASE)
        if len(phases) != len(orders):
            raise DragomanError(f"orders for {len(orders)} positions, and there are {len(cells)}")
        given = [
            orders_given(self.board, kinds[phase], own)
            for phase, own in zip(phases, orders, strict=True)
        ]
        return given_out(self._packing.pack_orders(held, given))

    def process(
        self,
        cells: Cells,
        codes: Codes,
        *,
        checked: bool = False,
        out: tuple[Cells, Bytes] | None = None,
    ) -> tuple[Cells, Bytes]:
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
        positions = self._looked_over(cells)
        given = _codes(codes)
        count, needed = len(positions.cells), positions.most_orders
        if len(given.shape) != 2 or given.shape[0] != count or given.shape[1] < needed:
            needs = count, needed
            raise DragomanError(f"codes of shape {given.shape}; needed are {needs} or more columns")
        cell = positions.cells.cell
        if out is not None:
            _check_fits(out[0], positions.cells.shape, cell)
            _check_fits(out[1], given.shape, "u1")
            after, results = as_grid(out[0], cell, "out"), as_grid(out[1], "u1", "out")
            after.memory[:] = positions.cells.memory
            results.memory.cast("B")[:] = bytes(len(results.numbers))
        else:
            after, results = positions.cells.copy(), Grid("u1", given.shape)
        self._process(positions._replace(cells=after), given, results, checked)
        return out or (given_out(after), given_out(results))

    def process_grids(self, cells: Grid, codes: Grid) -> tuple[Grid, Grid]:
        """``process`` for grids that are known to be right, with grids for answers."""
        positions = self._looked_over(cells)
        after, results = cells.copy(), Grid("u1", codes.shape)
        self._process(positions._replace(cells=after), codes, results, False)
        return after, results

    def _process(self, positions: _Positions, codes: Grid, results: Grid, is_checked: bool) -> None:
        """Carry out the phase of positions, which become the next ones."""
        after = positions.cells
        size = self._size_for(positions.most_units)
        if self._card is not None:
            arrays: list[Any] = [given_out(one) for one in (after, codes, results)]
            self._card.process(size, arrays[0], arrays[1], arrays[2], is_checked)
            return
        given = {"codes": codes, "results": results, "width": codes.shape[1]}
        chunk = self._chunk(after, **given, is_checked=is_checked)

        def run(begin: int, end: int) -> None:
            own = chunk | {"begin": begin, "end": end}
            with self._turn(size, 0) as turn:
                compiled(size).call("process_chunk", turn, self._ice, self._form, own)

        self._share(run, len(after))

    def process_many(
        self, row: Cells, codes: Codes, *, checked: bool = False
    ) -> tuple[Cells, Bytes]:
        """The outcome of one position under many sets of orders: ``process`` for as many copies of
        it as there are rows of codes.

        Raises:
            DragomanError: if ``row`` is no packed position of this board, or there are too few
                columns of codes.
        """
        one = as_grid(row, self._packing.cell, "a position")
        if one.shape != (self.form.row,):
            raise DragomanError(
                f"a position of shape {one.shape}; needed are {self.form.row} cells"
            )
        held = self._looked_over(Grid(one.cell, (1, *one.shape), one.numbers, one.address)).cells
        return self.process(given_out(held.some([0] * len(codes))), codes, checked=checked)

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
        size = size._replace(cell_bits=self.form.cell_bits)
        chunk = self._chunk(Grid(self._packing.cell, (0, self.form.row)), rows=Grid("i8", (1,)))
        turn = self._new_turn(size, _LISTED_BY_ROOM)
        row = Grid(self._packing.cell, (self.form.row,))
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
        return self._packing.form

    def random_orders(self, cells: Cells, states: Numbers) -> Codes:
        """A random legal order for every unit, ``(positions, provinces)``. ``states`` holds one
        number a position, the state of its random generator, which moves on.

        Raises:
            DragomanError: if ``cells`` are no packed positions of this board, or there are not as
                many states, as ``states`` makes them.
        """
        positions = self._looked_over(cells)
        count, width = len(positions.cells), len(self._n.places)
        _check_states(states, count)
        held = as_grid(states, "i8", "states")
        codes = Grid("i4", (count, width))
        codes.memory.cast("B")[:] = b"\xff" * (4 * count * width)  # NONE everywhere
        chunk = self._chunk(positions.cells, codes=codes, states=held, width=width)
        size = self._size_for(positions.most_units)

        def run(begin: int, end: int) -> None:
            self._with_room("choose_for_chunk", size, chunk | {"begin": begin, "end": end})

        if self._card is not None:
            arrays = (given_out(one) for one in (positions.cells, codes, held))
            self._card.choose(size, *arrays)
        else:
            self._share(run, count)
        return given_out(codes)

    def legal_orders(self, cells: Cells) -> LegalOrders:
        """All legal orders of the phase that each position is in.

        Raises:
            DragomanError: if ``cells`` are no packed positions of this board.
        """
        listed: Any = self._listed_orders(self._looked_over(cells))
        return LegalOrders(*map(given_out, listed))

    def _listed_orders(self, positions: _Positions) -> LegalOrders:
        """The same, in grids."""
        cells, machine = positions.cells, self._machine
        tables, gates = self._tables, self._tables.gate_count
        rows = Grid("i8", (len(cells) + 1,))
        total = machine["count_rows"](cells, self._kinds, gates, tables.power_count, rows)
        counts, dues = Grid("i8", (total,)), Grid("i4", (total,))
        chunk = self._chunk(cells, rows=rows, counts=counts, dues=dues)
        size = self._size_for(positions.most_units)
        parts: dict[int, memoryview[Any]] = {}

        def run(begin: int, end: int) -> None:
            while begin < end:
                codes = Grid("i4", (max(_LISTED_AT_ONCE, self._listed),))
                own = chunk | {"codes": codes, "room": len(codes), "end": end}
                with self._turn(size, self._listed) as turn:
                    given = turn, self._ice, self._form
                    while begin < end:
                        own["begin"] = begin
                        stop = compiled(size).call("list_for_chunk", *given, own)
                        if stop == begin:
                            self._listed *= 4
                            break
                        listed = machine["total_of"](counts, rows[begin], rows[stop])
                        parts[begin] = memoryview(codes.memory[:listed].tobytes()).cast("i")
                        begin = stop

        self._share(run, len(cells))
        starts = Grid("i8", (total + 1,))
        codes, at = Grid("i4", (machine["add_up"](counts, starts),)), 0
        memory = codes.memory
        for begin in sorted(parts):
            end = at + len(parts[begin])
            memory[at:end] = parts[begin]
            at = end
        owners = Grid("i4", (total,))
        places = column(tables.province_of), column(tables.gate_holder)
        machine["find_choosers"](cells, self._form_of_rows, self._kinds, rows, places, owners)
        return LegalOrders(codes, starts, rows, dues, owners)  # type: ignore[arg-type]

    def play(self, cells: Cells, last_year: int, seed: int = 0) -> tuple[Cells, Numbers]:
        """Random legal play until a power wins or ``last_year`` is over: the last positions,
        and how many phases each game took.

        Raises:
            DragomanError: if ``cells`` are no packed positions of this board.
        """
        positions = self._looked_over(cells)
        last_year = operator.index(last_year)
        after = positions.cells.copy()
        states, counts = random_states(len(after), seed), Grid("i8", (len(after),))
        provinces = len(self._n.places)
        tables = self._tables
        points = sum(map(operator.mul, tables.points, tables.is_center))
        size = self._size_for(max(positions.most_units, points // max(1, min(tables.cost))))

        def run(begin: int, end: int) -> None:
            chunk = self._chunk(
                after,
                codes=Grid("i4", (provinces,)),
                results=Grid("u1", (provinces,)),
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
            codes = Grid("i4", (provinces,))
            codes.memory[:] = memoryview(array("i", [NONE]) * provinces)
            given: list[Any] = [given_out(one) for one in (after, codes, states, counts)]
            self._card.play(size, given[0], given[1], given[2], given[3], last_year)
        else:
            self._share(run, len(after))
        return given_out(after), given_out(counts)

    def prepare(self, cells: Cells) -> None:
        """Compile all that can be asked of positions like these, so that nothing has to wait for
        that later."""
        some = cells[:1]
        self.process(some, self.random_orders(some, self.states(1)))
        self.legal_orders(some)
        self.retreat_options(some)
        self.play(some, _NO_YEAR)

    def need(self, units: int) -> None:
        """Have the machine code ready for positions of so many units.

        Raises:
            NoMachineCode: if there is none for this machine, nor a compiler.
        """
        row_functions_for(self.form.cell_bits)
        compiled(self._size_for(units))

    @staticmethod
    def states(count: int, seed: int = 0) -> Numbers:
        """States for ``count`` random generators: of a seed always the same."""
        return given_out(random_states(count, seed))

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

    def _looked_over(self, cells: Cells | Grid) -> _Positions:
        """Packed positions. What the kernel would take for some and read past their end is refused.

        Raises:
            DragomanError: if it is not rows of numbers of this board's form, or one has more units
                than a row has room for.
        """
        width, cell = self.form.row, self._packing.cell
        told: dict[str, Any] = getattr(cells, "__array_interface__", {})
        shape = told.get("shape", ())
        if len(shape) != 2 or shape[1] != width or told["typestr"][1:] != cell:
            what = f"cells of shape {shape} and type {cell_name(told.get('typestr', '')[1:])}"
            needed = f"rows of {width} {cell_name(cell)}, as pack makes them"
            raise DragomanError(f"{what}; needed are {needed}")
        held, most = as_grid(cells, cell, "cells"), Grid("i8", (2,))
        given = held, self._form_of_rows, self._kinds, self._tables.gate_count, most
        if self._machine["look_over"](*given) != NONE:
            raise DragomanError("these cells hold no positions of this board, as pack makes them")
        return _Positions(held, most[0], most[1])

    @property
    def _machine(self) -> Mapping[str, Callable[..., int]]:
        """The functions of ``row_survey``, as machine code."""
        return row_functions_for(self.form.cell_bits)

    def _column(self, cells: Grid, place: int) -> list[int]:
        """A number of each row."""
        return cells.memory[place :: self.form.row].tolist()

    def _size_for(self, units: int) -> KernelSize:
        """The size of the kernel for packed positions of so many units."""
        size = kernel_size(len(self.board.locations), units)
        return size._replace(cell_bits=self.form.cell_bits)

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
    def _chunk(cells: Grid, **others: Any) -> Arrays:
        """The fields of a chunk by name; those not given are not used."""
        chunk: Arrays = dict.fromkeys(("states", "counts", "rows"), _NO_NUMBERS)
        chunk |= {"codes": _NO_SHORTS, "dues": _NO_SHORTS, "results": _NO_BYTES}
        chunk |= dict.fromkeys(CHUNK_NUMBERS, 0) | {"is_checked": False}
        return chunk | {"cells": cells} | others

    def order_number(self, power: str, order: Order) -> int:
        """An order of a power as a number (see ``dragoman.rules.engine.packed_orders``).

        Raises:
            KeyError: if it names something that is not on the board, or a convoy route where the
                rule set keeps to that: there is no room for one in a number.
        """
        return self._packing.numbers.number(power, order)

    def retreat_options(self, cells: Cells) -> list[list[list[str]]]:
        """For each packed position where each of its dislodged units may go, by name."""
        return self._retreat_options(self._looked_over(cells).cells)

    def _retreat_options(self, cells: Grid) -> list[list[list[str]]]:
        found: list[list[list[str]]] = [[] for _ in range(len(cells))]
        waiting = [row for row, out in enumerate(self._column(cells, C_DISLODGED)) if out]
        if not waiting:
            return found
        listed = self._listed_orders(self._looked_over(cells.some(waiting)))
        names = self._n.locations
        targets = list(map(packed_target, listed.codes.tolist()))
        starts: list[int] = listed.starts.tolist()
        for place, (first, last) in zip(waiting, pairwise(listed.rows.tolist()), strict=True):
            found[place] = [  # the last order of each is to disband
                sorted(names[target] for target in targets[starts[row] : starts[row + 1] - 1])
                for row in range(first, last)
            ]
        return found

    def winner(self, row: Cells) -> str | None:
        """The power that has won the game of a packed position."""
        number = int(row[C_WINNER])
        return self._n.powers[number - 1] if number else None


def _codes(codes: Any) -> Grid:
    """Orders as the kernel takes them."""
    told: dict[str, Any] = getattr(codes, "__array_interface__", {})
    if told and told["typestr"][1:] != "i4" and not isinstance(codes, Grid):
        codes = codes.astype("i4")
    return as_grid(codes, "i4", "codes")


def _check_states(states: Any, count: int) -> None:
    """Refuse states that the kernel could not write to.

    Raises:
        DragomanError: if they are not so many, of another type, or do not lie in one piece.
    """
    told = states.__array_interface__
    is_ours = told["shape"] == (count,) and told["typestr"][1:] == "i8"
    if not is_ours or told["strides"] is not None or told["data"][1]:
        what = f"states of shape {told['shape']} and type {cell_name(told['typestr'][1:])}"
        needed = f"int64 of ({count},), in one piece that can be written to"
        raise DragomanError(f"{what}; needed are {needed}")


def _check_fits(given: Any, shape: tuple[int, ...], cell: str) -> None:
    """Refuse an array to write to that is not what the kernel writes.

    Raises:
        DragomanError: if it has another shape or type, or does not lie in one piece.
    """
    told = given.__array_interface__
    own = told["typestr"][1:]
    if told["shape"] != shape or own != cell or told["strides"] is not None or told["data"][1]:
        raise DragomanError(
            f"out has an array of {cell_name(own)} of shape {told['shape']}; "
            f"needed is {cell_name(cell)} of {shape}, in one piece that can be written to"
        )
