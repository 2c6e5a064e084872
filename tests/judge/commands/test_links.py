"""Links that invite whoever has them, and games that begin at a moment."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.commands.seats import read_link_code
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import Stage
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.game_view import game_view
from tests.judge.table import MASTER, START, STRANGER, Table, seven

FRIEND = 55
THREE = "S1901M | FRANCE: A PAR; ITALY: A ROM; TURKEY: A CON | FRANCE: PAR; ITALY: ROM"


def linked(table: Table) -> str:
    table.done(c.MakeLink())
    assert table.g.link
    return table.g.link


@pytest.mark.parametrize(
    "settings",
    [{}, {"entry": "code", "code": "sesame"}, {"entry": "master"}, {"reliability": 90}],
    ids=lambda one: next(iter(one), "open"),
)
def test_who_has_the_link_comes_in_at_once(settings: dict[str, Any]) -> None:
    table = Table(**settings, begins="full", start=THREE)
    code = linked(table)
    for user in (FRIEND, 61, 62):
        assert not table.done(c.Join((), code), Actor(user, reliability=10)).told
    assert set(table.g.players) == {FRIEND, 61, 62}, "nobody had to be let in"


def test_the_link_lets_in_who_asked_before() -> None:
    table = Table(entry="master")
    code = linked(table)
    table.done(c.Join(), FRIEND)
    assert not table.g.applicants[FRIEND].admitted
    table.done(c.Join((), code), FRIEND)
    assert table.g.applicants[FRIEND].admitted
    assert not table.do(c.Join((), code), FRIEND).events


def test_another_link_takes_the_place_of_the_first_and_either_can_be_closed() -> None:
    table = Table(entry="code", code="sesame")
    first = linked(table)
    second = linked(table)
    assert first != second and table.g.links == [first, second]
    assert table.refused(c.Join((), first), FRIEND) == "wrong-code"
    table.done(c.Join((), second), FRIEND)
    table.done(c.CloseLink())
    assert table.g.link == "" and not table.do(c.CloseLink()).events
    for code in (first, second, ""):
        assert table.refused(c.Join((), code), STRANGER) == "wrong-code"
    table.done(c.Join((), "sesame"), STRANGER)


def test_no_link_is_like_another_and_all_can_be_typed() -> None:
    codes = {linked(Table()) for _ in range(50)}
    assert len(codes) == 50
    for code in codes:
        assert read_link_code(f" {code.lower().replace('-', ' ').replace('o', '0')} ") == code
    assert read_link_code("-") == read_link_code("9 !") == "-"


def test_a_seat_that_is_free_is_taken_over_by_link() -> None:
    table = seven(entry="master")
    code = linked(table)
    table.done(c.Resign(), "FRANCE")
    assert table.refused(c.TakeSeat("France"), FRIEND) == "master-lets-in"
    table.done(c.TakeSeat("France", code), FRIEND)
    assert table.g.players[FRIEND] == "FRANCE"


def test_who_was_ejected_has_no_use_of_the_link() -> None:
    table = seven()
    code = linked(table)
    table.done(c.Eject("France", "rude"))
    assert table.refused(c.TakeSeat("France", code), 13) == "ejected"


def test_only_masters_know_of_links() -> None:
    table = Table()
    code = linked(table)
    told = table.log[-1]
    table.done(c.Join((), code), FRIEND)
    assert game_view(table.viewer(MASTER))["link"] == code
    assert event_view(table.viewer(MASTER), told) is not None
    for who in (FRIEND, STRANGER):
        assert event_view(table.viewer(who), told) is None
        assert code not in str(game_view(table.viewer(who)))


# The beginning


def test_a_game_begins_at_the_moment_that_was_set() -> None:
    table = Table()
    when = START + timedelta(hours=8)
    table.done(c.SetBeginning(when))
    assert not table.do(c.SetBeginning(when)).events
    assert game_view(table.viewer(STRANGER))["begins_at"] == when.isoformat()
    for user in (FRIEND, 61):
        table.done(c.Join(), user)
    table.wait(hours=7)
    assert table.g.stage is Stage.FORMING
    table.wait(hours=1)
    assert table.g.stage is Stage.RUNNING and set(table.g.players) == {FRIEND, 61}
    assert table.g.begins_at is None


@pytest.mark.parametrize("settings", [{}, {"seating": "master"}], ids=["nobody", "unseated"])
def test_a_game_that_cannot_begin_then_waits_for_its_master(settings: dict[str, Any]) -> None:
    table = Table(**settings)
    table.done(c.SetBeginning(START + timedelta(hours=8)))
    if settings:
        table.done(c.Join(), FRIEND)
    table.wait(hours=9)
    assert table.g.stage is Stage.FORMING and table.g.begins_at is None
    assert table.last(ev.BeginningSet).at == ""


def test_moments_at_which_no_game_begins() -> None:
    table = Table()
    assert table.refused(c.SetBeginning(START)) == "beginning-is-over"
    assert table.refused(c.SetBeginning(START + timedelta(days=61))) == "beginning-too-far"
    assert not table.do(c.SetBeginning()).events
    table.done(c.SetBeginning(START + timedelta(hours=1)))
    table.done(c.SetBeginning())
    table.done(c.Join(), FRIEND)
    table.wait(hours=2)
    assert table.g.stage is Stage.FORMING


# Links to the seats of single powers


def begun(**settings: Any) -> Table:
    table = seven(**settings)
    table.done(c.Resign(), "FRANCE")
    return table


def to_france(table: Table) -> str:
    table.done(c.MakeLink("france"))
    return table.g.seat_links["FRANCE"]


def test_a_link_to_a_seat_keeps_it_for_whoever_has_the_link() -> None:
    table = begun(entry="master")
    code = to_france(table)
    assert "FRANCE" in table.g.vacant and "FRANCE" not in table.g.free
    table.done(c.Invite(STRANGER))
    assert table.refused(c.TakeSeat("FRANCE"), STRANGER) == "seat-kept"
    table.done(c.TakeSeat("FRANCE", code), FRIEND)
    assert table.g.seats["FRANCE"].user == FRIEND and not table.g.seat_links
    assert not any(one.what.startswith("handed-over") for one in table.g.acts)
    table.done(c.Resign(), FRIEND)
    assert table.g.seat_of_link(code) == "", "it was good for one"


def test_a_link_to_a_seat_leads_to_no_other_and_can_be_closed() -> None:
    table = begun(entry="master")
    table.done(c.Resign(), "TURKEY")
    code = to_france(table)
    assert table.refused(c.TakeSeat("TURKEY", code), FRIEND) == "master-lets-in"
    assert table.g.link == "", "there is no link to the game"
    table.done(c.CloseLink("FRANCE"))
    assert table.refused(c.TakeSeat("FRANCE", code), FRIEND) == "master-lets-in"
    assert not table.do(c.CloseLink("FRANCE")).events
    assert to_france(table) != code


def test_there_are_links_to_seats_that_are_dealt_and_vacant_alone() -> None:
    assert Table().refused(c.MakeLink("FRANCE")) == "wrong-stage"
    assert Table().refused(c.OfferSeat(FRIEND, "FRANCE")) == "wrong-stage"
    table = begun()
    assert table.refused(c.MakeLink("TURKEY")) == "seat-taken"
    assert table.refused(c.MakeLink("NOBODY")) == "unknown-power"


def test_seats_that_a_master_keeps_are_taken_before_the_game_begins_and_begin_it() -> None:
    table = Table(entry="master", seating="master", begins="full", start=THREE)
    code = to_france(table)
    table.done(c.OfferSeat(61, "ITALY"))
    assert table.refused(c.TakeSeat("TURKEY", code), FRIEND) == "wrong-stage"
    assert table.refused(c.TakeSeat("ITALY"), FRIEND) == "wrong-stage"
    table.done(c.TakeSeat("FRANCE", code), FRIEND)
    assert table.refused(c.OfferSeat(62, "FRANCE"), FRIEND) == "wrong-stage"
    table.done(c.TakeSeat("ITALY"), 61)
    assert table.g.stage is Stage.FORMING
    table.done(c.MakeLink("TURKEY"))
    table.done(c.TakeSeat("TURKEY", table.g.seat_links["TURKEY"]), 62)
    assert table.g.stage is Stage.RUNNING
    assert table.g.players == {FRIEND: "FRANCE", 61: "ITALY", 62: "TURKEY"}


def test_a_seat_that_is_kept_stays_so_when_the_game_begins_without_its_player() -> None:
    table = Table(entry="master", seating="master", start=THREE)
    for power in ("FRANCE", "ITALY"):
        table.done(c.MakeLink(power))
    links = dict(table.g.seat_links)
    table.done(c.TakeSeat("FRANCE", links["FRANCE"]), FRIEND)
    table.done(c.SetBeginning(START + timedelta(hours=8)))
    table.wait(hours=9)
    assert table.g.stage is Stage.RUNNING
    table.done(c.TakeSeat("ITALY", links["ITALY"]), 61)
    assert table.g.players[61] == "ITALY"


def test_a_kept_seat_goes_to_nobody_who_waits() -> None:
    table = begun()
    to_france(table)
    table.done(c.Join(), STRANGER)
    assert STRANGER in table.g.applicants


def test_masters_alone_see_links_to_seats() -> None:
    table = begun()
    to_france(table)
    assert game_view(table.viewer(MASTER))["seat_links"] == table.g.seat_links
    assert "seat_links" not in game_view(table.viewer("TURKEY"))
    made = next(one for one in reversed(table.log) if isinstance(one.event, ev.LinkMade))
    assert event_view(table.viewer("TURKEY"), made) is None


def test_a_master_keeps_a_seat_for_somebody_with_an_account() -> None:
    table = begun(entry="master")
    assert table.refused(c.OfferSeat(FRIEND)) == "no-power-named"
    assert table.refused(c.OfferSeat(FRIEND, "TURKEY")) == "seat-taken"
    assert table.refused(c.OfferSeat(FRIEND, "FRANCE"), "TURKEY") == "not-your-power"
    table.done(c.OfferSeat(FRIEND, "FRANCE"))
    assert "FRANCE" not in table.g.free
    assert table.refused(c.TakeSeat("FRANCE"), STRANGER) == "master-lets-in"
    table.done(c.WithdrawOffer("FRANCE"))
    assert table.refused(c.TakeSeat("FRANCE"), FRIEND) == "master-lets-in"
    table.done(c.OfferSeat(FRIEND, "FRANCE"))
    table.done(c.TakeSeat("FRANCE"), FRIEND)
    assert table.g.seats["FRANCE"].user == FRIEND
