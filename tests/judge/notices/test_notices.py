"""Mails about games: to whom, once, when, in whose language, and how they stop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.judge.accounts.preferences import NOTHING, Look, MailWishes, PressMails
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.notices import notices as module
from dragoman.judge.outbox.letters import Mail
from dragoman.judge.service import Judge
from dragoman.judge.storage.tables import kept_press, notices, reminders
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import Letterbox, person
from tests.judge.stores import NOW, Opened

HOUR = timedelta(hours=1)
THREE = "S1901M | FRANCE: A PAR; ITALY: A ROM; TURKEY: A CON | FRANCE: PAR; ITALY: ROM; TURKEY: CON"
NAMES = ("Mia", "Fred", "Ida", "Tom")


class House:
    """A judge with four people, of whom Mia is master, and the others play on a small board."""

    def __init__(self, judge: Judge, **settings: Any) -> None:
        self.judge = judge
        self.letters = Letterbox(judge)
        self.people = {name: person(judge, name) for name in NAMES}
        wished = {"title": "Friends", "start": THREE, **settings}
        number, answer = judge.games.create(wished, self.people["Mia"], NOW)
        assert number is not None, answer.told
        self.game: int = number

    def begun(self) -> House:
        for name, power in zip(NAMES[1:], ("FRANCE", "ITALY", "TURKEY"), strict=True):
            self.do(name, c.Join((power,)))
        self.do("Mia", c.Begin())
        return self

    def do(self, name: str, command: c.Command, **time: float) -> None:
        actor = Actor(self.people[name])
        answer = self.judge.games.act(self.game, command, actor, NOW + timedelta(**time))
        assert answer.events, answer.told

    def wish(self, name: str, wished: MailWishes) -> None:
        number = self.people[name]
        self.judge.accounts.wishes.choose(Actor(number), number, wished, NOW)

    def mails(self, **time: float) -> dict[str, list[Mail]]:
        """What everybody got since the last question."""
        now = NOW + timedelta(**time)
        while self.judge.notify(now):
            pass
        names = {f"{name.lower()}@example.org": name for name in NAMES}
        found: dict[str, list[Mail]] = {}
        for mail in self.letters.new(now):
            found.setdefault(names[mail.to], []).append(mail)
        return found


@pytest.fixture
def house(opened: Opened) -> House:
    return House(opened()).begun()


def subjects(found: Mapping[str, list[Mail]]) -> dict[str, list[str]]:
    return {name: [mail.subject for mail in mails] for name, mails in sorted(found.items())}


def test_a_game_begins_and_everybody_is_told_his_power(house: House) -> None:
    found = house.mails()
    assert set(found) == set(NAMES)
    fred = found["Fred"][-1]
    assert fred.subject == "Dip: Friends: the game begins (and more)"
    assert "You play France." in fred.text and "Italy is played by Ida." in fred.text
    assert "Tue 6 Jan 2026, 12:00 (UTC)" in fred.text
    assert "https://dip.example/games/1" in fred.text
    assert not house.mails(), "once"
    # Three joined, one after the other: of that the master is told.
    assert [mail.subject for mail in found["Mia"]][:3] == [
        "Dip: Friends: somebody wants to play"
    ] * 3


def test_who_begins_or_comes_later_is_told_where_the_game_stands(opened: Opened) -> None:
    """Whoever plays by mail alone needs units, centres and the map to write his first orders."""
    house = House(opened(), entry="master")
    for name, power in zip(NAMES[1:], ("FRANCE", "ITALY", "TURKEY"), strict=True):
        house.do(name, c.Join((power,)))
        house.do("Mia", c.Admit(house.people[name]))
    house.do("Mia", c.Begin())
    mail = house.mails()["Fred"][-1]
    units = "France\n  A Par"
    assert units in mail.text and "Supply centres\n" in mail.text and "<pre" in mail.html
    assert mail.text.count(units) == 1, "it is told once, whatever else is told"
    assert [(one.phase, one.person) for one in mail.maps] == [("", house.people["Fred"])]
    house.do("Ida", c.Resign(), hours=1)
    ann = person(house.judge, "Ann")
    join, seat = c.Join(("ITALY",)), c.SeatPlayer("ITALY", ann)
    for command, by in ((join, ann), (seat, house.people["Mia"])):
        came = house.judge.games.act(house.game, command, Actor(by), NOW + HOUR)
        assert came.events, came.told
    while house.judge.notify(NOW + HOUR):
        pass
    later = [one for one in house.letters.new(NOW + HOUR) if one.to == "ann@example.org"][-1]
    assert "You play Italy." in later.text and units in later.text and later.maps


def test_a_phase_is_told_with_its_report_in_the_language_of_each(house: House) -> None:
    house.wish("Ida", MailWishes("de", "Europe/Berlin"))
    house.mails()
    house.do("Fred", c.SaveOrders("A par-bur"))
    assert not house.mails(), "orders are nobody's business"
    house.do("Mia", c.ProcessNow())
    found = house.mails()
    assert subjects(found)["Ida"] == ["Dip: Friends: ausgewertet: Frühjahr 1901, Züge"]
    assert "A Par–Bur" in found["Ida"][0].text and "Es fehlten Befehle von" in found["Ida"][0].text
    assert "Di, 6. Jan. 2026, 13:00 Uhr (Europe/Berlin)" in found["Ida"][0].text
    assert "No orders came from Italy and Turkey." in found["Fred"][0].text


def test_wishes_are_heeded(house: House) -> None:
    house.mails()
    house.wish("Fred", replace(NOTHING, votes=True))
    house.do("Mia", c.ProcessNow())
    house.do("Ida", c.Send("hello"))
    found = house.mails()
    assert set(found) == {"Mia", "Ida", "Tom"} and len(found["Ida"]) == 1, "who wrote knows"
    house.do("Ida", c.Propose("draw"))
    found = house.mails()
    assert set(found) == {"Fred", "Tom"}
    assert "Ida" not in found["Fred"][0].text and "Italy" not in found["Fred"][0].subject


def test_press_is_for_its_readers(house: House) -> None:
    house.mails()
    house.do("Fred", c.Send("psst", ("Italy",)))
    assert set(house.mails()) == {"Ida"}, "nor is the master mailed what is not for him"
    house.do("Fred", c.Send("help", ("MASTER",)))
    assert set(house.mails()) == {"Mia"}
    house.do("Ida", c.Mute("France"))
    house.do("Fred", c.Send("again", ("Italy",)))
    assert not house.mails()


def test_a_digest_comes_once_a_day(house: House) -> None:
    house.mails()
    house.wish("Ida", MailWishes(zone="Europe/Berlin", press=PressMails.DIGEST, digest_hour=20))
    house.do("Fred", c.Send("one", ("Italy",)))
    house.do("Tom", c.Send("two", ("Italy",)), hours=1)
    house.do("Fred", c.Send("three", ("Italy",)), hours=2)
    house.do("Mia", c.HideMessage(3, "spam"), hours=3)
    assert not house.mails(hours=6.9)
    (mail,) = house.mails(hours=7)["Ida"]  # 20 o'clock in Berlin
    assert mail.subject == "Dip: Press from your games"
    assert mail.text.index("one") < mail.text.index("two") and "three" not in mail.text
    assert "Ida" not in house.mails(days=3)

    house.do("Fred", c.Send("four", ("Italy",)))
    assert not house.mails()
    house.wish("Ida", NOTHING)
    assert not house.mails(hours=8), "she wants none any more"
    with house.judge.database.reading() as connection:
        assert not connection.execute(sa.select(kept_press)).all()


def test_who_has_no_orders_is_reminded_in_time(house: House) -> None:
    house.wish("Fred", MailWishes(hours=(20, 3)))
    house.wish("Ida", MailWishes(hours=()))
    house.mails()
    assert not house.mails(hours=3.9)
    found = house.mails(hours=4)
    assert subjects(found) == {"Fred": ["Dip: Friends: Spring 1901, movement is due in 20 h"]}
    assert "There are no orders on file for France." in found["Fred"][0].text
    assert not house.mails(hours=20)
    house.do("Fred", c.SaveOrders("A par H"), hours=20)
    assert not house.mails(hours=21), "he has ordered meanwhile"


def test_reminders_follow_the_deadline(house: House) -> None:
    house.mails()
    house.wish("Fred", MailWishes(hours=(2,)))
    assert not house.mails()
    house.do("Mia", c.SetDeadline(NOW + 3 * HOUR, "a festival"))
    assert "The reason: a festival" in house.mails()["Fred"][0].text
    house.do("Mia", c.Pause())
    house.mails()
    assert not house.mails(hours=1), "a game that pauses is due at no time"
    house.do("Mia", c.Resume(), hours=1)
    assert set(house.mails(hours=1)) == {"Fred", "Ida", "Tom"}
    found = house.mails(hours=2)
    assert subjects(found) == {"Fred": ["Dip: Friends: Spring 1901, movement is due in 2 h"]}
    house.do("Fred", c.Resign(), hours=2)
    house.mails(hours=2)
    with house.judge.database.reading() as connection:
        people = {row.person for row in connection.execute(sa.select(reminders))}
    assert house.people["Fred"] not in people


def test_nobody_is_reminded_as_a_phase_begins(house: House) -> None:
    """... also by a worker that looked at the clock a moment before it began."""
    house.mails()
    house.do("Mia", c.SetDeadline(NOW + 3 * HOUR))
    house.do("Mia", c.ProcessNow(), hours=1)
    house.mails(hours=0.9)
    told = [one for names in subjects(house.mails(hours=1)).values() for one in names]
    assert told
    assert not [one for one in told if "due in 24 h" in one]


def test_each_mail_is_written_once_whoever_dies(
    opened: Opened, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.mails()
    house.do("Mia", c.ProcessNow())

    class Killed(BaseException):
        pass

    post, posted = module.post, list[Any]()

    def dies(*given: Any) -> None:
        posted.append(given)
        if len(posted) == 2:
            raise Killed
        post(*given)

    monkeypatch.setattr(module, "post", dies)
    with pytest.raises(Killed):
        house.judge.notify(NOW)
    monkeypatch.undo()
    other = opened()
    # Two at once: one has read what the other writes first.
    draft = module.draft

    def slow(*given: Any) -> Any:
        monkeypatch.undo()
        assert other.notify(NOW)
        return draft(*given)

    monkeypatch.setattr(module, "draft", slow)
    assert house.judge.notify(NOW)
    found = house.mails()
    assert {name: len(mails) for name, mails in found.items()} == dict.fromkeys(NAMES, 1)


def test_what_another_wrote_meanwhile_is_not_mistaken_for_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite gives the number of a row that was removed to the next one. A worker that is slow must
    not take what happened since for what another has written already."""
    house.mails()
    house.do("Ida", c.Send("first", ("FRANCE",)))
    read = module.entries

    def meanwhile(*given: Any) -> Any:
        monkeypatch.setattr(module, "entries", read)
        rows = read(*given)
        assert house.judge.notify(NOW), "another is quicker"
        house.do("Ida", c.Send("second", ("FRANCE",)))
        return rows

    monkeypatch.setattr(module, "entries", meanwhile)
    texts = [mail.text for mail in house.mails()["Fred"]]
    assert [("first" in one, "second" in one) for one in texts] == [(True, False), (False, True)]


