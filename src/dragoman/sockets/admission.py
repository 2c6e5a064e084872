"""How somebody comes to a seat: as who is new, or with the passcode of one that was left."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from enum import IntEnum
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.sockets.events import Listener
from dragoman.sockets.table import Seat, Table

_CODES: Final = range(1, 8192)
"""DAIDE has no larger numbers."""
_AT_ONCE: Final = 10
_SECONDS_EACH: Final = 15.0
"""After that many wrong codes from an address one more is looked at at once so many seconds
later."""
_PAUSE: Final = 1.0
"""Until then those from there are looked at one after the other, with a pause: to try all of them
takes more than two hours."""
_MOST_ADDRESSES: Final = 4096
Attempt = Callable[[], bool | None]
"""Tries a passcode: whether it was the right one, None if nobody is there any more."""


class Standing(IntEnum):
    """What a connection has come to, the least first."""

    SILENT = 0
    SPEAKS = 1
    COMES_BACK = 2
    """It has said a passcode, which is still to be looked at."""
    WATCHES = 3
    PLAYS = 4


def passcodes_of(
    powers: Collection[str],
    dice: random.Random,
    taken: Mapping[str, Collection[int]] | None = None,
) -> dict[str, int]:
    """New passcodes of powers, each another, and none of a power that is ``taken`` elsewhere."""
    while True:
        codes = dict(zip(powers, dice.sample(_CODES, len(powers)), strict=True))
        if not any(codes[power] in those for power, those in (taken or {}).items()):
            return codes


@dataclass(slots=True)
class _Guesser:
    """What came from an address: how many wrong codes are looked at at once still, as of when, and
    those that wait."""

    left: float
    since: float
    next: float = 0.0
    waiting: deque[Attempt] = field(default_factory=deque[Attempt])


class Guesses:
    """Holds back those who guess passcodes, address by address: what others say elsewhere keeps
    nobody out, and whoever has the right code waits for nothing but his turn among those of his own
    address. ``now`` tells the time in seconds; ``tick`` is to be called now and then."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._guessers: dict[str, _Guesser] = {}

    def take(self, address: str, attempt: Attempt) -> None:
        """Look at a passcode that somebody said: at once, or when it is its turn."""
        guesser = self._guesser(address)
        if guesser.left >= 1 and not guesser.waiting:
            self._look(guesser, attempt)
        else:
            guesser.waiting.append(attempt)

    def tick(self) -> None:
        """Look at those whose turn it is."""
        for address, waits in [(one, guesser.waiting) for one, guesser in self._guessers.items()]:
            guesser = self._guesser(address)
            while waits and (guesser.left >= 1 or guesser.next <= self._now()):
                self._look(guesser, waits.popleft())

    def _look(self, guesser: _Guesser, attempt: Attempt) -> None:
        found = attempt()
        if found is not None:
            guesser.next = self._now() + _PAUSE
        if found is False:
            guesser.left = max(guesser.left - 1, 0.0)

    def _guesser(self, address: str) -> _Guesser:
        now = self._now()
        known = self._guessers.get(address)
        if known is None:
            if len(self._guessers) >= _MOST_ADDRESSES:
                self._forget(now)
            known = self._guessers[address] = _Guesser(float(_AT_ONCE), now)
        passed = max(now - known.since, 0.0)
        known.left = min(known.left + passed / _SECONDS_EACH, float(_AT_ONCE))
        known.since = now
        return known

    def _forget(self, now: float) -> None:
        """Forget the addresses of which nothing has to be known any more."""
        whole = _AT_ONCE * _SECONDS_EACH
        for address, one in tuple(self._guessers.items()):
            if not one.waiting and now - one.since >= whole:
                del self._guessers[address]


class Admission:
    """By what somebody at an address comes to a seat at one of the tables that are served."""

    def __init__(
        self, tables: Sequence[Table], guesses: Guesses | None = None, address: str = ""
    ) -> None:
        self._tables, self._guesses, self._address = tables, guesses, address

    def join(
        self, name: str, version: str, listener: Listener, wish: str | None = None
    ) -> tuple[Table, Seat]:
        """A seat for who is new: of several tables at one that has that of the power wished for,
        and at the fullest of these.

        Raises:
            ActionRefused: if there is none.
        """
        table = _open(self._tables, wish) or self._tables[-1]
        return table, table.join(name, version, listener, wish)

    def come_back(
        self,
        power: str,
        passcode: int,
        listener: Listener,
        told: Callable[[tuple[Table, Seat] | None], None],
        is_gone: Callable[[], bool],
    ) -> None:
        """Find the seat of a power that was left; ``told`` hears of it, or that it is not to be
        had, at once or when it is this one's turn, unless he ``is_gone`` by then."""

        def attempt() -> bool | None:
            if is_gone():
                return None
            found = self._left(power, passcode, listener)
            told(found)
            return found is not None

        if self._guesses is None:
            attempt()
        else:
            self._guesses.take(self._address, attempt)

    def _left(self, power: str, passcode: int, listener: Listener) -> tuple[Table, Seat] | None:
        for table in self._tables:
            try:
                return table, table.rejoin(power, passcode, listener)
            except ActionRefused:
                continue
        return None


def first_of(tables: Sequence[Table]) -> Table:
    """What somebody sees who has not sat down yet, and who watches: the first that is not over."""
    return next((table for table in tables if not table.is_over), tables[-1])


def _open(tables: Sequence[Table], wish: str | None) -> Table | None:
    """Where a seat is free before the game begins; None if that is nowhere."""

    def merit(table: Table) -> tuple[bool, int]:
        taken = [seat.power for seat in table.seats.values() if seat.listener is not None]
        return wish is not None and wish not in taken, len(taken)

    free = [
        table
        for table in tables
        if not table.has_begun and any(seat.listener is None for seat in table.seats.values())
    ]
    return max(free, key=merit, default=None)
