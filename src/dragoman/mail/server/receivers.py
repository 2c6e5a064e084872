"""Mails that come in: by SMTP and LMTP, and from a folder that a mail server fills (Maildir)."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.running.log_lines import log
from dragoman.mail.server.automatic_mail import is_own
from dragoman.mail.server.inbox import Inbox, ReceivedMail
from dragoman.refusal import ActionRefused

with extra("judge"):
    from aiosmtpd.lmtp import LMTP
    from aiosmtpd.smtp import SMTP, Envelope, Session


# SMTP and LMTP, on ports of its own: each mail is kept before the other side is told that it was
# taken

MOST_CONNECTIONS: Final = 100
_MOST_RECIPIENTS: Final = 20
_PATIENCE: Final = 120.0
"""Seconds that the other side may take for a command, or for a mail."""
_HANDSHAKE: Final = 20.0
"""Seconds until both sides have to agree how to encrypt."""
_PAUSE: Final = 0.05
"""Seconds from one time that mails are kept to the next."""
_LONGEST_LINE: Final = 1_000_000
"""Bytes of a line: some programs write a paragraph, or a page, in one."""


class MailServer:
    """Takes mails to one address, with signed parts or without, of so many bytes at most. With
    ``tls`` it offers to go on encrypted."""

    def __init__(
        self,
        incoming: Inbox,
        own: str,
        size: int,
        taken: Callable[[], None] = lambda: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._handler, self._tls = _Handler(incoming, own, taken, now), tls
        self._host, self._size = own.rpartition("@")[2], size
        self._connections: set[_Connection] = set()

    async def listen(
        self, host: str, port: int, *, encrypted: bool = False, local: bool = False
    ) -> asyncio.Server:
        """Listen at a place, encrypted from the first byte on or not; ``local`` by LMTP (RFC 2033),
        as mail servers deliver to programs of their own.

        Raises:
            OSError: if that is taken.
        """
        loop = asyncio.get_running_loop()
        kind = _LocalConnection if local else _Connection
        made = partial(self._connection, kind, None if encrypted else self._tls)
        if not encrypted:
            return await loop.create_server(made, host, port)
        return await loop.create_server(
            made, host, port, ssl=self._tls, ssl_handshake_timeout=_HANDSHAKE
        )

    def _connection(self, kind: type[_Connection], offered: ssl.SSLContext | None) -> _Connection:
        return kind(
            self._connections,
            self._handler,
            tls_context=offered,
            data_size_limit=self._size,
            enable_SMTPUTF8=True,
            hostname=self._host,
            ident="mail",
            timeout=_PATIENCE,
            auth_exclude_mechanism=("LOGIN", "PLAIN"),
            loop=asyncio.get_running_loop(),
        )


class _Connection(SMTP):
    line_length_limit = _LONGEST_LINE

    def __init__(self, others: set[_Connection], handler: _Handler, **settings: Any) -> None:
        super().__init__(handler, **settings)
        self._others = others

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self in self._others:
            return  # it goes on encrypted
        self._others.add(self)
        if len(self._others) > MOST_CONNECTIONS:
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(b"421 4.3.2 too many connections; try again later\r\n")
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._others.discard(self)
        super().connection_lost(error)


class _LocalConnection(_Connection, LMTP):
    """By LMTP, where each recipient has an answer of his own."""


class Taker:
    """Keeps mails, those together that come while others are kept: one wait for the disk for all of
    them. Between two times there is a pause, lest nobody else comes to write: SQLite lets one
    write at a time, and keeps no queue."""

    def __init__(self, incoming: Inbox, now: Callable[[], datetime]) -> None:
        self._incoming, self._now = incoming, now
        self._waiting: list[tuple[ReceivedMail, asyncio.Future[bool]]] = []
        self._working: asyncio.Task[None] | None = None

    async def take_in(self, mail: ReceivedMail) -> bool:
        """Keep a mail; whether it is a new one.

        Raises:
            ActionRefused: if too many wait, or the database does not answer.
        """
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((mail, kept))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await kept

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            await self._keep(batch)
            await asyncio.sleep(_PAUSE)

    async def _keep(self, batch: list[tuple[ReceivedMail, asyncio.Future[bool]]]) -> None:
        mails = [one for one, _ in batch]
        try:
            found = await asyncio.to_thread(self._incoming.take_all_in, mails, self._now())
        except Exception as error:
            if len(batch) > 1:  # what is wrong with one is not to be the fault of the others
                for one in batch:
                    await self._keep([one])
            elif not batch[0][1].done():
                batch[0][1].set_exception(error)
            return
        for (_, kept), is_new in zip(batch, found, strict=True):
            if not kept.done():  # else whoever brought it is gone
                kept.set_result(is_new)


class _Handler:
    def __init__(
        self,
        incoming: Inbox,
        own: str,
        taken: Callable[[], None],
        now: Callable[[], datetime],
    ) -> None:
        self._taker, self._own = Taker(incoming, now), own
        self._taken = taken

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not is_own(address, self._own):
            return "550 5.1.1 nobody of that name takes mail here"
        if len(envelope.rcpt_tos) >= _MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw = envelope.original_content
        assert raw is not None
        recipients, came_from = tuple(envelope.rcpt_tos), envelope.mail_from or ""
        try:
            is_new = await self._taker.take_in(ReceivedMail(raw, recipients, came_from))
        except ActionRefused as refused:
            log().warning("a mail was not taken", code=refused.diagnostic.code)
            return _to_each(server, envelope, "451 4.3.0 the judge cannot keep it now; try later")
        if is_new:
            self._taken()
        else:
            log().info("a mail came twice")
        return _to_each(server, envelope, "250 2.0.0 taken")

    async def handle_exception(self, error: Exception) -> str:
        log().error("a mail connection met an error", exc_info=error)
        return "451 4.3.0 something went wrong; try again later"


def _to_each(server: SMTP, envelope: Envelope, answer: str) -> str:
    """An answer to the whole of a mail: by LMTP once for each recipient."""
    count = len(envelope.rcpt_tos) if isinstance(server, LMTP) else 1
    return "\r\n".join([answer] * count)


# Maildir: new files of the folder are taken, and then moved to those that were seen

_SEEN: Final = ":2,S"
_AT_ONCE: Final = 20
"""Mails that are kept together."""


class Maildir:
    """The mails of a folder. Nothing in it is removed: what was taken lies in ``cur``."""

    def __init__(self, folder: Path, incoming: Inbox, size: int) -> None:
        self._folder, self._incoming, self._size = folder, incoming, size
        self._unreadable: set[str] = set()

    def look(self, now: datetime) -> int:
        """Take what is new; how many mails that was.

        Raises:
            OSError: if the folder cannot be read.
            ActionRefused: if the database does not answer; what was not taken stays where it is.
        """
        names = sorted(one.name for one in (self._folder / "new").iterdir())
        names = [one for one in names if not one.startswith(".") and one not in self._unreadable]
        return sum(self._take(names[n : n + _AT_ONCE], now) for n in range(0, len(names), _AT_ONCE))

    def _take(self, names: Sequence[str], now: datetime) -> int:
        """Take some of them, in one wait for the disk; how many were new."""
        mails = {name: raw for name in names if (raw := self._read(name)) is not None}
        small = [ReceivedMail(raw, (), None) for raw in mails.values() if len(raw) <= self._size]
        count = sum(self._incoming.take_all_in(small, now)) if small else 0
        # Whoever dies before this finds them again, and they are known for what they are.
        for name, raw in mails.items():
            if len(raw) > self._size:
                log().warning("a mail is passed over", code="too-large")
            try:
                self._see(name)
            except OSError as error:
                self._cannot(name, error)
        return count

    def _read(self, name: str) -> bytes | None:
        """The content of a file, or the beginning of one that is too large; None where it cannot be
        read, or another process has just taken it."""
        path = self._folder / "new" / name
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                return file.read(self._size + 1)
        except OSError as error:
            self._cannot(name, error)
            return None

    def _see(self, name: str) -> None:
        """Move a file to those that were seen."""
        new = self._folder / "new" / name
        new.rename(self._folder / "cur" / (name.partition(":")[0] + _SEEN))

    def _cannot(self, name: str, error: OSError) -> None:
        if isinstance(error, FileNotFoundError) and not (self._folder / "new" / name).exists():
            return  # another process that looks here has taken it, and keeps it
        self._unreadable.add(name)
        log().error("a mail of the folder cannot be read or moved", exc_info=error)


def is_maildir(folder: Path) -> bool:
    """True if a folder is one of mails."""
    return all((folder / part).is_dir() for part in ("new", "cur", "tmp"))