def test_what_was_refused_or_rolled_back_is_told_to_nobody(house: House) -> None:
    house.mails()
    tom = Actor(house.people["Tom"])
    assert house.judge.games.act(house.game, c.Terminate(), tom, NOW).refused
    with pytest.raises(ZeroDivisionError), house.judge.database.together():
        house.do("Mia", c.Terminate())
        raise ZeroDivisionError
    assert not house.mails()


def test_a_mail_that_cannot_be_written_keeps_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house.mails()
    monkeypatch.setattr(module, "draft", lambda *_: 1 / 0)
    house.do("Fred", c.Send("secret", ("Italy",)))
    assert house.judge.notify(NOW)
    assert not house.judge.notify(NOW), "it is tried again later"
    assert "ZeroDivisionError" in caplog.text and "secret" not in caplog.text
    monkeypatch.undo()
    assert set(house.mails(minutes=2)) == {"Ida"}
    monkeypatch.setattr(module, "draft", lambda *_: 1 / 0)
    house.do("Fred", c.Send("secret", ("Italy",)))
    for minutes in range(0, 200, 10):
        house.judge.notify(NOW + timedelta(minutes=minutes))
    with house.judge.database.reading() as connection:
        assert not connection.execute(sa.select(notices)).all(), "in the end it is let be"


