"""The teams competition: the scores of its members in one round (NZ1999, rule 26)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.standings.played import PlayedGame
from dragoman.tournament.standings.ranking import (
    Record,
    Standing,
    StandingsRules,
    counting,
    rank,
)
from dragoman.tournament.standings.totals import TOTALS, Totalling

Teams = Mapping[str, Sequence[str]]
"""The players of each team."""


@dataclass(frozen=True, slots=True)
class TeamRules:
    """The round that counts, 0 where there is no competition, and the most players of a team."""

    round: int = 3
    size: int = 3


def check_teams(teams: Teams, rules: TeamRules) -> tuple[Diagnostic, ...]:
    """What is wrong with the entries: too many in a team, a player in two."""
    faults: list[Diagnostic] = []
    team_of: dict[str, str] = {}
    for team, members in teams.items():
        if not members:
            faults.append(
                Diagnostic("empty-team", f"{team} has no members", "enter some, or drop the team")
            )
        if len(set(members)) > rules.size:
            faults.append(
                Diagnostic(
                    "big-team",
                    f"{team} has {len(set(members))} members, and a team has {rules.size} at most",
                    "take some out",
                )
            )
        for player in members:
            if player in team_of:
                other = team_of[player]
                faults.append(
                    Diagnostic(
                        "two-teams",
                        f"{player} is in {team} twice"
                        if other == team
                        else f"{player} is in {team} and in {other}",
                        "a player is in one team only",
                    )
                )
            team_of[player] = team
    return tuple(faults)


def team_standings(
    teams: Teams, games: Iterable[PlayedGame], team_rules: TeamRules, rules: StandingsRules
) -> tuple[Standing, ...]:
    """The places of the teams. Small teams add up fewer scores.

    Ties are broken as between players, over the games of the members in the round that counts.

    Raises:
        MissingData: if a tie can only be broken with what the record of a game does not say.
    """
    in_round = [game for game in counting(games, rules) if game.round == team_rules.round]
    records: list[Record] = []
    for team, members in teams.items():
        own = tuple(game for game in in_round if game.player in members)
        records.append(Record(team, sum((game.points for game in own), Fraction(0)), own))
    return rank(records, replace(rules, totals=Totalling(TOTALS["sum"])))
