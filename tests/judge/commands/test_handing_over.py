"""Seats that their players hand over to somebody whom they name."""

from __future__ import annotations

from datetime import timedelta

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.commands.seats import MOST_OFFERS
from dragoman.judge.log import events as ev
from dragoman.judge.log.reliability import conduct
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.viewer import Viewer
from tests.judge.table import MASTER, STRANGER, seven

FRIEND = 55


def test_the_seat_is_his_once_he_takes_it():
    table = seven()
    old = table.user("FRANCE")
    table.done(c.SaveOrders("A par H"), "FRANCE")
    table.done(c.Send("hello", ("Italy",)), "FRANCE")
    table.done(c.SaveNote("mine alone"), "FRANCE")
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    assert table.user("FRANCE") == old, "he plays on until it is taken"
    assert game_view(Viewer(table.g, Actor(FRIEND)))["you"]["offered"] == ["FRANCE"]
    answer = table.done(c.TakeSeat("France"), FRIEND)
    assert [type(one) for one in answer.events] == [ev.Vacated, ev.Seated]
    assert table.user("FRANCE") == FRIEND and old not in table.g.players
    assert table.g.sheets["FRANCE", "S1901M"].text == "A par H"
    assert not table.g.notes and not table.g.offers
    assert conduct(table.g)[old].departures == 1
    assert table.g.acts[-1].what == "handed-over FRANCE" and table.g.acts[-1].by == 0


def test_nobody_else_can_take_it():
    table = seven()
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    assert table.refused(c.TakeSeat("France"), STRANGER) == "seat-taken"
    assert table.refused(c.TakeSeat("Italy"), FRIEND) == "seat-taken"
    for who in (STRANGER, "ITALY"):
        assert "offered_to" not in str(game_view(table.viewer(who))["seats"][2])


def test_it_ends_when_either_does_not_want_it():
    table = seven()
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    table.done(c.WithdrawOffer(), "FRANCE")
    assert table.refused(c.TakeSeat("France"), FRIEND) == "seat-taken"
    assert not table.do(c.WithdrawOffer(), "FRANCE").events
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    table.done(c.Decline(), FRIEND)
    assert not table.g.offers
    assert table.refused(c.Decline(), FRIEND) == "not-invited"


def test_another_offer_takes_the_place_of_the_first():
    table = seven()
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    assert not table.do(c.OfferSeat(FRIEND), "FRANCE").events
    answer = table.done(c.OfferSeat(STRANGER), "FRANCE")
    assert answer.events == (
        ev.SeatOfferEnded("FRANCE", FRIEND),
        ev.SeatOffered("FRANCE", STRANGER),
    )
    assert table.refused(c.TakeSeat("France"), FRIEND) == "seat-taken"


def test_it_is_not_offered_to_whom_the_game_would_not_have():
    table = seven()
    table.done(c.Eject("Italy"))
    assert table.refused(c.OfferSeat(0), "FRANCE") == "no-person"
    assert table.refused(c.OfferSeat(table.user("ENGLAND")), "FRANCE") == "plays-already"
    assert table.refused(c.OfferSeat(15), "FRANCE") == "ejected"
    rated = seven(rated=True)
    assert rated.refused(c.OfferSeat(MASTER), "FRANCE") == "master-plays"


def test_where_a_master_lets_people_in_he_does():
    table = seven(entry="master")
    assert table.refused(c.OfferSeat(FRIEND), "FRANCE") == "not-let-in"
    table.done(c.Invite(FRIEND))
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    table.done(c.TakeSeat("France"), FRIEND)


def test_a_code_is_asked_for_all_the_same():
    table = seven(entry="code", code="sesame")
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    assert table.refused(c.TakeSeat("France"), FRIEND) == "wrong-code"
    table.done(c.TakeSeat("France", "sesame"), FRIEND)


def test_nobody_is_pestered_with_offers():
    table = seven()
    for number in range(MOST_OFFERS):
        table.done(c.OfferSeat(60 + number), "FRANCE")
    assert table.refused(c.OfferSeat(FRIEND), "FRANCE") == "too-many-offers"


def test_who_is_offered_a_seat_is_a_secret_of_an_anonymous_game():
    table = seven(anonymous=True)
    table.done(c.OfferSeat(FRIEND), "FRANCE")
    offered = table.log[-1]
    assert event_view(table.viewer("ITALY"), offered) is None
    seen = event_view(Viewer(table.g, Actor(FRIEND)), offered)
    assert seen is not None and "user" not in seen and seen["power"] == "FRANCE"
    own = event_view(table.viewer("FRANCE"), offered)
    assert own is not None and own["power"] == "FRANCE"


# What masters do


def test_those_who_are_missing_are_reminded_and_nobody_learns_who_they_are():
    table = seven()
    table.done(c.SaveOrders("A par H"), "FRANCE")
    table.done(c.Remind())
    reminded = table.log[-1]
    assert isinstance(reminded.event, ev.Reminded)
    assert "FRANCE" not in reminded.event.powers and len(reminded.event.powers) == 6
    assert event_view(table.viewer("FRANCE"), reminded) is None
    seen = event_view(table.viewer("ITALY"), reminded)
    assert seen is not None and seen["powers"] == ["ITALY"]
    assert table.refused(c.Remind()) == "reminded-already"
    table.now += timedelta(hours=1)
    table.done(c.Remind())


def test_a_master_who_plays_is_not_told_by_it_who_has_ordered():
    table = seven()
    table.done(c.Promote(table.user("FRANCE")))
    for power in table.g.seats:
        table.do(c.SetReady(), power) if power != "TURKEY" else None
    table.done(c.SaveOrders("A con H"), "TURKEY")
    assert table.refused(c.Remind()) == "nobody-missing"
    answer = table.done(c.Remind(), "FRANCE")
    assert answer.events == (ev.Reminded(()),)


def test_a_master_declares_what_the_players_agreed_on():
    table = seven(draws="listed")
    assert table.refused(c.DeclareResult("victory")) == "unknown-result"
    assert table.refused(c.DeclareResult("concession")) == "one-power"
    table.done(c.DeclareResult("draw", ("France", "Italy"), "by mail"))
    assert table.g.ending == ("draw", ("FRANCE", "ITALY"))
    last = table.g.acts[-1]
    assert (last.what, last.why, last.by) == ("declare draw", "by mail", MASTER)


def test_a_vote_of_a_master_who_plays_is_no_act_of_his():
    table = seven()
    table.done(c.Promote(table.user("FRANCE")))
    table.done(c.Propose("draw"), "ITALY")
    for power in table.g.seats:
        if power != "ITALY":
            table.do(c.Vote(1, True), power)
    assert table.g.ending is not None
    assert not any(one.what.startswith("declare") for one in table.g.acts)


def test_how_a_power_is_played_is_reported_to_masters_alone():
    table = seven()
    assert table.refused(c.ReportPower("France", "x"), "FRANCE") == "own-power"
    assert table.refused(c.ReportPower("Italy", " "), "FRANCE") == "no-reason"
    table.done(c.ReportPower("Italy", "two accounts"), "FRANCE")
    logged = table.log[-1]
    assert event_view(table.viewer("ITALY"), logged) is None
    (report,) = table.g.reports
    assert (report.power, report.other, report.why) == ("FRANCE", "ITALY", "two accounts")
