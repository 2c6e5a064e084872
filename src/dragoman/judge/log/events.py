"""The events of a judged game: one frozen record for each kind of them.

A game's log holds these and nothing else; all the rest is computed from them (see ``fold``).
Moments are ISO texts in UTC, phases and powers as the board names them, people the numbers of
their accounts. Who did it and when stands in the log beside the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final, TypeAlias

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

Data: TypeAlias = Mapping[str, Any]
"""Plain data, as JSON has it."""

# The game and its people.


@dataclass(frozen=True, slots=True)
class Created:
    """A game is set up; who did is its master. ``settings`` are those of ``Settings``;
    ``position`` is where it begins, as ``Position.to_dict`` has it (in Machiavelli dice may have
    made it). By ``lot`` powers are dealt out: a number that nobody can foresee."""

    settings: Data
    position: Data
    lot: int = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """The game went on elsewhere until here: at a ``source``, under a ``name``, led by ``masters``
    and played by ``players``, by power, as far as its files name them. ``told`` is what came out
    otherwise here or could not be taken over: code, sentence, remedy. ``sheets`` are the orders
    that were on file for the phase at hand, by power."""

    source: str
    name: str = ""
    masters: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    told: tuple[tuple[str, str, str], ...] = ()
    sheets: Mapping[str, str] = field(default_factory=FrozenMap[str, str])

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", FrozenMap(self.players))
        object.__setattr__(self, "sheets", FrozenMap(self.sheets))


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings, all of them; the board only before the game begins."""

    settings: Data
    position: Data = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class MasterJoined:
    user: int


@dataclass(frozen=True, slots=True)
class MasterLeft:
    user: int


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody wants to play, or has other wishes now; ``wishes`` are the powers he likes, best
    first. He may be a program."""

    user: int
    wishes: tuple[str, ...] = ()
    program: bool = False


@dataclass(frozen=True, slots=True)
class Admitted:
    """A master lets somebody in who has joined, where that takes a master."""

    user: int


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who waited for a seat does so no more; he left, or a master turned him away."""

    user: int


@dataclass(frozen=True, slots=True)
class Invited:
    """A master asks somebody to play: he may come in without a code, and without being let in."""

    user: int


@dataclass(frozen=True, slots=True)
class InvitationEnded:
    """Somebody is not invited any more: a master took that back, or he declined."""

    user: int


@dataclass(frozen=True, slots=True)
class LinkMade:
    """A master has a link made, in place of the one before: whoever has its ``code`` may come in as
    if he were invited. With a ``power`` it is a link to that seat, which is kept for him."""

    code: str
    power: str = ""


@dataclass(frozen=True, slots=True)
class LinkClosed:
    """A master lets nobody in by the link any more, or by that to the seat of a ``power``."""

    power: str = ""


@dataclass(frozen=True, slots=True)
class BeginningSet:
    """A game that has not begun does so at a moment; not by itself any more, where it is empty."""

    at: str


@dataclass(frozen=True, slots=True)
class Observing:
    """Somebody looks on, and wants to hear of what happens."""

    user: int


@dataclass(frozen=True, slots=True)
class ObservingEnded:
    user: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A power has a player from here on."""

    power: str
    user: int


@dataclass(frozen=True, slots=True)
class Vacated:
    """A power has no player any more: he ``resigned``, was ``ejected``, ``missed`` too much, or
    ``handed-over`` his seat to somebody who takes it now. ``note`` is what the master says of
    it."""

    power: str
    why: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeatOffered:
    """A player hands his power over to somebody, who may take the seat from here on."""

    power: str
    user: int


@dataclass(frozen=True, slots=True)
class SeatOfferEnded:
    """He keeps it after all, or whom it was offered to declined."""

    power: str
    user: int


@dataclass(frozen=True, slots=True)
class BotSeated:
    """A power without a player is played by a bot from here on; by none, where it is empty."""

    power: str
    bot: str


@dataclass(frozen=True, slots=True)
class Absent:
    """A player said ahead when he is away: from one moment to another."""

    user: int
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class AbsenceEnded:
    """A player is there again, and takes back what he said of being away later on."""

    user: int


# Orders.


@dataclass(frozen=True, slots=True)
class OrdersSaved:
    """A power's sheet for a phase, all of it, as it was written; it replaces the one before.
    ``reads`` is how many orders of it the judge could read then; -1 where that was not asked."""

    power: str
    phase: str
    text: str
    reads: int = -1


@dataclass(frozen=True, slots=True)
class StandingSaved:
    """A power's orders for every movement in which its units get no others."""

    power: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadySet:
    """A power has nothing to add before the phase is judged, or (``ready`` false) has."""

    power: str
    ready: bool


# Time.


