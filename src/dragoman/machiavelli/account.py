"""The account of a phase of Machiavelli, of all but what units did: money, dice, sieges, losses."""

from __future__ import annotations

from enum import Enum
from typing import Any

from dragoman.board import Unit
from dragoman.orders import Borrow, Expense, GiveChit, Pay, write
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Affairs, Force
from dragoman.values import short_repr


class _Told(Enum):
    def __repr__(self) -> str:
        return str(self)


class Spent(_Told):
    """The result of an expenditure."""

    DONE = "done"
    TOO_LITTLE = "too-little"
    OUTBID = "outbid"
    TIED = "tied"
    COUNTERED = "countered"
    NOT_NEAR = "not-near"
    NOT_NEEDED = "not-needed"
    NO_CHIT = "no-chit"
    MISSED = "missed"
    SECOND_ELITE = "second-elite"
    KIND_BARRED = "kind-barred"
    COUNTED = "counted"
    """A counter-bribe that stood against a bribe."""
    NO_UNIT = "no-unit"
    OWN_UNIT = "own-unit"
    NO_GARRISON = "no-garrison"
    NO_LAND = "no-land"
    OWN_LAND = "own-land"
    NOBODYS_LAND = "nobodys-land"
    NO_VICTIM = "no-victim"
    NOT_IN_USE = "not-in-use"
    KIND_REFUSED = "kind-refused"

    @property
    def is_refused(self) -> bool:
        """True if it could not be at all, and cost nothing."""
        return _SPENT.index(self) >= _SPENT.index(Spent.NO_UNIT)

    @property
    def is_hopeless(self) -> bool:
        """True if it was in vain whatever the others paid for and the dice said."""
        by_others = (Spent.OUTBID, Spent.TIED, Spent.COUNTERED, Spent.MISSED)
        return self not in (Spent.DONE, Spent.COUNTED, *by_others)


_SPENT = tuple(Spent)


class Transfer(_Told):
    """The result of a payment or of a loan."""

    DONE = "done"
    IN_PART = "in-part"
    IN_DEBT = "in-debt"
    """Who owes the bank gives nothing to others."""
    CUT = "cut-to-limit"
    NEVER_AGAIN = "never-again"
    """Who has defaulted borrows no more."""
    NOTHING_LEFT = "nothing-left"


class Kept(_Told):
    """The result for a unit, or for a build, in an adjustment."""

    KEPT = "kept"
    UNORDERED = "unordered"
    UNPAID = "unpaid"
    REMOVED = "removed"
    BUILT = "built"
    NOT_HOME = "not-home"
    NOT_HELD = "not-held"
    IN_FAMINE = "in-famine"
    IN_REBELLION = "in-rebellion"
    NO_CITY = "no-city"
    NO_PORT = "no-port"
    NO_WALLS = "no-walls"
    OCCUPIED = "occupied"
    BUILT_TWICE = "built-twice"
    SAME_SLOT = "same-slot"
    ELITE_LIMIT = "elite-limit"
    TOO_DEAR = "too-dear"
    NOT_DUE = "not-due"
    SURPLUS = "surplus"
    """More units than cities, in the basic game."""
    NO_UNIT = "no-unit"
    REPLACED = "replaced"
    """A later order for the same unit counts."""


class What(_Told):
    """The kinds of events."""

    LOST = "lost"
    REBELLED = "rebelled"
    FREED = "freed"
    CHANGED_HANDS = "changed-hands"
    HOME_CHANGED = "home-changed"
    OUT = "out"
    DEFAULTED = "defaulted"
    ASSASSINATED = "assassinated"
    STRUCK = "struck"
    SIEGE = "siege"
    EARNED = "earned"
    TRADED = "traded"
    COLLECTED = "collected"
    MORE_CITIES = "more-cities"


class RollFor(_Told):
    """The purposes that dice are rolled for."""

    FAMINE = "famine"
    PLAGUE = "plague"
    STORM = "storm"
    INCOME = "income"
    ASSASSIN = "assassin"
    REBELLION = "rebellion"
    BRIBE = "bribe"


CAUSES = (
    "bribe",
    "order",
    "siege",
    "surrender",
    "famine",
    "plague",
    "storm",
    "unordered",
    "unpaid",
    "removed",
    "elimination",
    "surplus",
)
"""Why a unit was lost, by the engine's numbers."""

FREED_BY = ("peace", "hold", "siege", "entry", "purchase", "change")
"""How a rebellion ended, by the engine's numbers."""

SIEGES = ("", "begun", "won", "too-weak", "lifted", "broken")
"""What became of a siege, by the engine's numbers."""


