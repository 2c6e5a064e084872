"""Mails by SMTP, on a port of its own: each is kept before the other side is told that it was
taken."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.running.log_lines import log
from dragoman.mail.door.incoming import Incoming
from dragoman.mail.door.passed_over import is_own
from dragoman.refusal import ActionRefused

with extra("judge"):
    from aiosmtpd.smtp import SMTP, Envelope, Session

MOST_CONNECTIONS: Final = 100
_MOST_RECIPIENTS: Final = 20
_PATIENCE: Final = 120.0
"""Seconds that the other side may take for a command, or for a mail."""
_HANDSHAKE: Final = 20.0
"""Seconds until both sides have to agree how to encrypt."""
_LONGEST_LINE: Final = 1_000_000
"""Bytes of a line: some programs write a paragraph, or a page, in one."""


class MailServer:
    """Takes mails to one address, with signed parts or without, of so many bytes at most. With
    ``tls`` it offers to go on encrypted."""

    def __init__(
        self,
        incoming: Incoming,
        own: str,
        size: int,
        taken: Callable[[], None] = lambda: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._handler, self._tls = _Handler(incoming, own, taken, now), tls
        self._host, self._size = own.rpartition("@")[2], size
        self._connections: set[_Connection] = set()

    async def listen(self, host: str, port: int, *, encrypted: bool = False) -> asyncio.Server:
        """Listen at a place, encrypted from the first byte on or not.

        Raises:
            OSError: if that is taken.
        """
        loop = asyncio.get_running_loop()
        made = partial(self._connection, None if encrypted else self._tls)
        if not encrypted:
            return await loop.create_server(made, host, port)
        return await loop.create_server(
            made, host, port, ssl=self._tls, ssl_handshake_timeout=_HANDSHAKE
        )

    def _connection(self, offered: ssl.SSLContext | None) -> _Connection:
        return _Connection(
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


class _Handler:
    def __init__(
        self,
        incoming: Incoming,
        own: str,
        taken: Callable[[], None],
        now: Callable[[], datetime],
    ) -> None:
        self._incoming, self._own = incoming, own
        self._taken, self._now = taken, now

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
            is_new = await asyncio.to_thread(
                self._incoming.take_in, raw, recipients, came_from, self._now()
            )
        except ActionRefused as refused:
            log().warning("a mail was not taken", code=refused.diagnostic.code)
            return "451 4.3.0 the judge cannot keep it now; try again later"
        if is_new:
            self._taken()
        else:
            log().info("a mail came twice")
        return "250 2.0.0 taken"

    async def handle_exception(self, error: Exception) -> str:
        log().error("the door for mail met an error", exc_info=error)
        return "451 4.3.0 something went wrong; try again later"
