"""Money in a campaign: what is bought, by what it brings, and what is kept for the winter."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from dragoman.board import AUTONOMOUS, Unit
from dragoman.bots.prince.outlook import Outlook, is_garrison
from dragoman.bots.prince.worth import A_CITY, A_DUCAT_A_YEAR, A_UNIT, worth_of_city
from dragoman.machiavelli import Means, PossibleExpense, cost_of_unit, upkeep_cost
from dragoman.orders import Borrow, Order, Purpose, UnitRef
from dragoman.orders.order import EXPENSES
from dragoman.quick_dataclass import dataclass

_STEP: Final = 3
"""Bribes count in whole multiples of so many ducats."""
_SIEGE_SAVED: Final = 0.5
"""The part of a city's worth that is won if its garrison need not be starved out."""
_LIKELY: Final = 0.85
"""The chance that a bribe comes off: others may bid more, or against it."""
_FEARED: Final = 0.2
"""The chance that a unit is bribed by somebody next to it who has the money."""
_PARALYSED: Final = 1.5
"""The gain where a power stands still for a campaign, for each of its cities ..."""
_DANGEROUS: Final = 60.0
"""... and if it were about to win."""
_NEARLY: Final = 2
"""So many cities short of victory it is about to win."""
_DEARER: Final = 2.5
"""So much more than its price borrowed money must bring, with interest."""
_INTEREST: Final = 5
"""Of a loan for a year the bank takes one ducat of so many, rounded up."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something to be spent on, and what it brings, in ducats."""

    what: PossibleExpense
    ducats: int
    gain: float
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """The orders of a power for its money, and what comes of them if nothing stands against it."""

    orders: tuple[Order, ...] = ()
    bought: tuple[Unit, ...] = ()
    gone: tuple[Unit, ...] = ()
    relieved: tuple[str, ...] = ()


def budget_of(outlook: Outlook, means: Means, dice: Random) -> Budget:
    """The purchases of a campaign."""
    offers = sorted(
        (one for one in _offers(outlook, means, dice) if one.gain > one.ducats),
        key=lambda one: one.ducats - one.gain,
    )
    ducats = means.treasury - means.falls_due
    left = ducats - kept_for_winter(outlook, means)
    taken: list[Purchase] = []
    borrowed = 0
    touched: set[str] = set()
    for offer in offers:
        at = _area(outlook, offer)
        if len(taken) == EXPENSES or at in touched:
            continue
        missing = offer.ducats - left
        if missing > 0:
            if borrowed or not _is_worth_a_loan(outlook, means, offer, missing):
                continue
            borrowed = missing
            left += missing
        left -= offer.ducats
        taken.append(offer)
        if at:
            touched.add(at)
    orders: list[Order] = [Borrow(borrowed, 1)] if borrowed else []
    orders += [one.what.order(number, one.ducats) for number, one in enumerate(taken, 1)]
    return Budget(
        tuple(orders),
        tuple(one.unit for one in taken if one.unit and one.what.purpose is Purpose.BUY),
        tuple(one.unit for one in taken if one.unit and one.what.purpose is Purpose.DISBAND),
        tuple(_area(outlook, one) for one in taken if one.what.purpose is Purpose.RELIEF),
    )


def income(outlook: Outlook) -> int:
    """The income that a power can expect at the end of the year: of land, seas, cities and trade.

    Trade is counted as a die of three and a half brings it."""
    ground, affairs, me = outlook.ground, outlook.affairs, outlook.me
    found = 0.0
    for at in ground.areas:
        if at in ground.land:
            found += outlook.owner(at) == me and at not in affairs.rebellions
        else:
            there = outlook.field.get(at)
            found += there is not None and there.power == me
    for at, city in ground.cities.items():
        if outlook.owner(city.place) == me and city.place not in affairs.rebellions:
            found += 0 if at in affairs.sieges else city.value
    scenario = outlook.view.variant.scenario
    for trade in scenario.incomes if scenario is not None else ():
        city = ground.cities.get(trade.city)
        owner = None if city is None else outlook.owner(city.place)
        if trade.country is not None:
            owner = affairs.homes.get(trade.country)
        if owner == me:
            found += trade.dice * sum(trade.amounts) / len(trade.amounts)
    return int(found)


def kept_for_winter(outlook: Outlook, means: Means) -> int:
    """The ducats that must not be spent now: what the bank collects before the next income; and
    what the units cost in winter and it collects later, beyond that income."""
    view = outlook.view
    upkeep = upkeep_cost(view.variant.board, view.position, outlook.me)
    soon = 0
    for loan in outlook.affairs.loans.get(outlook.me, ()):
        if 1 < loan.campaigns <= 1 + _campaigns_left(outlook):
            soon += loan.principal + loan.interest
    later = means.owes - means.falls_due - soon
    return soon + max(0, upkeep + later - income(outlook))


def _campaigns_left(outlook: Outlook) -> int:
    """The campaigns of the year after this one."""
    after = "UF" if outlook.view.rule_set.summer != "no" else "F"
    season = outlook.view.position.phase.season
    return len(after.partition(season)[2]) if season in after else len(after)


