"""The orders that a partner gives in the end: those that keep its word, or those that break it, if
that pays more than it is loyal; always with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.board import Unit
from dragoman.bots.partner.promises import fulfils, owner_of
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Thought, Why
from dragoman.orders import Order
from dragoman.press.daide import speech as s
from dragoman.quick_dataclass import dataclass

_LEAST: Final = 0.01
_LOYAL: Final = 0.2
"""What a stab has to bring at least, and how much more if one is wholly loyal."""
_FAITHFUL: Final = 95
"""Whoever is at least so loyal never stabs, but to stop who is about to win."""


@dataclass(frozen=True, slots=True)
class Resolve:
    """The orders that a partner has resolved to give, and its reasons."""

    orders: Mapping[Unit, Order]
    thoughts: tuple[Thought, ...]


def resolved(now: Situation) -> Resolve:
    """The orders of a movement."""
    course, thoughts = now.best(now.bounds), list(_of_promises(now))
    if course.opening:
        thoughts.append(Thought(Why.OPENING, now.me, name=course.opening))
    victim = _tempting(now)
    if not victim or not now.own_units:
        return Resolve(course.orders, tuple(thoughts))
    kept = now.scales.worth(course.orders)
    stab = now.best(now.bounds_with(now.stance.pledges, frozenset((victim,))))
    gain = now.scales.worth(stab.orders) - kept
    price = _LEAST + _LOYAL * (now.traits.loyalty / 100) ** 2
    if victim == now.stance.leader:
        price /= 4
    if gain > price:
        thoughts.append(Thought(Why.STAB, victim, gain=gain))
        return Resolve(stab.orders, tuple(thoughts))
    thoughts.append(Thought(Why.KEPT, victim, gain=gain))
    return Resolve(course.orders, tuple(thoughts))


def _tempting(now: Situation) -> str:
    """The friend whom it would pay most to stab, if it ever would."""
    stance = now.stance
    if now.traits.loyalty >= _FAITHFUL:
        return stance.leader if stance.leader in stance.friends else ""
    near = [power for power in stance.friends if stance.lure.get(power, 0.0) > 0.3]
    return max(sorted(near), key=lambda power: stance.lure[power], default="")


def _of_promises(now: Situation) -> list[Thought]:
    """Orders that it owes somebody and cannot give."""
    found: list[Thought] = []
    for one in now.stance.pledges:
        match one.what:
            case s.Ordering(order) if one.by == now.me and owner_of(order) == now.me:
                given = any(fulfils(kept, order) for kept in now.bounds.fixed.values())
                if not given:
                    found.append(Thought(Why.ILLEGAL, one.to, one.what))
            case _:
                pass
    return found
