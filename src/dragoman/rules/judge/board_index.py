"""A board in numbers: of its provinces, locations, kinds and powers; its tables for the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from dragoman.board import Board, Unit
from dragoman.orders import Order, UnitRef
from dragoman.remembered import Remembered, remembered
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import (
    ADJUSTMENTS,
    MOVEMENT,
    NONE,
    RETREATS,
)
from dragoman.rules.engine.tables import BoardTables, CalendarTables, RuleCodes
from dragoman.rules.judge.board_tables import (
    BoardConditions,
    board_tables,
    bytes_of_tables,
    conditions_of,
)
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind

_BYTES_A_UNIT: Final = 400
"""What a unit takes in memory with its row, ..."""
_BYTES_A_REF: Final = 200
"""... what one takes as orders name it, ..."""
_BYTES_A_PLACE: Final = 100
"""... and what the numbers of a place take."""

_KINDS: Final = {
    PhaseKind.MOVEMENT: MOVEMENT,
    PhaseKind.RETREAT: RETREATS,
    PhaseKind.ADJUSTMENT: ADJUSTMENTS,
}


_WHICH: Final = attrgetter("power", "kind", "location")

OrderRow = tuple[Any, ...]
"""The numbers of an order (see ``judge.order_rows``)."""


class UnitRow(NamedTuple):
    """A unit, and its numbers."""

    unit: Unit
    location: int
    owner: int
    kind: int
    place: int
    strength: int
    """In half points."""
    spot: int
    """Kind * location_count + location."""
    rank: int
    """Where it stands among all units by power, location and kind, as positions keep them."""


class Terms(NamedTuple):
    """What a board is played by, for the engine."""

    rule_set: RuleSet
    calendar: Calendar
    rules: RuleCodes
    phases: CalendarTables
    open_tables: BoardTables
    icy_tables: BoardTables
    """The tables while arctic water is open, and closed."""


class BoardIndex:
    """The numbers of a board's provinces, locations, kinds and powers, and its tables."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = tuple(board.provinces)
        self.locations = board.locations
        self.rails = frozenset(rail.province for rail in board.railways)
        self.gates = {gate.province: gate for gate in board.gateways}
        self.kinds = tuple(board.kinds)
        self.powers = tuple(board.powers)
        self.location: dict[str, int] = {key: i for i, key in enumerate(self.locations)}
        self.kind: dict[str, int] = {key: i for i, key in enumerate(self.kinds)}
        self.power: dict[str, int] = {key: i for i, key in enumerate(self.powers)}
        self.kind_named: dict[str | None, int] = {None: NONE, **self.kind}
        """The same for what an order may leave out."""
        self.power_named: dict[str | None, int] = {None: NONE, **self.power}
        self._tables: Remembered[BoardConditions, BoardTables] = Remembered()
        self._units: Remembered[tuple[int, int, int], UnitRow] = Remembered()
        self._refs: Remembered[tuple[int, int], UnitRef] = Remembered()
        self._unit_rows: Remembered[tuple[str, str, str], UnitRow] = Remembered()
        self._orders: Remembered[tuple[str, str, str], Remembered[int, Order]] = Remembered()
        self._terms: Terms | None = None
        self._ranks = tuple(map(_ranks, (self.powers, self.locations, self.kinds)))
        self.places_by_name = sorted(enumerate(self.places), key=itemgetter(1))
        """The provinces' numbers and keys, these sorted."""
        self.order_rows: Remembered[BoardTables, Remembered[Any, OrderRow]] = Remembered()
        """What ``judge.order_rows`` keeps, by what orders say."""

    def location_of(self, written: str) -> tuple[int, bool]:
        """The number of a location; of a coast that does not exist the province's, and True.

        Raises:
            KeyError: if there is no such province.
        """
        found = self.location.get(written)
        if found is None:
            return self.location[written.partition("/")[0]], True
        return found, False

    def row(self, owner: int, kind: int, location: int) -> UnitRow:
        """The row of a unit by its numbers. Those that were asked for are remembered."""
        numbers = owner, kind, location
        found = self._units.get(numbers)
        if found is None:
            unit = Unit(self.powers[owner], self.kinds[kind], self.locations[location])
            found = self._units.keep(numbers, self._unit_row(unit), _BYTES_A_REF)
        return found

    def ref(self, kind: int, location: int) -> UnitRef:
        """A unit as orders name it, remembered likewise."""
        numbers = kind, location
        found = self._refs.get(numbers)
        if found is None:
            ref = UnitRef(self.locations[location], self.kinds[kind])
            found = self._refs.keep(numbers, ref, _BYTES_A_REF)
        return found

    def orders_of(self, giver: tuple[str, str, str]) -> Remembered[int, Order]:
        """The legal orders that ``judge.legal`` has written for a unit, by its location and kind,
        and its power where that matters."""
        found = self._orders.get(giver)
        if found is None:
            found = self._orders.keep(giver, Remembered(), _BYTES_A_REF)
        return found

    def unit_rows(self, units: Sequence[Unit]) -> Sequence[UnitRow]:
        """The units' rows, remembered likewise.

        Raises:
            KeyError: if a unit names something that is not on the board.
        """
        kept = self._unit_rows
        rows = list(map(kept.get, map(_WHICH, units)))
        if not all(rows):
            rows = [row or self._unit_row(unit) for row, unit in zip(rows, units, strict=True)]
        return rows  # type: ignore[return-value]

    def _unit_row(self, unit: Unit) -> UnitRow:
        location, owner = self.location[unit.location], self.power[unit.power]
        kind = self.kind[unit.kind]
        place = self.location[self.board.province_of[unit.location]]
        strength = 2 * self.board.kinds[unit.kind].strength
        by_power, by_location, by_kind = self._ranks
        rank = by_power[owner] * len(by_location) + by_location[location]
        rank = rank * len(by_kind) + by_kind[kind]
        spot = kind * len(by_location) + location
        row = UnitRow(unit, location, owner, kind, place, strength, spot, rank)
        return self._unit_rows.keep(_WHICH(unit), row, _BYTES_A_UNIT)

    def terms(self, rule_set: RuleSet, calendar: Calendar) -> Terms:
        """What the engine has to know of a rule set and a calendar, those of the last time kept."""
        terms = self._terms
        if terms is None or terms.rule_set is not rule_set or terms.calendar is not calendar:
            terms = self._terms = Terms(
                rule_set,
                calendar,
                rule_codes(rule_set),
                calendar_tables(calendar),
                self.tables_for(rule_set, ice=False),
                self.tables_for(rule_set, ice=True),
            )
        return terms

    def tables_under(self, conditions: BoardConditions) -> BoardTables:
        """The tables of the board under these conditions."""
        found = self._tables.get(conditions)
        if found is None:
            needed = conditions.on(self.board)
            found = self._tables.get(needed)
            if found is None:
                found = board_tables(self.board, self, needed)
                self._tables.keep(needed, found, bytes_of_tables(found))
            self._tables[conditions] = found
        return found

    def tables_for(self, rule_set: RuleSet, *, ice: bool) -> BoardTables:
        """The tables under a rule set, with arctic water closed or open."""
        return self.tables_under(conditions_of(rule_set, ice))


