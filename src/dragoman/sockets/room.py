"""A game in memory, with seats for programs, bots and people.

A room knows no language and no socket: whoever sits in it is told events, plain values, and calls
the room's methods. Nothing here waits; a clock calls ``tick`` now and then.

>>> from dragoman import load_variant
>>> from dragoman.bots import civil_disorder
>>> from dragoman.sockets.bot_player import BotPlayer
>>> room = Room(load_variant("standard"), Terms(last_year=1901), seed=1)
>>> for number in range(7):
...     _ = BotPlayer(room, civil_disorder, seed=number)
>>> room.game.ending
Ending(how='draw', powers=('AUSTRIA', 'ENGLAND', 'FRANCE', 'GERMANY', 'ITALY', 'RUSSIA', 'TURKEY'))
"""

from __future__ import annotations

import json
import random
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import read_text, write_atomically
from dragoman.formats import load_variant
from dragoman.game import Find, Game, Variant, read_record, write_record
from dragoman.orders import Order
from dragoman.press.press_texts import Said
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind
from dragoman.sockets.admission import passcodes_of
from dragoman.sockets.orders_due import is_complete
from dragoman.sockets.table import (
    Event,
    Listener,
    PressClosed,
    PressSpoken,
    Remarked,
    Saved,
    SeatLeft,
    SeatTaken,
    TableBegan,
    TableEnded,
    TableSeat,
    Terms,
    Turned,
)

# The clock


