"""Seasons, the clock of a round, and what late orders cost.

A season is spring or fall of a year, as orders are headed with it (``S1901``). The two periods of
a year are back to back; retreats and adjustments eat into the next period and have no clock of
their own (NZ1999, rule 6). Nothing here looks at the time: every question is asked with the
moment it is about.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import ClassVar

from dragoman.quick_dataclass import dataclass
from dragoman.words import Said, said

FIRST_YEAR = 1901


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """Seasons sort by time. ``fall`` tells the two of a year apart."""

    year: int
    fall: bool

    _WRITTEN: ClassVar[re.Pattern[str]] = re.compile(
        r"(s(?:pring)?|f(?:all)?)\s*(19\d\d|\d\d)\Z", re.I
    )

    @classmethod
    def parse(cls, text: str) -> Season:
        """Read ``S1901``, ``f01``, ``Spring 1901``.

        Raises:
            ValueError: if the text is no season from spring 1901 on.
        """
        match = cls._WRITTEN.match(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no season; seasons are written S1901 and F1901")
        year = int(match[2]) % 100 + 1900
        if year < FIRST_YEAR:
            raise ValueError(f"{text!r}: games begin in spring {FIRST_YEAR}")
        return cls(year, match[1][0] in "Ff")

    @classmethod
    def number(cls, index: int) -> Season:
        """The season by its number; spring 1901 is 0."""
        return cls(FIRST_YEAR + index // 2, index % 2 == 1)

    @property
    def index(self) -> int:
        """The number of seasons before it."""
        return (self.year - FIRST_YEAR) * 2 + self.fall

    @property
    def next(self) -> Season:
        return Season.number(self.index + 1)

    @property
    def last_fall(self) -> int:
        """The year of the last count before this season ends; 1900 is the opening count."""
        return self.year - 1

    @property
    def spoken(self) -> Said:
        if self.fall:
            return said("Fall {year}", year=self.year)
        return said("Spring {year}", year=self.year)

    @property
    def short(self) -> Said:
        """The season with its letter: ``S1901``."""
        if self.fall:
            return said("F{year}", year=self.year)
        return said("S{year}", year=self.year)

    def __str__(self) -> str:
        return f"{'F' if self.fall else 'S'}{self.year}"


FIRST = Season(FIRST_YEAR, False)
"""Spring 1901."""

LAST = Season(1999, True)
"""The season at which a clock that is never stopped comes to rest."""


# The clock


class Running(Enum):
    """The state of a clock at a moment."""

    WAITING = "waiting"
    """The start still lies ahead."""
    RUNNING = "running"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A look at the clock. ``left`` is what remains of the season, ``ends`` the moment of its
    "Time" if nothing comes between."""

    season: Season
    left: timedelta
    ends: datetime
    running: Running


