"""Tables: the terms of a game over sockets, the events that those who sit there are told of, and
what they may ask for, be it a room in memory or a game of the judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Protocol, TypeAlias

from dragoman.game import Game, Resolution, Variant
from dragoman.orders import Order
from dragoman.press.press_texts import Said
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind

# Terms


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game; where nothing is said there is no limit.

    ``level`` is how much of DAIDE's press there is, 0 for none. ``movement``, ``retreat`` and
    ``adjustment`` are the seconds of each kind of turn; ``press_ends`` says how many seconds before
    the end of a movement there is no press any more, ``messages`` how many messages a power may
    send in a turn, ``last_year`` after which year the survivors share a draw.

    ``partial_draws``: draws may leave survivors out. ``any_orders``: orders are kept although they
    cannot be carried out. ``waits_for_lost``: for so many seconds the clock stands still when the
    program of a power is lost that has orders to give. ``go_is_enough``: a power that says that it
    is ready is, although orders of it are missing; those are as if the time were up.
    """

    level: int = 0
    movement: int | None = None
    retreat: int | None = None
    adjustment: int | None = None
    partial_draws: bool = False
    press_in_retreats: bool = True
    press_in_adjustments: bool = True
    press_ends: int | None = None
    messages: int | None = None
    any_orders: bool = False
    waits_for_lost: int | None = None
    last_year: int | None = None
    go_is_enough: bool = False

    def seconds(self, phase: Phase) -> int | None:
        """The time for the orders of a turn."""
        kinds = {
            PhaseKind.MOVEMENT: self.movement,
            PhaseKind.RETREAT: self.retreat,
            PhaseKind.ADJUSTMENT: self.adjustment,
        }
        return kinds[phase.kind]

    def has_press_in(self, kind: PhaseKind) -> bool:
        """True if there is press in turns of a kind."""
        if self.level == 0:
            return False
        barred = (kind is PhaseKind.RETREAT and not self.press_in_retreats) or (
            kind is PhaseKind.ADJUSTMENT and not self.press_in_adjustments
        )
        return not barred


# Events, as those are told who sit at a table: plain values


@dataclass(frozen=True, slots=True)
class TableBegan:
    """All seats are taken: the game begins."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A turn was judged. ``eliminated`` have neither units nor centres any more."""

    resolution: Resolution
    eliminated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableEnded:
    """The game is over: by the ``victory`` of these powers, by a ``concession`` to them, by a
    ``draw`` that they share, or without any of that (``""``), and for nobody."""

    how: str
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """The game stands elsewhere than after its last turn: at an earlier one, or in a position that
    somebody put right."""


@dataclass(frozen=True, slots=True)
class PressSpoken:
    """A power sent press to others."""

    sender: str
    to: tuple[str, ...]
    message: Said


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Nobody sits at a power's seat any more. Where the clock stands still for that, it has
    ``seconds`` left."""

    power: str
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sits at a power's seat again. Where the clock stood still for that, it goes on with
    ``seconds`` left."""

    power: str
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class PressClosed:
    """There is no press any more in this turn."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """Words for the people behind the programs."""

    sender: str
    text: str


@dataclass(frozen=True, slots=True)
class Saved:
    """The game was put into a file, from which it may go on."""

    name: str


Event: TypeAlias = (
    TableBegan
    | Turned
    | TableEnded
    | Moved
    | PressSpoken
    | SeatLeft
    | SeatTaken
    | PressClosed
    | Remarked
    | Saved
)
Listener: TypeAlias = Callable[[Event], None]


@dataclass(slots=True)
class TableSeat:
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


class GameTable(Protocol):
    """A game, its seats and its terms. Whoever sits there is told events, and calls these; what
    somebody may not do raises ``ActionRefused``."""

    @property
    def variant(self) -> Variant: ...

    @property
    def terms(self) -> Terms: ...

    @property
    def seats(self) -> Mapping[str, TableSeat]: ...

    @property
    def last_years(self) -> Mapping[str, int]:
        """The year in which each eliminated power was eliminated."""
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
    def ended(self) -> TableEnded | None:
        """The end of the game, if it is over."""
        ...

    @property
    def is_running(self) -> bool: ...

    def join(
        self, name: str, version: str, listener: Listener, wish: str | None = None
    ) -> TableSeat:
        """A seat for whoever comes; that of the power wished for, if it can be had."""
        ...

    def rejoin(self, power: str, passcode: int, listener: Listener) -> TableSeat:
        """The seat of a power, for whoever left it."""
        ...

    def ready(self, seat: TableSeat) -> None:
        """Whoever has taken a seat is ready to play."""
        ...

    def watch(self, listener: Listener) -> None:
        """Have a listener told what everybody may know."""
        ...

    def leave(self, listener: Listener) -> None:
        """A listener is gone."""
        ...

    def is_there(self, power: str) -> bool:
        """True if anybody plays a power."""
        ...

    def submit(self, seat: TableSeat, orders: tuple[Order, ...]) -> None:
        """Put the orders of a power on file, all of them, in place of those before."""
        ...

    def go_on(self, seat: TableSeat, waits: bool | None = None) -> None:
        """Have the turn judged if nobody is waited for; say before whether this power wants the
        others to wait."""
        ...

    def vote(self, seat: TableSeat, powers: tuple[str, ...] | None) -> None:
        """Agree to a draw of these powers, or of all survivors."""
        ...

    def unvote(self, seat: TableSeat, powers: tuple[str, ...] | None) -> None:
        """Take that back."""
        ...

    def check_press(self, seat: TableSeat, to: tuple[str, ...]) -> None:
        """See that a power may send press to others now."""
        ...

    def speak(self, seat: TableSeat, to: tuple[str, ...], message: Said) -> None:
        """Send press."""
        ...

    def remark(self, seat: TableSeat | None, sender: str, text: str) -> None:
        """Tell everybody words for people."""
        ...

    def seconds_left(self) -> int | None:
        """The seconds that the turn has left, rounded up; None where it has no limit."""
        ...

    def tick(self) -> None:
        """See what is due; called a few times a second."""
        ...
