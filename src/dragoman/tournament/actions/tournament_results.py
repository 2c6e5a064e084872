"""The results of a tournament: scores, standings, awards, teams, board games, the ceremony.

All of it is for the director alone until the ceremony (NZ1999, rule 23); see ``public_view``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands.results import GiveAward, HoldCeremony, RevealAward
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import START_YEAR, Tournament, TournamentTable
from dragoman.tournament.scoring import GameResult, MissingData, ResultEnding
from dragoman.tournament.standings import (
    BY_YEARS,
    BoardGamePlace,
    PlayedGame,
    ScoreSheet,
    Standing,
    StandingsRules,
    best_countries,
    board_game_standings,
    play,
    standings,
    team_standings,
)
from dragoman.words import said

_Ranked: TypeAlias = tuple[
    tuple[Standing, ...], Mapping[str, tuple[PlayedGame, ...]], tuple[Standing, ...]
]
"""The places of players, the best games of powers, the places of teams."""

_ENDINGS = {
    "solo": ResultEnding.SOLO,
    "concession": ResultEnding.SOLO,
    "voted-draw": ResultEnding.VOTED_DRAW,
    "time-draw": ResultEnding.TIME_DRAW,
    "abandoned": ResultEnding.ABANDONED,
}


@dataclass(frozen=True, slots=True)
class Award:
    """An award and who gets it; several share it. ``why`` says for what.

    ``kind`` is ``place``, ``country``, ``team`` or ``board-games``, and empty for an award of the
    director's own. A country's best has its ``power`` and, unless the director gave it to others,
    the game that it was won with.
    """

    title: str
    names: tuple[str, ...]
    why: str = ""
    kind: str = ""
    power: str = ""
    game: PlayedGame | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that can be computed now, from the games that have a result.

    Players go by their names. ``unfinished`` are the boards that still play or wait for a
    count, ``faults`` say why a board with a result cannot be scored.
    """

    games: tuple[PlayedGame, ...]
    standings: tuple[Standing, ...]
    teams: tuple[Standing, ...]
    countries: Mapping[str, tuple[PlayedGame, ...]]
    board_games: tuple[BoardGamePlace, ...]
    awards: tuple[Award, ...]
    unfinished: tuple[str, ...]
    faults: tuple[Diagnostic, ...]


def game_result(t: Tournament, table: TournamentTable) -> GameResult:
    """The record of a game, as scoring reads it; one that goes on as if it were drawn now."""
    counts, powers = table.counts_so_far, table.variant.powers
    return GameResult(
        powers,
        {year: tuple(found[power] for power in powers) for year, found in counts.items()},
        _ENDINGS[table.ending or "time-draw"],
        soloist=table.winner,
        drawn=frozenset(table.stop.among if table.stop and not table.solo else ()),
        eliminated=table.result.eliminated if table.result is not None else {},
        unranked=frozenset(p for p, player in table.seats.items() if t.players[player].gm),
    )


def compute(t: Tournament, provisional: bool = False) -> Results:
    """The results of a tournament as it stands; ``provisional`` as if all games with a count ended
    now."""
    games: list[PlayedGame] = []
    faults: list[Diagnostic] = []
    for table in t.tables:
        if not (table.complete or (provisional and max(table.counts_so_far) > START_YEAR)):
            continue
        try:
            games += _play(t, table)
        except MissingData as missing:
            faults.append(missing.diagnostic.at(f"board {table.key}"))
    unranked = {one.name for one in t.players.values() if one.gm or _is_disqualified(t, one.number)}
    points_off: dict[str, Fraction] = {}
    for one in t.players.values():
        for penalty in t.standing_penalties(one.number):
            if penalty.kind in ("points", "bonus"):
                before = points_off.get(one.name, Fraction(0))
                change = Fraction(penalty.points)
                points_off[one.name] = before + (change if penalty.kind == "bonus" else -change)
    sat_out = {
        one.name: times
        for one in t.players.values()
        if (times := sum(one.number in r.stood_down for r in t.rounds.values()))
    }
    rules = t.settings
    # Who has not signed his part of the form is not in the competition (rule 26).
    teams = {
        team.name: tuple(t.players[p].name for p in team.signed)
        for team in t.teams.values()
        if team.signed
    }
    counting = [game for game in games if game.player not in unranked]

    def ranked(ranking: StandingsRules) -> _Ranked:
        placed = standings(
            games, ranking, adjustments=points_off, sit_outs=sat_out, unranked=unranked
        )
        countries = best_countries(
            counting, rules.best_country, ranking.comparison, unranked=unranked
        )
        by_team = team_standings(teams, counting, rules.teams, ranking) if rules.teams else ()
        return placed, countries, by_team

    try:
        placed, countries, by_team = ranked(rules.standings)
    except MissingData as missing:
        # Those whom only that could tell apart share their place, and it is told.
        faults.append(missing.diagnostic)
        known = replace(rules.standings.comparison, without=BY_YEARS)
        placed, countries, by_team = ranked(replace(rules.standings, comparison=known))
    sheets = [
        ScoreSheet(
            sheet.handed_in.game,
            tuple(tuple(t.players[p].name for p in place) for place in sheet.handed_in.places),
        )
        for sheet in t.sheets.values()
        if sheet.counts
    ]
    board_games = board_game_standings(sheets, rules.board_games) if rules.board_games else ()
    return Results(
        tuple(games),
        placed,
        by_team,
        countries,
        board_games,
        _awards(t, placed, by_team, countries, board_games),
        tuple(table.key for table in t.tables if not table.complete),
        tuple(faults),
    )


