"""The upkeep of a judge as pages and streams tell of it, looked up once a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from dragoman.judge.storage.database import Database
from dragoman.judge.storage.upkeep import Upkeep, upkeep_of

_EVERY: Final = 1.0
"""Seconds for which what was found holds. What may be written the database says itself, each
time."""


class UpkeepWatch:
    """Tells the upkeep of a judge."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self._clock = database, clock
        self._found, self._until = Upkeep(), 0.0

    def now(self) -> Upkeep:
        """The upkeep, as it was a second ago at the most.

        Raises:
            ActionRefused: if the database does not answer.
        """
        if (now := self._clock()) >= self._until:
            self._found, self._until = upkeep_of(self._database), now + _EVERY
        return self._found

    def last(self) -> Upkeep:
        """The upkeep as it was last found: also where the database does not answer."""
        return self._found

    def look_again(self) -> None:
        """Have it looked up anew, after a change."""
        self._until = 0.0
