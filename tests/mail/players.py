"""People who play by mail alone: they read their mails, and answer them, over real SMTP."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import make_msgid
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP as Server, Envelope, Session

from dragoman.judge.outbox.mail_carriers import mail_carrier
from dragoman.mail.execution.answering import answer
from dragoman.mail.server.receivers import MailServer
from tests.mail.post import OWN, PostOffice
from tests.patience import SECONDS


class Boxes:
    """The mail server of the players: a box for each address."""

    def __init__(self) -> None:
        self.boxes: dict[str, list[EmailMessage]] = {}

    async def handle_DATA(self, server: Server, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        for to in envelope.rcpt_tos:
            self.boxes.setdefault(to, []).append(message)
        return "250 OK"


class ByMail:
    """A judge that takes and sends its mails by SMTP, and its clock."""

    def __init__(self, office: PostOffice, port: int, boxes: Boxes, away: int) -> None:
        self.office, self.judge, self.port = office, office.judge, port
        self.boxes = boxes
        self._carry = mail_carrier(f"smtp://127.0.0.1:{away}", OWN, Path("."))

    def player(self, name: str) -> Player:
        return Player(self, name, f"{name.lower()}@example.org")

    def goes_round(self) -> None:
        """Everything is answered, told and sent."""
        self.office.now += timedelta(minutes=1)
        now = self.office.now
        while self.office.answerer.work(now) or self.judge.notify(now):
            pass
        while self.judge.outbox.send(self._carry, self._carry, now):
            pass


class Player:
    """Somebody with an address."""

    def __init__(self, by_mail: ByMail, name: str, address: str) -> None:
        self._all, self.name, self.address = by_mail, name, address

    @property
    def box(self) -> list[EmailMessage]:
        return self._all.boxes.boxes.setdefault(self.address, [])

    def writes(self, text: str, to: str = OWN, answers: EmailMessage | None = None) -> None:
        """Send a mail, as a program does that people use."""
        mail = EmailMessage()
        mail["From"], mail["To"] = f"{self.name} <{self.address}>", to
        mail["Message-ID"] = make_msgid(domain="example.org")
        mail["Subject"] = "for the judge"
        if answers is not None:
            before = f"{answers['References'] or ''} {answers['Message-ID']}"
            mail.replace_header("To", answers["Reply-To"] or answers["From"])
            mail.replace_header("Subject", f"Re: {answers['Subject']}")
            mail["In-Reply-To"], mail["References"] = answers["Message-ID"], before
            body = answers.get_body(("plain",))
            assert isinstance(body, EmailMessage)
            quoted = "\n".join(f"> {line}" for line in str(body.get_content()).splitlines())
            text = f"{text}\n\nOn 5 Jan 2026 at 12:00, {answers['From']} wrote:\n{quoted}\n"
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self._all.port, timeout=SECONDS) as server:
            server.sendmail(self.address, [mail["To"]], mail.as_bytes(policy=SMTP))

    def last(self, about: str = "") -> EmailMessage:
        """The newest mail with this in its subject; of all his mails, if nothing is named."""
        return self.about(about)[-1] if about else self.box[-1]

    def about(self, what: str) -> list[EmailMessage]:
        """His mails with this in their subject, answers to his own excepted."""
        box = (mail for mail in self.box if not mail["Subject"].startswith("Re:"))
        return [mail for mail in box if what in mail["Subject"]]


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert isinstance(body, EmailMessage)
    return str(body.get_content()).replace("\r\n", "\n")


@contextmanager
def by_mail(address: str) -> Iterator[ByMail]:
    """A judge with its two mail servers."""
    boxes = Boxes()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        away: int = free.getsockname()[1]
    controller = Controller(boxes, hostname="127.0.0.1", port=away)
    controller.start()
    office = PostOffice(address, answer)
    loop = asyncio.new_event_loop()
    server = MailServer(office.incoming, OWN, 1_000_000, now=lambda: office.now)
    listening = loop.run_until_complete(server.listen("127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield ByMail(office, listening.sockets[0].getsockname()[1], boxes, away)
    finally:
        loop.call_soon_threadsafe(listening.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
        controller.stop()
        office.close()
