"""Calendars for calendar programs (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from dragoman.quick_dataclass import dataclass

_LONGEST_LINE: Final = 75
"""Bytes of a line; what is longer goes on in the next, after a space."""


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """Something at a moment. ``key`` is what programs know it by when they read the calendar
    again; ``until`` is when it ends, where that is known, ``place`` where it is."""

    key: str
    title: str
    at: datetime
    address: str = ""
    until: datetime | None = None
    place: str = ""


def calendar_file(title: str, events: Iterable[CalendarEvent], now: datetime) -> bytes:
    """A calendar as a file."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dragoman//Calendar//EN",
        f"X-WR-CALNAME:{_escaped(title)}",
    ]
    for one in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_escaped(one.key)}",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART:{_moment(one.at)}",
            *([f"DTEND:{_moment(one.until)}"] if one.until else ()),
            f"SUMMARY:{_escaped(one.title)}",
            *([f"LOCATION:{_escaped(one.place)}"] if one.place else ()),
            *([f"URL:{one.address}"] if one.address else ()),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(part + b"\r\n" for line in lines for part in _folded(line))


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> Iterator[bytes]:
    """A line in parts that are short enough; no letter is torn apart."""
    part = b""
    for letter in line:
        encoded = letter.encode()
        if len(part) + len(encoded) > _LONGEST_LINE:
            yield part
            part = b" "
        part += encoded
    yield part
