"""The answers of a partner to questions, and to what it is told."""

from __future__ import annotations

from typing import Final

from dragoman.board import province_of
from dragoman.bots.partner.asked_orders import (
    help_from,
    joint_attack,
    named,
    on_orders,
    own_unit,
    unit_there,
)
from dragoman.bots.partner.courses import matching
from dragoman.bots.partner.endings import on_draw
from dragoman.bots.partner.promises import gist, owner_of
from dragoman.bots.partner.reply import Reply, agrees, is_puzzled, passes, refuses, says
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Why
from dragoman.orders import UnitRef
from dragoman.press.daide import speech as s
from dragoman.press.daide.order_patterns import WaivedBuild
from dragoman.press.daide.speech import Arrangement
from dragoman.reports.statements.statement import LocationKey, PowerKey

_BELIEVED: Final = 0.5
"""Whom it trusts so much it believes."""


def on_question(now: Situation, sender: str, arrangement: Arrangement) -> Reply:
    """The answer to a question: what it holds with the asker it says, what it will order only to
    friends."""
    me, stance = now.me, now.stance
    holds: bool | None = None
    match arrangement:
        case s.Peace(powers) | s.Alliance(powers, _) | s.Demilitarised(powers, _) if (
            me in powers and sender in powers
        ):
            kind = type(arrangement)
            holds = any(
                isinstance(one.what, kind) and {one.by, one.to} == {me, sender}
                for one in stance.pledges
            )
        case s.Ordering(order) if owner_of(order) == me and sender in stance.friends:
            unit = own_unit(now, order)
            given = None if unit is None else now.course.orders.get(unit)
            holds = given is not None and gist(given) == gist(order)
        case s.Draw(powers):
            holds, _ = on_draw(now, powers)
        case _:
            pass
    if holds is None:
        return passes(Why.SECRET, sender)
    if holds:
        return says(Why.FITS, sender, s.Fact(arrangement))
    return says(Why.FITS, sender, s.Fact(s.NoAgreement(arrangement)))


def on_fact(now: Situation, sender: str, claim: s.Claim) -> Reply:
    """The answer to a statement: what somebody says of himself is taken note of, what he says of
    others is believed if he is."""
    match claim:
        case s.Ordering(order) if owner_of(order) == sender:
            unit = unit_there(now, order)
            if unit is None or isinstance(order, WaivedBuild):
                return is_puzzled(sender)
            if matching(now.legal.get(unit, ()), order) is None:
                return refuses(Why.ILLEGAL, sender)
            return on_orders(now, sender, (claim,))
        case s.AllOf(parts) if all(isinstance(one, s.Ordering) for one in parts):
            return on_orders(now, sender, [one for one in parts if isinstance(one, s.Ordering)])
        case s.Opposite() | s.NoAgreement() | s.During() | s.AllOf():
            return agrees(Why.FITS, sender)
        case s.Question():
            return passes(Why.SECRET, sender)
        case _:
            return on_rumour(now, sender)


def on_rumour(now: Situation, sender: str) -> Reply:
    """Something that only the sender vouches for: it is believed if he is."""
    if now.stance.trust.get(sender, 0.0) >= _BELIEVED:
        return agrees(Why.TRUSTED, sender)
    return passes(Why.DISTRUSTED, sender)


def on_explanation(now: Situation, sender: str, said: s.Explanation) -> Reply:
    """The word that it is said to have broken: it is sorry, or did not."""
    broke = any(
        not deed.kept and deed.phase == said.turn and deed.promise.by == now.me
        for deed in now.stance.deeds
    )
    if broke:
        return says(Why.STAB, sender, s.Apology(said))
    return refuses(Why.KEPT, sender)


def on_unit(now: Situation, sender: str, unit: UnitRef) -> Reply:
    """Of the asker's units it says what they might do for both, of its own what they will do."""
    place = province_of(unit.location)
    if place in now.own_units:
        own = now.own_units[place]
        if sender not in now.stance.friends or own not in now.course.orders:
            return passes(Why.SECRET, sender)
        told = s.Fact(s.Ordering(named(now, own, now.course.orders[own])))
        return says(Why.TRUSTED, sender, told)
    there = now.position.by_province.get(place)
    if there is None:
        return is_puzzled(sender)
    if there.power != sender:
        return passes(Why.NOT_MINE, sender)
    order = help_from(now, there)
    if order is None:
        idle = s.NotKnown(s.AskedUnit(unit))
        return says(Why.FITS, sender, idle)
    offer = s.Proposal(s.Ordering(named(now, there, order)))
    return says(Why.WORTH, sender, offer)


def on_plan(now: Situation, sender: str, about: LocationKey | PowerKey) -> Reply:
    """The answer to how a place is to be taken, or a power to be fought: an alliance against it, or
    a move and its support."""
    if isinstance(about, PowerKey):
        key = about.power
        if key in (now.me, sender) or key in now.stance.friends:
            return passes(Why.FRIEND, key)
        offer = s.Proposal(s.Alliance((now.me, sender), (key,)))
        return says(Why.WORTH, sender, offer)
    place = province_of(about.location)
    there = now.position.by_province.get(place)
    owner = there.power if there else now.position.owners.get(place)
    if owner == now.me or owner in now.stance.friends:
        return passes(Why.FRIEND, owner or "")
    plan = joint_attack(now, sender, place)
    if plan is None:
        return passes(Why.ILLEGAL, sender)
    return says(Why.WORTH, sender, s.Proposal(plan))
