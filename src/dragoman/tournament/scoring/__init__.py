"""From the record of a game to points: every scoring system by name, exact to the fraction.

The numbers in the rules are those of the systems' published texts, which are written for the
standard map: its 34 centres, the 18 that win, its seven powers. They stay as published on any
other map. Where a game of more powers has more places than a text, the last are worth nothing.
"""

# The modules of the systems enter them in SYSTEMS.
from dragoman.tournament.scoring import (
    bangkok,
    c_diplo,
    carnage,
    classic,
    counting,
    detour,
    manorcon,
    shares,
    tribute,
)
from dragoman.tournament.scoring.result import (
    START_YEAR,
    Ending,
    GameResult,
    MissingData,
    check_result,
)
from dragoman.tournament.scoring.shares import MAP_CENTERS
from dragoman.tournament.scoring.system import (
    SYSTEMS,
    Need,
    Scoring,
    ScoringSystem,
    choose_scoring,
    points_text,
    rounded,
)

__all__ = [
    "MAP_CENTERS",
    "START_YEAR",
    "SYSTEMS",
    "Ending",
    "GameResult",
    "MissingData",
    "Need",
    "Scoring",
    "ScoringSystem",
    "bangkok",
    "c_diplo",
    "carnage",
    "check_result",
    "choose_scoring",
    "classic",
    "counting",
    "detour",
    "manorcon",
    "points_text",
    "rounded",
    "shares",
    "tribute",
]
