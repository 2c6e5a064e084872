"""The settings that a judged game is created with, in the words of whoever created it.

Everything is text, a number or a yes, as it stands in forms, in mails and in the log. What the
times mean is said in ``times``, what the board is in ``on_board``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Annotated, Final

from dragoman.declared import Field, Says, declared
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap


class Entry(Enum):
    """Ways of getting a seat."""

    OPEN = "open"
    """Anybody, until the seats are full."""
    CODE = "code"
    """Who has the code, which an invitation's link holds too."""
    MASTER = "master"
    """Whom a master lets in, or invites."""


class Seating(Enum):
    """Ways of dealing out powers."""

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
    """Consequences of not having ordered by the deadline."""

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
    """Rules for who shares in a draw."""

    SURVIVORS = "survivors"
    """All who survive (DIAS)."""
    LISTED = "listed"
    """Those whom the proposal names."""


class HouseholdRule(Enum):
    """Consequences of players saying that they live together."""

    ALLOWED = "allowed"
    """None."""
    TOLD = "told"
    """The table is told."""
    APART = "apart"
    """One of them may take a seat."""


class TimeVotes(Enum):
    """The majority that more time or a pause takes."""

    ALL = "all"
    """All who have a vote."""
    MAJORITY = "majority"
    """More than half of those who have a vote."""


