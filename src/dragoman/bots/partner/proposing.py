"""The offers that a partner makes by itself: peace and alliances to begin with, zones between
friends, and what the two could do together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from dragoman.board import Unit, province_of
from dragoman.bots.partner.asked_orders import help_from, named
from dragoman.bots.partner.promises import goal_of
from dragoman.bots.partner.situation import Situation
from dragoman.orders import Convoy, Move, Support
from dragoman.press.daide import speech as s
from dragoman.press.daide.speech import Arrangement, Speech

_NEAR: Final = 0.15
"""From this threat or lure on a power is a neighbour."""
_MOST_WISHES: Final = 2
"""How many supports it asks a friend for in a turn, and offers."""
_MOST_ZONES: Final = 2


def proposals(now: Situation) -> Iterator[tuple[str, Speech]]:
    """The messages that it sends when a movement begins."""
    stance, talk = now.stance, now.traits.talk
    dice = Random(f"{now.view.game} {now.position.phase} {now.me}")
    spring = now.position.phase.season == "S"
    asked = {
        (line.to, line.said)
        for line in now.lines
        if line.by == now.me and line.phase.year >= now.position.phase.year - 1
    }
    for other in stance.trust:
        if not now.position.units_of(other):
            continue
        found: list[Speech] = []
        if spring and dice.randrange(100) < talk + 20:
            found += _relations(now, other)
        if other in stance.friends:
            if spring and talk >= 40:
                found += _zones(now, other)
            found += _together(now, other)
        for said in found:
            if (other, said) not in asked or isinstance(said, s.Fact):
                yield other, said


def _relations(now: Situation, other: str) -> Iterator[Speech]:
    """Peace with a neighbour, an alliance with whom the target has to fear as well."""
    stance = now.stance
    near = max(stance.threat[other], stance.lure[other]) > _NEAR
    if other in (stance.target, stance.leader) or stance.trust[other] < 0.35:
        return
    foe = stance.leader or stance.target
    with_foe = foe and foe not in (other, *stance.friends)
    if with_foe and other not in stance.allies and stance.reach[other, foe] > _NEAR and near:
        yield s.Proposal(s.Alliance((now.me, other), (foe,)))
    elif near and other not in stance.friends:
        yield s.Proposal(s.Peace((now.me, other)))


def _zones(now: Situation, other: str) -> Iterator[Speech]:
    """Empty provinces without a centre between the two, where it does not mean to go itself."""
    board = now.board
    if any(isinstance(one.what, s.Demilitarised) and one.to == other for one in now.stance.pledges):
        return
    wanted = {goal_of(order) for order in now.course.orders.values()}
    mine, theirs = _steps(now, now.me), _steps(now, other)
    places = [
        place
        for place in sorted(mine & theirs)
        if place not in board.centers
        and place not in now.position.by_province
        and place not in wanted
    ]
    if places and now.stance.threat[other] > _NEAR:
        zone = tuple(places[:_MOST_ZONES])
        yield s.Proposal(s.Demilitarised((now.me, other), zone))


def _steps(now: Situation, power: str) -> set[str]:
    return {
        province_of(order.target)
        for unit in now.position.units_of(power)
        for order in now.legal.get(unit, ())
        if isinstance(order, Move) and not order.via_convoy
    }


def _together(now: Situation, other: str) -> Iterator[Speech]:
    """Its own moves that a friend could support, and supports and convoys that it could give."""
    wishes = 0
    for unit in now.position.units_of(other):
        order = help_from(now, unit)
        if order is None or wishes == _MOST_WISHES or not _is_contested(now, goal_of(order)):
            continue
        wishes += 1
        yield s.Proposal(s.Ordering(named(now, unit, order)))
    offers = 0
    for unit in sorted(now.course.idle - set(now.bounds.fixed), key=str):
        offer = _offer(now, unit, other)
        if offer is None or offers == _MOST_WISHES:
            continue
        offers += 1
        yield s.Proposal(offer)


def _is_contested(now: Situation, place: str | None) -> bool:
    """True if somebody else than friends could stand up for a place."""
    return any(
        province_of(order.target) == place
        for unit, orders in now.legal.items()
        if unit.power not in (now.me, *now.stance.friends)
        for order in orders
        if isinstance(order, Move)
    ) or (place in now.position.by_province)


def _offer(now: Situation, unit: Unit, other: str) -> Arrangement | None:
    """A move of a friend into what belongs to no friend, with its own unit's help."""
    stance = now.stance
    own = now.land_of((now.me, *stance.friends))
    best: tuple[int, Arrangement] | None = None
    for order in now.legal[unit]:
        if isinstance(order, Support):
            ref = order.supported
        elif isinstance(order, Convoy):
            ref = order.convoyed
        else:
            continue
        goal = goal_of(order)
        helped = now.position.by_province.get(province_of(ref.location))
        if helped is None or helped.power != other or goal is None or goal in own:
            continue
        moves = [
            one
            for one in now.legal.get(helped, ())
            if isinstance(one, Move) and province_of(one.target) == goal
        ]
        move = moves[-1 if isinstance(order, Convoy) else 0] if moves else None
        worth = _worth_of(now, goal)
        if move is not None and worth > 0 and (best is None or worth > best[0]):
            both = (named(now, helped, move), named(now, unit, order))
            best = worth, s.AllOf(tuple(map(s.Ordering, both)))
    return best[1] if best else None


def _worth_of(now: Situation, place: str) -> int:
    """The worth of what there is to take in a place."""
    there = now.position.by_province.get(place)
    owner = now.position.owners.get(place)
    worth = 2 * (place in now.board.centers) + (there is not None)
    return worth * (2 if now.stance.target in (owner, there.power if there else None) else 1)
