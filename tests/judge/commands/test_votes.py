"""Draws, concessions, more time and pauses by vote: carried, refused, secret."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.voting import MOST_OPEN
from dragoman.judge.log.state import Stage
from dragoman.judge.views.game_view import game_view
from tests.judge.table import POWERS, START, Table, seven


def vote(table: Table, number: int, *powers: str, agrees: bool = True) -> None:
    for power in powers:
        table.done(c.Vote(number, agrees), power)


def test_a_draw_is_refused_and_then_carried() -> None:
    table = seven()
    table.done(c.Propose("draw"), "AUSTRIA")
    vote(table, 1, *POWERS[1:6])
    vote(table, 1, "TURKEY", agrees=False)
    assert table.g.stage is Stage.RUNNING
    table.done(c.ProcessNow())
    assert table.g.proposals[0].outcome == "lapsed"
    assert table.refused(c.Vote(1, True), "TURKEY") == "proposal-closed"
    table.done(c.Propose("draw"), "TURKEY")
    vote(table, 2, *POWERS[:6])
    assert table.g.ending == ("draw", POWERS)


def test_a_vote_may_be_changed() -> None:
    table = seven()
    table.done(c.Propose("draw"), "AUSTRIA")
    vote(table, 1, "AUSTRIA", agrees=False)
    vote(table, 1, *POWERS[1:])
    assert table.g.stage is Stage.RUNNING
    vote(table, 1, "AUSTRIA")
    assert table.g.stage is Stage.OVER


def test_nobody_sees_a_difference_between_who_agreed_and_who_did_not() -> None:
    """What all but the voters see is the same after any votes that carry nothing."""
    views = []
    for agrees in (True, False):
        table = seven()
        table.done(c.Propose("draw"), "AUSTRIA")
        vote(table, 1, "ITALY", agrees=agrees)
        table.done(c.ProcessNow())
        views.append([game_view(table.viewer(who))["proposals"] for who in ("FRANCE", 1, 99)])
    assert views[0] == views[1]
    assert [one.get("your_vote") for one in views[0][0]] == [None]


def test_a_draw_by_list() -> None:
    table = seven(draws="listed")
    table.done(c.Propose("draw", ("France", "England")), "ITALY")
    vote(table, 1, *(p for p in POWERS if p != "ITALY"))
    assert table.g.ending == ("draw", ("ENGLAND", "FRANCE"))
    table = seven(draws="survivors")
    assert table.refused(c.Propose("draw", ("France",)), "ITALY") == "draw-includes-all"
    start = "F1901M | FRANCE: A MAR; ITALY: A ROM | FRANCE: PAR; ITALY: ROM; TURKEY: SPA"
    table = seven(draws="listed", start=start)
    table.done(c.SaveOrders("A mar-spa"), "FRANCE")
    table.done(c.ProcessNow())
    assert table.refused(c.Propose("draw", ("Turkey",)), "ITALY") == "eliminated-power"
    assert table.refused(c.Propose("draw"), "TURKEY") == "no-vote"


def test_a_concession() -> None:
    table = seven()
    assert table.refused(c.Propose("concession", ("Italy",)), "ITALY") == "own-power"
    assert table.refused(c.Propose("concession"), "ITALY") == "one-power"
    table.done(c.Propose("concession", ("Italy",)), "FRANCE")
    assert table.refused(c.Vote(1, True), "ITALY") == "no-vote"
    vote(table, 1, *(p for p in POWERS if p not in ("FRANCE", "ITALY")))
    assert table.g.ending == ("concession", ("ITALY",))


@pytest.mark.parametrize(("needed", "settings"), [(7, {}), (4, {"time_votes": "majority"})])
def test_more_time(needed: int, settings: dict[str, str]) -> None:
    table = seven(**settings)
    until = START + timedelta(days=4)
    table.done(c.Propose("extension", until=until), "AUSTRIA")
    for number, power in enumerate(POWERS[1:needed], 2):
        assert table.g.deadline == START + timedelta(days=1), number
        table.done(c.Vote(1, True), power)
    assert table.g.deadline == until
    acts = game_view(table.viewer("TURKEY"))["acts"]
    assert acts[-1]["by"] == 0, "nobody learns whose vote was the last"
    assert table.refused(c.Propose("extension", until=START), "ITALY") == "no-extension"


def test_a_pause_by_vote_outlives_the_phase() -> None:
    table = seven()
    table.done(c.Propose("pause"), "AUSTRIA")
    vote(table, 1, *POWERS[1:6])
    table.done(c.ProcessNow())
    vote(table, 1, "TURKEY")
    assert table.g.stage is Stage.PAUSED
    assert table.refused(c.Propose("pause"), "ITALY") == "paused-already"


def test_who_is_gone_has_no_vote_and_none_counted() -> None:
    table = seven()
    table.done(c.Propose("draw"), "AUSTRIA")
    vote(table, 1, *POWERS[2:])
    table.done(c.Resign(), "AUSTRIA")
    table.done(c.TakeSeat("Austria"), 21)
    vote(table, 1, "ENGLAND")
    assert table.g.stage is Stage.RUNNING, "who takes over has not voted yet"
    table.done(c.Vote(1, True), 21)
    assert table.g.stage is Stage.OVER


def test_who_goes_is_waited_for_no_more() -> None:
    table = seven()
    table.done(c.Propose("draw"), "AUSTRIA")
    vote(table, 1, *POWERS[1:6])
    table.done(c.Resign(), "TURKEY")
    table.done(c.Vote(1, True), "AUSTRIA")
    assert table.g.stage is Stage.OVER


def test_proposals_have_their_bounds() -> None:
    table = seven(draws="listed")
    table.done(c.Propose("draw", ("Italy",)), "ITALY")
    assert table.refused(c.Propose("draw", ("Italy",)), "FRANCE") == "proposed-already"
    for power in POWERS[: MOST_OPEN - 1]:
        if power != "ITALY":
            table.done(c.Propose("draw", (power,)), "ITALY")
    while len(table.g.proposals) < MOST_OPEN:
        table.done(c.Propose("draw", ("Turkey", POWERS[len(table.g.proposals)])), "ITALY")
    assert table.refused(c.Propose("pause"), "ITALY") == "too-many-proposals"
    assert table.refused(c.Propose("war"), "FRANCE") == "unknown-subject"
    assert table.refused(c.Vote(99, True), "FRANCE") == "no-proposal"
