"""The passcodes by which programs come back to their powers, and how often they may be guessed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Final

_CODES: Final = range(1, 8192)
"""DAIDE has no larger numbers."""
_AT_ONCE: Final = 10
_SECONDS_EACH: Final = 15.0
"""After that many wrong codes for a power another is looked at only so many seconds later: to try
all of them takes a day."""


class Passcodes:
    """The passcodes of powers, by power. ``now`` tells the time in seconds."""

    def __init__(
        self, codes: Mapping[str, int], now: Callable[[], float], at_once: int = _AT_ONCE
    ) -> None:
        self._codes, self._now = dict(codes), now
        self._most = float(at_once)
        self._left = dict.fromkeys(codes, self._most)
        self._since = dict.fromkeys(codes, now())

    @classmethod
    def drawn(
        cls, powers: Iterable[str], dice: random.Random, now: Callable[[], float]
    ) -> Passcodes:
        """New ones, each another."""
        known = tuple(powers)
        return cls(dict(zip(known, dice.sample(_CODES, len(known)), strict=True)), now)

    def of(self, power: str) -> int:
        """The passcode of a power."""
        return self._codes[power]

    def fits(self, power: str, code: int) -> bool:
        """Whether this is the passcode of a power. Where too many were wrong lately it is not even
        looked at."""
        if power not in self._codes:
            return False
        now = self._now()
        passed = max(now - self._since[power], 0.0)
        left = min(self._left[power] + passed / _SECONDS_EACH, self._most)
        self._since[power], self._left[power] = now, left
        if left < 1:
            return False
        if self._codes[power] == code:
            return True
        self._left[power] = left - 1
        return False
