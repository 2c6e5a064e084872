"""The director's view, in the browser of his own machine: everything, secret or not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from dragoman.tournament.actions import center_counts, lookup, seating
from dragoman.tournament.hall.announcer import calls
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.rules.round_clock import Season
from dragoman.words import joined, said

_AHEAD = timedelta(minutes=25)
_CALLS = 6


def director_view(t: Tournament, now: datetime) -> dict[str, Any]:
    """The round in hand for the director, for JSON."""
    number = lookup.round_in_hand(t)
    round_ = t.rounds.get(number)
    found: dict[str, Any] = {
        "name": t.name,
        "now": now.isoformat(timespec="seconds"),
        "round": number,
        "boards": [],
        "calls": [],
        "notes": list(_notes(t, number)),
        "late": [
            {
                "player": t.players[one.player].name,
                "board": one.board,
                "season": str(one.season),
                "power": said(one.power.title()),
                "what": said("no orders") if one.missing else said("late"),
                "ruling": one.ruling.said,
            }
            for one in reversed(t.lateness)
        ],
        "reports": [_report(t, one) for one in center_counts.waiting(t)],
    }
    if round_ is not None and round_.clock is not None:
        read = round_.clock.read(now)
        found["clock"] = {
            "season": read.season.spoken,
            "left": round(read.left.total_seconds(), 1),
            "state": read.running.value,
            "note": said(read.running.value),
        }
        if round_.end_at is not None:
            found["end"] = f"{round_.end_at:%H:%M}"
        coming = [] if round_.ended is not None else calls(t, now, now + _AHEAD)
        found["calls"] = [{"at": f"{one.at:%H:%M:%S}", "text": one.text} for one in coming[:_CALLS]]
    if round_ is not None:
        found["boards"] = [_board(t, table, now) for table in round_.tables.values()]
    return found


def _board(t: Tournament, table: TournamentTable, now: datetime) -> dict[str, Any]:
    clock = t.clock_of(table)
    expired = clock.expired(now) if clock is not None else None
    season = clock.read(now).season if clock is not None else None
    reader = t.reader(table, season) if season is not None and not table.ending else None
    wanted = _wanted(table, expired)
    return {
        "board": table.key,
        "state": said(table.ending.replace("-", " ") or "playing"),
        "counted": table.last_year,
        "wanted": wanted,
        "vote": table.vote_open is not None,
        "reader": t.players[table.seats[reader]].name if reader else "",
        "reads": said(reader.title()) if reader else "",
        "seats": [
            {
                "power": said(power.title()),
                "player": t.players[player].name,
                "number": player,
                "centers": table.last_counts[power],
                "late": t.late_count(player),
                "disorder": season is not None and power in t.disordered(table, season),
            }
            for power, player in table.seats.items()
        ],
    }


def _wanted(table: TournamentTable, expired: Season | None) -> int | None:
    """The year whose count the director waits for; none if he has all there can be."""
    if table.complete or table.phases:
        return None
    last = table.final_year
    if last is None:
        if expired is None:
            return None
        last = expired.year if expired.fall else expired.last_fall
    return table.last_year + 1 if last > table.last_year else None


def _report(t: Tournament, one: center_counts.PhoneReport) -> dict[str, Any]:
    told = one.told
    found: dict[str, Any] = {"number": told.number, "board": told.board}
    if isinstance(told, ev.SheetReported):
        unsigned = lookup.names(t, told.unsigned)
        return found | {
            "title": said(
                "{game}, with the code of board {board}", game=told.game, board=told.board
            ),
            "lines": [
                f"{place}: {lookup.names(t, players)}"
                for place, players in enumerate(told.places, 1)
            ]
            + ([said("not signed by {names}", names=unsigned)] if unsigned else []),
            "doubts": center_counts.sheet_doubts(t, told),
        }
    counts = joined(
        "  ",
        (
            said("{power} {count}", power=said(power.title()), count=count)
            for power, count in told.counts.items()
        ),
    )
    return found | {
        "title": said("From board {board}: {year}", board=told.board, year=told.year),
        "lines": [counts],
        "doubts": center_counts.doubts(lookup.table(t, told.board), told.year, told.counts),
    }


def _notes(t: Tournament, number: int) -> Iterator[str]:
    round_ = t.rounds.get(number)
    if t.set_aside:
        number_aside = len(t.set_aside)
        yield said(
            "{number} entry of the log is set aside: see log",
            "{number} entries of the log are set aside: see log",
            number=number_aside,
        )
    if round_ is not None and round_.tables and not round_.started:
        for why in seating.stale(t, number):
            yield said("the draw of round {number} is stale: {why}", number=number, why=why)
        if not round_.published:
            yield said("round {number} is drawn and secret: publish {number}", number=number)
