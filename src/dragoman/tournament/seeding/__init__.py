"""Draws of tables and of powers, with proved bounds beside them."""

from dragoman.tournament.seeding.attendance import (
    OddNumbers,
    check_attendance,
    choose_stand_downs,
    odd_numbers,
)
from dragoman.tournament.seeding.draw import (
    GROUPS,
    POWERS,
    Draw,
    DrawnTable,
    DrawWishes,
    PowersBy,
    RoundDraw,
    SeedingRules,
    Spread,
    keep_apart,
    letters,
    substitute,
    swap,
)
from dragoman.tournament.seeding.places import draw_by_place
from dragoman.tournament.seeding.power_draw import assign_powers
from dragoman.tournament.seeding.quality import (
    DrawFigure,
    Encounter,
    PowerRepeat,
    Quality,
    draw_report,
    quality,
)
from dragoman.tournament.seeding.table_draw import draw_tables, set_draw
from dragoman.tournament.seeding.wished_powers import in_turn, to_the_highest

__all__ = [
    "GROUPS",
    "POWERS",
    "Draw",
    "DrawFigure",
    "DrawWishes",
    "DrawnTable",
    "Encounter",
    "OddNumbers",
    "PowerRepeat",
    "PowersBy",
    "Quality",
    "RoundDraw",
    "SeedingRules",
    "Spread",
    "assign_powers",
    "check_attendance",
    "choose_stand_downs",
    "draw_by_place",
    "draw_report",
    "draw_tables",
    "in_turn",
    "keep_apart",
    "letters",
    "odd_numbers",
    "quality",
    "set_draw",
    "substitute",
    "swap",
    "to_the_highest",
]
