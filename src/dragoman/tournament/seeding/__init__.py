"""Who plays whom, and which power: draws of tables and powers, with proved bounds beside them."""

from dragoman.tournament.seeding.attendance import (
    OddNumbers,
    check_attendance,
    choose_stand_downs,
    odd_numbers,
)
from dragoman.tournament.seeding.draw import Draw, RoundDraw, Table, letters, substitute, swap
from dragoman.tournament.seeding.powers import assign_powers
from dragoman.tournament.seeding.quality import Encounter, Figure, Quality, Repeat, quality
from dragoman.tournament.seeding.report import report
from dragoman.tournament.seeding.set_draw import set_draw
from dragoman.tournament.seeding.tables import draw_tables
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
    "draw_tables",
    "keep_apart",
    "letters",
    "odd_numbers",
    "quality",
    "report",
    "set_draw",
    "substitute",
    "swap",
]
