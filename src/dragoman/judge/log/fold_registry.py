"""Which function carries out which kind of event: each enters itself with ``on``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeVar

from dragoman.judge.log import events as ev
from dragoman.judge.log.state import JudgedGame
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands beside an event in the log."""

    at: datetime
    by: int


_Kind = TypeVar("_Kind", bound=ev.Event)
_Rule = Callable[[JudgedGame, _Kind, Entry], None]

RULES: Final[dict[type[ev.Event], _Rule[Any]]] = {}
"""How each kind of event changes a game."""


def on(kind: type[_Kind]) -> Callable[[_Rule[_Kind]], _Rule[_Kind]]:
    """Enter a function as the one that carries out a kind of event."""

    def enter(rule: _Rule[_Kind]) -> _Rule[_Kind]:
        RULES[kind] = rule
        return rule

    return enter


def moment(text: str) -> datetime:
    """A moment as the log has it."""
    return datetime.fromisoformat(text)
