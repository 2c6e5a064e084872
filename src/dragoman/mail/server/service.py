"""The mail service, until it is told to stop: its ports, its folder, and the thread that
answers."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from dragoman.judge.running.log_lines import log
from dragoman.mail.server.answerer import Answerer
from dragoman.mail.server.inbox import Inbox
from dragoman.mail.server.receivers import Maildir, MailServer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

_POLL: Final = 1.0
"""Seconds from one look to the next, for mails that others kept."""
_AWAY: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds to wait, time after time, for a database that does not answer."""


@dataclass(frozen=True, slots=True)
class MailSources:
    """The sources of mails: a port, where it is not None (0 is any that is free), one at which all
    is encrypted, which ``tls`` is needed for, one for LMTP, and a folder, where there is one.
    ``own`` is the address that the judge is written to, ``size`` the most bytes of a mail."""

    own: str
    size: int
    host: str = "127.0.0.1"
    port: int | None = None
    tls_port: int | None = None
    tls: ssl.SSLContext | None = None
    folder: Path | None = None
    lmtp_port: int | None = None


class MailService:
    """Takes mails and answers them. ``opened`` is called with each address that it listens at, as
    ``smtp://127.0.0.1:25``."""

    def __init__(
        self,
        sources: MailSources,
        incoming: Inbox,
        answerer: Answerer,
        opened: Callable[[str], None] = lambda address: None,
    ) -> None:
        self._sources, self._incoming = sources, incoming
        self._answerer, self._opened = answerer, opened
        self._closed, self._wake = threading.Event(), threading.Event()

    def close(self) -> None:
        """End after the mail in hand."""
        self._closed.set()
        self._wake.set()

    def run(self) -> None:
        """Be open until it is closed.

        Raises:
            OSError: if the port is taken.
        """
        threads = [threading.Thread(target=self._answer, name="answers")]
        if self._sources.folder is not None:
            threads.append(threading.Thread(target=self._watch, name="maildir"))
        for one in threads:
            one.start()
        try:
            asyncio.run(self._listen())
        finally:
            self.close()
            for one in threads:
                one.join()

    async def _listen(self) -> None:
        sources = self._sources
        server = MailServer(
            self._incoming, sources.own, sources.size, self._wake.set, tls=sources.tls
        )
        async with AsyncExitStack() as stack:
            ports = (sources.port, "smtp"), (sources.tls_port, "smtps"), (sources.lmtp_port, "lmtp")
            for port, scheme in ports:
                if port is None:
                    continue
                listening = await server.listen(
                    sources.host, port, encrypted=scheme == "smtps", local=scheme == "lmtp"
                )
                await stack.enter_async_context(listening)
                found = listening.sockets[0].getsockname()[1]
                self._opened(f"{scheme}://{sources.host}:{found}")
            await asyncio.to_thread(self._closed.wait)

    def _answer(self) -> None:
        away = 0
        while not self._closed.is_set():
            self._wake.clear()
            pause = _POLL
            try:
                if self._answerer.work(datetime.now(UTC)):
                    pause = 0.0
                away = 0
            except ActionRefused as refused:
                pause = _AWAY[min(away, len(_AWAY) - 1)]
                away += 1
                log().warning("the database does not answer", code=refused.diagnostic.code,
                              again_in=pause)  # fmt: skip
            except Exception:
                pause = _AWAY[min(away, len(_AWAY) - 1)]
                away += 1
                log().error("answering mails met an error", exc_info=True, again_in=pause)
            if pause:
                self._wake.wait(pause)

    def _watch(self) -> None:
        assert self._sources.folder is not None
        folder = Maildir(self._sources.folder, self._incoming, self._sources.size)
        while not self._closed.is_set():
            try:
                if folder.look(datetime.now(UTC)):
                    self._wake.set()
            except (OSError, ActionRefused):
                log().warning("the folder of mails, or the database, cannot be read", exc_info=True)
                self._closed.wait(_AWAY[2])
            self._closed.wait(_POLL)
