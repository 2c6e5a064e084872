"""The clock of a round: which season is being negotiated, how long still, what to announce.

A year has a spring and a fall period back to back; retreats and adjustments eat into the
next period and have no clock of their own (NZ1999, rule 6). Nothing here looks at the time:
every question is asked with the moment it is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from enum import Enum

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.rules.season import FIRST, LAST, Season


class Running(Enum):
    """What a clock is doing at a moment."""

    WAITING = "waiting"
    """The start still lies ahead."""
    RUNNING = "running"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Reading:
    """A look at the clock. ``left`` is what remains of the season, ``ends`` the moment of its
    "Time" if nothing comes between."""

    season: Season
    left: timedelta
    ends: datetime
    running: Running


@dataclass(frozen=True, slots=True)
class Pause:
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
    pauses: tuple[Pause, ...] = ()
    added: Mapping[Season, int] = field(default_factory=lambda: {})

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1].end is None

    def pause(self, at: datetime) -> Clock:
        """The clock stands still from a moment on."""
        return replace(self, pauses=(*self.pauses, Pause(at)))

    def resume(self, at: datetime) -> Clock:
        """It goes on."""
        *before, last = self.pauses
        return replace(self, pauses=(*before, Pause(last.begin, at)))

    def add(self, season: Season, seconds: int) -> Clock:
        """One season has more time, or with a negative number less."""
        total = self.added.get(season, 0) + seconds
        return replace(self, added={**self.added, season: total})

    def set_length(self, season: Season, seconds: int) -> Clock:
        """Every season from this one on has so much time."""
        earlier = {since: length for since, length in self.lengths.items() if since < season}
        return replace(self, lengths={**earlier, season: seconds})

    def length(self, season: Season) -> timedelta:
        """How long the season is, never less than nothing."""
        since = max((known for known in self.lengths if known <= season), default=FIRST)
        seconds = self.lengths[since] + self.added.get(season, 0)
        return timedelta(seconds=max(seconds, 0))

    def deadline(self, season: Season) -> datetime:
        """The moment of "Time" for a season, with the pauses known so far."""
        total = timedelta()
        for index in range(season.index + 1):
            total += self.length(Season.number(index))
        return self._moment(total)

    def read(self, now: datetime) -> Reading:
        """What the clock shows."""
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
        return Reading(season, left, max(now, self.start) + left, state)

    def expired(self, now: datetime) -> Season | None:
        """The season whose deadline passed last; None in the first spring."""
        index = self.read(now).season.index
        return Season.number(index - 1) if index > 0 else None

    def calls(
        self, after: datetime, until: datetime, warnings: tuple[int, ...]
    ) -> Iterator[tuple[datetime, Season, int]]:
        """What is to be announced after one moment and up to another: when, for which season,
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
        """How long the clock runs until the season's end."""
        lengths = (self.length(Season.number(i)) for i in range(season.index + 1))
        return sum(lengths, timedelta())

    def _gone(self, now: datetime) -> timedelta:
        """How long the clock has run, the pauses left out."""
        gone = max(now - self.start, timedelta())
        for pause in self.pauses:
            begin, end = max(pause.begin, self.start), min(pause.end or now, now)
            gone -= max(end - begin, timedelta())
        return gone

    def _moment(self, gone: timedelta) -> datetime:
        """When the clock will have run so long. An open pause is taken to end at once."""
        moment = self.start + gone
        for pause in self.pauses:
            begin = max(pause.begin, self.start)
            if pause.end is not None and begin < moment:
                moment += max(pause.end - begin, timedelta())
        return moment

    def _stands_still(self, moment: datetime) -> bool:
        """Whether a pause that has not ended began before the moment."""
        return self.paused and self.pauses[-1].begin < moment
