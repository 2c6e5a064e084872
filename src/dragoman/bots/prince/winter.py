"""Winter: which units are kept, and which are built; and where dislodged ones go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from dragoman.board import GARRISON, Unit
from dragoman.bots.prince.outlook import Outlook
from dragoman.bots.prince.spending import income
from dragoman.bots.prince.worth import Worths, worth_of_city
from dragoman.machiavelli import cost_of_unit
from dragoman.orders import Build, Disband, Maintain, Order, Remove, Retreat

_PAY: Final = 1.0
"""The part of the income that may go into the pay of units."""
_SPARE: Final = 0.5
"""The part of the ducats left over that may go into the pay of another year."""
_IN_THE_CITY: Final = 0.4
"""The part of a city's worth that a unit keeps which retreats into it."""


def retreats(outlook: Outlook, worths: Worths) -> Iterator[Order]:
    """Each dislodged unit goes where it is worth most, no two to one place."""
    taken: set[str] = set()
    for unit, orders in outlook.orders.items():
        if unit.power != outlook.me:
            continue
        ways = [one for one in orders if isinstance(one, Retreat)]
        ways.sort(key=lambda one: -_worth_of_retreat(outlook, worths, unit, one))
        best = next((one for one in ways if one.target not in taken), None)
        if best is None:
            yield next(one for one in orders if isinstance(one, Disband))
        else:
            taken.add(best.target)
            yield best


def _worth_of_retreat(outlook: Outlook, worths: Worths, unit: Unit, order: Retreat) -> float:
    area = outlook.ground.area_of[order.target]
    city = outlook.ground.cities.get(area)
    if not order.is_into_city:
        return worths.at(unit.kind, area)
    return _IN_THE_CITY * (worth_of_city(outlook, area, city) if city else 0.0)


def adjustments(outlook: Outlook, worths: Worths, due: int, ducats: int | None) -> Sequence[Order]:
    """Upkeep and builds: of as much as there is money for, or of as many as are ``due`` where
    ``ducats`` is None."""
    units = sorted(outlook.own, key=lambda unit: -_worth_of_unit(outlook, worths, unit))
    given = [order for unit in units for order in outlook.orders[unit]]
    builds = [order for order in given if isinstance(order, Build)]
    if ducats is None:
        if due < 0:
            removals = [order for order in given if isinstance(order, Remove)]
            return [*reversed(removals)][:-due]
        return [*_one_an_area(outlook, builds)][:due]
    kept = [order for order in given if isinstance(order, Maintain)]
    found: list[Order] = []
    for order in kept:
        cost = _cost(outlook, order)
        if cost <= ducats:
            ducats -= cost
            found.append(order)
    pay, spare = sum(_cost(outlook, one) for one in found), ducats
    for order in _one_an_area(outlook, builds):
        cost = _cost(outlook, order)
        if cost <= ducats and pay + cost <= _PAY * income(outlook) + _SPARE * spare:
            ducats -= cost
            pay += cost
            found.append(order)
    return found


def _cost(outlook: Outlook, order: Order) -> int:
    assert isinstance(order, Maintain | Build) and order.unit.kind
    return cost_of_unit(outlook.view.variant.board, order.unit.kind)


def _worth_of_unit(outlook: Outlook, worths: Worths, unit: Unit) -> float:
    """The worth of a unit where it stands, or would."""
    area = outlook.ground.area_of[unit.location]
    found = worths.at(unit.kind, area)
    if unit.kind[0] == GARRISON.letter:
        city = outlook.ground.cities.get(area)
        foes = outlook.foes_at(area)
        return 0.3 * worth_of_city(outlook, area, city) if city and foes else 0.1 * found
    return found * (0.5 if len(unit.kind) > 1 else 1.0)


def _one_an_area(outlook: Outlook, builds: Iterable[Build]) -> Iterator[Build]:
    """The first build of each area."""
    taken: set[str] = set()
    for order in builds:
        area = outlook.ground.area_of[order.unit.location]
        if area not in taken:
            taken.add(area)
            yield order
