"""A game in memory, with seats for programs and people.

A room knows no language and no socket: whoever sits in it is told events, plain values, and calls
the room's methods. Nothing here waits; a clock calls ``turn_over`` when the time of a turn is up.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Final, TypeAlias

from dragoman.board import Unit, province_of
from dragoman.game import Game, Resolution, Variant
from dragoman.orders import Build, Order, Remove, Waive, unit_of
from dragoman.press.daide.speech import Speech
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase, PhaseKind, builds_due

_PASSCODES: Final = range(1, 8192)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is played by: the level of press, the seconds of each kind of turn (none: as long
    as it takes), whether draws may leave powers out, and whether there is press in retreats and
    adjustments."""

    level: int = 0
    movement: int | None = None
    retreat: int | None = None
    adjustment: int | None = None
    partial_draws: bool = False
    press_in_retreats: bool = True
    press_in_adjustments: bool = True

    def seconds(self, phase: Phase) -> int | None:
        """The time for the orders of a turn."""
        kinds = {
            PhaseKind.MOVEMENT: self.movement,
            PhaseKind.RETREAT: self.retreat,
            PhaseKind.ADJUSTMENT: self.adjustment,
        }
        return kinds[phase.kind]


@dataclass(frozen=True, slots=True)
class Began:
    """All seats are taken: the game begins."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A turn was judged. ``eliminated`` have neither units nor centres any more."""

    resolution: Resolution
    eliminated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: these powers won, or share the draw."""

    powers: tuple[str, ...]
    is_draw: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """A power sent press to others."""

    sender: str
    to: tuple[str, ...]
    message: Speech


@dataclass(frozen=True, slots=True)
class Left:
    """Nobody sits at a power's seat any more."""

    power: str


@dataclass(frozen=True, slots=True)
class Returned:
    """Somebody sits at a power's seat again."""

    power: str


@dataclass(frozen=True, slots=True)
class Remarked:
    """Words for the people behind the programs."""

    sender: str
    text: str


Event: TypeAlias = Began | Turned | Ended | Spoken | Left | Returned | Remarked
Listener: TypeAlias = Callable[[Event], None]


@dataclass(slots=True)
class Seat:
    """A power's place at the table, and who sits there."""

    power: str
    passcode: int
    name: str = ""
    version: str = ""
    listener: Listener | None = None
    is_ready: bool = False
    orders: list[Order] = field(default_factory=list[Order])
    waits: bool = False
    draws: set[frozenset[str]] = field(default_factory=set[frozenset[str]])


