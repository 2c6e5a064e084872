"""Who plays whom, and which power: draws of tables and powers, with proved bounds beside them."""

from dragoman.tournament.seeding.attendance import (
    OddNumbers,
    check_attendance,
    choose_stand_downs,
    odd_numbers,
)
from dragoman.tournament.seeding.director_report import draw_report
from dragoman.tournament.seeding.draw import Draw, RoundDraw, Table, letters, substitute, swap
from dragoman.tournament.seeding.power_draw import assign_powers
from dragoman.tournament.seeding.quality import Encounter, Figure, Quality, Repeat, quality
from dragoman.tournament.seeding.set_draw import set_draw
from dragoman.tournament.seeding.table_draw import draw_tables
from dragoman.tournament.seeding.wishes import (
    GROUPS,
    POWERS,
    SeedingRules,
    Spread,
    Wishes,
    keep_apart,
)

__all__ = [
    "GROUPS",
    "POWERS",
    "Draw",
    "Encounter",
    "Figure",
    "OddNumbers",
    "Quality",
    "Repeat",
    "RoundDraw",
    "SeedingRules",
    "Spread",
    "Table",
    "Wishes",
    "assign_powers",
    "check_attendance",
    "choose_stand_downs",
    "draw_report",
    "draw_tables",
    "keep_apart",
    "letters",
    "odd_numbers",
    "quality",
    "set_draw",
    "substitute",
    "swap",
]
