"""Invitations that are addressed to somebody."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.commands.seats import MOST_INVITED
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.game_view import game_view
from tests.judge.table import MASTER, STRANGER, Table, seven

FRIEND = 55
THREE = "S1901M | FRANCE: A PAR; ITALY: A ROM; TURKEY: A CON | FRANCE: PAR; ITALY: ROM"


@pytest.mark.parametrize(
    "settings",
    [{"entry": "code", "code": "sesame"}, {"entry": "master"}, {"reliability": 90}],
    ids=lambda one: next(iter(one)),
)
def test_who_is_invited_comes_in_at_once(settings: dict[str, Any]) -> None:
    table = Table(**settings, begins="full", start=THREE)
    table.done(c.Invite(FRIEND))
    assert not table.do(c.Invite(FRIEND)).events
    friend, other = Actor(FRIEND, reliability=10), Actor(STRANGER, reliability=10)
    assert not table.done(c.Join(("France",)), friend).told
    assert FRIEND not in table.g.invited
    for user in (61, 62):
        table.done(c.Invite(user))
        table.done(c.Join(), user)
    assert set(table.g.players) == {FRIEND, 61, 62}, "nobody had to be let in"
    answer = table.do(c.Join(), other)
    assert answer.refused or not table.g.applicants[STRANGER].admitted


def test_a_seat_is_taken_over_by_who_is_invited() -> None:
    table = seven(entry="master")
    table.done(c.Resign(), "FRANCE")
    assert table.refused(c.TakeSeat("France"), FRIEND) == "master-lets-in"
    table.done(c.Invite(FRIEND))
    table.done(c.TakeSeat("France"), FRIEND)
    assert table.g.players[FRIEND] == "FRANCE" and not table.g.invited


def test_invitations_end() -> None:
    table = Table(entry="code", code="sesame")
    for user in (55, 56):
        table.done(c.Invite(user))
    table.done(c.Decline(), 55)
    assert table.refused(c.Decline(), 55) == "not-invited"
    table.done(c.Uninvite(56))
    assert table.refused(c.Uninvite(56)) == "not-invited"
    for user in (55, 56):
        assert table.refused(c.Join(), user) == "wrong-code"


def test_who_cannot_be_invited() -> None:
    table = seven(anonymous=True)
    assert table.refused(c.Invite(13)) == "plays-already"
    assert table.refused(c.Invite(MASTER)) == "master-plays"
    assert table.refused(c.Invite(0)) == "no-person"
    table.done(c.Join(), 21)
    assert table.refused(c.Invite(21)) == "waits-already"
    table.done(c.Eject("France", "rude"))
    assert table.refused(c.Invite(13)) == "ejected"
    for user in range(100, 100 + MOST_INVITED):
        table.done(c.Invite(user))
    assert table.refused(c.Invite(99)) == "too-many-invited"


def test_who_knows_of_an_invitation() -> None:
    table = Table(listed=False)
    table.done(c.Invite(FRIEND))
    told = table.log[-1]
    for who in (FRIEND, MASTER):
        assert event_view(table.viewer(who), told) is not None
    assert event_view(table.viewer(STRANGER), told) is None
    assert game_view(table.viewer(FRIEND))["you"]["invited"]
    assert game_view(table.viewer(MASTER))["invited"] == [FRIEND]
    assert str(FRIEND) not in str(game_view(table.viewer(STRANGER)))
