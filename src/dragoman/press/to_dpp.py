"""DAIDE's press in DPP, where it has words for it."""

from __future__ import annotations

from dataclasses import replace

from dragoman.orders import Convoy, Order, Support, UnitRef, unit_of
from dragoman.press.daide import speech
from dragoman.press.daide.order_patterns import NamedOrder, WaivedBuild
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import FAR, WORDS, Exchange
from dragoman.press.grammar import Unsayable
from dragoman.reports.statements.statement import LocationKey


def to_dpp(said: speech.Speech, exchange: Exchange) -> dpp.Message:
    """The same in DPP.

    Raises:
        Unsayable: if DPP has no words for it, or not for all of it.
    """
    match said:
        case speech.Proposal(arrangement):
            return _proposal(arrangement, exchange)
        case speech.Fact(claim) | speech.Insisting(claim):
            return _fact(claim, exchange, is_insisted=isinstance(said, speech.Insisting))
        case speech.Belief(claim):
            return _belief(claim, exchange)
        case speech.Understood(words):
            return dpp.Try(_words(words))
        case speech.Agreeing(message):
            return dpp.Yes(to_dpp(message, exchange.turned()))
        case speech.Refusing(speech.Explanation() as accused) if accused == exchange.last:
            return dpp.Denial()
        case speech.Refusing(message):
            return dpp.No(to_dpp(message, exchange.turned()))
        case speech.NoComment(message) if message == exchange.last:
            return dpp.NoComment()
        case speech.Explanation(turn, message):
            return dpp.BrokenPromise(turn, (to_dpp(message, exchange),))
        case speech.Apology(accused) if accused == exchange.last:
            return dpp.Sorry()
        case speech.Conditional(condition, message, otherwise):
            return dpp.Conditional(
                _condition(condition, exchange),
                to_dpp(message, exchange),
                None if otherwise is None else to_dpp(otherwise, exchange),
            )
        case speech.AskedUnit(unit):
            return dpp.AskedUnits((_unnamed(unit),))
        case speech.AskedPlan(LocationKey() as place):
            return dpp.AskedPlan(place)
        case speech.Report(sender, (to,), message) if sender != to:
            told = (to_dpp(message, exchange.between(sender, to)),)
            if sender == exchange.sender:
                return dpp.Sent(to, told)
            return dpp.Received(sender, None if to == exchange.sender else to, told)
        case _:
            raise _unsayable(said)


def _unsayable(what: object) -> Unsayable:
    return Unsayable(f"DPP has no words for {what!r}")


def _proposal(arrangement: speech.Arrangement, exchange: Exchange) -> dpp.Message:
    both = {exchange.sender, exchange.receiver}
    match arrangement:
        case speech.Peace(powers) if {*powers} == both:
            return dpp.CeaseFire()
        case speech.Demilitarised(powers, provinces) if {*powers} == both:
            return dpp.Demilitarised(provinces)
        case speech.Alliance(powers, against) if both <= {*powers}:
            return dpp.Alliance(tuple(one for one in powers if one not in both), against)
        case speech.Distribution(shares):
            return dpp.Distribution(shares)
        case speech.Sending(sender, (to,), message) if sender == exchange.receiver != to:
            inner = exchange.between(sender, to)
            return dpp.SendOn(to, (to_dpp(message, inner),))
        case speech.During(period, inside):
            return dpp.During(_period(period), (_proposal(inside, exchange),))
        case _:
            power, orders, is_negated = _orders(arrangement)
            if power != exchange.receiver:
                raise _unsayable(arrangement)
            return dpp.YouShouldNot(orders) if is_negated else dpp.YouShould(orders)


def _fact(claim: speech.Claim, exchange: Exchange, is_insisted: bool) -> dpp.Message:
    both = {exchange.sender, exchange.receiver}
    match claim:
        case speech.Opposite(speech.Peace(powers)) if {*powers} == both:
            return dpp.War()
        case speech.During(period, inside) if not is_insisted:
            return dpp.During(_period(period), (_fact(inside, exchange, is_insisted),))
        case speech.Question():
            raise _unsayable(claim)
        case _:
            power, orders, is_negated = _orders(claim)
            if is_insisted:
                raise _unsayable(claim)
            if power != exchange.sender:
                return _belief(claim, exchange)
            return dpp.IWillNot(orders) if is_negated else dpp.IWill(orders)


def _belief(claim: speech.Claim, exchange: Exchange) -> dpp.Message:
    match claim:
        case speech.During(period, inside):
            return dpp.During(_period(period), (_belief(inside, exchange),))
        case speech.Question():
            raise _unsayable(claim)
        case _:
            power, orders, is_negated = _orders(claim)
            return dpp.TheyWillNot(power, orders) if is_negated else dpp.TheyWill(power, orders)


def _condition(arrangement: speech.Arrangement, exchange: Exchange) -> dpp.Message:
    """DPP's conditions are messages: of the sender's orders it is a promise, of a third power's a
    guess, of all else a proposal."""
    inside = arrangement
    while isinstance(inside, speech.During):
        inside = inside.arrangement
    match inside:
        case speech.Opposite(speech.Peace()):
            return _fact(arrangement, exchange, is_insisted=False)
        case speech.Ordering() | speech.Opposite() | speech.AllOf():
            power, _, _ = _orders(inside)
            if power == exchange.receiver:
                return _proposal(arrangement, exchange)
            return _fact(arrangement, exchange, is_insisted=False)
        case _:
            return _proposal(arrangement, exchange)


def _orders(arrangement: speech.Arrangement) -> tuple[str, tuple[Order, ...], bool]:
    """The power whose orders are meant, the orders, and whether they are not to be given."""
    parts = arrangement.arrangements if isinstance(arrangement, speech.AllOf) else (arrangement,)
    negated = {isinstance(part, speech.Opposite) for part in parts}
    found = [part.of if isinstance(part, speech.Opposite) else part for part in parts]
    orders = [part.order for part in found if isinstance(part, speech.Ordering)]
    powers = {_owner(order) for order in orders}
    if len(orders) < len(parts) or len(negated) > 1 or len(powers) > 1:
        raise _unsayable(arrangement)
    return powers.pop(), tuple(map(_plain, orders)), negated.pop()


def _owner(order: NamedOrder) -> str:
    if isinstance(order, WaivedBuild):
        return order.power
    unit = unit_of(order)
    return (unit.power if unit else None) or ""


def _plain(order: NamedOrder) -> Order:
    """The order as DPP has it: no powers, and no seas on the way of a convoyed army."""
    if isinstance(order, WaivedBuild):
        raise _unsayable(order)
    unit = unit_of(order)
    if unit is None:
        raise _unsayable(order)
    changed = replace(order, unit=_unnamed(unit))
    if isinstance(changed, Support):
        return replace(changed, supported=_unnamed(changed.supported))
    if isinstance(changed, Convoy):
        return replace(changed, convoyed=_unnamed(changed.convoyed))
    return changed


def _unnamed(unit: UnitRef) -> UnitRef:
    return replace(unit, power=None)


def _period(period: speech.Period) -> dpp.Period:
    first, last = period if isinstance(period, tuple) else (period, period)
    return dpp.Period(first, None if last == FAR else last)


def _words(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of DPP all of which is understood."""
    known = {*words}
    return tuple(ours for ours, theirs in WORDS.items() if known.issuperset(theirs))
