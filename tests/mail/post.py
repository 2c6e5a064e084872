"""A judge that takes mails, people who write them, and what they get back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from email.message import EmailMessage
from typing import Any

from argon2 import PasswordHasher

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.notices.reply_address import PURPOSE, Signed, reply_address
from dragoman.judge.outbox.letters import Mail
from dragoman.judge.service import Judge
from dragoman.judge.storage.signing import secret_for
from dragoman.mail.message import AnswerPart, IncomingMail, MailAnswer
from dragoman.mail.server.answerer import Answerer, Answering
from dragoman.mail.server.inbox import Inbox
from tests.judge.accounts.letterbox import Letterbox, person
from tests.judge.stores import NOW

OWN = "judge@dip.example"
SITE = Site("https://dip.example", "Dip", OWN)
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def opened_judge(address: str) -> Judge:
    """The judge of a test, opened once more."""
    return Judge(address, site=SITE, passwords=Passwords(CHEAP))


def written(text: str, sender: str = "ann@example.org", **headers: str) -> bytes:
    """A mail to the judge; each has a name of its own, unless it is given one."""
    message = EmailMessage()
    written.count += 1  # type: ignore[attr-defined]
    usual = {
        "From": sender,
        "To": OWN,
        "Subject": "orders",
        "Message-ID": f"<{written.count}@example.org>",  # type: ignore[attr-defined]
    }
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    for name, value in (usual | given).items():
        if value:
            message[name] = value
    message.set_content(text)
    return message.as_bytes()


written.count = 0  # type: ignore[attr-defined]


class Parrot:
    """Answers with what it was told; ``press 3 WORDS`` sends words in game 3, and ``fail`` fails
    after that."""

    def __init__(self) -> None:
        self.heard: list[IncomingMail] = []

    def __call__(self, judge: Judge, mail: IncomingMail, now: datetime) -> MailAnswer:
        self.heard.append(mail)
        game, user = 0, mail.seat.person if mail.seat is not None else 0
        for line in mail.text.splitlines():
            match line.split(maxsplit=2):
                case ["press", number, words]:
                    game = int(number)
                    assert judge.act(game, c.Send(words), Actor(user), now).events
                case ["fail"]:
                    raise ValueError("as it was told")
                case _:
                    pass
        return MailAnswer(
            "Heard", (AnswerPart("", tuple(mail.text.splitlines())),), "en", user, game
        )


class PostOffice:
    """A judge with Ann, who has an account, and its mail."""

    def __init__(self, address: str, answering: Answering | None = None, **settings: Any) -> None:
        self.address = address
        self.judge = opened_judge(address)
        self.parrot, self.now = Parrot(), NOW
        self.letters = Letterbox(self.judge)
        self.ann = person(self.judge, "Ann")
        self.incoming = Inbox(self.judge.database)
        self.answerer = Answerer(
            lambda: opened_judge(address), answering or self.parrot, **settings
        )

    def close(self) -> None:
        self.answerer.close()
        self.judge.close()

    def take(
        self, raw: bytes, recipients: Sequence[str] = (), came_from: str | None = None
    ) -> bool:
        return self.incoming.take_in(raw, recipients, came_from, NOW)

    def reply_address(self, user: int, game: int = 0, message: int = 0) -> str:
        """What somebody finds in mails of the judge to be answered to."""
        with self.judge.database.writing() as connection:
            secret = secret_for(connection, PURPOSE)
        g = self.judge.games.load(game) if game else None
        return reply_address(OWN, secret, g, Signed(user, game, message))

    def answers(self, now: datetime = NOW) -> list[Mail]:
        """Answer what waits; all mails that left by it."""
        while self.answerer.work(now):
            pass
        return self.letters.new(now)

    def asked(self, text: str, sender: str = "ann@example.org", **headers: str) -> list[Mail]:
        """What comes back to a mail."""
        assert self.take(written(text, sender, **headers))
        return self.answers()

    def game(self, **settings: Any) -> int:
        """A game of Ann's, who is its master."""
        number, answer = self.judge.games.create({"title": "Friends", **settings}, self.ann, NOW)
        assert number is not None, answer.told
        return number


Opening = Callable[..., PostOffice]
