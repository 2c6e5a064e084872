"""Orders that a partner is asked for, weighed together with those that others would give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from dragoman.board import Unit, province_of
from dragoman.bots.partner.courses import matching
from dragoman.bots.partner.promises import gist, goal_of, owner_of
from dragoman.bots.partner.reply import Reply, agrees, passes, refuses
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Why
from dragoman.orders import Move, Order, Support, unit_of
from dragoman.press.daide import speech as s
from dragoman.press.daide.order_patterns import NamedOrder, WaivedBuild
from dragoman.press.daide.positions import named_order
from dragoman.press.daide.speech import Arrangement, Speech
from dragoman.values import FrozenMap

LEAST_TRUST: Final = 0.3
"""Whom it trusts less it agrees on nothing with."""
_FAVOUR: Final = FrozenMap({"ally": 0.02, "friend": 0.01, "other": 0.002, "target": -0.01})
"""The share of the board that it would lose at most to do as somebody asks; of its target it wants
something for it."""


def on_orders(now: Situation, sender: str, parts: Iterable[s.Ordering]) -> Reply:
    """Orders of its own and of others, all of them together."""
    if not now.is_movement:
        return passes(Why.UNCLEAR, sender)
    mine: list[Order] = []
    others: dict[Unit, Order] = {}
    for one in parts:
        order = one.order
        if isinstance(order, WaivedBuild):
            return passes(Why.UNCLEAR, sender)
        if owner_of(order) == now.me:
            mine.append(order)
            continue
        unit = unit_there(now, order)
        found = unit and matching(now.legal.get(unit, ()), order)
        if unit is None or found is None:
            return refuses(Why.ILLEGAL, sender)
        others[unit] = found
    if not mine:
        owners = {unit.power for unit in others}
        if owners != {sender}:
            return passes(Why.NOT_MINE, sender)
        land = now.land_of((now.me,))
        if any(goal_of(order) in land and not _is_help(now, order) for order in others.values()):
            return refuses(Why.AGAINST_ME, sender)
        return agrees(Why.FITS, sender)
    return weighed(now, sender, mine, others)


def _is_help(now: Situation, order: Order) -> bool:
    """True if an order supports one of its own units."""
    return isinstance(order, Support) and (province_of(order.supported.location) in now.own_units)


def weighed(
    now: Situation, sender: str, asked: Sequence[NamedOrder], others: dict[Unit, Order]
) -> Reply:
    """The answer to what it is asked to order, where others order something, too. Of two proposals
    that cross, that of a person holds, or of the power that is named first; the other is taken
    back."""
    if not now.is_movement:
        return passes(Why.UNCLEAR, sender)
    stance, course, bounds = now.stance, now.course, now.bounds
    fixed = dict(bounds.fixed)
    land, friends = now.land_of((now.me,)), now.land_of(stance.friends - {sender})
    superseded: dict[Speech, None] = {}
    for order in asked:
        unit = own_unit(now, order)
        found = None if unit is None else matching(now.legal[unit], order)
        if unit is None or found is None:
            return refuses(Why.ILLEGAL, sender)
        if unit in bounds.fixed and gist(bounds.fixed[unit]) != gist(found):
            return refuses(Why.PROMISED, sender, *_instead(now, found))
        goal = goal_of(found)
        if goal in land and not isinstance(found, Move):
            return refuses(Why.AGAINST_ME, sender)
        if (
            goal in friends
            or gist(found) in bounds.refused
            or goal in bounds.barred - now.land_of((sender,))
        ):
            return refuses(Why.FRIEND, sender)
        if unit in now.offered and gist(now.offered[unit][2]) != gist(found):
            to, offer, _ = now.offered[unit]
            if to != sender or (now.me < sender and not now.is_person(sender)):
                return refuses(Why.OFFERED, to)  # else two might have its word
            superseded[offer] = None
        fixed[unit] = found
    back = tuple(map(s.Cancelling, superseded))
    new = {unit: order for unit, order in fixed.items() if unit not in bounds.fixed}
    if all(gist(course.orders[unit]) == gist(order) for unit, order in new.items()):
        return agrees(Why.FITS, sender, *back)
    trust = stance.trust.get(sender, 0.0)
    if trust < LEAST_TRUST:
        return refuses(Why.DISTRUSTED, sender)
    is_target = sender == stance.target and sender not in stance.friends
    if set(new) <= course.idle and not is_target:
        return agrees(Why.FITS, sender, *back)
    with_it = now.best(replace(bounds, fixed=FrozenMap(fixed)))
    before = now.scales.worth(course.orders)
    gain = now.scales.worth(with_it.orders) - before
    if others:
        gain += trust * (now.scales.worth(with_it.orders, others) - before - gain)
    if gain >= -_favour_for(now, sender) * (0.5 + trust):
        why = Why.WORTH if gain < 0 else Why.FITS
        return agrees(why, sender, *back, gain=gain)
    follows = tuple(one for order in new.values() for one in _instead(now, order))
    return refuses(Why.COSTS, sender, *follows, gain=gain)


def _favour_for(now: Situation, power: str) -> float:
    stance = now.stance
    if power in stance.allies:
        return _FAVOUR["ally"]
    if power in stance.friends:
        return _FAVOUR["friend"]
    return _FAVOUR["target" if power == stance.target else "other"]


def _instead(now: Situation, order: Order) -> tuple[Speech, ...]:
    """Another of its units that could give the same support, and has nothing better to do."""
    if not isinstance(order, Support):
        return ()
    wanted = gist(order)
    for unit in now.course.idle:
        if unit in now.bounds.fixed:
            continue
        for other in now.legal[unit]:
            found = gist(other)
            if found[0] == wanted[0] and found[2:] == wanted[2:] and found[1] != wanted[1]:
                return (s.Proposal(s.Ordering(named(now, unit, other))),)
    return ()


def help_from(now: Situation, unit: Unit) -> Order | None:
    """The support that another power's unit could give to a move of its own, if one wants it."""
    moves = {
        gist(order)[1]: goal_of(order)
        for order in now.course.orders.values()
        if isinstance(order, Move)
    }
    for order in now.legal.get(unit, ()):
        if isinstance(order, Support):
            helped = province_of(order.supported.location)
            if helped in moves and goal_of(order) == moves[helped]:
                return order
    return None