@dataclass(frozen=True, slots=True)
class ClockPause:
    begin: datetime
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A start, and everything the director changed since.

    ``lengths`` are seconds a season has, from the season it is filed under on; ``added``
    seconds are for one season alone.
    """

    start: datetime
    lengths: Mapping[Season, int]
    pauses: tuple[ClockPause, ...] = ()
    added: Mapping[Season, int] = field(default_factory=lambda: {})

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1].end is None

    def pause(self, at: datetime) -> Clock:
        """The clock stands still from a moment on."""
        return replace(self, pauses=(*self.pauses, ClockPause(at)))

    def resume(self, at: datetime) -> Clock:
        """It goes on."""
        *before, last = self.pauses
        return replace(self, pauses=(*before, ClockPause(last.begin, at)))

    def add(self, season: Season, seconds: int) -> Clock:
        """One season has more time, or with a negative number less."""
        total = self.added.get(season, 0) + seconds
        return replace(self, added={**self.added, season: total})

    def set_length(self, season: Season, seconds: int) -> Clock:
        """Every season from this one on has so much time."""
        earlier = {since: length for since, length in self.lengths.items() if since < season}
        return replace(self, lengths={**earlier, season: seconds})

    def length(self, season: Season) -> timedelta:
        """The length of the season, never less than nothing."""
        since = max((known for known in self.lengths if known <= season), default=FIRST)
        seconds = self.lengths[since] + self.added.get(season, 0)
        return timedelta(seconds=max(seconds, 0))

    def deadline(self, season: Season) -> datetime:
        """The moment of "Time" for a season, with the pauses known so far."""
        total = timedelta()
        for index in range(season.index + 1):
            total += self.length(Season.number(index))
        return self._moment(total)

    def read(self, now: datetime) -> ClockReading:
        """The clock as it shows at a moment."""
        if now < self.start:
            state = Running.WAITING
        elif any(p.begin <= now and (p.end is None or now < p.end) for p in self.pauses):
            state = Running.PAUSED
        else:
            state = Running.RUNNING
        gone = self._gone(now)
        season, until = FIRST, self.length(FIRST)
        while until <= gone and season < LAST:
            season = season.next
            until += self.length(season)
        left = max(until - gone, timedelta())
        return ClockReading(season, left, max(now, self.start) + left, state)

    def expired(self, now: datetime) -> Season | None:
        """The season whose deadline passed last; None in the first spring."""
        index = self.read(now).season.index
        return Season.number(index - 1) if index > 0 else None

    def calls(
        self, after: datetime, until: datetime, warnings: tuple[int, ...]
    ) -> Iterator[tuple[datetime, Season, int]]:
        """Announcements after one moment and up to another: when, for which season,
        and how many seconds before the deadline; 0 is "Time".

        A season shorter than a warning goes without it.
        """
        season = self.read(after).season
        if season.index > 0:  # the deadline that falls on ``after`` itself belongs to before
            season = Season.number(season.index - 1)
        while True:
            end = self.deadline(season)
            length = self.length(season)
            for seconds in (*sorted(warnings, reverse=True), 0):
                before = timedelta(seconds=seconds)
                moment = self._moment(self._total(season) - before)
                due = after < moment <= until and not self._stands_still(moment)
                if due and (before < length or seconds == 0):
                    yield moment, season, seconds
            if end > until or season >= LAST:
                return
            season = season.next

    def _total(self, season: Season) -> timedelta:
        """The running time until the season's end."""
        lengths = (self.length(Season.number(i)) for i in range(season.index + 1))
        return sum(lengths, timedelta())

    def _gone(self, now: datetime) -> timedelta:
        """The time that the clock has run, the pauses left out."""
        gone = max(now - self.start, timedelta())
        for pause in self.pauses:
            begin, end = max(pause.begin, self.start), min(pause.end or now, now)
            gone -= max(end - begin, timedelta())
        return gone

    def _moment(self, gone: timedelta) -> datetime:
        """The moment at which the clock will have run so long. An open pause is taken to end at
        once."""
        moment = self.start + gone
        for pause in self.pauses:
            begin = max(pause.begin, self.start)
            if pause.end is not None and begin < moment:
                moment += max(pause.end - begin, timedelta())
        return moment

    def _stands_still(self, moment: datetime) -> bool:
        """True if a pause that has not ended began before the moment."""
        return self.paused and self.pauses[-1].begin < moment


# The orders box: what late orders cost, and who reads the orders out (NZ1999, rules 9, 12)


class Ruling(Enum):
    """The consequence for a power whose orders were not in the box at "Time"."""

    WARNING = "warning"
    """A verbal warning; the orders count, unless reading has begun."""
    DISORDER = "civil disorder"
    """The power is in civil disorder for this season, whatever turns up."""

    @property
    def said(self) -> Said:
        """The ruling in words, which are others than those of a power whose units are removed."""
        return Said(self.value, f"ruling: {self.value}", {})


@dataclass(frozen=True, slots=True)
class Lateness:
    """One time that a player's orders were late. ``missing``: there were none to be read."""

    player: int
    board: str
    season: Season
    power: str
    ruling: Ruling
    missing: bool


def ruling(earlier: int, missing: bool, warnings: int) -> Ruling:
    """The penalty for a lateness.

    Parameters:
        earlier: how often the player's orders were late before, in the whole tournament.
        missing: whether reading began without any orders of the power.
        warnings: how often a player is only warned (NZ1999: once).
    """
    if missing or earlier >= warnings:
        return Ruling.DISORDER
    return Ruling.WARNING


def next_reader(
    border: tuple[str, ...],
    first: str,
    season: Season,
    last: str | None,
    absent: Collection[str],
    pointer: bool,
) -> str | None:
    """The power that reads the orders of a season; None if nobody is there.

    Parameters:
        border: the powers clockwise, in the order printed round the board.
        first: who reads in spring 1901.
        season: the season to be read.
        last: the power that read last at this table, None before the first reading.
        absent: powers that are eliminated or not at the board.
        pointer: the duty moves one place a season whether or not somebody stood in; else it
            moves on from the power that actually read, so that nobody reads twice running.
    """
    if pointer or last is None:
        start = border.index(first) + (season.index if pointer else 0)
    else:
        start = border.index(last) + 1
    around = (border[(start + step) % len(border)] for step in range(len(border)))
    return next((power for power in around if power not in absent), None)
