"""A movement or adjustments judged in machine code: position and orders are written down, and what
is told of the phase is read.

Outcomes and reasons are read, as in plain Python, when somebody looks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping
from itertools import chain, repeat
from operator import attrgetter
from struct import Struct
from typing import Final

from dragoman.orders import Order
from dragoman.rules.batch.written_turn import ADJUSTMENT_CELLS, HEAD_TOLD, HEAD_WRITTEN
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.adjustments import read_adjustments
from dragoman.rules.judge.board_index import BoardIndex, BoardTerms
from dragoman.rules.judge.core_numbers import NO_CORES, named_cores
from dragoman.rules.judge.encode import adjustment_row
from dragoman.rules.judge.movement import implied_orders, unused_orders
from dragoman.rules.judge.outcomes import read_outcomes
from dragoman.rules.judge.resolve import resolve_plainly
from dragoman.rules.model.outcome import (
    Orders,
    Outcome,
    Outcomes,
    PhaseResult,
    UnusedOrder,
    new_phase_result,
)
from dragoman.rules.model.position import Dislodged, Position, position_in_order
from dragoman.rules.model.reasons import REASONS, WRONG_PHASE
from dragoman.rules.one_turn.desk import MovementDesk, desk_for
from dragoman.rules.one_turn.order_cells import BYTES_OF_ORDER, OrderCells
from dragoman.rules.one_turn.position_cells import cells_of, core_cells, keep_cells
from dragoman.rules.one_turn.turn_of_arrays import TurnOfArrays
from dragoman.values import FrozenMap, changed_map

_ORDER: Final = attrgetter("power", "location", "kind")
"""How positions sort their units."""
_NO_PLACES: Final[frozenset[str]] = frozenset()
_HEAD: Final = Struct(f"{HEAD_WRITTEN}i")


def judged(
    n: BoardIndex, terms: BoardTerms, position: Position, orders: Orders, victory_centers: int
) -> PhaseResult | None:
    """The result of a movement or of adjustments; None if it takes plain Python to say: where no
    machine code is at hand, no kernel has room for the board, or an order names a route.

    Raises:
        KeyError: if an order or unit names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    desk = desk_for(n, terms, len(position.units))
    if desk is None:
        return None
    phase = _PHASES[position.phase.letter]
    return phase(n, terms, position, orders, victory_centers).result(desk)


class _WrittenPhase(ABC):
    """A phase that is judged in machine code, and again if its outcomes are asked for when others
    have been judged at the desk."""

    __slots__ = (
        *("_n", "_terms", "_position", "_place"),
        *("_orders", "_others", "_powers", "_counts", "_used", "_wins"),
    )

    def __init__(
        self, n: BoardIndex, terms: BoardTerms, position: Position, orders: Orders, wins: int
    ) -> None:
        self._n, self._terms, self._position = n, terms, position
        self._orders, self._wins = orders, wins
        self._place = terms.calendar.place(position.phase)
        self._others: tuple[UnusedOrder, ...] = ()
        self._used: list[Order] = list(chain.from_iterable(orders.values()))
        self._counts = list(map(len, orders.values()))
        self._powers = list(map(n.power.__getitem__, orders))

    def result(self, desk: MovementDesk) -> PhaseResult | None:
        """The result; None if it takes plain Python to say."""
        if not self._is_judged(desk):
            return None
        n, told = self._n, desk.told
        head = told[:HEAD_TOLD]
        place, year, won, standing, dislodged, contested, faults, changes, returned = head
        sorted_at = HEAD_TOLD + standing
        owners_at = sorted_at + standing
        cores_at = end = owners_at + len(n.places)
        unit_of = desk.units.__getitem__
        ranked, owned = told[sorted_at:owners_at], told[owners_at:cores_at]
        cores = NO_CORES
        if self._terms.open_tables.has_cores == 1:
            half_at, end = cores_at + len(n.places), cores_at + 2 * len(n.places)
            cores = named_cores(n, told[cores_at:half_at], told[half_at:end])
        unused = self._others
        if faults:
            unused += tuple(unused_orders(n, self._turn(desk), self._used))
        emptied = _NO_PLACES
        if contested:
            emptied = frozenset(map(n.places.__getitem__, told[end : end + contested]))
            end += contested
        driven_out: tuple[Dislodged, ...] = ()
        for _ in range(dislodged):
            begin = end + 3
            end = begin + told[end + 2]
            driven_out += (self._dislodged(*told[begin - 3 : end]),)
        owners = self._position.owners
        if changes:
            owners = _owners(n, owners, owned, told[end : end + changes])
        if returned:
            came_back = told[end + changes : end + changes + returned]
            ranked = array("i", sorted([*ranked, *came_back], key=lambda one: _ORDER(unit_of(one))))
        phase = desk.phase(place, year)
        units = tuple(map(unit_of, ranked))
        after = position_in_order(phase, units, owners, cores=cores)
        if phase.letter == "R":
            waiting = tuple(one for one in driven_out if one.options)
            after = Position(phase, units, owners, waiting, emptied, None, *cores)
        keep_cells(n, after, ranked.tobytes(), owned.tobytes())
        return new_phase_result(
            Outcomes(self._outcomes),
            unused,
            tuple(map(unit_of, told[HEAD_TOLD:sorted_at])),
            driven_out,
            emptied,
            after,
            None if won == NONE else n.powers[won],
        )

    def _is_judged(self, desk: MovementDesk) -> bool:
        """Have the phase judged; False if it takes plain Python."""
        cells = self._cells(desk)
        if cells is None or len(self._used) > desk.most_orders:
            return False
        position, powers = self._position, self._powers
        known = cells_of(self._n, position)
        owners = known.owners + core_cells(self._n, self._terms, position)
        sizes = len(position.units), len(powers), len(self._used)
        head = _HEAD.pack(self._place, position.phase.year, *sizes, self._wins)
        by = array("i", [*powers, *self._counts]).tobytes()
        if not self._judge(desk, b"".join((head, known.units, owners, by, cells))):
            return False
        desk.holds = self
        return True

    def _outcomes(self) -> tuple[Outcome, ...]:
        """The outcome of each order."""
        n, terms = self._n, self._terms
        desk = desk_for(n, terms, len(self._position.units))
        if desk is None or not (desk.holds is self or self._is_judged(desk)):
            given = n.board, self._position, self._orders, terms.rule_set, terms.calendar
            return tuple(resolve_plainly(*given, self._wins).outcomes)
        return self._read(self._turn(desk))

    def _turn(self, desk: MovementDesk) -> Turn:
        """The turn that was judged, in plain Python."""
        is_icy = self._terms.phases.is_icy[self._place] == 1
        return TurnOfArrays(desk.turn, desk.layout, self._terms, is_icy)

    @abstractmethod
    def _cells(self, desk: MovementDesk) -> bytes | None:
        """The numbers of the orders; None if it takes plain Python."""

    @abstractmethod
    def _judge(self, desk: MovementDesk, written: bytes) -> bool:
        """Have the phase judged as it is written; False if there can be no such position."""

    @abstractmethod
    def _read(self, t: Turn) -> tuple[Outcome, ...]:
        """The outcomes, read off the turn that was judged."""

    def _dislodged(self, unit: int, attacker: int, _: int, *options: int) -> Dislodged:
        """A dislodged unit, as the kernel tells of it."""
        n, units = self._n, self._position.units
        ways = tuple(sorted(map(n.locations.__getitem__, options)))
        return Dislodged(units[unit], ways, n.board.province_of[units[attacker].location])