@dataclass(frozen=True, slots=True)
class Began:
    """The game begins: the phase at hand may be ordered, and is due at a moment."""

    deadline: str


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """The phase at hand is due at another moment."""

    deadline: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Paused:
    why: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clock goes on; the phase at hand is due at a moment."""

    deadline: str


@dataclass(frozen=True, slots=True)
class Awaited:
    """The deadline is over and the game waits for these powers; ``grace`` says until when late
    orders are taken as if they were not, for ever where it is empty."""

    powers: tuple[str, ...]
    grace: str = ""


@dataclass(frozen=True, slots=True)
class Reminded:
    """A master reminds those who have not ordered: these powers, or none."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """Nobody has given a sign for long: unless somebody does, the game is over at a moment."""

    until: str


@dataclass(frozen=True, slots=True)
class JudgingAsked:
    """A master wants the phase at hand judged now, on a board of which nobody knows how long that
    takes: the clock does it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The phase at hand was judged: the orders that counted, as text, and the position after it,
    as data. ``missed`` are the powers that had to order and did not. The next phase is due at
    ``deadline``; there is none where the game is won. ``dice`` are those that a master threw."""

    phase: str
    orders: Mapping[str, tuple[str, ...]]
    position: Data
    missed: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    deadline: str = ""
    dice: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "orders", FrozenMap(self.orders))


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: by ``victory``, ``draw`` or ``concession``, as its last year is over
    (``limit``), as it was ``abandoned``, or as a master ``terminated`` it. ``declared`` says that
    a master gave the result, and no vote."""

    how: str
    powers: tuple[str, ...] = ()
    why: str = ""
    declared: bool = False


# Votes.


@dataclass(frozen=True, slots=True)
class Proposed:
    """Something is put to the vote: a ``draw`` between powers, a ``concession`` to one, an
    ``extension`` to a moment, a ``pause``. Who proposes votes for it."""

    number: int
    what: str
    by: str
    powers: tuple[str, ...] = ()
    until: str = ""


@dataclass(frozen=True, slots=True)
class Voted:
    number: int
    power: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class ProposalClosed:
    """A proposal was ``carried``. (Those that are not lapse when the phase is judged.)"""

    number: int
    outcome: str


# Press and notes.


@dataclass(frozen=True, slots=True)
class MessageSent:
    """Somebody wrote to powers (to all, where there are none, and to the master with ``MASTER``).

    ``sender`` is a power, ``MASTER`` or ``OBSERVER``; ``signed`` is who the readers are told it
    is from: the sender, nobody (grey press), or another power (fake).
    """

    number: int
    sender: str
    to: tuple[str, ...]
    text: str
    signed: str


@dataclass(frozen=True, slots=True)
class MessageHeld:
    """Somebody wrote what a master has to let through first; else as ``MessageSent``."""

    number: int
    sender: str
    to: tuple[str, ...]
    text: str
    signed: str


@dataclass(frozen=True, slots=True)
class MessageLetThrough:
    """A master let a message through that was ``held``: it is sent now, as one of this number."""

    held: int
    number: int


@dataclass(frozen=True, slots=True)
class MessageTurnedBack:
    """A master does not let a message through; its sender alone is told, with the reason."""

    held: int
    why: str


@dataclass(frozen=True, slots=True)
class MessageHidden:
    """A master took a message out of everybody's sight, with a reason that all may read."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class MessageReported:
    """A reader says to the masters that a message should not be, or, with 0 for its number, that
    the player of an ``other`` power does not play as he should; nobody else learns of it."""

    number: int
    power: str
    why: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Silenced:
    """A master took press from a power, or gave it back."""

    power: str
    silenced: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Muted:
    """A power does not want to read another's press, or does again."""

    power: str
    other: str
    muted: bool = True


@dataclass(frozen=True, slots=True)
class BotSpoke:
    """The bot of a power has heard what was said to it so far in the phase at hand, and says what
    it has to say to that."""

    power: str


@dataclass(frozen=True, slots=True)
class NoteSaved:
    """A power writes something down for itself, for a phase or (empty) for the game."""

    power: str
    phase: str
    text: str


# What masters do.


@dataclass(frozen=True, slots=True)
class RolledBack:
    """The game stands again at the beginning of a phase; what was judged from there on counts
    no more, and its orders are on file again."""

    phase: str
    deadline: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PositionSet:
    """A master set the position right; the phase stays to be ordered."""

    position: Data
    why: str = ""


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """A master threw dice for the phase at hand (Machiavelli), in place of all that he threw for
    it before."""

    text: str


Event: TypeAlias = (
    Created
    | Imported
    | SettingsChanged
    | MasterJoined
    | MasterLeft
    | Joined
    | Admitted
    | Left
    | Invited
    | InvitationEnded
    | LinkMade
    | LinkClosed
    | BeginningSet
    | Observing
    | ObservingEnded
    | Seated
    | Vacated
    | SeatOffered
    | SeatOfferEnded
    | BotSeated
    | Absent
    | AbsenceEnded
    | OrdersSaved
    | StandingSaved
    | ReadySet
    | Began
    | DeadlineSet
    | Paused
    | Resumed
    | Awaited
    | Reminded
    | Warned
    | JudgingAsked
    | Judged
    | Ended
    | Proposed
    | Voted
    | ProposalClosed
    | MessageSent
    | MessageHeld
    | MessageLetThrough
    | MessageTurnedBack
    | MessageHidden
    | MessageReported
    | Silenced
    | Muted
    | NoteSaved
    | BotSpoke
    | RolledBack
    | PositionSet
    | DiceThrown
)

KINDS: Final[tuple[type[Event], ...]] = Event.__args__
"""Every kind of event."""


@dataclass(frozen=True, slots=True)
class GameLogEntry:
    """An event in the log of a game. ``by`` is the account that did it, 0 for the clock."""

    number: int
    at: str
    by: int
    event: Event
