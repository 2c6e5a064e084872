"""The rounds of a tournament for calendar programs (.ics)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256

from dragoman.formats.calendar_files import CalendarEvent, calendar_file
from dragoman.refusal import ActionRefused
from dragoman.tournament.log.state import Tournament


def rounds_calendar(t: Tournament, now: datetime | None = None) -> str:
    """A calendar of all rounds whose beginning is known: as they began, else by the schedule of the
    preset, else as they open by themselves on a judge. When the director means to end one is in
    no calendar.

    Raises:
        ActionRefused: if no beginning is known.
    """
    events = tuple(_events(t))
    if not events:
        what = "nothing says when rounds begin"
        remedy = 'write rounds = ["2026-09-05 10:00", ...] under [schedule] in the preset'
        raise ActionRefused("no-schedule", what, remedy)
    return calendar_file(t.name, events, now or datetime.now(UTC)).decode()


def _events(t: Tournament) -> Iterator[CalendarEvent]:
    schedule, opens = t.settings.schedule, t.settings.online.opens
    known = sha256(f"{t.name}\n{t.place}".encode()).hexdigest()[:16]
    for number in range(1, t.settings.rounds + 1):
        key, title = f"{known}-{number}@dragoman", f"{t.name}, {number}"
        clock = t.rounds[number].clock if number in t.rounds else None
        at = clock.start if clock is not None else None
        if at is None and number <= len(schedule.begins):
            at = schedule.begins[number - 1]
        if at is not None:
            at = at if at.tzinfo else at.replace(tzinfo=schedule.zone)
            yield CalendarEvent(key, title, at, until=at + schedule.length, place=t.place)
        elif number <= len(opens):
            yield CalendarEvent(key, title, opens[number - 1])
