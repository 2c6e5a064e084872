"""The DumbBot idea as a bot, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.bots.bot import View
from dragoman.bots.engine.dumb import order_adjustments, order_retreats, order_units
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.sighted import orders_of_codes, sighted, ways_of
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind

_STATES = (1 << 48) - 1


@dataclass(frozen=True, slots=True)
class DumbBot:
    """Sends each unit where it is worth most, and lets the others help (see ``engine.dumb``)."""

    temper: Temper = USUAL

    def __call__(self, view: View) -> Iterable[Order]:
        seen = sighted(view)
        state = [view.seed & _STATES]
        given = seen.tables, seen.sight, seen.work, seen.number
        kind = view.position.phase.kind
        codes = [0] * seen.tables.provinces
        if kind is PhaseKind.MOVEMENT:
            order_units(*given, self.temper, state[0], codes)
            return orders_of_codes(view, [codes[unit] for unit in seen.own])
        ways = ways_of(view)
        listed = [code for coded in ways for code in coded]
        if kind is PhaseKind.RETREAT:
            order_retreats(*given, listed, [len(coded) for coded in ways], codes)
            return orders_of_codes(view, [codes[row] for row, one in enumerate(ways) if one])
        end = order_adjustments(
            *given, view.due, self.temper.noise, state, listed, 0, len(listed), codes, 0
        )
        return orders_of_codes(view, codes[:end])
