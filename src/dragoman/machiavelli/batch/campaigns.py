"""Games of Machiavelli by the thousand: rows of positions in, rows of the next positions out.

The engine is compiled when it is first called, which takes a while once for every version of
Dragoman, and runs on all cores; or it is run as plain Python, on the same rows. Arrays are NumPy's
where that is installed, and a ``Grid`` where it is not (see ``dragoman.native.grid``).
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from itertools import chain, pairwise
from typing import Any, Final, TypeAlias

from dragoman.board import Board
from dragoman.errors import DragomanError
from dragoman.machiavelli.batch.campaign_form import ROW_UNITS, ROW_WINNER
from dragoman.machiavelli.batch.campaign_kernel import DRAW, JUDGE, PLAY, carry_on
from dragoman.machiavelli.batch.campaign_packing import (
    campaign_form,
    packed_row,
    unpacked_orders,
    unpacked_row,
)
from dragoman.machiavelli.batch.compile_campaigns import (
    MOST_PLACES,
    MOST_POWERS,
    compiled_campaigns,
    realm_arrays,
)
from dragoman.machiavelli.engine.realm import (
    GROUPS_OF_REALM,
    Realm,
    RealmCodes,
    ScenarioTables,
    new_realm,
)
from dragoman.machiavelli.judge.scenario_index import realm_codes, scenario_index, scenario_tables
from dragoman.machiavelli.scenario import Scenario
from dragoman.native.grid import Grid, as_grid, given_out, grid_of
from dragoman.orders import Order
from dragoman.rules.batch.arrays import WORD, Arrays, KernelSize, flat, kernel_size, room
from dragoman.rules.batch.chunk import CHUNK_NUMBERS, Chunk
from dragoman.rules.batch.number_types import Numbers, Shorts
from dragoman.rules.batch.random_states import random_states
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.room import new_turn
from dragoman.rules.engine.tables import BoardTables, CalendarTables, RuleCodes
from dragoman.rules.engine.turn import OrderRows, Turn, columns_of
from dragoman.rules.judge.board_index import calendar_tables, rule_codes
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.position import Position

Rows: TypeAlias = Shorts
"""Positions, a row each; or the orders that go with them."""

_SMALLEST: Final = 142
"""Boards of up to so many locations share a kernel: both maps, with every city a place."""
_WIDTH: Final = 5 * 700
"""How many numbers the orders of one position take at most."""


class Campaigns:
    """The judge of many positions of one scenario of Machiavelli under one rule set.

    ``threads`` is how many to use at once, by default as many as the machine has cores.
    ``is_compiled`` says whether the engine is compiled, or run as plain Python; what comes of it
    is the same.

    Raises:
        DragomanError: if the scenario is larger than there is room for.
    """

    def __init__(
        self,
        board: Board,
        scenario: Scenario,
        rule_set: RuleSet,
        calendar: Calendar,
        *,
        threads: int | None = None,
        is_compiled: bool = True,
    ) -> None:
        self.rule_set, self.calendar = rule_set, calendar
        self.threads = threads or os.cpu_count() or 1
        self.is_compiled = is_compiled
        self._g = g = scenario_index(board, scenario)
        if len(board.provinces) > MOST_PLACES or len(board.powers) > MOST_POWERS:
            raise DragomanError(f"there is room for {MOST_PLACES} places and {MOST_POWERS} powers")
        self._board = g.board.tables_for(rule_set, ice=False)
        self._rules, self._calendar = rule_codes(rule_set), calendar_tables(calendar)
        self._scenario, self._codes = (
            scenario_tables(board, scenario, calendar),
            realm_codes(rule_set),
        )
        self._form = campaign_form(g, WORD)
        self._listed = 16384

    @property
    def cells_per_position(self) -> int:
        """The number of numbers a position takes."""
        return self._form.row

    def pack(self, positions: Sequence[Position]) -> Rows:
        """Positions as rows.

        Raises:
            KeyError: if one names something that is not on the board.
            DragomanError: if a phase is not in the calendar, or a number is too large for a row.
        """
        made = [packed_row(self._g, self._form, self.calendar, one) for one in positions]
        numbers = list(chain.from_iterable(made))
        return given_out(grid_of("i4", numbers, (len(made), self._form.row)))

    def unpack(self, rows: Rows) -> list[Position]:
        """Rows as positions."""
        return [unpacked_row(self._g, self._form, self.calendar, row) for row in rows.tolist()]

    def unpack_orders(self, rows: Rows, orders: Rows) -> list[dict[str, list[Order]]]:
        """The orders that go with rows, by power."""
        positions = self.unpack(rows)
        pairs = zip(positions, orders.tolist(), strict=True)
        return [unpacked_orders(self._g, position, cells) for position, cells in pairs]

    def winners(self, rows: Rows) -> list[str | None]:
        """The winner of each game, None where nobody has yet."""
        powers = (None, *self._g.board.powers)
        return [powers[number] for number in self._column(_rows(rows), ROW_WINNER)]

    def process(self, rows: Rows, orders: Rows) -> Rows:
        """Carry out the phase each position is in: the next positions. Won games stay."""
        after = _rows(rows).copy()
        chunk = self._chunk(after, as_grid(orders, "i4", "orders"))
        size = self._size_for(after)

        def run(begin: int, end: int) -> None:
            self._call(JUDGE, size, chunk | {"begin": begin, "end": end}, 0)

        self._share(run, len(after))
        return given_out(after)

    def random_orders(self, rows: Rows, states: Numbers) -> Rows:
        """Random orders for every unit and for money. ``states`` holds one number a position, the
        state of its random generator, which moves on."""
        held = _rows(rows)
        given = _no_orders(len(held))
        chunk = self._chunk(held, given, states=as_grid(states, "i8", "states"))
        size = self._size_for(held)

        def run(begin: int, end: int) -> None:
            self._with_room(DRAW, size, chunk | {"begin": begin, "end": end})

        self._share(run, len(held))
        return given_out(given)

    def play(self, rows: Rows, last_year: int, seed: int = 0) -> tuple[Rows, Numbers]:
        """Random legal play until a power wins, nobody has a unit, or ``last_year`` is over: the
        last positions, and how many campaigns each game took."""
        after = _rows(rows).copy()
        states, counts = random_states(len(after), seed, least=0), Grid("i8", (len(after),))
        size = self._size_for(after)

        def run(begin: int, end: int) -> None:
            chunk = self._chunk(after, _no_orders(1), states=states, counts=counts)
            own = {"begin": begin, "end": end, "last_year": last_year}
            self._with_room(PLAY, size, chunk | own)

        self._share(run, len(after))
        return given_out(after), given_out(counts)

    # How the engine is called.

    def _column(self, rows: Grid, place: int) -> list[int]:
        """A number of each row."""
        return rows.memory[place :: self._form.row].tolist()

    def _size_for(self, rows: Grid) -> KernelSize:
        units = max(self._column(rows, ROW_UNITS), default=0)
        return kernel_size(max(_SMALLEST, self._board.location_count), units)

    def _with_room(self, what: int, size: KernelSize, chunk: Arrays) -> None:
        """Have the engine go through a chunk, with more room for units and for legal orders
        whenever there is too little."""
        listed = self._listed
        while True:
            chunk["begin"] = self._call(what, size, chunk, listed)
            if chunk["begin"] == chunk["end"]:
                return
            needed = kernel_size(size.locations, chunk["cells"][chunk["begin"], ROW_UNITS])
            if needed.words > size.words:
                size = size._replace(words=needed.words)
            else:
                listed *= 4

    def _call(self, what: int, size: KernelSize, chunk: Arrays, listed: int) -> int:
        form = replace(self._form, unit_room=WORD * size.words)
        if not self.is_compiled:
            t = plain_turn(self._board, self._rules, self._calendar, listed)
            r = plain_realm(self._scenario, self._codes)
            fields: dict[str, Any] = {
                part: value if part in CHUNK_NUMBERS else list(value.numbers)
                for part, value in chunk.items()
            }
            found = carry_on(t, r, form, Chunk(**fields), what)
            for part in chunk.keys() - set(CHUNK_NUMBERS):
                chunk[part][:] = fields[part]
            return found
        t = room(self._board, size, listed) | {
            "board": flat(self._board),
            "rules": flat(self._rules),
            "calendar": flat(self._calendar),
        }
        r = realm_arrays(flat(self._scenario), flat(self._codes))
        return compiled_campaigns(size).call("carry_on", t, r, {"": flat(form)}, chunk, what)

    @staticmethod
    def _chunk(rows: Grid, orders: Grid, **others: Grid) -> Arrays:
        """The fields of a chunk by name; those not given are not used."""
        nothing = Grid("i8", (0,))
        chunk: Arrays = dict.fromkeys(("results", "states", "counts", "rows", "dues"), nothing)
        chunk |= {"cells": rows, "codes": orders}
        chunk |= dict.fromkeys(CHUNK_NUMBERS, 0) | {"is_checked": False}
        return chunk | {"width": orders.shape[1]} | others

    def _share(self, run: Callable[[int, int], None], count: int) -> None:
        """Run over 0 to ``count`` in one stretch a thread."""
        threads = max(1, min(self.threads, count)) if self.is_compiled else 1
        edges = [count * i // threads for i in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(run, a, b) for a, b in pairwise(edges)]:
                done.result()


def _rows(given: Rows) -> Grid:
    return as_grid(given, "i4", "rows")


def _no_orders(count: int) -> Grid:
    """Room for the orders of so many positions."""
    return grid_of("i4", array("i", [NONE]) * (count * _WIDTH), (count, _WIDTH))


# A turn and a realm in plain Python, with room for any position of a board.

_ROWS = 4096
"""How many rows there is room for of anything that a phase has."""


def plain_turn(board: BoardTables, rules: RuleCodes, calendar: CalendarTables, listed: int) -> Turn:
    """A turn with a place for a unit in every province."""
    places = board.province_count
    t = new_turn(board, rules, calendar, units=places, more=places, listed=listed)
    t.orders = OrderRows(*([NONE] * (2 * places) for _ in columns_of(OrderRows)))
    t.owners = [NONE] * places
    return t


def plain_realm(scenario: ScenarioTables, codes: RealmCodes) -> Realm:
    """A realm with room for the orders and events of any phase."""
    r = new_realm(scenario, codes)
    for name, rows in GROUPS_OF_REALM.items():
        setattr(r, name, rows(*([0] * _ROWS for _ in fields(rows))))
    return r
