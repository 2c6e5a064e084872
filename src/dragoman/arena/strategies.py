"""The classic strategies of the prisoner's dilemma: whether to keep the peace, from what both did
so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from dragoman.values import FrozenMap

Strategy: TypeAlias = Callable[[Sequence[bool], Sequence[bool], Random], bool]
_FORGIVES: Final = 1 / 3


def always(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Keeps the peace."""
    return True


def never(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Breaks it."""
    return False


def tit_for_tat(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Begins in peace, then does what the other did (Rapoport)."""
    return theirs[-1] if theirs else True


def two_tats(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Breaks the peace when the other did so twice in a row."""
    return any(theirs[-2:]) if len(theirs) > 1 else True


def grudger(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Keeps the peace until the other breaks it, and never again (Friedman)."""
    return all(theirs)


def pavlov(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Keeps the peace when both did the same: win, stay; lose, shift."""
    return own[-1] == theirs[-1] if own else True


def generous(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Tit for tat that forgives a third of the time (Nowak and Sigmund)."""
    return tit_for_tat(own, theirs, dice) or dice.random() < _FORGIVES


def by_chance(own: Sequence[bool], theirs: Sequence[bool], dice: Random) -> bool:
    """Throws a coin."""
    return dice.random() < 0.5


STRATEGIES: Final[Mapping[str, Strategy]] = FrozenMap(
    {
        "always": always,
        "never": never,
        "tit-for-tat": tit_for_tat,
        "two-tats": two_tats,
        "grudger": grudger,
        "pavlov": pavlov,
        "generous": generous,
        "random": by_chance,
    }
)