def joint_attack(now: Situation, partner: str, place: str) -> Arrangement | None:
    """A move into a place by a unit of one of the two, with the support of one of the other."""
    for mover_power, helper_power in ((now.me, partner), (partner, now.me)):
        for mover in now.position.units_of(mover_power):
            for move in now.legal.get(mover, ()):
                if not isinstance(move, Move) or move.via_convoy or goal_of(move) != place:
                    continue
                for helper in now.position.units_of(helper_power):
                    for order in now.legal.get(helper, ()):
                        if (
                            isinstance(order, Support)
                            and goal_of(order) == place
                            and province_of(order.supported.location) == province_of(mover.location)
                        ):
                            both = (named(now, mover, move), named(now, helper, order))
                            return s.AllOf(tuple(map(s.Ordering, both)))
    return None


def named(now: Situation, unit: Unit, order: Order) -> NamedOrder:
    """An order with the kinds and powers of its units, as DAIDE has it."""
    return named_order(order, unit.power, now.position)


def own_unit(now: Situation, order: NamedOrder) -> Unit | None:
    ref = None if isinstance(order, WaivedBuild) else unit_of(order)
    return None if ref is None else now.own_units.get(province_of(ref.location))


def unit_there(now: Situation, order: NamedOrder) -> Unit | None:
    ref = None if isinstance(order, WaivedBuild) else unit_of(order)
    return None if ref is None else now.position.by_province.get(province_of(ref.location))
