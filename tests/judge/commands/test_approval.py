"""Press that a master has to let through."""

from __future__ import annotations

import json

from dragoman.judge.commands import command as c
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.press_view import held_view, press_view, threads_view
from tests.judge.table import MASTER, STRANGER, seven


def test_a_message_waits_until_a_master_lets_it_through() -> None:
    table = seven(press_approved=True, press=["private", "public", "fake"])
    told = table.done(c.Send("psst", ("Italy",)), "FRANCE").told
    assert [one.code for one in told] == ["message-held"]
    table.done(c.Send("I am Turkey", ("Italy",), "Turkey"), "FRANCE")
    for who in ("ITALY", "GERMANY", STRANGER):
        assert not press_view(table.viewer(who)) and not held_view(table.viewer(who))
        seen = [event_view(table.viewer(who), one) for one in table.log]
        assert "psst" not in json.dumps(seen)
    for who in ("FRANCE", MASTER):
        assert [one["text"] for one in held_view(table.viewer(who))] == ["psst", "I am Turkey"]

    # The second goes out first, and then has the first number: no gap tells of what waits.
    table.wait(hours=1)
    table.done(c.LetThrough(2))
    (seen,) = press_view(table.viewer("ITALY"))
    assert (seen["number"], seen["from"], seen["text"]) == (1, "TURKEY", "I am Turkey")
    assert seen["at"] == table.now.isoformat() and "FRANCE" not in json.dumps(seen)
    table.done(c.LetThrough(1))
    assert not table.do(c.LetThrough(1)).events
    assert threads_view(table.viewer("ITALY"), {"ITALY+TURKEY": 1})[0]["unread"] == 1
    assert not held_view(table.viewer(MASTER)) and not held_view(table.viewer("FRANCE"))
    assert table.refused(c.TurnBack(1, "late")) == "sent-already"
    assert table.refused(c.LetThrough(3)) == "no-message"


def test_a_message_that_is_turned_back_is_told_to_its_sender_alone() -> None:
    table = seven(press_approved=True)
    table.done(c.Send("you fool", ("Italy",)), "FRANCE")
    assert table.refused(c.TurnBack(1, " ")) == "no-reason"
    assert table.refused(c.TurnBack(1, "mine"), "FRANCE") == "not-allowed"
    table.done(c.TurnBack(1, "mind your tongue"))
    (own,) = held_view(table.viewer("FRANCE"))
    assert (own["outcome"], own["why"]) == ("turned-back", "mind your tongue")
    assert not held_view(table.viewer(MASTER)), "nothing waits for him"
    for who in ("ITALY", STRANGER):
        told = json.dumps([event_view(table.viewer(who), one) for one in table.log])
        assert "tongue" not in told and "fool" not in told
    # A second thought.
    table.done(c.LetThrough(1))
    assert press_view(table.viewer("ITALY"))[0]["text"] == "you fool"


def test_what_needs_no_approval() -> None:
    table = seven(press_approved=True, observers_write=True)
    table.done(c.Send("help", ("MASTER",)), "FRANCE")
    table.done(c.Send("be nice"))
    table.done(c.Observe(), 21)
    table.done(c.Send("hurrah"), 21)
    assert len(table.g.messages) == 2 and len(table.g.held) == 1
    table.done(c.Terminate())
    table.done(c.Send("well played"), "FRANCE")
    assert table.g.messages[-1].text == "well played", "after the game all talk freely"
    table.done(c.LetThrough(1))


def test_who_lets_press_through_does_not_play() -> None:
    table = seven()
    table.done(c.Promote(13))
    assert table.refused(c.ChangeSettings({"press_approved": True})) == "master-plays"
    table = seven(press_approved=True)
    assert table.refused(c.Promote(13)) == "master-plays"
    table.done(c.Resign(), "FRANCE")
    assert table.refused(c.TakeSeat("France"), MASTER) == "master-plays"
    table.done(c.ChangeSettings({"press_approved": False}))
    table.done(c.Send("free again"), "ITALY")
    assert table.g.messages[-1].text == "free again"
