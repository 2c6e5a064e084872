"""The messages of programs to each other, and to the game master, in DPP.

Powers, places, orders and turns are those of the board; units in orders are named without their
power. Each class is named with its word of the protocol.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from dragoman.orders import Order, UnitRef
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import LocationKey
from dragoman.rules import Phase

REFEREE: Final = "REF"
"""Stands among the powers for the game master."""


@dataclass(frozen=True, slots=True)
class Try:
    """``TRY``: I do not understand this; I understand these words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passive:
    """``PSV``: words that I understand, but do not use."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Active:
    """``ACT``: words that I use, but do not understand."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Puzzled:
    """``HUH``: I understand this message up to ``*``, or ``(ERR)``."""

    message: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherProtocol:
    """``ALT``: let us speak one of these protocols."""

    protocols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Yes:
    """``YES``: I agree, or have received your message."""

    message: Message | None = None


@dataclass(frozen=True, slots=True)
class No:
    """``NOP``: the contrary of ``YES``."""

    message: Message | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """``RPT``: repeat your message, or send another."""


@dataclass(frozen=True, slots=True)
class NoComment:
    """``BWX``: none of your beeswax."""


@dataclass(frozen=True, slots=True)
class End:
    """``END``: I am ready to submit orders."""


@dataclass(frozen=True, slots=True)
class CivilDisorder:
    """``CDD``: from the game master, for the power whose program failed."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """``TME``: from the game master: so many messages may still be sent."""

    messages: int


@dataclass(frozen=True, slots=True)
class Submit:
    """``SUB``: to the game master: my orders."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """The result of an order; after ``RET`` comes where the unit may retreat to."""

    word: str
    retreats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotated:
    """An order and what became, or would become, of it."""

    order: Order
    notes: tuple[Note, ...] = ()


Results: TypeAlias = tuple[tuple[str, tuple[Annotated, ...]], ...]
"""Annotated orders by power."""


@dataclass(frozen=True, slots=True)
class TurnResults:
    """``ORD``: from the game master: what came of a turn."""

    turn: Phase
    results: Results


@dataclass(frozen=True, slots=True)
class War:
    """``DWR``: I declare war on you."""


@dataclass(frozen=True, slots=True)
class CeaseFire:
    """``PCE``: let us stop fighting each other."""


@dataclass(frozen=True, slots=True)
class Demilitarised:
    """``DMZ``: let us keep out of these provinces."""

    provinces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alliance:
    """``ALY WTH VSS``: let us ally, with these and against those."""

    allies: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Distribution:
    """``DST``: who is to get which provinces, or how many."""

    shares: tuple[tuple[str, tuple[str, ...] | int], ...]


@dataclass(frozen=True, slots=True)
class YouShouldNot:
    """``UNO``: do not give these orders."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class YouShould:
    """``UDO``: give these orders."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class IWillNot:
    """``INO``: I shall not give these orders."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class IWill:
    """``IDO``: I shall give these orders."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class TheyWillNot:
    """``XNO``: a third power will not give these orders."""

    power: str
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class TheyWill:
    """``XDO``: a third power will give these orders."""

    power: str
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class BrokenPromise:
    """``EXP``: you broke your promise, before the turn told."""

    turn: Phase | None = None
    messages: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Sorry:
    """``SRY``: I am sorry."""


@dataclass(frozen=True, slots=True)
class Denial:
    """``DNY``: I deny that."""


@dataclass(frozen=True, slots=True)
class Period:
    """From one turn to another, both included; None where the period is open."""

    first: Phase | None
    last: Phase | None


@dataclass(frozen=True, slots=True)
class During:
    """``FOR``: these messages are about these turns."""

    period: Period
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Conditional:
    """``IFF THN ELS``: if this, then that, else something else."""

    condition: Message
    message: Message
    otherwise: Message | None = None


@dataclass(frozen=True, slots=True)
class AskedUnits:
    """``WHT``: what are these units to do? All of mine where none is named."""

    units: tuple[UnitRef, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedPlan:
    """``HOW``: how are we to attack this unit, or this province?"""

    about: UnitRef | LocationKey


@dataclass(frozen=True, slots=True)
class Prediction:
    """``THK``: I think that this will happen; from the game master, what is wrong with orders."""

    results: Results


@dataclass(frozen=True, slots=True)
class CitedRule:
    """``CTE``: a rule you may have overlooked, by its number."""

    rule: str


@dataclass(frozen=True, slots=True)
class Received:
    """``FRM``: a power sent these messages to me, or to another."""

    sender: str
    receiver: str | None
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class SendOn:
    """``SND``: send these messages to a power."""

    to: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """``SNT``: I have sent these messages to a power."""

    to: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """``DFM``: take no notice of my next message, or my next so many."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class Puppet:
    """``PPT``: I offer to be your puppet, in these things or in all."""

    words: tuple[str, ...] = ()


Message: TypeAlias = (
    Try
    | Passive
    | Active
    | Puzzled
    | OtherProtocol
    | Yes
    | No
    | Repeat
    | NoComment
    | End
    | CivilDisorder
    | TimeLeft
    | Submit
    | TurnResults
    | War
    | CeaseFire
    | Demilitarised
    | Alliance
    | Distribution
    | YouShouldNot
    | YouShould
    | IWillNot
    | IWill
    | TheyWillNot
    | TheyWill
    | BrokenPromise
    | Sorry
    | Denial
    | During
    | Conditional
    | AskedUnits
    | AskedPlan
    | Prediction
    | CitedRule
    | Received
    | SendOn
    | Sent
    | Discard
    | Puppet
)
"""A message of DPP."""
