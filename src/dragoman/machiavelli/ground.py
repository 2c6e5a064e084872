"""The ground that Machiavelli is played on: cities, straits, home countries, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from functools import cached_property

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.machiavelli.opening import Opening
from dragoman.machiavelli.tables import DisasterTable, UnitLimits, VariableIncome
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.affairs import Affairs
from dragoman.values import FrozenMap


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
        """Whether city and province are one place with room for one unit."""
        return self.place == self.province

    @property
    def is_sea_with_city(self) -> bool:
        """Whether the province around it is a sea area, as Venice's is in the second edition."""
        return self.is_venice and not self.is_one_place

    @property
    def is_fortress(self) -> bool:
        """Whether it has walls and no income: it counts only where fortresses are played."""
        return self.is_fortified and self.value == 0

    @property
    def is_major(self) -> bool:
        """Whether bribes to its garrison cost twice as much."""
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
    """What wins: so many cities, and so many home countries. None leaves it to the rules: as many
    countries as go with the cities; where ``cities`` are None, countries alone win."""

    cities: int | None = 15
    countries: int | None = None


@dataclass(frozen=True)
class Ground:
    """What the board cannot say of a scenario of Machiavelli.

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
        """What is said of home countries that the scenario has not."""
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
            f"<Ground {self.edition.value}: {len(self.cities)} cities, "
            f"{len(self.countries)} home countries, {len(self.players)} players>"
        )
