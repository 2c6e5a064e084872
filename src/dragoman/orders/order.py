"""The kinds of order, as a player wrote them.

An order keeps what was written: a unit type left out is ``None``, a coast that does not
exist stays in the location. Whether the order can be carried out is for ``rules`` to say.

``str()`` of an order is the order as players write it (``A Par - Bur``), with the keys of
the board for names; scanned again it is the same order. For other ways see ``write``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from enum import Enum
from typing import Any, TypeAlias

from dragoman.board import GARRISON, Unit, city_place, garrisoned_province, province_of
from dragoman.errors import WrongArgument, checked
from dragoman.quick_dataclass import dataclass
from dragoman.values import short_repr

# Units and places as orders name them


_ARMY_AND_FLEET = ("A", "F")
_LETTERS_OF_PLACE = 3
"""A place that comes where a kind was meant has so many letters, or more. Kinds may have, too, in
DipWork's games, but there a field would have to be called just as an army or a fleet is."""


@checked
@dataclass(frozen=True, slots=True)
class UnitRef:
    """A unit as an order names it. ``power`` and ``kind`` are None where left out.

    The location is first, for it alone is always said; a ``Unit``, which is always whole, goes as
    it is spoken of: power, kind, location. Places that are told in the other order are refused.
    """

    location: str
    kind: str | None = None
    power: str | None = None

    def __post_init__(self) -> None:
        if self.location in _ARMY_AND_FLEET and len(self.kind or "") >= _LETTERS_OF_PLACE:
            what = f"there is no kind of unit {self.kind!r}"
            raise WrongArgument(f'{what}; it is UnitRef(location, kind), as UnitRef("PAR", "A")')

    __repr__ = short_repr

    def __str__(self) -> str:
        return " ".join(part for part in (self.power, self.kind, self.location) if part)


UnitNamed: TypeAlias = Unit | UnitRef | str
"""A unit, or what names one: ``"F LON"``, ``"lon"``, ``UnitRef("LON", "F")``."""


@checked
def unit_called(units: Iterable[Unit], name: UnitNamed) -> Unit | None:
    """The first of these units that is meant; None if none is.

    A coast may be left out, as the unit in a province is one, and capitals make no difference.
    """
    if isinstance(name, Unit):
        return next((one for one in units if one == name), None)
    if isinstance(name, UnitRef):
        kind, place, power = name.kind, name.location.upper(), name.power
    else:
        head, _, rest = name.strip().upper().partition(" ")
        kind, place, power = (head, rest.strip(), None) if rest else (None, head, None)
    fitting = [
        one
        for one in units
        if kind in (None, one.kind)
        and power in (None, one.power)
        and place in (one.location, province_of(one.location), str(one).partition(" ")[2])
    ]
    return min(fitting, key=lambda one: one.location != place, default=None)


def unit_text(unit: UnitRef) -> str:
    """A unit as players write it in an order."""
    power = unit.power.title() if unit.power else ""
    return " ".join(filter(None, (power, unit.kind, place_text(place_named(unit)))))


def place_named(unit: UnitRef) -> str:
    """The location that an order names for a unit: for a garrison the province of its city."""
    is_garrison = unit.kind is not None and unit.kind[0] == GARRISON.letter
    return garrisoned_province(unit.location) if is_garrison else unit.location


def place_text(location: str) -> str:
    """A location as players write it in an order."""
    province, slash, coast = location.partition("/")
    return f"{province.capitalize()}{slash}{coast.lower()}"


# Orders for money, chits and straits, in a campaign of Machiavelli
#
# Amounts are in ducats. An expenditure without an amount costs the least that it takes.

EXPENSES = 4
"""The most expenditures that a power makes in a campaign."""

MOST_DUCATS = 9999
"""More than anybody will ever have."""

LOAN_YEARS = (1, 2)
"""For how many years the bank lends."""


