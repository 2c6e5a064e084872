"""The commands of the judge, as values. Every interface makes these, and nothing else changes a
game.

Powers are named in any spelling that the board knows. ``power`` may be left empty where the
actor plays one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias, cast

from dragoman.declared import Says
from dragoman.diagnostics import Diagnostic
from dragoman.judge.log.events import Event
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

Person = Annotated[int, Says("An account, by its number", "PERSON")]
Power = Annotated[str, Says("A power", "POWER")]
OwnPower = Annotated[str, Says("Whose it is; empty for the power that one plays", "POWER")]
Phase = Annotated[str, Says("A phase, as `S1901M`; empty for the one at hand", "PHASE")]
Code = Annotated[str, Says("The code of the game, or of its link, where it has one")]
Why = Annotated[str, Says("What all are told as the reason")]
Message = Annotated[int, Says("A message, by its number")]

# Before the game.


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change some settings; those of the board only before the game begins."""

    settings: Annotated[Mapping[str, Any], Says("Those that change")] = field(
        default_factory=FrozenMap[str, Any]
    )


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a seat, or change one's wishes. They are powers, best first; the code is that of
    the invitation. Once the game runs, who has joined takes over the first seat that he wishes
    for (any, where he names none) and that becomes vacant."""

    wishes: Annotated[tuple[str, ...], Says("Powers, best first", "POWER")] = ()
    code: Code = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up waiting for a seat."""


@dataclass(frozen=True, slots=True)
class Admit:
    """Let somebody in who has joined, where that takes a master."""

    user: Person


@dataclass(frozen=True, slots=True)
class TurnAway:
    """Let somebody who waits for a seat wait no more."""

    user: Person


@dataclass(frozen=True, slots=True)
class Invite:
    """Ask somebody to play. He needs neither the code nor to be let in, and is told."""

    user: Person


@dataclass(frozen=True, slots=True)
class Uninvite:
    """Take an invitation back."""

    user: Person


@dataclass(frozen=True, slots=True)
class Decline:
    """Not follow an invitation, nor take a seat that one is offered."""


@dataclass(frozen=True, slots=True)
class MakeLink:
    """Have a link made that invites whoever has it. The one before leads nowhere from then on. In a
    game that has begun, or where a master deals the seats, it may be a link to that of one power,
    which is kept for whoever has it."""

    power: Annotated[str, Says("The power whose seat it leads to, if to one", "POWER")] = ""


@dataclass(frozen=True, slots=True)
class CloseLink:
    """Let nobody in by the link any more, or by that to the seat of one power."""

    power: Annotated[str, Says("The power to whose seat it leads, if to one", "POWER")] = ""


@dataclass(frozen=True, slots=True)
class SetBeginning:
    """Have the game begin at a moment, with whoever is there by then; without a moment, when
    somebody says so, or its settings do."""

    at: Annotated[datetime | None, Says("When it begins")] = None


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

    power: Power
    user: Person


# Seats.


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take over a power without a player, or one that its player hands over to oneself. Before the
    game begins a seat is taken that a master keeps for oneself."""

    power: Power
    code: Code = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up one's power; another may take it."""


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """Hand one's power over to somebody: it is his once he takes the seat. Until then one plays. A
    master keeps a seat for somebody that has no player."""

    user: Person
    power: OwnPower = ""


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Keep one's power after all, or, as a master, a seat for nobody any more."""

    power: OwnPower = ""


@dataclass(frozen=True, slots=True)
class Eject:
    """Take a power from its player."""

    power: Power
    why: Why = ""


@dataclass(frozen=True, slots=True)
class AnnounceAbsence:
    """Say ahead when one is away."""

    start: Annotated[datetime, Says("When one goes")]
    end: Annotated[datetime, Says("When one is back")]


@dataclass(frozen=True, slots=True)
class EndAbsence:
    """Be there again, and take back what one said of being away later on."""


# Orders.


