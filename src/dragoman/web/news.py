"""Those who follow a game are woken when its log has grown, whichever process wrote it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final, ParamSpec, TypeVar

from dragoman.extras import extra
from dragoman.judge.storage.changes import ChangeFeed, LogChange

with extra("judge"):
    from anyio import CapacityLimiter, to_thread

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_THREADS: Final = 4
"""Threads that read for all streams: with forty at work, as for requests, everything else in the
process would wait for its turn as soon as thousands of streams have something to read."""


class News:
    """The followers of games in this process. All methods but the first are called in the event
    loop."""

    def __init__(self, changes: ChangeFeed) -> None:
        self._changes = changes
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: Callable[[], None] | None = None
        self._woken: dict[int, set[asyncio.Event]] = {}
        self._streams: Counter[str] = Counter()
        self._starting = asyncio.Lock()
        self._threads = CapacityLimiter(_THREADS)
        self.is_closed = False

    @contextmanager
    def following(self, game: int, key: str) -> Generator[asyncio.Event]:
        """An event that is set whenever a game's log has grown; ``key`` is who follows."""
        woken = asyncio.Event()
        self._streams[key] += 1
        self._woken.setdefault(game, set()).add(woken)
        try:
            yield woken
        finally:
            self._streams[key] -= 1
            if not self._streams[key]:
                del self._streams[key]
            others = self._woken[game]
            others.discard(woken)
            if not others:
                del self._woken[game]

    async def read(
        self, function: Callable[_Given, _Answer], *values: _Given.args, **named: _Given.kwargs
    ) -> _Answer:
        """The answer of a function that reads for a stream, called in a thread."""
        call = partial(function, *values, **named)
        return await to_thread.run_sync(call, limiter=self._threads)

    async def start(self) -> None:
        """Begin to listen to the database, if nobody did before."""
        async with self._starting:
            if self._end is None:
                self._loop = asyncio.get_running_loop()
                self._end = await asyncio.to_thread(self._changes.follow, self._told)

    def close(self) -> None:
        """Have all who follow look up, and go."""
        self.is_closed = True
        if self._end is not None:
            self._end()
            self._end = None
        for game in tuple(self._woken):
            self._wake(game)

    def followers_of(self, key: str) -> int:
        """The number of streams that somebody has open in this process."""
        return self._streams[key]

    @property
    def followers(self) -> int:
        """The number of streams open in this process."""
        return self._streams.total()

    def _told(self, change: LogChange | None) -> None:
        """In the thread of the changes."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._wake, change.game if change else None)

    def _wake(self, game: int | None) -> None:
        for number in [game] if game is not None else tuple(self._woken):
            for woken in self._woken.get(number, ()):
                woken.set()
