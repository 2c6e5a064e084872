"""Who is stronger: contests of bots, programs and people, and what they come to."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.arena.contest import Contest as Contest, GameResult as GameResult
    from dragoman.arena.entrant import (
        Entrant as Entrant,
        bot_entrant as bot_entrant,
        entrant_called as entrant_called,
    )
    from dragoman.arena.estimates import Estimate as Estimate
    from dragoman.arena.house_rules import (
        Category as Category,
        HouseRules as HouseRules,
        check_entrants as check_entrants,
    )
    from dragoman.arena.rows import rows_of as rows_of, write_rows as write_rows
    from dragoman.arena.running import run as run
    from dragoman.arena.sprt import Sprt as Sprt, SprtCourse as SprtCourse
    from dragoman.arena.standings import (
        Pair as Pair,
        Skill as Skill,
        Standing as Standing,
        Table as Table,
        pairs_of as pairs_of,
        standings_of as standings_of,
        standings_text as standings_text,
        table_of as table_of,
        table_text as table_text,
    )
    from dragoman.arena.table_game import Hall as Hall

__getattr__, __dir__, __all__ = exported(__name__)
