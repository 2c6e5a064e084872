"""Limits on requests: bytes of each, how many a minute, and the work on maps that people uploaded.

Who asks too often is counted in this process here, and for several on one PostgreSQL by
``shared_buckets``."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Lock, Semaphore
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.log.settings import BROUGHT
from dragoman.judge.running.budgets import TooMuchWork, working_within
from dragoman.quick_dataclass import dataclass
from dragoman.web.problems import Problem, refused, told_to

with extra("judge"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


_UPLOADS: Final = (
    "/api/variants", "/api/game-files", "/api/board-games", "/api/tournaments",
    "/variants/new", "/tournaments/new", "/import", "/workshop",
)  # fmt: skip
"""Routes that take uploads."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and then so many a minute."""

    burst: int
    a_minute: float


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """The limits of one account, or of one address without an account."""

    body: int = 256_000
    """Bytes of a request."""
    upload: int = 4_000_000
    """Bytes of an uploaded variant, or of the file of a game or a tournament."""
    requests: Rate = Rate(240, 600)
    writes: Rate = Rate(60, 120)
    """Commands and other changes."""
    uploads: Rate = Rate(5, 2)
    """Variants to be checked: each takes the judge some seconds."""
    explanations: Rate = Rate(30, 60)
    """Turns explained: each takes the judge as long as dozens of other answers."""
    papers: Rate = Rate(4, 6)
    """Turns and whole games as PDF: a long one takes the judge seconds."""
    map_work: float = 3.0
    """Seconds of the processor's time for one request on a map that somebody brought: twice what
    a crowded turn may take when such a map is tried."""
    names: Rate = Rate(20, 20)
    """People looked up by name."""
    sign_ins: Rate = Rate(10, 10)
    """Attempts to sign in, to register, to have a password reset; by address and by name."""
    streams: int = 20
    """Streams of news open at once."""


class Limiter(ABC):
    """Lets everybody do so much of something: an account, or an address without one, so that nobody
    uses up what is another's."""

    @abstractmethod
    def wait(self, what: str, who: str, rate: Rate) -> float:
        """Take one; seconds to wait until there is one again, 0 where it was taken."""

    def take(self, what: str, who: str, rate: Rate) -> None:
        """Take one.

        Raises:
            Problem: if there is none left.
        """
        if wait := self.wait(what, who, rate):
            raise _too_many(wait)


class Buckets(Limiter):
    """A token bucket for everybody who asked lately, in this process."""

    def __init__(self, now: Callable[[], float] = time.monotonic, most: int = 100_000) -> None:
        self._now = now
        self._most = most
        self._lock = Lock()
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, what: str, who: str, rate: Rate) -> float:
        now = self._now()
        with self._lock:
            left, since = self._left.pop((what, who), (float(rate.burst), now))
            left = min(float(rate.burst), left + (now - since) * rate.a_minute / 60)
            wait = 0.0 if left >= 1 else (1 - left) * 60 / rate.a_minute
            self._left[what, who] = (left - 1 if wait == 0 else left, now)
            while len(self._left) > self._most:
                self._left.popitem(last=False)
        return wait


def _too_many(wait: float) -> Problem:
    seconds = max(1, round(wait + 0.5))
    what = "that was too much at once"
    fault = Diagnostic("too-many-requests", what, f"try again in {seconds} s")
    return Problem((fault,), headers={"Retry-After": str(seconds)})


class BodyLimit:
    """Refuses requests that are too large before they are read, or as soon as they turn out to
    be."""

    def __init__(self, app: ASGIApp, limits: RequestLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_upload = scope["path"].startswith(_UPLOADS)
        most = self._limits.upload if is_upload else self._limits.body
        headers = {name: value for name, value in scope["headers"]}
        if b"content-length" in headers and b"transfer-encoding" in headers:
            # A proxy may go by the one where this server goes by the other.
            await _close(_two_lengths(), scope, receive, send)
            return
        told = headers.get(b"content-length", b"0")
        taken = 0
        body: list[Message] = []
        if not told.isdigit() or int(told) > most:
            await self._refuse(most, scope, receive, send)
            return
        # The whole of it is read before anybody works on it: it is small.
        while True:
            message = await receive()
            body.append(message)
            taken += len(message.get("body", b""))
            if taken > most:
                await self._refuse(most, scope, receive, send)
                return
            if message["type"] != "http.request" or not message.get("more_body"):
                break
        messages = iter(body)

        async def replay() -> Message:
            for message in messages:
                return message
            return await receive()

        await self._app(scope, replay, send)

    async def _refuse(self, most: int, scope: Scope, receive: Receive, send: Send) -> None:
        fault = Diagnostic("too-large", f"a request has at most {most} bytes here")
        await _close(fault, scope, receive, send)


def _two_lengths() -> Diagnostic:
    what = "a request says how long it is, and that it says so as it goes"
    return Diagnostic("two-lengths", what, "send Content-Length or Transfer-Encoding, not both")


async def _close(fault: Diagnostic, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request, and everything else on its connection."""
    response = await run_in_threadpool(told_to, Request(scope, receive), Problem((fault,)))
    response.headers["Connection"] = "close"
    await response(scope, receive, send)


# Work on uploaded maps

AT_ONCE: Final = 2
MOST_WAITING: Final = 8
"""Each of them holds one of the server's threads, of which there are some dozens."""


class MapQueue:
    """Lets ``AT_ONCE`` requests work on uploaded maps, whose cost nobody knows; some more may wait.
    ``seconds`` is how much of the processor's time each may take."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._slots = Semaphore(AT_ONCE)
        self._lock = Lock()
        self.waiting = 0

    @contextmanager
    def slot(self) -> Generator[None]:
        """A place among those that work.

        Raises:
            Problem: if too many wait for one.
        """
        with self._lock:
            if self.waiting >= MOST_WAITING:
                what = "the judge is busy with maps that people brought"
                raise refused("busy", what, "try again in a moment", **{"Retry-After": "5"})
            self.waiting += 1
        try:
            self._slots.acquire()
        finally:
            with self._lock:
                self.waiting -= 1
        try:
            yield
        finally:
            self._slots.release()

    @contextmanager
    def working_on(self, variant: str) -> Generator[None]:
        """A place for whatever is judged on a map of this name, if somebody uploaded it, for no
        longer than each may have one.

        Raises:
            Problem: if too many wait for one, or what is inside takes too long.
        """
        if BROUGHT not in variant:
            yield
            return
        with self.slot():
            try:
                with working_within(self._seconds):
                    yield
            except TooMuchWork:
                what = (
                    "this takes more work than the judge does at once on a map that somebody "
                    f"brought: {self._seconds:g} s of its processor"
                )
                remedy = "order fewer units, or take some off the board: fleets first"
                raise refused("too-much-work", what, remedy) from None
