"""What can happen in a judged game: one frozen record for each kind of event.

A game's log holds these and nothing else; all the rest is computed from them (see ``fold``).
Moments are ISO texts in UTC, phases and powers as the board names them, people the numbers of
their accounts. Who did it and when stands in the log beside the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

Data: TypeAlias = Mapping[str, Any]
"""Plain data, as JSON has it."""

# The game and its people.


@dataclass(frozen=True, slots=True)
class Created:
    """A game is set up; who did is its master. ``settings`` are those of ``Settings``;
    ``position`` is where it begins, as ``position_json`` has it (in Machiavelli dice may have made
    it)."""

    settings: Data
    position: Data


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
    """Somebody wants to play; ``wishes`` are the powers he likes, best first."""

    user: int
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """He does not want to play any more, and had no power yet, or waited for a seat."""

    user: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A power has a player from here on."""

    power: str
    user: int


@dataclass(frozen=True, slots=True)
class Vacated:
    """A power has no player any more: he ``resigned``, was ``ejected``, or ``missed`` too much."""

    power: str
    why: str


@dataclass(frozen=True, slots=True)
class Absent:
    """A player said ahead when he is away: from one moment to another."""

    user: int
    start: str
    end: str


# Orders.


@dataclass(frozen=True, slots=True)
class OrdersSaved:
    """A power's sheet for a phase, all of it, as it was written; it replaces the one before."""

    power: str
    phase: str
    text: str


@dataclass(frozen=True, slots=True)
class StandingSaved:
    """A power's orders for every movement in which its units get no others."""

    power: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadySet:
    """Whether a power has nothing to add before the phase is judged."""

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
class Judged:
    """The phase at hand was judged: the orders that counted, as text, and the position after it,
    as data. ``missed`` are the powers that had to order and did not. The next phase is due at
    ``deadline``; there is none where the game is won."""

    phase: str
    orders: Mapping[str, tuple[str, ...]]
    position: Data
    missed: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    deadline: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "orders", FrozenMap(self.orders))


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: ``victory``, ``draw``, ``concession``, ``abandoned`` or ``terminated``."""

    how: str
    powers: tuple[str, ...] = ()


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
    """A proposal was ``carried``, ``failed``, or ``lapsed`` when the phase was judged."""

    number: int
    outcome: str


# Press.


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
class MessageHidden:
    """A master took a message out of everybody's sight, with a reason that all may read."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Muted:
    """A power does not want to read another's press, or does again."""

    power: str
    other: str
    muted: bool = True


@dataclass(frozen=True, slots=True)
class NoteSaved:
    """What a power writes down for itself, for a phase or (empty) for the game."""

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


Event: TypeAlias = (
    Created
    | SettingsChanged
    | MasterJoined
    | MasterLeft
    | Joined
    | Left
    | Seated
    | Vacated
    | Absent
    | OrdersSaved
    | StandingSaved
    | ReadySet
    | Began
    | DeadlineSet
    | Paused
    | Resumed
    | Awaited
    | Judged
    | Ended
    | Proposed
    | Voted
    | ProposalClosed
    | MessageSent
    | MessageHidden
    | Muted
    | NoteSaved
    | RolledBack
    | PositionSet
)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event in the log of a game. ``by`` is the account that did it, 0 for the clock."""

    number: int
    at: str
    by: int
    event: Event