@dataclass(frozen=True, slots=True)
class Spending:
    """An expenditure. ``paid`` are the ducats it cost, ``counts`` what of them counted, ``minimum``
    what it takes, ``countered`` the counter-bribes against it."""

    power: str
    order: Expense
    result: Spent
    paid: int
    counts: int
    minimum: int
    countered: int

    __repr__ = short_repr

    @property
    def is_short(self) -> bool:
        """True if less was paid than was ordered, for want of money."""
        ordered = self.order.ducats
        return ordered is None or ordered > self.paid


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment to a power or the bank, with what was really paid."""

    power: str
    order: Pay
    result: Transfer
    paid: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Lending:
    """A loan asked of the bank, with what it lent."""

    power: str
    order: Borrow
    result: Transfer
    lent: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Gift:
    """An assassination chit that was given away, or was not there to give."""

    power: str
    order: GiveChit
    result: Transfer

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Roll:
    """A die. ``power`` is whom it was rolled for, None for everybody; ``number`` tells it from
    others of the same name (see ``dice_names``). It ``is_thrown`` if somebody threw it on a table,
    else it comes from the seed."""

    purpose: RollFor
    power: str | None
    number: int
    die: int
    is_thrown: bool = False

    def is_as(self, other: Roll) -> bool:
        """True if it is the same die, whatever the two showed."""
        mine = (self.purpose, self.power, self.number)
        return mine == (other.purpose, other.power, other.number)

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the order in which it did.

    ``place`` is a province or city, ``power`` whom it concerns: who lost a unit, whom a place
    rebels against or goes to, who earned. ``unit`` is the unit lost. ``detail`` is the cause of
    that, what became of a siege, how a rebellion ended, what disaster struck, who assassinated
    (``"player"`` or ``"bank"``), whose a place was before, or which home country changed;
    ``ducats`` the amount. ``weighed`` are the besieger's strength and the garrison's, where a
    siege that they decided was won or came to nothing.
    """

    what: What
    place: str | None = None
    power: str | None = None
    unit: Unit | None = None
    detail: str = ""
    ducats: int = 0
    weighed: tuple[Force, Force] | None = None

    def data(self) -> dict[str, Any]:
        """The event as JSON can hold it; what it does not tell is left out."""
        parts = {
            "place": self.place,
            "power": self.power,
            "unit": None if self.unit is None else self.unit.exact,
            "detail": self.detail or None,
            "ducats": self.ducats or None,
        }
        told = {key: value for key, value in parts.items() if value is not None}
        return {"what": self.what.value, **told}

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Account:
    """Everything that happened in a phase besides what units did."""

    spendings: tuple[Spending, ...] = ()
    payments: tuple[Payment, ...] = ()
    lendings: tuple[Lending, ...] = ()
    gifts: tuple[Gift, ...] = ()
    rolls: tuple[Roll, ...] = ()
    events: tuple[Event, ...] = ()

    def data(self) -> dict[str, Any]:
        """The account as JSON can hold it, but for its dice; what there is nothing of is left
        out."""
        found: dict[str, list[dict[str, Any]]] = {
            "spendings": [money_data(one) for one in self.spendings],
            "payments": [money_data(one) for one in self.payments],
            "lendings": [money_data(one) for one in self.lendings],
            "gifts": [money_data(one) for one in self.gifts],
            "events": [event.data() for event in self.events],
        }
        return {key: value for key, value in found.items() if value}

    def overpaid(self, payment: Payment, before: Affairs | None) -> int:
        """The number of ducats of a payment to the bank were more than it was owed, and are lost;
        ``before`` is how things stood before this phase."""
        if payment.order.to is not None or before is None:
            return 0
        power = payment.power
        owed = sum(loan.principal + loan.interest for loan in before.loans.get(power, ()))
        for one in self.payments:
            if one is payment:
                break
            if one.power == power and one.order.to is None:
                owed -= one.paid
        return payment.paid - min(payment.paid, max(owed, 0))

    def __repr__(self) -> str:
        parts = {
            "expenditures": self.spendings,
            "payments": self.payments,
            "loans": self.lendings,
            "gifts": self.gifts,
            "dice": self.rolls,
            "events": self.events,
        }
        told = ", ".join(f"{len(rows)} {name}" for name, rows in parts.items() if rows)
        return f"<Account: {told or 'nothing'}>"


def money_data(one: Spending | Payment | Lending | Gift) -> dict[str, Any]:
    """An order for money or for a chit, and what became of it, as JSON can hold it."""
    numbers = ("paid", "lent", "counts", "minimum", "countered")
    return {
        "power": one.power,
        "order": write(one.order),
        "result": one.result.value,
        **{name: getattr(one, name) for name in numbers if hasattr(one, name)},
    }
