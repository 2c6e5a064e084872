"""The messages of press in DAIDE, levels 10 to 130.

Powers, places, orders and turns are those of the board. Each class is named with its word of the
language and the level from which on there is it.
"""

from __future__ import annotations

from typing import TypeAlias

from dragoman.orders import UnitRef
from dragoman.press.daide.order_patterns import NamedOrder
from dragoman.press.daide.tokens import Token
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import LocationKey, PowerKey
from dragoman.rules import Phase
from dragoman.values import short_repr

Period: TypeAlias = "Phase | tuple[Phase, Phase]"
"""A turn, or the first and the last of several."""


# Arrangements: what can be agreed on.


@dataclass(frozen=True, slots=True)
class Peace:
    """``PCE``: peace among powers (10)."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alliance:
    """``ALY VSS``: an alliance of powers against others (10)."""

    powers: tuple[str, ...]
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """``DRW``: a draw, of these powers where the game has such draws, else of all (10)."""

    powers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Solo:
    """``SLO``: a power wins alone (10)."""

    power: str


@dataclass(frozen=True, slots=True)
class Opposite:
    """``NOT``: the opposite of an arrangement (10)."""

    of: Arrangement


@dataclass(frozen=True, slots=True)
class NoAgreement:
    """``NAR``: there is no such arrangement, or no longer (10); of a question, that the
    answer is no (60)."""

    about: Arrangement | Question


@dataclass(frozen=True, slots=True)
class Ordering:
    """``XDO``: an order is given (20)."""

    order: NamedOrder


@dataclass(frozen=True, slots=True)
class Demilitarised:
    """``DMZ``: powers keep out of provinces (20)."""

    powers: tuple[str, ...]
    provinces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """``AND``: all of these (30)."""

    arrangements: tuple[Arrangement, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """``ORR``: one of these (30)."""

    choices: tuple[Arrangement, ...]


@dataclass(frozen=True, slots=True)
class Distribution:
    """``SCD``: which centres each power is to have (40)."""

    shares: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Occupation:
    """``OCC``: which units are to stand where; of any kind where none is given (40)."""

    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """``CHO``: of these so many, at least and at most (50)."""

    number: tuple[int, int]
    choices: tuple[Arrangement, ...]


@dataclass(frozen=True, slots=True)
class During:
    """``FOR``: an arrangement for a turn or several (90)."""

    period: Period
    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class Favour:
    """``XOY``: one power owes another a favour (110)."""

    debtor: str
    creditor: str


@dataclass(frozen=True, slots=True)
class Command:
    """``YDO``: a power orders units of others (110)."""

    power: str
    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class Sending:
    """``SND`` inside press: a power sends a message to others (120)."""

    sender: str
    to: tuple[str, ...]
    message: Speech


@dataclass(frozen=True, slots=True)
class Forwarding:
    """``FWD``: what comes from any of these powers to one is forwarded to another (120)."""

    senders: tuple[str, ...]
    receiver: str
    to: str


@dataclass(frozen=True, slots=True)
class Copying:
    """``BCC``: what one power sends to these is sent to another, too (120)."""

    sender: str
    receivers: tuple[str, ...]
    to: str


Arrangement: TypeAlias = (
    Peace
    | Alliance
    | Draw
    | Solo
    | Opposite
    | NoAgreement
    | Ordering
    | Demilitarised
    | AllOf
    | OneOf
    | Distribution
    | Occupation
    | Choice
    | During
    | Favour
    | Command
    | Sending
    | Forwarding
    | Copying
)


# Messages.


@dataclass(frozen=True, slots=True)
class Proposal:
    """``PRP``: I propose (10)."""

    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class Fact:
    """``FCT``: it is so, or will be (10)."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class Understood:
    """``TRY``: I understand messages with these words (10)."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cancelling:
    """``CCL``: I take my message back (10)."""

    message: Speech


@dataclass(frozen=True, slots=True)
class Agreeing:
    """``YES``: I agree (10)."""

    message: Speech


@dataclass(frozen=True, slots=True)
class Refusing:
    """``REJ``: I do not agree (10)."""

    message: Speech


@dataclass(frozen=True, slots=True)
class NoComment:
    """``BWX``: that is none of your business (10)."""

    message: Speech


@dataclass(frozen=True, slots=True)
class Puzzled:
    """``HUH``: I do not understand this message from ``ERR`` on (10)."""

    message: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Insisting:
    """``INS``: I insist (60)."""

    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class Question:
    """``QRY``: is it so? (60)."""

    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class Suggestion:
    """``SUG``: it is in our interest, though not mine to do (60)."""

    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class Belief:
    """``THK``: I think that it is so (60)."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class NotKnown:
    """``IDK``: I do not know (60)."""

    message: Question | AskedUnit | AskedPlan | Explanation | Proposal | Insisting | Suggestion


@dataclass(frozen=True, slots=True)
class AskedUnit:
    """``WHT``: what is to be done with a unit? (70)."""

    unit: UnitRef


@dataclass(frozen=True, slots=True)
class AskedPlan:
    """``HOW``: how to take a province, or to fight a power? (70)."""

    about: LocationKey | PowerKey


@dataclass(frozen=True, slots=True)
class Explanation:
    """``EXP``: in that turn you did not act as this message says (80)."""

    turn: Phase
    message: Speech


@dataclass(frozen=True, slots=True)
class Apology:
    """``SRY``: I am sorry (80)."""

    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Conditional:
    """``IFF THN ELS``: if it is so, this, and else that (100)."""

    condition: Arrangement
    message: Speech
    otherwise: Speech | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """``FRM`` inside press: a power sent a message to others (120)."""

    sender: str
    to: tuple[str, ...]
    message: Speech


@dataclass(frozen=True, slots=True)
class Why:
    """``WHY``: for what reason? (130)."""

    message: Suggestion | Proposal | Insisting | Belief | Fact


@dataclass(frozen=True, slots=True)
class Obvious:
    """``POB``: the position on the board is reason enough (130)."""

    question: Why


@dataclass(frozen=True, slots=True)
class FreeText:
    """Words of people (8000)."""

    text: str

    __repr__ = short_repr


Claim: TypeAlias = "Arrangement | Question"
Speech: TypeAlias = (
    Proposal
    | Fact
    | Understood
    | Cancelling
    | Agreeing
    | Refusing
    | NoComment
    | Puzzled
    | Insisting
    | Question
    | Suggestion
    | Belief
    | NotKnown
    | AskedUnit
    | AskedPlan
    | Explanation
    | Apology
    | Conditional
    | Report
    | Why
    | Obvious
    | FreeText
)
"""A message from one power to others."""
