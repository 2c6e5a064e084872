"""What those who sit at a table may ask of it, be it a room in memory or a game of the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol

from dragoman.game import Game, Variant
from dragoman.orders import Order
from dragoman.press.press_texts import Said
from dragoman.quick_dataclass import dataclass
from dragoman.sockets.events import Ended, Listener
from dragoman.sockets.terms import Terms


@dataclass(slots=True)
class Seat:
    """A power's place at the table, and who sits there. ``goes``: the power has said in this turn
    that it is ready. ``sent`` is how many messages it sent in it. ``address`` is where whoever sat
    there last came from."""

    power: str
    passcode: int = field(repr=False)
    name: str = ""
    version: str = ""
    listener: Listener | None = None
    is_ready: bool = False
    orders: tuple[Order, ...] = ()
    waits: bool = False
    goes: bool = False
    draws: set[frozenset[str]] = field(default_factory=set[frozenset[str]])
    sent: int = 0
    address: str = ""


class Table(Protocol):
    """A game, its seats and its terms. Whoever sits there is told events, and calls these; what
    somebody may not do raises ``ActionRefused``."""

    @property
    def variant(self) -> Variant: ...

    @property
    def terms(self) -> Terms: ...

    @property
    def seats(self) -> Mapping[str, Seat]: ...

    @property
    def last_years(self) -> Mapping[str, int]:
        """When each eliminated power was eliminated."""
        ...

    @property
    def game(self) -> Game:
        """The game as it stands. Only the table changes it."""
        ...

    @property
    def has_begun(self) -> bool: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def ended(self) -> Ended | None:
        """How the game ended, if it is over."""
        ...

    @property
    def is_running(self) -> bool: ...

    def join(self, name: str, version: str, listener: Listener, wish: str | None = None) -> Seat:
        """A seat for whoever comes; that of the power wished for, if it can be had."""
        ...

    def rejoin(self, power: str, passcode: int, listener: Listener) -> Seat:
        """The seat of a power, for whoever left it."""
        ...

    def ready(self, seat: Seat) -> None:
        """Whoever has taken a seat is ready to play."""
        ...

    def watch(self, listener: Listener) -> None:
        """Have a listener told what everybody may know."""
        ...

    def leave(self, listener: Listener) -> None:
        """A listener is gone."""
        ...

    def is_there(self, power: str) -> bool:
        """Whether anybody plays a power."""
        ...

    def submit(self, seat: Seat, orders: tuple[Order, ...]) -> None:
        """Put the orders of a power on file, all of them, in place of those before."""
        ...

    def go_on(self, seat: Seat, waits: bool | None = None) -> None:
        """Have the turn judged if nobody is waited for; say before whether this power wants the
        others to wait."""
        ...

    def vote(self, seat: Seat, powers: tuple[str, ...] | None) -> None:
        """Agree to a draw of these powers, or of all survivors."""
        ...

    def unvote(self, seat: Seat, powers: tuple[str, ...] | None) -> None:
        """Take that back."""
        ...

    def check_press(self, seat: Seat, to: tuple[str, ...]) -> None:
        """See that a power may send press to others now."""
        ...

    def speak(self, seat: Seat, to: tuple[str, ...], message: Said) -> None:
        """Send press."""
        ...

    def remark(self, seat: Seat | None, sender: str, text: str) -> None:
        """Tell everybody words for people."""
        ...

    def seconds_left(self) -> int | None:
        """The seconds that the turn has left, rounded up; None where it has no limit."""
        ...

    def tick(self) -> None:
        """See what is due; called a few times a second."""
        ...
