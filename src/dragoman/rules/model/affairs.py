"""The affairs of state in a position of Machiavelli: money, debts, sieges, rebellions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Final

from dragoman.board import AUTONOMOUS, Board
from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap, short_repr

DUE_IN: Final = range(1, 7)
"""In how many campaigns a loan may be due: two years have six."""


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

    def data(self) -> dict[str, Any]:
        """The affairs as records of games have them in JSON; what there is nothing of is left
        out, but for home countries."""
        found: dict[str, Any] = {
            "treasuries": dict(self.treasuries),
            "homes": dict(self.homes),
            "loans": {
                power: [
                    {
                        "principal": one.principal,
                        "interest": one.interest,
                        "campaigns": one.campaigns,
                    }
                    for one in loans
                ]
                for power, loans in self.loans.items()
            },
            "chits": {power: list(victims) for power, victims in self.chits.items()},
            "sieges": sorted(self.sieges),
            "rebellions": sorted(self.rebellions),
            "famine": sorted(self.famine),
            "defaulters": sorted(self.defaulters),
            "eliminated": sorted(self.eliminated),
            "allies": {power: list(others) for power, others in self.allies.items()},
        }
        kept = {key: value for key, value in found.items() if value or key == "homes"}
        return {**kept, "victory_cities": self.victory_cities, "seed": self.seed}

    def faults(self, board: Board) -> tuple[Diagnostic, ...]:
        """What is impossible about these affairs on this board; empty when all is well."""
        return (*self._misnumbered(), *self._misnamed(board))

    def _misnumbered(self) -> Iterator[Diagnostic]:
        for power, ducats in self.treasuries.items():
            if ducats < 0:
                what = f"the treasury of {power} holds {ducats} ducats; there are no fewer than 0"
                yield Diagnostic("wrong-amount", what)
        for power, loans in self.loans.items():
            for loan in loans:
                if loan.principal < 0 or loan.interest < 0:
                    yield Diagnostic("wrong-amount", f"{power} owes the bank less than nothing")
                if loan.campaigns not in DUE_IN:
                    what = f"{power} owes the bank money in {loan.campaigns} campaigns"
                    yield Diagnostic("wrong-term", f"{what}; loans are due in 1 to 6")

    def _misnamed(self, board: Board) -> Iterator[Diagnostic]:
        pairs = (*self.chits.items(), *self.allies.items())
        powers = [*self.treasuries, *self.loans, *self.homes.values(), *self.defaulters]
        powers += [*self.eliminated, *(one for pair in pairs for one in (pair[0], *pair[1]))]
        for power in dict.fromkeys(powers):
            if power not in board.powers or power == AUTONOMOUS:
                players = tuple(one for one in board.powers if one != AUTONOMOUS)
                what = f"{power} has money, chits or a home, and no such power plays"
                yield Diagnostic("unknown-power", what, candidates=players)
        for said, places in (
            ("a siege", self.sieges),
            ("famine", self.famine),
            ("a rebellion", self.rebellions),
        ):
            for place in sorted(places):
                province = board.provinces.get(place)
                if province is None:
                    what = f"{said} is in {place}, which is not on the map"
                    yield Diagnostic("unknown-place", what)
                elif province.city_of is not None and places is not self.rebellions:
                    what = f"{said} is in {place}; it is told by its province"
                    yield Diagnostic("wrong-place", what, f"write {province.city_of}")

    def __repr__(self) -> str:
        ducats = ", ".join(f"{power} {amount}" for power, amount in self.treasuries.items())
        return f"<Affairs: {ducats}>"
