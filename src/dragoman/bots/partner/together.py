"""The plans of a partner with a friend, to be proposed: joint attacks, armies that fleets of both
take over the water, supports that one of the two gives the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from dragoman.board import Unit, province_of
from dragoman.bots.partner.asked_orders import help_from, named, unit_there
from dragoman.bots.partner.promises import goal_of, orders_in
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.voyages import voyages
from dragoman.orders import Convoy, Hold, Move, Order, Support, UnitRef
from dragoman.press.daide import speech as s
from dragoman.press.daide.speech import Arrangement
from dragoman.values import FrozenMap

_MOST_WISHES: Final = 2
"""How many supports it asks a friend for in a turn, and offers."""
_MOST_PLACES: Final = 3
"""How many places it thinks of attacking together, ..."""
_MOST_VOYAGES: Final = 2
"""... and how many voyages."""
_GAIN: Final = 0.004
"""What a plan has to bring it, as a share of the board."""
_GIVEN: Final = 0.012
"""What it gives up at most to help a friend, and asks one to give up."""
_FAR: Final = 0.5
"""By how much such an army has to come nearer to what it may take."""
_MOST_ORDERS: Final = 5
"""Of more orders no letter is easily read."""


def together_with(now: Situation, other: str, spent: set[Unit]) -> Iterator[Arrangement]:
    """Proposals to a friend for the turn, the best first. Units of either that somebody was
    proposed something for are ``spent``, and proposed nothing else."""
    spent |= {*now.bounds.fixed, *_asked_for(now)}
    attack = _planned(now, other) if now.evaluations else _attack(now, other, spent)
    for plan in (attack, _voyage(now, other, spent)):
        if plan and spent.isdisjoint(plan):
            yield _all_of(now, plan)
            spent |= plan.keys()
    wishes = offers = 0
    for unit in now.position.units_of(other):
        order = help_from(now, unit) if unit not in spent else None
        if order is None or wishes == _MOST_WISHES or not _is_contested(now, goal_of(order)):
            continue
        wishes += 1
        spent.add(unit)
        yield s.Ordering(named(now, unit, order))
    for unit in sorted(now.course.idle - spent, key=str):
        offer = _offer(now, unit, other, spent) if offers < _MOST_WISHES else None
        if offer is not None:
            offers += 1
            spent |= offer.keys()
            yield _all_of(now, offer)


def _asked_for(now: Situation) -> Iterator[Unit]:
    """Units for which others have proposed something in this phase that it has not answered."""
    for line in now.lines:
        if line.to == now.me and line.phase == now.position.phase:
            yield from filter(None, (unit_there(now, one) for one in orders_in(line.said)))


def _all_of(now: Situation, orders: Mapping[Unit, Order]) -> Arrangement:
    """Orders of both, those that are helped first."""
    moves_first = sorted(orders.items(), key=lambda one: not isinstance(one[1], Move))
    return s.AllOf(tuple(s.Ordering(named(now, unit, order)) for unit, order in moves_first))


# Joint attacks


def _planned(now: Situation, other: str) -> Mapping[Unit, Order] | None:
    """The best plan for the two that a search finds: of its orders those by which one helps the
    other, and what these help."""
    from dragoman.bots.joint import joint_plans

    at = now.position.by_province
    for plan in joint_plans(now.view, other, now.agreement(now.bounds), now.evaluations):
        found: dict[Unit, Order] = {}
        for unit, order in plan.orders.items():
            if not isinstance(order, Support | Convoy):
                continue
            ref = order.supported if isinstance(order, Support) else order.convoyed
            helped = at.get(province_of(ref.location))
            if helped and helped in plan.orders and helped.power != unit.power:
                found |= {unit: order, helped: plan.orders[helped]}
        for unit, order in plan.orders.items():
            carried = isinstance(order, Convoy) and at.get(province_of(order.convoyed.location))
            if carried in found:
                found[unit] = order
        if found and len(found) <= _MOST_ORDERS:
            return FrozenMap(found)
    return None


def _attack(now: Situation, other: str, spent: set[Unit]) -> Mapping[Unit, Order] | None:
    """A joint attack that brings it something, as far as a turn shows that: on a centre or a unit
    of no friend, with as many supports as it may take."""
    own = now.land_of((now.me, *now.stance.friends))
    places = {
        goal
        for unit in now.position.units_of(now.me)
        for order in now.legal[unit]
        if (goal := goal_of(order)) is not None and goal not in own
    }
    wanted = sorted(places, key=lambda place: (-_worth_of(now, place), place))
    plans = [
        plan
        for place in wanted[:_MOST_PLACES]
        if _worth_of(now, place) and _is_contested(now, place)
        for mover in ((now.me, other), (other, now.me))
        if (plan := _attack_on(now, mover, place, spent)) is not None
    ]
    before, best = now.scales.shares(now.course.orders), (_GAIN, None)
    for plan in plans:
        gains = _gains(now, plan, before)
        if gains[other] >= -_GIVEN:
            best = max(best, (gains[now.me], plan), key=lambda one: one[0])
    return best[1]


def _attack_on(
    now: Situation, powers: tuple[str, str], place: str, spent: set[Unit]
) -> Mapping[Unit, Order] | None:
    """A move of the first power's into a place, with supports of the second's units, and, against
    two that may defend it, one more."""
    first, second = powers
    for mover in now.position.units_of(first):
        move = _order_to(now, mover, place) if mover not in spent else None
        if move is None:
            continue
        helpers = [
            (unit, order)
            for power in (second, first)
            for unit in now.position.units_of(power)
            if unit not in spent and unit != mover and place in now.steps[unit]
            for order in now.legal.get(unit, ())
            if isinstance(order, Support)
            and goal_of(order) == place
            and province_of(order.supported.location) == province_of(mover.location)
        ]
        if helpers and helpers[0][0].power == second:
            most = max(1, min(2, _defenders(now, place) - 1))
            return FrozenMap({mover: move, **dict(helpers[:most])})
    return None


def _defenders(now: Situation, place: str) -> int:
    """The units of no friend that stand at a place or could help there."""
    spared = {now.me, *now.stance.friends}
    return (place in now.position.by_province) + sum(
        place in steps for unit, steps in now.steps.items() if unit.power not in spared
    )


def _order_to(now: Situation, unit: Unit, place: str) -> Order | None:
    if place not in now.steps[unit]:
        return None
    return next(
        (
            order
            for order in now.legal.get(unit, ())
            if isinstance(order, Move) and not order.via_convoy and goal_of(order) == place
        ),
        None,
    )


def _gains(
    now: Situation, plan: Mapping[Unit, Order], before: Mapping[str, float]
) -> Mapping[str, float]:
    """The gain of each power if both carry a plan out."""
    own = {unit: order for unit, order in plan.items() if unit.power == now.me}
    others = {unit: order for unit, order in plan.items() if unit.power != now.me}
    goals = {goal_of(order) for order in plan.values() if isinstance(order, Move)}
    course = {
        unit: Hold(UnitRef(unit.location, unit.kind))
        if isinstance(order, Move) and goal_of(order) in goals
        else order
        for unit, order in now.course.orders.items()
    }
    after = now.scales.shares({**course, **own}, others)
    return {power: after[power] - before[power] for power in before}


# Voyages


def _voyage(now: Situation, other: str, spent: set[Unit]) -> Mapping[Unit, Order] | None:
    """An army of the two on fleets of both, where whose it is loses nothing by that, and the other
    little."""
    pair, friends = (now.me, other), now.stance.friends
    before: Mapping[str, float] | None = None
    for owner in pair:
        closed = now.bounds.barred | now.land_of(pair)
        for one in voyages(now.view, now.legal, owner, pair, friends | {now.me}, closed)[
            :_MOST_VOYAGES
        ]:
            powers = {unit.power for unit in one.orders}
            if len(powers) < 2 or one.gain < _FAR or not spent.isdisjoint(one.orders):
                continue
            before = before or now.scales.shares(now.course.orders)
            gains = _gains(now, one.orders, before)
            if gains[owner] >= 0 and min(gains[power] for power in pair) >= -_GIVEN:
                return one.orders
    return None


# Supports


def _is_contested(now: Situation, place: str | None) -> bool:
    """True if somebody else than friends could stand up for a place."""
    return place is not None and _defenders(now, place) > 0


def _offer(
    now: Situation, unit: Unit, other: str, spent: Iterable[Unit]
) -> Mapping[Unit, Order] | None:
    """A move of a friend into what belongs to no friend, with its own unit's support."""
    own = now.land_of((now.me, *now.stance.friends))
    best: tuple[int, Mapping[Unit, Order]] | None = None
    for order in now.legal[unit]:
        goal = goal_of(order)
        if not isinstance(order, Support) or goal is None or goal in own:
            continue
        helped = now.position.by_province.get(province_of(order.supported.location))
        if helped is None or helped.power != other or helped in spent:
            continue
        move = _order_to(now, helped, goal)
        worth = _worth_of(now, goal)
        if move is not None and worth > 0 and (best is None or worth > best[0]):
            best = worth, FrozenMap({helped: move, unit: order})
    return best[1] if best else None


def _worth_of(now: Situation, place: str) -> int:
    """The worth of what there is to take in a place."""
    there = now.position.by_province.get(place)
    owner = now.position.owners.get(place)
    worth = 2 * (place in now.board.centers) + (there is not None)
    wanted = {now.stance.target, now.stance.leader} - {""}
    return worth * (2 if wanted & {owner, there.power if there else None} else 1)
