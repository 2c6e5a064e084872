"""Mails of the judge that come back: what is believed, what comes of it, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from dragoman.judge.accounts.credentials import MOST_BOUNCES
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.outbox.mail_carriers import mail_carrier
from dragoman.judge.outbox.sending import LetterDelivery, Undelivered
from tests.judge.accounts.letterbox import person
from tests.mail.post import OWN, PostOffice, written

DAEMON = "MAILER-DAEMON@mx.example.net"
STATUS = """Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; bob@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 no such user
"""
OLD = """This is the mail system at host mx.example.net.

I'm sorry to have to inform you that your message could not be delivered.
<bob@example.org>: {code} no such user here

--- Below this line is a copy of the message.

{mail}
"""


class Bounces(PostOffice):
    """A judge with Bob, who plays in a game of Ann's, and what its mails are called."""

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__(address)
        self.folder = folder
        self.bob = person(self.judge, "Bob")
        number = self.game(variant="isthmus")
        for user in (self.bob, self.ann):
            self.judge.act(number, c.Join(), Actor(user), self.now)
        self.number = number
        self.clear()

    def clear(self) -> None:
        """Have all that waits told and sent."""
        carry = mail_carrier("", OWN, self.folder)
        while self.judge.notify(self.now) or self.judge.outbox.send(carry, carry, self.now):
            pass

    def to_bob(self) -> str:
        """A mail that goes to Bob's address, as it leaves."""
        before = set(self.folder.glob("*.eml"))
        with self.judge.database.writing() as connection:
            post(connection, Mail("bob@example.org", "About you", "Well?", self.bob), self.now)
        self.clear()
        [path] = set(self.folder.glob("*.eml")) - before
        return path.read_text("utf-8")

    def is_dead(self) -> bool:
        [one] = self.judge.accounts.people.addresses(Actor(self.bob), self.bob)
        return one.is_dead


@pytest.fixture
def office(address: str, tmp_path: Path) -> Iterator[Bounces]:
    with_bob = Bounces(address, tmp_path / "mail")
    yield with_bob
    with_bob.close()


