"""The affairs of state in a position of Machiavelli: money, debts, sieges, rebellions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap, short_repr


@dataclass(frozen=True, slots=True)
class Loan:
    """What a power owes the bank: ducats, the interest on them, and in how many campaigns they
    are due, 1 for the next."""

    principal: int
    interest: int
    campaigns: int

    __repr__ = short_repr


@dataclass(frozen=True)
class Affairs:
    """What a position of Machiavelli holds besides units and owners.

    Powers are named by their keys, home countries by theirs, provinces and cities by the places
    they are on the board. ``treasuries`` are in ducats. ``homes`` goes from each home country to
    the power that holds it; one that nobody holds is absent. ``chits`` are the powers on whose
    lives a power has an attempt left, as often as it has. ``sieges`` are provinces whose city has
    been besieged since the last campaign, ``rebellions`` provinces and cities, ``famine``
    provinces. ``defaulters`` did not pay the bank and never borrow again. ``allies`` are those
    whose fleets a power lets through its straits, in this campaign. ``victory_cities`` is how many
    cities win. ``seed`` is what dice are rolled from.
    """

    treasuries: Mapping[str, int] = field(default_factory=FrozenMap[str, int])
    homes: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    loans: Mapping[str, tuple[Loan, ...]] = field(default_factory=FrozenMap[str, tuple[Loan, ...]])
    chits: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])
    sieges: frozenset[str] = frozenset()
    rebellions: frozenset[str] = frozenset()
    famine: frozenset[str] = frozenset()
    defaulters: frozenset[str] = frozenset()
    eliminated: frozenset[str] = frozenset()
    allies: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])
    victory_cities: int = 15
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("treasuries", "homes", "loans", "chits", "allies"):
            given: Mapping[str, object] = getattr(self, name)
            object.__setattr__(self, name, FrozenMap({key: given[key] for key in sorted(given)}))

    def __hash__(self) -> int:
        return hash((tuple(self.treasuries.items()), self.sieges, self.rebellions, self.famine))

    def __repr__(self) -> str:
        ducats = ", ".join(f"{power} {amount}" for power, amount in self.treasuries.items())
        return f"<Affairs: {ducats}>"
