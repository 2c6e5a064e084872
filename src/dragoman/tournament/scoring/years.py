"""The years that a dead power is paid for, of which systems have two readings."""

from __future__ import annotations

from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.settings import Setting

YEARS = Setting(
    "years",
    "survived",
    "which years the dead are paid for: those they ended with a centre (out in 1905 is 4), or "
    "those they played (out in 1905 is 5)",
    ("survived", "played"),
)


def paid_years(game: GameResult, power: str, years: str) -> int:
    """The years of a dead power that a system pays for, as its setting says."""
    return game.years_survived(power) if years == "survived" else game.years_played(power)