class Purpose(Enum):
    """The purpose of an expenditure; the value is how players write it."""

    RELIEF = "famine relief"
    PACIFY = "pacify rebellion"
    REBEL = "cause rebellion"
    DISBAND = "disband"
    SET_FREE = "garrison to autonomous"
    BUY = "buy"
    COUNTER = "counter-bribe"
    ASSASSINATE = "assassinate"

    def __repr__(self) -> str:
        return f"Purpose.{self.name}"

    @property
    def is_for_unit(self) -> bool:
        """True if it names a unit, not a province or a power."""
        return self in (Purpose.DISBAND, Purpose.SET_FREE, Purpose.BUY, Purpose.COUNTER)


@checked
@dataclass(frozen=True, slots=True)
class Expense:
    """Money is spent. ``target`` is a unit, a province or, for an assassination, a power.

    ``number`` is which of the four expenditures of a campaign it is.
    """

    number: int
    purpose: Purpose
    target: UnitRef | str
    ducats: int | None = None

    __repr__ = short_repr

    def __str__(self) -> str:
        amount = "" if self.ducats is None else f"{self.ducats} d "
        if isinstance(self.target, UnitRef):
            target = unit_text(self.target)
        elif self.purpose is Purpose.ASSASSINATE:
            target = self.target.title()
        else:
            target = place_text(self.target)
        return f"expense {self.number}: {amount}{self.purpose.value} {target}"


@checked
@dataclass(frozen=True, slots=True)
class NoExpense:
    """An expenditure that was ordered before is not to be made."""

    number: int

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"expense {self.number}: none"


@checked
@dataclass(frozen=True, slots=True)
class Borrow:
    """The bank is asked for money, for one year or two."""

    ducats: int
    years: int

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"borrow {self.ducats} d for {self.years} year{'s' * (self.years > 1)}"


@checked
@dataclass(frozen=True, slots=True)
class Pay:
    """Money goes to a power, or to the bank where ``to`` is None."""

    ducats: int
    to: str | None = None

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"pay {self.ducats} d to {self.to.title() if self.to else 'bank'}"


@checked
@dataclass(frozen=True, slots=True)
class GiveChit:
    """An assassination chit goes to another power; ``victim`` is whose life it is good for."""

    victim: str
    to: str

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"give {self.victim.title()} to {self.to.title()}"


@checked
@dataclass(frozen=True, slots=True)
class Ally:
    """The fleets of another power may, or may no more, pass one's straits in this campaign."""

    power: str
    may_pass: bool = True

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{'ally' if self.may_pass else 'unally'} {self.power.title()}"


MoneyOrder: TypeAlias = Expense | NoExpense | Borrow | Pay | GiveChit | Ally
"""An order that no unit carries out."""


# Orders of units


@checked
@dataclass(frozen=True, slots=True)
class Hold:
    """A unit stays where it is."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{unit_text(self.unit)} H"


@checked
@dataclass(frozen=True, slots=True)
class Move:
    """``via_convoy`` is the explicit wish; ``route`` the fleets named on the way, if any."""

    unit: UnitRef
    target: str
    via_convoy: bool = False
    route: tuple[str, ...] = ()

    __repr__ = short_repr

    def __str__(self) -> str:
        way = " - ".join(map(place_text, (*self.route, self.target)))
        return f"{unit_text(self.unit)} - {way}{' via convoy' if self.via_convoy else ''}"


@checked
@dataclass(frozen=True, slots=True)
class Support:
    """Support to hold where ``target`` is None, else to move to ``target``."""

    unit: UnitRef
    supported: UnitRef
    target: str | None = None

    __repr__ = short_repr

    def __str__(self) -> str:
        move = "" if self.target is None else f" - {place_text(self.target)}"
        return f"{unit_text(self.unit)} S {unit_text(self.supported)}{move}"


@checked
@dataclass(frozen=True, slots=True)
class Convoy:
    """A unit carries another over the water."""

    unit: UnitRef
    convoyed: UnitRef
    target: str

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{unit_text(self.unit)} C {unit_text(self.convoyed)} - {place_text(self.target)}"


@checked
@dataclass(frozen=True, slots=True)
class Retreat:
    """A dislodged unit goes elsewhere."""

    unit: UnitRef
    target: str

    __repr__ = short_repr

    @property
    def is_into_city(self) -> bool:
        """True if the unit goes into the city of the province that it leaves (Machiavelli)."""
        return self.target == city_place(province_of(self.unit.location))

    def __str__(self) -> str:
        if self.is_into_city:
            return f"{unit_text(self.unit)} converts to {GARRISON.letter}"
        return f"{unit_text(self.unit)} R {place_text(self.target)}"


@checked
@dataclass(frozen=True, slots=True)
class Disband:
    """A dislodged unit gives up."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"Disband {unit_text(self.unit)}"


