"""The length of phases, as people say it: ``36 h``, ``2 days``, ``Tue and Fri 20:00
Europe/Berlin``.

A rhythm is either a length, or a time of the day on some days of the week in a time zone.
All moments are aware ones, in UTC; a local time that the change to summer time skips is read as
the moment an hour later, one that occurs twice as the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from enum import Enum
from functools import cache
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind

SHORTEST: Final = timedelta(seconds=10)
LONGEST: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Length:
    """So long after the phase began."""

    lasts: timedelta

    def after(self, moment: datetime) -> datetime:
        """When a phase that begins at a moment is due."""
        return moment + self.lasts

    def __str__(self) -> str:
        return written_length(self.lasts)


@dataclass(frozen=True, slots=True)
class Weekly:
    """At a time of the day, on these days of the week (Monday is 0), in a time zone."""

    days: tuple[int, ...]
    at: time
    zone: str

    def after(self, moment: datetime) -> datetime:
        """The first such time after a moment."""
        zone = ZoneInfo(self.zone)
        day = moment.astimezone(zone).date()
        while True:
            if day.weekday() in self.days:
                due = datetime.combine(day, self.at, zone).astimezone(UTC)
                if due > moment:
                    return due
            day += timedelta(days=1)

    def __str__(self) -> str:
        days = "daily" if len(self.days) == 7 else ", ".join(DAYS[day] for day in self.days)
        return f"{days} {self.at:%H:%M} {self.zone}"


Rhythm: TypeAlias = Length | Weekly

DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

_DAY_NAMES: Final = {
    **{name.lower(): day for day, name in enumerate(DAYS)},
    "tues": 1, "thur": 3, "thurs": 3, "mo": 0, "di": 1, "mi": 2, "do": 3, "fr": 4, "sa": 5, "so": 6,
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5,
    "sunday": 6, "montag": 0, "dienstag": 1, "mittwoch": 2, "donnerstag": 3, "freitag": 4,
    "samstag": 5, "sonnabend": 5, "sonntag": 6,
}  # fmt: skip
_SEVERAL: Final = {
    "daily": range(7), "täglich": range(7), "weekdays": range(5), "werktags": range(5),
    "weekends": (5, 6),
}  # fmt: skip
_UNITS: Final = {
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "sekunde": 1, "sekunden": 1,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "minuten": 60,
    "h": 3600, "hour": 3600, "hours": 3600, "stunde": 3600, "stunden": 3600, "std": 3600,
    "d": 86400, "day": 86400, "days": 86400, "tag": 86400, "tage": 86400, "tagen": 86400,
    "w": 604800, "week": 604800, "weeks": 604800, "woche": 604800, "wochen": 604800,
}  # fmt: skip
_OF_A_KIND = re.compile(r"\s*(movement|retreat|adjustment)s?\b[\s:]*(?:-\s*)?(.*)", re.I | re.S)
_PART = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*([^\W\d_]+)")
_TIME = re.compile(r"\b(\d{1,2})[:.](\d\d)\b")
_HOW = "write a length (36 h) or days and a time (Tue and Fri 20:00 Europe/Berlin)"


def read_rhythm(text: str, zone: str = "UTC") -> Rhythm | Diagnostic:
    """The rhythm that a text says, or what is wrong with it. ``zone`` is meant where none is
    named."""
    if _TIME.search(text):
        return _weekly(text, zone)
    length = read_length(text)
    return length if isinstance(length, Diagnostic) else Length(length)


def read_length(text: str, shortest: timedelta = SHORTEST) -> timedelta | Diagnostic:
    """The length that a text says, as ``1 day 12 h``, or what is wrong with it."""
    left = re.sub(r"\b(and|und)\b|[,+]", " ", text.lower())
    lasts = timedelta()
    for amount, unit in _PART.findall(left):
        if unit not in _UNITS:
            what = f"{unit!r} is not a unit of time"
            return Diagnostic("unknown-unit-of-time", what, "write s, min, h, d or weeks")
        lasts += timedelta(seconds=float(amount) * _UNITS[unit])
    if _PART.sub("", left).strip() or not _PART.search(left):
        return Diagnostic("no-length", f"{text!r} is not a length of time", _HOW)
    if not shortest <= lasts <= LONGEST:
        what = f"{text.strip()} is not between {written_length(shortest)} and 90 d"
        return Diagnostic("length-out-of-range", what, "choose another length")
    return lasts


def read_for_kind(text: str, kind: PhaseKind) -> str | Diagnostic:
    """The part of a text for a kind of phase: of ``12 h; retreat 1 h`` what stands behind its name,
    or the beginning, which holds for all that are not named."""
    usual, *others = text.split(";")
    found: dict[str, str] = {}
    for one in others:
        met = _OF_A_KIND.fullmatch(one)
        if met is None:
            what = f"{one.strip()!r} begins with no kind of phase"
            return Diagnostic("no-kind-of-phase", what, "write it as in 12 h; retreat 1 h")
        found[met[1].lower()] = met[2]
    return found.get(kind.name.lower(), usual).strip()


def written_by_kind(text: str, kind: str, said: str) -> str:
    """The text that ``read_for_kind`` reads, with something else for a kind of phase; for all, if
    none is named. What is said of movement holds for all others of which nothing is said."""
    if not kind:
        return said
    usual, *others = (part.strip() for part in text.split(";"))
    kept = [one for one in others if not one.lower().startswith(kind)]
    if kind == "movement":
        return "; ".join((said, *kept))
    return "; ".join((usual, *kept, f"{kind} {said or '-'}"))


def read_days(text: str) -> tuple[int, ...] | Diagnostic:
    """The days of the week that a text names, Monday being 0, or what is wrong with it."""
    days: set[int] = set()
    for word in re.split(r"[\s,+&/]+", re.sub(r"\b(and|und)\b", " ", text.lower()).strip()):
        name = word.rstrip(".")
        first, dash, last = name.partition("-")
        if name in _SEVERAL:
            days.update(_SEVERAL[name])
        elif dash and first in _DAY_NAMES and last in _DAY_NAMES:
            days.update(_from_to(_DAY_NAMES[first], _DAY_NAMES[last]))
        elif name in _DAY_NAMES:
            days.add(_DAY_NAMES[name])
        elif name:
            what = f"{word!r} is not a day of the week"
            return Diagnostic("unknown-day", what, "write Mon, Tue, Wed, Thu, Fri, Sat, Sun")
    return tuple(sorted(days))


def written_length(lasts: timedelta) -> str:
    """A length as people write it: ``1 d 12 h``."""
    seconds = round(lasts.total_seconds())
    parts: list[str] = []
    for name, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {name}")
    return " ".join(parts) or "0 s"


def _weekly(text: str, zone: str) -> Weekly | Diagnostic:
    found = _TIME.search(text)
    assert found is not None
    hour, minute = int(found[1]), int(found[2])
    if hour > 23 or minute > 59:
        return Diagnostic("no-time-of-day", f"there is no {found[0]} o'clock", _HOW)
    before, named = text[: found.start()], text[found.end() :].strip()
    named = re.sub(r"^(uhr|h)\b", "", named, flags=re.IGNORECASE).strip()
    if named and named not in time_zones():
        near = [name for name in sorted(time_zones()) if named.lower() in name.lower()]
        what = f"{named!r} is not a time zone"
        remedy = "write it as in Europe/Berlin"
        return Diagnostic("unknown-zone", what, remedy, candidates=tuple(near[:5]))
    before = re.sub(r"\b(at|um)\b", " ", before)
    days = read_days(before) if before.strip(" ,") else tuple(range(7))
    if isinstance(days, Diagnostic):
        return days
    return Weekly(days, time(hour, minute), named or zone)


def _from_to(first: int, last: int) -> Iterator[int]:
    day = first
    yield day
    while day != last:
        day = (day + 1) % 7
        yield day


# Pace, by which lists of games are searched

LIVE: Final = timedelta(hours=1)
DAILY: Final = timedelta(days=1)


class Pace(Enum):
    """The time that a movement lasts."""

    LIVE = "live"
    """Up to an hour."""
    DAILY = "daily"
    """Up to a day."""
    SLOW = "slow"
    """Longer, or up to some days of the week."""


def pace_of(movement: str) -> Pace:
    """The pace of a game by how long its movements last, in the words of its settings."""
    match read_rhythm(movement):
        case Length(lasts):
            return Pace.LIVE if lasts <= LIVE else Pace.DAILY if lasts <= DAILY else Pace.SLOW
        case Weekly(days) if len(days) == 7:
            return Pace.DAILY
        case _:
            return Pace.SLOW


# Time zones


@cache
def time_zones() -> frozenset[str]:
    """Their names. To look them up reads the first bytes of 600 files, so it is done once; a zone
    that the system learns later is known to the next process."""
    return frozenset(available_timezones())
