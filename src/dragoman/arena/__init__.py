"""Contests of bots, programs and people, and their results."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.arena.contest import (
        ArenaRules as ArenaRules,
        Category as Category,
        Contest as Contest,
        ContestGame as ContestGame,
        Entrant as Entrant,
        bot_entrant as bot_entrant,
        check_entrants as check_entrants,
        entrant_called as entrant_called,
    )
    from dragoman.arena.results_file import rows_of as rows_of, write_rows as write_rows
    from dragoman.arena.running import run as run
    from dragoman.arena.seating import Meeting as Meeting
    from dragoman.arena.sprt import Sprt as Sprt, SprtCourse as SprtCourse
    from dragoman.arena.standings import (
        EntrantStanding as EntrantStanding,
        Estimate as Estimate,
        Pair as Pair,
        PairedTable as PairedTable,
        Skill as Skill,
        pairs_of as pairs_of,
        standings_of as standings_of,
        standings_text as standings_text,
        table_of as table_of,
        table_text as table_text,
    )
    from dragoman.arena.table_game import Hall as Hall

__getattr__, __dir__, __all__ = exported(__name__)
