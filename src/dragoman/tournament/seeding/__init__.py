"""Who plays whom, and which power: draws of tables and powers, with proved bounds beside them."""

from dragoman.tournament.seeding.draw import Draw, RoundDraw, Table, letters, substitute, swap
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
    "RoundDraw",
    "SeedingRules",
    "Spread",
    "Table",
    "Wishes",
    "draw_tables",
    "keep_apart",
    "letters",
    "set_draw",
    "substitute",
    "swap",
]
