"""The time zones that this machine knows."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Their names. To look them up reads the first bytes of 600 files, so it is done once; a zone
    that the system learns later is known to the next process."""
    return frozenset(available_timezones())
