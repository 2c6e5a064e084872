"""The movement phase: orders in, outcomes and dislodged units out.

Each thread has one turn on which it judges movements, one after the other: to make one takes
longer than to check the orders. What became of the last movement can be read off it until the next
is judged. Whoever asks for the outcomes of an earlier one has it judged again, which comes to the
same; so a movement that nobody asks about keeps nothing but its orders.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from dragoman.board import Board
from dragoman.orders import Convoy, Hold, Move, Order, Support
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.aftermath import forbidden_origin, leaves_contested, list_retreats
from dragoman.rules.engine.changes import converted
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.legality import find_faults, take_orders
from dragoman.rules.engine.phases import meet, settle_standing
from dragoman.rules.engine.primitives import EMPTY, first, only
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex, UnitRow
from dragoman.rules.judge.encode import give_orders, load_turn, numbers_of
from dragoman.rules.judge.outcomes import Verdict, read_outcomes
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.outcome import Orders, Outcome, Outcomes, UnusedOrder
from dragoman.rules.model.position import Dislodged, Position
from dragoman.rules.model.reasons import (
    NO_SUCH_UNIT,
    NOT_YOURS,
    OK,
    OVERRULED,
    REASONS,
    WRONG_PHASE,
)


class _Desk(threading.local):
    """The turn on which a thread judges movements."""

    turn: Turn | None = None
    """None while it is in use."""
    movement: Movement | None = None
    """The movement that was judged on it last, ..."""
    used: Sequence[Order] = ()
    """... and the orders that the turn has."""


_DESK = _Desk()


class Movement:
    """A movement phase that is judged, and judged again if its outcomes are asked for later."""

    __slots__ = ("_calendar", "_given", "_n", "_position", "_powers", "_rule_set")

    def __init__(
        self,
        n: BoardIndex,
        position: Position,
        orders: Orders,
        rule_set: RuleSet,
        calendar: Calendar,
    ) -> None:
        self._n, self._position, self._rule_set, self._calendar = n, position, rule_set, calendar
        self._given = list(chain.from_iterable(orders.values()))
        powers = map(repeat, orders, map(len, orders.values()))
        self._powers = list(chain.from_iterable(powers))
        if rule_set.implied_orders == "yes":
            for power, order in implied_orders(n.board, position, orders):
                self._powers.append(power)
                self._given.append(order)

    def judge(self) -> tuple[Turn, Verdict]:
        """Carry out the phase; the turn is to be handed back to ``keep``. One outcome per standing
        unit, in the position's order, then one for each order of a gatekeeper.

        A unit without a legal order holds. Orders that no unit of their power could take, or
        that another order of the unit overruled, are unused.
        """
        n = self._n
        t, used, others = self._run()
        unused = [UnusedOrder(power, order, REASONS[WRONG_PHASE].code) for power, order in others]
        if any(t.orders.reason):
            unused += unused_orders(n, t, used)
        standing, dislodged = _after(n, t, self._position)
        return t, Verdict(
            Outcomes(self.outcomes), tuple(unused), standing, dislodged, _contested(n, t)
        )

    def keep(self, t: Turn) -> None:
        """Leave the turn to the next movement of this thread, and to whom asks for outcomes."""
        _DESK.turn, _DESK.movement = t, self

    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcome of each order."""
        t = _DESK.turn
        if t is not None and _DESK.movement is self:
            _DESK.turn, used = None, _DESK.used
        else:
            t, used, _ = self._run()
        outcomes = read_outcomes(self._n, t, self._position.units, used)
        self.keep(t)
        return outcomes

    def _run(self) -> tuple[Turn, Sequence[Order], Sequence[tuple[str, Order]]]:
        """Carry out the phase on this thread's turn. The turn, the orders that it has, and those
        of other phases with their powers."""
        n, t = self._n, _DESK.turn
        _DESK.turn = _DESK.movement = None
        t = load_turn(n, self._position, n.terms(self._rule_set, self._calendar), spare=t)
        used, others = give_orders(n, t, self._powers, self._given)
        find_faults(t)
        take_orders(t)
        meet(t)
        settle_standing(t)
        _DESK.used = used
        return t, used, others