def _is_worth_a_loan(outlook: Outlook, means: Means, offer: Purchase, missing: int) -> bool:
    interest = -(-missing // _INTEREST)
    surplus = income(outlook) - upkeep_cost(
        outlook.view.variant.board, outlook.view.position, outlook.me
    )
    can_pay_back = means.owes == 0 and missing + interest <= min(means.credit, surplus)
    return can_pay_back and offer.gain > _DEARER * (offer.ducats + interest)


def _area(outlook: Outlook, offer: Purchase) -> str:
    """The area that something is bought in; none for a life."""
    target = offer.what.target
    if offer.what.purpose is Purpose.ASSASSINATE:
        return ""
    at = target.location if isinstance(target, UnitRef) else str(target)
    return outlook.ground.area_of[at]


# What each thing brings


def _offers(outlook: Outlook, means: Means, dice: Random) -> Iterator[Purchase]:
    by_location = outlook.view.position.by_location
    for one in means.expenses:
        least, target = one.minimum, one.target
        if one.purpose is Purpose.ASSASSINATE:
            yield from _murders(outlook, means, one, str(target))
        elif isinstance(target, UnitRef):
            unit = by_location[target.location]
            gain = _gain_of_unit(outlook, one.purpose, unit)
            is_contested = unit.power != AUTONOMOUS and one.purpose is not Purpose.COUNTER
            more = _STEP * dice.choice((0, 0, 1, 2)) if is_contested else 0
            ducats = least + more
            if gain <= ducats or ducats > means.treasury + means.credit:
                ducats = least
            yield Purchase(one, ducats, gain, unit)
        elif one.purpose is Purpose.RELIEF:
            yield Purchase(one, least, _gain_of_relief(outlook, str(target)))
        elif one.purpose is Purpose.PACIFY:
            yield Purchase(one, least, _gain_of_peace(outlook, str(target)))


def _gain_of_unit(outlook: Outlook, purpose: Purpose, unit: Unit) -> float:
    match purpose:
        case Purpose.BUY:
            return _LIKELY * (A_UNIT - _cost(outlook, unit) + _gain_where(outlook, unit, 1.0))
        case Purpose.DISBAND:
            return _LIKELY * _gain_where(outlook, unit, 0.8)
        case Purpose.COUNTER if unit.power == outlook.me:
            return _gain_of_counter(outlook, unit)
        case _:
            return 0.0


def _cost(outlook: Outlook, unit: Unit) -> int:
    return cost_of_unit(outlook.view.variant.board, unit.kind)


def _gain_where(outlook: Outlook, unit: Unit, part: float) -> float:
    """The gain where a unit of somebody else stands when it is gone, or bought: by being there
    at once, or else by going there."""
    area = outlook.ground.area_of[unit.location]
    city = outlook.ground.cities.get(area)
    worth = 0.0
    if city is not None and outlook.owner(city.place) != outlook.me:
        worth = worth_of_city(outlook, area, city)
    found = 0.0 if unit.power == AUTONOMOUS else A_UNIT / 2
    here = outlook.field.get(area)
    if is_garrison(unit) and unit.location != area:
        if here is None or here.power != outlook.me:
            # A garrison that is bought has the city; where it is gone somebody must come.
            return found + worth * (part if part == 1.0 else 0.5 * (outlook.own_at(area) > 0))
        return found + worth * (0.0 if area in outlook.affairs.sieges else _SIEGE_SAVED)
    is_open = outlook.guard(area) is None
    won = (worth if is_open else 0.0) + 2.0
    if part < 1.0 and not outlook.own_at(area):
        return found
    return found + part * won


def _gain_of_counter(outlook: Outlook, unit: Unit) -> float:
    """The gain of money against bribes for an own unit, if somebody has just enough."""
    area = outlook.ground.area_of[unit.location]
    treasuries = outlook.affairs.treasuries
    rich = any(
        treasuries.get(power, 0) >= 18
        for power in outlook.comers.get(area, {})
        if power != outlook.me
    )
    city = outlook.ground.cities.get(area)
    stake = A_UNIT
    if city is not None and area not in outlook.inside:
        stake += worth_of_city(outlook, area, city)
    return _FEARED * stake if rich else 0.0


def _gain_of_relief(outlook: Outlook, area: str) -> float:
    """The loss by famine: units that stand there, and the income of a year."""
    city = outlook.ground.cities.get(area)
    there = (outlook.field.get(area), outlook.inside.get(area))
    found = sum(A_UNIT for unit in there if unit is not None and unit.power == outlook.me)
    found += outlook.owner(area) == outlook.me
    if city is not None and outlook.owner(city.place) == outlook.me:
        found += city.value
    return found if outlook.view.position.phase.season == "S" else 0.0


def _gain_of_peace(outlook: Outlook, area: str) -> float:
    """The loss by rebels: the income, and the use of the city."""
    city = outlook.ground.cities.get(area)
    if outlook.owner(area) != outlook.me or city is None:
        return 0.0
    there = outlook.field.get(area)
    if there is not None and there.power == outlook.me:
        return 0.0  # it puts them down by holding
    return A_DUCAT_A_YEAR * (1 + city.value) / 2 + A_CITY / 2


def _murders(
    outlook: Outlook, means: Means, one: PossibleExpense, victim: str
) -> Iterator[Purchase]:
    """An attempt on the life of a ruler: the more is paid, the likelier it comes off."""
    cities = outlook.cities.get(victim, 0)
    gain = _PARALYSED * cities
    if cities >= outlook.affairs.victory_cities - _NEARLY:
        gain += _DANGEROUS
    for share in (3, 2, 1):
        ducats = one.minimum * share
        if ducats <= means.treasury:
            yield Purchase(one, ducats, gain * share / 6)
            return
