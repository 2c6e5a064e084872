"""The tables: centre counts, the orders box, turns judged from typed orders, ends of games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from dragoman.games.requests import Answer
from dragoman.tournament.actions import at_tables, center_counts, lookup, played_elsewhere
from dragoman.tournament.commands import tables as c
from dragoman.tournament.desk.conduct import places_text, sheet_text
from dragoman.tournament.desk.session import (
    CarriedOut,
    Rules,
    TournamentSession,
    acts,
    acts_now,
    asks,
    table_text,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import CountReported, Event, SheetReported, as_data
from dragoman.tournament.log.settling import settled
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.rules.round_clock import Ruling, Season
from dragoman.values import FrozenMap

# Centre counts


def _game(
    done: CarriedOut[c.EnterCount]
    | CarriedOut[c.TakeResult]
    | CarriedOut[c.SendElsewhere]
    | CarriedOut[c.CallTimeDraw]
    | CarriedOut[c.AbandonGame]
    | CarriedOut[c.ConcedeGame],
) -> str:
    return game_text(done.t, lookup.table(done.t, done.command.board))


def _import(t: Tournament, command: c.ImportCounts, now: datetime) -> list[Event]:
    from dragoman.tournament.publishing import csv_files

    rows = csv_files.read_counts(command.file.text, t.settings.variant, command.sure)
    return center_counts.count_all(t, rows, now)


def _take_result(t: Tournament, command: c.TakeResult) -> list[Event]:
    variant = lookup.table(t, command.board).variant
    called = played_elsewhere.names_of_columns(command.columns)
    out = played_elsewhere.years_out(variant, command.out)
    told = played_elsewhere.ResultHints(command.ended, command.winner, called, out)
    result = played_elsewhere.result_in(command.file.text, variant, told)
    replaced = played_elsewhere.played_in(command.file.text)
    played = played_elsewhere.played_by(variant, command.played, replaced)
    return played_elsewhere.take_result(t, command.board, result, played)


def _board(done: CarriedOut[c.ShowBoard]) -> Answer:
    t, table = done.t, lookup.table(done.t, done.command.board)
    data = {
        "board": table.key,
        "seats": {power: t.players[p].name for power, p in table.seats.items()},
        "counts": {str(year): counts for year, counts in table.counts.items()},
        "ending": table.ending,
        "winner": table.winner,
        "complete": table.complete,
    }
    return Answer(game_text(t, table), data)


def game_text(t: Tournament, table: TournamentTable) -> str:
    """The players of a board, the counts year by year, and the state of the game."""
    years = list(table.counts)
    rows: list[tuple[object, ...]] = [("", "", *(str(year)[2:] for year in years))]
    for power, player in table.seats.items():
        counts = [table.counts[year][power] or "-" for year in years]
        rows.append((power.title(), t.players[player].name, *counts))
    right = " ".join(str(i + 2) for i in range(len(years)))
    state = {
        "": f"played at {table.elsewhere}" if table.elsewhere else "playing",
        "solo": f"won by {table.winner.title()}",
        "concession": f"conceded to {table.winner.title()}",
        "voted-draw": "drawn by vote",
        "time-draw": "drawn by time",
        "abandoned": "abandoned: zero for all",
    }[table.ending]
    if table.stop is not None and table.stop.among and table.ending == "voted-draw":
        state += f" among {', '.join(power.title() for power in table.stop.among)}"
    if table.ending and not table.complete:
        state += f"; the count of {table.final_year} is still to come"
    lines = [f"Board {table.key}: {state}", table_text(rows, right)]
    return "\n".join(lines)


def _codes(done: CarriedOut[c.GiveCodes]) -> str:
    from dragoman.tournament.publishing.printed_pages import sheets_with_codes

    number = lookup.round_meant(done.t, done.command.round)
    old = sheets_with_codes(done.folder / "print", number)
    lines = [f"{path} shows the old codes" for path in old]
    again = "print again" if old else "on the boards' sheets"
    lines.append(f"{again}: print boards --round {number}")
    return "\n".join([table_text(list(done.t.rounds[number].codes.items())), *lines])


def _reports(done: CarriedOut[c.ListReports]) -> Answer:
    waiting = [one.told for one in center_counts.waiting(done.t)]
    rows = [(one.number, one.board, *_row(done.t, one)) for one in waiting]
    data = [_data(one) for one in waiting]
    return Answer(table_text(rows, "0") or "no report waits", {"reports": data})


def _row(t: Tournament, told: CountReported | SheetReported) -> tuple[str, str]:
    if isinstance(told, SheetReported):
        unsigned = lookup.names(t, told.unsigned)
        text = places_text(t, told.places)
        return told.game, f"{text}; not signed by {unsigned}" if unsigned else text
    counts = (f"{power.title()} {count}" for power, count in told.counts.items())
    return str(told.year), " ".join(counts)


def _data(told: CountReported | SheetReported) -> dict[str, Any]:
    kind = "sheet" if isinstance(told, SheetReported) else "count"
    return {"kind": kind, **as_data(told)}


def _confirmed(done: CarriedOut[c.ConfirmReport]) -> str:
    told = done.t.reports[done.command.number].told
    if isinstance(told, SheetReported):
        return sheet_text(done.t, max(done.t.sheets))
    return game_text(done.t, lookup.table(done.t, told.board))


# Orders, turns, ends


def _late(done: CarriedOut[c.NoteLate]) -> str:
    return _lateness_text(done.t, _full(done))


def _put_in(done: CarriedOut[c.PutInOrders]) -> str:
    table, noted = lookup.table(done.t, done.command.board), _full(done)
    first = noted[0]
    assert isinstance(first, ev.OrdersIn)
    when = Season.parse(first.season)
    there = ", ".join(power.title() for power in table.box[when])
    said = f"board {table.key}, {when.spoken}: in the box: {there}"
    return "\n".join(filter(None, (said, _lateness_text(done.t, noted))))


def _reading(done: CarriedOut[c.BeginReading]) -> str:
    t, table = done.t, lookup.table(done.t, done.command.board)
    [began] = _full(done)
    assert isinstance(began, ev.ReadingBegan)
    when = Season.parse(began.season)
    reading = t.reader(table, when)
    assert reading is not None
    who = t.players[table.seats[reading]].name
    text = f"board {table.key}, {when.spoken}: {reading.title()} ({who}) reads"
    disorder = sorted(t.disordered(table, when))
    if disorder:
        text += f"\ncivil disorder: {', '.join(power.title() for power in disorder)}"
    return text


def _full(
    done: CarriedOut[c.NoteLate] | CarriedOut[c.PutInOrders] | CarriedOut[c.BeginReading],
) -> list[Event]:
    """The events that were logged, with the seasons that the clock says."""
    return [settled(done.before, event) for event in done.events]


def _lateness_text(t: Tournament, events: Sequence[Event]) -> str:
    """The penalties for the late orders that were just noted."""
    noted = {(e.board, e.season, e.power) for e in events if isinstance(e, ev.OrdersIn)}
    lines: list[str] = []
    times: dict[int, int] = {}
    for one in t.lateness:
        times[one.player] = times.get(one.player, 0) + 1
        if (one.board, str(one.season), one.power) not in noted:
            continue
        name = t.players[one.player].name
        if one.ruling is Ruling.WARNING:
            said = "verbal warning; the orders count unless reading has begun"
        else:
            said = f"civil disorder in {one.season.spoken} (late {times[one.player]} times)"
        lines.append(f"{one.power.title()} ({name}): {said}")
    return "\n".join(lines)


def _reader(done: CarriedOut[c.ShowReader]) -> Answer:
    t, table = done.t, lookup.table(done.t, done.command.board)
    lookup.started_round(t, table.round)
    when = lookup.season(t, table, done.command.season, done.now, over=False)
    reading = t.reader(table, when) or ""
    name = t.players[table.seats[reading]].name if reading else "nobody"
    text = f"board {table.key}, {when.spoken}: {reading.title()} ({name}) reads"
    return Answer(text, {"board": table.key, "season": str(when), "reader": reading})


def _lateness(done: CarriedOut[c.ListLateness]) -> Answer:
    t = done.t
    rows = [
        (
            t.players[one.player].name,
            one.board,
            str(one.season),
            one.power.title(),
            "no orders" if one.missing else "late",
            one.ruling.value,
        )
        for one in t.lateness
    ]
    names = ("player", "board", "season", "power", "what", "ruling")
    data = [dict(zip(names, row, strict=True)) for row in rows]
    return Answer(table_text(rows) or "nobody was late", {"lateness": data})


def _judge(session: TournamentSession, command: c.JudgeTurn) -> Answer:
    """A turn judged, and shown; what is final is logged, and a position without orders shown."""
    if command.file is None:
        text = at_tables.position(session.load(), command.board)
        return Answer(text, {"position": text.splitlines()})
    orders = command.file
    if command.final:
        kept: list[at_tables.Judgement] = []

        def decide(t: Tournament) -> Sequence[Event]:
            kept.append(at_tables.judge_turn(t, command, orders))
            return kept[0].events

        session.act(decide)
        found = kept[0]
    else:
        found = at_tables.judge_turn(session.load(), command, orders)
    lines = [found.report.rstrip()] if found.report else []
    if found.disorder:
        lines.append(f"Civil disorder: {', '.join(p.title() for p in found.disorder)}")
    for one in found.misorders:
        who = " (your ruling)" if one.by_director else ""
        held = "may not" if one.ruling == "illegal" else "may"
        lines.append(f"{one.unit}: {one.ruling}{who}; it stands and {held} be supported to hold")
    if found.report and not command.final:
        lines.append("Nothing is final yet; to make it so, say it again with --final.")
    data = {
        "final": command.final and bool(found.events),
        "report": found.report.splitlines(),
        "misorders": [{"unit": str(one.unit), "ruling": one.ruling} for one in found.misorders],
        "disorder": list(found.disorder),
    }
    return Answer("\n".join(lines), data, found.faults)


def _reopened(done: CarriedOut[c.ReopenPhase]) -> str:
    return f"{lookup.table(done.t, done.command.board).reopened[-1].phase} is open again"


def _voted(done: CarriedOut[c.VoteOnDraw]) -> Answer | str:
    if done.command.refused:
        return "noted: not all wanted a vote; the game goes on"
    if done.command.result is None:
        return f"the vote is open on board {lookup.table(done.t, done.command.board).key}"
    return vote_told(done.t, done.command.board)


def vote_told(t: Tournament, board: str) -> Answer:
    """The result of the last vote on a board."""
    table = lookup.table(t, board)
    last = table.votes[-1]
    text = f"board {table.key}: the draw is {'carried' if last.carried else 'not carried'}"
    data: dict[str, Any] = {"board": table.key, "carried": last.carried}
    if last.against is not None:
        text += f", {last.against} against"
        data["against"] = last.against
    if last.carried:
        text += f"; the count of {table.final_year} is final"
    return Answer(text, data)


RULES: Final[Rules] = FrozenMap(
    {
        c.EnterCount: acts_now(center_counts.count, _game),
        c.ImportCounts: acts_now(_import, lambda done: f"{len(done.events)} counts entered"),
        c.SendElsewhere: acts(played_elsewhere.send_elsewhere, _game),
        c.TakeResult: acts(_take_result, _game),
        c.ShowBoard: asks(_board),
        c.GiveCodes: acts(center_counts.give_codes, _codes),
        c.ListReports: asks(_reports),
        c.ConfirmReport: acts_now(center_counts.take, _confirmed),
        c.RejectReport: acts(center_counts.refuse, lambda done: "noted; it counts nothing"),
        c.NoteLate: acts_now(at_tables.put_in_late, _late),
        c.PutInOrders: acts_now(at_tables.put_in, _put_in),
        c.BeginReading: acts_now(at_tables.begin_reading, _reading),
        c.ShowReader: asks(_reader),
        c.ListLateness: asks(_lateness),
        c.JudgeTurn: _judge,
        c.ReopenPhase: acts(at_tables.reopen, _reopened),
        c.VoteOnDraw: acts_now(at_tables.vote, _voted),
        c.CallTimeDraw: acts_now(at_tables.time_draw, _game),
        c.AbandonGame: acts_now(at_tables.abandon, _game),
        c.ConcedeGame: acts_now(at_tables.concede, _game),
    }
)
