"""From a position of Machiavelli and its orders to a realm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from dragoman.board import SOLDIERS, Unit, province_of
from dragoman.machiavelli.account import Gift, Roll, RollFor, Transfer
from dragoman.machiavelli.engine.assassination import give_chit
from dragoman.machiavelli.engine.codes import (
    ASSASSINATE,
    BUY,
    BY_MINIMUM,
    COUNTER,
    DISBAND,
    DUE,
    PACIFY,
    REBEL,
    RELIEF,
    SET_FREE,
)
from dragoman.machiavelli.engine.realm import (
    EventRows,
    ExpenseRows,
    LoanRows,
    PaymentRows,
    Realm,
    RollRows,
    new_realm,
)
from dragoman.machiavelli.judge.scenario_index import ScenarioIndex, realm_codes, scenario_tables
from dragoman.orders import (
    Ally,
    Borrow,
    Convert,
    Convoy,
    Expense,
    GiveChit,
    MoneyOrder,
    NoExpense,
    Order,
    Pay,
    Purpose,
    Support,
    UnitRef,
    Waive,
)
from dragoman.orders.order import EXPENSES
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.outcome import Orders, UnusedOrder
from dragoman.rules.model.position import Position
from dragoman.rules.model.reasons import EXPENSE_REPLACED, FIFTH_EXPENSE, REASONS

_EVENTS = 4096
"""How many events and rolls there is room for in a phase."""

_PURPOSES = {
    Purpose.RELIEF: RELIEF,
    Purpose.PACIFY: PACIFY,
    Purpose.REBEL: REBEL,
    Purpose.DISBAND: DISBAND,
    Purpose.SET_FREE: SET_FREE,
    Purpose.BUY: BUY,
    Purpose.COUNTER: COUNTER,
    Purpose.ASSASSINATE: ASSASSINATE,
}


def load_realm(
    g: ScenarioIndex,
    position: Position,
    rule_set: RuleSet,
    calendar: Calendar,
    thrown: Sequence[Roll] = (),
) -> Realm:
    """The realm of a position. ``thrown`` are dice that were thrown on a table."""
    n = g.board
    r = new_realm(scenario_tables(n.board, g.scenario, calendar), realm_codes(rule_set))
    affairs = position.affairs or g.scenario.usual_affairs
    r.seed, r.victory_cities = affairs.seed, affairs.victory_cities
    for power, ducats in affairs.treasuries.items():
        r.treasury[n.power[power]] = ducats
    for power, loans in affairs.loans.items():
        for loan in loans:
            slot = n.power[power] * DUE + loan.campaigns - 1
            r.principal[slot] += loan.principal
            r.interest[slot] += loan.interest
    for power, victims in affairs.chits.items():
        for victim in victims:
            r.chits[n.power[power] * g.nobody + n.power[victim]] += 1
    for power, others in affairs.allies.items():
        for other in others:
            r.allows[n.power[power] * g.nobody + n.power[other]] = 1
    r.home_owner = [
        n.power[affairs.homes[key]] if key in affairs.homes else NONE for key in g.countries
    ]
    for cells, names in (
        (r.siege, affairs.sieges),
        (r.famine, affairs.famine),
        (r.rebels, affairs.rebellions),
    ):
        for name in names:
            cells[n.location[name]] = 1
    for cells, names in ((r.has_defaulted, affairs.defaulters), (r.is_out, affairs.eliminated)):
        for name in names:
            cells[n.power[name]] = 1
    r.events = EventRows(*([0] * _EVENTS for _ in range(4)))
    r.rolls = RollRows(*([0] * _EVENTS for _ in range(4)))
    write_thrown(g, r, thrown)
    return r


def write_thrown(g: ScenarioIndex, r: Realm, thrown: Sequence[Roll]) -> None:
    """Give the realm the dice that were thrown on a table."""
    purposes = list(RollFor)
    rows = [
        (
            purposes.index(roll.purpose),
            NONE if roll.power is None else g.board.power[roll.power],
            roll.number,
            roll.die,
        )
        for roll in thrown
    ]
    r.thrown_count = len(rows)
    if rows:
        r.thrown = RollRows(*map(list, zip(*rows, strict=True)))


def write_spending(
    g: ScenarioIndex, r: Realm, position: Position, given: MoneyOrders
) -> tuple[Gift, ...]:
    """Give the realm the orders for money, one power after the other, in the board's order. Chits
    change hands at once: what became of each gift.

    Raises:
        KeyError: if an order names something that is not on the board.
    """
    n = g.board
    expenses: list[list[int]] = []
    payments: list[list[int]] = []
    loans: list[list[int]] = []
    gifts: list[Gift] = []
    for power in n.powers:
        by = n.power[power]
        for order in given.get(power, ()):
            match order:
                case Expense():
                    expenses.append([by, *_expense_row(g, position, power, order)])
                case Pay(ducats, to):
                    payments.append([by, g.nobody if to is None else n.power[to], ducats, 0, 0])
                case Borrow(ducats, years):
                    loans.append([by, ducats, years, 0, 0])
                case GiveChit(victim, to):
                    is_given = give_chit(r, by, n.power[victim], n.power[to])
                    result = Transfer.DONE if is_given else Transfer.NOTHING_LEFT
                    gifts.append(Gift(power, order, result))
                case Ally(other, may_pass):
                    r.allows[by * g.nobody + n.power[other]] = int(may_pass)
    expenses.sort(key=lambda row: (row[0], row[1]))
    r.expense_count, r.payment_count, r.loan_count = len(expenses), len(payments), len(loans)
    if expenses:
        r.expenses = ExpenseRows(*map(list, zip(*expenses, strict=True)))
    if payments:
        r.payments = PaymentRows(*map(list, zip(*payments, strict=True)))
    if loans:
        r.loans = LoanRows(*map(list, zip(*loans, strict=True)))
    return tuple(gifts)


def _expense_row(g: ScenarioIndex, position: Position, power: str, order: Expense) -> list[int]:
    """The columns of ``ExpenseRows`` behind the first."""
    n = g.board
    place = victim = NONE
    if isinstance(order.target, UnitRef):
        place = n.location[province_of(unit_meant(g, position, power, order.target).location)]
    elif order.purpose is Purpose.ASSASSINATE:
        victim = n.power[order.target]
    else:
        place = n.location[province_of(order.target)]
    ducats = BY_MINIMUM if order.ducats is None else order.ducats
    return [order.number, _PURPOSES[order.purpose], ducats, place, victim, 0, 0, 0, 0, 0]


# Units as people name them.


def unit_meant(g: ScenarioIndex, position: Position, power: str, named: UnitRef) -> UnitRef:
    """The unit that an order means, at the place where it stands: a garrison in the city. Where no
    kind is named, the unit in the province before the garrison, an own one first."""
    province = province_of(named.location)
    city = g.scenario.cities.get(province)
    place = province if city is None else city.place
    outside = position.by_province.get(province)
    inside = position.by_province.get(place)
    if named.kind is None:
        own = [unit for unit in (outside, inside) if unit is not None and unit.power == power]
        there = [unit for unit in (outside, inside) if unit is not None]
        unit = (own or there or [None])[0]
    elif named.kind[0] == "G":
        unit = inside
        if unit is None:
            return replace(named, location=place)
    else:
        unit = outside
    if unit is None or (named.kind is not None and unit.kind[0] != named.kind[0]):
        return named
    return replace(named, location=unit.location, kind=unit.kind)


def order_meant(g: ScenarioIndex, position: Position, power: str, order: Order) -> Order:
    """The order with its units where they stand, as the board names the places."""
    if isinstance(order, Waive | MoneyOrder):
        return order
    unit = unit_meant(g, position, power, order.unit)
    match order:
        case Support(_, other, target):
            return Support(unit, unit_meant(g, position, "", other), target)
        case Convoy(_, other, target):
            return Convoy(unit, unit_meant(g, position, "", other), target)
        case Convert(_, kind, coast):
            soldiers = unit.kind[1:] if unit.kind is not None else ""
            return Convert(unit, kind[0] + soldiers, coast)
        case _:
            return replace(order, unit=unit)


def soldiers_of(unit: Unit) -> str:
    """The letter of a unit's soldiers, empty for ordinary ones."""
    letter = unit.kind[1:]
    return letter if letter in SOLDIERS else ""


# Which of a power's orders are for money, and which of those count.

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