def _play(t: Tournament, table: TournamentTable) -> tuple[PlayedGame, ...]:
    zero = {
        t.players[player].name: Fraction(0)
        for player in table.seats.values()
        for penalty in t.standing_penalties(player)
        if penalty.kind == "game-zero" and penalty.board == table.key
    }
    return play(
        {power: t.players[player].name for power, player in table.seats.items()},
        table.round,
        table.letter,
        game_result(t, table),
        t.settings.scoring,
        zero,
    )


def _is_disqualified(t: Tournament, player: int) -> bool:
    return any(one.kind == "disqualification" for one in t.standing_penalties(player))


def _awards(
    t: Tournament,
    placed: tuple[Standing, ...],
    teams: tuple[Standing, ...],
    countries: Mapping[str, tuple[PlayedGame, ...]],
    board_games: tuple[BoardGamePlace, ...],
) -> tuple[Award, ...]:
    """The usual awards, then the director's own; his word goes before the program's."""
    found: dict[str, Award] = {}
    for title, place in ((said("Champion"), 1), (said("Second"), 2), (said("Third"), 3)):
        names = tuple(one.record.name for one in placed if one.place == place)
        if names:
            found[title] = Award(title, names, kind="place")
    for power in t.settings.variant.powers:
        if best := countries.get(power):
            title = said("Best {power}", power=said(power.title()))
            count = best[0].centers
            why = said(
                "{count} centre on board {board}",
                "{count} centres on board {board}",
                count=count,
                board=f"{best[0].round}{best[0].board}",
            )
            names = tuple(game.player for game in best)
            found[title] = Award(title, names, why, "country", power, best[0])
    if names := tuple(one.record.name for one in teams if one.place == 1 and one.record.games):
        found["Best team"] = Award(said("Best team"), names, kind="team")
    if names := tuple(one.player for one in board_games if one.place == 1):
        found["Best at board games"] = Award(said("Best at board games"), names, kind="board-games")
    known = {title.casefold(): title for title in found}
    for award in t.awards.values():
        title = known.get(award.title.casefold(), award.title)
        names = tuple(t.players[p].name for p in award.players)
        usual = found.get(title, Award(title, ()))
        found[title] = Award(usual.title, names, award.reason, usual.kind, usual.power)
    return tuple(found.values())


# Awards of the director, and the ceremony


def award(t: Tournament, command: GiveAward) -> list[Event]:
    """Give an award, or give one of the usual ones to others; naming no players withdraws it."""
    title = " ".join(command.title.split())
    if not title:
        raise ActionRefused("no-title", "an award needs a title")
    known = {one.casefold(): one for one in t.awards}
    title = known.get(title.casefold(), title)
    found = lookup.players(t, command.names)
    if not found and title not in t.awards:
        raise ActionRefused("nobody", f"nobody was named for {title!r}")
    return [ev.Awarded(title, found, command.because.strip())]


def hold_ceremony(t: Tournament, command: HoldCeremony) -> list[Event]:
    """Release the standings, and with ``detail`` the scores of every game (rule 23)."""
    if t.ceremony and (t.detail or not command.detail):
        raise ActionRefused("held-already", "the standings were released already")
    _check_over(t)
    return [ev.CeremonyHeld(command.detail)]


def reveal(t: Tournament, command: RevealAward) -> list[Event]:
    """Show the hall the next award: the director's own first, the champion last."""
    if t.ceremony:
        raise ActionRefused("held-already", "the standings were released already")
    _check_over(t)
    titles = (one.title for one in reversed(compute(t).awards))
    left = [title for title in titles if title not in t.revealed]
    if not left:
        what = "all awards were revealed"
        raise ActionRefused("held-already", what, "release the standings: ceremony")
    return [ev.Revealed(left[0])]


def _check_over(t: Tournament) -> None:
    unfinished = [table.key for table in t.tables if not table.complete]
    if unfinished:
        what = f"these boards have no result yet: {', '.join(unfinished)}"
        raise ActionRefused("not-over", what, "enter their last counts, or end their games")
    if not t.tables:
        raise ActionRefused("not-over", "no game has been played")
