"""The answer of a partner to a message from a power: whether it agrees, and what it says besides.

``reply_to`` is all of it. A message is weighed part by part: what concerns others is left to them,
what was promised to somebody else is refused, orders are weighed by what the board would be like
with them, and the rest by how the partner stands with who is concerned.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.board import province_of
from dragoman.bots.partner.asked_orders import on_orders, own_unit, weighed
from dragoman.bots.partner.asked_relations import (
    on_alliance,
    on_command,
    on_favour,
    on_peace,
    on_sending,
    on_shares,
    on_zone,
)
from dragoman.bots.partner.endings import on_draw, on_win
from dragoman.bots.partner.promises import gist, orders_in, owner_of
from dragoman.bots.partner.reply import Reply, ReplyKind, agrees, is_puzzled, passes, refuses, says
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.statements import (
    on_explanation,
    on_fact,
    on_plan,
    on_question,
    on_rumour,
    on_unit,
)
from dragoman.bots.partner.thoughts import Thought, Why
from dragoman.orders import Move, UnitRef
from dragoman.press.daide import speech as s
from dragoman.press.daide.order_patterns import WaivedBuild
from dragoman.press.daide.speech import Arrangement, Speech


def reply_to(now: Situation, sender: str, said: Speech) -> Reply:
    """The answer of a partner to a message from a power."""
    match said:
        case s.Proposal(arrangement) | s.Insisting(arrangement) | s.Suggestion(arrangement):
            if _was_proposed(now, sender, said):
                return agrees(Why.FITS, sender)
            return consider(now, sender, arrangement)
        case s.Conditional(condition, message, _):
            return _on_condition(now, sender, condition, message)
        case s.Question(arrangement):
            return on_question(now, sender, arrangement)
        case s.Fact(claim):
            return on_fact(now, sender, claim)
        case s.Belief() | s.Report():
            return on_rumour(now, sender)
        case s.AskedUnit(unit):
            return on_unit(now, sender, unit)
        case s.AskedPlan(about):
            return on_plan(now, sender, about)
        case s.Explanation():
            return on_explanation(now, sender, said)
        case s.Apology() | s.Cancelling():
            return agrees(Why.FITS, sender)
        case s.Why():
            return says(Why.SECRET, sender, s.Obvious(said))
        case s.FreeText():
            return is_puzzled(sender)
        case _:
            return says(Why.FITS, sender)


def _was_proposed(now: Situation, sender: str, said: Speech) -> bool:
    """True if it has proposed the same, and both wait for an answer."""
    asked = set(map(gist, orders_in(said)))
    return any(
        to == sender and (own == said or (asked and asked == set(map(gist, orders_in(own)))))
        for to, own in now.open_proposals
    )


# What can be agreed on


def consider(now: Situation, sender: str, arrangement: Arrangement) -> Reply:
    """The answer to the offer of an arrangement."""
    match arrangement:
        case s.Peace(powers):
            return on_peace(now, sender, powers)
        case s.Alliance(powers, against):
            return on_alliance(now, sender, powers, against)
        case s.Demilitarised(powers, provinces):
            return on_zone(now, sender, powers, provinces)
        case s.Ordering():
            return on_orders(now, sender, (arrangement,))
        case s.AllOf(parts):
            return _on_all(now, sender, parts)
        case s.OneOf(choices):
            return _on_choice(now, sender, choices, 1)
        case s.Choice((least, _), choices):
            return _on_choice(now, sender, choices, max(1, least))
        case s.During((s.Phase() | (_, _)) as period, inside):
            return _on_time(now, sender, period, inside)
        case s.Draw(powers):
            return _judged(on_draw(now, powers))
        case s.Solo(power):
            return _judged(on_win(now, power))
        case s.Distribution(shares):
            return on_shares(now, sender, dict(shares))
        case s.Occupation(units):
            return _on_places(now, sender, units)
        case s.Favour(debtor, _):
            return on_favour(now, sender, debtor)
        case s.Command(power, units):
            return on_command(now, sender, power, units)
        case s.Sending(power, to, message):
            return on_sending(now, sender, power, to, message)
        case s.Forwarding() | s.Copying():
            return refuses(Why.SECRET, sender)
        case s.NoAgreement():
            return agrees(Why.FITS, sender)
        case s.Opposite(of):
            return _on_opposite(now, sender, of)


def _judged(found: tuple[bool, Thought], turned: bool = False) -> Reply:
    """The answer to what it would agree to, or the contrary of it."""
    would, thought = found
    return Reply(ReplyKind.REFUSES if would is turned else ReplyKind.AGREES, thought)


def _on_opposite(now: Situation, sender: str, of: Arrangement) -> Reply:
    """Something is not to be: no order, no peace, no draw."""
    match of:
        case s.Ordering(order) if owner_of(order) == now.me and not isinstance(order, WaivedBuild):
            unit = own_unit(now, order)
            given = None if unit is None else now.course.orders.get(unit)
            if given is None or gist(given) != gist(order):
                return agrees(Why.FITS, sender)
            if sender in now.stance.friends and unit not in now.bounds.fixed:
                return agrees(Why.WORTH, sender)
            return refuses(Why.COSTS, sender)
        case s.Ordering(order):
            if owner_of(order) == sender:
                return agrees(Why.FITS, sender)
            return passes(Why.NOT_MINE, sender)
        case s.Draw(powers):
            return _judged(on_draw(now, powers), turned=True)
        case s.Solo(power):
            return _judged(on_win(now, power), turned=True)
        case s.Opposite(inside):
            return consider(now, sender, inside)
        case s.Peace(powers) | s.Alliance(powers, _) if now.me in powers:
            return agrees(Why.FITS, sender)
        case s.Demilitarised(powers, _) if now.me in powers:
            return agrees(Why.FITS, sender)
        case _:
            return passes(Why.NOT_MINE, sender)


def _on_all(now: Situation, sender: str, parts: Sequence[Arrangement]) -> Reply:
    """All of it together: orders are weighed as one, the rest one by one. Where only a part will
    do, that is offered."""
    orders = tuple(one for one in parts if isinstance(one, s.Ordering))
    rest = [one for one in parts if not isinstance(one, s.Ordering)]
    replies = [(one, consider(now, sender, one)) for one in rest]
    if orders:
        together = on_orders(now, sender, orders)
        replies += [(one, together) for one in orders]
    refused = [reply for _, reply in replies if reply.kind is not ReplyKind.AGREES]
    if not refused:
        return Reply(ReplyKind.AGREES, replies[0][1].thought if replies else Thought(Why.FITS))
    good = tuple(one for one, reply in replies if reply.kind is ReplyKind.AGREES)
    follows = refused[0].follows
    if good:
        part = good[0] if len(good) == 1 else s.AllOf(good)
        follows = (s.Proposal(part), *follows)
    kind = refused[0].kind
    if kind is ReplyKind.NO_COMMENT and good:
        kind = ReplyKind.REFUSES
    return Reply(kind, refused[0].thought, follows)


def _on_choice(now: Situation, sender: str, choices: Sequence[Arrangement], least: int) -> Reply:
    """Of several so many: those that it would agree on are offered, orders of its own promised."""
    good: list[Arrangement] = []
    last = refuses(Why.COSTS, sender)
    for one in choices:
        last = consider(now, sender, one)
        if last.kind is ReplyKind.AGREES:
            good.append(one)
        if len(good) == least:
            chosen = good[0] if least == 1 else s.AllOf(tuple(good))
            own = all(isinstance(one, s.Ordering) and owner_of(one.order) == now.me for one in good)
            said = s.Fact(chosen) if own else s.Proposal(chosen)
            return Reply(ReplyKind.AGREES, last.thought, (said,))
    return Reply(ReplyKind.REFUSES, last.thought)


def _on_time(now: Situation, sender: str, period: s.Period, inside: Arrangement) -> Reply:
    first, last = period if isinstance(period, tuple) else (period, period)
    phase = now.position.phase
    if last < phase or last < first:
        return is_puzzled(sender)
    if first <= phase or not isinstance(inside, s.Ordering | s.AllOf | s.Occupation):
        return consider(now, sender, inside)
    return passes(Why.UNCLEAR, sender)  # who knows what stands then


def _on_places(now: Situation, sender: str, units: Sequence[UnitRef]) -> Reply:
    """Which units are to stand where: those of its own as the moves that would bring them there."""
    orders: list[s.Ordering] = []
    for ref in units:
        if ref.power != now.me or province_of(ref.location) in now.own_units:
            continue
        place = province_of(ref.location)
        ways = [
            order
            for unit in now.own_units.values()
            for order in now.legal.get(unit, ())
            if isinstance(order, Move) and province_of(order.target) == place
        ]
        if not ways:
            return refuses(Why.ILLEGAL, sender)
        orders.append(s.Ordering(ways[0]))
    if not orders:
        mine = any(ref.power == now.me for ref in units)
        kind = ReplyKind.AGREES if mine else ReplyKind.NO_COMMENT
        return Reply(kind, Thought(Why.FITS if mine else Why.NOT_MINE, sender))
    return weighed(now, sender, [one.order for one in orders], {})


def _on_condition(now: Situation, sender: str, condition: Arrangement, message: Speech) -> Reply:
    """If this, then that: both together, unless the condition is for neither of the two to meet."""
    match message:
        case s.Proposal(inside) | s.Insisting(inside) | s.Suggestion(inside):
            return _on_all(now, sender, (*_flat(condition), *_flat(inside)))
        case s.Fact(claim) if not isinstance(claim, s.Question):
            return _on_all(now, sender, (*_flat(condition), *_flat(claim)))
        case s.Conditional(inner, then, _):
            return _on_condition(now, sender, s.AllOf((*_flat(condition), *_flat(inner))), then)
        case _:
            return reply_to(now, sender, message)


def _flat(arrangement: Arrangement) -> tuple[Arrangement, ...]:
    return arrangement.arrangements if isinstance(arrangement, s.AllOf) else (arrangement,)