@remembered(lambda n: _BYTES_A_PLACE * len(n.locations))
def board_index(board: Board) -> BoardIndex:
    """The numbers of a board, worked out once and remembered."""
    return BoardIndex(board)


@lru_cache(maxsize=256)
def rule_codes(rule_set: RuleSet) -> RuleCodes:
    """The answers of a rule set that the engine asks for."""
    return RuleCodes(**{name: rule_set.code(name) for name in RuleCodes.__slots__})


@lru_cache(maxsize=64)
def calendar_tables(calendar: Calendar) -> CalendarTables:
    """A calendar for the engine."""
    return CalendarTables(
        len(calendar.phases),
        [_KINDS[phase.kind] for phase in calendar.phases],
        list(calendar.years),
        [int(phase.is_icy) for phase in calendar.phases],
        [int(phase.counts_centers) for phase in calendar.phases],
        [int(_counts_next(calendar, place)) for place in range(len(calendar.phases))],
    )


def _ranks(keys: Sequence[str]) -> list[int]:
    """For each key its place among them sorted."""
    place = {key: rank for rank, key in enumerate(sorted(keys))}
    return [place[key] for key in keys]


def _counts_next(calendar: Calendar, place: int) -> bool:
    """Whether centres are counted between a phase and the next movement."""
    ahead = (*calendar.phases[place + 1 :], *calendar.phases[: place + 1])
    moves = next(i for i, phase in enumerate(ahead) if phase.kind is PhaseKind.MOVEMENT)
    return any(phase.counts_centers for phase in ahead[: moves + 1])
