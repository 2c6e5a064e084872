"""Penalties, disputes, rulings."""

from typing import Any

import pytest
from directing import AFTER, START, Hall

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import conduct, lookup
from dragoman.tournament.commands.conduct import (
    LiftPenalty,
    NameCommittee,
    Penalise,
    RaiseDispute,
    RuleOnDispute,
)
from dragoman.tournament.rules.round_clock import Season


def penalise(hall: Hall, who: str, kind: str, **more: Any) -> None:
    hall.do(conduct.penalise, Penalise(who, kind, "because", **more), START)


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        ("shouting", {}, "unknown-penalty"),
        ("points", {}, "bad-points"),
        ("points", {"points": "many"}, "bad-points"),
        ("points", {"points": "0"}, "bad-points"),
        ("points", {"points": "nan"}, "bad-points"),
        ("warning", {"points": "5"}, "bad-points"),
        ("game-zero", {"board": "1Z"}, "unknown-board"),
        ("season-suspension", {"season": "X1901"}, "bad-season"),
        ("round-disqualification", {"round": 9}, "unknown-round"),
    ],
)
def test_penalties_that_cannot_be(
    playing: Hall, kind: str, more: dict[str, Any], code: str
) -> None:
    command = Penalise("1", kind, "because", **more)
    assert playing.refused(conduct.penalise, command, START) == code


def test_a_penalty_has_a_reason(playing: Hall) -> None:
    assert (
        playing.refused(conduct.penalise, Penalise("1", "warning", because=" "), START)
        == "no-reason"
    )


def test_a_penalty_about_a_game_is_for_who_plays_it(playing: Hall) -> None:
    playing.people(1)
    command = Penalise("8", "game-zero", "x", board="1A")
    assert playing.refused(conduct.penalise, command, START) == "no-seat"


def test_suspensions_are_civil_disorder(playing: Hall) -> None:
    """For the season on the clock, or for the rest of the game (rule 24)."""
    penalise(playing, "1", "season-suspension")
    penalise(playing, "2", "game-suspension")
    table = playing.table()
    assert playing.t.disordered(table, Season.parse("S1901")) == {"AUSTRIA", "ENGLAND"}
    assert playing.t.disordered(table, Season.parse("F1901")) == {"ENGLAND"}
    playing.do(conduct.lift, LiftPenalty(2))
    assert playing.t.disordered(playing.table(), Season.parse("F1901")) == set()
    assert playing.refused(conduct.lift, LiftPenalty(2)) == "lifted-already"
    assert playing.refused(conduct.lift, LiftPenalty(5)) == "unknown-penalty"


def test_disputes_and_rulings(playing: Hall) -> None:
    playing.do(conduct.name_committee, NameCommittee(("Grace Torrance", "Quinn Ballard")))
    playing.do(conduct.dispute, RaiseDispute("a retreat was shown too early", board="A"))
    playing.do(conduct.rule, RuleOnDispute(1, "it stands", by=("Quinn Ballard",), effect="none"))
    assert playing.t.committee == ("Grace Torrance", "Quinn Ballard")
    [ruled] = playing.t.disputes[1].rulings
    assert (ruled.by, playing.t.disputes[1].raised.board) == (("Quinn Ballard",), "1A")
    assert playing.refused(conduct.rule, RuleOnDispute(2, "what")) == "unknown-dispute"
    assert playing.refused(conduct.dispute, RaiseDispute(" ")) == "no-text"
    with pytest.raises(ActionRefused):
        conduct.name_committee(playing.t, NameCommittee(("Ann", "Ann")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("9:05", "1999-08-28 09:05"), ("1999-08-29 18:45", "1999-08-29 18:45"), (None, None)],
)
def test_moments(text: str | None, expected: str | None) -> None:
    found = lookup.moment(text, START)
    assert f"{found:%Y-%m-%d %H:%M}" == (expected or "1999-08-28 09:00")


@pytest.mark.parametrize("text", ["25:00", "soon", "9", "1999-13-01 09:00"])
def test_what_is_no_moment(text: str) -> None:
    with pytest.raises(ActionRefused):
        lookup.moment(text, AFTER)


@pytest.mark.parametrize(
    ("text", "seconds"), [("15", 900), ("15m", 900), ("90s", 90), ("1:30", 90), ("-2", -120)]
)
def test_lengths_of_time(text: str, seconds: int) -> None:
    assert lookup.length(text) == seconds


@pytest.mark.parametrize("text", ["", "x", "1:75", "1.5", "2h"])
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(ActionRefused):
        lookup.length(text)