def report(mail: str, action: str = "failed", status: str = "5.1.1") -> bytes:
    """A report as RFC 3464 has it."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = DAEMON, OWN, "Undelivered Mail"
    message["Message-ID"] = f"<{report.count}@mx.example.net>"  # type: ignore[attr-defined]
    report.count += 1  # type: ignore[attr-defined]
    message.set_content("I could not deliver your mail.")
    told = EmailMessage()
    told.set_payload(
        [_block(one) for one in STATUS.format(action=action, status=status).split("\n\n")]
    )
    told["Content-Type"] = "message/delivery-status"
    back = EmailMessage()
    back.set_content(mail.partition("\n\n")[0], subtype="rfc822-headers")
    message.make_mixed()
    message.attach(told)
    message.attach(back)
    message.replace_header("Content-Type", "multipart/report; report-type=delivery-status")
    message.set_boundary("=-report-=")
    return message.as_bytes()


report.count = 0  # type: ignore[attr-defined]


def _block(text: str) -> EmailMessage:
    block = EmailMessage()
    for line in text.strip().split("\n"):
        name, _, value = line.partition(": ")
        block[name] = value
    return block


def old(mail: str, code: str = "550") -> bytes:
    """What older servers write."""
    return written(OLD.format(code=code, mail=mail), DAEMON)


def comes(office: Bounces, raw: bytes) -> None:
    assert office.take(raw, came_from="<>")
    assert all(one.to != DAEMON for one in office.answers()), "nobody answers a report"


@pytest.mark.parametrize("form", (report, old))
def test_an_address_that_mails_come_back_from_gets_no_notices(office: Bounces, form) -> None:
    for _ in range(MOST_BOUNCES):
        assert not office.is_dead()
        raw = form(office.to_bob())
        comes(office, raw)
        comes(office, raw.replace(b"Message-ID: <", b"Message-ID: <again"))
        office.letters.new(office.now)
    assert office.is_dead()


def test_the_masters_are_told_once_and_nothing_more_goes_there(office: Bounces) -> None:
    for _ in range(MOST_BOUNCES - 1):
        comes(office, report(office.to_bob()))
    raw = report(office.to_bob())
    assert office.take(raw, came_from="<>")
    [told] = office.answers()
    assert told.to == "ann@example.org" and "mail does not reach Bob" in told.subject
    assert f"Friends ({office.number})" in told.text and "bob@" not in told.text
    comes(office, report(office.to_bob()))
    office.judge.act(office.number, c.Send("hello"), Actor(office.ann), office.now)
    before = len(list(office.folder.glob("*.eml")))
    office.clear()
    mails = sorted(office.folder.glob("*.eml"))[before:]
    assert not any("To: bob@example.org" in one.read_text("utf-8") for one in mails)


def test_an_address_that_is_refused_at_once_is_as_dead(office: Bounces) -> None:
    def refuse(delivery: LetterDelivery) -> None:
        if delivery.letter.to == "bob@example.org":
            raise Undelivered("550 no such user", for_good=True, nobody=True)

    for _ in range(MOST_BOUNCES):
        assert not office.is_dead()
        with office.judge.database.writing() as connection:
            post(connection, Mail("bob@example.org", "About you", "Well?", office.bob), office.now)
        while office.judge.outbox.send(refuse, refuse, office.now):
            pass
    assert office.is_dead()


def test_whoever_is_heard_from_is_written_to_again(office: Bounces) -> None:
    for _ in range(MOST_BOUNCES):
        office.take(report(office.to_bob()), came_from="<>")
        office.answers()
    assert office.is_dead()
    office.asked("Here I am.", "bob@example.org")
    assert office.is_dead(), "anybody can write in his name"
    office.asked("Here I am.", "bob@example.org", To=office.reply_address(office.bob))
    assert not office.is_dead()
    for _ in range(MOST_BOUNCES):
        office.take(report(office.to_bob()), came_from="<>")
        office.answers()
    people = office.judge.accounts.people
    [one] = people.addresses(Actor(office.bob), office.bob)
    people.set_first_address(Actor(office.bob), office.bob, one.number, office.now)
    assert not office.is_dead()


@pytest.mark.parametrize(
    "change",
    (
        lambda mail: re.sub(r"(Message-ID: <\d+\.\d+\.)[0-9a-f]{4}", r"\g<1>0000", mail),
        lambda mail: re.sub(r"Message-ID: <.*", "Message-ID: <1@dip.example>", mail),
        lambda mail: re.sub(r"(Message-ID: <)\d+", r"\g<1>1", mail),
    ),
)
def test_a_forged_report_silences_nobody(office: Bounces, change) -> None:
    for _ in range(MOST_BOUNCES + 1):
        comes(office, report(change(office.to_bob())))
        comes(office, old(change(office.to_bob())))
    assert not office.is_dead()


@pytest.mark.parametrize("status", ("5.7.1", "5.7.26", "5.2.2", "5.3.4", "5.6.0"))
def test_what_is_no_fault_of_the_address_leaves_it_be(office: Bounces, status: str) -> None:
    for _ in range(MOST_BOUNCES + 1):
        comes(office, report(office.to_bob(), status=status))
        comes(office, old(office.to_bob(), f"550 {status}"))
        comes(office, old(office.to_bob(), "554"))
    assert not office.is_dead()


def test_whoever_is_away_is_there(office: Bounces) -> None:
    for number in range(MOST_BOUNCES + 1):
        [name] = re.findall(r"^Message-ID: (<.*>)", office.to_bob(), re.M)
        away = EmailMessage()
        away["From"], away["To"], away["Subject"] = "bob@example.org", OWN, "Away: About you"
        away["Message-ID"], away["In-Reply-To"] = f"<away{number}@example.org>", name
        away["References"], away["Auto-Submitted"] = name, "auto-replied"
        away.set_content("I am away. If it is urgent, call +1 202 550 1000.")
        assert office.take(away.as_bytes(), came_from="<>")
        office.answers()
    assert not office.is_dead()


def test_what_is_late_is_not_lost(office: Bounces) -> None:
    for _ in range(MOST_BOUNCES + 1):
        comes(office, report(office.to_bob(), "delayed", "4.4.1"))
        comes(office, report(office.to_bob(), "failed", "4.2.2"))
        comes(office, old(office.to_bob(), "450 4.2.1"))
    assert not office.is_dead()
