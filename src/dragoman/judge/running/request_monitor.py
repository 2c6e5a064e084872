"""Requests to a judge, monitored: its health, its figures, and a line in the log where something
goes wrong."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from dragoman.judge.running.log_lines import log
from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.readiness import Readiness
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.migrations import REVISION
from dragoman.refusal import ActionRefused

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Program: TypeAlias = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]
"""What a server calls, as ASGI has it."""

_SLOW: Final = 1.0
"""Requests that take more seconds are told."""

_PATIENCE: Final = 5.0
"""For how many seconds ``/readyz`` waits for the database."""


class RequestMonitor:
    """Answers two questions itself, and passes all others on.

    ``/healthz``: does this process live? Whoever starts it again when it does not may ask this.
    ``/readyz``: can it do its work, which needs the database, in this program's version, and is it
    neither warming up nor about to end? Whoever shares out the requests may ask that. Both say
    where the database is newer than the program.
    """

    def __init__(
        self,
        program: Program,
        database: Database,
        metrics: Metrics,
        readiness: Readiness | None = None,
    ) -> None:
        self._program, self._database, self._metrics = program, database, metrics
        self._readiness = readiness or Readiness()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._program(scope, receive, send)
            return
        match scope["path"]:
            case "/healthz":
                await _answer(send, 200, {"alive": True, **self._outdated()})
            case "/readyz":
                await self._ready(send)
            case _:
                await self._watch(scope, receive, send)

    def _outdated(self) -> dict[str, str]:
        """The revision of a database that is newer than this program, where it is."""
        newer = self._readiness.outdated
        return {"outdated": f"the database is of revision {newer}; restart this"} if newer else {}

    async def _ready(self, send: Send) -> None:
        if why := self._readiness.why_not:
            await _answer(send, 503, {"ready": False, "why": why})
            return
        try:
            found = await asyncio.wait_for(asyncio.to_thread(self._database.check), _PATIENCE)
        except ActionRefused as refused:
            await _answer(send, 503, {"ready": False, "why": refused.diagnostic.code})
        except TimeoutError:
            await _answer(send, 503, {"ready": False, "why": "database-away"})
        else:
            self._readiness.outdated = found if found > REVISION else ""
            now = datetime.now(UTC).isoformat(timespec="seconds")
            await _answer(send, 200, {"ready": True, "now": now, **self._outdated()})

    async def _watch(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 500
        took: float | None = None

        async def sending(message: Message) -> None:
            nonlocal status, took
            if message["type"] == "http.response.start":
                # A stream of news is answered when it begins, not when it ends.
                status, took = message["status"], time.perf_counter() - begun
                self._readiness.answering -= 1
                if self._readiness.is_ending:
                    # Who asks again on this connection would find it closed.
                    message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        self._readiness.answering += 1
        try:
            await self._program(scope, receive, sending)
        except Exception as error:
            log().error("a request met an error", **_told(scope, 500), exc_info=error)
            raise
        finally:
            self._readiness.answering -= took is None
            seconds = time.perf_counter() - begun if took is None else took
            told = _told(scope, status)
            method, route = told["method"], told["route"]
            self._metrics.requests.labels(method, route, str(status)).inc()
            self._metrics.request_seconds.labels(method, route).observe(seconds)
        if status >= 500 or seconds > _SLOW:
            log().warning("a request went badly", **told, seconds=round(seconds, 3))
        else:
            log().debug("a request", **told, seconds=round(seconds, 4))


_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


def _told(scope: MutableMapping[str, Any], status: int) -> dict[str, Any]:
    """A request by its route, parameters unfilled: what fills them may be a secret, and there are
    too many of them to count each."""
    method = scope["method"] if scope["method"] in _METHODS else "other"
    route: str = getattr(scope.get("route"), "path", "") or "none"
    return {"method": method, "route": route, "status": status}


async def _answer(send: Send, status: int, data: dict[str, Any]) -> None:
    body = json.dumps(data).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
