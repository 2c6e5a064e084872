"""Work on maps that people brought: nobody knows how long it takes, so it is done for few at once,
and each has so much of the processor's time and no more."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock, Semaphore
from typing import Final

from dragoman.judge.log.settings import BROUGHT
from dragoman.judge.running.budgets import TooMuchWork, working_within
from dragoman.web.problems import refused

AT_ONCE: Final = 2
MOST_WAITING: Final = 8
"""Whoever waits keeps one of the door's threads from all others, and it has some dozens."""


class Workroom:
    """Has room for ``AT_ONCE``; some more may wait at its door. ``seconds`` is how much of the
    processor's time each may take."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._room = Semaphore(AT_ONCE)
        self._lock = Lock()
        self.waiting = 0

    @contextmanager
    def entered(self) -> Generator[None]:
        """A place in it.

        Raises:
            Problem: if too many wait for one.
        """
        with self._lock:
            if self.waiting >= MOST_WAITING:
                what = "the judge is busy with maps that people brought"
                raise refused("busy", what, "try again in a moment", **{"Retry-After": "5"})
            self.waiting += 1
        try:
            self._room.acquire()
        finally:
            with self._lock:
                self.waiting -= 1
        try:
            yield
        finally:
            self._room.release()

    @contextmanager
    def working_on(self, variant: str) -> Generator[None]:
        """A place in it for whatever is judged on a map of this name, if people brought it, and not
        for longer than each may have one.

        Raises:
            Problem: if too many wait for one, or what is inside takes too long.
        """
        if BROUGHT not in variant:
            yield
            return
        with self.entered():
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
