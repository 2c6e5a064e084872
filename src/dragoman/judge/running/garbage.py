"""Garbage collection in a process that serves: of objects that hold each other in circles, and
nobody else does.

While Python looks through objects everybody waits: nearly a second at a thousand games that are
remembered, and nearly all that it finds there is in use. Those games hold nothing in circles, and
go when nobody refers to them, looked through or not. So what a look found in use is set aside, and
the next one looks through what has come since. What has become a circle after it was set aside,
such as the requests that were being answered, waits until everything is looked through once more:
when as much was set aside since as there was, as soon as nobody has asked for anything for a while.
Streams of news are requests that go on: with thousands of them open there is always somebody who
would wait, and what they hold is in use.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, Literal, TypeAlias

_Program: TypeAlias = Callable[..., Awaitable[None]]
"""What a server calls, as ASGI has it."""

_OLDEST: Final = 2
_WHEN: Final = (2_000, 10, 5)
"""A request leaves two hundred objects that may be in circles: new ones are looked through every
ten requests, those that outlived this every hundred, and those that outlived that every five
hundred. That takes one millisecond, five, and twenty; with the two hundred thousand new ones of a
command, which ends soon, the first would take a hundred."""
QUIET: Final = 5.0
"""Seconds without a request after which the next one is hardly met by a look through everything."""
_CROWD: Final = 100
"""With more requests that go on than this, a look through everything waits."""
_AT_LAST: Final = 10
"""When so many times as much was set aside as there was, everything is looked through while others
wait: a judge that is never quiet has taken hours for it, and a thirtieth of what was set aside may
be garbage by then."""


class Tidied:
    """A program that serves, and a process that looks for garbage when it disturbs nobody."""

    def __init__(self, program: _Program) -> None:
        self._program = program
        self._there = self._since = self._going_on = 0
        self._is_thorough = False
        self._later: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Look for garbage as a server does, from now on; what is there by now stays."""
        gc.freeze()
        gc.set_threshold(*_WHEN)
        self._there = gc.get_freeze_count()
        gc.callbacks.append(self.watch)

    async def __call__(self, scope: MutableMapping[str, Any], *channels: Any) -> None:
        self._put_off()
        self._going_on += 1
        try:
            await self._program(scope, *channels)
        finally:
            self._going_on -= 1
            self._put_off()

    def _put_off(self) -> None:
        """Somebody asks, or goes: to look through everything waits until nobody has for a while."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._since > self._there:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(QUIET, self._look_through_everything)

    def _look_through_everything(self) -> None:
        if self._going_on > _CROWD:
            return
        self._is_thorough = True
        gc.collect()

    def watch(self, phase: Literal["start", "stop"], look: dict[str, int]) -> None:
        """Is told of each look, as one of ``gc.callbacks``."""
        if look["generation"] != _OLDEST:
            return
        if phase == "start":
            self._is_thorough |= self._since > _AT_LAST * self._there
            if self._is_thorough:
                gc.unfreeze()
            return
        # Counted within one call from C: no other thread may go on while a list holds everything.
        # A tuple that one of them is just putting together could not grow any more (SystemError).
        (found,) = map(len, map(gc.get_objects, (_OLDEST,)))
        gc.freeze()
        if self._is_thorough:
            self._there, self._since, self._is_thorough = found, 0, False
        else:
            self._since += found
