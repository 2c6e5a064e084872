"""One phase of a game, from a position and orders to the next position.

Movements are judged in machine code where that is at hand; outcomes and reasons are read, as in
plain Python, when somebody looks. Everything comes to what ``judge.resolve`` makes of it, which
judges the rest: retreats and adjustments, boards too large for a kernel, orders that name routes
or are of another phase.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import chain
from struct import Struct
from typing import Final, NamedTuple

from dragoman.board import Board
from dragoman.errors import checked
from dragoman.orders import Order, OrdersGiven, orders_given
from dragoman.rules.batch.written_turn import HEAD_TOLD, HEAD_WRITTEN
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex, BoardTerms, board_index
from dragoman.rules.judge.encode import numbers_of
from dragoman.rules.judge.movement import Movement, implied_orders, unused_orders
from dragoman.rules.judge.outcomes import read_outcomes
from dragoman.rules.judge.resolve import resolve_plainly
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import (
    Orders,
    Outcome,
    Outcomes,
    PhaseResult,
    UnusedOrder,
    new_phase_result,
)
from dragoman.rules.model.position import Dislodged, Position
from dragoman.rules.one_turn.desk import Desk, desk_for
from dragoman.rules.one_turn.turn_of_arrays import turn_of_arrays
from dragoman.values import FrozenMap

_HEAD: Final = Struct(f"{HEAD_WRITTEN}i")
_WRITTEN: Final = "_written"
"""Where a position keeps its numbers."""


@checked
def resolve(
    board: Board,
    position: Position,
    orders: Mapping[str, OrdersGiven],
    rule_set: RuleSet | str,
    calendar: Calendar = DIPLOMACY,
    victory_centers: int | None = None,
) -> PhaseResult:
    """Carry out the phase that the position is in; nothing is changed. Orders are objects or text,
    the rule set is one or the name of a preset.

    The next position lies in the next phase with something to decide: a retreat phase only if
    some dislodged unit has somewhere to go, an adjustment phase only if some power can build or
    must remove. Nobody wins unless ``victory_centers`` says how many centres it takes.

    Raises:
        OrdersError: if a text cannot be read.
        UnknownName: if there is no such power.
        KeyError: if an order or unit names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    rule_set = rules_called(rule_set)
    given = orders_given(board, position.phase.letter, orders)  # type: ignore[arg-type]
    if position.phase.letter == "M":
        n = board_index(board)
        terms = n.terms(rule_set, calendar)
        desk = desk_for(n, terms, len(position.units))
        if desk is not None:
            wins = len(n.places) + 1 if victory_centers is None else victory_centers
            result = _WrittenMovement(n, terms, position, given, wins).result(desk)
            if result is not None:
                return result
    return resolve_plainly(board, position, given, rule_set, calendar, victory_centers)


class _PositionNumbers(NamedTuple):
    """A position as the kernel reads it."""

    n: BoardIndex
    units: bytes
    owners: bytes


