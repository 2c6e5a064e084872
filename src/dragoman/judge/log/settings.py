"""What a judged game is created with, in the words of whoever created it.

Everything is text, a number or a yes, as it stands in forms, in mails and in the log. What the
times mean is said in ``times``, what the board is in ``on_board``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap


class Entry(Enum):
    """Who may take a seat."""

    OPEN = "open"
    """Anybody, until the seats are full."""
    CODE = "code"
    """Who has the code, which an invitation's link holds too."""
    MASTER = "master"
    """Whom a master lets in, or invites."""


class Seating(Enum):
    """How powers are dealt out."""

    LOT = "lot"
    """By chance."""
    WISHES = "wishes"
    """By the players' lists of wishes, as many first ones as can be."""
    MASTER = "master"
    """As a master says."""


class Beginning(Enum):
    """When a game begins."""

    MASTER = "master"
    """When a master says so."""
    FULL = "full"
    """As soon as there is a player for every seat."""


class Missed(Enum):
    """What happens when somebody has not ordered by the deadline."""

    WAIT = "wait"
    """The game waits for him."""
    HOLD = "hold"
    """His units hold."""
    DISORDER = "disorder"
    """His units hold. When he has missed too often in a row his power is in civil disorder: nobody
    waits for it or asks for its vote until he gives a sign."""
    REPLACE = "replace"
    """His units hold. When he has missed too often in a row his seat goes to whoever waits for
    one, or is open to others."""


class Early(Enum):
    """When a phase is judged before its deadline."""

    NEVER = "never"
    """Never."""
    READY = "ready"
    """As soon as all say that they are ready."""
    ORDERED = "ordered"
    """As soon as all have ordered everything that they have to; but not while somebody says that he
    is not ready."""


class Draws(Enum):
    """Who shares in a draw."""

    SURVIVORS = "survivors"
    """All who survive (DIAS)."""
    LISTED = "listed"
    """Those whom the proposal names."""


class TimeVotes(Enum):
    """How many it takes to vote for more time or a pause."""

    ALL = "all"
    """All who have a vote."""
    MAJORITY = "majority"
    """More than half of those who have a vote."""


PRESS_KINDS: Final = ("private", "public", "grey", "all-grey", "fake")
PHASE_KINDS: Final = ("movement", "retreat", "adjustment")
LONGEST_TITLE: Final = 80
BROUGHT: Final = "."
"""Stands in the names of variants that people brought, before their numbers, and in no other."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A judged game as it was wished for. Times are as people write them (``36 h``, ``Tue and
    Fri 20:00 Europe/Berlin``); those of retreats and adjustments are as of movement where they
    say nothing."""

    title: str
    """What the game is called, in up to 80 letters."""
    variant: str = "standard"
    """The variant, of those that are shipped and those that were handed in, or a scenario."""
    rules: str = ""
    """The preset of the rule set, if not the variant's own."""
    switches: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    """Single rules that are other than the preset says."""
    start: str = ""
    """Where the game begins, if not where the variant does: a position as JSON or as text."""

    entry: Entry = Entry.OPEN
    """Who may take a seat."""
    code: str = ""
    """What whoever joins has to know; an invitation's link holds it too."""
    listed: bool = True
    """Whether the game stands in the lists that everybody sees."""
    seating: Seating = Seating.WISHES
    """How powers are dealt out."""
    begins: Beginning = Beginning.MASTER
    """When the game begins."""
    programs: tuple[str, ...] = ()
    """The powers that programs play, and nobody else."""
    bot: str = ""
    """The bot that plays the powers without a player, until somebody takes them over: one of
    ``civil-disorder``, ``random``, ``loeb``, ``loeb:press`` (it talks) and ``dumbbot``; if nothing
    is said, nobody does."""
    reliability: int = 0
    """Who joins must have kept so many of a hundred deadlines."""
    rated: bool = False
    """Whether the result counts for ratings."""
    moderated: bool = False
    """Phases are judged when a master says so, and not by the clock."""
    observers: bool = True
    """Whether others may look at the game while it goes on."""
    anonymous: bool = False
    """Nobody but the master knows who plays what until the game is over."""
    blind: bool = False
    """A power sees its own units and what is next to them."""

    press: tuple[str, ...] = ("private", "public")
    """Of ``private``, ``public``, ``grey`` (unsigned), ``all-grey`` (nothing else than unsigned)
    and ``fake`` (signed by another); empty for a game without press."""
    press_in: tuple[str, ...] = PHASE_KINDS
    """The kinds of phase in which there is press."""
    press_closes: str = ""
    """How long before a deadline press ends."""
    late_silent: bool = False
    """Whoever is late writes to nobody but the master until his orders are in."""
    press_approved: bool = False
    """Press goes out once a master lets it through."""
    observers_write: bool = False
    """Whether those who observe may write public press."""

    movement: str = "1 d"
    """When a movement phase is due: a length, or times of the week."""
    retreat: str = ""
    """When a retreat phase is due; as movement, if nothing is said."""
    adjustment: str = ""
    """When an adjustment phase is due; as movement, if nothing is said."""
    least: str = ""
    """How long a phase lasts at least until its deadline."""
    not_before: str = ""
    """How long a phase lasts at least, even where all are ready."""
    delay: str = ""
    """How long the judge waits when all are ready, for somebody may have second thoughts."""
    grace: str = ""
    """How long after a deadline late orders are waited for."""
    strict_grace: bool = False
    """Once somebody is late the phase is judged at the end of the grace period, and not as soon
    as all have ordered."""
    strict_wait: bool = False
    """Who says that he is not ready is waited for to the end of the grace period, and not just
    to the deadline."""
    early: Early = Early.READY
    """When a phase is judged before its deadline."""
    readiness_shown: bool = False
    """Whether all see who has ordered and who is ready."""
    days_off: str = ""
    """The days of the week on which nothing is due."""
    dates_off: tuple[str, ...] = ()
    """The dates on which nothing is due."""
    zone: str = "UTC"
    """The time zone of all these times."""
    missed: Missed = Missed.HOLD
    """What happens when somebody has not ordered by the deadline."""
    misses: int = 2
    """How many phases in a row are missed when a seat is opened to others, or in disorder, where
    ``missed`` says that it is."""
    abandoned: str = "30 d"
    """How long nobody gives a sign before the clock ends the game."""

    draws: Draws = Draws.SURVIVORS
    """Who shares in a draw."""
    time_votes: TimeVotes = TimeVotes.ALL
    """How many it takes to vote for more time or a pause."""
    last_year: int = 0
    """The year after which the game is over; 0 for none."""
    scoring: str = ""
    """The scoring system of tournaments by which the result is counted, if any."""
    scoring_settings: Mapping[str, str | int | bool] = field(
        default_factory=FrozenMap[str, "str | int | bool"]
    )
    """What that system leaves to choose."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "switches", FrozenMap(self.switches))
        object.__setattr__(self, "scoring_settings", FrozenMap(self.scoring_settings))
