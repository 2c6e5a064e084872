"""Accounts of payments, loans and chits, and of what the bank collected."""

from __future__ import annotations

from dragoman.machiavelli import Gift, Lending, Payment, Transfer
from dragoman.machiavelli.engine.codes import DEBT_LIMIT
from dragoman.machiavelli.engine.money import interest_on
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.statements.statement import Part, PowerKey, say


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
