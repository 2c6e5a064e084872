"""The commands of the judge, as values. Every door makes these, and nothing else changes a game.

Powers are named in any spelling that the board knows. ``power`` may be left empty where the
actor plays one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, TypeAlias

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

# Before the game.


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change some settings; those of the board only before the game begins."""

    settings: Mapping[str, Any] = field(default_factory=FrozenMap[str, Any])


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a seat, or change one's wishes. They are powers, best first; the code is that of
    the invitation. Once the game runs, who has joined takes over the first seat that he wishes
    for (any, where he names none) and that becomes vacant."""

    wishes: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up waiting for a seat."""


@dataclass(frozen=True, slots=True)
class Admit:
    """Let somebody in who has joined, where that takes a master."""

    user: int


@dataclass(frozen=True, slots=True)
class TurnAway:
    """Let somebody who waits for a seat wait no more."""

    user: int


@dataclass(frozen=True, slots=True)
class Invite:
    """Ask somebody to play. He needs neither the code nor to be let in, and is told."""

    user: int


@dataclass(frozen=True, slots=True)
class Uninvite:
    """Take an invitation back."""

    user: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Not follow an invitation."""


@dataclass(frozen=True, slots=True)
class Observe:
    """Look on, and hear of what happens."""


@dataclass(frozen=True, slots=True)
class StopObserving:
    pass


@dataclass(frozen=True, slots=True)
class Begin:
    """Deal out the powers and begin. A master may begin with seats empty."""


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """Give a power to somebody who waits for a seat."""

    power: str
    user: int


# Seats.


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take over a power without a player."""

    power: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up one's power; another may take it."""


@dataclass(frozen=True, slots=True)
class Eject:
    """Take a power from its player."""

    power: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class AnnounceAbsence:
    """Say ahead when one is away."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class EndAbsence:
    """Be there again, and take back what one said of being away later on."""


# Orders.


@dataclass(frozen=True, slots=True)
class SaveOrders:
    """Put a power's sheet on file, all of it, in place of what was there: for the phase at hand,
    or for a later one. Orders may depend on what will be then (``IF`` … ``ELSE`` … ``ENDIF``, see
    ``judge.log.conditional``)."""

    text: str
    phase: str = ""
    power: str = ""


@dataclass(frozen=True, slots=True)
class SaveStanding:
    """Orders for every movement in which a unit gets no others."""

    text: str
    power: str = ""


@dataclass(frozen=True, slots=True)
class SetReady:
    """Say that one has nothing to add, or (``ready`` false) that one wants the judge to wait."""

    ready: bool = True
    power: str = ""


# Votes.


@dataclass(frozen=True, slots=True)
class Propose:
    """Put something to the vote: ``draw`` (between powers), ``concession`` (to one),
    ``extension`` (until a moment), ``pause``."""

    what: str
    powers: tuple[str, ...] = ()
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """Agree to a proposal, or not. It may be changed until the proposal is closed."""

    number: int
    agrees: bool


# Press.


@dataclass(frozen=True, slots=True)
class Send:
    """Write to powers (``MASTER`` among them), or to all. ``signed`` is who it shall seem to be
    from: left empty, the sender; ``-`` nobody; another power where fake press is allowed."""

    text: str
    to: tuple[str, ...] = ()
    signed: str = ""


@dataclass(frozen=True, slots=True)
class LetThrough:
    """Send a message that was held, where press takes a master's approval."""

    number: int


@dataclass(frozen=True, slots=True)
class TurnBack:
    """Not send a message that was held; whoever wrote it is told why."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class HideMessage:
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class ReportMessage:
    """Tell the masters that a message should not be."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Silence:
    """Take press from a power, or give it back."""

    power: str
    silenced: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Mute:
    """Read no more press of a power, or read it again."""

    other: str
    muted: bool = True


@dataclass(frozen=True, slots=True)
class SaveNote:
    """Write something down for oneself, for a phase or for the game."""

    text: str
    phase: str = ""


# What masters do.


@dataclass(frozen=True, slots=True)
class ProcessNow:
    """Judge the phase at hand, whoever has not ordered."""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    deadline: datetime
    why: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    why: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True)
class RollBack:
    """Begin again with a phase that was judged; its orders are on file again."""

    phase: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Put the position right; see ``position_json``."""

    position: Mapping[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Say what dice showed that were thrown on a table for the phase at hand (Machiavelli), as
    ``famine severity: 4 2``, one a line; it replaces what was said before."""

    text: str


@dataclass(frozen=True, slots=True)
class Promote:
    """Make somebody a master too."""

    user: int


@dataclass(frozen=True, slots=True)
class Demote:
    """Let somebody be master no more."""

    user: int


@dataclass(frozen=True, slots=True)
class StepDown:
    """Be master no more."""


@dataclass(frozen=True, slots=True)
class Terminate:
    """End the game without a result."""

    why: str = ""


# The clock.


@dataclass(frozen=True, slots=True)
class Tick:
    """See what is due."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Pause a game of which the phase at hand takes too long to judge."""


Command: TypeAlias = (
    ChangeSettings
    | Join
    | Leave
    | Admit
    | TurnAway
    | Invite
    | Uninvite
    | Decline
    | Observe
    | StopObserving
    | Begin
    | SeatPlayer
    | TakeSeat
    | Resign
    | Eject
    | AnnounceAbsence
    | EndAbsence
    | SaveOrders
    | SaveStanding
    | SetReady
    | Propose
    | Vote
    | Send
    | LetThrough
    | TurnBack
    | HideMessage
    | ReportMessage
    | Silence
    | Mute
    | SaveNote
    | ProcessNow
    | SetDeadline
    | Pause
    | Resume
    | RollBack
    | SetPosition
    | ThrowDice
    | Promote
    | Demote
    | StepDown
    | Terminate
    | Tick
    | Halt
)
