"""The desks at which threads have movements judged in machine code, and orders listed.

For single turns no machine code is built, which takes seconds: what was shipped, or is kept from
elsewhere, will do.
"""

from __future__ import annotations

import threading
from array import array
from functools import lru_cache
from itertools import chain
from typing import Final

from dragoman.board import Unit
from dragoman.extras import NoMachineCode
from dragoman.native.library import is_ready
from dragoman.remembered import Remembered
from dragoman.rules.batch.arrays import (
    Arrays,
    KernelSize,
    Layout,
    flat,
    kernel_size,
    room,
    zeros,
)
from dragoman.rules.batch.compile import RULES, compiled, unit_of
from dragoman.rules.batch.written_turn import (
    HEAD_TOLD,
    HEAD_WRITTEN,
    ORDER_CELLS,
)
from dragoman.rules.judge.board_index import BoardIndex, BoardTerms
from dragoman.rules.one_turn.order_cells import order_cells

_LISTED: Final = 8192
"""So many legal orders there is room for: those of 34 units are 600."""
_BYTES_BEGUN: Final = 5000
"""What the calls by certain terms take in memory, besides tables."""


class _Units(Remembered[int, Unit]):
    """Units by their numbers, as the kernel writes them."""

    def __init__(self, n: BoardIndex) -> None:
        super().__init__()
        self._n = n

    def __missing__(self, number: int) -> Unit:
        owner, spot = divmod(number, len(self._n.kinds) * len(self._n.locations))
        kind, location = divmod(spot, len(self._n.locations))
        return self.keep(number, self._n.row(owner, kind, location).unit, 100)


class _Begun:
    """The calls of a desk's kernel by certain terms, with what these need."""

    def __init__(self, desk: MovementDesk, terms: BoardTerms) -> None:
        self.terms = terms  # the number under which this is kept is theirs while they last
        self.orders = (
            order_cells(desk.n, terms.open_tables),
            order_cells(desk.n, terms.icy_tables),
        )
        self.phase = lru_cache(512)(terms.calendar.phase)
        tables = {
            "board": _flat(terms.open_tables),
            "rules": _flat(terms.rules),
            "calendar": _flat(terms.phases),
        }
        turn, told = desk.held(tables)
        self._held = turn, {"": _flat(terms.icy_tables)}, told
        kernel = compiled(desk.size)
        self.judge = kernel.bound("judge_written", *self._held)
        self.adjust = kernel.bound("adjust_written", *self._held)
        self.list = kernel.bound("list_written", *self._held)


_FLAT: Final[Remembered[int, tuple[object, array[int]]]] = Remembered()
"""Tables in one array, by the number of the object that has them, which is kept with it."""


def _flat(tables: object) -> array[int]:
    """Tables in one array, which nobody writes to: all threads have the same."""
    found = _FLAT.get(id(tables))
    if found is None:
        made = flat(tables)
        found = _FLAT.keep(id(tables), (tables, made), made.itemsize * len(made))
    return found[1]


class MovementDesk:
    """Arrays on which one thread has movements of a board judged."""

    def __init__(self, n: BoardIndex, terms: BoardTerms, size: KernelSize) -> None:
        self.n, self.size = n, size
        self.spots = len(n.kinds) * len(n.locations)
        """The number of a unit is its power's times this, and its spot."""
        self.most_orders = 2 * size.locations
        self.layout = Layout(size)
        self.units = _Units(n)
        self.holds: object = None
        """The movement that was judged last, ..."""
        self.terms: BoardTerms | None = None
        """... by these terms."""
        tables = terms.open_tables
        self.turn: Arrays = room(tables, size, _LISTED)
        capacity = size.locations
        head = HEAD_WRITTEN + capacity + 3 * tables.province_count
        orders = 2 * len(n.powers) + (2 + ORDER_CELLS) * self.most_orders
        self._written = zeros("i", head + orders)
        self._bytes = memoryview(self._written).cast("B")
        ways = capacity * (3 + len(n.locations))
        judged = HEAD_TOLD + 3 * capacity + 5 * tables.province_count + ways
        self.told = zeros("i", max(judged, 2 * capacity + 1 + 2 * _LISTED))
        self.told_bytes = memoryview(self.told).cast("B")
        ranks = zeros("i", 0)
        ranks.extend(chain.from_iterable(n.ranks))
        self.bytes = sum(one.itemsize * len(one) for one in (*self.turn.values(), self.told))
        self._begun: Remembered[int, _Begun] = Remembered()
        self._now: _Begun | None = None
        self._told = {"written": self._written, "ranks": ranks, "told": self.told}

    def begin(self, terms: BoardTerms) -> None:
        """Have what follows judged by these terms."""
        if self.terms is terms:
            return
        self.terms, self.holds = terms, None
        begun = self._begun.get(id(terms))
        if begun is None:
            begun = self._begun.keep(id(terms), _Begun(self, terms), _BYTES_BEGUN)
        self._now = begun  # its arrays have to stay, also if all that is remembered is forgotten
        self.orders, self.phase = begun.orders, begun.phase
        self._judge, self._adjust, self._list = begun.judge, begun.adjust, begun.list

    def held(self, tables: Arrays) -> tuple[Arrays, Arrays]:
        """The arrays that functions of the kernel take beside those of arctic waters: the turn with
        these ``tables``, and what is written and told."""
        return self.turn | tables, self._told

    def judge(self, written: bytes) -> bool:
        """Have a movement judged as it is written; False if there can be no such position."""
        self.holds = None
        self._bytes[: len(written)] = written
        return self._judge() == 0

    def adjust(self, written: bytes) -> bool:
        """The same for adjustments."""
        self.holds = None
        self._bytes[: len(written)] = written
        return self._adjust() == 0

    def list_orders(self, written: bytes) -> bool:
        """Have the legal orders of a position listed; False if there can be no such position, or
        there is no room for them."""
        self.holds = None
        self._bytes[: len(written)] = written
        return self._list() == 0


class _Desks(threading.local):
    """The desks of a thread, by board and by words of units."""

    def __init__(self) -> None:
        self.of: Remembered[tuple[BoardIndex, int], MovementDesk] = Remembered()


_DESKS: Final = _Desks()


_ASKED: Final[dict[KernelSize, int]] = {}
"""The number of times that machine code of a size was asked for and not at hand."""


def desk_for(n: BoardIndex, terms: BoardTerms, units: int) -> MovementDesk | None:
    """This thread's desk for positions of so many units; None where no machine code is at hand, or
    the board is larger than it has room for."""
    found = _DESKS.of.get((n, (units - 1) >> 6))
    if found is None:
        found = _new_desk(n, terms, units)
        if found is None:
            return None
    found.begin(terms)
    return found


def _new_desk(n: BoardIndex, terms: BoardTerms, units: int) -> MovementDesk | None:
    size = kernel_size(len(n.locations), units)
    asked = _ASKED.get(size, 0)
    _ASKED[size] = asked + 1
    if units > size.locations or asked & (asked - 1):  # looked for again when asked twice as often
        return None
    try:
        if not is_ready(unit_of(RULES, size)):
            return None
        desk = MovementDesk(n, terms, size)
    except NoMachineCode:
        return None
    _ASKED[size] = 0
    return _DESKS.of.keep((n, (units - 1) >> 6), desk, desk.bytes)
