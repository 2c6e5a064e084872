"""Writing orders for money, in the words of a notation or a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dragoman.orders.money import (
    Ally,
    Borrow,
    Expense,
    GiveChit,
    MoneyOrder,
    NoExpense,
    Pay,
    Purpose,
)
from dragoman.orders.unit_ref import UnitRef

_PURPOSES = {
    Purpose.RELIEF: "relief",
    Purpose.PACIFY: "pacify",
    Purpose.REBEL: "rebel",
    Purpose.DISBAND: "disband_by_bribe",
    Purpose.SET_FREE: "set_free",
    Purpose.BUY: "buy",
    Purpose.COUNTER: "counter",
    Purpose.ASSASSINATE: "assassinate",
}
"""The templates that say what money is for."""


def write_money(
    order: MoneyOrder,
    templates: Mapping[str, str],
    unit: Callable[[UnitRef], str],
    place: Callable[[str], str],
    power: Callable[[str], str],
) -> str:
    """The order, by the template of its kind; the others say how it writes what it names."""
    match order:
        case Expense(number, purpose, target, ducats):
            if isinstance(target, UnitRef):
                named = unit(target)
            else:
                named = power(target) if purpose is Purpose.ASSASSINATE else place(target)
            return templates["expense"].format(
                number=number,
                ducats="" if ducats is None else templates["ducats"].format(ducats=ducats),
                purpose=templates[_PURPOSES[purpose]],
                target=named,
            )
        case NoExpense(number):
            return templates["no_expense"].format(number=number)
        case Borrow(ducats, years):
            template = "borrow" if years > 1 else "borrow_a_year"
            return templates[template].format(ducats=ducats, years=years)
        case Pay(ducats, to):
            if to is None:
                return templates["pay_bank"].format(ducats=ducats)
            return templates["pay"].format(ducats=ducats, power=power(to))
        case GiveChit(victim, to):
            return templates["give"].format(victim=power(victim), power=power(to))
        case Ally(other, may_pass):
            return templates["ally" if may_pass else "unally"].format(power=power(other))
