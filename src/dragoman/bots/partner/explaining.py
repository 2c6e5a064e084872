"""The afterthoughts of a partner: when a turn is over it says to people what its orders were for,
whose word it kept or broke, and whom it fears."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from dragoman.board import province_of
from dragoman.bots.bot import View
from dragoman.bots.openings import opening_name
from dragoman.bots.partner.deciding import resolved
from dragoman.bots.partner.promises import goal_of
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Thought, Why
from dragoman.bots.partner.traits import Traits
from dragoman.orders import Move, Order, Support
from dragoman.press.afterthoughts import Afterthought
from dragoman.rules import PhaseKind

_MOST_ORDERS: Final = 3
"""Of how many orders it says what they were for."""
_FEARED: Final = 0.3
"""From this threat on it fears a power."""


def people_of(view: View) -> list[str]:
    """The powers that no program plays, where it is told who plays what."""
    if not view.players:
        return []
    position = view.position
    return [
        power
        for power in view.variant.board.powers
        if power not in view.players and (position.units_of(power) or position.centers_of(power))
    ]


def last_movement(view: View) -> View | None:
    """The view before the orders of the last movement, with what was said until then."""
    for place in range(len(view.history) - 1, -1, -1):
        before = view.history[place].before
        if before.phase.kind is PhaseKind.MOVEMENT:
            return replace(
                view,
                position=before,
                history=view.history[:place],
                heard=tuple(one for one in view.heard if one.phase <= before.phase),
                spoken=tuple(one for one in view.spoken if one.phase <= before.phase),
            )
    return None


def afterthoughts(view: View, traits: Traits, to: str) -> Iterator[Afterthought]:
    """The sentences to a power about the last movement."""
    then = last_movement(view)
    if then is None:
        return
    now = Situation(then, traits)
    given = view.history[len(then.history)].orders
    thoughts = resolved(now).thoughts
    yield from _of_opening(now, thoughts)
    yield from islice(_of_orders(now, given.get(view.power, ())), _MOST_ORDERS)
    for thought in thoughts:
        if thought.why is Why.STAB:
            yield Afterthought("stabbed", thought.power)
        elif thought.why is Why.KEPT and thought.gain > 0:
            yield Afterthought("kept", thought.power)
    yield from islice(_of_reader(now, given.get(to, ())), 1)
    stance = now.stance
    threat = {one: by for one, by in stance.threat.items() if one not in stance.friends}
    foe = max(threat, key=lambda one: threat[one], default="")
    if foe and threat[foe] > _FEARED:
        yield Afterthought("feared", foe)


def _of_opening(now: Situation, thoughts: Sequence[Thought]) -> Iterator[Afterthought]:
    """The name of its opening; of how that goes on in the fall only where it has another."""
    board, history = now.board, now.view.history
    begun = opening_name(board, now.me, history[0].orders.get(now.me, ())) if history else None
    for thought in thoughts:
        if thought.why is Why.OPENING and thought.name != begun:
            yield Afterthought("opened", name=thought.name)


def _of_orders(now: Situation, orders: Sequence[Order]) -> Iterator[Afterthought]:
    for order in orders:
        match order:
            case Move():
                goal = province_of(order.target)
                if goal in now.board.centers and now.position.owners.get(goal) != now.me:
                    yield Afterthought("aimed", order=order)
            case Support():
                helped = now.position.by_province.get(province_of(order.supported.location))
                if helped is not None and helped.power != now.me:
                    yield Afterthought("helped", helped.power, order)
                elif order.target is None:
                    yield Afterthought("guarded", order=order)
            case _:
                pass


def _of_reader(now: Situation, orders: Sequence[Order]) -> Iterator[Afterthought]:
    """The orders of the reader against it, or for it."""
    land = now.land_of((now.me,))
    for order in orders:
        own = isinstance(order, Support) and province_of(order.supported.location) in now.own_units
        if own:
            yield Afterthought("thanks", order=order)
        elif goal_of(order) in land:
            yield Afterthought("attacked", order=order)