def unused_orders(n: BoardIndex, t: Turn, used: Sequence[Order]) -> Iterator[UnusedOrder]:
    """Those of the orders that no unit of their power could take, or that were overruled."""
    for index, order in enumerate(used):
        reason = t.orders.reason[index]
        unit = t.orders.unit[index]
        if unit == NONE:
            is_unused = reason in (NO_SUCH_UNIT, NOT_YOURS, OVERRULED)
        else:
            taken = t.chosen[unit] not in (NONE, index)
            is_unused = reason == NOT_YOURS or (reason != OK and taken)
        if is_unused:
            power = n.powers[t.orders.by[index]]
            yield UnusedOrder(power, order, REASONS[reason].code)


def implied_orders(board: Board, position: Position, orders: Orders) -> list[tuple[str, Order]]:
    """Orders that a support or convoy implies for own units without any (DATC 4.E.3); for no
    second unit on a high sea what one there does already."""
    given = [(power, order) for power, ones in orders.items() for order in ones]
    ordered = Counter(
        (power, board.province_of.get(order.unit.location, order.unit.location))
        for power, order in given
        if isinstance(order, Hold | Move | Support | Convoy)
    )
    own = Counter((unit.power, board.province_of[unit.location]) for unit in position.units)
    known: set[tuple[str, str, str | None]] = {
        (power, board.province_of.get(order.unit.location, order.unit.location), order.target)
        for power, order in given
        if isinstance(order, Move)
    }
    found: list[tuple[str, Order]] = []
    for power, order in given:
        if not isinstance(order, Support | Convoy):
            continue
        named = order.supported if isinstance(order, Support) else order.convoyed
        key = power, board.province_of.get(named.location, named.location)
        target = order.target
        if ordered[key] < own[key] and (*key, target) not in known:
            ordered[key] += 1
            known.add((*key, target))
            found.append((power, Hold(named) if target is None else Move(named, target)))
    return found


def _contested(n: BoardIndex, t: Turn) -> frozenset[str]:
    """The provinces left empty by a stand-off."""
    found: set[int] = set()
    failed = t.moves_no
    while failed != EMPTY:
        unit = first(failed)
        failed ^= only(unit)
        if t.goal[unit] not in found and leaves_contested(t, unit):
            found.add(t.goal[unit])
    return frozenset(map(n.places.__getitem__, found))


def _after(
    n: BoardIndex, t: Turn, position: Position
) -> tuple[list[UnitRow], tuple[Dislodged, ...]]:
    """The units that stand, and those that are dislodged."""
    rows = list(numbers_of(n, position).units)
    moved = t.moves_yes
    while moved != EMPTY:
        number = first(moved)
        moved ^= only(number)
        rows[number] = n.row(t.owner[number], t.kind[number], t.target[number])
    changed = converted(t)
    while changed != EMPTY:
        number = first(changed)
        changed ^= only(number)
        becomes = t.orders.other_kind[t.chosen[number]]
        rows[number] = n.row(t.owner[number], becomes, t.target[number])
    if t.standing_count == t.unit_count:
        return rows, ()
    dislodged: list[Dislodged] = []
    for number, row in enumerate(rows):
        attacker = t.dislodged_by[number]
        if attacker != NONE:
            origin = forbidden_origin(t, attacker)
            found = list_retreats(t, t.owner[number], t.kind[number], t.location[number], origin)
            options = tuple(sorted(n.locations[to] for to in t.options[:found]))
            dislodged.append(Dislodged(row.unit, options, n.places[t.place[attacker]]))
    standing = [row for number, row in enumerate(rows) if t.dislodged_by[number] == NONE]
    return standing, tuple(dislodged)
