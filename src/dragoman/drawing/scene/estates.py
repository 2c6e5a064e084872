"""What a picture shows beyond units: who owns what, and where there are such, cities, disasters and
money. It is plain data, so that whoever knows the state of a game can hand it over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap


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
