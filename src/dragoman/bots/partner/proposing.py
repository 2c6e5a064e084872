"""The offers that a partner makes by itself: peace and alliances to begin with, zones between
friends, and what it could do together with them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from random import Random
from typing import Final

from dragoman.board import Unit, province_of
from dragoman.bots.partner.asked_orders import LEAST_TRUST
from dragoman.bots.partner.promises import goal_of, orders_in
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.together import together_with
from dragoman.orders import Move
from dragoman.press.daide import speech as s
from dragoman.press.daide.speech import Speech

_NEAR: Final = 0.15
"""From this threat or lure on a power is a neighbour."""
_MOST_ZONES: Final = 2
_HONEST: Final = 50
"""Who is at least so loyal says so when he ends a peace."""


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
    spent: set[Unit] = set()
    for other in stance.trust:
        if not now.position.units_of(other):
            continue
        found: list[Speech] = []
        if spring and dice.randrange(100) < talk + 20:
            found += _relations(now, other)
        if other in stance.friends and not _would_look_false(now, other):
            plans = [s.Proposal(one) for one in together_with(now, other, spent)]
            if spring and talk >= 40:
                goals = {goal_of(order) for plan in plans for order in orders_in(plan)}
                found += _zones(now, other, goals)
            found += plans
        for said in found:
            if (other, said) not in asked or isinstance(said, s.Fact):
                yield other, said


def _would_look_false(now: Situation, other: str) -> bool:
    """True of a person to whom it says that it does not trust him: it asks him for nothing."""
    return now.is_person(other) and now.stance.trust[other] < LEAST_TRUST


def _relations(now: Situation, other: str) -> Iterator[Speech]:
    """Peace with a neighbour, an alliance with whom the target has to fear as well; with everybody
    against one who is about to win, to whom it says that peace is over, if it is honest."""
    stance = now.stance
    near = max(stance.threat[other], stance.lure[other]) > _NEAR
    if now.must_stop_leader:
        if other == stance.leader and other in stance.friends and now.traits.loyalty >= _HONEST:
            yield s.Fact(s.Opposite(s.Peace((now.me, other))))
        elif other != stance.leader and other not in stance.allies:
            yield s.Proposal(s.Alliance((now.me, other), (stance.leader,)))
        return
    if other in (stance.target, stance.leader) or stance.trust[other] < 0.35:
        return
    foe = stance.leader or stance.target
    with_foe = foe and foe not in (other, *stance.friends)
    if with_foe and other not in stance.allies and stance.reach[other, foe] > _NEAR and near:
        yield s.Proposal(s.Alliance((now.me, other), (foe,)))
    elif near and other not in stance.friends:
        yield s.Proposal(s.Peace((now.me, other)))


def _zones(now: Situation, other: str, goals: Set[str | None]) -> Iterator[Speech]:
    """Empty provinces without a centre between the two, where it does not mean to go itself, nor
    both together."""
    board = now.board
    if any(isinstance(one.what, s.Demilitarised) and one.to == other for one in now.stance.pledges):
        return
    wanted = goals | {goal_of(order) for order in now.course.orders.values()}
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
