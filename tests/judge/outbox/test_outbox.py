"""Letters leave the outbox once, again where it fails, and are given up in the end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from dragoman.judge.outbox.letters import Mail, WebhookCall, is_mail_address, post
from dragoman.judge.outbox.sending import MOST_TRIES, LetterDelivery, Outbox, Undelivered
from dragoman.judge.storage.database import Database
from tests.judge.stores import NOW

MAIL = Mail("ann@example.org", "Your turn", "F1901M is due.", person=4)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    database = Database(address)
    yield database
    database.close()


class Carrier:
    """Takes letters, or refuses them for a while."""

    def __init__(self, *fails: Undelivered | None) -> None:
        self.fails = list(fails)
        self.taken: list[LetterDelivery] = []

    def __call__(self, delivery: LetterDelivery) -> None:
        if self.fails and (error := self.fails.pop(0)):
            raise error
        self.taken.append(delivery)


def test_a_letter_is_written_with_what_causes_it(database: Database) -> None:
    outbox = Outbox(database)
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        post(connection, MAIL, NOW)
        raise ZeroDivisionError
    assert outbox.waiting() == 0
    with database.writing() as connection:
        post(connection, MAIL, NOW, once="phase 17 F1901M ann")
        post(connection, MAIL, NOW, once="phase 17 F1901M ann")
        post(connection, WebhookCall("https://example.org/hook", "{}", "secret"), NOW + MINUTE)
    assert outbox.waiting() == 2
    mails, calls = Carrier(), Carrier()
    assert outbox.send(mails, calls, NOW)
    assert not outbox.send(mails, calls, NOW), "the call is not due yet"
    assert outbox.send(mails, calls, NOW + MINUTE)
    assert not outbox.send(mails, calls, NOW + timedelta(days=9))
    assert [one.letter for one in mails.taken] == [MAIL]
    assert [one.letter for one in calls.taken] == [
        WebhookCall("https://example.org/hook", "{}", "secret")
    ]
    assert outbox.waiting() == 0 and not outbox.dead()


def test_what_was_sent_is_forgotten(database: Database) -> None:
    with database.writing() as connection:
        post(connection, Mail("a@b.cd", "Code", "31415926"), NOW)
    Outbox(database).send(Carrier(), Carrier(), NOW)
    with database.reading() as connection:
        assert "31415926" not in str(connection.exec_driver_sql("SELECT * FROM outbox").all())


def test_a_letter_that_fails_is_sent_again_later_and_later(database: Database) -> None:
    outbox, mails = Outbox(database), Carrier(*[Undelivered("busy")] * 3)
    with database.writing() as connection:
        post(connection, MAIL, NOW)
    tried, now = [], NOW
    while not mails.taken:
        if outbox.send(mails, Carrier(), now):
            tried.append((now - NOW) // MINUTE)
        now += MINUTE
    assert tried == [0, 1, 3, 7]


def test_a_letter_is_given_up_in_the_end_and_the_admin_told(database: Database) -> None:
    outbox = Outbox(database, admin="admin@example.org")
    with database.writing() as connection:
        post(connection, MAIL, NOW)
    busy = Carrier(*[Undelivered("busy")] * MOST_TRIES)
    now, tries = NOW, 0
    while not outbox.dead():
        tries += outbox.send(busy, Carrier(), now)
        now += timedelta(hours=1)
    assert tries == MOST_TRIES
    [dead] = outbox.dead()
    assert (dead.to, dead.tries, dead.error) == ("ann@example.org", MOST_TRIES, "busy")
    told = Carrier(Undelivered("550 no such box", for_good=True))
    assert outbox.send(told, Carrier(), now)
    assert len(outbox.dead()) == 2, "of the mail about it the admin is not told"
    assert outbox.waiting() == 0
    assert outbox.try_again(dead.number, now) and not outbox.try_again(99, now)
    assert outbox.send(told, Carrier(), now)
    assert told.taken[0].letter == MAIL


def test_a_letter_whose_sender_died_is_sent_by_another(database: Database) -> None:
    class Killed(BaseException):
        pass

    def die(delivery: LetterDelivery) -> None:
        raise Killed

    outbox, mails = Outbox(database), Carrier()
    with database.writing() as connection:
        post(connection, MAIL, NOW)
    with pytest.raises(Killed):
        outbox.send(die, die, NOW)
    assert not outbox.send(mails, mails, NOW + MINUTE), "it is held"
    assert outbox.send(mails, mails, NOW + 10 * MINUTE)
    assert [one.number for one in mails.taken] == [1]


def test_who_was_taken_for_dead_does_not_write_over_his_successor(database: Database) -> None:
    outbox, other = Outbox(database), Carrier()
    with database.writing() as connection:
        post(connection, MAIL, NOW)

    def slow(delivery: LetterDelivery) -> None:
        outbox.send(other, other, NOW + 11 * MINUTE)
        raise Undelivered("a timeout, after very long")

    assert outbox.send(slow, slow, NOW)
    assert len(other.taken) == 1
    assert outbox.waiting() == 0 and not outbox.dead()


def test_a_letter_that_kills_whoever_sends_it_is_given_up(database: Database) -> None:
    class Killed(BaseException):
        pass

    def die(delivery: LetterDelivery) -> None:
        raise Killed

    outbox, now = Outbox(database), NOW
    with database.writing() as connection:
        post(connection, MAIL, NOW)
    for _ in range(MOST_TRIES):
        with pytest.raises(Killed):
            outbox.send(die, die, now)
        now += timedelta(hours=1)
    assert outbox.send(die, die, now)
    assert [one.error for one in outbox.dead()] == ["whoever sent it died each time"]


@pytest.mark.parametrize("good", ("a@b.cd", "ann.o'neil+dip@mail.example.org", "ä@ö.de"))
def test_addresses_of_mail(good: str) -> None:
    assert is_mail_address(good)


@pytest.mark.parametrize(
    "bad",
    (
        *("", "a", "a@b", "@b.cd", "a@", "a b@c.de", "a@b.cd\nBcc: x@y.zz", "a@b..cd"),
        *("a@b.cd,x@y.zz", "<a@b.cd>", f"{'a' * 250}@b.cd"),
    ),
)
def test_what_is_no_address_of_mail(bad: str) -> None:
    assert not is_mail_address(bad)


def test_a_clock_that_was_put_back_keeps_no_letter(database: Database) -> None:
    outbox, mails = Outbox(database), Carrier(Undelivered("busy"))
    ahead = NOW + timedelta(days=400)
    with database.writing() as connection:
        post(connection, MAIL, ahead)
    assert outbox.send(mails, mails, ahead)
    assert outbox.send(mails, mails, NOW)
    assert [one.letter for one in mails.taken] == [MAIL]