@dataclass(frozen=True, slots=True)
class SaveOrders:
    """Put a power's sheet on file, all of it, in place of what was there: for the phase at hand,
    or for a later one. Orders may depend on what will be then (``IF`` … ``ELSE`` … ``ENDIF``, see
    ``judge.log.conditional_orders``)."""

    text: Annotated[str, Says("The whole sheet, as one writes orders")]
    phase: Phase = ""
    power: OwnPower = ""


@dataclass(frozen=True, slots=True)
class SaveStanding:
    """Orders for every movement in which a unit gets no others."""

    text: Annotated[str, Says("All of them, as one writes orders")]
    power: OwnPower = ""


@dataclass(frozen=True, slots=True)
class SetReady:
    """Say that one has nothing to add, or (``ready`` false) that one wants the judge to wait."""

    ready: Annotated[bool, Says("Whether one has nothing to add")] = True
    power: OwnPower = ""


# Votes.


@dataclass(frozen=True, slots=True)
class Propose:
    """Put something to the vote: ``draw`` (between powers), ``concession`` (to one),
    ``extension`` (until a moment), ``pause``."""

    what: Annotated[str, Says("`draw`, `concession`, `extension` or `pause`")]
    powers: Annotated[
        tuple[str, ...],
        Says("Between whom the draw is, or to whom the concession", "POWER"),
    ] = ()
    until: Annotated[datetime | None, Says("The deadline that an extension is to")] = None


@dataclass(frozen=True, slots=True)
class Vote:
    """Agree to a proposal, or not. It may be changed until the proposal is closed."""

    number: Annotated[int, Says("A proposal, by its number")]
    agrees: Annotated[bool, Says("Whether one agrees")]


# Press.


@dataclass(frozen=True, slots=True)
class Send:
    """Write to powers (``MASTER`` among them), or to all. ``signed`` is who it shall seem to be
    from: left empty, the sender; ``-`` nobody; another power where fake press is allowed."""

    text: Annotated[str, Says("The message")]
    to: Annotated[tuple[str, ...], Says("Powers, or `MASTER`; empty for all")] = ()
    signed: Annotated[
        str,
        Says("Who it shall seem to be from: empty for the sender, `-` for nobody, or a power"),
    ] = ""


@dataclass(frozen=True, slots=True)
class LetThrough:
    """Send a message that was held, where press takes a master's approval."""

    number: Message


@dataclass(frozen=True, slots=True)
class TurnBack:
    """Not send a message that was held; whoever wrote it is told why."""

    number: Message
    why: Why


@dataclass(frozen=True, slots=True)
class HideMessage:
    number: Message
    why: Why


@dataclass(frozen=True, slots=True)
class ReportMessage:
    """Tell the masters that a message should not be."""

    number: Message
    why: Annotated[str, Says("What the masters are told as the reason")]


@dataclass(frozen=True, slots=True)
class ReportPower:
    """Tell the masters, and nobody else, that whoever plays a power does not play as he should."""

    other: Annotated[str, Says("The power that is meant", "POWER")]
    why: Annotated[str, Says("What the masters are told as the reason")]


@dataclass(frozen=True, slots=True)
class Silence:
    """Take press from a power, or give it back."""

    power: Power
    silenced: Annotated[bool, Says("Whether press is taken, and not given back")] = True
    why: Why = ""


@dataclass(frozen=True, slots=True)
class Mute:
    """Read no more press of a power, or read it again."""

    other: Annotated[str, Says("The power that is read no more", "POWER")]
    muted: Annotated[bool, Says("Whether it is, and not read again")] = True


@dataclass(frozen=True, slots=True)
class SaveNote:
    """Write something down for oneself, for a phase or for the game."""

    text: Annotated[str, Says("The note; empty for none")]
    phase: Annotated[str, Says("A phase, as `S1901M`; empty for the game")] = ""


# What masters do.


@dataclass(frozen=True, slots=True)
class ProcessNow:
    """Judge the phase at hand, whoever has not ordered."""


