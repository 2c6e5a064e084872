"""Rounds: draws, seats, and the clock. An empty ``board`` means the clock of the hall."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.quick_dataclass import dataclass

# Rounds.


@dataclass(frozen=True, slots=True)
class Drawn:
    """The seats of a round: board letter to power to player. Secret until published.

    ``seed`` and ``version`` of the program let the draw be repeated. On the ``top`` first boards
    sit those who stood best, the rest by lot.
    """

    round: int
    boards: Mapping[str, Mapping[str, int]]
    seed: int = 0
    version: str = ""
    top: int = 0


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two players of a round change seats: those on the boards of these letters, or where nothing
    says on which, all that they have."""

    round: int
    one: int
    other: int
    board: str = ""
    other_board: str = ""


@dataclass(frozen=True, slots=True)
class Substituted:
    """One player takes another's seat: that on the board of this letter, or all."""

    round: int
    out: int
    into: int
    board: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    round: int


@dataclass(frozen=True, slots=True)
class EndTimeSet:
    """When the director means to end the round. Nobody else is ever told."""

    round: int
    at: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    round: int
    at: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A time draw on every board still playing, at the deadline of this season, or the last that
    had passed at the moment."""

    round: int
    season: str
    at: str = ""


# The clock. An empty ``board`` means the clock of the hall.


@dataclass(frozen=True, slots=True)
class Paused:
    round: int
    at: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    round: int
    at: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """Seconds more, or fewer, for one season: this, or the one that was running."""

    round: int
    season: str
    seconds: int
    board: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class LengthSet:
    """How many seconds each season has from this one on, or the one after that which was
    running."""

    round: int
    season: str
    seconds: int
    board: str = ""
    at: str = ""
