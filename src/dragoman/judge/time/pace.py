"""How fast a game goes, in one word: what lists of games are searched by."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum
from typing import Final

from dragoman.judge.time.rhythm import Length, Weekly, read_rhythm

LIVE: Final = timedelta(hours=1)
DAILY: Final = timedelta(days=1)


class Pace(Enum):
    """How long a movement lasts."""

    LIVE = "live"
    """Up to an hour."""
    DAILY = "daily"
    """Up to a day."""
    SLOW = "slow"
    """Longer, or up to some days of the week."""


def pace_of(movement: str) -> Pace:
    """The pace of a game by how long its movements last, in the words of its settings."""
    match read_rhythm(movement):
        case Length(lasts):
            return Pace.LIVE if lasts <= LIVE else Pace.DAILY if lasts <= DAILY else Pace.SLOW
        case Weekly(days) if len(days) == 7:
            return Pace.DAILY
        case _:
            return Pace.SLOW
