"""The orders of a movement phase as they were carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.orders import (
    Besiege,
    Convert,
    Convoy,
    Core,
    Hold,
    LiftSiege,
    Move,
    Order,
    Support,
    UnitRef,
)
from dragoman.rules.engine.codes import CONVOY, HOLD, LEGAL_AS_NAMED, MOVE, NONE, SUPPORT
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.model.reasons import NO_SUCH_UNIT, NOT_YOURS

_PLAIN = (Hold, Move, Support)


class Treatment:
    """The orders as they were carried out: names and coasts put right, what is not legal a hold."""

    def __init__(self, n: BoardIndex, t: Turn, used: Sequence[Order]) -> None:
        self._n, self._turn, self._used = n, t, used
        self._last_given: dict[int, Order] | None = None

    def order_of(self, unit: int, kind: int) -> Order | None:
        """The order that a unit was given last, where it carries out none. One of nobody stands by
        another without being told."""
        if kind == SUPPORT:
            return Support(self._named(unit), self._named(self._turn.helps[unit]))
        if self._last_given is None:
            rows = self._turn.orders
            self._last_given = {
                ordered: order
                for order, ordered, reason in zip(self._used, rows.unit, rows.reason, strict=True)
                if reason not in (NO_SUCH_UNIT, NOT_YOURS)
            }
        return self._last_given.get(unit)

    def __call__(self, unit: int, chosen: int, kind: int, order: Order | None) -> Order:
        """As what the order was treated; ``chosen`` is its number, NONE if it is not carried out,
        and ``kind`` what the unit does."""
        if (
            chosen != NONE
            and self._turn.orders.flags[chosen] & LEGAL_AS_NAMED
            and self._is_carried_out_as_written(unit, chosen, kind, order)
        ):
            assert order is not None
            return order
        return self._put_right(unit, chosen, kind, order)

    def _is_carried_out_as_written(
        self, unit: int, chosen: int, kind: int, order: Order | None
    ) -> bool:
        """True if an order that names its units as they are is carried out to the letter."""
        t = self._turn
        if not isinstance(order, _PLAIN) or order.unit.power is not None:
            return False
        if kind == MOVE:
            return t.target[unit] == t.orders.target[chosen]
        if kind == SUPPORT and (helped := t.helps[unit]) != NONE:
            assert isinstance(order, Support)
            target = t.orders.target[chosen]
            named_so = target in (NONE, t.target[helped])
            return named_so and order.supported.power is None
        return kind != HOLD or isinstance(order, Hold)

    def _named(self, unit: int) -> UnitRef:
        return self._n.ref(self._turn.kind[unit], self._turn.location[unit])

    def _put_right(self, unit: int, chosen: int, kind: int, order: Order | None) -> Order:
        n, t = self._n, self._turn
        named = self._named(unit)
        if isinstance(order, Move) and kind == MOVE:
            target = order.target if chosen == NONE else n.locations[t.target[unit]]
            if order.unit == named and order.target == target:
                return order
            return replace(order, unit=named, target=target)
        if isinstance(order, Core | Besiege | LiftSiege | Convert) and chosen != NONE:
            return order
        if isinstance(order, Support) and kind == SUPPORT and t.helps[unit] != NONE:
            helped = t.helps[unit]
            target = order.target if order.target is None else n.locations[t.target[helped]]
            return Support(named, self._named(helped), target)
        if isinstance(order, Convoy) and kind == CONVOY and t.carries[unit] != NONE:
            army = t.carries[unit]
            return Convoy(named, self._named(army), n.places[t.goal[army]])
        if isinstance(order, Support | Convoy) and chosen != NONE and kind != HOLD:
            number = t.orders.target[chosen]
            target = None if number == NONE else n.locations[number]
            if order.unit == named and order.target == target:
                return order
            return replace(order, unit=named, target=target)
        if isinstance(order, Hold) and order.unit == named:
            return order
        return Hold(named)