class Room:
    """A game, its seats and its terms. Seats are given at random."""

    def __init__(
        self, variant: Variant, terms: Terms | None = None, seed: int | None = None
    ) -> None:
        self.variant = variant
        self.terms = terms or Terms()
        self.game = Game(variant)
        self._dice = random.Random(seed) if seed is not None else random.SystemRandom()
        codes = self._dice.sample(_PASSCODES, len(variant.board.powers))
        self.seats = {
            power: Seat(power, code)
            for power, code in zip(variant.board.powers, codes, strict=True)
        }
        self._watchers: list[Listener] = []
        self.has_begun = False
        self.last_years: dict[str, int] = {}
        """When each eliminated power was eliminated."""

    # Coming and going.

    def join(self, name: str, version: str, listener: Listener, wish: str | None = None) -> Seat:
        """A free seat, that of the power wished for if there is it.

        Raises:
            ActionRefused: if the game has begun, or there is none.
        """
        free = [seat for seat in self.seats.values() if seat.listener is None]
        if self.has_begun or not free:
            raise ActionRefused("no-seat", "no seat is free", "watch, or try another game")
        wished = [seat for seat in free if seat.power == wish]
        seat = self._dice.choice(wished or free)
        seat.name, seat.version, seat.listener = name, version, listener
        return seat

    def rejoin(self, power: str, passcode: int, listener: Listener) -> Seat:
        """The seat of a power, for whoever left it.

        Raises:
            ActionRefused: if somebody sits there, the passcode is wrong or there was no game yet.
        """
        seat = self.seats.get(power)
        if not self.has_begun or seat is None or seat.passcode != passcode or seat.listener:
            raise ActionRefused("no-return", "this seat is not to be had")
        seat.listener, seat.is_ready = listener, True
        self._tell(Returned(power), apart_from=listener)
        return seat

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
                if self.has_begun and not self.is_over:
                    self._tell(Left(seat.power))

    def ready(self, seat: Seat) -> None:
        """Somebody is ready to play; with the last one the game begins."""
        seat.is_ready = True
        if not self.has_begun and all(one.is_ready for one in self.seats.values()):
            self.has_begun = True
            self._tell(Began())

    # The game.

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.ending is not None

    @property
    def is_running(self) -> bool:
        """Whether the game has begun and not ended."""
        return self.has_begun and not self.is_over

    def give(self, seat: Seat, order: Order) -> None:
        """Take an order: it takes the place of an earlier one for the same unit. Builds given up
        add up."""
        if place := _place(order):
            seat.orders[:] = [one for one in seat.orders if _place(one) != place]
        seat.orders.append(order)

    def missing(self, power: str) -> tuple[Unit, ...]:
        """The units of a power that wait for orders, in movements and retreats."""
        position = self.game.position
        given = {_place(order) for order in self.seats[power].orders}
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                units = position.units_of(power)
            case PhaseKind.RETREAT:
                units = tuple(d.unit for d in position.dislodged if d.unit.power == power)
            case PhaseKind.ADJUSTMENT:
                units = ()
        return tuple(unit for unit in units if province_of(unit.location) not in given)

    def adjustments_due(self, power: str) -> int:
        """How many removals of a power wait for orders; below zero: how many builds, or builds to
        be given up."""
        position = self.game.position
        if position.phase.kind is not PhaseKind.ADJUSTMENT:
            return 0
        due = builds_due(self.variant.board, position, power, self.game.rule_set)
        kinds = (Build, Waive) if due > 0 else (Remove,)
        given = sum(isinstance(order, kinds) for order in self.seats[power].orders)
        return -max(due - given, 0) if due > 0 else max(-due - given, 0)

    def is_complete(self, power: str) -> bool:
        """Whether no order of a power is missing."""
        return not self.missing(power) and not self.adjustments_due(power)

    def go_on(self) -> None:
        """Judge turns as long as every power has given its orders and nobody wants to wait."""
        while self.is_running and self._is_anything_there and all(map(self._goes_on, self._alive)):
            self.turn_over()

    @property
    def _is_anything_there(self) -> bool:
        position = self.game.position
        return bool(position.units or position.dislodged)

    @property
    def _alive(self) -> list[Seat]:
        return [self.seats[power] for power in self.game.survivors]

    def _goes_on(self, seat: Seat) -> bool:
        return not seat.waits and seat.listener is not None and self.is_complete(seat.power)

    def turn_over(self) -> None:
        """Judge the turn with the orders there are."""
        before = self.game.survivors
        for seat in self.seats.values():
            if seat.orders:
                self.game.order(seat.power, tuple(seat.orders))
            seat.orders.clear()
            seat.draws.clear()
            seat.waits = False
        resolution = self.game.process()
        gone = tuple(power for power in before if power not in self.game.survivors)
        self.last_years |= dict.fromkeys(gone, resolution.phase.year)
        self._tell(Turned(resolution, gone))
        if self.game.ending is not None:
            self._tell(Ended(self.game.winners, is_draw=False))

    def vote(self, seat: Seat, powers: Iterable[str] | None) -> None:
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
            self._tell(Ended(tuple(sharing), is_draw=True))

    # Press.

    def check_press(self, seat: Seat, to: tuple[str, ...]) -> None:
        """See that a power may send press to others now.

        Raises:
            ActionRefused: if it may not.
        """
        kind = self.game.phase.kind
        is_quiet = (kind is PhaseKind.RETREAT and not self.terms.press_in_retreats) or (
            kind is PhaseKind.ADJUSTMENT and not self.terms.press_in_adjustments
        )
        survivors = self.game.survivors
        if not self.is_running or is_quiet or seat.power not in survivors or seat.power in to:
            raise ActionRefused("no-press", "this cannot be sent now, or not to these")

    def speak(self, seat: Seat, to: tuple[str, ...], message: Speech) -> None:
        """Deliver press to those who sit at the seats of other powers.

        Raises:
            ActionRefused: if there is no press now, or not for these.
        """
        self.check_press(seat, to)
        for power in dict.fromkeys(to):
            listener = self.seats[power].listener
            if listener is not None:
                listener(Spoken(seat.power, to, message))

    def remark(self, sender: str, text: str) -> None:
        """Tell everybody words for people."""
        self._tell(Remarked(sender, text))

    def _tell(self, event: Event, apart_from: Listener | None = None) -> None:
        players = [seat.listener for seat in self.seats.values() if seat.listener]
        for listener in (*players, *self._watchers):
            if listener != apart_from:
                listener(event)


def _place(order: Order) -> str:
    unit = unit_of(order)
    return "" if unit is None else province_of(unit.location)
