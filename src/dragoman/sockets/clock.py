"""How long the turn of a room has left."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """Counts down the seconds of a turn. ``now`` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._limit: int | None = None
        self._began = self._stood = 0.0
        self._stopped: float | None = None
        self._patience = 0.0

    def begin(self, limit: int | None) -> None:
        """A turn begins that has so many seconds; None for no limit."""
        self._limit, self._began, self._stood = limit, self.now(), 0.0
        self._stopped = None

    def stop(self, patience: float) -> None:
        """Stand still, for so many seconds at most."""
        if self._stopped is None:
            self._stopped, self._patience = self.now(), patience

    def go_on(self) -> None:
        """Stand still no longer."""
        self._stood += self._standing()
        self._stopped = None

    @property
    def is_stopped(self) -> bool:
        """Whether it stands still."""
        return self._stopped is not None and self.now() < self._stopped + self._patience

    def left(self) -> float | None:
        """The seconds that are left; None where the turn has no limit."""
        if self._limit is None:
            return None
        return self._began + self._stood + self._standing() + self._limit - self.now()

    def _standing(self) -> float:
        if self._stopped is None:
            return 0.0
        return min(self.now() - self._stopped, self._patience)
