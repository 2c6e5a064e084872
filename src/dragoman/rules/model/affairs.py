"""Affairs of state in a position of Machiavelli, and in words: money, debts, sieges, rebellions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, TypeVar

from dragoman.board import AUTONOMOUS, Board
from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.quoted_words import Unreadable, WordReader, quoted
from dragoman.values import FrozenMap, short_repr

DUE_IN: Final = range(1, 7)
"""In how many campaigns a loan may be due: two years have six."""


@dataclass(frozen=True, slots=True)
class Loan:
    """A debt of a power to the bank: ducats, the interest on them, and in how many campaigns they
    are due, 1 for the next."""

    principal: int
    interest: int
    campaigns: int

    __repr__ = short_repr


@dataclass(frozen=True)
class Affairs:
    """The affairs of state in a position of Machiavelli: all but its units and owners.

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
        """The faults of these affairs on this board; empty when all is well."""
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


# Affairs in words: ``ducats: MILAN 13, VENICE 17; siege: GEN; seed: 7``
#
# Groups with ``;`` between them, each of rows of words with ``,`` between them. A group without
# rows is left out.

_Row = tuple[str, ...]
_T = TypeVar("_T")


def write_affairs(affairs: Affairs) -> str:
    """The affairs in words, in the order of the groups."""
    return "; ".join(
        f"{group}: {', '.join(' '.join(map(quoted, row)) for row in rows)}"
        for group, rows in _rows(affairs).items()
        if rows
    )


def read_affairs(words: WordReader) -> Affairs:
    """Read what ``write_affairs`` wrote, to the end of the text.

    Raises:
        Unreadable: if it is something else.
    """
    found: dict[str, list[_Row]] = {group: [] for group in _rows(Affairs())}
    while True:
        column = words.column
        group = words.word("what the affairs are of")
        if group not in found:
            raise Unreadable(f"there is no {group!r}; there are {', '.join(found)}", column)
        words.need(":")
        while True:
            row = [words.word("a name or a number")]
            while words.sees_word():
                row.append(words.word("a name or a number"))
            if len(row) != _WIDTHS.get(group, 2):
                raise Unreadable(f"{group} takes {_WIDTHS.get(group, 2)} words", column)
            found[group].append(tuple(row))
            if not words.take(","):
                break
        if not words.take(";"):
            break
    try:
        return _affairs(found)
    except ValueError:
        raise Unreadable("a number of these affairs is none", words.column) from None


_WIDTHS = {"loan": 4} | dict.fromkeys(
    ("siege", "rebellion", "famine", "defaulted", "out", "victory", "seed"), 1
)
"""How many words a row has, where they are not two."""


def _rows(affairs: Affairs) -> dict[str, list[_Row]]:
    return {
        "ducats": [(power, str(n)) for power, n in affairs.treasuries.items()],
        "home": list(affairs.homes.items()),
        "loan": [
            (power, str(loan.principal), str(loan.interest), str(loan.campaigns))
            for power, loans in affairs.loans.items()
            for loan in loans
        ],
        "chit": _pairs(affairs.chits),
        "siege": _singles(affairs.sieges),
        "rebellion": _singles(affairs.rebellions),
        "famine": _singles(affairs.famine),
        "defaulted": _singles(affairs.defaulters),
        "out": _singles(affairs.eliminated),
        "ally": _pairs(affairs.allies),
        "victory": [(str(affairs.victory_cities),)],
        "seed": [(str(affairs.seed),)],
    }


def _pairs(given: Mapping[str, Sequence[str]]) -> list[_Row]:
    return [(one, other) for one, others in given.items() for other in others]


def _singles(names: Iterable[str]) -> list[_Row]:
    return [(name,) for name in sorted(names)]


def _affairs(rows: Mapping[str, list[_Row]]) -> Affairs:
    usual = Affairs()

    def number(group: str, absent: int) -> int:
        return int(rows[group][-1][0]) if rows[group] else absent

    def names(group: str) -> frozenset[str]:
        return frozenset(row[0] for row in rows[group])

    def grouped(group: str, value: Callable[[_Row], _T]) -> dict[str, tuple[_T, ...]]:
        found: dict[str, tuple[_T, ...]] = {}
        for row in rows[group]:
            found[row[0]] = (*found.get(row[0], ()), value(row))
        return found

    return Affairs(
        treasuries={power: int(n) for power, n in rows["ducats"]},
        homes={country: power for country, power in rows["home"]},
        loans=grouped("loan", lambda row: Loan(int(row[1]), int(row[2]), int(row[3]))),
        chits=grouped("chit", lambda row: row[1]),
        sieges=names("siege"),
        rebellions=names("rebellion"),
        famine=names("famine"),
        defaulters=names("defaulted"),
        eliminated=names("out"),
        allies=grouped("ally", lambda row: row[1]),
        victory_cities=number("victory", usual.victory_cities),
        seed=number("seed", usual.seed),
    )
