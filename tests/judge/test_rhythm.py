"""Times of a game as people write them, over days off and the change to summer time."""

from datetime import UTC, date, datetime, timedelta

import pytest

from dragoman.diagnostics import Diagnostic
from dragoman.judge.time.rhythm import (
    Length,
    Weekly,
    read_for_kind,
    read_length,
    read_rhythm,
    written_by_kind,
)
from dragoman.judge.time.timetable import Timetable
from dragoman.rules import PhaseKind


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("36 h", 36 * 3600),
        ("36h", 36 * 3600),
        ("1 day 12 hours", 36 * 3600),
        ("2 Tage", 2 * 86400),
        ("1 week", 7 * 86400),
        ("90 s", 90),
        ("5min", 300),
        ("1.5 h", 5400),
        ("1 Tag und 2 Stunden", 93600),
    ],
)
def test_lengths(text: str, seconds: int) -> None:
    assert read_length(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-length"),
        ("soon", "no-length"),
        ("3 moons", "unknown-unit-of-time"),
        ("1 s", "length-out-of-range"),
        ("100 d", "length-out-of-range"),
        ("-2 h", "no-length"),
        ("2 h or so", "no-length"),
        ("99999999999 h", "no-length"),
        ("Tue 25:00", "no-time-of-day"),
        ("Tue 20:00 Europe/Bonn", "unknown-zone"),
        ("Someday 20:00", "unknown-day"),
    ],
)
def test_what_is_no_time_is_told(text: str, code: str) -> None:
    found = read_rhythm(text)
    assert isinstance(found, Diagnostic) and found.code == code


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Tue and Fri 20:00 Europe/Berlin", "Tue, Fri 20:00 Europe/Berlin"),
        ("Di und Fr um 20.00 Uhr", "Tue, Fri 20:00 UTC"),
        ("daily 08:30", "daily 08:30 UTC"),
        ("weekdays at 18:00 America/New_York", "Mon, Tue, Wed, Thu, Fri 18:00 America/New_York"),
        ("Fri-Mon 9:00", "Mon, Fri, Sat, Sun 09:00 UTC"),
        ("20:00", "daily 20:00 UTC"),
    ],
)
def test_weekly_times(text: str, written: str) -> None:
    found = read_rhythm(text)
    assert isinstance(found, Weekly)
    assert str(found) == written
    assert read_rhythm(written) == found


def test_a_local_time_stays_what_it_is_over_the_change_to_summer_time() -> None:
    rhythm = read_rhythm("daily 20:00 Europe/Berlin")
    assert not isinstance(rhythm, Diagnostic)
    saturday = rhythm.after(utc(2026, 3, 28, 12))
    assert saturday == utc(2026, 3, 28, 19)
    assert rhythm.after(saturday) == utc(2026, 3, 29, 18)


def test_a_time_that_the_change_skips_comes_an_hour_later() -> None:
    rhythm = read_rhythm("Sun 02:30 Europe/Berlin")
    assert not isinstance(rhythm, Diagnostic)
    assert rhythm.after(utc(2026, 3, 28, 12)) == utc(2026, 3, 29, 1, 30)


def test_days_off() -> None:
    table = Timetable(Length(timedelta(days=1)), days_off=(5, 6), zone="Europe/Berlin")
    friday = utc(2026, 1, 9, 19)
    assert table.deadline(PhaseKind.MOVEMENT, friday) == utc(2026, 1, 12, 19)
    table = Timetable(dates_off=(date(2026, 12, 25), date(2026, 12, 26)))
    assert table.deadline(PhaseKind.RETREAT, utc(2026, 12, 24, 8)) == utc(2026, 12, 27, 8)


def test_not_before() -> None:
    weekly = Weekly((1, 4), datetime(2026, 1, 1, 20).time(), "UTC")
    table = Timetable(weekly, not_before=timedelta(hours=48))
    assert table.deadline(PhaseKind.MOVEMENT, utc(2026, 1, 6, 19)) == utc(2026, 1, 9, 20)
    table = Timetable(Length(timedelta(hours=1)), not_before=timedelta(hours=3))
    assert table.deadline(PhaseKind.MOVEMENT, utc(2026, 1, 6)) == utc(2026, 1, 6, 3)


@pytest.mark.parametrize("kind", PhaseKind)
def test_what_is_said_for_a_kind_of_phase_is_what_is_read_for_it(kind: PhaseKind) -> None:
    for before in ("", "1 h", "1 h; movement 3 h", "1 h; retreat -; Movement: 3 h"):
        text = written_by_kind(before, kind.name.lower(), "50 h")
        assert read_for_kind(text, kind) == "50 h", text