class PressOpening(Enum):
    """Readers of letters between powers once the game is over."""

    NEVER = "never"
    """Those whom they were between, and the master; nobody else."""
    PLAYERS = "players"
    """All who have a seat in the end."""
    ALL = "all"
    """Everybody."""


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

    title: Annotated[
        str,
        Says(
            f"What the game is called, in up to {LONGEST_TITLE} letters",
            most=LONGEST_TITLE,
        ),
    ]
    variant: Annotated[
        str,
        Says("The variant, of those that are shipped and those that were handed in, or a scenario"),
    ] = "standard"
    rules: Annotated[str, Says("The preset of the rule set, if not the variant's own")] = ""
    switches: Annotated[
        Mapping[str, str],
        Says("Single rules that are other than the preset says"),
    ] = field(default_factory=FrozenMap[str, str])
    start: Annotated[
        str,
        Says("Where the game begins, if not where the variant does: a position as JSON or as text"),
    ] = ""

    entry: Annotated[Entry, Says("Who may take a seat")] = Entry.OPEN
    code: Annotated[
        str,
        Says(
            "What whoever joins has to know; an invitation's link holds it too",
            most=LONGEST_TITLE,
        ),
    ] = ""
    listed: Annotated[bool, Says("Whether the game stands in the lists that everybody sees")] = True
    seating: Annotated[Seating, Says("How powers are dealt out")] = Seating.WISHES
    begins: Annotated[Beginning, Says("When the game begins")] = Beginning.MASTER
    programs: Annotated[
        tuple[str, ...],
        Says("The powers that programs play, and nobody else"),
    ] = ()
    bot: Annotated[
        str,
        Says(
            "The bot that plays the powers without a player, until somebody takes them over: "
            "one of `civil-disorder`, `random`, `loeb`, `loeb:press`, `dumbbot`, those that "
            "answer, `partner`, `partner:loyal`, `partner:hot`, `partner:sly`, `partner:teacher`, "
            "`partner:novice`, `partner:general` and `partner:fox`, and "
            "`dumbbot:60,3,30`, or `mixed` for several kinds by lot; "
            "if nothing is said, nobody does"
        ),
    ] = ""
    reliability: Annotated[
        int,
        Says(
            "Whoever joins must have kept so many of a hundred deadlines",
            least=0,
            most=100,
        ),
    ] = 0
    rated: Annotated[bool, Says("Whether the result counts for ratings")] = False
    moderated: Annotated[
        bool,
        Says("Phases are judged when a master says so, and not by the clock"),
    ] = False
    observers: Annotated[bool, Says("Whether others may look at the game while it goes on")] = True
    anonymous: Annotated[
        bool,
        Says("Nobody but the master knows who plays what until the game is over"),
    ] = False
    blind: Annotated[
        bool,
        Says("Fog of war: a power sees its units and centres, and what borders on them"),
    ] = False

    press: Annotated[
        tuple[str, ...],
        Says(
            "Of `private`, `public`, `grey` (unsigned), `all-grey` (nothing else than unsigned) "
            "and `fake` (signed by another); empty for a game without press"
        ),
    ] = ("private", "public")
    press_in: Annotated[
        tuple[str, ...],
        Says("The kinds of phase in which there is press"),
    ] = PHASE_KINDS
    press_closes: Annotated[str, Says("How long before a deadline press ends")] = ""
    late_silent: Annotated[
        bool,
        Says("Whoever is late writes to nobody but the master until his orders are in"),
    ] = False
    press_approved: Annotated[bool, Says("Press goes out once a master lets it through")] = False
    press_opens: Annotated[
        PressOpening,
        Says("Who may read the letters between powers once the game is over"),
    ] = PressOpening.NEVER
    observers_write: Annotated[
        bool,
        Says("Whether those who observe may write public press"),
    ] = False

    movement: Annotated[
        str,
        Says("When a movement phase is due: a length, or times of the week"),
    ] = "1 d"
    retreat: Annotated[
        str,
        Says("When a retreat phase is due; as movement, if nothing is said"),
    ] = ""
    adjustment: Annotated[
        str,
        Says("When an adjustment phase is due; as movement, if nothing is said"),
    ] = ""
    least: Annotated[str, Says("How long a phase lasts at least until its deadline")] = ""
    not_before: Annotated[
        str,
        Says("How long a phase lasts at least, even where all are ready"),
    ] = ""
    delay: Annotated[
        str,
        Says("How long the judge waits when all are ready, for somebody may have second thoughts"),
    ] = ""
    grace: Annotated[str, Says("How long after a deadline late orders are waited for")] = ""
    strict_grace: Annotated[
        bool,
        Says(
            "Once somebody is late the phase is judged at the end of the grace period, and not "
            "as soon as all have ordered"
        ),
    ] = False
    strict_wait: Annotated[
        bool,
        Says(
            "Whoever says that he is not ready is waited for to the end of the grace period, and "
            "not just to the deadline"
        ),
    ] = False
    early: Annotated[Early, Says("When a phase is judged before its deadline")] = Early.READY
    readiness_shown: Annotated[
        bool,
        Says("Whether all see who has ordered and who is ready"),
    ] = False
    days_off: Annotated[str, Says("The days of the week on which nothing is due")] = ""
    dates_off: Annotated[tuple[str, ...], Says("The dates on which nothing is due")] = ()
    zone: Annotated[str, Says("The time zone of all these times")] = "UTC"
    missed: Annotated[
        Missed,
        Says("What happens when somebody has not ordered by the deadline"),
    ] = Missed.HOLD
    misses: Annotated[
        int,
        Says(
            "How many phases in a row are missed when a seat is opened to others, or in "
            "disorder, where `missed` says that it is",
            least=1,
            most=20,
        ),
    ] = 2
    abandoned: Annotated[
        str,
        Says("How long nobody gives a sign before the clock ends the game"),
    ] = "30 d"

    households: Annotated[
        HouseholdRule,
        Says("Whether people who say that they live together may play here"),
    ] = HouseholdRule.ALLOWED
    draws: Annotated[Draws, Says("Who shares in a draw")] = Draws.SURVIVORS
    time_votes: Annotated[
        TimeVotes,
        Says("How many it takes to vote for more time or a pause"),
    ] = TimeVotes.ALL
    last_year: Annotated[int, Says("The year after which the game is over; 0 for none")] = 0
    scoring: Annotated[
        str,
        Says("The scoring system of tournaments by which the result is counted, if any"),
    ] = ""
    scoring_settings: Annotated[
        Mapping[str, str | int | bool],
        Says("What that system leaves to choose"),
    ] = field(default_factory=FrozenMap[str, "str | int | bool"])

    def __post_init__(self) -> None:
        object.__setattr__(self, "switches", FrozenMap(self.switches))
        object.__setattr__(self, "scoring_settings", FrozenMap(self.scoring_settings))


FIELDS: Final[Mapping[str, Field]] = FrozenMap({one.name: one for one in declared(Settings)})
"""The settings by name, with what each of them means and takes, and what it is by default."""


_TURNING: Final = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
"""What turns the text that follows, beyond the title."""


def is_one_line(title: str) -> bool:
    """True if a title is a single line with something to be seen in it, as lists, the subjects of
    mails and the names of files need it."""
    kinds = {unicodedata.category(one) for one in title}
    ways = {unicodedata.bidirectional(one) for one in title}
    if kinds & {"Cc", "Zl", "Zp"} or ways & _TURNING:
        return False
    return any(kind[0] in "LNPS" for kind in kinds)
