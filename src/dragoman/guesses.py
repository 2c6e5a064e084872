"""Wrong guesses of codes: counted for each who makes them, who has to wait after too many."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

from dragoman.quick_dataclass import dataclass

_MOST_DOUBLINGS = 60
"""More seconds than anybody lives; a thousand doublings are no number any more."""


class Limit(Protocol):
    """The time that wrong guesses cost. ``since`` are the seconds since the last of them."""

    def left(self, wrong: float, since: float) -> float:
        """The wrong guesses that still count."""
        ...

    def wait(self, wrong: float, since: float) -> float:
        """The seconds until the next guess."""
        ...


@dataclass(frozen=True, slots=True)
class PaidOff:
    """Beyond those that are ``free`` wrong guesses wait until time has made up for them, so many a
    second."""

    free: float
    per_second: float

    def left(self, wrong: float, since: float) -> float:
        return max(0.0, wrong - since * self.per_second)

    def wait(self, wrong: float, since: float) -> float:
        return max(0.0, (self.left(wrong, since) - self.free) / self.per_second)


@dataclass(frozen=True, slots=True)
class Doubling:
    """Beyond those that are ``free`` each wrong guess doubles the wait, up to the ``longest``, in
    seconds; all are forgotten after so many seconds without any."""

    free: float
    longest: float
    forgotten: float

    def left(self, wrong: float, since: float) -> float:
        return wrong if since <= self.forgotten else 0.0

    def wait(self, wrong: float, since: float) -> float:
        too_many = self.left(wrong, since) - self.free
        if too_many <= 0:
            return 0.0
        doubled = 2.0 ** min(too_many, _MOST_DOUBLINGS)
        return max(0.0, min(doubled, self.longest) - since)


class WrongGuesses:
    """The wrong guesses of each who makes any, under one limit. Of more than ``most``, whoever
    guessed longest ago is forgotten. ``clock`` is in seconds, and never set back.

    A right guess does not make up for wrong ones, or whoever knows one code could guess others.
    """

    def __init__(
        self, limit: Limit, most: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit, self._most, self._clock = limit, most, clock
        self._lock = threading.Lock()
        self._known = OrderedDict[str, tuple[float, float]]()
        """The number of wrong guesses, and when the last was; last whoever guessed last."""

    def __len__(self) -> int:
        return len(self._known)

    def wait(self, whose: str) -> float:
        """The seconds that somebody has to wait before he may guess."""
        now = self._clock()
        wrong, last = self._known.get(whose, (0.0, now))
        return self._limit.wait(wrong, now - last)

    def add(self, whose: str, wrong: float = 1.0) -> None:
        """Count wrong guesses."""
        with self._lock:
            self._add(whose, wrong)

    def begin(self, whose: str) -> int:
        """Let somebody guess; or the seconds that he has to wait first.

        The guess counts as a wrong one until ``right`` says otherwise, so that many at once are no
        way around the wait.
        """
        with self._lock:
            wait = math.ceil(self.wait(whose))
            if not wait:
                self._add(whose, 1.0)
            return wait

    def right(self, whose: str) -> None:
        """The guess that somebody began is right."""
        with self._lock:
            wrong, last = self._known.get(whose, (0.0, 0.0))
            if wrong:
                self._known[whose] = (max(0.0, wrong - 1), last)

    def _add(self, whose: str, wrong: float) -> None:
        now, known = self._clock(), self._known
        before, last = known.get(whose, (0.0, now))
        known[whose] = (self._limit.left(before, now - last) + wrong, now)
        known.move_to_end(whose)
        while len(known) > self._most or not self._left(next(iter(known)), now):
            known.popitem(last=False)

    def _left(self, whose: str, now: float) -> float:
        wrong, last = self._known[whose]
        return self._limit.left(wrong, now - last)


def network_of(host: str) -> str:
    """The addresses that one machine can call itself, as one: of IPv6 the half that is its
    network's; of what is not an address the text itself."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
