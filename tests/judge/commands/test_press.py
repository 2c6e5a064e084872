"""Press: who may write what to whom and when, threads, what is unread, search, moderation."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.press import LONGEST_MESSAGE
from dragoman.judge.views.press_view import (
    notes_view,
    press_view,
    reports_view,
    threads_view,
)
from tests.judge.commands.test_time import all_but, everything
from tests.judge.table import MASTER, STRANGER, Table, seven


def texts(table: Table, who: int | str, **asked: Any) -> list[str]:
    return [one["text"] for one in press_view(table.viewer(who), **asked)]


@pytest.mark.parametrize(
    ("press", "send", "code"),
    [
        ([], c.Send("x"), "no-such-press"),
        ([], c.Send("x", ("Italy",)), "no-such-press"),
        ([], c.Send("x", ("MASTER",)), ""),
        (["public"], c.Send("x"), ""),
        (["public"], c.Send("x", ("Italy",)), "no-such-press"),
        (["public", "grey"], c.Send("x", (), "-"), ""),
        (["public"], c.Send("x", (), "-"), "no-such-press"),
        (["private"], c.Send("x", ("Italy", "Turkey")), ""),
        (["private", "fake"], c.Send("x", ("Italy",), "Turkey"), ""),
        (["private"], c.Send("x", ("Italy",), "Turkey"), "no-such-press"),
        (["private", "fake"], c.Send("x", ("Italy",), "Master"), "not-the-master"),
        (["public", "all-grey"], c.Send("x"), ""),
        (["public", "all-grey"], c.Send("x", (), "France"), "no-such-press"),
        (["public"], c.Send("  \n "), "no-text"),
        (["public"], c.Send("x" * (LONGEST_MESSAGE + 1)), "message-too-long"),
        (["private"], c.Send("x", ("Narnia",)), "unknown-power"),
    ],
)
def test_kinds_of_press(press: list[str], send: c.Send, code: str) -> None:
    table = seven(press=press)
    if code:
        assert table.refused(send, "FRANCE") == code
    else:
        table.done(send, "FRANCE")


def test_press_that_nobody_signs() -> None:
    table = seven(press=["public", "all-grey"])
    table.done(c.Send("guess who"), "FRANCE")
    (seen,) = press_view(table.viewer("ITALY"))
    assert seen["from"] == "" and "signed" not in seen
    assert press_view(table.viewer("FRANCE"))[0]["from"] == "FRANCE"
    assert press_view(table.viewer(MASTER))[0]["from"] == "FRANCE"


def test_press_in_some_phases_only() -> None:
    start = "F1901M | FRANCE: A PAR; ITALY: A ROM | FRANCE: PAR, MAR; ITALY: ROM"
    table = seven(press_in=["retreat", "adjustment"], start=start)
    assert table.refused(c.Send("x"), "FRANCE") == "no-press-now"
    table.done(c.Send("is it my clock?", ("MASTER",)), "FRANCE")
    table.done(c.ProcessNow())
    assert table.phase == "W1901A"
    table.done(c.Send("x"), "FRANCE")


def test_press_ends_before_the_deadline() -> None:
    table = seven(press_closes="2 h")
    table.wait(hours=21)
    table.done(c.Send("x"), "FRANCE")
    table.wait(hours=1)
    assert table.refused(c.Send("x"), "FRANCE") == "no-press-now"
    table.wait(hours=2)
    table.done(c.Send("x"), "FRANCE")


def test_whoever_is_late_writes_to_the_master_alone_until_he_has_ordered() -> None:
    table = seven(late_silent=True, grace="1 d")
    everything(table, *all_but("FRANCE"))
    table.done(c.Send("x"), "FRANCE")
    table.wait(hours=25)
    assert table.g.waits and table.phase == "S1901M"
    assert table.refused(c.Send("x"), "FRANCE") == "no-press-now"
    assert table.refused(c.Send("x", ("Italy",)), "FRANCE") == "no-press-now"
    table.done(c.Send("sorry", ("MASTER",)), "FRANCE")
    table.done(c.Send("x"), "ITALY")
    table = seven(grace="1 d")
    everything(table, *all_but("FRANCE"))
    table.wait(hours=25)
    table.done(c.Send("x"), "FRANCE")


def test_after_the_game_everybody_talks() -> None:
    table = seven(press=[])
    table.done(c.Terminate("enough"))
    table.done(c.Send("well played", ("Italy",)), "FRANCE")
    table.done(c.Send("gg"), "ITALY")


def test_those_who_look_on_write() -> None:
    table = seven()
    table.done(c.Observe(), STRANGER)
    assert table.refused(c.Send("boo"), STRANGER) == "no-such-press"
    table.done(c.Send("a question", ("MASTER",)), STRANGER)
    assert not texts(table, "FRANCE")
    table = seven(observers_write=True)
    assert table.refused(c.Send("boo"), STRANGER) == "not-allowed"
    table.done(c.Observe(), STRANGER)
    table.done(c.Send("boo"), STRANGER)
    assert press_view(table.viewer("FRANCE"))[0]["from"] == "OBSERVER"
    assert table.refused(c.Send("boo", ("Italy",)), STRANGER) == "no-such-press"


def test_threads_and_what_is_unread() -> None:
    table = seven(press=["private", "public", "grey", "fake"])
    table.done(c.Send("one", ("France", "Germany")), "ENGLAND")
    table.done(c.Send("two", ("England", "Germany")), "FRANCE")
    table.done(c.Send("three"), "TURKEY")
    table.done(c.Send("four", ("France",)), "ENGLAND")
    table.done(c.Send("five", ("France",), "-"), "ENGLAND")
    table.done(c.Send("six", ("France", "Germany"), "Turkey"), "ENGLAND")
    table.done(c.Send("seven", ("MASTER",)), "FRANCE")
    threads = threads_view(table.viewer("FRANCE"))
    assert [(one["thread"], one["messages"], one["unread"]) for one in threads] == [
        ("FRANCE+MASTER", 1, 0),
        ("FRANCE+GERMANY+TURKEY", 1, 1),
        ("FRANCE+-", 1, 1),
        ("ENGLAND+FRANCE", 1, 1),
        ("ALL", 1, 1),
        ("ENGLAND+FRANCE+GERMANY", 2, 1),
    ]
    marks = {"ENGLAND+FRANCE+GERMANY": 2, "ALL": 3, "ENGLAND+FRANCE": 4}
    unread = {one["thread"]: one["unread"] for one in threads_view(table.viewer("FRANCE"), marks)}
    assert sum(unread.values()) == 2 and unread["ENGLAND+FRANCE+GERMANY"] == 0
    assert texts(table, "FRANCE", thread="ENGLAND+FRANCE+GERMANY") == ["one", "two"]
    assert texts(table, "ENGLAND", thread="ENGLAND+FRANCE+GERMANY") == ["one", "two", "six"]
    assert threads_view(table.viewer("ITALY"))[0]["with"] == []
    assert len(threads_view(table.viewer("ITALY"))) == 1
    assert not [one for one in table.kinds() if "Read" in one], "marks are not a part of the log"


def test_search_goes_on_without_end() -> None:
    table = seven()
    for number in range(1, 31):
        table.done(c.Send(f"Attack number {number} on {'Munich' if number % 2 else 'Kiel'}"), 13)
    found = texts(table, "ITALY", search="munich ATTACK", limit=4)
    assert [text.split()[2] for text in found] == ["23", "25", "27", "29"]
    page = press_view(table.viewer("ITALY"), search="munich", limit=4)
    older = texts(table, "ITALY", search="munich", limit=20, before=page[0]["number"])
    assert len(older) == 11 and older[-1].split()[2] == "21"
    assert texts(table, "ITALY", after=28) == [
        "Attack number 29 on Munich",
        "Attack number 30 on Kiel",
    ]
    assert texts(table, "ITALY", search="warsaw") == []


def test_searching_finds_no_secrets() -> None:
    table = seven()
    table.done(c.Send("sea lion", ("Germany",)), "FRANCE")
    assert texts(table, "ITALY", search="sea") == []
    assert texts(table, "GERMANY", search="sea") == ["sea lion"]


def test_who_is_muted_is_not_read() -> None:
    table = seven()
    table.done(c.Mute("France"), "ITALY")
    assert not table.do(c.Mute("France"), "ITALY").events
    table.done(c.Send("blah"), "FRANCE")
    assert texts(table, "ITALY") == [] and texts(table, "TURKEY") == ["blah"]
    table.done(c.Mute("France", muted=False), "ITALY")
    assert texts(table, "ITALY") == ["blah"]
    assert table.refused(c.Mute("Italy"), "ITALY") == "own-power"


def test_a_reader_reports_and_a_master_hides() -> None:
    table = seven()
    table.done(c.Send("an insult", ("Italy",)), "FRANCE")
    assert table.refused(c.ReportMessage(1, "rude"), "TURKEY") == "no-message"
    assert table.refused(c.ReportMessage(1, " "), "ITALY") == "no-reason"
    table.done(c.ReportMessage(1, "rude"), "ITALY")
    assert table.refused(c.ReportMessage(1, "rude"), "ITALY") == "reported-already"
    (report,) = reports_view(table.viewer(MASTER))
    assert (report["by"], report["why"], report["message"]["text"]) == (
        "ITALY", "rude", "an insult",
    )  # fmt: skip
    assert reports_view(table.viewer("FRANCE")) == []
    assert table.refused(c.HideMessage(1, "")) == "no-reason"
    table.done(c.HideMessage(1, "insults"))
    assert not table.do(c.HideMessage(1, "insults")).events
    assert texts(table, "ITALY") == []
    assert texts(table, MASTER) == texts(table, "FRANCE") == ["an insult"]
    assert table.g.acts[-1].what == "hide-message" and table.g.acts[-1].why == "insults"


def test_a_master_takes_press_from_a_power() -> None:
    table = seven()
    table.done(c.Silence("France", why="spam"))
    assert table.refused(c.Send("x"), "FRANCE") == "silenced"
    table.done(c.Send("sorry", ("MASTER",)), "FRANCE")
    table.done(c.Silence("France", silenced=False, why="forgiven"))
    table.done(c.Send("x"), "FRANCE")
    assert [one.what for one in table.g.acts] == ["silence FRANCE", "give-press-back FRANCE"]


def test_notes_to_oneself() -> None:
    table = seven()
    table.done(c.SaveNote("trust nobody"), "FRANCE")
    table.done(c.SaveNote("Burgundy is empty", "S1901M"), "FRANCE")
    assert not table.do(c.SaveNote("trust nobody"), "FRANCE").events
    assert notes_view(table.viewer("FRANCE")) == {
        "": "trust nobody",
        "S1901M": "Burgundy is empty",
    }
    assert notes_view(table.viewer("ITALY")) == {} == notes_view(table.viewer(MASTER))
    table.done(c.SaveNote("", "S1901M"), "FRANCE")
    assert list(notes_view(table.viewer("FRANCE"))) == [""]
    assert table.refused(c.SaveNote("x" * 30_000), "FRANCE") == "note-too-long"


def opened(**settings: Any) -> Table:
    """A game that is over, with letters of all kinds."""
    table = seven(press=["private", "public", "grey"], **settings)
    table.done(c.Send("Burgundy?", ("ITALY",)), "FRANCE")
    table.done(c.Send("guess who", ("ITALY",), "-"), "FRANCE")
    table.done(c.Send("to the master", ("MASTER",)), "FRANCE")
    table.done(c.Send("with the master", ("ITALY", "MASTER")), "FRANCE")
    table.done(c.Send("rude", ("ITALY",)), "FRANCE")
    table.done(c.HideMessage(5, "rude"))
    assert texts(table, "TURKEY") == texts(table, STRANGER) == []
    table.wait(hours=1)
    table.done(c.Terminate("enough"))
    table.wait(hours=1)
    table.done(c.Send("afterwards", ("ITALY",)), "FRANCE")
    return table


@pytest.mark.parametrize(
    ("opens", "player", "stranger"), [("never", 0, 0), ("players", 2, 0), ("all", 2, 2)]
)
def test_letters_between_powers_are_opened_as_was_settled(
    opens: str, player: int, stranger: int
) -> None:
    table = opened(press_opens=opens)
    letters = ["Burgundy?", "guess who"]
    assert texts(table, "TURKEY") == letters[:player]
    assert texts(table, STRANGER) == letters[:stranger]
    for one in press_view(table.viewer("TURKEY")):
        assert "signed" not in one and (one["text"] != "guess who" or one["from"] == "")
    assert sum(one["unread"] for one in threads_view(table.viewer("TURKEY"))) == 0
    if player:
        again = c.RollBack(str(table.g.phase), "once more")
        assert table.refused(again) == "letters-opened"


def test_whether_letters_are_opened_is_settled_before_and_said_to_who_writes_one() -> None:
    table = seven(press_opens="all")
    assert table.refused(c.ChangeSettings({"press_opens": "never"})) == "game-has-begun"
    (told,) = table.done(c.Send("Burgundy?", ("ITALY",)), "FRANCE").told
    assert told.code == "letter-opens" and "everybody" in told.what
    for send in (c.Send("to all"), c.Send("help", ("MASTER",))):
        assert table.done(send, "FRANCE").told == ()
    quiet = seven()
    assert quiet.done(c.Send("Burgundy?", ("ITALY",)), "FRANCE").told == ()
    assert quiet.refused(c.ChangeSettings({"press_opens": "all"})) == "game-has-begun"
