"""Which of a power's orders are for money, and which of those count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from dragoman.orders import Ally, Borrow, Expense, GiveChit, MoneyOrder, NoExpense, Order, Pay
from dragoman.orders.order import EXPENSES
from dragoman.rules.model.outcome import Orders, UnusedOrder
from dragoman.rules.model.reasons import EXPENSE_REPLACED, FIFTH_EXPENSE, REASONS

Counted: TypeAlias = Expense | Borrow | Pay | GiveChit | Ally
"""An order for money that has something done."""

MoneyOrders = Mapping[str, Sequence[Counted]]
"""The orders for money of each power, by its key."""


def divided(orders: Orders) -> tuple[dict[str, list[Order]], MoneyOrders, list[UnusedOrder]]:
    """The orders for units, those for money, and those for money that do not count.

    Of expenditures with one number the last counts, unless it is cancelled behind.
    """
    of_units: dict[str, list[Order]] = {}
    spending: dict[str, list[Counted]] = {}
    wasted: list[UnusedOrder] = []
    for power, list_ in orders.items():
        of_units[power] = [order for order in list_ if not isinstance(order, MoneyOrder)]
        others: list[Counted] = []
        expenses: dict[int, Expense] = {}
        for order in list_:
            match order:
                case Expense(number) | NoExpense(number):
                    if not 1 <= number <= EXPENSES:
                        wasted.append(UnusedOrder(power, order, REASONS[FIFTH_EXPENSE].code))
                        continue
                    if (earlier := expenses.pop(number, None)) is not None:
                        code = REASONS[EXPENSE_REPLACED].code
                        wasted.append(UnusedOrder(power, earlier, code))
                    if isinstance(order, Expense):
                        expenses[number] = order
                case Borrow() | Pay() | GiveChit() | Ally():
                    others.append(order)
                case _:
                    pass
        spending[power] = [*others, *expenses.values()]
    return of_units, spending, wasted
