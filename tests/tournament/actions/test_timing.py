"""The director's hand on the clock."""

from datetime import timedelta

from directing import START, Hall

from dragoman.tournament.actions import at_tables, seating, timing
from dragoman.tournament.commands.rounds import (
    AddTime,
    EndRound,
    PauseClock,
    PublishRound,
    ResumeClock,
    SetSeasonLength,
    StartRound,
)
from dragoman.tournament.hall.announcer import calls
from dragoman.tournament.rules.round_clock import Running, Season


def minutes(number: float):
    return START + timedelta(minutes=number)


def test_a_paused_hall_stands_still(playing: Hall) -> None:
    playing.do(timing.pause, PauseClock(1), minutes(5))
    assert playing.refused(timing.pause, PauseClock(1), minutes(6)) == "paused-already"
    assert playing.refused(timing.resume, ResumeClock(1), minutes(4)) == "out-of-order"
    playing.do(timing.resume, ResumeClock(1), minutes(15))
    assert playing.refused(timing.resume, ResumeClock(1), minutes(16)) == "not-paused"
    clock = playing.t.rounds[1].clock
    assert clock is not None
    assert clock.deadline(Season.parse("S1901")) == minutes(30)


def test_a_board_can_have_a_clock_of_its_own(hall: Hall) -> None:
    hall.boards(2)
    hall.do(timing.pause, PauseClock(1, board="A"), minutes(5))
    own, other = (hall.t.clock_of(hall.table(key)) for key in ("1A", "1B"))
    assert own is not None
    assert other is not None
    assert own.read(minutes(10)).running is Running.PAUSED
    assert other.read(minutes(10)).running is Running.RUNNING
    hall.do(timing.resume, ResumeClock(1, board="A"), minutes(10))
    hall.do(timing.pause, PauseClock(1), minutes(12))
    own = hall.t.clock_of(hall.table("1A"))
    assert own is not None
    assert own.read(minutes(13)).left == timedelta(minutes=13)


def test_times_can_be_changed_but_not_behind_the_clock(playing: Hall) -> None:
    now = minutes(25)
    playing.do(timing.add_time, AddTime("120s", 1), now)
    playing.do(timing.set_length, SetSeasonLength("600s", 1, season="S1909"), now)
    assert (
        playing.refused(timing.set_length, SetSeasonLength("600s", 1, season="F1901"), now)
        == "too-late"
    )
    assert playing.refused(timing.add_time, AddTime("120s", 1, season="S1901"), now) == "too-late"
    assert playing.refused(timing.add_time, AddTime("1080s", 1, less=True), now) == "over-at-once"
    assert playing.refused(timing.add_time, AddTime("0s", 1), now) == "nothing-to-change"
    assert (
        playing.refused(timing.set_length, SetSeasonLength("5s", 1, season="S1909"), now)
        == "too-short"
    )
    clock = playing.t.rounds[1].clock
    assert clock is not None
    assert clock.deadline(Season.parse("F1901")) == minutes(42)


def test_shorter_times_before_1908_are_unusual(playing: Hall) -> None:
    for season, unusual in (("S1905", True), ("S1909", False)):
        [event] = timing.set_length(
            playing.t, SetSeasonLength("600s", 1, season=season), minutes(5)
        )
        assert timing.is_early_shortening(playing.t, 1, event) is unusual


def test_a_delayed_start_waits(hall: Hall) -> None:
    hall.boards(start=None)
    hall.do(seating.publish, PublishRound(1))
    hall.do(timing.start, StartRound(1), minutes(45))
    assert hall.refused(timing.pause, PauseClock(1), minutes(10)) == "not-running"
    clock = hall.t.rounds[1].clock
    assert clock is not None
    assert clock.deadline(Season.parse("S1901")) == minutes(65)


def test_what_is_called_in_the_hall(hall: Hall) -> None:
    hall.boards(2)
    hall.do(timing.add_time, AddTime("60s", 1, board="B"), START)
    said = [(call.board, call.text) for call in calls(hall.t, minutes(17.5), minutes(21))]
    assert said == [
        ("", "2 minutes left, Spring 1901."),
        ("", "1 minute left, Spring 1901."),
        ("B", "Board B: 2 minutes left, Spring 1901."),
        ("", "30 seconds left."),
        ("", "10 seconds left."),
        ("", "Time! Spring 1901 is over."),
        ("B", "Board B: 1 minute left, Spring 1901."),
        ("B", "Board B: 30 seconds left."),
        ("B", "Board B: 10 seconds left."),
        ("B", "Board B: Time! Spring 1901 is over."),
    ]


def test_nothing_is_called_once_the_round_is_over(playing: Hall) -> None:
    playing.do(at_tables.end_round, EndRound(1, season="S1901"), minutes(20))
    assert calls(playing.t, minutes(21), minutes(90)) == []


def test_no_season_comes_after_the_last_of_the_century(playing: Hall) -> None:
    later = START + timedelta(days=30)
    assert playing.refused(timing.set_length, SetSeasonLength("10"), later) == "bad-season"
