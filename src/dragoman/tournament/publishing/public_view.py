"""The public view, and nothing else: the one gate between the log and the hall.

A roster is public once published, standings after the ceremony, or all along where the preset
says so, the scores of each game once released, awards when they are given; the end time of a round
never (NZ1999, rules 2, 3 and 23). What is secret is not hidden here: it is not put in. Counts are
scores to anybody who can reckon, so those of a game that has ended are as secret as its scores,
whatever the preset says of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.actions.tournament_results import Award, Results, compute
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Round, Tournament, TournamentTable
from dragoman.tournament.rules.round_clock import Clock
from dragoman.tournament.scoring import points_text
from dragoman.words import Said, said


def view(t: Tournament, now: datetime, known: ToldStandings | None = None) -> dict[str, Any]:
    """The tournament as the hall may see it, for JSON; ``known`` is ``told`` of the same
    tournament, where that was computed already."""
    known = told(t) if known is None else known
    shown = [r for _, r in sorted(t.rounds.items()) if r.published]
    found: dict[str, Any] = {
        "name": t.name,
        "place": t.place,
        "now": now.isoformat(timespec="milliseconds"),
        "warnings": list(t.rules.clock.warnings),
        "writing": t.rules.clock.writing,
        "rounds": [_round(t, round_, now, known.points) for round_ in shown],
        **known.parts,
    }
    found["turns"] = _turns(found)
    return found


def published_view(t: Tournament) -> dict[str, Any]:
    """The tournament as the hall may see it, without what runs on: to be shown elsewhere, and made
    anew as it goes on."""
    shown = view(t, datetime.min)
    for name in ("now", "warnings", "writing", "turns"):
        del shown[name]
    for one in shown["rounds"]:
        one.pop("clock", None)
        for board in one["boards"]:
            board.pop("clock", None)
    return shown


@dataclass(frozen=True, slots=True)
class ToldStandings:
    """Everything told of the standings: the parts of a view that are made of them, and what a seat
    would bring if its game ended now, by board and power."""

    parts: Mapping[str, Any]
    points: Mapping[tuple[str, str], str]


def told(t: Tournament) -> ToldStandings:
    """Everything that may be told of the standings. The log alone changes it, no clock."""
    if t.ceremony:
        return ToldStandings({"results": results_view(compute(t), t.detail)}, {})
    parts: dict[str, Any] = {}
    points: dict[tuple[str, str], str] = {}
    if t.revealed or not t.rules.secret_standings:
        results = compute(t)
        given = {one.title: one for one in results.awards}
        if t.revealed:
            parts["revealed"] = [award_view(given[title]) for title in t.revealed if title in given]
        if not t.rules.secret_standings:
            parts["standings"] = places_view(results)
    if t.rules.provisional and any(not one.complete for one in t.tables):
        results = compute(t, provisional=True)
        parts["provisional"] = places_view(results)
        for one in results.games:
            points[f"{one.round}{one.board}", one.power] = points_text(one.points)
    return ToldStandings(parts, points)


def _turns(found: dict[str, Any]) -> list[str]:
    """The parts of a view that take turns on the wall. Nothing displaces the boards while games
    go on: standings come between them, and awards at the end."""
    for last in ("results", "revealed"):
        if last in found:
            return [last]
    boards = ["boards"] if found["rounds"] else []
    tables = ("standings", "provisional")
    return boards + [one for one in tables if found.get(one, {}).get("standings")]


def places_view(results: Results) -> dict[str, Any]:
    """The places of players, of teams and in the board games."""
    return {
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
    }


def results_view(results: Results, detail: bool) -> dict[str, Any]:
    """Places and awards; the points of each game only where they are released."""
    found = places_view(results) | {"awards": [*map(award_view, results.awards)]}
    if detail:
        found["games"] = [
            {
                "player": one.player,
                "round": one.round,
                "board": one.board,
                "power": said(one.power.title()),
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
        found["power"] = said(award.power.title())
    if game := award.game:
        found |= {"centers": game.centers, "board": f"{game.round}{game.board}"}
    return found


def boards_to_open(t: Tournament) -> list[Event]:
    """The least that boards of published rounds can be opened elsewhere by: a log of who sits where
    on those that nobody plays yet. It has no contacts, no other draws, and nothing of votes."""
    tables = [
        one
        for one in t.tables
        if t.rounds[one.round].published
        and not (one.result or one.ending or one.phases or len(one.taken) > 1)
    ]
    seated = {number for table in tables for number in table.seats.values()}
    found: list[Event] = [ev.Founded(t.name, t.preset, t.place)]
    for number in sorted(seated):
        found.append(ev.Registered(number, t.players[number].first, t.players[number].last))
    for number in sorted({one.round for one in tables}):
        boards = {one.letter: dict(one.seats) for one in tables if one.round == number}
        found += [ev.Drawn(number, boards), ev.Published(number)]
    return found


def _round(
    t: Tournament, round_: Round, now: datetime, points: Mapping[tuple[str, str], str]
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": round_.number,
        "over": round_.ended is not None or round_.over,
        "boards": [_board(t, table, now, points) for table in round_.tables.values()],
    }
    if round_.clock is not None and not found["over"]:
        found["clock"] = _clock(round_.clock, now)
    return found


def _board(
    t: Tournament, table: TournamentTable, now: datetime, points: Mapping[tuple[str, str], str]
) -> dict[str, Any]:
    letters = {power: letter for letter, power in table.variant.letters.items()}
    found: dict[str, Any] = {
        "board": table.key,
        "letter": table.letter,
        "state": _state(table),
        "ending": table.ending,
        "winner": said(table.winner.title()),
        "seats": [
            {
                "power": said(power.title()),
                "letter": letters[power],
                "player": t.players[player].name,
            }
            for power, player in table.seats.items()
        ],
    }
    if _counts_are_public(t, table):
        found["year"] = max(table.counts_so_far)
        counts = table.counts_so_far[found["year"]]
        for seat, power in zip(found["seats"], table.seats, strict=True):
            seat["centers"] = counts[power]
    for seat, power in zip(found["seats"], table.seats, strict=True):
        if not table.ending and (table.key, power) in points:
            seat["points"] = points[table.key, power]
    if table.clock is not None and not table.ending:
        found["clock"] = _clock(table.clock, now)
    return found


def _state(table: TournamentTable) -> Said:
    winner = said(table.winner.title())
    return {
        "": said("playing"),
        "solo": said("won by {winner}", winner=winner),
        "concession": said("conceded to {winner}", winner=winner),
        "voted-draw": said("drawn by vote"),
        "time-draw": said("drawn by time"),
        "abandoned": said("abandoned"),
    }[table.ending]


def _counts_are_public(t: Tournament, table: TournamentTable) -> bool:
    if t.ceremony and t.detail:
        return True
    return not t.rules.secret_standings if table.ending else t.rules.public_counts


def _clock(clock: Clock, now: datetime) -> dict[str, Any]:
    read = clock.read(now)
    return {
        "season": read.season.spoken,
        "short": read.season.short,
        "left": round(read.left.total_seconds(), 1),
        "length": clock.length(read.season).total_seconds(),
        "state": read.running.value,
        "starts": clock.start.isoformat(),
        "next": read.season.next.spoken,
    }
