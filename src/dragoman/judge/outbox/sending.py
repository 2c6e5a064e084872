"""Letters leave the outbox: one at a time, by any number of workers, again where it fails."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from dragoman.extras import extra
from dragoman.judge.outbox.letters import Letter, Mail, post, read_letter
from dragoman.judge.outbox.message_ids import PURPOSE
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.signing import secret_of
from dragoman.judge.storage.tables import outbox
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa

_LOG = logging.getLogger(__name__)

_HELD: Final = timedelta(minutes=10)
"""After so long whoever holds a letter is taken for dead."""
_FIRST_WAIT: Final = timedelta(minutes=1)
_LONGEST_WAIT: Final = timedelta(hours=6)
MOST_TRIES: Final = 14
"""With the waits between them, two days."""


NOBODY_THERE: Final = re.compile(r"5\.(?:[014]\.\d{1,3}|2\.[01])")
"""The status (RFC 3463) of an address to which nothing can be delivered; the others of the fives
are about a mail, about a sender, or pass, as full mailboxes do."""
POLICY: Final = re.compile(
    r"block|spam|polic|reputation|listed|\brbl\b|\bspf\b|\bdkim\b|\bdmarc\b|relay", re.I
)
"""Words of servers that want no mail of ours, where they give no such status."""


class Undelivered(Exception):
    """A letter could not be sent now, or, ``for_good``, never can be. The text says why, to whoever
    runs the judge. ``nobody`` says that it is for the address, to which nothing can be sent."""

    def __init__(self, why: str, for_good: bool = False, nobody: bool = False) -> None:
        super().__init__(why, for_good, nobody)
        self.for_good, self.nobody = for_good, nobody

    def __str__(self) -> str:
        return self.args[0]


@dataclass(frozen=True, slots=True)
class LetterDelivery:
    """A letter on its way. ``number`` and ``written`` are the same at each try, so that whoever
    gets it twice can tell."""

    number: int
    letter: Letter
    written: datetime
    now: datetime
    secret: bytes = field(repr=False)
    """With which its name is signed."""


Carrier: TypeAlias = Callable[[LetterDelivery], None]
"""Sends a letter, or raises ``Undelivered``."""


@dataclass(frozen=True, slots=True)
class Dead:
    """A letter that was given up."""

    number: int
    kind: str
    to: str
    written: datetime
    tries: int
    error: str


class Outbox:
    """The letters of a database that wait to be sent.

    A letter is sent once. Only where a worker dies after it was taken by the other side, and before
    that was written down, is it sent again, under the same number. What a letter said is forgotten
    when it was sent. ``admin`` is told by mail of letters that were given up, ``refused`` is called
    with addresses that no mail reaches.
    """

    def __init__(
        self,
        database: Database,
        admin: str = "",
        refused: Callable[[str, datetime], None] = lambda to, now: None,
    ) -> None:
        self._database = database
        self._admin = admin
        self._refused = refused

    def send(self, mails: Carrier, calls: Carrier, now: datetime) -> bool:
        """Send the letter that waits longest; whether there was one.

        Raises:
            ActionRefused: if the database does not answer.
        """
        with self._database.writing() as connection:
            row = self._take(connection, now)
        if row is None:
            return False
        if row.tries > MOST_TRIES:
            self._give_up(row, row.error or "whoever sent it died each time", now)
            return True
        letter = read_letter(row)
        secret = secret_of(self._database, PURPOSE)
        carry = mails if isinstance(letter, Mail) else calls
        try:
            carry(LetterDelivery(row.id, letter, row.created, now, secret))
        except Undelivered as error:
            if error.for_good or row.tries >= MOST_TRIES:
                self._give_up(row, str(error), now)
                if error.nobody:
                    self._refused(row.to, now)
            else:
                wait = min(_FIRST_WAIT * 2 ** (row.tries - 1), _LONGEST_WAIT)
                self._note(row, due=now + wait, error=str(error))
            return True
        self._note(row, due=None, sent=now, error="", data={})
        return True

    def waiting(self) -> int:
        """The number of letters that wait."""
        count = sa.select(sa.func.count()).where(outbox.c.due.is_not(None))
        with self._database.reading() as connection:
            return connection.execute(count).scalar_one()

    def dead(self, most: int = 100) -> tuple[Dead, ...]:
        """Letters that were given up, the newest first."""
        wanted = sa.select(outbox).where(outbox.c.due.is_(None), outbox.c.sent.is_(None))
        with self._database.reading() as connection:
            rows = connection.execute(wanted.order_by(outbox.c.id.desc()).limit(most)).all()
        return tuple(
            Dead(row.id, row.kind, row.to, row.created, row.tries, row.error) for row in rows
        )

    def try_again(self, number: int, now: datetime) -> bool:
        """Have a letter that was given up sent after all; whether there is one of that number."""
        lost = (outbox.c.id == number) & outbox.c.due.is_(None) & outbox.c.sent.is_(None)
        with self._database.writing() as connection:
            again = sa.update(outbox).where(lost).values(due=now, tries=0)
            return connection.execute(again).rowcount == 1

    def _take(self, connection: sa.Connection, now: datetime) -> Any:
        """Hold the first letter that is due, for as long as sending may take."""
        # What is due later than any wait lasts was written by a clock that was wrong.
        never = now + _LONGEST_WAIT + _HELD
        due = (outbox.c.due <= now) | (outbox.c.due > never)
        first = sa.select(outbox.c.id).where(due).order_by(outbox.c.due).limit(1)
        number = connection.execute(first.with_for_update(skip_locked=True)).scalar()
        if number is None:
            return None
        held = {"due": now + _HELD, "tries": outbox.c.tries + 1}
        taken = sa.update(outbox).where(outbox.c.id == number).values(held).returning(outbox)
        return connection.execute(taken).one()

    def _note(self, row: Any, **values: Any) -> None:
        with self._database.writing() as connection:
            self._write(connection, row, values)

    def _give_up(self, row: Any, why: str, now: datetime) -> None:
        _LOG.warning("a letter was given up: number %d, kind %s, %s", row.id, row.kind, why)
        with self._database.writing() as connection:
            if not self._write(connection, row, {"due": None, "error": why}):
                return
            if self._admin and row.to != self._admin:
                text = (
                    f"Letter {row.id} ({row.kind}) to {_shown(row)} was given up after"
                    f" {row.tries} tries:\n\n    {why}\n"
                )
                mail = Mail(self._admin, f"A letter could not be sent: {row.id}", text)
                post(connection, mail, now, once=f"dead {row.id} {row.created.isoformat()}")

    def _write(self, connection: sa.Connection, row: Any, values: dict[str, Any]) -> bool:
        # Who was taken for dead, and was slow, must not write over what his successor did.
        mine = (outbox.c.id == row.id) & (outbox.c.tries == row.tries) & outbox.c.sent.is_(None)
        return connection.execute(sa.update(outbox).where(mine).values(values)).rowcount == 1


def _shown(row: Any) -> str:
    """The address of a letter as it may be shown; of one on the web the host alone: the rest is
    often secret."""
    return row.to if row.kind == "mail" else "/".join(row.to.split("/")[:3])
