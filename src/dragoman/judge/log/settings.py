"""What a judged game is created with, in the words of whoever created it.

Everything is text, a number or a yes, as it stands in forms, in mails and in the log; ``checked``
tells what is wrong with it, and ``timetable`` and ``rule_set`` say what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from zoneinfo import available_timezones

from dragoman.diagnostics import Diagnostic
from dragoman.judge.time.rhythm import Rhythm, read_days, read_length, read_rhythm
from dragoman.judge.time.timetable import Timetable
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap


class Entry(Enum):
    """Who may take a seat."""

    OPEN = "open"
    """Anybody, until the seats are full."""
    CODE = "code"
    """Who has the code, which an invitation's link holds too."""


class Seating(Enum):
    """How powers are dealt out."""

    LOT = "lot"
    WISHES = "wishes"
    """By the players' lists of wishes, as many first ones as can be."""
    MASTER = "master"


class Missed(Enum):
    """What happens when somebody has not ordered by the deadline."""

    WAIT = "wait"
    """The game waits for him."""
    HOLD = "hold"
    """His units hold."""
    REPLACE = "replace"
    """His seat is open to others; his units hold until one takes it."""


class Early(Enum):
    """When a phase is judged before its deadline."""

    NEVER = "never"
    READY = "ready"
    """As soon as all say that they are ready."""
    ORDERED = "ordered"
    """As soon as all have ordered; but not while somebody says that he is not ready."""


class Draws(Enum):
    """Who shares in a draw."""

    SURVIVORS = "survivors"
    """All who survive (DIAS)."""
    LISTED = "listed"
    """Those whom the proposal names."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A judged game as it was wished for. Times are as people write them (``36 h``, ``Tue and
    Fri 20:00 Europe/Berlin``); those of retreats and adjustments are as of movement where they
    say nothing."""

    title: str
    variant: str = "standard"
    rules: str = ""
    switches: Mapping[str, str] = field(default_factory=FrozenMap[str, str])

    entry: Entry = Entry.OPEN
    code: str = ""
    seating: Seating = Seating.WISHES
    moderated: bool = False
    observers: bool = True
    anonymous: bool = False
    """Nobody but the master knows who plays what until the game is over."""
    blind: bool = False
    """A power sees its own units and what is next to them."""

    press: tuple[str, ...] = ("private", "public")
    """Of ``private``, ``public``, ``grey`` (unsigned) and ``fake`` (signed by another); empty for
    a game without press."""

    movement: str = "1 d"
    retreat: str = ""
    adjustment: str = ""
    not_before: str = ""
    grace: str = ""
    early: Early = Early.READY
    days_off: str = ""
    dates_off: tuple[str, ...] = ()
    zone: str = "UTC"
    missed: Missed = Missed.HOLD
    misses: int = 2
    """How many phases in a row are missed when a seat is opened to others, where ``missed`` says
    that it is."""

    draws: Draws = Draws.SURVIVORS

    def __post_init__(self) -> None:
        object.__setattr__(self, "switches", FrozenMap(self.switches))


PRESS_KINDS = ("private", "public", "grey", "fake")
LONGEST_TITLE = 80


@lru_cache(maxsize=256)
def timetable(settings: Settings) -> Timetable:
    """The times that the settings mean.

    Raises:
        ValueError: if ``time_faults`` has something to say of them.
    """
    table, faults = _times(settings)
    if faults:
        raise ValueError("; ".join(map(str, faults)))
    return table


def time_faults(settings: Settings) -> tuple[Diagnostic, ...]:
    """What is wrong with the times."""
    return _times(settings)[1]


def _times(settings: Settings) -> tuple[Timetable, tuple[Diagnostic, ...]]:
    faults: list[Diagnostic] = []
    zone = settings.zone
    if zone not in available_timezones():
        what = f"{zone!r} is no time zone"
        faults.append(Diagnostic("unknown-zone", what, "write it as Europe/Berlin").at("zone"))
        zone = "UTC"

    def rhythm(name: str, text: str) -> Rhythm:
        found = read_rhythm(text, zone)
        if isinstance(found, Diagnostic):
            faults.append(found.at(name))
            return Timetable().movement
        return found

    def length(name: str, text: str) -> timedelta:
        found = read_length(text, timedelta()) if text.strip() else timedelta()
        if isinstance(found, Diagnostic):
            faults.append(found.at(name))
            return timedelta()
        return found

    days = read_days(settings.days_off)
    if isinstance(days, Diagnostic):
        faults.append(days.at("days_off"))
        days = ()
    elif len(days) == 7:
        faults.append(
            Diagnostic("no-day-left", "all days of the week are off", "leave one").at("days_off")
        )
    dates: list[date] = []
    for text in settings.dates_off:
        try:
            dates.append(date.fromisoformat(text))
        except ValueError:
            what = f"{text!r} is no date"
            faults.append(Diagnostic("no-date", what, "write it as 2026-12-24").at("dates_off"))
    table = Timetable(
        movement=rhythm("movement", settings.movement),
        retreat=rhythm("retreat", settings.retreat or settings.movement),
        adjustment=rhythm("adjustment", settings.adjustment or settings.movement),
        not_before=length("not_before", settings.not_before),
        grace=length("grace", settings.grace),
        days_off=days,
        dates_off=tuple(dates),
        zone=zone,
    )
    return table, tuple(faults)
