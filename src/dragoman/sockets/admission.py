"""Admission to a seat: as who is new, or with the passcode of one that was left."""

from __future__ import annotations

import random
import re
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final

from dragoman.board import UnknownName
from dragoman.game import Variant
from dragoman.guesses import PaidOff, WrongGuesses
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.sockets.table import GameTable, Listener, TableSeat

_CODES: Final = range(1, 8192)
"""DAIDE has no larger numbers."""
_PER_SECOND: Final = 1.0
"""So many wrong codes a second, counted for each seat that they might have opened: to try all of
them takes more than two hours, however many games there are."""
_AT_ONCE: Final = 10
"""So many from an address are looked at at once nevertheless ..."""
_AT_ONCE_OF_STRANGERS: Final = 100
"""... and so many for a power from all addresses together."""
_MOST_ADDRESSES: Final = 4096


class ConnectionStage(IntEnum):
    """The stages of a connection, the least first."""

    SILENT = 0
    SPEAKS = 1
    COMES_BACK = 2
    """It has said a passcode, which is still to be looked at."""
    LEARNS_MAP = 3
    """It has asked to play or to watch, and not accepted the map yet."""
    WATCHES = 4
    PLAYS = 5


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


@dataclass(frozen=True, slots=True)
class Attempt:
    """A power and a passcode that somebody ``said``. ``look`` tries it, and says how many seats it
    might have opened and did not. ``is_known``: whether such a seat was last held at the address
    that this came from. ``is_gone``: whether nobody is there any more."""

    said: tuple[str, int]
    look: Callable[[], int]
    is_known: Callable[[], bool]
    is_gone: Callable[[], bool]


class AttemptQueue:
    """Holds back those who guess passcodes. Each wrong one is held against the address it came
    from; those from where the seat was not held before are held against the power, too, so that
    many addresses are no way around the wait. ``now`` tells the time in seconds; ``tick`` is to be
    called now and then.

    What others say elsewhere keeps nobody out who comes back from where he was, and whoever has the
    right code waits for nothing but his turn: addresses take turns, and among those of an address
    who came first is first, with all who said the same.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        def at_once(most: int) -> WrongGuesses:
            return WrongGuesses(PaidOff(most - 1, _PER_SECOND), _MOST_ADDRESSES, now)

        self._of_address = at_once(_AT_ONCE)
        self._of_power = at_once(_AT_ONCE_OF_STRANGERS)
        self._waiting = OrderedDict[str, deque[Attempt]]()
        """Those who wait at each address, first the address whose turn it is."""

    def take(self, address: str, attempt: Attempt) -> None:
        """Look at a passcode that somebody said: at once, or when it is its turn."""
        waits = self._waiting.setdefault(address, deque())
        waits.append(attempt)
        if len(waits) == 1 and (len(self._waiting) == 1 or attempt.is_known()):
            self._serve(address)

    def tick(self) -> None:
        """Look at those whose turn it is."""
        for address in tuple(self._waiting):
            self._serve(address)

    def _serve(self, address: str) -> None:
        waits = deque(one for one in self._waiting[address] if not one.is_gone())
        self._waiting[address] = waits
        while waits and self._is_due(address, waits[0]):
            self._waiting.move_to_end(address)
            said = waits[0].said
            same = [one for one in waits if one.said == said]
            waits = self._waiting[address] = deque(one for one in waits if one.said != said)
            self._look(address, same)
        if not waits:
            del self._waiting[address]

    def _is_due(self, address: str, attempt: Attempt) -> bool:
        if self._of_address.wait(address):
            return False
        return not self._of_power.wait(attempt.said[0]) or attempt.is_known()

    def _look(self, address: str, same: list[Attempt]) -> None:
        """Look at what was said at an address, by however many there: it is one guess."""
        is_known, (power, _) = same[0].is_known(), same[0].said
        wrong = max(one.look() for one in same)
        if wrong:
            self._of_address.add(address, wrong)
            if not is_known:
                self._of_power.add(power, wrong)


class Admission:
    """By what somebody at an address comes to a seat at one of the tables that are served."""

    def __init__(
        self, tables: Sequence[GameTable], attempts: AttemptQueue | None = None, address: str = ""
    ) -> None:
        self._tables, self._attempts, self._address = tables, attempts, address

    def join(
        self, name: str, version: str, listener: Listener, wish: str | None = None
    ) -> tuple[GameTable, TableSeat]:
        """A seat for who is new: of several tables at one that has that of the power wished for,
        and at the fullest of these.

        Raises:
            ActionRefused: if there is none.
        """
        table = _open(self._tables, wish) or self._tables[-1]
        seat = table.join(name, version, listener, wish)
        seat.address = self._address
        return table, seat

    def come_back(
        self,
        power: str,
        passcode: int,
        listener: Listener,
        told: Callable[[tuple[GameTable, TableSeat] | None], None],
        is_gone: Callable[[], bool],
    ) -> None:
        """Find the seat of a power that was left; ``told`` hears of it, or that it is not to be
        had, at once or when it is this one's turn, unless he ``is_gone`` by then."""

        def look() -> int:
            chances = sum(1 for _ in self._lost(power))
            found = self._left(power, passcode, listener)
            told(found)
            return 0 if found is not None else chances

        def is_known() -> bool:
            return any(seat.address == self._address for seat in self._lost(power))

        if self._attempts is None:
            look()
        else:
            self._attempts.take(self._address, Attempt((power, passcode), look, is_known, is_gone))

    def _lost(self, power: str) -> Iterator[TableSeat]:
        """The seats of a power that somebody has left while the game goes on."""
        for table in self._tables:
            seat = table.seats.get(power)
            if seat is not None and seat.listener is None and table.is_running:
                yield seat

    def _left(
        self, power: str, passcode: int, listener: Listener
    ) -> tuple[GameTable, TableSeat] | None:
        for table in self._tables:
            try:
                seat = table.rejoin(power, passcode, listener)
            except ActionRefused:
                continue
            seat.address = self._address
            return table, seat
        return None


