"""A position of Machiavelli as one power looks at it: who stands where, and who may come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from dragoman.board import AUTONOMOUS, GARRISON, Unit
from dragoman.bots.bot import View
from dragoman.bots.prince.ground import Ground, ground_of
from dragoman.orders import Convert, Move, Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Affairs

_NOBODY: Final[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class Outlook:
    """The position, and the orders that everybody can give in it."""

    view: View
    ground: Ground
    affairs: Affairs
    orders: Mapping[Unit, tuple[Order, ...]]
    field: Mapping[str, Unit]
    """The unit in each area, outside its city."""
    inside: Mapping[str, Unit]
    """The garrison in the city of each area."""
    comers: Mapping[str, Mapping[str, int]]
    """The strength that each power could bring to an area, what stands there among it."""
    cities: Mapping[str, int]
    """The number of cities of each power ..."""
    home_cities: Mapping[str, int]
    """... and of those in countries that are its home."""

    @property
    def me(self) -> str:
        return self.view.power

    @property
    def own(self) -> tuple[Unit, ...]:
        """The power's own units."""
        return tuple(one for one in self.orders if one.power == self.me)

    def owner(self, place: str) -> str | None:
        """The owner of a place."""
        return self.view.position.owners.get(place)

    def strength(self, unit: Unit) -> int:
        return self.view.variant.board.kinds[unit.kind].strength

    def foes_at(self, area: str) -> int:
        """The strength that the strongest of the others could bring to an area."""
        comers = self.comers.get(area, _NOBODY)
        return max((brought for power, brought in comers.items() if power != self.me), default=0)

    def own_at(self, area: str) -> int:
        """The strength that the power itself could bring there."""
        return self.comers.get(area, _NOBODY).get(self.me, 0)

    def guard(self, area: str) -> Unit | None:
        """The garrison of somebody else that keeps the power out of a city."""
        found = self.inside.get(area)
        return None if found is None or found.power == self.me else found

    def is_home(self, area: str, power: str | None) -> bool:
        """True if an area is in a home country of a power."""
        country = self.ground.home_of.get(area, "")
        return power is not None and self.affairs.homes.get(country) == power

    def after(
        self, gone: Iterable[Unit], bought: Iterable[Unit], relieved: Iterable[str]
    ) -> Outlook:
        """The position as it is when some units are gone, others are one's own, and there is
        famine no more in some areas."""
        lost, own = {*gone}, {one: replace(one, power=self.me) for one in bought}
        stand = [own.get(one, one) for one in (*self.field.values(), *self.inside.values())]
        field, inside = _placed(self.ground, (one for one in stand if one not in lost))
        orders = {own.get(one, one): given for one, given in self.orders.items() if one not in lost}
        affairs = replace(self.affairs, famine=self.affairs.famine - {*relieved})
        comers = _comers(self.view, self.ground, orders)
        return replace(
            *(self,), affairs=affairs, orders=orders, field=field, inside=inside, comers=comers
        )


def outlook_of(view: View) -> Outlook:
    """The position of a view."""
    ground, position = ground_of(view.variant, view.rule_set), view.position
    orders = view.everybodys_orders()
    field, inside = _placed(ground, position.units)
    affairs = position.affairs or Affairs()
    owners = {at: position.owners.get(city.place, "") for at, city in ground.cities.items()}
    at_home = (
        owner
        for at, owner in owners.items()
        if owner and affairs.homes.get(ground.home_of.get(at, "")) == owner
    )
    counted = Counter(owners.values()), Counter(at_home)
    comers = _comers(view, ground, orders)
    return Outlook(view, ground, affairs, orders, field, inside, comers, *counted)


def is_garrison(unit: Unit) -> bool:
    """True if a unit stands behind walls."""
    return unit.kind[0] == GARRISON.letter


def _placed(ground: Ground, units: Iterable[Unit]) -> tuple[dict[str, Unit], dict[str, Unit]]:
    """The units in areas, and those in their cities; where these are one place, in the area."""
    field: dict[str, Unit] = {}
    inside: dict[str, Unit] = {}
    for unit in units:
        area = ground.area_of[unit.location]
        (inside if unit.location not in (area,) and is_garrison(unit) else field)[area] = unit
    return field, inside


def _comers(
    view: View, ground: Ground, orders: Mapping[Unit, tuple[Order, ...]]
) -> dict[str, dict[str, int]]:
    kinds = view.variant.board.kinds
    found: dict[str, dict[str, int]] = {}
    for unit, given in orders.items():
        if unit.power == AUTONOMOUS:
            continue
        for area in {*_ways(ground, unit, given)}:
            brought = found.setdefault(area, {})
            brought[unit.power] = brought.get(unit.power, 0) + kinds[unit.kind].strength
    return found


def _ways(ground: Ground, unit: Unit, given: Iterable[Order]) -> Iterator[str]:
    here = ground.area_of[unit.location]
    if not is_garrison(unit) or unit.location == here:
        yield here
    for order in given:
        if isinstance(order, Move):
            yield ground.area_of[order.target]
        elif isinstance(order, Convert) and order.kind[0] != GARRISON.letter:
            yield here
