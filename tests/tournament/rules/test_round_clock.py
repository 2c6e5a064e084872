"""The clock: the worked example, warnings, pauses, changed times."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from dragoman.tournament.rules.round_clock import LAST, Clock, Running, Season

START = datetime(1999, 8, 28, 9, 0)
NZ = Clock(START, {Season.parse("S1901"): 1200, Season.parse("S1903"): 900})
WARNINGS = (120, 60, 30, 10)


def at(text: str) -> datetime:
    hours, minutes, *seconds = map(int, text.split(":"))
    return START.replace(hour=hours, minute=minutes, second=seconds[0] if seconds else 0)


@pytest.mark.parametrize(
    ("season", "deadline"),
    {
        "S1901": "9:20",
        "F1901": "9:40",
        "S1902": "10:00",
        "F1902": "10:20",
        "S1903": "10:35",
        "F1908": "13:20",
    }.items(),
)
def test_the_worked_example(season: str, deadline: str) -> None:
    """Twenty minutes in the first two years, fifteen from spring 1903 (rule 6)."""
    assert NZ.deadline(Season.parse(season)) == at(deadline)


def test_periods_follow_back_to_back() -> None:
    read = NZ.read(at("9:20"))
    assert (read.season, read.left) == (Season.parse("F1901"), timedelta(minutes=20))
    assert NZ.read(at("9:19:59")).left == timedelta(seconds=1)
    assert NZ.expired(at("9:19:59")) is None
    assert NZ.expired(at("9:20")) == Season.parse("S1901")


def test_before_the_start_the_clock_waits() -> None:
    read = NZ.read(at("8:50"))
    assert read.running is Running.WAITING
    assert (read.season, read.left, read.ends) == (
        Season.parse("S1901"),
        timedelta(minutes=20),
        at("9:20"),
    )


def test_a_pause_moves_every_later_deadline() -> None:
    paused = NZ.pause(at("9:10"))
    assert paused.read(at("9:30")).running is Running.PAUSED
    assert paused.read(at("9:30")).left == timedelta(minutes=10)
    resumed = paused.resume(at("9:35"))
    assert resumed.deadline(Season.parse("S1901")) == at("9:45")
    assert resumed.read(at("9:40")).left == timedelta(minutes=5)


def test_times_can_be_changed_for_one_season_or_from_one_on() -> None:
    longer = NZ.add(Season.parse("F1901"), 300)
    assert longer.deadline(Season.parse("F1901")) == at("9:45")
    assert longer.deadline(Season.parse("S1902")) == at("10:05")
    shorter = NZ.set_length(Season.parse("S1909"), 600)
    assert shorter.deadline(Season.parse("F1908")) == at("13:20")
    assert shorter.deadline(Season.parse("F1909")) == at("13:40")


def test_the_warnings_and_time() -> None:
    calls = [(f"{m:%H:%M:%S}", s) for m, _, s in NZ.calls(at("9:00"), at("9:20"), WARNINGS)]
    assert calls == [
        ("09:18:00", 120),
        ("09:19:00", 60),
        ("09:19:30", 30),
        ("09:19:50", 10),
        ("09:20:00", 0),
    ]


def test_a_season_shorter_than_a_warning_goes_without_it() -> None:
    short = Clock(START, {Season.parse("S1901"): 60})
    assert [s for _, _, s in short.calls(START, at("9:01"), WARNINGS)] == [30, 10, 0]


def test_nothing_is_called_while_the_clock_stands() -> None:
    paused = NZ.pause(at("9:18:30"))
    assert [s for _, _, s in paused.calls(at("9:00"), at("9:30"), WARNINGS)] == [120]
    resumed = paused.resume(at("9:28:30"))
    assert [m for m, _, s in resumed.calls(at("9:28:30"), at("9:31"), WARNINGS) if s == 0] == [
        at("9:30")
    ]


def test_a_clock_that_nobody_stops_comes_to_a_stand() -> None:
    read = NZ.read(START + timedelta(days=9999))
    assert (read.season, read.left) == (LAST, timedelta())


@given(
    st.lists(st.integers(0, 300), min_size=1, max_size=40),
    st.lists(st.tuples(st.integers(0, 240), st.integers(1, 60)), max_size=3),
)
def test_every_call_comes_once_however_often_one_looks(
    steps: list[int], pauses: list[tuple[int, int]]
) -> None:
    """Looking every few seconds or once in the end: the same calls, in the same order."""
    clock, last = NZ, START
    for begin, length in pauses:
        if START + timedelta(minutes=begin) >= last:
            clock = clock.pause(START + timedelta(minutes=begin))
            last = START + timedelta(minutes=begin + length)
            clock = clock.resume(last)
    end = START + timedelta(seconds=sum(steps))
    at_once = list(clock.calls(START, end, WARNINGS))
    piecemeal: list[tuple[datetime, Season, int]] = []
    here = START
    for step in steps:
        there = here + timedelta(seconds=step)
        piecemeal += clock.calls(here, there, WARNINGS)
        here = there
    assert sorted(piecemeal) == sorted(at_once)


@given(st.integers(0, 100_000), st.integers(0, 600), st.integers(1, 600))
def test_the_deadline_is_where_the_clock_says_it_is(now: int, begin: int, length: int) -> None:
    clock = NZ.pause(START + timedelta(seconds=begin))
    clock = clock.resume(START + timedelta(seconds=begin + length))
    moment = START + timedelta(seconds=now)
    read = clock.read(moment)
    if now >= begin + length and read.season != LAST:  # what was not to come any more
        assert clock.deadline(read.season) == read.ends
        assert clock.read(read.ends).season == read.season.next
