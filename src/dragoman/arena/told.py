"""What those who play are told of each other, and where they may remember it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dragoman.arena.contest import Contest
from dragoman.game import find_variant
from dragoman.values import FrozenMap


def players_told(contest: Contest, players: Sequence[int]) -> FrozenMap[str, str]:
    """Who plays which power, as everybody is told."""
    if not contest.known:
        return FrozenMap()
    powers = find_variant(contest.variant).board.powers
    names = (contest.entrants[one].name for one in players)
    return FrozenMap(zip(powers, names, strict=True))


def memory_of(memory: str, entrant: int) -> str:
    """The folder in which an entrant remembers; it is there."""
    if not memory:
        return ""
    folder = Path(memory, str(entrant))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder.resolve())
