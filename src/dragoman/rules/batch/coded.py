"""Chunks of turns for streams, in which the same units and orders come again and again: each is a
code, looked up once, and a chunk of turns is arrays of codes.

The codes of units sort as units are listed, by the name of the power, then of the location.
"""

from __future__ import annotations

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
)
from dragoman.rules.batch.batch import Batch
from dragoman.rules.batch.position_columns import PositionColumns, within
from dragoman.rules.engine.codes import CONVOY, NONE
from dragoman.rules.engine.packed_orders import packed

with extra("fast"):
    import numpy as np


class OrderCode(NamedTuple):
    """An order of whatever power as a number, and what the turn has to have for the number to say
    all of it.

    ``unit`` is the code of the unit ordered, were it the first power's. Where the order names
    another unit, ``other`` is the same of that and ``place`` the number of its province: whoever
    stands there must be that. ``power`` is the rank of the power that the order gives to it, NONE
    if it names none.
    """

    number: int
    unit: int
    place: int = NONE
    other: int = NONE
    power: int = NONE


class CodedTurns(NamedTuple):
    """A chunk of turns to be judged, a row each."""

    phases: Any
    """The place in the calendar, and the year."""
    units: Any
    """The codes of the units that stand, in order, and ``Coder.no_unit`` behind them."""
    dislodged: Any
    """The same of the dislodged units."""
    owners: Any
    """For each province the number of the power that owns it, or NONE."""
    orders: Any
    """Packed orders, one for each unit that has to be ordered, or of an adjustment phase."""


class JudgedTurns(NamedTuple):
    """A chunk of turns that was judged."""

    results: Any
    """Of each order (see ``Batch.results``)."""
    phases: Any
    units: Any
    dislodged: dict[int, list[tuple[int, list[str]]]]
    """Of the turns that have some: the codes of dislodged units, and where each may go."""
    owners: Any
    winners: dict[int, str]
    """Of the turns that were won."""


