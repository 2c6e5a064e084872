"""Which function carries out which kind of event: each enters itself with ``on``."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.event_log import FoldRules
from dragoman.judge.log.state import JudgedGame
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands beside an event in the log."""

    at: datetime
    by: int


RULES: Final = FoldRules[JudgedGame]()
"""How each kind of event changes a game."""
on = RULES.on


def moment(text: str) -> datetime:
    """A moment as the log has it."""
    return datetime.fromisoformat(text)