@checked
@dataclass(frozen=True, slots=True)
class Build:
    """A new unit is put on the board."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"Build {unit_text(self.unit)}"


@checked
@dataclass(frozen=True, slots=True)
class Remove:
    """A unit is taken off in an adjustment phase."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"Remove {unit_text(self.unit)}"


@checked
@dataclass(frozen=True, slots=True)
class Waive:
    """A build is given up."""

    def __str__(self) -> str:
        return "Waive"


@checked
@dataclass(frozen=True, slots=True)
class Core:
    """A unit makes a core of the centre where it stands, and holds meanwhile (DiplomacyGM)."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{unit_text(self.unit)} cores"


@checked
@dataclass(frozen=True, slots=True)
class Besiege:
    """A unit besieges the city of its province (Machiavelli)."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{unit_text(self.unit)} besieges"


@checked
@dataclass(frozen=True, slots=True)
class LiftSiege:
    """A unit gives up the siege that it has begun (Machiavelli)."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{unit_text(self.unit)} lifts the siege"


@checked
@dataclass(frozen=True, slots=True)
class Convert:
    """A unit goes into the city of its province as a garrison, or comes out of it as an army or a
    fleet (Machiavelli). ``kind`` is what it becomes, ``coast`` the ending of the coast it comes out
    to, where there are several."""

    unit: UnitRef
    kind: str
    coast: str | None = None

    __repr__ = short_repr

    def __str__(self) -> str:
        coast = f"/{self.coast.lower()}" if self.coast else ""
        return f"{unit_text(self.unit)} converts to {self.kind}{coast}"


@checked
@dataclass(frozen=True, slots=True)
class Maintain:
    """A unit is paid for another year (Machiavelli)."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"Maintain {unit_text(self.unit)}"


Order: TypeAlias = (
    Hold
    | Move
    | Support
    | Convoy
    | Retreat
    | Disband
    | Build
    | Remove
    | Waive
    | Core
    | Besiege
    | LiftSiege
    | Convert
    | Maintain
    | MoneyOrder
)
"""One instruction."""


_WITHOUT_UNIT = (Waive, Expense, NoExpense, Borrow, Pay, GiveChit, Ally)


def unit_of(order: Order) -> UnitRef | None:
    """The unit that carries an order out; none where a build is waived or money spent."""
    return None if isinstance(order, _WITHOUT_UNIT) else order.unit


def places_of(order: Order) -> Iterator[str]:
    """The locations that an order names."""
    if unit := unit_of(order):
        yield unit.location
    match order:
        case Support(supported=other, target=target) | Convoy(convoyed=other, target=target):
            yield other.location
        case Move(target=target) | Retreat(target=target):
            pass
        case _:
            target = None
    if target is not None:
        yield target


def bare(order: Order) -> Order:
    """An order without what people may leave out: the kinds and powers of its units, but for one
    that is to be built."""
    if isinstance(order, Build):
        return order
    named: dict[str, Any] = {
        one.name: UnitRef(found.location)
        for one in fields(order)
        if isinstance(found := getattr(order, one.name), UnitRef)
    }
    return replace(order, **named) if named else order