def test_mails_are_stopped_by_their_link(house: House) -> None:
    mail = house.mails()["Fred"][0]
    link = mail.headers["List-Unsubscribe"].strip("<>")
    assert link in mail.text and mail.headers["List-Unsubscribe-Post"]
    wishes = house.judge.accounts.wishes
    key = link.rpartition("/")[2]
    assert wishes.stop(key) and not wishes.stop("another")
    assert wishes.of(Actor(house.people["Fred"]), house.people["Fred"]) == NOTHING
    house.do("Mia", c.ProcessNow())
    assert "Fred" not in house.mails()
    export = house.judge.accounts.own_data.export(Actor(house.people["Fred"]), house.people["Fred"])
    assert key not in str(export) and export["wishes"]


def test_who_cannot_be_mailed(house: House) -> None:
    house.mails()
    root = Actor(is_admin=True)
    house.judge.accounts.people.block(root, house.people["Fred"], "spam")
    house.judge.accounts.own_data.delete(root, house.people["Ida"], NOW)
    house.do("Mia", c.ProcessNow())
    assert set(house.mails()) == {"Mia", "Tom"}


def test_a_live_game_mails_its_beginning_and_its_end(opened: Opened) -> None:
    house = House(opened(), movement="5 min").begun()
    assert "Fred" in house.mails()
    house.do("Mia", c.ProcessNow())
    house.do("Fred", c.Send("quick", ("Italy",)))
    assert not house.mails()
    house.do("Mia", c.Terminate("late"))
    assert set(house.mails()) == {"Mia", *NAMES[1:]}


