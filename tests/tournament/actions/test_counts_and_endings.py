"""Counts, and how games end."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from directing import AFTER, POWERS, START, Hall

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import at_tables, center_counts, conduct, timing
from dragoman.tournament.commands.conduct import Penalise
from dragoman.tournament.commands.rounds import AddTime, EndRound, PauseClock
from dragoman.tournament.commands.tables import (
    AbandonGame,
    BeginReading,
    CallTimeDraw,
    ConcedeGame,
    EnterCount,
    NoteLate,
    PutInOrders,
    VoteOnDraw,
)
from dragoman.tournament.publishing import csv_files
from dragoman.tournament.rules.played_variant import standard
from dragoman.tournament.rules.preset import preset_text
from dragoman.tournament.rules.round_clock import Season


def counted(hall: Hall, counts: str, **kwargs: Any) -> None:
    options = {"sure": True} | kwargs
    hall.do(center_counts.count, EnterCount("1A", (counts,), **options), AFTER)


def refused(hall: Hall, counts: str, **kwargs: Any) -> str:
    return hall.refused(center_counts.count, EnterCount("1A", (counts,), **kwargs), AFTER)


def test_a_count_that_no_play_comes_to_is_asked_about(playing: Hall) -> None:
    """Seven from three: three units take three centres. The year after is looked at too."""
    assert refused(playing, "7 5 5 5 4 4 4") == "unreachable"
    assert refused(playing, "6 5 5 5 4 9 0") == "unreachable"
    counted(playing, "6 6 6 5 4 5 2", sure=False)
    assert refused(playing, "5 6 6 5 4 3 5") == "unreachable"
    counted(playing, "6 6 6 5 4 3 4", sure=False)
    assert refused(playing, "6 6 6 6 4 5 1", year=1901, correct=True) == "unreachable"
    counted(playing, "6 6 6 6 4 5 1", year=1901, correct=True)
    text = "board,year,A,E,F,G,I,R,T\n1A,1903,6,6,6,3,10,3,0\n"
    rows, sure = (csv_files.read_counts(text, standard(), one) for one in (False, True))
    assert playing.refused(center_counts.count_all, rows, AFTER) == "unreachable"
    playing.do(center_counts.count_all, sure, AFTER)


def test_a_solo_that_was_overlooked_ends_the_game_there(playing: Hall) -> None:
    """Corrected, the count of 1901 is a win, and that of 1902 does not belong to the game."""
    counted(playing, "6 6 6 6 5 5 0")
    counted(playing, "7 6 6 6 5 4 0")
    counted(playing, "18 6 4 3 3 0 0", year=1901, correct=True)
    table = playing.table()
    assert (table.ending, table.final_year, list(table.final_counts)) == (
        "solo",
        1901,
        [1900, 1901],
    )


def test_what_the_clock_has_not_reached(playing: Hall) -> None:
    """Fall 1901 runs: spring was, fall is, 1902 is still to come."""
    now = START + timedelta(minutes=25)
    for action, command in (
        (at_tables.put_in, PutInOrders("A", ("A",), season="S1902")),
        (at_tables.put_in_late, NoteLate("A", ("A",), season="F1901")),
        (at_tables.begin_reading, BeginReading("A", season="F1901")),
        (at_tables.vote, VoteOnDraw("A", agreed=True, season="S1902")),
        (at_tables.time_draw, CallTimeDraw("A", season="F1901")),
    ):
        assert playing.refused(action, command, now) in ("not-reached", "not-expired")
    assert playing.refused(at_tables.end_round, EndRound(1, season="F1901"), now) == "not-expired"
    suspend = Penalise("1", "season-suspension", because="talk", season="F1902")
    assert playing.refused(conduct.penalise, suspend, now) == "not-reached"
    playing.do(conduct.penalise, replace(suspend, season="S1902"), now)


def test_no_vote_of_a_season_before_the_last_count(playing: Hall) -> None:
    counted(playing, "5 5 5 5 5 5 4")
    counted(playing, "6 5 5 5 5 4 4")
    assert (
        playing.refused(at_tables.vote, VoteOnDraw("A", agreed=True, season="F1902"), AFTER)
        == "bad-season"
    )
    playing.do(at_tables.vote, VoteOnDraw("A", agreed=True, season="S1903"), AFTER)


def test_no_season_loses_all_its_time(playing: Hall) -> None:
    for change in (-20 * 60, -60 * 60, -20 * 60 + 29):
        assert (
            playing.refused(timing.add_time, AddTime(f"{change}s", 1, season="F1901"), START)
            == "too-short"
        )
    playing.do(timing.add_time, AddTime(f"{-19 * 60}s", 1, season="F1901"), START)


@pytest.mark.parametrize("points", ["-3.5", "1e400", "0", "nan", "inf", "0.0001", "1000001", "x"])
def test_points_off_are_a_number_of_points(playing: Hall, points: str) -> None:
    for kind in ("points", "bonus"):
        command = Penalise("1", kind, because="talk", points=points)
        assert playing.refused(conduct.penalise, command, AFTER) == "bad-points"


@pytest.mark.parametrize(
    "typed",
    [
        ["5 4 5 4 4 5 4"],
        ["5", "4", "5", "4", "4", "5", "4"],
        ["A5", "E4", "F5", "G4", "I4", "R5", "T4"],
        ["t4", "a5", "e4", "f=5", "ger:4", "Italy4", "r5"],
        ["A5,E4,F5,G4,I4,R5,T4"],
    ],
)
def test_counts_are_typed_as_it_comes(typed: list[str]) -> None:
    counts = dict(zip(POWERS, (5, 4, 5, 4, 4, 5, 4), strict=True))
    assert center_counts.read_counts(standard(), typed) == counts


@pytest.mark.parametrize(
    "typed", ["5 4 5 4 4 5", "A5 A4", "X5", "A", "5A", "A-5", "5 4 5 4 4 5 4 0", "A5 4"]
)
def test_what_is_no_count(typed: str) -> None:
    with pytest.raises(ActionRefused):
        center_counts.read_counts(standard(), typed.split())


def test_counts_add_to_34(playing: Hall) -> None:
    assert refused(playing, "5 5 5 4 4 5 5") == "bad-sum"
    assert refused(playing, "5 4 5 4 4 5 4", neutral=2) == "bad-sum"
    assert refused(playing, "6 6 6 6 6 6 6") == "bad-sum"
    counted(playing, "5 4 5 4 4 5 4", neutral=3)
    assert playing.table().last_year == 1901


@pytest.mark.parametrize("typed", ["² ² ² ² ² ² ²", "A" + "9" * 5000, "9" * 5000])
def test_counts_are_numbers_as_one_types_them(playing: Hall, typed: str) -> None:
    assert refused(playing, typed) == "bad-counts"


def test_years_come_one_after_another(playing: Hall) -> None:
    for year in (1900, 1899, 1902, 1921, 0, -5):
        assert refused(playing, "5 5 5 5 4 5 5", year=year) == "bad-year"
    counted(playing, "5 5 5 5 4 5 5")
    assert refused(playing, "5 5 5 5 4 5 5", year=1901) == "counted-already"
    assert refused(playing, "5 5 5 5 4 5 5", year=1902, correct=True) == "not-counted"
    counted(playing, "5 5 5 5 5 5 4", correct=True)
    assert playing.table().counts[1901]["TURKEY"] == 4


def test_no_count_before_its_fall_is_reached(playing: Hall) -> None:
    early = START + timedelta(minutes=5)
    count = EnterCount("1A", ("5 5 5 5 4 5 5",))
    assert playing.refused(center_counts.count, count, early) == "bad-year"


def test_the_dead_stay_dead_and_the_taken_stay_taken(playing: Hall) -> None:
    counted(playing, "6 6 6 6 5 5 0")
    assert refused(playing, "6 6 6 5 5 5 1") == "back-from-the-dead"
    assert refused(playing, "6 6 6 5 5 5 0", neutral=1) == "lost-centers"


def test_a_board_has_to_play_to_be_counted(hall: Hall) -> None:
    hall.boards(start=None)
    assert refused(hall, "5 5 5 5 4 5 5") == "not-started"


def test_eighteen_win_at_a_count(playing: Hall) -> None:
    counted(playing, "6 6 6 6 5 5 0")
    counted(playing, "18 6 4 3 3 0 0")
    table = playing.table()
    assert (table.ending, table.winner, table.final_year) == ("solo", "AUSTRIA", 1902)
    assert table.complete
    assert refused(playing, "18 6 4 3 3 0 0") == "bad-year"
    assert (
        playing.refused(at_tables.time_draw, CallTimeDraw("A", season="F1902"), AFTER)
        == "game-over"
    )
    counted(playing, "17 7 4 3 3 0 0", correct=True)
    assert playing.table().ending == ""


@pytest.mark.slow
def test_a_time_draw_after_a_fall_waits_for_its_count(playing: Hall) -> None:
    """Fall just expired: the count after retreats is final; 18 then still win (rule 13)."""
    counted(playing, "6 6 6 6 5 5 0")
    playing.do(at_tables.end_round, EndRound(1, season="F1902"), AFTER)
    table = playing.table()
    assert (table.ending, table.final_year, table.complete) == ("time-draw", 1902, False)
    counted(playing, "18 6 4 3 3 0 0")
    assert (playing.table().ending, playing.table().complete) == ("solo", True)
    counted(playing, "17 7 4 3 3 0 0", correct=True)
    assert (playing.table().ending, playing.table().complete) == ("time-draw", True)
    assert refused(playing, "17 7 4 3 3 0 0") == "bad-year"


def test_a_time_draw_after_a_spring_takes_the_fall_before(playing: Hall) -> None:
    counted(playing, "6 6 6 6 5 5 0")
    playing.do(at_tables.time_draw, CallTimeDraw("A", season="S1902"), AFTER)
    assert (playing.table().final_year, playing.table().complete) == (1901, True)


def test_in_spring_1901_the_opening_counts(playing: Hall) -> None:
    """22 owned centres and 12 neutral ones."""
    playing.do(at_tables.end_round, EndRound(1, season="S1901"), AFTER)
    table = playing.table()
    assert (table.final_year, table.complete) == (1900, True)
    assert sum(table.final_counts[1900].values()) == 22


def test_a_time_draw_needs_a_deadline_that_has_passed(playing: Hall) -> None:
    now = START + timedelta(minutes=30)
    assert (
        playing.refused(at_tables.time_draw, CallTimeDraw("A", season="F1901"), now)
        == "not-expired"
    )
    assert playing.refused(at_tables.time_draw, CallTimeDraw("A"), START) == "no-deadline-yet"
    playing.do(at_tables.time_draw, CallTimeDraw("A"), now)
    assert playing.table().stop is not None
    assert playing.table().final_year == 1900


def test_a_round_ends_once(playing: Hall) -> None:
    playing.do(at_tables.end_round, EndRound(1, season="S1901"), AFTER)
    assert (
        playing.refused(at_tables.end_round, EndRound(1, season="F1901"), AFTER) == "ended-already"
    )
    assert playing.refused(timing.pause, PauseClock(1), AFTER) == "ended-already"


def test_a_round_does_not_end_before_the_counts_it_has(playing: Hall) -> None:
    counted(playing, "6 6 6 6 5 5 0")
    counted(playing, "6 6 6 6 5 5 0")
    assert playing.refused(at_tables.end_round, EndRound(1, season="S1902"), AFTER) == "bad-season"
    assert playing.refused(at_tables.end_round, EndRound(2), AFTER) == "not-drawn"


def test_an_abandoned_game_is_over(playing: Hall) -> None:
    playing.do(at_tables.abandon, AbandonGame("A", because="a fire"), AFTER)
    assert playing.table().complete
    assert playing.refused(at_tables.abandon, AbandonGame("A"), AFTER) == "game-over"
    assert refused(playing, "6 6 6 6 5 5 0") in ("game-over", "bad-year")


def test_nz1999_knows_no_concessions(playing: Hall) -> None:
    assert playing.refused(at_tables.concede, ConcedeGame("A", "E"), AFTER) == "no-concessions"
    house = preset_text("nz1999").replace("concessions = false", "concessions = true")
    other = Hall(house)
    other.boards()
    other.do(at_tables.concede, ConcedeGame("A", "E"), AFTER)
    assert (other.table().ending, other.table().winner) == ("concession", "ENGLAND")


# Votes.


def voting(hall: Hall, season: str | None = None, now: datetime = AFTER) -> None:
    hall.do(at_tables.vote, VoteOnDraw("A", agreed=True, season=season), now)


def test_only_those_with_a_centre_vote(playing: Hall) -> None:
    counted(playing, "7 6 6 6 5 4 0")
    voting(playing, "S1902")
    opened = playing.table().vote_open
    assert opened is not None
    assert opened.survivors == POWERS[:-1]


def test_a_carried_vote_ends_the_game_with_the_last_fall(playing: Hall) -> None:
    """A fall in progress is dropped."""
    counted(playing, "7 6 6 6 5 4 0")
    voting(playing, "F1902")
    playing.do(at_tables.close_vote, "A", 0)
    table = playing.table()
    assert (table.ending, table.final_year, table.complete) == ("voted-draw", 1901, True)


def test_one_vote_a_season(playing: Hall) -> None:
    counted(playing, "7 6 6 6 5 4 0")
    voting(playing, "S1902")
    playing.do(at_tables.close_vote, "A", 2)
    assert playing.table().ending == ""
    assert (
        playing.refused(at_tables.vote, VoteOnDraw("A", agreed=True, season="S1902"), AFTER)
        == "voted-already"
    )
    voting(playing, "F1902")


def test_a_refused_call_does_not_use_up_the_vote(playing: Hall) -> None:
    playing.do(at_tables.vote, VoteOnDraw("A", refused=True, season="S1901"), AFTER)
    voting(playing, "S1901")
    strict = Hall(
        preset_text("nz1999").replace("refused_call_counts = false", "refused_call_counts = true")
    )
    strict.boards()
    strict.do(at_tables.vote, VoteOnDraw("A", refused=True, season="S1901"), AFTER)
    assert (
        strict.refused(at_tables.vote, VoteOnDraw("A", agreed=True, season="S1901"), AFTER)
        == "voted-already"
    )


def test_no_vote_before_the_last_count_is_in(playing: Hall) -> None:
    assert (
        playing.refused(at_tables.vote, VoteOnDraw("A", agreed=True, season="S1902"), AFTER)
        == "count-missing"
    )


def test_nothing_else_ends_a_game_during_a_vote(playing: Hall) -> None:
    """A vote that was broken off, as by a power cut, is held again."""
    voting(playing, "S1901")
    assert playing.refused(at_tables.end_round, EndRound(1, season="S1901"), AFTER) == "vote-open"
    assert playing.refused(at_tables.abandon, AbandonGame("A"), AFTER) == "vote-open"
    voting(playing, "S1901")
    playing.do(at_tables.close_vote, "A", 2)
    assert playing.refused(at_tables.close_vote, "A", 0) == "no-vote"


def test_the_log_says_nothing_of_ballots(playing: Hall) -> None:
    voting(playing, "S1901")
    playing.do(at_tables.close_vote, "A", 2)
    kinds = [type(one.event).__name__ for one in playing.log[-2:]]
    assert kinds == ["VoteOpened", "VoteClosed"]
    assert playing.table().votes[0].season == str(Season.parse("S1901"))


# Spreadsheets.


def test_counts_from_a_spreadsheet(playing: Hall) -> None:
    text = "board,year,A,E,F,G,I,R,T,neutral\n1A,1901,5,4,5,4,4,5,4,3\n1A,1902,5,5,5,5,4,5,5,\n"
    playing.do(center_counts.count_all, csv_files.read_counts(text, standard()), AFTER)
    assert playing.table().last_year == 1902
    other = Hall()
    other.boards()
    other.do(
        center_counts.count_all,
        csv_files.read_counts(csv_files.counts(playing.t), standard()),
        AFTER,
    )
    assert other.table().counts == playing.table().counts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("board,year\n1A,1901\n", "missing-column"),
        ("board,year,A,E,F,G,I,R,T\n1A,1901,5,4,5,4,4,5,x\n", "bad-counts"),
        ("board,year,A,E,F,G,I,R,T\n1A,1901,5,4,5,4,4,5,4\n", "bad-sum"),
        ("board,year,A,E,F,G,I,R,T\n1Z,1901,5,5,5,5,4,5,5\n", "unknown-board"),
        ("board,year,A,E,F,G,I,R,T\n", "bad-counts"),
    ],
)
def test_a_bad_spreadsheet_counts_nothing(playing: Hall, text: str, code: str) -> None:
    with pytest.raises(ActionRefused) as why:
        center_counts.count_all(playing.t, csv_files.read_counts(text, standard()), AFTER)
    assert why.value.diagnostic.code == code


def test_how_many_were_against_is_told_where_the_rules_say_so(playing: Hall) -> None:
    """Hechtstechen and others tell the vetoes; NZ1999 only whether a draw is carried."""
    vote = VoteOnDraw("A", result="failed", against=2)
    assert playing.refused(at_tables.vote, vote, START) == "not-in-preset"
    playing.do(at_tables.vote, VoteOnDraw("A", agreed=True), START)
    playing.do(at_tables.close_vote, "A", 2)
    assert playing.table().votes[-1].against is None
    told = Hall(preset_text("nz1999").replace("numbers_told = false", "numbers_told = true"))
    told.boards()
    for wrong in (
        replace(vote, against=0),
        replace(vote, result="carried"),
        replace(vote, against=8),
    ):
        assert told.refused(at_tables.vote, wrong, START) == "bad-result"
    told.do(at_tables.vote, vote, START)
    assert (told.table().votes[-1].carried, told.table().votes[-1].against) == (False, 2)
