"""What a picture of Machiavelli shows beyond units: cities, who owns what, disasters, money.

``Estates`` is plain data, so that whoever knows the state of a game can hand it over; of a variant
alone it is what its scenario begins with.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from dragoman.board import Unit
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Loan, Position
from dragoman.values import FrozenMap

if TYPE_CHECKING:  # pictures of Diplomacy do without it
    from dragoman.machiavelli import Ground


@dataclass(frozen=True)
class Estates:
    """Who owns what, and how it fares. ``owners`` are those of provinces and of cities, each by its
    place. ``famine``, ``plague`` and ``storms`` name provinces, ``rebellions`` provinces and places
    of cities, ``sieges`` the provinces whose city is besieged. ``treasuries`` are ducats by power,
    ``debts`` what they owe the bank with interest; empty where money is not played."""

    owners: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    famine: Collection[str] = ()
    plague: Collection[str] = ()
    storms: Collection[str] = ()
    rebellions: Collection[str] = ()
    sieges: Collection[str] = ()
    treasuries: Mapping[str, int] = field(default_factory=FrozenMap[str, int])
    debts: Mapping[str, int] = field(default_factory=FrozenMap[str, int])
    has_fortresses: bool = True


@dataclass(frozen=True)
class DrawnCity:
    """A city as it is drawn. ``garrison`` is the power whose unit is in it; where city and
    province are one place, a garrison is drawn as other units are."""

    place: str
    province: str
    name: str
    value: int
    is_fortified: bool
    is_port: bool
    owner: str | None = None
    garrison: str | None = None
    is_besieged: bool = False
    rebels: bool = False

    @property
    def is_fortress(self) -> bool:
        return self.is_fortified and self.value == 0


def estates_of(ground: Ground, position: Position) -> Estates:
    """What a position says of them; of one without affairs of state, what its scenario begins
    with."""
    opening, affairs = ground.opening, position.affairs
    if affairs is not None:
        return Estates(
            owners=position.owners,
            famine=affairs.famine,
            rebellions=affairs.rebellions,
            sieges=affairs.sieges,
            treasuries=affairs.treasuries,
            debts=_debts(affairs.loans),
            has_fortresses=ground.has_fortresses,
        )
    return Estates(
        owners=opening.owners,
        famine=opening.famine,
        rebellions=opening.rebellions,
        sieges=opening.sieges,
        treasuries=opening.treasuries or {},
        debts=_debts(opening.loans),
        has_fortresses=ground.has_fortresses,
    )


def _debts(loans: Mapping[str, Collection[Loan]]) -> Mapping[str, int]:
    return {power: sum(one.principal + one.interest for one in own) for power, own in loans.items()}


def drawn_cities(
    ground: Ground, estates: Estates, units: Collection[Unit], names: Mapping[str, str]
) -> tuple[DrawnCity, ...]:
    """The cities of a map; ``names`` are those of their provinces. Fortresses are left out where
    they are not played."""
    within = {unit.location: unit.power for unit in units if unit.kind[:1] == "G"}
    return tuple(
        DrawnCity(
            place=city.place,
            province=key,
            name=names[key],
            value=city.value,
            is_fortified=city.is_fortified,
            is_port=city.is_port,
            owner=estates.owners.get(city.place),
            garrison=None if city.is_one_place else within.get(city.place),
            is_besieged=key in estates.sieges,
            rebels=city.place in estates.rebellions and not city.is_one_place,
        )
        for key, city in ground.cities.items()
        if estates.has_fortresses or not city.is_fortress or city.place in within
    )
