"""DPP's messages in DAIDE, where it has words for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from dragoman.board import province_of
from dragoman.orders import Order, UnitRef
from dragoman.press.daide import messages as server, speech
from dragoman.press.daide.order_patterns import NamedOrder
from dragoman.press.daide.positions import named_order
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import FAR, WORDS, Exchange
from dragoman.press.grammar import Unsayable
from dragoman.reports.statements.statement import LocationKey

Said: TypeAlias = "speech.Speech | server.Message"
"""Press for another power, or a message between a program and its server."""

_RESULTS: Final = {
    "FLD": "BNC",
    "BNC": "BNC",
    "CUT": "CUT",
    "RET": "RET",
    "NSO": "NSO",
    "DSR": "DSR",
    "VLD": "SUC",
}
"""Words for results; for the other notes of DPP there are none."""


def to_daide(message: dpp.Message, exchange: Exchange) -> tuple[Said, ...]:
    """The same in DAIDE: several messages where DPP has one for all of it.

    Raises:
        Unsayable: if DAIDE has no words for it, or not for all of it.
    """
    me = exchange.sender
    match message:
        case dpp.End():
            return (server.GoFlag(),)
        case dpp.TimeLeft(0):
            return (server.TimeLeft(0),)
        case dpp.TimeLeft(number):
            raise Unsayable(f"DAIDE counts seconds, not messages such as these {number}")
        case dpp.CivilDisorder():
            return (server.CivilDisorder(me),)
        case dpp.Submit(orders) if orders:
            return (server.Submit(None, tuple(_named(o, me, exchange) for o in orders)),)
        case dpp.TurnResults(turn, results):
            return tuple(
                server.Ordered(
                    server.OrderResult(
                        turn, _named(one.order, power, exchange), _results(one.notes)
                    )
                )
                for power, annotated in results
                for one in annotated
            )
        case _:
            return tuple(_speeches(message, exchange))


def _speeches(message: dpp.Message, exchange: Exchange) -> Iterable[speech.Speech]:
    me, you = exchange.sender, exchange.receiver
    match message:
        case dpp.BrokenPromise(turn, broken):
            if turn is None or not broken:
                raise Unsayable("DAIDE says which promise was broken, and when")
            return [speech.Explanation(turn, _one(each, exchange)) for each in broken]
        case dpp.AskedUnits(units):
            if not units:
                raise Unsayable("DAIDE asks about one unit at a time")
            return [speech.AskedUnit(_unit(unit, exchange)) for unit in units]
        case dpp.Prediction(results):
            if any(one.notes for _, annotated in results for one in annotated):
                raise Unsayable("DAIDE has no words for predicted results")
            return [
                speech.Belief(speech.Ordering(_named(one.order, power, exchange)))
                for power, annotated in results
                for one in annotated
            ]
        case dpp.Received(sender, receiver, told):
            to = receiver or me
            inner = _between(sender, to, exchange)
            return [speech.Report(sender, (to,), _one(each, inner)) for each in told]
        case dpp.Sent(to, told):
            inner = _between(me, to, exchange)
            return [speech.Report(me, (to,), _one(each, inner)) for each in told]
        case dpp.SendOn(to, told):
            inner = _between(you, to, exchange)
            return [speech.Proposal(speech.Sending(you, (to,), _one(each, inner))) for each in told]
        case dpp.During(period, during):
            return [_during(period, _one(each, exchange), exchange) for each in during]
        case _:
            return [_one(message, exchange)]


def _one(message: dpp.Message, exchange: Exchange) -> speech.Speech:
    """The one message in DAIDE that says the same."""
    me, you = exchange.sender, exchange.receiver
    both = (me, you)
    match message:
        case dpp.Try(words) | dpp.Passive(words):
            return speech.Understood(_words(words))
        case dpp.Yes(answered):
            return speech.Agreeing(_answered(answered, exchange))
        case dpp.No(answered):
            return speech.Refusing(_answered(answered, exchange))
        case dpp.NoComment():
            return speech.NoComment(_answered(None, exchange))
        case dpp.War():
            return speech.Fact(speech.Opposite(speech.Peace(both)))
        case dpp.CeaseFire():
            return speech.Proposal(speech.Peace(both))
        case dpp.Demilitarised(places) if places:
            provinces = tuple(dict.fromkeys(map(province_of, places)))
            return speech.Proposal(speech.Demilitarised(both, provinces))
        case dpp.Alliance(allies, against) if against:
            known = tuple(dict.fromkeys((*both, *map(_power, allies))))
            return speech.Proposal(speech.Alliance(known, tuple(map(_power, against))))
        case dpp.Distribution(shares):
            return speech.Proposal(
                speech.Distribution(tuple(_share(one, exchange) for one in shares))
            )
        case dpp.YouShould(orders):
            return speech.Proposal(_ordering(orders, you, exchange))
        case dpp.YouShouldNot(orders):
            return speech.Proposal(_no_ordering(orders, you, exchange))
        case dpp.IWill(orders):
            return speech.Fact(_ordering(orders, me, exchange))
        case dpp.IWillNot(orders):
            return speech.Fact(_no_ordering(orders, me, exchange))
        case dpp.TheyWill(power, orders):
            return speech.Belief(_ordering(orders, power, exchange))
        case dpp.TheyWillNot(power, orders):
            return speech.Belief(_no_ordering(orders, power, exchange))
        case dpp.Sorry() if isinstance(exchange.last, speech.Explanation):
            return speech.Apology(exchange.last)
        case dpp.Denial() if isinstance(exchange.last, speech.Explanation):
            return speech.Refusing(exchange.last)
        case dpp.Conditional(condition, then, otherwise):
            return speech.Conditional(
                _arrangement(_one(condition, exchange)),
                _one(then, exchange),
                None if otherwise is None else _one(otherwise, exchange),
            )
        case dpp.AskedPlan(UnitRef(location) | LocationKey(location)):
            return speech.AskedPlan(LocationKey(province_of(location)))
        case dpp.BrokenPromise() | dpp.AskedUnits() | dpp.Prediction() | dpp.During():
            return _alone(_speeches(message, exchange))
        case dpp.Received() | dpp.Sent() | dpp.SendOn():
            return _alone(_speeches(message, exchange))
        case _:
            raise Unsayable(f"DAIDE has no words for {message!r}")


def _between(sender: str, receiver: str, exchange: Exchange) -> Exchange:
    if sender == receiver:
        raise Unsayable("nobody sends messages to himself")
    return exchange.between(_power(sender), _power(receiver))


def _alone(found: Iterable[speech.Speech]) -> speech.Speech:
    several = tuple(found)
    if len(several) != 1:
        raise Unsayable("DAIDE says this with several messages, and here there may be one")
    return several[0]


def _answered(message: dpp.Message | None, exchange: Exchange) -> speech.Speech:
    """The message that is answered: what it quotes, which the receiver said, else what was said
    last."""
    if message is not None:
        return _one(message, exchange.turned())
    if exchange.last is None:
        raise Unsayable("DAIDE says what is answered, and nothing was said")
    return exchange.last


def _during(period: dpp.Period, said: speech.Speech, exchange: Exchange) -> speech.Speech:
    first = period.first or exchange.position.phase
    last = period.last or FAR
    span = first if first == last else (first, last)
    arrangement = _arrangement(said)
    if isinstance(arrangement, speech.During):
        raise Unsayable("DAIDE says once when something is to be")
    during = speech.During(span, arrangement)
    match said:
        case speech.Proposal():
            return speech.Proposal(during)
        case speech.Fact():
            return speech.Fact(during)
        case _:
            return speech.Belief(during)


def _arrangement(said: speech.Speech) -> speech.Arrangement:
    match said:
        case speech.Proposal(arrangement):
            return arrangement
        case speech.Fact(claim) | speech.Belief(claim) if not isinstance(claim, speech.Question):
            return claim
        case _:
            raise Unsayable(f"DAIDE says this only of what can be agreed on, not of {said!r}")


def _ordering(orders: Sequence[Order], power: str, exchange: Exchange) -> speech.Arrangement:
    found = tuple(speech.Ordering(_named(order, power, exchange)) for order in orders)
    return found[0] if len(found) == 1 else speech.AllOf(found)


def _no_ordering(orders: Sequence[Order], power: str, exchange: Exchange) -> speech.Arrangement:
    found = tuple(
        speech.Opposite(speech.Ordering(_named(order, power, exchange))) for order in orders
    )
    return found[0] if len(found) == 1 else speech.AllOf(found)


def _named(order: Order, power: str, exchange: Exchange) -> NamedOrder:
    return named_order(order, _power(power), exchange.position)


def _unit(unit: UnitRef, exchange: Exchange) -> UnitRef:
    found = exchange.position.by_province.get(province_of(unit.location))
    if found is None or (found.kind, found.location) != (unit.kind, unit.location):
        raise Unsayable(f"there is no unit {unit}, and DAIDE says whose it is")
    return UnitRef(found.location, found.kind, found.power)


def _share(
    share: tuple[str, tuple[str, ...] | int], exchange: Exchange
) -> tuple[str, tuple[str, ...]]:
    power, places = share
    centers = () if isinstance(places, int) else tuple(dict.fromkeys(map(province_of, places)))
    if not centers or not {*centers}.issubset(exchange.board.centers):
        raise Unsayable("DAIDE says which centres each power is to have")
    return _power(power), centers


def _power(key: str) -> str:
    if key == dpp.REFEREE:
        raise Unsayable("DAIDE has no word for the game master")
    return key


def _words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(theirs for word in words for theirs in WORDS.get(word, ())))


def _results(notes: Sequence[dpp.Note]) -> tuple[str, ...]:
    if odd := [note.word for note in notes if note.word not in _RESULTS]:
        raise Unsayable(f"DAIDE has no results such as {', '.join(odd)}")
    found = tuple(dict.fromkeys(_RESULTS[note.word] for note in notes))
    return found or ("SUC",)