class RoomClock:
    """Counts down the seconds of a turn. ``now`` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._limit: int | None = None
        self._began = self._stood = 0.0
        self._stopped: float | None = None
        self._patience = 0.0

    def begin(self, limit: int | None) -> None:
        """A turn begins that has so many seconds; None for no limit."""
        self._limit, self._began, self._stood = limit, self.now(), 0.0
        self._stopped = None

    def stop(self, patience: float) -> None:
        """Stand still, for so many seconds at most."""
        if self._stopped is None:
            self._stopped, self._patience = self.now(), patience

    def go_on(self) -> None:
        """Stand still no longer."""
        self._stood += self._standing()
        self._stopped = None

    @property
    def is_stopped(self) -> bool:
        """True if it stands still."""
        return self._stopped is not None and self.now() < self._stopped + self._patience

    def left(self) -> float | None:
        """The seconds that are left; None where the turn has no limit."""
        if self._limit is None:
            return None
        return self._began + self._stood + self._standing() + self._limit - self.now()

    def _standing(self) -> float:
        if self._stopped is None:
            return 0.0
        return min(self.now() - self._stopped, self._patience)


_LONGEST_NAME: Final = 200


class Room:
    """A game, its seats and its terms. Seats are given at random, by ``seed`` if there is one.
    ``now`` tells the time in seconds."""

    def __init__(
        self,
        variant: Variant,
        terms: Terms | None = None,
        seed: int | None = None,
        now: Callable[[], float] = time.monotonic,
        game: Game | None = None,
        codes: Mapping[str, int] | None = None,
    ) -> None:
        self.variant = variant
        self.terms = terms or Terms()
        self.game = game or Game(variant)
        self._dice = random.Random(seed) if seed is not None else random.SystemRandom()
        powers = variant.board.players
        known = codes or passcodes_of(powers, self._dice)
        self.seats = {power: TableSeat(power, known[power]) for power in powers}
        self.has_begun = False
        self.last_years: dict[str, int] = {}
        self._watchers: list[Listener] = []
        self._clock = RoomClock(now)
        self._has_press = True
        self._events = deque[tuple[Event, Listener]]()
        self._is_telling = False

    # Coming and going.

    def join(
        self, name: str, version: str, listener: Listener, wish: str | None = None
    ) -> TableSeat:
        """A free seat, that of the power wished for if there is it.

        Raises:
            ActionRefused: if the game has begun, there is none, or the name is too long to be told.
        """
        if len(name) + len(version) > _LONGEST_NAME:
            what = f"name and version have more than {_LONGEST_NAME} letters"
            raise ActionRefused("name-too-long", what, "choose a shorter name")
        free = [seat for seat in self.seats.values() if seat.listener is None]
        if self.has_begun or not free:
            raise ActionRefused("no-seat", "no seat is free", "watch, or try another game")
        wished = [seat for seat in free if seat.power == wish]
        seat = self._dice.choice(wished or free)
        seat.name, seat.version, seat.listener = name, version, listener
        return seat

    def rejoin(self, power: str, passcode: int, listener: Listener) -> TableSeat:
        """The seat of a power, for whoever left it.

        Raises:
            ActionRefused: if somebody sits there, the passcode is wrong, or there was no game yet.
        """
        seat = self.seats.get(power)
        if not self.has_begun or seat is None or seat.passcode != passcode or seat.listener:
            raise ActionRefused("no-return", "this seat is not to be had")
        self._return(seat, listener)
        return seat

    def take_over(self, power: str, name: str, version: str, listener: Listener) -> TableSeat:
        """The seat of a power that was left, for another: for who runs the room, to put somebody
        in the place of a program that failed.

        Raises:
            ActionRefused: if somebody sits there, or there was no game yet.
        """
        seat = self.seats[power]
        if not self.has_begun or seat.listener is not None:
            raise ActionRefused("no-return", f"nobody has left {power}")
        seat.name, seat.version = name, version
        self._return(seat, listener)
        return seat

    def _return(self, seat: TableSeat, listener: Listener) -> None:
        seat.listener, seat.is_ready = listener, True
        seconds = None
        if self._clock.is_stopped and not any(map(self._is_missed, self._alive)):
            self._clock.go_on()
            seconds = self.seconds_left()
        self.tell_all(SeatTaken(seat.power, seconds), apart_from=listener)

    def watch(self, listener: Listener) -> None:
        """Have a listener told what everybody may know."""
        self._watchers.append(listener)

    def leave(self, listener: Listener) -> None:
        """Somebody is gone: before the game begins the seat is free again, after that the power is
        in civil disorder until somebody comes back to it."""
        if listener in self._watchers:
            self._watchers.remove(listener)
        for seat in self.seats.values():
            if seat.listener == listener:
                seat.listener, seat.is_ready = None, False
                if self.is_running:
                    self.tell_all(SeatLeft(seat.power, self._stop_for(seat)))

    def _stop_for(self, seat: TableSeat) -> int | None:
        """Have the clock stand still if a power has orders to give, and the terms say so; the
        seconds that are left then."""
        patience = self.terms.waits_for_lost
        if patience is None or not self._is_missed(seat) or self._clock.left() is None:
            return None
        self._clock.stop(patience)
        return self.seconds_left()

    def _is_missed(self, seat: TableSeat) -> bool:
        return seat.listener is None and not self._has_ordered(seat)

    def ready(self, seat: TableSeat) -> None:
        """Somebody is ready to play; with the last one the game begins."""
        seat.is_ready = True
        if not self.has_begun and all(one.is_ready for one in self.seats.values()):
            self.has_begun = True
            self._begin_turn()
            self.tell_all(TableBegan())

    def resume(self) -> None:
        """Go on with a game that was kept: nobody has come yet, and the turn has all its time."""
        self.has_begun = True
        self._begin_turn()

    def is_there(self, power: str) -> bool:
        """True if somebody sits at the seat of a power."""
        return self.seats[power].listener is not None

    # The game.

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.game.ending is not None

    @property
    def ended(self) -> TableEnded | None:
        """The end of the game, if it is over."""
        ending = self.game.ending
        return TableEnded(ending.how, ending.powers) if ending is not None else None

    @property
    def is_running(self) -> bool:
        """True if the game has begun and not ended."""
        return self.has_begun and not self.is_over

    def submit(self, seat: TableSeat, orders: tuple[Order, ...]) -> None:
        """Put the orders of a power on file, all of them, in place of those before.

        Raises:
            ActionRefused: if the game does not go on.
        """
        if not self.is_running:
            raise ActionRefused("not-playing", "orders are given while the game goes on")
        seat.orders = orders

    def go_on(self, seat: TableSeat | None = None, waits: bool | None = None) -> None:
        """Judge turns as long as every power has given its orders and nobody wants to wait; say
        before whether a power does."""
        if seat is not None and waits is not None:
            seat.waits, seat.goes = waits, not waits
        while self.is_running and self._is_anything_there and all(map(self._goes_on, self._alive)):
            self.turn_over()

    @property
    def _is_anything_there(self) -> bool:
        position = self.game.position
        return bool(position.units or position.dislodged)

    @property
    def _alive(self) -> list[TableSeat]:
        return [self.seats[power] for power in self.game.survivors]

    def _goes_on(self, seat: TableSeat) -> bool:
        if seat.waits or seat.listener is None:
            return False
        return (self.terms.go_is_enough and seat.goes) or self._has_ordered(seat)

    def _has_ordered(self, seat: TableSeat) -> bool:
        return is_complete(self.game, seat.power, seat.orders)

    def turn_over(self) -> None:
        """Judge the turn with the orders there are."""
        before = self.game.survivors
        for seat in self.seats.values():
            if seat.orders:
                self.game.order(seat.power, seat.orders)
            seat.orders, seat.sent = (), 0
            seat.waits = seat.goes = False
            seat.draws.clear()
        resolution = self.game.process()
        gone = tuple(power for power in before if power not in self.game.survivors)
        self.last_years |= dict.fromkeys(gone, resolution.phase.year)
        self._begin_turn()
        last = self.terms.last_year
        if not self.is_over and last is not None and self.game.phase.year > last:
            self.game.draw()
        ended = self.ended  # who is told of the turn may order at once, and end the game by that
        self.tell_all(Turned(resolution, gone))
        if ended is not None:
            self.tell_all(ended)

    def vote(self, seat: TableSeat, powers: tuple[str, ...] | None) -> None:
        """Agree to a draw of these powers, or of all survivors; once all survivors do, it is one.

        Raises:
            ActionRefused: if one of them is eliminated.
        """
        survivors = frozenset(self.game.survivors)
        wanted = survivors if powers is None else frozenset(powers)
        if seat.power not in survivors or not wanted <= survivors:
            raise ActionRefused("eliminated", "only survivors agree to draws, and share them")
        seat.draws.add(wanted)
        if all(wanted in self.seats[power].draws for power in survivors):
            sharing = [power for power in self.game.survivors if power in wanted]
            self.game.draw(sharing)
            self.tell_all(TableEnded("draw", tuple(sharing)))

    def unvote(self, seat: TableSeat, powers: tuple[str, ...] | None) -> None:
        """Agree to a draw no more."""
        seat.draws.discard(frozenset(self.game.survivors if powers is None else powers))

    # Time.

    def _begin_turn(self) -> None:
        self._clock.begin(self.terms.seconds(self.game.phase))
        self._has_press = True

    def seconds_left(self) -> int | None:
        """The seconds that the turn has left, rounded up; None where it has no limit."""
        left = self._clock.left() if self.is_running else None
        return None if left is None else max(int(-(-left // 1)), 0)

    def tick(self) -> None:
        """See what is due: the end of press, and that of the turn."""
        left = self._clock.left() if self.is_running else None
        if left is None:
            return
        ends, is_movement = self.terms.press_ends, self.game.phase.kind is PhaseKind.MOVEMENT
        if ends is not None and self._has_press and is_movement and left <= ends:
            self._has_press = False
            self.tell_all(PressClosed())
        if left <= 0:
            self.turn_over()
            self.go_on()

    # Press.

    def check_press(self, seat: TableSeat, to: tuple[str, ...]) -> None:
        """See that a power may send press to others now.

        Raises:
            ActionRefused: if it may not.
        """
        terms, survivors = self.terms, self.game.survivors
        may = self.is_running and self._has_press and terms.has_press_in(self.game.phase.kind)
        if not may or seat.power not in survivors or seat.power in to:
            raise ActionRefused("no-press", "this cannot be sent now, or not to these")
        if terms.messages is not None and seat.sent >= terms.messages:
            what = f"{terms.messages} messages were sent in this turn, and no more may be"
            raise ActionRefused("no-press", what)

    def speak(self, seat: TableSeat, to: tuple[str, ...], message: Said) -> None:
        """Deliver press to those who sit at the seats of other powers.

        Raises:
            ActionRefused: if there is no press now, or not for these.
        """
        self.check_press(seat, to)
        seat.sent += 1
        for power in dict.fromkeys(to):
            listener = self.seats[power].listener
            if listener is not None:
                self._events.append((PressSpoken(seat.power, to, message), listener))
        self._tell_queued()

    def remark(self, seat: TableSeat | None, sender: str, text: str) -> None:
        """Tell everybody words for people."""
        self.tell_all(Remarked(sender, text))

    # Events: told in the sequence in which they happened, whatever is done about them meanwhile.

    def tell_all(self, event: Event, apart_from: Listener | None = None) -> None:
        """Tell an event to everybody."""
        players = [seat.listener for seat in self.seats.values() if seat.listener]
        for listener in (*players, *self._watchers):
            if listener != apart_from:
                self._events.append((event, listener))
        self._tell_queued()

    def __repr__(self) -> str:
        there = sum(map(self.is_there, self.seats))
        stands = self.game.ending or self.game.phase
        return f"<Room of {self.variant.name}: {stands}, {there} of {len(self.seats)} there>"

    def _tell_queued(self) -> None:
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._events:
                event, listener = self._events.popleft()
                listener(event)
        finally:
            self._is_telling = False


# A room in a file: its game, its terms, and the passcodes by which programs come back.

_FORMAT: Final = "dragoman-room"
_VERSION: Final = 1


def save_room(room: Room, path: Path) -> None:
    """Keep a room in a file, which only its owner can read; those who sit there are told,
    by the name of its folder. Orders for the turn at hand are not in it.

    Raises:
        OSError: if the file cannot be written; what was there before still stands.
    """
    data = {
        "format": _FORMAT,
        "version": _VERSION,
        "terms": asdict(room.terms),
        "seats": {
            seat.power: {"passcode": seat.passcode, "name": seat.name, "version": seat.version}
            for seat in room.seats.values()
        },
        "eliminated": room.last_years,
        "game": write_record(room.game),
    }
    # Names may hold bytes that are no letters; only escaped they can be written.
    write_atomically(path, json.dumps(data, indent=1) + "\n", mode=0o600)
    room.tell_all(Saved(path.resolve().parent.name))


def load_room(
    path: Path, find: Find = load_variant, now: Callable[[], float] = time.monotonic
) -> Room:
    """The room of a file. Its game goes on; all seats wait for those who had them.

    Raises:
        ActionRefused: if the file holds no room.
    """
    text, faults = read_text(path)
    if has_errors(faults):
        raise _refused(path, faults[0])
    try:
        data = cast("dict[str, Any]", json.loads(text))
        if (data["format"], data["version"]) != (_FORMAT, _VERSION):
            raise ValueError(f"format {data['format']}, version {data['version']}")
        known = {one.name for one in fields(Terms)}
        terms = Terms(**{name: value for name, value in data["terms"].items() if name in known})
        game, wrong = read_record(data["game"], find, str(path))
        if game is None:
            raise _refused(path, wrong[0])
        powers = game.variant.board.players
        codes = {power: int(data["seats"][power]["passcode"]) for power in powers}
        room = Room(game.variant, terms, None, now, game, codes)
        for power in powers:
            seat = room.seats[power]
            seat.name = str(data["seats"][power]["name"])
            seat.version = str(data["seats"][power]["version"])
        room.last_years |= {power: int(year) for power, year in data["eliminated"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        fault = Diagnostic("no-room", f"this is no room that was kept: {error!r}")
        raise _refused(path, fault) from None
    room.resume()
    return room


def _refused(path: Path, fault: Diagnostic) -> ActionRefused:
    return ActionRefused(fault.code, f"{path}: {fault.what}", "name the file of a room")
