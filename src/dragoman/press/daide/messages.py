"""The messages of programs and their server in DAIDE.

Powers, places, orders and turns are those of the board. A message that asks for something is the
one that has it, with that left out: ``Scores()`` is the request for ``SCO``.
"""

from __future__ import annotations

from typing import TypeAlias

from dragoman.board import Unit
from dragoman.press.daide.order_patterns import NamedOrder
from dragoman.press.daide.speech import Speech
from dragoman.press.daide.tokens import Token
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Dislodged, Phase


@dataclass(frozen=True, slots=True)
class Name:
    """``NME``: a program wants to play."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Observe:
    """``OBS``: a program wants to watch; some tell their name and version."""

    name: str | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True)
class Identify:
    """``IAM``: a program comes back to its power."""

    power: str
    passcode: int


@dataclass(frozen=True, slots=True)
class Option:
    """One of the options of a game: ``LVL`` with the level of press, ``MTL``, ``RTL``, ``BTL`` and
    ``PTL`` with seconds, ``DSD``, ``AOA``, ``PDA``, ``NPR`` and ``NPB`` with nothing."""

    word: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """The power a program plays (None: it observes), its passcode and the options of the game."""

    power: str | None
    passcode: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Hello:
    """``HLO``: the game begins."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class MapName:
    """``MAP``: what map is played on."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class MapDefinition:
    """``MDF``: the map, as the tokens after the word."""

    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """``SCO``: the centres of each power, and those of nobody."""

    centers: tuple[tuple[str | None, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """A turn, and the units on the board in it."""

    turn: Phase
    units: tuple[Unit | Dislodged, ...]


@dataclass(frozen=True, slots=True)
class Now:
    """``NOW``: the turn and the position."""

    situation: Situation | None = None


@dataclass(frozen=True, slots=True)
class History:
    """``HST``: asks for what came of a turn, or for the start."""

    turn: Phase | None = None


@dataclass(frozen=True, slots=True)
class Submit:
    """``SUB``: orders."""

    turn: Phase | None
    orders: tuple[NamedOrder, ...]


@dataclass(frozen=True, slots=True)
class Thanks:
    """``THX``: an order has arrived, and what is to be said of it."""

    order: NamedOrder
    note: str


@dataclass(frozen=True, slots=True)
class Missing:
    """``MIS``: the units still without orders, or how many removals are to be ordered (below zero:
    builds). With neither, nothing is missing, or a program asks."""

    units: tuple[Unit | Dislodged, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class GoFlag:
    """``GOF``: the turn may be judged as far as the sender is concerned."""


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order of a turn, and the words for what became of it."""

    turn: Phase
    order: NamedOrder
    result: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """``ORD``: what became of an order."""

    order: OrderResult | None = None


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """``TME``: how many seconds are left, or at how many to be told."""

    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class DrawVote:
    """``DRW``: a power agrees to a draw; from the server, that there is one."""

    powers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SoloWin:
    """``SLO``: a power has won."""

    power: str


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A power at the end: its program, its centres, and when it was eliminated."""

    power: str
    name: str
    version: str
    centers: int
    eliminated: int | None = None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The last turn of a game, and its players."""

    turn: Phase
    players: tuple[PlayerSummary, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """``SMR``: how the game ended."""

    summary: GameSummary | None = None


@dataclass(frozen=True, slots=True)
class Off:
    """``OFF``: the program is to end."""


@dataclass(frozen=True, slots=True)
class CivilDisorder:
    """``CCD``: a power is in civil disorder; Parlance adds since when, or what was not delivered
    for that."""

    power: str
    turn: Phase | None = None
    sent: Send | None = None


@dataclass(frozen=True, slots=True)
class Eliminated:
    """``OUT``: a power is eliminated; Parlance adds what was not delivered for that."""

    power: str
    sent: Send | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """``ADM``: words for people, and who says them."""

    sender: str
    text: str


@dataclass(frozen=True, slots=True)
class Save:
    """``SVE``: the server saves the game."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """``LOD``: the server loads a game."""

    name: str


@dataclass(frozen=True, slots=True)
class Send:
    """``SND``: press for other powers, which may be meant for a turn alone."""

    turn: Phase | None
    to: tuple[str, ...]
    message: Speech


@dataclass(frozen=True, slots=True)
class Delivery:
    """``FRM``: press from another power."""

    sender: str
    to: tuple[str, ...]
    message: Speech


@dataclass(frozen=True, slots=True)
class Accepted:
    """``YES``: done."""

    message: Message


@dataclass(frozen=True, slots=True)
class Rejected:
    """``REJ``: not done."""

    message: Message


@dataclass(frozen=True, slots=True)
class Undo:
    """``NOT``: takes a message back."""

    message: Message


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """``HUH``: a message that was not understood, with ``ERR`` before the first bad token."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Unbalanced:
    """``PRN``: a message whose brackets do not match."""

    tokens: tuple[Token, ...]


Message: TypeAlias = (
    Name
    | Observe
    | Identify
    | Hello
    | MapName
    | MapDefinition
    | Scores
    | Now
    | History
    | Submit
    | Thanks
    | Missing
    | GoFlag
    | Ordered
    | TimeLeft
    | DrawVote
    | SoloWin
    | Summary
    | Off
    | CivilDisorder
    | Eliminated
    | Remark
    | Save
    | Load
    | Send
    | Delivery
    | Accepted
    | Rejected
    | Undo
    | NotUnderstood
    | Unbalanced
)
"""A message between a program and its server."""
