"""The tournament as a whole: its preset, board games, awards, and corrections of its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman.quick_dataclass import dataclass

# The event itself.


@dataclass(frozen=True, slots=True)
class Founded:
    """The tournament is founded. ``preset`` is the text of its preset file."""

    name: str
    preset: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class PresetChanged:
    preset: str


@dataclass(frozen=True, slots=True)
class CommitteeNamed:
    """The disputes committee, all of it."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CeremonyHeld:
    """From here on the standings are public; the scores of each game too with ``detail``."""

    detail: bool = False


# Side events and awards.


@dataclass(frozen=True, slots=True)
class SheetHandedIn:
    """A score sheet of the board-games competition.

    ``places`` are the players from first to last, those who tied together. ``unsigned``
    are those who have not signed; such a sheet counts once the director rules so.
    """

    number: int
    game: str
    places: tuple[tuple[int, ...], ...]
    unsigned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRuled:
    """The director's word on a sheet: it counts, or it does not."""

    number: int
    counts: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Awarded:
    """An award the director gives, or who gets one of the usual ones instead."""

    title: str
    players: tuple[int, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Revealed:
    """At the ceremony the hall is shown this award next."""

    title: str


# The log itself.


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier action counts as never done."""

    action: int


@dataclass(frozen=True, slots=True)
class Redone:
    """An action that was undone counts after all."""

    action: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """An earlier action, whatever came after it, counts as never done."""

    action: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """An earlier action is taken to have been another: ``events`` stand in its place, each with
    its ``kind`` and its ``data``. What came after it is computed again."""

    action: int
    events: tuple[Mapping[str, Any], ...]
    reason: str = ""
