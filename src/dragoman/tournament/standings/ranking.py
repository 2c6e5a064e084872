"""Standings of players and of teams: totals, and what tells equal totals apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cmp_to_key
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.standings.played import (
    Comparison,
    PlayedGame,
    best_first,
    compare_games,
)
from dragoman.tournament.standings.totals import TOTALS, Totalling

NZ_ORDER = ("total", "wins", "draws", "best-game", "second-best-game", "third-best-game")
"""The criteria of NZ1999, appendix B, part 3."""


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """The rules by which an event turns games into places.

    ``order`` are names of ``CRITERIA``, the first that differs deciding. ``weights`` is what the
    points of a round are multiplied by, by its number. ``top_board`` is the round and the
    letter of the table whose players take the first places, where ``order`` says so. A player
    who sat out a round that he was there for gets ``sit_out_bonus``, once or each time.
    ``qualifying`` are the totals by which top boards are drawn, where they are others. Of two
    games in a round only the better one counts where ``better_of_two`` says so.
    """

    totals: Totalling = field(default_factory=lambda: Totalling(TOTALS["sum"]))
    order: tuple[str, ...] = NZ_ORDER
    comparison: Comparison = field(default_factory=Comparison)
    weights: Mapping[int, Fraction] = field(default_factory=lambda: MappingProxyType({}))
    top_board: tuple[int, str] | None = None
    qualifying: Totalling | None = None
    better_of_two: bool = False
    sit_out_bonus: Fraction = Fraction(0)
    sit_out_each_time: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a player or a team: all games, and their totals."""

    name: str
    total: Fraction
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in the standings. ``equals`` is how many share it; 1 is nobody else.

    ``decided_by`` is the criterion by which it is behind the place above, empty for the first.
    """

    place: int
    equals: int
    record: Record
    decided_by: str


def standings(
    games: Iterable[PlayedGame],
    rules: StandingsRules,
    players: Iterable[str] = (),
    adjustments: Mapping[str, Fraction] | None = None,
    sit_outs: Mapping[str, int] | None = None,
    unranked: Iterable[str] = (),
) -> tuple[Standing, ...]:
    """The places of all players, of those without games too if ``players`` names them.

    ``adjustments`` are penalties and handicaps, added at the end. ``unranked`` are left out:
    game masters in seats that had to be filled.

    Raises:
        MissingData: if a tie can only be broken with what the record of a game does not say.
    """
    of_player: dict[str, list[PlayedGame]] = {player: [] for player in players}
    for game in counting(games, rules):
        of_player.setdefault(game.player, []).append(game)
    weighted = {
        player: [replace(g, points=g.points * rules.weights.get(g.round, Fraction(1))) for g in own]
        for player, own in of_player.items()
        if player not in set(unranked)
    }
    totals = rules.totals(weighted)
    extra: dict[str, Fraction] = defaultdict(Fraction, adjustments or {})
    for player, times in (sit_outs or {}).items():
        extra[player] += rules.sit_out_bonus * (times if rules.sit_out_each_time else min(times, 1))
    records = [
        Record(player, totals[player] + extra[player], tuple(of_player[player]))
        for player in weighted
    ]
    return rank(records, rules)


def counting(games: Iterable[PlayedGame], rules: StandingsRules) -> tuple[PlayedGame, ...]:
    """The games that count: all, or of two that somebody played in a round the better one."""
    games = tuple(games)
    if not rules.better_of_two:
        return games
    best: dict[tuple[str, int], PlayedGame] = {}
    for game in games:
        before = best.setdefault((game.player, game.round), game)
        if game.points > before.points:
            best[game.player, game.round] = game
    return tuple(game for game in games if best[game.player, game.round] is game)


def rank(records: Sequence[Record], rules: StandingsRules) -> tuple[Standing, ...]:
    """Records in their places. Who cannot be told apart shares one, and is in order of name.

    Raises:
        MissingData: if a tie can only be broken with what the record of a game does not say.
    """

    def compare(one: Record, other: Record) -> int:
        return _compare(other, one, rules)[0]

    in_order = sorted(sorted(records, key=lambda r: r.name), key=cmp_to_key(compare))
    groups: list[tuple[str, list[Record]]] = []
    for record in in_order:
        decided_by = _compare(groups[-1][1][0], record, rules)[1] if groups else "first"
        if decided_by:
            groups.append(("" if decided_by == "first" else decided_by, [record]))
        else:
            groups[-1][1].append(record)
    placed: list[Standing] = []
    for decided_by, group in groups:
        first = len(placed) + 1
        placed += [Standing(first, len(group), record, decided_by) for record in group]
    return tuple(placed)


def _compare(one: Record, other: Record, rules: StandingsRules) -> tuple[int, str]:
    for name in rules.order:
        if result := CRITERIA[name](one, other, rules):
            return result, name
    return 0, ""


Criterion = Callable[[Record, Record, StandingsRules], int]
"""More than 0 if the first is the better, less if the second is, 0 if it cannot tell."""


def _more(worth: Callable[[Record], int | Fraction]) -> Criterion:
    def compare(one: Record, other: Record, rules: StandingsRules) -> int:
        del rules
        first, second = worth(one), worth(other)
        return (first > second) - (first < second)

    return compare


def _total(one: Record, other: Record, rules: StandingsRules) -> int:
    better = (one.total > other.total) - (one.total < other.total)
    return -better if rules.totals.rule.low_wins else better


def _nth_game(number: int) -> Criterion:
    """The better n-th best game; one that was not played loses to any."""

    def compare(one: Record, other: Record, rules: StandingsRules) -> int:
        if max(len(one.games), len(other.games)) <= number:
            return 0
        if min(len(one.games), len(other.games)) <= number:
            return len(one.games) - len(other.games)
        first, second = (best_first(r.games, rules.comparison)[number] for r in (one, other))
        return compare_games(first, second, rules.comparison)

    return compare


def _top_board(one: Record, other: Record, rules: StandingsRules) -> int:
    """Players of the top board first, in the order of that game."""
    games = [
        next((g for g in r.games if (g.round, g.board) == rules.top_board), None)
        for r in (one, other)
    ]
    first, second = games
    if first is None or second is None:
        return (first is not None) - (second is not None)
    better = (first.points > second.points) - (first.points < second.points)
    return better or compare_games(first, second, rules.comparison)


CRITERIA: dict[str, Criterion] = {
    "total": _total,
    "wins": _more(lambda record: sum(game.is_win for game in record.games)),
    "draws": _more(lambda record: sum(game.is_in_draw for game in record.games)),
    "best-game": _nth_game(0),
    "second-best-game": _nth_game(1),
    "third-best-game": _nth_game(2),
    "most-centers": _more(lambda record: max((g.centers for g in record.games), default=0)),
    "top-board": _top_board,
}
"""The criteria by which players can be ranked."""


# Teams: the scores of their members in one round (NZ1999, rule 26)

Teams = Mapping[str, Sequence[str]]
"""The players of each team."""


@dataclass(frozen=True, slots=True)
class TeamRules:
    """The round that counts, 0 where there is no competition, and the most players of a team."""

    round: int = 3
    size: int = 3


def check_teams(teams: Teams, rules: TeamRules) -> tuple[Diagnostic, ...]:
    """Faults of the entries: too many in a team, a player in two."""
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
