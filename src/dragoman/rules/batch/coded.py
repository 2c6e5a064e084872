"""Chunks of turns for streams, in which the same units and orders come again and again: each is a
code, looked up once, and a chunk of turns is arrays of codes.

The codes of units sort as units are listed, by the name of the power, then of the location.
"""

from __future__ import annotations

from typing import NamedTuple

from dragoman.board import Unit
from dragoman.native.grid import Grid
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
from dragoman.rules.batch.row_machine import column
from dragoman.rules.engine.codes import NONE


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


class CodeTables(NamedTuple):
    """The meanings of the codes of a board, as machine code takes them."""

    of_one: int
    """How many codes a power has."""
    word_of: Grid
    """For each code what a packed position holds of the unit."""
    code_of: Grid
    """For each such number the code."""
    province_of: Grid
    """For each code."""
    location_of: Grid
    """For each code of the first power."""
    main_location: Grid
    """For each location the one that its province is called by."""
    number_of_power: Grid
    """For each rank of a power."""
    homes: Grid
    """For each province the number of the power whose home it is, or NONE."""


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
        places = {key: number for number, key in enumerate(board.provinces)}
        self.number_of_province = places
        self.tables = self._made_tables()

    def _made_tables(self) -> CodeTables:
        batch, board, form = self._batch, self.board, self._batch.form
        numbers, kinds = {key: i for i, key in enumerate(board.locations)}, len(self._kinds)
        powers = [*board.powers]
        in_order = [powers.index(key) for key in self.powers]
        words: list[int] = []
        codes = [0] * ((form.owner_mask + 1) << form.owner_shift)
        for code in range(self.units_a_power * len(powers)):
            rank, of_first = divmod(code, self.units_a_power)
            at, kind = divmod(of_first, kinds)
            word = numbers[self._locations[at]] + (kind << form.kind_shift)
            words.append(word + (in_order[rank] << form.owner_shift))
            codes[words[-1]] = code
        province_of = [self.number_of_province[board.province_of[key]] for key in self._locations]
        return CodeTables(
            of_one=self.units_a_power,
            word_of=column(words),
            code_of=column(codes),
            province_of=column([one for one in province_of for _ in range(kinds)] * len(powers)),
            location_of=column([numbers[key] for key in self._locations for _ in range(kinds)]),
            main_location=column([numbers[board.province_of[key]] for key in board.locations]),
            number_of_power=column(in_order),
            homes=column([max(home, NONE) for home in batch.tables.home_of]),
        )

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
