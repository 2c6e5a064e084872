"""Mails that came in: kept before anybody is told that they were taken, answered once.

A mail that comes twice is known by the name that its sender gave it. Whoever answers one holds it
for some minutes; what it comes to, and that it was answered, is one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import incoming
from dragoman.mail.reading.decoding import addresses, header, message_ids
from dragoman.mail.reading.mail import message_of
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


HELD: Final = timedelta(minutes=3)
"""After so long whoever was at a mail is taken for dead."""
MOST_WAITING: Final = 20_000
"""Mails that may wait: what comes then stays with the server that brought it, which tries again."""
_FIRST_WAIT: Final = timedelta(minutes=1)
MOST_TRIES: Final = 6


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail as it was brought. ``came_from`` is the sender that a server was told, empty for
    reports of the post itself, None where no server said."""

    raw: bytes
    recipients: tuple[str, ...]
    came_from: str | None


@dataclass(frozen=True, slots=True)
class QueuedMail:
    """A mail that was taken to be answered."""

    number: int
    raw: bytes
    recipients: tuple[str, ...]
    came_from: str | None
    received: datetime
    tries: int


class Inbox:
    """The mails of a database that wait for their answers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take_in(
        self, raw: bytes, recipients: Collection[str], came_from: str | None, now: datetime
    ) -> bool:
        """Keep a mail; whether it is a new one. When this returns, it is on the disk.

        Raises:
            ActionRefused: if too many wait, or the database does not answer.
        """
        (is_new,) = self.take_all_in([ReceivedMail(raw, tuple(recipients), came_from)], now)
        return is_new

    def take_all_in(self, mails: Sequence[ReceivedMail], now: datetime) -> list[bool]:
        """Keep mails, all of them or none; which of them are new ones. When this returns, they are
        on the disk.

        Raises:
            ActionRefused: if too many wait, or the database does not answer.
        """
        waits = sa.select(sa.func.count()).where(incoming.c.due.is_not(None))
        rows = [
            {
                "key": _key(one.raw),
                "received": now,
                "came_from": one.came_from,
                "recipients": list(one.recipients),
                "raw": one.raw,
                "due": now,
                "tries": 0,
                "outcome": "",
            }
            for one in mails
        ]
        with self._database.maintaining() as connection:
            if connection.execute(waits).scalar_one() + len(rows) > MOST_WAITING:
                what = "too many mails wait for their answers"
                raise ActionRefused("too-many-mails", what, "try again later")
            new = insert_new(connection, incoming)
            return [connection.execute(new.values(row)).rowcount == 1 for row in rows]

    def next(self, now: datetime) -> QueuedMail | None:
        """The mail that waits longest; None where none does. Others leave it alone for a while.

        Raises:
            ActionRefused: if the database does not answer.
        """
        first = sa.select(incoming.c.id).where(incoming.c.due <= now).order_by(incoming.c.due)
        first = first.limit(1).with_for_update(skip_locked=True)
        with self._database.asking() as connection:
            if connection.execute(_ANY_DUE, {"now": now}).first() is None:
                return None
        # If the machine stops, whoever held it is gone as well.
        with self._database.noting() as connection:
            number = connection.execute(first).scalar()
            if number is None:
                return None
            held = {"due": now + HELD, "tries": incoming.c.tries + 1}
            taken = sa.update(incoming).where(incoming.c.id == number).values(held)
            row = connection.execute(taken.returning(incoming)).one()
        return _waiting(row)

    def close(self, waiting: QueuedMail, outcome: str) -> bool:
        """Note what a mail came to, and forget what it said; False where another did so before. It
        is a part of the transaction at hand, where there is one.

        Raises:
            ActionRefused: if the database does not answer.
        """
        return self._write(waiting, {"due": None, "raw": b"", "outcome": outcome})

    def put_back(self, waiting: QueuedMail, now: datetime) -> None:
        """Have a mail tried again later.

        Raises:
            ActionRefused: if the database does not answer.
        """
        self._write(waiting, {"due": now + _FIRST_WAIT * 2 ** (waiting.tries - 1)})

    def count(self) -> int:
        """The number of mails that wait.

        Raises:
            ActionRefused: if the database does not answer.
        """
        waits = sa.select(sa.func.count()).where(incoming.c.due.is_not(None))
        with self._database.asking() as connection:
            return connection.execute(waits).scalar_one()

    def _write(self, waiting: QueuedMail, values: dict[str, Any]) -> bool:
        # Who was taken for dead, and was slow, must not answer what his successor has.
        mine = (incoming.c.id == waiting.number) & (incoming.c.tries == waiting.tries)
        mine &= incoming.c.due.is_not(None)
        with self._database.writing() as connection:
            return connection.execute(sa.update(incoming).where(mine).values(values)).rowcount == 1


_ANY_DUE: Final = (
    sa.select(incoming.c.id)
    .where(incoming.c.due <= sa.bindparam("now", type_=incoming.c.due.type))
    .limit(1)
)


def _key(raw: bytes) -> str:
    """The key that two deliveries of one mail share: the name that its sender gave it, or all of
    it."""
    message = message_of(raw)
    names = message_ids(header(message, "Message-ID"))
    if not names:
        return sha256(raw).hexdigest()
    sender = ",".join(addresses(header(message, "From"))).casefold()
    return sha256(f"{names[0]}\0{sender}".encode()).hexdigest()


def _waiting(row: Any) -> QueuedMail:
    return QueuedMail(
        row.id,
        row.raw,
        tuple(row.recipients),
        row.came_from,
        row.received,
        row.tries,
    )