def test_who_is_invited_ejected_or_turned_away_is_told(opened: Opened) -> None:
    house = House(opened(), entry="master", observers=False)
    house.do("Mia", c.Invite(house.people["Tom"]))
    assert "You are invited" in house.mails()["Tom"][0].text
    house.do("Tom", c.Decline())
    assert "Tom has declined" in house.mails()["Mia"][0].text
    house.do("Ida", c.Join())
    house.do("Fred", c.Join(("France",)))
    house.mails()
    house.do("Mia", c.TurnAway(house.people["Ida"]))
    assert "turned you away" in house.mails()["Ida"][0].text
    house.do("Mia", c.SeatPlayer("France", house.people["Fred"]))
    assert "You play France." in house.mails()["Fred"][0].text
    house.do("Mia", c.Begin())
    house.mails()
    house.do("Mia", c.Eject("France", "rude"))
    assert "took France from its player. The reason: rude" in house.mails()["Fred"][0].text


@pytest.mark.parametrize(
    ("wished", "code"),
    [
        (MailWishes("nl"), "unknown-language"),
        (MailWishes(zone="Berlin"), "unknown-zone"),
        (MailWishes(digest_hour=24), "no-hour"),
        (MailWishes(hours=(1, 2, 3, 4, 5, 6)), "too-many-reminders"),
        (MailWishes(hours=(0,)), "no-such-hours"),
    ],
)
def test_wishes_that_cannot_be(opened: Opened, wished: MailWishes, code: str) -> None:
    judge = opened()
    ann = person(judge)
    with pytest.raises(ActionRefused) as refused:
        judge.accounts.wishes.choose(Actor(ann), ann, wished, NOW)
    assert refused.value.diagnostic.code == code
    assert judge.accounts.wishes.of(Actor(ann), ann) == MailWishes()


def test_account_mails_are_in_ones_language(opened: Opened) -> None:
    judge = opened()
    people, letters = judge.accounts.people, Letterbox(judge)
    password = "seven powers, one map"
    people.register("Jörg", "joerg@example.org", password, "", NOW, "de")
    (mail,) = letters.new()
    assert mail.subject.endswith("ist dein Code") and "Er gilt eine Stunde" in mail.text
    with pytest.raises(ActionRefused, match="does not write 'nl'"):
        people.register("Jean", "jean@example.org", password, "", NOW, "nl")


def test_orders_are_told_in_the_notation_of_whoever_is_mailed(house: House):
    ida = house.people["Ida"]
    house.judge.accounts.looks.choose(Actor(ida), ida, Look(notation="english"))
    house.do("Fred", c.SaveOrders("A par-bur"))
    house.mails()
    house.do("Mia", c.ProcessNow())
    told = {name: "\n".join(one.text for one in mails) for name, mails in house.mails().items()}
    assert "Army Paris moves to Burgundy" in told["Ida"] and "A Par–Bur" not in told["Ida"]
    assert "A Par–Bur" in told["Fred"] and "Army Paris" not in told["Fred"]
