"""Machine code for single turns, once a process has asked for some."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeAlias

from dragoman.board import Unit
from dragoman.orders import Order
from dragoman.rules.judge.board_index import BoardIndex, BoardTerms
from dragoman.rules.model.outcome import Orders, PhaseResult
from dragoman.rules.model.position import Position

_Judged: TypeAlias = Callable[[BoardIndex, BoardTerms, Position, Orders, int], PhaseResult | None]
_Listed: TypeAlias = Callable[
    [BoardIndex, BoardTerms, Position], dict[Unit, tuple[Order, ...]] | None
]

_FIRST: Final = 200
"""So many turns a process has done in plain Python: to load machine code takes as long."""


class AtHand(NamedTuple):
    """The functions in machine code. Each answers None where it takes plain Python to say."""

    judged: _Judged
    listed: _Listed


class _Patience:
    """The turns that were asked for, and the functions for them when they are enough."""

    turns = 0
    machine: AtHand | None = None
    is_set_aside = False
    """Whether machine code is not to be used."""


def machine() -> AtHand | None:
    """The functions in machine code; None for the first turns of a process, and within
    ``plainly``."""
    if _Patience.is_set_aside:
        return None
    if _Patience.machine is None:
        _Patience.turns += 1
        if _Patience.turns > _FIRST:  # only now are these imported: it takes long
            from dragoman.rules.one_turn.written_listing import listed
            from dragoman.rules.one_turn.written_phase import judged

            _Patience.machine = AtHand(judged, listed)
    return _Patience.machine


@contextmanager
def plainly() -> Generator[None]:
    """A block in which single turns are judged in plain Python, in all threads: for comparison."""
    before, _Patience.is_set_aside = _Patience.is_set_aside, True
    try:
        yield
    finally:
        _Patience.is_set_aside = before
