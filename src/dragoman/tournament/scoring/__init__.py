"""From the record of a game to points: every scoring system by name, exact to the fraction."""

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
