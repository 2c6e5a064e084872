"""Codes are not to be guessed: each wrong one too many doubles the time until the next try."""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from dragoman.quick_dataclass import dataclass

FREE = 5
"""Wrong codes for which nobody has to wait."""
LONGEST = 300
"""The longest wait, in seconds."""
_FORGOTTEN = 900
"""Seconds without a try after which the wrong ones of an address are forgotten."""
_MOST = 1000
"""Addresses that are remembered; of more, the one that tried longest ago is forgotten."""


@dataclass(slots=True)
class _Tries:
    wrong: int = 0
    last: float = 0.0
    next: float = 0.0


class Guesses:
    """How often each address tried a wrong code. ``clock`` is in seconds, and never set back.

    A right code does not make up for wrong ones, or whoever has one could guess the others.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def begin(self, address: str) -> int:
        """Let an address try a code; or the seconds that it has to wait first.

        The try counts as a wrong one until ``right`` says otherwise, so that many at once are no
        way around the wait.
        """
        now = self._clock()
        with self._lock:
            tries = self._of(address, now)
            if now < tries.next:
                return math.ceil(tries.next - now)
            tries.wrong += 1
            tries.last = now
            tries.next = now + self._wait(tries)
            return 0

    def right(self, address: str) -> None:
        """The code that an address was let try is one."""
        with self._lock:
            tries = self._tries.get(_whose(address))
            if tries is not None and tries.wrong:
                tries.wrong -= 1
                tries.next = min(tries.next, tries.last + self._wait(tries))

    @staticmethod
    def _wait(tries: _Tries) -> float:
        too_many = tries.wrong - FREE
        return min(2.0**too_many, LONGEST) if too_many > 0 else 0.0

    def _of(self, address: str, now: float) -> _Tries:
        whose = _whose(address)
        known = self._tries.pop(whose, None)
        if known is None or now - known.last > _FORGOTTEN:
            known = _Tries(last=now)
        self._tries[whose] = known
        if len(self._tries) > _MOST:
            self._tries.popitem(last=False)
        return known


def _whose(address: str) -> str:
    """What one machine can call itself: of IPv6 the half that is its network's."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))
