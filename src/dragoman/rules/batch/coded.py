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
from dragoman.rules.batch.position_columns import Numbers, PositionColumns
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
        self._centers = frozenset(board.centers)
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
        if center not in self._centers:
            raise KeyError(center)
        return self._rank[center] * len(self._powers) + self._power_rank[power]

    def owners(self, key: bytes) -> dict[str, list[str]]:
        """The centres of each power, both by name, for ``CodedResult.owners``."""
        found = self._owners.get(key)
        if found is None:
            if len(self._owners) > 10_000:
                self._owners.clear()
            found = self._owners[key] = {}
            numbers: list[int] = np.frombuffer(key, np.int16).tolist()
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
        phases = [turn.phase for turn in turns]
        owners = np.full((len(turns), places), NONE, dtype=np.int64)
        rows, _, owned = _flat([turn.owned for turn in turns])
        provinces, powers = np.divmod(owned, len(self._powers))
        owners[rows, self._number_of_location[provinces]] = self._number_of_power[powers]
        units = self._units([turn.units for turn in turns])
        dislodged = self._units([turn.dislodged for turn in turns])
        cells = batch.pack_columns(
            PositionColumns(
                np.array([batch.calendar.place(phase) for phase in phases]),
                np.array([phase.year for phase in phases]),
                np.full(len(turns), NONE),
                *units,
                *dislodged,
                np.full(dislodged[1].shape, NONE),
                owners,
                np.zeros(owners.shape, dtype=np.bool_),
            )
        )
        rows, columns, numbers = _flat([turn.orders for turn in turns])
        codes = np.full((len(turns), places), NONE, dtype=np.int32)
        codes[rows, columns] = numbers
        after, results = batch.process(cells, codes)
        return self._results(turns, after, results)

    def _units(self, units: Sequence[list[int]]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """How many units there are in each turn, and their locations, owners and kinds."""
        rows, columns, codes = _flat(units)
        counts = np.array([len(one) for one in units], dtype=np.int64)
        table = np.zeros((len(units), counts.max(initial=0)), dtype=np.int64)
        table[rows, columns] = codes
        powers, places = np.divmod(table, self.units_a_power)
        locations, kinds = np.divmod(places, len(self._kinds))
        return counts, self._number_of_location[locations], self._number_of_power[powers], kinds

    def _results(self, turns: Sequence[CodedTurn], after: Any, results: Any) -> list[CodedResult]:
        batch = self._batch
        columns = batch.columns(after)
        codes = self._codes(columns.location, columns.owner, columns.kind)
        behind = np.arange(codes.shape[1]) >= columns.unit_count[:, np.newaxis]
        codes[behind] = np.iinfo(np.int64).max
        codes.sort(axis=1)
        waiting = np.flatnonzero(columns.dislodged_count)
        options = dict(zip(waiting.tolist(), batch.retreat_options(after[waiting]), strict=True))
        driven_out = self._codes(
            columns.dislodged_location, columns.dislodged_owner, columns.dislodged_kind
        )
        owners = columns.owners.astype(np.int16)
        results, codes = results.tolist(), codes.tolist()
        phases, years = columns.phase.tolist(), columns.year.tolist()
        counts, winners = columns.unit_count.tolist(), columns.winner.tolist()
        found: list[CodedResult] = []
        for index, turn in enumerate(turns):
            dislodged: list[tuple[int, list[str]]] = []
            if index in options:
                out = driven_out[index].tolist()
                dislodged = sorted(zip(out, options[index], strict=False))
            found.append(
                CodedResult(
                    results[index][: len(turn.orders)],
                    batch.calendar.phase(phases[index], years[index]),
                    codes[index][: counts[index]],
                    dislodged,
                    owners[index].tobytes(),
                    None if winners[index] == NONE else self._in_order[winners[index]],
                )
            )
        return found

    def _codes(self, locations: Numbers, owners: Numbers, kinds: Numbers) -> Numbers:
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
