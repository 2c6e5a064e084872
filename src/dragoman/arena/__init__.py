"""Which bot is stronger: games of one against copies of another, and what they come to."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.arena.contest import Contest, GameResult
    from dragoman.arena.entrant import Entrant, entrant_called
    from dragoman.arena.running import run
    from dragoman.arena.table import Estimate, Table, table_of, table_text

__all__ = [
    "Contest",
    "Entrant",
    "Estimate",
    "GameResult",
    "Table",
    "entrant_called",
    "run",
    "table_of",
    "table_text",
]

__getattr__ = looked_up(
    __name__,
    {
        "contest": ("Contest", "GameResult"),
        "entrant": ("Entrant", "entrant_called"),
        "running": ("run",),
        "table": ("Estimate", "Table", "table_of", "table_text"),
    },
)
