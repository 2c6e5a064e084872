"""The public view, and nothing else: the one gate between the log and the hall.

A roster is public once published, standings after the ceremony, the scores of each game
once released; the end time of a round never (NZ1999, rules 2, 3 and 23). What is secret is
not hidden here: it is not put in. Counts are scores to anybody who can reckon, so those of a
game that has ended are as secret as its scores, whatever the preset says of others.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dragoman.tournament.actions.tournament_results import Award, Results, compute
from dragoman.tournament.log.state import Round, Tournament, TournamentTable
from dragoman.tournament.rules.round_clock import Clock
from dragoman.tournament.scoring import points_text

_STATES = {
    "": "playing",
    "solo": "won by {winner}",
    "concession": "conceded to {winner}",
    "voted-draw": "drawn by vote",
    "time-draw": "drawn by time",
    "abandoned": "abandoned",
}


def view(t: Tournament, now: datetime) -> dict[str, Any]:
    """The tournament as the hall may see it, for JSON."""
    shown = [r for _, r in sorted(t.rounds.items()) if r.published]
    found: dict[str, Any] = {
        "name": t.name,
        "place": t.place,
        "now": now.isoformat(timespec="milliseconds"),
        "warnings": list(t.rules.clock.warnings),
        "rounds": [_round(t, round_, now) for round_ in shown],
    }
    if t.ceremony or not t.rules.secret_standings:
        found["results"] = results_view(compute(t), t.detail)
    elif t.revealed:
        known = {one.title: one for one in compute(t).awards}
        found["revealed"] = [award_view(known[title]) for title in t.revealed if title in known]
    return found


def results_view(results: Results, detail: bool) -> dict[str, Any]:
    """Places and awards; the points of each game only where they are released."""
    found: dict[str, Any] = {
        "standings": [
            {
                "place": one.place,
                "equals": one.equals,
                "player": one.record.name,
                "points": points_text(one.record.total),
                "games": len(one.record.games),
            }
            for one in results.standings
        ],
        "teams": [
            {
                "place": one.place,
                "equals": one.equals,
                "team": one.record.name,
                "points": points_text(one.record.total),
            }
            for one in results.teams
        ],
        "board_games": [
            {
                "place": one.place,
                "equals": one.equals,
                "player": one.player,
                "points": points_text(one.total),
            }
            for one in results.board_games
        ],
        "awards": [*map(award_view, results.awards)],
    }
    if detail:
        found["games"] = [
            {
                "player": one.player,
                "round": one.round,
                "board": one.board,
                "power": one.power.title(),
                "centers": one.centers,
                "points": points_text(one.points),
            }
            for one in results.games
        ]
    return found


def award_view(award: Award) -> dict[str, Any]:
    """An award in English, and what it is made of, for those who tell it in other words."""
    found: dict[str, Any] = {
        "title": award.title,
        "names": list(award.names),
        "why": award.why,
        "kind": award.kind,
    }
    if award.power:
        found["power"] = award.power.title()
    if game := award.game:
        found |= {"centers": game.centers, "board": f"{game.round}{game.board}"}
    return found


def _round(t: Tournament, round_: Round, now: datetime) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": round_.number,
        "over": round_.ended is not None or round_.over,
        "boards": [_board(t, table, now) for table in round_.tables.values()],
    }
    if round_.clock is not None and not found["over"]:
        found["clock"] = _clock(round_.clock, now)
    return found


def _board(t: Tournament, table: TournamentTable, now: datetime) -> dict[str, Any]:
    letters = {power: letter for letter, power in table.variant.letters.items()}
    found: dict[str, Any] = {
        "board": table.key,
        "letter": table.letter,
        "state": _STATES[table.ending].format(winner=table.winner.title()),
        "ending": table.ending,
        "winner": table.winner.title(),
        "seats": [
            {
                "power": power.title(),
                "letter": letters[power],
                "player": t.players[player].name,
            }
            for power, player in table.seats.items()
        ],
    }
    if _counts_are_public(t, table):
        found["year"] = max(table.final_counts)
        counts = table.final_counts[found["year"]]
        for seat, power in zip(found["seats"], table.seats, strict=True):
            seat["centers"] = counts[power]
    if table.clock is not None and not table.ending:
        found["clock"] = _clock(table.clock, now)
    return found


def _counts_are_public(t: Tournament, table: TournamentTable) -> bool:
    if not t.rules.secret_standings or (t.ceremony and t.detail):
        return True
    return t.rules.public_counts and not table.ending


def _clock(clock: Clock, now: datetime) -> dict[str, Any]:
    read = clock.read(now)
    return {
        "season": read.season.spoken,
        "left": round(read.left.total_seconds(), 1),
        "length": clock.length(read.season).total_seconds(),
        "state": read.running.value,
        "starts": clock.start.isoformat(),
        "next": read.season.next.spoken,
    }
