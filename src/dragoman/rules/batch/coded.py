"""Turns of streams, in which the same units, orders and centres come again and again: each is a
code, looked up once, and a lot of turns is judged at a time.

The codes of units sort as units are listed, by the name of the power, then of the location; so do
those of centres with their owners, by the name of the centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from dragoman.board import Unit
from dragoman.extras import extra
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from dragoman.rules.batch.batch import Batch
from dragoman.rules.batch.packed_position import (
    BLOCKS,
    C_DISLODGED,
    C_HEADER,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    C_YEAR_HIGH,
    C_YEAR_LOW,
    DISLODGED_KINDS,
    DISLODGED_LOCATIONS,
    DISLODGED_ORIGINS,
    OWNERS,
    UNIT_KINDS,
    UNIT_LOCATIONS,
    UNIT_OWNERS,
)
from dragoman.rules.engine.codes import NONE
from dragoman.rules.model.phase import Phase

with extra("fast"):
    import numpy as np


class OrderCode(NamedTuple):
    """An order as a number, and what the turn has to have for the number to say all of it.

    ``unit`` is the code of the unit ordered. Where the order names another unit, ``other`` is the
    code of that but for its power, and ``place`` the province: whoever stands there must be that.
    ``power`` is the number of the power that the order gives to it, NONE if it names none.
    """

    number: int
    unit: int
    place: str = ""
    other: int = 0
    power: int = NONE


class CodedTurn(NamedTuple):
    """A turn to be judged: the codes of the units that stand, of the dislodged ones and of the
    centres that are owned, and numbers of orders: in a movement phase one for each standing unit,
    in a retreat phase one for each dislodged one."""

    phase: Phase
    units: list[int]
    dislodged: list[int]
    owned: list[int]
    orders: list[int]


class CodedResult(NamedTuple):
    """What came of a turn. ``results`` are those of the orders (see ``Batch.results``). ``owners``
    stands for the owners of all centres (see ``Coder.owners``)."""

    results: list[int]
    phase: Phase
    units: list[int]
    dislodged: list[tuple[int, list[str]]]
    owners: bytes
    winner: str | None


class Coder:
    """The codes of one board, for turns that a batch judges."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        board = self.board = batch.board
        self._powers, self._locations = tuple(sorted(board.powers)), tuple(sorted(board.locations))
        self._kinds = tuple(board.kinds)
        self._rank = {key: rank for rank, key in enumerate(self._locations)}
        self._power_rank = {key: rank for rank, key in enumerate(self._powers)}
        self.units_a_power = len(self._locations) * len(self._kinds)
        """How many codes there are for the units of one power: those of the first come first."""
        self._in_order = powers = list(board.powers)
        self._provinces = sorted((key, number) for number, key in enumerate(board.provinces))
        locations = list(board.locations)
        self._number_of_power = np.array([powers.index(key) for key in self._powers])
        self._number_of_location = np.array([locations.index(key) for key in self._locations])
        self._rank_of_power = np.array([self._power_rank[key] for key in powers])
        self._rank_of_location = np.array([self._rank[key] for key in locations])
        self._owners: dict[bytes, dict[str, list[str]]] = {}

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers by their codes."""
        return self._powers

    def unit_code(self, unit: Unit) -> int:
        """The code of a unit.

        Raises:
            KeyError: if the board lacks what it names.
        """
        return self._power_rank[unit.power] * self.units_a_power + self._unit(
            unit.location, unit.kind
        )

    def unit(self, code: int) -> Unit:
        """The unit of a code."""
        power, place = divmod(code, self.units_a_power)
        location, kind = divmod(place, len(self._kinds))
        return Unit(self._powers[power], self._kinds[kind], self._locations[location])

    def owned_code(self, center: str, power: str) -> int:
        """The code of a centre with its owner.

        Raises:
            KeyError: if the board lacks the centre or the power.
        """
        return self._rank[center] * len(self._powers) + self._power_rank[power]

    def owners(self, key: bytes) -> dict[str, list[str]]:
        """The centres of each power, both by name, for ``CodedResult.owners``."""
        found = self._owners.get(key)
        if found is None:
            if len(self._owners) > 10_000:
                self._owners.clear()
            found = self._owners[key] = {}
            numbers: list[int] = np.frombuffer(key, self._batch.cell_type).tolist()
            for province, number in self._provinces:
                if numbers[number] != NONE:
                    found.setdefault(self._in_order[numbers[number]], []).append(province)
        return found

    def order_code(self, by: str, order: Order) -> OrderCode:
        """An order that names everything exactly, as a number.

        Raises:
            KeyError: if it does not, or if the board lacks what it names.
        """
        if isinstance(order, Waive):
            return OrderCode(self._batch.order_number(by, order), NONE)
        if order.unit.kind is None:
            raise KeyError(order)
        unit = self.unit_code(Unit(by, order.unit.kind, order.unit.location))
        number = self._batch.order_number(by, order)
        match order:
            case Support(supported=named) | Convoy(convoyed=named):
                if named.kind is None:
                    raise KeyError(order)
                place = self.board.province_of[named.location]
                power = NONE if named.power is None else self._power_rank[named.power]
                other = self._unit(named.location, named.kind)
                return OrderCode(number, unit, place, other, power)
            case Move(route=()) | Hold() | Retreat() | Disband() | Build() | Remove():
                return OrderCode(number, unit)
            case _:
                raise KeyError(order)

    def _unit(self, location: str, kind: str) -> int:
        return self._rank[location] * len(self._kinds) + self._kinds.index(kind)

    def judge(self, turns: Sequence[CodedTurn]) -> list[CodedResult]:
        """Judge a lot of turns."""
        batch, places = self._batch, len(self.board.provinces)
        cells = np.zeros((len(turns), batch.cells_per_position), dtype=batch.cell_type)
        blocks = cells[:, C_HEADER:].reshape(len(turns), BLOCKS, places)
        for index, turn in enumerate(turns):
            high, low = divmod(turn.phase.year, 100)
            header = cells[index]
            header[C_PHASE] = batch.calendar.place(turn.phase)
            header[C_YEAR_HIGH], header[C_YEAR_LOW] = high, low
            header[C_UNITS], header[C_DISLODGED] = len(turn.units), len(turn.dislodged)
        self._write_units(blocks, UNIT_LOCATIONS, [turn.units for turn in turns])
        self._write_units(blocks, DISLODGED_LOCATIONS, [turn.dislodged for turn in turns])
        blocks[:, DISLODGED_ORIGINS] = NONE
        blocks[:, OWNERS] = NONE
        rows, _, owned = _flat([turn.owned for turn in turns])
        provinces, powers = np.divmod(owned, len(self._powers))
        blocks[rows, OWNERS, self._number_of_location[provinces]] = self._number_of_power[powers]
        codes = np.full((len(turns), places), NONE, dtype=np.int64)
        rows, columns, numbers = _flat([turn.orders for turn in turns])
        codes[rows, columns] = numbers
        after, results = batch.process(cells, codes)
        return self._results(turns, after, results)

    def _write_units(self, blocks: Any, first: int, units: Sequence[list[int]]) -> None:
        rows, columns, codes = _flat(units)
        powers, places = np.divmod(codes, self.units_a_power)
        locations, kinds = np.divmod(places, len(self._kinds))
        blocks[rows, first + UNIT_LOCATIONS, columns] = self._number_of_location[locations]
        blocks[rows, first + UNIT_OWNERS, columns] = self._number_of_power[powers]
        blocks[rows, first + UNIT_KINDS, columns] = kinds

    def _results(self, turns: Sequence[CodedTurn], after: Any, results: Any) -> list[CodedResult]:
        batch = self._batch
        blocks = after[:, C_HEADER:].reshape(len(turns), BLOCKS, -1)
        counts = after[:, C_UNITS].tolist()
        codes = self._codes(
            *(blocks[:, which] for which in (UNIT_LOCATIONS, UNIT_OWNERS, UNIT_KINDS))
        )
        codes[np.arange(codes.shape[1]) >= after[:, C_UNITS : C_UNITS + 1]] = np.iinfo(np.int64).max
        codes.sort(axis=1)
        waiting = np.flatnonzero(after[:, C_DISLODGED])
        options = dict(zip(waiting.tolist(), batch.retreat_options(after[waiting]), strict=True))
        found: list[CodedResult] = []
        for index, turn in enumerate(turns):
            row = after[index]
            dislodged: list[tuple[int, list[str]]] = []
            if index in options:
                out = blocks[index, DISLODGED_LOCATIONS : DISLODGED_KINDS + 1, : row[C_DISLODGED]]
                dislodged = sorted(zip(self._codes(*out).tolist(), options[index], strict=True))
            year = int(row[C_YEAR_HIGH]) * 100 + int(row[C_YEAR_LOW])
            found.append(
                CodedResult(
                    results[index, : len(turn.orders)].tolist(),
                    batch.calendar.phase(int(row[C_PHASE]), year),
                    codes[index, : counts[index]].tolist(),
                    dislodged,
                    blocks[index, OWNERS].tobytes(),
                    batch.winner(row) if row[C_WINNER] else None,
                )
            )
        return found

    def _codes(self, locations: Any, owners: Any, kinds: Any) -> Any:
        ranks = (
            self._rank_of_power[owners] * len(self._locations) + self._rank_of_location[locations]
        )
        return ranks * len(self._kinds) + kinds


def _flat(lists: Sequence[list[int]]) -> tuple[Any, Any, Any]:
    """Lists of numbers as one array, and for each number its list and its place in that."""
    lengths = [len(one) for one in lists]
    rows = np.repeat(np.arange(len(lists)), lengths)
    columns = np.fromiter(chain.from_iterable(map(range, lengths)), np.int64, sum(lengths))
    return rows, columns, np.fromiter(chain.from_iterable(lists), np.int64, sum(lengths))
