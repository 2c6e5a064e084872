"""The third section of a map file: what it says beyond provinces and moves."""

from __future__ import annotations

from dataclasses import field

from dragoman.quick_dataclass import dataclass

TABLE_LABELS = range(2, 13)
"""What two dice show: the labels of the rows and of the columns of a disaster table."""


@dataclass(frozen=True, slots=True)
class HongKong:
    """Provinces that count for nothing to some powers, told by their letters."""

    powers: str
    provinces: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MapGateway:
    """A pair of provinces between which units pass by leave of a third one's unit only.

    ``province`` is the gatekeeper, ``controller`` the province that gives control of it.
    """

    province: str
    controller: str
    ends: tuple[str, str]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MapRailway:
    """A line through ``stops``, for the armies of some powers, told by their letters."""

    province: str
    powers: str
    stops: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class DisasterTable:
    """Famine, plague or storms: a province for each throw of two pairs of dice.

    ``cells`` has eleven rows of eleven provinces, for 2 to 12 each; an empty text is nobody.
    """

    cells: tuple[tuple[str, ...], ...] = ((("",) * len(TABLE_LABELS)),) * len(TABLE_LABELS)
    line: int = field(default=0, compare=False)

    @property
    def provinces(self) -> tuple[str, ...]:
        """Every province it names, once each."""
        return tuple(dict.fromkeys(cell for row in self.cells for cell in row if cell))


@dataclass(frozen=True, slots=True)
class VariableIncome:
    """What trade brings a city each spring: a column for each face of a die.

    ``dice`` is how many dice are thrown, ``initial`` what there is at the start (second
    edition only), None where the file does not say.
    """

    city: str
    dice: int
    amounts: tuple[int, ...]
    initial: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class UnitLimits:
    """Which units a power may have: ordinary, citizens, mercenaries, professionals of each.

    ``x`` is any time, ``.`` never, ``b`` by building only, ``r`` by bribing only.
    """

    power: str
    armies: str
    fleets: str
    garrisons: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ExtraCenters:
    """Centres that a power counts without having them on the map."""

    power: str
    count: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Options:
    """All that the options of a map file say; provinces are told by their keys."""

    center_order: tuple[str, ...] = ()
    province_order: tuple[str, ...] = ()
    hong_kong: tuple[HongKong, ...] = ()
    gateways: tuple[MapGateway, ...] = ()
    railways: tuple[MapRailway, ...] = ()
    famine: DisasterTable | None = None
    plague: DisasterTable | None = None
    storms: DisasterTable | None = None
    incomes: tuple[VariableIncome, ...] = ()
    limits: tuple[UnitLimits, ...] = ()
    extra_centers: tuple[ExtraCenters, ...] = ()
