"""Peace, alliances, zones and shares that a partner is offered, judged by how it stands with who is
concerned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dragoman.board import province_of
from dragoman.bots.partner.asked_orders import LEAST_TRUST
from dragoman.bots.partner.promises import goal_of, orders_in
from dragoman.bots.partner.reply import Reply, ReplyKind, agrees, is_puzzled, passes, refuses
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Why
from dragoman.orders import Move, UnitRef
from dragoman.press.daide import speech as s
from dragoman.press.daide.speech import Speech

_FEARED: Final = 0.3
"""From this threat on a power is one to fear."""
_FALSE: Final = 30
"""Who is less loyal agrees on peace with its target, too, and means nothing by it."""
_HARMLESS: Final = 0.5
"""From this trust on somebody has done it no harm."""
_OTHER: Final = 0.4
"""Who draws it so much as this, compared with its target, may be its target instead."""


def on_peace(now: Situation, sender: str, powers: Sequence[str]) -> Reply:
    if now.me not in powers or sender not in powers:
        return passes(Why.NOT_MINE, sender)
    replies = [_peace_with(now, power) for power in powers if power != now.me]
    refused = [one for one in replies if one.kind is not ReplyKind.AGREES]
    return refused[0] if refused else replies[0]


def _peace_with(now: Situation, power: str) -> Reply:
    """Peace with whom it means to take from nothing, or whom it has to fear; if it is not loyal it
    agrees at any rate, and thinks what it likes."""
    stance = now.stance
    trust = stance.trust.get(power, 0.0)
    if power not in stance.trust:
        return refuses(Why.NOT_MINE, power)
    if power == stance.leader:
        return refuses(Why.STOP_LEADER, power)
    if now.must_stop_leader:
        return agrees(Why.STOP_LEADER, power)
    if trust < LEAST_TRUST * (0.5 + now.traits.temper / 100):
        return refuses(Why.DISTRUSTED, power)
    if power != stance.target or power in stance.friends:
        return agrees(Why.TRUSTED, power)
    if now.is_person(power) and _has_other_prey(now, power):
        return agrees(Why.TRUSTED, power)
    feared = {one for one, threat in stance.threat.items() if threat > _FEARED}
    foes = feared - stance.friends
    if len(foes) > 1 and stance.threat[power] > 0.5 * stance.lure[power]:
        return agrees(Why.BUSY, power)
    if now.traits.loyalty < _FALSE:
        return agrees(Why.TARGET, power)
    return refuses(Why.TARGET, power)


def _has_other_prey(now: Situation, power: str) -> bool:
    """True if it may as well go for somebody else: it does if a person asks who did it no harm."""
    stance = now.stance
    if now.traits.loyalty < _FALSE or stance.trust[power] < _HARMLESS:
        return False
    rest = stance.lure.keys() - stance.friends - {power}
    return any(stance.lure[one] >= _OTHER * stance.lure[power] for one in rest)


def on_alliance(
    now: Situation, sender: str, powers: Sequence[str], against: Sequence[str]
) -> Reply:
    stance = now.stance
    if now.me not in powers or sender not in powers:
        return passes(Why.NOT_MINE, sender)
    if now.me in against or set(powers) & set(against):
        return is_puzzled(sender)
    peace = [_peace_with(now, power) for power in powers if power != now.me]
    if refused := [one for one in peace if one.kind is not ReplyKind.AGREES]:
        return refused[0]
    offer = s.Proposal(s.Peace((now.me, sender)))
    other_offer = () if sender in stance.friends else (offer,)
    spared = stance.friends - ({stance.leader} if now.must_stop_leader else set())
    if friends := [power for power in against if power in spared]:
        return refuses(Why.FRIEND, friends[0], *other_offer)
    wanted = {stance.target, stance.leader}
    near = [power for power in against if stance.lure.get(power, 0.0) > 0.25]
    if not against or set(against) & wanted or near:
        return agrees(Why.WORTH, sender)
    return refuses(Why.BUSY, sender, *other_offer)


def on_zone(now: Situation, sender: str, powers: Sequence[str], provinces: Sequence[str]) -> Reply:
    if now.me not in powers:
        return passes(Why.NOT_MINE, sender)
    if not provinces:
        return is_puzzled(sender)
    stance = now.stance
    if stance.trust.get(sender, 0.0) < LEAST_TRUST:
        return refuses(Why.DISTRUSTED, sender)
    wanted = {goal_of(order) for order in now.course.orders.values() if isinstance(order, Move)}
    owned = set(now.own_units) | set(now.position.centers_of(now.me))
    owned |= {goal_of(one) or "" for _, own in now.open_proposals for one in orders_in(own)}
    if sender not in stance.friends:
        costs = [place for place in provinces if place in wanted or place in owned]
    else:
        costs = [place for place in provinces if place in owned]
    if not costs:
        return agrees(Why.FITS, sender)
    left = tuple(place for place in provinces if place not in costs)
    other = (s.Proposal(s.Demilitarised(tuple(powers), left)),) if left else ()
    return refuses(Why.COSTS, sender, *other)


def on_shares(now: Situation, sender: str, shares: dict[str, tuple[str, ...]]) -> Reply:
    """The answer to who is to get what: it wants its own, and no less than the others get on
    average."""
    own = set(shares.get(now.me, ()))
    lost = set(now.position.centers_of(now.me)) & {
        place for power, places in shares.items() if power != now.me for place in places
    }
    fair = sum(map(len, shares.values())) / max(1, len(shares))
    if now.me not in shares:
        return passes(Why.NOT_MINE, sender)
    if lost or len(own) < fair - 1 or now.stance.trust.get(sender, 0.0) < LEAST_TRUST:
        return refuses(Why.COSTS, sender)
    return agrees(Why.WORTH, sender)


def on_favour(now: Situation, sender: str, debtor: str) -> Reply:
    if debtor == sender:
        return agrees(Why.WORTH, sender)
    if debtor == now.me and sender in now.stance.allies:
        return agrees(Why.TRUSTED, sender)
    return refuses(Why.COSTS, sender) if debtor == now.me else passes(Why.NOT_MINE, sender)


def on_command(now: Situation, sender: str, power: str, units: Sequence[UnitRef]) -> Reply:
    """The answer to who orders whose units: its own it orders itself."""
    if any(province_of(ref.location) in now.own_units for ref in units):
        return refuses(Why.COSTS, sender)
    if power == now.me:
        return agrees(Why.WORTH, sender)
    return passes(Why.NOT_MINE, sender)


def on_sending(
    now: Situation, sender: str, power: str, to: Sequence[str], message: Speech
) -> Reply:
    """Something is to be sent to others: who trusts the other sends what it could mean itself."""
    if power != now.me or now.me in to:
        return passes(Why.NOT_MINE, sender)
    friendly = sender in now.stance.friends
    match message:
        case s.Proposal(s.Peace() | s.Alliance() | s.Demilitarised() | s.Draw()) if friendly:
            sends = tuple((one, message) for one in to)
            return replace(agrees(Why.TRUSTED, sender), sends=sends)
        case _:
            return refuses(Why.SECRET, sender)
