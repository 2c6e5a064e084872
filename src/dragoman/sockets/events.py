"""What happens at a table, as those are told who sit there: plain values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dragoman.game import Resolution
from dragoman.press.press_texts import Said
from dragoman.quick_dataclass import dataclass


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
    """The game is over: by the ``victory`` of these powers, by a ``concession`` to them, by a
    ``draw`` that they share, or without any of that (``""``), and for nobody."""

    how: str
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """The game stands elsewhere than after its last turn: at an earlier one, or in a position that
    somebody put right."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A power sent press to others."""

    sender: str
    to: tuple[str, ...]
    message: Said


@dataclass(frozen=True, slots=True)
class Left:
    """Nobody sits at a power's seat any more. Where the clock stands still for that, it has
    ``seconds`` left."""

    power: str
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Returned:
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
    Began | Turned | Ended | Moved | Spoken | Left | Returned | PressClosed | Remarked | Saved
)
Listener: TypeAlias = Callable[[Event], None]