def first_of(tables: Sequence[GameTable]) -> GameTable:
    """The table for somebody who has not sat down yet, or watches: the first that is not over."""
    return next((table for table in tables if not table.is_over), tables[-1])


def _open(tables: Sequence[GameTable], wish: str | None) -> GameTable | None:
    """A table with a free seat before its game begins; None if there is none."""

    def merit(table: GameTable) -> tuple[bool, int]:
        taken = [seat.power for seat in table.seats.values() if seat.listener is not None]
        return wish is not None and wish not in taken, len(taken)

    free = [
        table
        for table in tables
        if not table.has_begun and any(seat.listener is None for seat in table.seats.values())
    ]
    return max(free, key=merit, default=None)


# Wishes

_NAME: Final = re.compile(r"[^\s()]{1,200}\Z")


@dataclass(frozen=True, slots=True)
class SeatWishes:
    """Wishes of somebody who comes: with a passcode back to the seat of a power, with a token of
    the judge as the one whose it is."""

    name: str = "person"
    power: str = ""
    passcode: int | None = None
    token: str = ""


def checked(wishes: SeatWishes, variant: Variant) -> SeatWishes:
    """The wishes with the key of the power.

    Raises:
        ActionRefused: if there is no such power, or a name or token cannot be said.
    """
    for called, said in (("name", wishes.name), ("token", wishes.token)):
        if said and not _NAME.match(said):
            what = f"the {called} has spaces or brackets, or more than 200 letters"
            raise ActionRefused("bad-name", what, "write it in one word")
    power = ""
    if wishes.power:
        try:
            power = variant.board.power_called(wishes.power)
        except UnknownName as unknown:
            raise ActionRefused("unknown-power", str(unknown), "name one of these") from None
    elif wishes.passcode is not None:
        what = "a passcode alone does not say whose it is"
        raise ActionRefused("no-power", what, "name your power with --power, too")
    return SeatWishes(wishes.name, power, wishes.passcode, wishes.token)
