"""Who is stronger: contests of bots, programs and people, and what they come to."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.arena.contest import Contest, GameResult
    from dragoman.arena.entrant import Entrant, entrant_called
    from dragoman.arena.hall import Hall
    from dragoman.arena.house_rules import Category, HouseRules, check_entrants
    from dragoman.arena.running import run
    from dragoman.arena.standings import Standing, standings_of, standings_text
    from dragoman.arena.table import Estimate, Table, table_of, table_text

__all__ = [
    "Category",
    "Contest",
    "Entrant",
    "Estimate",
    "GameResult",
    "Hall",
    "HouseRules",
    "Standing",
    "Table",
    "check_entrants",
    "entrant_called",
    "run",
    "standings_of",
    "standings_text",
    "table_of",
    "table_text",
]

__getattr__ = looked_up(
    __name__,
    {
        "contest": ("Contest", "GameResult"),
        "entrant": ("Entrant", "entrant_called"),
        "hall": ("Hall",),
        "house_rules": ("Category", "HouseRules", "check_entrants"),
        "running": ("run",),
        "standings": ("Standing", "standings_of", "standings_text"),
        "table": ("Estimate", "Table", "table_of", "table_text"),
    },
)
