"""Accounts of money: what each expenditure came to, and why those failed that did; payments, loans,
chits, and what the bank collected."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.board import GARRISON, Unit
from dragoman.kinds.machiavelli import scenario_of
from dragoman.kinds.machiavelli.reports.dice import dice_for
from dragoman.machiavelli import Gift, Lending, Payment, RollFor, Spending, Spent, Transfer
from dragoman.machiavelli.engine.codes import DEBT_LIMIT, MAJOR
from dragoman.machiavelli.engine.money import interest_on
from dragoman.machiavelli.judge.encode import unit_meant
from dragoman.machiavelli.judge.scenario_index import scenario_index
from dragoman.orders import Expense, Purpose, UnitRef
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, say

_BRIBES = (Purpose.DISBAND, Purpose.SET_FREE, Purpose.BUY)
_MOST = 3
"""The highest die that any pay for an assassin makes a success."""

_NOUNS = {
    Purpose.RELIEF: "expense.relief",
    Purpose.PACIFY: "expense.pacify",
    Purpose.REBEL: "expense.rebel",
    Purpose.DISBAND: "expense.bribe",
    Purpose.SET_FREE: "expense.bribe",
    Purpose.BUY: "expense.bribe",
    Purpose.COUNTER: "expense.counter",
    Purpose.ASSASSINATE: "expense.assassin",
}

_DONE = {
    Purpose.RELIEF: "spent.relieved",
    Purpose.PACIFY: "spent.pacified",
    Purpose.REBEL: "spent.rebelled",
    Purpose.DISBAND: "spent.disbanded",
    Purpose.SET_FREE: "spent.freed",
    Purpose.BUY: "spent.bought",
    Purpose.COUNTER: "spent.idle",
    Purpose.ASSASSINATE: "spent.killed",
}

_NOT_NEEDED = {
    Purpose.RELIEF: "wasted.no-famine",
    Purpose.PACIFY: "wasted.no-rebellion",
    Purpose.REBEL: "wasted.rebels-already",
}

_DEAR = {"c": "spent.dear-c", "p": "spent.dear-p"}
"""Soldiers for whom bribes take twice as much."""

_SWITCHES = {
    Spent.TIED: "equal_bribes",
    Spent.NOT_NEAR: "bribe_nearness",
    Spent.NOT_IN_USE: "assassination",
}
"""The choices of the rule set that some results rest on."""


def explain_spending(account: OrderAccount, spending: Spending) -> None:
    """Say what became of an expenditure, and why."""
    turn, order, result = account.turn, spending.order, spending.result
    parts = _parts(turn, spending)
    what = say(_NOUNS[order.purpose], **parts)
    if result is Spent.DONE:
        account.say(_DONE[order.purpose], what=what, **parts)
        if order.purpose in _BRIBES and spending.countered:
            account.say("spent.outweighs", left=spending.counts - spending.countered, **parts)
    elif result is Spent.COUNTED:
        bribe = bribe_countered(turn, spending)
        bid = {"other": PowerKey(bribe.power), "bid": bribe.counts}
        account.say("spent.counted", what=what, **parts, **bid)
    else:
        key = "spent.refused" if result.is_refused else "spent.failed"
        account.say(key, what=what, reason=_why(turn, spending, parts))
    if result is Spent.TOO_LITTLE and order.purpose in _BRIBES:
        for key in _why_dear(turn, parts["unit"]):
            account.say(key, **parts)
    if spending.counts != spending.paid and result is not Spent.TOO_LITTLE:
        unit = "spent.dozens" if order.purpose is Purpose.ASSASSINATE else "spent.threes"
        account.say(unit, paid=spending.paid, counts=spending.counts)
    if turn.rule_set.money == "no":
        account.cite_switch("money")
    elif result in _SWITCHES:
        account.cite_switch(_SWITCHES[result])
    else:
        account.cite("assassination" if order.purpose is Purpose.ASSASSINATE else "expenses")


def target_of(turn: ResolvedPhase, spending: Spending) -> Unit | str:
    """The target of the money: a unit, as it stood before, or the key of a place or a power. A unit
    that there was not is told by the place alone."""
    order = spending.order
    if not isinstance(order.target, UnitRef):
        return order.target
    g = scenario_index(turn.board, scenario_of(turn.variant))
    named = unit_meant(g, turn.before, spending.power, order.target)
    standing = (u for u in turn.before.units if u.location == named.location)
    return next(standing, named.location)


def bribes_for(turn: ResolvedPhase, spending: Spending) -> Iterator[Spending]:
    """All other bribes for the unit that one is for, or that a counter-bribe protects."""
    target = target_of(turn, spending)
    for other in _spendings(turn):
        is_bribe = other is not spending and other.order.purpose in _BRIBES
        if is_bribe and target_of(turn, other) == target:
            yield other


def bribe_countered(turn: ResolvedPhase, counter: Spending) -> Spending:
    """The bribe that a counter-bribe which counted stood against."""
    return next(one for one in bribes_for(turn, counter) if one.countered)


def counters_of(turn: ResolvedPhase, bribe: Spending) -> tuple[Spending, ...]:
    """The counter-bribes that counted against a bribe."""
    return tuple(
        other
        for other in _spendings(turn)
        if other.result is Spent.COUNTED and target_of(turn, other) == target_of(turn, bribe)
    )


def _spendings(turn: ResolvedPhase) -> tuple[Spending, ...]:
    return turn.resolution.account.spendings if turn.resolution.account else ()


def amount_of(spending: Spending) -> int:
    """The amount that a sentence says was spent: the ducats that counted, or where that is nothing
    what was paid or, refused, ordered."""
    return spending.counts or spending.paid or spending.order.ducats or 0


def _parts(turn: ResolvedPhase, spending: Spending) -> dict[str, Part]:
    order, target = spending.order, target_of(turn, spending)
    parts: dict[str, Part] = {
        "power": PowerKey(spending.power),
        "ducats": say("count.ducats", count=amount_of(spending)),
        "minimum": spending.minimum,
        "paid": spending.paid,
        "counts": spending.counts,
    }
    if isinstance(target, Unit):
        parts["unit"] = target
    elif order.purpose is Purpose.ASSASSINATE:
        parts["victim"] = PowerKey(target)
    else:
        parts["place"] = parts["unit"] = LocationKey(target)
    if order.purpose is Purpose.ASSASSINATE:
        parts |= _dice(turn, spending)
    if counters := counters_of(turn, spending):
        parts["counters"] = tuple(
            say("expense.by", power=PowerKey(one.power), ducats=one.counts) for one in counters
        )
        parts["needed"] = spending.minimum + spending.countered
    return parts


def _dice(turn: ResolvedPhase, spending: Spending) -> dict[str, Part]:
    account = turn.resolution.account
    assert account is not None
    dice = dice_for(account, RollFor.ASSASSIN, spending.power, (spending.order.number,))
    return {"die": sum(dice[:1]), "most": min(spending.counts // 12, _MOST)}


def _why(turn: ResolvedPhase, spending: Spending, parts: dict[str, Part]) -> Statement:
    """Why an expenditure came to nothing."""
    order, result = spending.order, spending.result
    match result:
        case Spent.TOO_LITTLE:
            key = "wasted.purse" if spending.is_short else "wasted.too-little"
            return say(key, **parts)
        case Spent.OUTBID:
            rivals = [one for one in bribes_for(turn, spending) if one.counts > spending.counts]
            bids = tuple(
                say("expense.bid", power=PowerKey(one.power), ducats=one.counts) for one in rivals
            )
            return say("wasted.outbid", bids=bids)
        case Spent.TIED:
            rivals = [one for one in bribes_for(turn, spending) if one.counts == spending.counts]
            drawn = any(one.result is not Spent.TIED for one in rivals)
            powers = tuple(PowerKey(one.power) for one in rivals)
            return say("wasted.drawn" if drawn else "wasted.tied", powers=powers)
        case Spent.NOT_IN_USE if turn.rule_set.money == "no":
            return say("wasted.no-money", **parts)
        case Spent.NOT_NEAR if turn.rule_set.bribe_nearness == "control":
            return say("wasted.not-near-control", **parts)
        case Spent.NOT_NEEDED:
            return say(_NOT_NEEDED[order.purpose], **parts)
        case _:
            return say(f"wasted.{result.value}", **parts)


def _why_dear(turn: ResolvedPhase, unit: Part) -> Iterator[str]:
    """Why a bribe for a unit takes more than others."""
    if not isinstance(unit, Unit):
        return
    if unit.kind[1:] in _DEAR:
        yield _DEAR[unit.kind[1:]]
    city = scenario_of(turn.variant).cities.get(turn.area(unit.location))
    if unit.kind[:1] == GARRISON.letter and city is not None and city.value >= MAJOR:
        yield "spent.dear-city"


def is_about(turn: ResolvedPhase, spending: Spending, name: str) -> bool:
    """True if an expenditure is for the unit or the place of this name."""
    target = target_of(turn, spending)
    if isinstance(target, Unit):
        province = turn.board.provinces[turn.province(target.location)].city_of
        return name in (str(target), target.location, turn.province(target.location), province)
    return spending.order.purpose is not Purpose.ASSASSINATE and name == target


def order_name(order: Expense) -> str:
    """The short name of an expenditure: ``EXPENSE 1``."""
    return f"EXPENSE {order.number}"


# Payments, loans and chits, and what the bank collected.


def explain_payment(account: OrderAccount, payment: Payment) -> None:
    """Say what was paid, and why not all that was ordered."""
    order = payment.order
    parts: dict[str, Part] = {
        "power": PowerKey(payment.power),
        "to": say("bank.bank") if order.to is None else PowerKey(order.to),
        "ducats": say("count.ducats", count=payment.paid),
        "ordered": say("count.ducats", count=order.ducats),
    }
    if account.turn.rule_set.money == "no":
        account.say("bank.no-payment", **parts)
        account.cite_switch("money")
        return
    match payment.result:
        case Transfer.IN_PART:
            account.say("bank.in-part", **parts)
        case Transfer.IN_DEBT:
            account.say("bank.in-debt", **parts)
        case Transfer.NOTHING_LEFT:
            account.say("bank.nothing-left", **parts)
        case _:
            account.say("bank.paid", **parts)
    happened = account.turn.resolution.account
    assert happened is not None
    if (lost := happened.overpaid(payment, account.turn.before.affairs)) > 0:
        account.say("bank.too-much", lost=say("count.ducats", count=lost), **parts)
    account.cite("bank")


def explain_lending(account: OrderAccount, lending: Lending) -> None:
    """Say what the bank lent, and why not all that was asked of it."""
    order = lending.order
    parts: dict[str, Part] = {
        "power": PowerKey(lending.power),
        "ducats": say("count.ducats", count=lending.lent),
        "ordered": say("count.ducats", count=order.ducats),
        "years": say("count.years", count=order.years),
        "interest": say("count.ducats", count=interest_on(lending.lent, order.years)),
    }
    rules = account.turn.rule_set
    for switch in ("money", "dice", "loans"):
        if getattr(rules, switch) == "no":
            account.say("bank.closed", **parts)
            account.cite_switch(switch)
            return
    match lending.result:
        case Transfer.NEVER_AGAIN:
            account.say("bank.never-again", **parts)
        case Transfer.CUT if lending.lent == 0:
            account.say("bank.refused", limit=DEBT_LIMIT, **parts)
        case Transfer.CUT:
            account.say("bank.cut", limit=DEBT_LIMIT, **parts)
        case _:
            account.say("bank.lent", **parts)
    account.cite("bank")


def explain_gift(account: OrderAccount, gift: Gift) -> None:
    """Say whether a chit changed hands."""
    order = gift.order
    key = "bank.chit-given" if gift.result is Transfer.DONE else "bank.chit-missing"
    power, to, victim = PowerKey(gift.power), PowerKey(order.to), PowerKey(order.victim)
    account.say(key, power=power, to=to, victim=victim)
    account.cite("assassination")
