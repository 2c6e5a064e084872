"""Who takes part: registrations, roll calls, wishes, teams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Registered:
    """A registration form. ``gm`` is a seat filled by the organisers, never ranked; ``more`` is
    what a spreadsheet says besides, by its columns."""

    player: int
    first: str
    last: str
    contact: str = ""
    home: str = ""
    nationality: str = ""
    rounds: tuple[int, ...] = ()
    signed: bool = False
    standby: bool = False
    gm: bool = False
    more: Mapping[str, str] = field(default_factory=lambda: {})


@dataclass(frozen=True, slots=True)
class PlayersKnown:
    """Who is known from earlier events: each line of a players' file, by its columns. All that were
    known before are known no more."""

    players: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class Amended:
    """Some fields of a registration, with what they should have been."""

    player: int
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The player takes no further part."""

    player: int


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """Present, and to be seated in the round."""

    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckedOut:
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoodDown:
    """Present, but asked to sit the round out so that the boards come out even."""

    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DoubleBoarded:
    """Players with two seats in the round, on two boards; ``twice`` false lifts it."""

    round: int
    players: tuple[int, ...]
    twice: bool = True


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Two players who must not share a board; ``apart`` false lifts it."""

    one: int
    other: int
    reason: str = ""
    apart: bool = True


@dataclass(frozen=True, slots=True)
class SpreadWished:
    """Players to be spread over the boards as evenly as can be; no players at all is the end
    of such a group."""

    name: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamEntered:
    """The entry form of a team: who is in it, and who of them signed his part."""

    team: str
    players: tuple[int, ...]
    signed: tuple[int, ...] = ()