@dataclass(frozen=True, slots=True)
class Remind:
    """Tell those who have not ordered that the game waits for them."""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    deadline: Annotated[datetime, Says("When the phase at hand is due")]
    why: Why = ""


@dataclass(frozen=True, slots=True)
class Pause:
    why: Why = ""


@dataclass(frozen=True, slots=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True)
class RollBack:
    """Begin again with a phase that was judged; its orders are on file again."""

    phase: Annotated[str, Says("The phase to begin again with, as `S1901M`", "PHASE")]
    why: Why = ""


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Put the position right; see ``Position.to_dict``."""

    position: Annotated[Mapping[str, Any], Says("The position, as games show theirs")]
    why: Why = ""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Say what dice showed that were thrown on a table for the phase at hand (Machiavelli), as
    ``famine severity: 4 2``, one a line; it replaces what was said before."""

    text: Annotated[str, Says("What the dice showed, one throw a line")]


@dataclass(frozen=True, slots=True)
class Promote:
    """Make somebody a master too."""

    user: Person


@dataclass(frozen=True, slots=True)
class Demote:
    """Let somebody be master no more."""

    user: Person


@dataclass(frozen=True, slots=True)
class StepDown:
    """Be master no more."""


@dataclass(frozen=True, slots=True)
class DeclareResult:
    """End the game with a result on which the players agreed elsewhere, as a vote would."""

    how: Annotated[str, Says("`draw` or `concession`")]
    powers: Annotated[
        tuple[str, ...],
        Says("Between whom the draw is, or to whom the concession", "POWER"),
    ] = ()
    why: Why = ""


@dataclass(frozen=True, slots=True)
class Terminate:
    """End the game without a result."""

    why: Why = ""


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
    | MakeLink
    | CloseLink
    | SetBeginning
    | Observe
    | StopObserving
    | Begin
    | SeatPlayer
    | TakeSeat
    | Resign
    | OfferSeat
    | WithdrawOffer
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
    | ReportPower
    | Silence
    | Mute
    | SaveNote
    | ProcessNow
    | Remind
    | SetDeadline
    | Pause
    | Resume
    | RollBack
    | SetPosition
    | ThrowDice
    | Promote
    | Demote
    | StepDown
    | DeclareResult
    | Terminate
    | Tick
    | Halt
)


# Decisions.


@dataclass(frozen=True, slots=True)
class Decision:
    """The events that a command adds to the log, none where it is ``refused`` or changes nothing,
    and diagnostics: why it was refused, or what of it was left out."""

    events: tuple[Event, ...] = ()
    told: tuple[Diagnostic, ...] = ()
    refused: bool = False


# Checks of all commands: texts that can be kept, and moments with a zone.

LONGEST_REASON: Final = 2_000


def check_plain(command: Any) -> None:
    """See that what a command holds can be kept.

    Raises:
        ActionRefused: if not.
    """
    for one in fields(command):
        value = getattr(command, one.name)
        check_value(one.name, value)
        if one.name == "why" and len(value) > LONGEST_REASON:
            what = f"a reason has at most {LONGEST_REASON} letters"
            raise ActionRefused("reason-too-long", what, "write to the players besides")


def check_value(name: str, value: object) -> None:
    """See that a value can be kept.

    Raises:
        ActionRefused: if not.
    """
    if isinstance(value, str):
        if "\0" in value or not _is_unicode(value):
            what = f"{name} has an invalid character"
            raise ActionRefused("no-character", what, "leave it out")
    elif isinstance(value, datetime):
        if value.utcoffset() is None:
            what = f"{name} does not say in which time zone it is"
            raise ActionRefused("no-zone", what, "write it as 2026-12-24T20:00:00+01:00")
    elif isinstance(value, Mapping):
        for key, inner in cast(Mapping[object, object], value).items():
            check_value(name, key)
            check_value(name, inner)
    elif isinstance(value, list | tuple):
        for inner in cast(list[object], value):
            check_value(name, inner)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
