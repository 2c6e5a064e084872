"""From points to places: totals, tie-breaks, awards, teams, and the board games beside it."""

from dragoman.tournament.standings.awards import BestBy, best_countries
from dragoman.tournament.standings.board_games import (
    BoardGamePlace,
    BoardGameRules,
    ScoreSheet,
    board_game_standings,
    check_sheet,
    sheet_points,
)
from dragoman.tournament.standings.comparison import (
    STEPS,
    Comparison,
    best_first,
    compare_games,
    deciding_step,
)
from dragoman.tournament.standings.played import Class, PlayedGame, play
from dragoman.tournament.standings.ranking import (
    CRITERIA,
    NZ_ORDER,
    Record,
    Standing,
    StandingsRules,
    rank,
    standings,
)
from dragoman.tournament.standings.teams import (
    TeamRules,
    Teams,
    check_teams,
    team_standings,
)
from dragoman.tournament.standings.totals import (
    TOTALS,
    Totalling,
    TotalRule,
    choose_totals,
)

__all__ = [
    "CRITERIA",
    "NZ_ORDER",
    "STEPS",
    "TOTALS",
    "BestBy",
    "BoardGamePlace",
    "BoardGameRules",
    "Class",
    "Comparison",
    "PlayedGame",
    "Record",
    "ScoreSheet",
    "Standing",
    "StandingsRules",
    "TeamRules",
    "Teams",
    "TotalRule",
    "Totalling",
    "best_countries",
    "best_first",
    "board_game_standings",
    "check_sheet",
    "check_teams",
    "choose_totals",
    "compare_games",
    "deciding_step",
    "play",
    "rank",
    "sheet_points",
    "standings",
    "team_standings",
]
