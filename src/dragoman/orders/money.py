"""Orders for money, chits and straits, in a campaign of Machiavelli.

Amounts are in ducats. An expenditure without an amount costs the least that it takes.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from dragoman.errors import checked
from dragoman.orders.unit_ref import UnitRef, place_text, unit_text
from dragoman.quick_dataclass import dataclass
from dragoman.values import short_repr

EXPENSES = 4
"""How many expenditures a power makes in a campaign, at most."""

MOST_DUCATS = 9999
"""More than anybody will ever have."""

LOAN_YEARS = (1, 2)
"""For how many years the bank lends."""


class Purpose(Enum):
    """What money is spent on; the value is how players write it."""

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
        """Whether it names a unit, not a province or a power."""
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
