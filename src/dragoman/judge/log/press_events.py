"""What can happen in the press of a judged game, and in what players write for themselves."""

from __future__ import annotations

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class MessageSent:
    """Somebody wrote to powers (to all, where there are none, and to the master with ``MASTER``).

    ``sender`` is a power, ``MASTER`` or ``OBSERVER``; ``signed`` is who the readers are told it
    is from: the sender, nobody (grey press), or another power (fake).
    """

    number: int
    sender: str
    to: tuple[str, ...]
    text: str
    signed: str


@dataclass(frozen=True, slots=True)
class MessageHeld:
    """Somebody wrote what a master has to let through first; else as ``MessageSent``."""

    number: int
    sender: str
    to: tuple[str, ...]
    text: str
    signed: str


@dataclass(frozen=True, slots=True)
class MessageLetThrough:
    """A master let a message through that was ``held``: it is sent now, as one of this number."""

    held: int
    number: int


@dataclass(frozen=True, slots=True)
class MessageTurnedBack:
    """A master does not let a message through; its sender alone is told, with the reason."""

    held: int
    why: str


@dataclass(frozen=True, slots=True)
class MessageHidden:
    """A master took a message out of everybody's sight, with a reason that all may read."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class MessageReported:
    """A reader says to the masters that a message should not be; nobody else learns of it."""

    number: int
    power: str
    why: str


@dataclass(frozen=True, slots=True)
class Silenced:
    """A master took press from a power, or gave it back."""

    power: str
    silenced: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Muted:
    """A power does not want to read another's press, or does again."""

    power: str
    other: str
    muted: bool = True


@dataclass(frozen=True, slots=True)
class BotSpoke:
    """The bot of a power has heard what was said to it so far in the phase at hand, and says what
    it has to say to that."""

    power: str


@dataclass(frozen=True, slots=True)
class NoteSaved:
    """What a power writes down for itself, for a phase or (empty) for the game."""

    power: str
    phase: str
    text: str
