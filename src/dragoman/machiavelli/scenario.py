"""A scenario of Machiavelli: what it adds to its board, its tables, and what a game begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from functools import cached_property
from typing import Final

from dragoman.board import Board, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.affairs import Affairs, Loan
from dragoman.values import FrozenMap

# Tables: disasters, trade, and which units a power may have.

THROWS: Final = range(2, 13)
"""What two dice show: the numbers of the rows and of the columns of a table."""
_SIDE = len(THROWS)


class Special(Enum):
    """The kind of soldiers of a unit; the value is the letter that orders and files write."""

    ORDINARY = "x"
    MILITIA = "c"
    MERCENARY = "m"
    PROFESSIONAL = "p"


@dataclass(frozen=True, slots=True)
class DisasterTable:
    """Famine, plague or storms: the province that each throw of two dice for the row and two for
    the column strikes.

    ``cells`` has eleven rows of eleven keys of provinces, for 2 to 12; an empty text is nobody.
    """

    cells: tuple[tuple[str, ...], ...] = (("",) * _SIDE,) * _SIDE

    def __post_init__(self) -> None:
        if len(self.cells) != _SIDE or any(len(row) != _SIDE for row in self.cells):
            raise DragomanError(f"a table of disasters has {_SIDE} rows of {_SIDE} provinces")

    def at(self, row: int, column: int) -> str:
        """The province in a cell, by the numbers thrown; empty for nobody."""
        return self.cells[THROWS.index(row)][THROWS.index(column)]

    def struck(self, row: int | None = None, column: int | None = None) -> tuple[str, ...]:
        """The provinces of a whole row, of a whole column, or of both, each once."""
        along = self.cells[THROWS.index(row)] if row is not None else ()
        place = THROWS.index(column) if column is not None else None
        down = tuple(cells[place] for cells in self.cells) if place is not None else ()
        return tuple(dict.fromkeys(key for key in (*along, *down) if key))

    @property
    def provinces(self) -> tuple[str, ...]:
        """Every province it names, once each."""
        return tuple(dict.fromkeys(key for row in self.cells for key in row if key))

    def __repr__(self) -> str:
        return f"<DisasterTable: {len(self.provinces)} provinces>"


@dataclass(frozen=True, slots=True)
class VariableIncome:
    """The yearly income from trade: ``dice`` are thrown, and each brings one of six ``amounts``.

    Whoever holds the home country ``country`` receives it; where that is None, whoever owns the
    city. ``city`` is the province of the city that the trade goes through. ``initial`` is what
    nJudge pays at the start of the second edition, where its map says.
    """

    city: str
    dice: int
    amounts: tuple[int, ...]
    country: str | None = None
    initial: int | None = None

    def brought(self, throws: tuple[int, ...]) -> int:
        """The ducats that these throws bring, each 1 to 6."""
        return sum(self.amounts[throw - 1] for throw in throws)


_ANYTIME, _BUILT, _BOUGHT = "x", "b", "r"


@dataclass(frozen=True, slots=True)
class UnitLimits:
    """Which kinds of soldiers a power may have as armies, fleets and garrisons (second edition).

    ``rows`` has for each kind of unit (``A``, ``F``, ``G``) four characters, one for each
    ``Special`` in order: ``x`` any time, ``b`` by building, ``r`` by buying, ``.`` never.
    """

    rows: Mapping[str, str] = field(default_factory=FrozenMap[str, str])

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", FrozenMap(self.rows))

    def may_build(self, kind: str, special: Special) -> bool:
        """True if such a unit may be built, or made by a conversion."""
        return self._answer(kind, special) in (_ANYTIME, _BUILT)

    def may_buy(self, kind: str, special: Special) -> bool:
        return self._answer(kind, special) in (_ANYTIME, _BOUGHT)

    def _answer(self, kind: str, special: Special) -> str:
        return self.rows.get(kind, "xxxx")[list(Special).index(special)]


# The opening, beside the units.


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a scenario, or a position in the middle of a game, beyond the units.

    ``owners`` are those of provinces and of cities, each by its place; places of nobody's are
    absent. ``holders`` goes from the key of each home country to the power that holds it; a
    country that nobody holds is absent. ``treasuries`` has the ducats of powers; None where the
    first income is still to be thrown for. ``chits`` are the powers whose assassination chits a
    power has; None where everybody has one of each other. ``allies`` are those a power lets
    through its straits. ``famine`` and ``sieges`` name provinces, ``rebellions`` the places,
    provinces and cities, that are in rebellion; ``specials`` the units of special kinds.
    """

    owners: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    holders: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    treasuries: Mapping[str, int] | None = None
    loans: Mapping[str, tuple[Loan, ...]] = field(default_factory=FrozenMap[str, tuple[Loan, ...]])
    chits: Mapping[str, tuple[str, ...]] | None = None
    allies: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])
    famine: frozenset[str] = frozenset()
    rebellions: frozenset[str] = frozenset()
    sieges: frozenset[str] = frozenset()
    specials: Mapping[Unit, Special] = field(default_factory=FrozenMap[Unit, Special])

    def __post_init__(self) -> None:
        for name in ("owners", "holders", "loans", "allies", "specials"):
            object.__setattr__(self, name, FrozenMap(getattr(self, name)))
        for name in ("treasuries", "chits"):
            if (given := getattr(self, name)) is not None:
                object.__setattr__(self, name, FrozenMap(given))

    def __repr__(self) -> str:
        return f"<Opening: {len(self.owners)} owned places, {len(self.holders)} home countries>"


