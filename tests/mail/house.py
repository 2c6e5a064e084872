"""A judge with people and a game, to whom mails are written: nothing comes over a wire."""

from __future__ import annotations

import atexit
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.tables import outbox
from dragoman.mail.execution.answering import answer
from dragoman.mail.language.parser import MailCommand, MailLine, read
from dragoman.mail.message import Attachment, IncomingMail, MailAnswer, ReplySeat, WrittenFile

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
"""A Monday."""
PASSWORD = "correct horse battery"
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ITALIANS = ("FLORENCE", "GENOA", "MILAN", "NAPLES", "PAPACY", "VENICE")
NAMES = ("max", "ann", "bob", *(one.lower() for one in (*POWERS, *ITALIANS)))
"""Everybody with an account. Max is master of game 1, in which each power is played by whoever is
called like it."""
PEOPLE = {name: number for number, name in enumerate(NAMES, 1)}
_CHEAP = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
_NUMBERED = re.compile(r"^ *(\d+): ", re.M)


def address_of(name: str) -> str:
    return name if "@" in name else f"{name}@post.example"


def _opened(path: Path) -> Judge:
    return Judge(f"sqlite:///{path}", site=Site("https://dip.example", "Dip"), passwords=_CHEAP)


@cache
def _template() -> Path:
    """A database with everybody, and game 1."""
    folder = Path(mkdtemp(prefix="mail-judge-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / "judge.db"
    judge = _opened(path)
    judge.database.create()
    for name in NAMES:
        people = judge.accounts.people
        made = people.create(
            Actor(is_admin=True), f"{name.title()} X", address_of(name), PASSWORD, START
        )
        assert made == PEOPLE[name]
    set_up(judge, {"title": "Friends"})
    judge.close()
    return path


def set_up(judge: Judge, settings: Mapping[str, Any], begins: bool = True) -> int:
    """A game of Max's, in which each power is played by whoever is called like it."""
    number, came = judge.games.create(settings, PEOPLE["max"], START)
    assert number is not None, came.told
    if begins:
        for power in judge.games.load(number).seats:
            command = c.Join((power,), str(settings.get("code", "")))
            assert judge.act(number, command, Actor(PEOPLE[power.lower()]), START).events
            judge.act(number, c.Admit(PEOPLE[power.lower()]), Actor(PEOPLE["max"]), START)
        assert judge.act(number, c.Begin(), Actor(PEOPLE["max"]), START).events
    return number


@dataclass
class House:
    """A judge in a folder of its own."""

    judge: Judge
    now: datetime = START
    sent: list[tuple[IncomingMail, MailAnswer]] = field(default_factory=list)

    def write(
        self,
        name: str,
        text: str,
        subject: str = "orders",
        known: bool = True,
        seat: ReplySeat | None = None,
        attachments: tuple[Attachment, ...] = (),
        came_over: str = "",
        written: tuple[WrittenFile, ...] = (),
    ) -> MailAnswer:
        """Have somebody write to the judge; what it answers."""
        sender = address_of(name)
        mail = IncomingMail(
            f"<{len(self.sent)}@post.example>", sender, ("judge@dip.example",), subject, text,
            attachments, seat=seat, is_verified=known, came_over=came_over,
            written=written,
        )  # fmt: skip
        given = answer(self.judge, mail, self.now)
        self.sent.append((mail, given))
        return given

    def wait(self, **length: float) -> None:
        """Let time pass, and the clock do what it does."""
        end = self.now + timedelta(**length)
        while (due := self.judge.games.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            assert self.judge.games.tick(self.now) is not None
        self.now = end

    def log(self, game: int) -> list[str]:
        """The kinds of the events of a game."""
        from dragoman.judge.storage.game_store import entries

        return [type(one.event).__name__ for one in entries(self.judge.database, game)]

    def mailed(self, to: str) -> list[str]:
        """The texts of what waits to be mailed to an address."""
        wanted = sa.select(outbox.c.data).where(outbox.c.to == to).order_by(outbox.c.id)
        with self.judge.database.reading() as connection:
            return [
                row.data["subject"] + "\n" + row.data["text"] for row in connection.execute(wanted)
            ]

    def code_for(self, address: str) -> str:
        """The code that was mailed last to an address."""
        found = re.search(r"^ {4}(\S+)$", self.mailed(address)[-1], re.M)
        assert found is not None
        return found[1]


def open_house(folder: Path) -> House:
    """A judge with everybody and game 1."""
    path = folder / "judge.db"
    shutil.copy(_template(), path)
    return House(_opened(path))


def lines_not_told(mail: IncomingMail, given: MailAnswer) -> list[str]:
    """The lines of a mail of which its answer says nothing, as it must not be: those that are
    empty or comments, the signature, and what stands in a text under a command, apart."""
    told = {
        int(number)
        for part in given.parts[:1]
        for number in _NUMBERED.findall("\n".join(part.lines))
    }
    reading = read(mail.text)
    rest = {*reading.behind, *reading.too_many}
    missing: list[str] = []
    for item in reading.items:
        if isinstance(item, MailLine):
            is_quiet = item.in_signature or re.match(r"\s*(#|%|//)|\W*$", item.text)
            text, number = item.text, item.line
        else:
            is_quiet = isinstance(item, MailCommand) and item.key == "signoff"
            text, number = item.written, item.line
        if number not in told and number not in rest and not is_quiet:
            missing.append(f"{number}: {text}")
    return missing