class _WrittenMovement:
    """A movement that is judged in machine code, and again if its outcomes are asked for when
    others have been judged at the desk."""

    __slots__ = ("_n", "_orders", "_pairs", "_position", "_terms", "_used", "_wins")

    def __init__(
        self, n: BoardIndex, terms: BoardTerms, position: Position, orders: Orders, wins: int
    ) -> None:
        self._n, self._terms, self._position = n, terms, position
        self._orders, self._wins = orders, wins
        self._used: list[Order] = list(chain.from_iterable(orders.values()))
        self._pairs = [(n.power[power], len(given)) for power, given in orders.items()]
        if terms.rule_set.implied_orders == "yes":
            for power, order in implied_orders(n.board, position, orders):
                self._used.append(order)
                self._pairs.append((n.power[power], 1))

    def result(self, desk: Desk) -> PhaseResult | None:
        """What the phase comes to; None if it takes plain Python to say."""
        if not self._is_judged(desk):
            return None
        n, told = self._n, desk.told
        place, year, won, standing, dislodged, contested, faults, owners_change = told[:HEAD_TOLD]
        sorted_at = HEAD_TOLD + standing
        owners_at = sorted_at + standing
        end = owners_at + len(n.places)
        unit_of = desk.units.__getitem__
        ranked, owned = told[sorted_at:owners_at], told[owners_at:end]
        owners = _owners(n, owned) if owners_change else self._position.owners
        unused: tuple[UnusedOrder, ...] = ()
        if faults:
            unused = tuple(unused_orders(n, self._turn(desk), self._used))
        emptied: frozenset[str] = frozenset()
        if contested:
            emptied = frozenset(map(n.places.__getitem__, told[end : end + contested]))
        driven_out: tuple[Dislodged, ...] = ()
        if dislodged:
            driven_out = self._dislodged(told[end + contested :], dislodged)
        phase = desk.phase(place, year)
        after = Position.in_order(phase, tuple(map(unit_of, ranked)), owners)
        if phase.letter == "R":
            waiting = tuple(one for one in driven_out if one.options)
            after = Position(phase, after.units, owners, waiting, emptied)
        after.__dict__[_WRITTEN] = _PositionNumbers(n, ranked.tobytes(), owned.tobytes())
        return new_phase_result(
            Outcomes(self._outcomes),
            unused,
            tuple(map(unit_of, told[HEAD_TOLD:sorted_at])),
            driven_out,
            emptied,
            after,
            None if won == NONE else n.powers[won],
        )

    def _is_judged(self, desk: Desk) -> bool:
        """Have the movement judged; False if it takes plain Python."""
        terms, position = self._terms, self._position
        place = terms.calendar.place(position.phase)
        numbers = desk.orders[terms.phases.is_icy[place]].of(self._used)
        if numbers is None or len(numbers) > desk.most_orders:
            return False
        units, pairs = len(position.units), self._pairs
        known = _numbers_of(self._n, position)
        written = (
            _HEAD.pack(place, position.phase.year, units, len(pairs), len(numbers), self._wins),
            known.units,
            known.owners,
            array("i", chain.from_iterable(pairs)).tobytes(),
            *numbers,
        )
        desk.holds = None
        if not desk.judge(b"".join(written)):
            return False
        desk.holds = self
        return True

    def _outcomes(self) -> tuple[Outcome, ...]:
        """The outcome of each order."""
        n, terms, position = self._n, self._terms, self._position
        desk = desk_for(n, terms, len(position.units))
        if desk is None or not (desk.holds is self or self._is_judged(desk)):
            plain = Movement(n, position, self._orders, terms.rule_set, terms.calendar)
            return tuple(plain.judge()[1].outcomes)
        return read_outcomes(n, self._turn(desk), position.units, self._used)

    def _turn(self, desk: Desk) -> Turn:
        """The turn that was judged, in plain Python."""
        terms = self._terms
        is_icy = terms.phases.is_icy[terms.calendar.place(self._position.phase)]
        tables = terms.icy_tables if is_icy else terms.open_tables
        return turn_of_arrays(desk.turn, desk.layout, tables, terms.rules, terms.phases)

    def _dislodged(self, told: array[int], count: int) -> tuple[Dislodged, ...]:
        """So many dislodged units, of whom is told here."""
        n, units, begin = self._n, self._position.units, 0
        found: list[Dislodged] = []
        for _ in range(count):
            unit, attacker, ways = told[begin : begin + 3]
            begin += 3
            options = sorted(map(n.locations.__getitem__, told[begin : begin + ways]))
            begin += ways
            came_from = n.board.province_of[units[attacker].location]
            found.append(Dislodged(units[unit], tuple(options), came_from))
        return tuple(found)


def _owners(n: BoardIndex, owned: array[int]) -> FrozenMap[str, str]:
    """The owners of centres, by the numbers of their powers."""
    powers = n.powers
    return FrozenMap(
        {key: powers[owned[place]] for place, key in n.places_by_name if owned[place] != NONE}
    )


def _numbers_of(n: BoardIndex, position: Position) -> _PositionNumbers:
    """The numbers of a position, which are kept with it.

    Raises:
        KeyError: if the position names something that is not on the board.
    """
    found: _PositionNumbers | None = position.__dict__.get(_WRITTEN)
    if found is None or found.n is not n:
        numbers = numbers_of(n, position)
        spots = len(n.kinds) * len(n.locations)
        units = array("i", [row.owner * spots + row.spot for row in numbers.units])
        found = _PositionNumbers(n, units.tobytes(), array("i", numbers.owners).tobytes())
        position.__dict__[_WRITTEN] = found
    return found
