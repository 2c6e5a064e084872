"""Who is stronger: contests of bots, programs and people, and what they come to."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.arena.contest import Contest, GameResult
    from dragoman.arena.entrant import Entrant, entrant_called
    from dragoman.arena.estimates import Estimate
    from dragoman.arena.hall import Hall
    from dragoman.arena.house_rules import Category, HouseRules, check_entrants
    from dragoman.arena.pairs import Pair, pairs_of
    from dragoman.arena.rows import rows_of, write_rows
    from dragoman.arena.running import run
    from dragoman.arena.sprt import Sprt, SprtCourse
    from dragoman.arena.standings import Skill, Standing, standings_of, standings_text
    from dragoman.arena.table import Table, table_of, table_text

__all__ = [
    "Category",
    "Contest",
    "Entrant",
    "Estimate",
    "GameResult",
    "Hall",
    "HouseRules",
    "Pair",
    "Skill",
    "Sprt",
    "SprtCourse",
    "Standing",
    "Table",
    "check_entrants",
    "entrant_called",
    "pairs_of",
    "rows_of",
    "run",
    "standings_of",
    "standings_text",
    "table_of",
    "table_text",
    "write_rows",
]

__getattr__ = looked_up(
    __name__,
    {
        "contest": ("Contest", "GameResult"),
        "entrant": ("Entrant", "entrant_called"),
        "estimates": ("Estimate",),
        "hall": ("Hall",),
        "house_rules": ("Category", "HouseRules", "check_entrants"),
        "pairs": ("Pair", "pairs_of"),
        "rows": ("rows_of", "write_rows"),
        "running": ("run",),
        "sprt": ("Sprt", "SprtCourse"),
        "standings": ("Skill", "Standing", "standings_of", "standings_text"),
        "table": ("Table", "table_of", "table_text"),
    },
)
