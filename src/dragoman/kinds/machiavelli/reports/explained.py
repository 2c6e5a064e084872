"""Explanations of everything that happened in a phase of Machiavelli besides what units did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, cast

from dragoman.kinds.machiavelli.reports.campaign_account import CampaignAccount
from dragoman.kinds.machiavelli.reports.expenses import (
    explain_gift,
    explain_lending,
    explain_payment,
    explain_spending,
    is_about,
    order_name,
)
from dragoman.kinds.machiavelli.reports.happenings import (
    StraitLeave,
    explain_event,
    explain_leave,
    leaves,
)
from dragoman.machiavelli import Event, Gift, Lending, Payment, Spending, What
from dragoman.machiavelli.account import money_data
from dragoman.orders import write
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.explanation import Explanation
from dragoman.reports.statements.statement import Data

Affair: TypeAlias = Spending | Payment | Lending | Gift | StraitLeave | Event


class AffairExplained(Explanation):
    """The outcome of an order for money, or something else that happened."""

    @property
    def affair(self) -> Affair:
        return cast(Affair, self.about)

    def concerns(self, unit: str) -> bool:
        """True if this is about the unit or place of this name, or is the order so called: an order
        for money may also be named by itself or as ``EXPENSE 1``, with whose it is: ``MILAN:
        EXPENSE 1``."""
        affair, turn, name = self.affair, self.turn, unit.upper()
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

    def data_of_about(self) -> dict[str, Data]:
        match self.affair:
            case StraitLeave(power, order):
                return {"power": power, "order": write(order), "result": "done"}
            case Event(what, place, power, unit, detail, ducats):
                return {
                    "event": what.value,
                    "place": place,
                    "power": power,
                    "unit": None if unit is None else str(unit),
                    "detail": detail,
                    "ducats": ducats,
                }
            case of_money:
                return money_data(of_money)


def explained_affairs(turn: ResolvedPhase) -> Iterator[AffairExplained]:
    """Each affair of a phase explained: orders for money first, then what happened, in its
    order."""
    happened = turn.resolution.account
    if happened is None:
        return
    money = (*happened.payments, *happened.lendings, *happened.gifts, *happened.spendings)
    orders = (*money, *leaves(turn))
    for affair in (*orders, *filter(_is_told_alone, happened.events)):
        account = CampaignAccount(turn)
        match affair:
            case Payment():
                explain_payment(account, affair)
            case Lending():
                explain_lending(account, affair)
            case Gift():
                explain_gift(account, affair)
            case Spending():
                explain_spending(account, affair)
            case StraitLeave():
                explain_leave(account, affair)
            case Event():
                explain_event(account, affair)
        yield AffairExplained.of(account, affair)


def _is_told_alone(event: Event) -> bool:
    """True if it is not told with the order that it came from."""
    if event.what is What.LOST:
        return event.detail != "bribe"
    return event.what is not What.SIEGE and (event.what, event.detail) != (What.FREED, "hold")
