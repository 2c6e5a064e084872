"""Penalties and disputes."""

from __future__ import annotations

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Penalised:
    """``kind`` is one of ``conduct.PENALTIES``. Board and season where it belongs to them."""

    number: int
    player: int
    kind: str
    reason: str
    points: str = "0"
    round: int = 0
    board: str = ""
    season: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    number: int


@dataclass(frozen=True, slots=True)
class Disputed:
    number: int
    text: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What was decided on a dispute, by whom, and with what effect."""

    number: int
    text: str
    by: tuple[str, ...]
    effect: str = ""