class Coder:
    """The codes of one board, for turns that a batch judges."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        board = self.board = batch.board
        self.powers = tuple(sorted(board.powers))
        """The powers by their rank."""
        self._locations, self._kinds = tuple(sorted(board.locations)), tuple(board.kinds)
        self._rank = {key: rank for rank, key in enumerate(self._locations)}
        self.rank_of_power = {key: rank for rank, key in enumerate(self.powers)}
        self.units_a_power = len(self._locations) * len(self._kinds)
        """How many codes there are for the units of one power: those of the first come first."""
        self.no_unit = self.units_a_power * len(self.powers)
        in_order, locations = list(board.powers), list(board.locations)
        self.number_of_power = np.array([in_order.index(key) for key in self.powers])
        """The number of each power on the board, by its rank."""
        number_of = np.array([locations.index(key) for key in self._locations])
        places = {key: number for number, key in enumerate(board.provinces)}
        self.number_of_province = places
        provinces = np.array([places[board.province_of[key]] for key in self._locations])
        self._main_location = np.array([locations.index(board.province_of[it]) for it in locations])
        """The number of the location that a province is called by, by the numbers of all."""
        # For each code, and for none: what the packed position holds of the unit.
        ranks, of_one = np.divmod(np.arange(self.no_unit + 1), self.units_a_power)
        at, kinds = np.divmod(of_one, len(self._kinds))
        ranks[-1] = at[-1] = 0
        self._location_of, self._kind_of = number_of[at], kinds
        self._owner_of = self.number_of_power[ranks]
        self.province_of = provinces[at]
        """The number of the province of each code."""
        self._rank_of_power = np.argsort(self.number_of_power)
        self._rank_of_location = np.argsort(number_of)

    def unit(self, code: int) -> Unit:
        """The unit of a code."""
        power, place = divmod(code, self.units_a_power)
        location, kind = divmod(place, len(self._kinds))
        return Unit(self.powers[power], self._kinds[kind], self._locations[location])

    def unit_of_first(self, kind: str, location: str) -> int:
        """The code of a unit of the first power. For each power after that it is greater by
        ``units_a_power``.

        Raises:
            KeyError: if the board lacks what it names.
        """
        if kind not in self.board.kinds:
            raise KeyError(kind)
        return self._rank[location] * len(self._kinds) + self._kinds.index(kind)

    def order_code(self, by: str, order: Order) -> OrderCode:
        """An order that names everything exactly, as a number.

        Raises:
            KeyError: if it does not, or if the board lacks what it names.
        """
        match order:
            case Support(supported=named) | Convoy(convoyed=named) if named.kind is not None:
                place = self.number_of_province[self.board.province_of[named.location]]
                power = NONE if named.power is None else self.rank_of_power[named.power]
                other = self.unit_of_first(named.kind, named.location)
            case Move(route=()) | Hold() | Retreat() | Disband() | Build() | Remove():
                place = other = power = NONE
            case _:
                raise KeyError(order)
        if order.unit.kind is None:
            raise KeyError(order)
        unit = self.unit_of_first(order.unit.kind, order.unit.location)
        return OrderCode(self._batch.order_number(by, order), unit, place, other, power)

    def order_codes(self, kinds: Any, via: Any, units: Any, others: Any, targets: Any) -> Any:
        """The same for many orders of movements in arrays: rows of what an ``OrderCode`` has.
        ``units`` and ``others`` are codes of the first power, ``targets`` numbers of locations;
        where there is no other unit, or no target, NONE."""
        names = others != NONE
        to: Any = np.where(kinds == CONVOY, self._main_location[targets], targets)
        there: Any = np.where(names, self._location_of[others], NONE)
        return np.stack(
            [
                packed(kinds, via, to, there),
                units,
                np.where(names, self.province_of[others], NONE),
                others,
                np.full_like(others, NONE),
            ]
        )

    def are_crowded(self, units: Any, dislodged: Any) -> Any:
        """Of each turn with units of these codes whether a packed position has no room for them."""
        units = (units < self.no_unit).sum(axis=1)
        return self._batch.are_crowded(units, (dislodged < self.no_unit).sum(axis=1))

    def judge(self, turns: CodedTurns) -> JudgedTurns:
        """Judge a chunk of turns."""
        after, results = self._batch.process(self._packed(turns), turns.orders)
        return self._judged(after, results)

    def _packed(self, turns: CodedTurns) -> Any:
        units, dislodged = turns.units, turns.dislodged
        return self._batch.pack_columns(
            PositionColumns(
                phase=turns.phases[:, 0],
                year=turns.phases[:, 1],
                winner=np.full(len(turns.phases), NONE),
                unit_count=(units < self.no_unit).sum(axis=1),
                location=self._location_of[units],
                owner=self._owner_of[units],
                kind=self._kind_of[units],
                dislodged_count=(dislodged < self.no_unit).sum(axis=1),
                dislodged_location=self._location_of[dislodged],
                dislodged_owner=self._owner_of[dislodged],
                dislodged_kind=self._kind_of[dislodged],
                dislodged_origin=np.full(dislodged.shape, NONE),
                owners=turns.owners,
                contested=np.zeros(turns.owners.shape, dtype=np.bool_),
            )
        )

    def _judged(self, after: Any, results: Any) -> JudgedTurns:
        batch = self._batch
        columns = batch.columns(after)
        units = self._codes(columns.location, columns.owner, columns.kind)
        units[~within(columns.unit_count, units.shape[1])] = self.no_unit
        units.sort(axis=1)
        dislodged: dict[int, list[tuple[int, list[str]]]] = {}
        waiting = np.flatnonzero(columns.dislodged_count)
        driven_out = self._codes(
            columns.dislodged_location, columns.dislodged_owner, columns.dislodged_kind
        )
        for row, ways in zip(waiting.tolist(), batch.retreat_options(after[waiting]), strict=True):
            out = driven_out[row, : len(ways)].tolist()
            dislodged[row] = sorted(zip(out, ways, strict=True))
        won = np.flatnonzero(columns.winner != NONE).tolist()
        winners = {row: batch.winner(after[row]) or "" for row in won}
        phases = np.stack([columns.phase, columns.year], axis=1)
        owners = columns.owners.astype(np.int16)
        return JudgedTurns(results, phases, units, dislodged, owners, winners)

    def _codes(self, locations: Any, owners: Any, kinds: Any) -> Any:
        ranks = (
            self._rank_of_power[owners] * len(self._locations) + self._rank_of_location[locations]
        )
        return ranks * len(self._kinds) + kinds