# Cities, straits, home countries.


class Edition(Enum):
    """Which edition of the rules a scenario was made for."""

    CLASSIC = "classic"
    """Those up to 1983: seventy provinces and eleven seas."""
    MACH2 = "mach2"
    """That of 1995."""


@dataclass(frozen=True, slots=True)
class City:
    """A city. ``province`` is where it lies, ``place`` where its garrison stands and who owns it
    is told; both are one where it ``is_one_place``, as Venice is in the first edition.

    ``value`` is its income, 0 to 7. In a fortified one a garrison can stand.
    """

    province: str
    place: str
    value: int
    is_fortified: bool = False
    is_port: bool = False
    is_venice: bool = False

    @property
    def is_one_place(self) -> bool:
        """True if city and province are one place with room for one unit."""
        return self.place == self.province

    @property
    def is_sea_with_city(self) -> bool:
        """True if the province around it is a sea area, as Venice's is in the second edition."""
        return self.is_venice and not self.is_one_place

    @property
    def is_fortress(self) -> bool:
        """True if it has walls and no income: it counts only where fortresses are played."""
        return self.is_fortified and self.value == 0

    @property
    def is_major(self) -> bool:
        """True if bribes to its garrison cost twice as much."""
        return self.value >= 2


@dataclass(frozen=True, slots=True)
class Strait:
    """A way of fleets between two provinces that a fleet in a third, the ``gate``, closes."""

    ends: tuple[str, str]
    gate: str


@dataclass(frozen=True, slots=True)
class Country:
    """A home country: provinces that are gained and lost together, as somebody's home.

    ``key`` is that of the power whose home it is at first, if that plays, else its own.
    """

    key: str
    letter: str
    name: str
    provinces: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Victory:
    """The condition of victory: so many cities, and so many home countries. None leaves it to the
    rules: as many countries as go with the cities; where ``cities`` are None, countries alone
    win."""

    cities: int | None = 15
    countries: int | None = None


@dataclass(frozen=True)
class Scenario:
    """A scenario of Machiavelli: all that its board cannot say.

    ``cities`` are told by their provinces, ``countries`` by their keys, ``limits`` by powers; a
    power without a row may have every unit. ``has_fortresses`` says whether the scenario is
    usually played with fortresses. Before the year ``plague_from`` there is no plague. ``barren``
    is land that nobody owns and that gives nothing: nJudge's areas of type ``l``.

    ``diplomacy`` is the board of the Diplomacy in it: armies and fleets alone, and where there is
    a city with an income, the province is a centre.
    """

    diplomacy: Board
    edition: Edition = Edition.CLASSIC
    players: tuple[str, ...] = ()
    """The keys of the powers that play: all but ``AUTONOMOUS``."""
    cities: Mapping[str, City] = field(default_factory=FrozenMap[str, City])
    straits: tuple[Strait, ...] = ()
    countries: Mapping[str, Country] = field(default_factory=FrozenMap[str, Country])
    famine: DisasterTable = field(default_factory=DisasterTable)
    plague: DisasterTable = field(default_factory=DisasterTable)
    storms: DisasterTable = field(default_factory=DisasterTable)
    incomes: tuple[VariableIncome, ...] = ()
    limits: Mapping[str, UnitLimits] = field(default_factory=FrozenMap[str, UnitLimits])
    victory: Victory = field(default_factory=Victory)
    has_fortresses: bool = False
    plague_from: int = 1348
    barren: frozenset[str] = frozenset()
    opening: Opening = field(default_factory=Opening)

    def __post_init__(self) -> None:
        for name in ("cities", "countries", "limits"):
            object.__setattr__(self, name, FrozenMap(getattr(self, name)))

    def __hash__(self) -> int:
        return hash((self.edition, self.players, tuple(self.cities), self.straits))

    @cached_property
    def usual_affairs(self) -> Affairs:
        """Affairs in which the scenario's home countries are held as at its beginning, and there
        is no money and nothing else."""
        return Affairs(
            treasuries=dict.fromkeys(self.players, 0),
            homes=self.opening.holders,
            victory_cities=self.victory.cities or len(self.cities) + 1,
        )

    def faults_in(self, affairs: Affairs) -> tuple[Diagnostic, ...]:
        """Faults about home countries that the scenario has not."""
        return tuple(
            Diagnostic(
                "unknown-country",
                f"{power} holds the home country {country}, and there is none of that name",
                candidates=tuple(self.countries),
            )
            for country, power in affairs.homes.items()
            if country not in self.countries
        )

    @cached_property
    def city_at(self) -> Mapping[str, City]:
        """The cities by the places where their garrisons stand."""
        return FrozenMap({city.place: city for city in self.cities.values()})

    @cached_property
    def country_of(self) -> Mapping[str, str]:
        """From each home province to the key of its country."""
        return FrozenMap(
            {province: key for key, one in self.countries.items() for province in one.provinces}
        )

    def __repr__(self) -> str:
        return (
            f"<Scenario {self.edition.value}: {len(self.cities)} cities, "
            f"{len(self.countries)} home countries, {len(self.players)} players>"
        )
