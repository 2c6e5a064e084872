"""Explanations of everything that happened in a phase of Machiavelli besides what units did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from dragoman.machiavelli import (
    Account as Happened,
    Event,
    Gift,
    Lending,
    Payment,
    Spending,
    What,
)
from dragoman.machiavelli.account import money_data
from dragoman.orders import write
from dragoman.reports.accounts.account import Account
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.affairs.bank import explain_gift, explain_lending, explain_payment
from dragoman.reports.affairs.campaign_orders import explain_campaign
from dragoman.reports.affairs.expenses import explain_spending, is_about, order_name
from dragoman.reports.affairs.happenings import explain_event
from dragoman.reports.affairs.straits import Leave, explain_leave, leaves
from dragoman.reports.affairs.upkeep import explain_upkeep
from dragoman.reports.statements.statement import Data
from dragoman.rules import Outcome, PhaseKind

Affair: TypeAlias = Spending | Payment | Lending | Gift | Leave | Event


def teller(kind: PhaseKind) -> Callable[[Account, Outcome], None] | None:
    """What tells of the orders of units in a phase of this kind; None where that is as in
    Diplomacy."""
    return {PhaseKind.MOVEMENT: explain_campaign, PhaseKind.ADJUSTMENT: explain_upkeep}.get(kind)


def explain_affairs(turn: ResolvedPhase, happened: Happened) -> Iterator[tuple[Account, Affair]]:
    """Each of these with its account: orders for money first, then what happened, in its order."""
    money = (*happened.payments, *happened.lendings, *happened.gifts, *happened.spendings)
    orders = (*money, *leaves(turn))
    for affair in (*orders, *filter(_is_told_alone, happened.events)):
        account = Account(turn)
        match affair:
            case Payment():
                explain_payment(account, affair)
            case Lending():
                explain_lending(account, affair)
            case Gift():
                explain_gift(account, affair)
            case Spending():
                explain_spending(account, affair)
            case Leave():
                explain_leave(account, affair)
            case Event():
                explain_event(account, affair)
        yield account, affair


def _is_told_alone(event: Event) -> bool:
    """Whether it is not told with the order that it came from."""
    if event.what is What.LOST:
        return event.detail != "bribe"
    return event.what is not What.SIEGE and (event.what, event.detail) != (What.FREED, "hold")


def concerns(turn: ResolvedPhase, affair: Affair, name: str) -> bool:
    """Whether an affair is about the unit or place of this name, or is the order so called."""
    if isinstance(affair, Event):
        if affair.unit is not None and str(affair.unit) == name:
            return True
        return affair.place is not None and name in (affair.place, turn.area(affair.place))
    called = [write(affair.order).upper()]
    if isinstance(affair, Spending):
        called.append(order_name(affair.order))
        if is_about(turn, affair, name):
            return True
    return name in (*called, *(f"{affair.power}: {one}" for one in called))


def data_of(affair: Affair) -> dict[str, Data]:
    """An affair as JSON can hold it."""
    match affair:
        case Leave(power, order):
            return {"power": power, "order": write(order), "result": "done"}
        case Spending() | Payment() | Lending() | Gift():
            return money_data(affair)
        case Event(what, place, power, unit, detail, ducats):
            return {
                "event": what.value,
                "place": place,
                "power": power,
                "unit": None if unit is None else str(unit),
                "detail": detail,
                "ducats": ducats,
            }
