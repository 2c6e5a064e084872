"""The meanings of the words of turns in a stream: each is worked out but once, then looked up."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from dragoman.board import province_of
from dragoman.diagnostics import Diagnostic
from dragoman.formats.records import word_scanner
from dragoman.game import Variant
from dragoman.native.grid import Grid
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    PhaseLetter,
    Remove,
    Retreat,
    ScanOptions,
    Support,
    UnitRef,
    Waive,
    scan_order,
)
from dragoman.orders.exact_form import exact_form
from dragoman.orders.scanner import vocabulary_of
from dragoman.remembered import spend
from dragoman.rules import Phase
from dragoman.rules.batch.coded import Coder, OrderCode
from dragoman.rules.batch.packed_form import YEAR_ZERO
from dragoman.rules.engine.codes import NONE

_ENTRY = 600
"""Bytes that an order remembered takes, beside its letters."""
_BRIEF = ScanOptions(suggestions=0)

_Value = TypeVar("_Value")


class KnownTexts(dict[str, _Value], Generic[_Value]):
    """The meanings of texts; one that is not known yet is worked out once."""

    def __init__(self, work_out: Callable[[str], _Value]) -> None:
        super().__init__()
        self._work_out = work_out
        self._new: list[tuple[str, _Value]] = []

    def news(self) -> list[tuple[str, _Value]]:
        """The texts that became known since this was last asked."""
        news, self._new = self._new, []
        return news

    def __missing__(self, key: str) -> _Value:
        if type(key) is not str:
            raise KeyError(key)
        found = self[key] = self._work_out(key)
        self._new.append((key, found))
        return found


class KnownPhase(NamedTuple):
    """A phase: its letter, its place in the calendar, its year."""

    letter: str
    place: int
    year: int


class RetreatOrder(NamedTuple):
    """An order of a retreat phase. ``target`` is empty for a unit that disbands."""

    number: int
    unit: int
    target: str


_FACTS = len(OrderCode._fields)


class TurnTexts:
    """The units, orders, centres and phases of one board by the texts they were written as.

    Nothing here is anybody's: ``"A PAR"`` is the number of such a unit of the first power. What is
    known is counted as remembered; it is let go of with all of this.
    """

    def __init__(self, variant: Variant, coder: Coder, longest_order: int) -> None:
        self.longest_order = longest_order
        board = self._board = variant.board
        self._calendar, self._coder = variant.calendar, coder
        self.phases = KnownTexts(self._phase)
        self.units = KnownTexts(self._unit)
        self.centers = {
            key: coder.number_of_province[key]
            for key, province in board.provinces.items()
            if province.is_center
        }
        self.movements = KnownTexts(lambda text: self._kept(self._code(text, "M")))
        self.retreats = KnownTexts(self._retreat)
        self.adjustments = KnownTexts(lambda text: self._kept(self._code(text, "A")))
        parts = exact_form(vocabulary_of(board, _BRIEF)).parts()
        locations = {key: number for number, key in enumerate(board.locations)}
        has_room = max(coder.units_a_power, len(locations)) < 1 << word_scanner.PART_BITS
        # Of orders that are put together (see ``word_scanner.order_at``): the units, by their codes
        # of the first power, and the places, by their numbers on the board.
        self.ordered_units = {
            str(unit): coder.unit_of_first(unit.kind, unit.location)
            for unit in parts.units
            if has_room and unit.kind is not None
        }
        self.places = {key: locations[key] for key in parts.places if has_room}
        self.may_be_joined = parts.joins
        self._orders = array("q")

    def _phase(self, text: str) -> KnownPhase:
        phase = Phase.parse(text)
        if not -YEAR_ZERO <= phase.year < YEAR_ZERO:
            raise KeyError(text)
        spend(_ENTRY + len(text))
        return KnownPhase(phase.letter, self._calendar.place(phase), phase.year)

    def _unit(self, text: str) -> int:
        kind, _, location = text.partition(" ")
        if location not in self._board.stands[kind]:
            raise KeyError(text)
        return self._coder.unit_of_first(kind, location)

    def _code(self, text: str, letter: PhaseLetter) -> OrderCode:
        order = self._order(text, letter)
        match order:
            case Waive():
                code = OrderCode(0, NONE)  # its number depends on whose it is
            case Build(UnitRef(location, kind)):
                if location not in self._board.stands[str(kind)]:
                    raise KeyError(order)  # the coast may be put right
                place = self._coder.number_of_province[self._board.province_of[location]]
                code = self._coder.order_code(self._first, order)._replace(place=place)
            case _:
                code = self._coder.order_code(self._first, order)
        allowed = Hold | Move | Support | Convoy if letter == "M" else Build | Remove | Waive
        if not isinstance(order, allowed):
            raise KeyError(order)
        return code

    def _retreat(self, text: str) -> RetreatOrder:
        order = self._order(text, "R")
        if not isinstance(order, Retreat | Disband):
            raise KeyError(order)
        code = self._coder.order_code(self._first, order)
        return RetreatOrder(
            code.number, code.unit, order.target if isinstance(order, Retreat) else ""
        )

    def _order(self, text: str, letter: PhaseLetter) -> Order:
        if len(text) > self.longest_order:
            raise KeyError(text)
        order = scan_order(text, self._board, letter, _BRIEF)
        if isinstance(order, Diagnostic):
            raise KeyError(text)
        spend(_ENTRY + len(text))
        return order

    @property
    def _first(self) -> str:
        return self._coder.powers[0]

    @property
    def facts(self) -> Grid:
        """The facts about orders by their numbers in ``movements`` and ``adjustments``: a row for
        each of what an ``OrderCode`` has."""
        count = len(self._orders) // _FACTS
        return Grid("i8", (count, _FACTS), self._orders)

    def _kept(self, code: OrderCode) -> int:
        """The number that the order gets: of its row in ``facts``."""
        self._orders.extend(code)
        return len(self._orders) // _FACTS - 1


def is_same_place(one: str, others: list[str]) -> bool:
    """True if one of the places is the province of another."""
    return province_of(one) in map(province_of, others)
