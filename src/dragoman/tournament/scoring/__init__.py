"""From the record of a game to points: every scoring system by name, exact to the fraction.

The numbers in the rules are those of the systems' published texts, which are written for the
standard map: its 34 centres, the 18 that win, its seven powers. They stay as published on any
other map. Where a game of more powers has more places than a text, the last are worth nothing.
"""

# The modules of the systems enter them in SYSTEMS.
from dragoman.tournament.scoring import by_place, centers_and_draws, hundreds
from dragoman.tournament.scoring.centers_and_draws import MAP_CENTERS
from dragoman.tournament.scoring.result import (
    START_YEAR,
    GameResult,
    MissingData,
    ResultEnding,
    check_result,
    yearly_counts,
)
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
    "GameResult",
    "MissingData",
    "Need",
    "ResultEnding",
    "Scoring",
    "ScoringSystem",
    "by_place",
    "centers_and_draws",
    "check_result",
    "choose_scoring",
    "hundreds",
    "points_text",
    "rounded",
    "yearly_counts",
]
