"""The readiness of a server: whether requests may be sent to it, and why not; and its end, which
nobody notices who asks another one meanwhile."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from types import FrameType

from dragoman.extras import extra

with extra("judge"):
    import uvicorn


class Readiness:
    """A server is ready once it is warm, and until it ends. ``answering`` are the requests that are
    being answered. ``outdated`` is the revision of a
    database that is newer than this program, which may go on beside it; else empty."""

    def __init__(self, is_warm: bool = True) -> None:
        self.is_warm = is_warm
        self.answering = 0
        self.is_ending = False
        self.outdated = ""

    @property
    def why_not(self) -> str:
        """Why requests had better go elsewhere; empty where they may come."""
        if self.is_ending:
            return "ending"
        return "" if self.is_warm else "warming"


class DrainingServer(uvicorn.Server):
    """A server that warms up when it starts. Told to end (SIGTERM), it says so at ``/readyz`` and
    ends its streams, answers whoever comes for ``drain`` seconds more, and only then stops to
    listen. At SIGINT it does so at once; what is being answered is answered in any case."""

    def __init__(
        self,
        config: uvicorn.Config,
        readiness: Readiness,
        warm_up: Callable[[], Awaitable[None]],
        end_streams: Callable[[], None],
        drain: float,
    ) -> None:
        super().__init__(config)
        self._warm_up = warm_up
        self._readiness, self._end_streams, self._drain = readiness, end_streams, drain
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)  # type: ignore[arg-type]
        self._warming = asyncio.create_task(self._get_warm())

    async def _get_warm(self) -> None:
        try:
            await self._warm_up()
        finally:
            self._readiness.is_warm = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._readiness.is_ending or self._loop is None:
            super().handle_exit(sig, frame)
            return
        self._readiness.is_ending = True
        seconds = self._drain if sig == signal.SIGTERM else 0.0
        self._loop.call_soon_threadsafe(self._begin_to_end, self._loop, seconds)

    def _begin_to_end(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._end_streams()
        loop.call_later(seconds, self._end)

    def _end(self) -> None:
        self.should_exit = True