class _WrittenMovement(_WrittenPhase):
    __slots__ = ()

    def __init__(
        self, n: BoardIndex, terms: BoardTerms, position: Position, orders: Orders, wins: int
    ) -> None:
        super().__init__(n, terms, position, orders, wins)
        if terms.rule_set.implied_orders == "yes":
            for power, order in implied_orders(n.board, position, orders):
                self._used.append(order)
                self._powers.append(n.power[power])
                self._counts.append(1)

    def _cells(self, desk: MovementDesk) -> bytes | None:
        known = desk.orders[self._terms.phases.is_icy[self._place]]
        cells = known.of(self._used)
        if cells is not None and len(cells) < BYTES_OF_ORDER * len(self._used):
            self._set_aside(known)
        return cells

    def _set_aside(self, known: OrderCells) -> None:
        """Set aside the orders of other phases."""
        by = list(chain.from_iterable(map(repeat, self._powers, self._counts)))
        given = [
            (power, order, bool(known.of((order,))))
            for power, order in zip(by, self._used, strict=True)
        ]
        self._powers = [power for power, _, is_ours in given if is_ours]
        self._used = [order for _, order, is_ours in given if is_ours]
        self._counts = [1] * len(self._used)
        powers, reason = self._n.powers, REASONS[WRONG_PHASE].code
        self._others = tuple(
            UnusedOrder(powers[power], order, reason)
            for power, order, is_ours in given
            if not is_ours
        )

    def _judge(self, desk: MovementDesk, written: bytes) -> bool:
        return desk.judge(written)

    def _read(self, t: Turn) -> tuple[Outcome, ...]:
        return read_outcomes(self._n, t, self._position.units, self._used)


class _WrittenAdjustments(_WrittenPhase):
    __slots__ = ()

    def _cells(self, desk: MovementDesk) -> bytes | None:
        end = 1 + ADJUSTMENT_CELLS
        rows = (
            adjustment_row(self._n, power, order)[1:end]
            for power, ones in self._orders.items()
            for order in ones
        )
        return array("i", chain.from_iterable(rows)).tobytes()

    def _judge(self, desk: MovementDesk, written: bytes) -> bool:
        return desk.adjust(written)

    def _read(self, t: Turn) -> tuple[Outcome, ...]:
        return read_adjustments(self._n, t, self._position, self._used)


_PHASES: Final[Mapping[str, type[_WrittenPhase]]] = FrozenMap(
    {"M": _WrittenMovement, "A": _WrittenAdjustments}
)


def _owners(
    n: BoardIndex, before: Mapping[str, str], owned: array[int], changed: array[int]
) -> FrozenMap[str, str]:
    """The owners of provinces by the numbers of their powers, some of whom were others before."""
    powers = n.powers
    keys = list(map(n.places.__getitem__, changed))
    owners = list(map(owned.__getitem__, changed))
    if NONE not in owners and before.keys() >= set(keys):
        return changed_map(before, zip(keys, map(powers.__getitem__, owners), strict=True))
    return FrozenMap(
        {key: powers[owned[place]] for place, key in n.places_by_name if owned[place] != NONE}
    )
