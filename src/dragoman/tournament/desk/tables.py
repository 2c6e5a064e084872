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
from dragoman.words import SaidLines, counted, joined, said

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
        "seen": {str(year): counts for year, counts in table.seen.items()},
        "ending": table.ending,
        "winner": table.winner,
        "complete": table.complete,
    }
    return Answer(game_text(t, table), data)


def game_text(t: Tournament, table: TournamentTable) -> str:
    """The players of a board, the counts year by year, and the state of the game."""
    counts_by_year = table.counts | table.counts_so_far
    years = list(counts_by_year)
    rows: list[tuple[object, ...]] = [("", "", *(str(year)[2:] for year in years))]
    for power, player in table.seats.items():
        counts = [counts_by_year[year][power] or "-" for year in years]
        rows.append((said(power.title()), t.players[player].name, *counts))
    right = range(2, len(years) + 2)
    winner = said(table.winner.title())
    state = {
        "": said("played at {place}", place=table.elsewhere)
        if table.elsewhere
        else said("playing"),
        "solo": said("won by {winner}", winner=winner),
        "concession": said("conceded to {winner}", winner=winner),
        "voted-draw": said("drawn by vote"),
        "time-draw": said("drawn by time"),
        "abandoned": said("abandoned: zero for all"),
    }[table.ending]
    if table.stop is not None and table.stop.among and table.ending == "voted-draw":
        among = joined(", ", (said(power.title()) for power in table.stop.among))
        state = said("drawn by vote among {powers}", powers=among)
    told = said("Board {board}: {state}", board=table.key, state=state)
    if table.ending and not table.complete:
        year = table.final_year
        told = said("{board}; the count of {year} is still to come", board=told, year=year)
    return SaidLines((told, table_text(rows, *right)))


def _codes(done: CarriedOut[c.GiveCodes]) -> str:
    from dragoman.tournament.publishing.printed_pages import sheets_with_codes

    number = lookup.round_meant(done.t, done.command.round)
    old = sheets_with_codes(done.folder / "print", number)
    lines = [said("{path} shows the old codes", path=path) for path in old]
    if old:
        lines.append(said("print again: {papers}", papers=f"print boards --round {number}"))
    else:
        lines.append(said("on the boards' sheets: print boards --round {number}", number=number))
    return SaidLines((table_text(list(done.t.rounds[number].codes.items())), *lines))


def _reports(done: CarriedOut[c.ListReports]) -> Answer:
    waiting = [one.told for one in center_counts.waiting(done.t)]
    rows = [(one.number, one.board, *_row(done.t, one)) for one in waiting]
    data = [_data(one) for one in waiting]
    return Answer(table_text(rows, 0) or said("no report waits"), {"reports": data})


def _row(t: Tournament, told: CountReported | SheetReported) -> tuple[str, str]:
    if isinstance(told, SheetReported):
        unsigned = lookup.names(t, told.unsigned)
        text = places_text(t, told.places)
        if unsigned:
            text = said("{places}; not signed by {names}", places=text, names=unsigned)
        return told.game, text
    counts = (
        said("{power} {count}", power=said(power.title()), count=count)
        for power, count in told.counts.items()
    )
    return str(told.year), joined(" ", counts)


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
    there = joined(", ", (said(power.title()) for power in table.box[when]))
    told = said(
        "board {board}, {season}: in the box: {powers}",
        board=table.key,
        season=when.spoken,
        powers=there,
    )
    return SaidLines(filter(None, (told, _lateness_text(done.t, noted))))


def _reading(done: CarriedOut[c.BeginReading]) -> str:
    t, table = done.t, lookup.table(done.t, done.command.board)
    [began] = _full(done)
    assert isinstance(began, ev.ReadingBegan)
    when = Season.parse(began.season)
    reading = t.reader(table, when)
    assert reading is not None
    who = t.players[table.seats[reading]].name
    lines = [_reads(table, when, reading, who)]
    disorder = sorted(t.disordered(table, when))
    if disorder:
        lines.append(_in_disorder(disorder))
    return SaidLines(lines)


def _reads(table: TournamentTable, when: Season, power: str, name: str) -> str:
    return said(
        "board {board}, {season}: {power} ({name}) reads",
        board=table.key,
        season=when.spoken,
        power=said(power.title()),
        name=name,
    )


def _in_disorder(powers: Sequence[str]) -> str:
    return said("civil disorder: {powers}", powers=joined(", ", (said(p.title()) for p in powers)))


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
            told = said("verbal warning; the orders count unless reading has begun")
        else:
            told = said(
                "civil disorder in {season} (late {times} times)",
                season=one.season.spoken,
                times=times[one.player],
            )
        lines.append(
            said("{power} ({name}): {told}", power=said(one.power.title()), name=name, told=told)
        )
    return SaidLines(lines)


def _reader(done: CarriedOut[c.ShowReader]) -> Answer:
    t, table = done.t, lookup.table(done.t, done.command.board)
    lookup.started_round(t, table.round)
    when = lookup.season(t, table, done.command.season, done.now, over=False)
    reading = t.reader(table, when) or ""
    if reading:
        text = _reads(table, when, reading, t.players[table.seats[reading]].name)
    else:
        text = said("board {board}, {season}: nobody reads", board=table.key, season=when.spoken)
    return Answer(text, {"board": table.key, "season": str(when), "reader": reading})


def _lateness(done: CarriedOut[c.ListLateness]) -> Answer:
    t = done.t
    rows = [
        (
            t.players[one.player].name,
            one.board,
            str(one.season),
            said(one.power.title()),
            said("no orders") if one.missing else said("late"),
            one.ruling.said,
        )
        for one in t.lateness
    ]
    names = ("player", "board", "season", "power", "what", "ruling")
    data = [dict(zip(names, row, strict=True)) for row in rows]
    return Answer(table_text(rows) or said("nobody was late"), {"lateness": data})


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
        lines.append(_in_disorder(found.disorder))
    for one in found.misorders:
        ruling = said(one.ruling)
        if one.by_director:
            ruling = said("{ruling} (your ruling)", ruling=ruling)
        if one.ruling == "illegal":
            told = "{unit}: {ruling}; it stands and may not be supported to hold"
        else:
            told = "{unit}: {ruling}; it stands and may be supported to hold"
        lines.append(said(told, unit=one.unit, ruling=ruling))
    if found.report and not command.final:
        lines.append(said("Nothing is final yet; to make it so, say it again with --final."))
    data = {
        "final": command.final and bool(found.events),
        "report": found.report.splitlines(),
        "misorders": [{"unit": str(one.unit), "ruling": one.ruling} for one in found.misorders],
        "disorder": list(found.disorder),
    }
    return Answer(SaidLines(lines), data, found.faults)


def _reopened(done: CarriedOut[c.ReopenPhase]) -> str:
    return said(
        "{phase} is open again", phase=lookup.table(done.t, done.command.board).reopened[-1].phase
    )


def _voted(done: CarriedOut[c.VoteOnDraw]) -> Answer | str:
    if done.command.refused:
        return said("noted: not all wanted a vote; the game goes on")
    if done.command.result is None:
        return said(
            "the vote is open on board {board}", board=lookup.table(done.t, done.command.board).key
        )
    return vote_told(done.t, done.command.board)


def vote_told(t: Tournament, board: str) -> Answer:
    """The result of the last vote on a board."""
    table = lookup.table(t, board)
    last = table.votes[-1]
    carried = said("carried") if last.carried else said("not carried")
    text = said("board {board}: the draw is {carried}", board=table.key, carried=carried)
    data: dict[str, Any] = {"board": table.key, "carried": last.carried}
    if last.against is not None:
        text = said("{told}, {against} against", told=text, against=last.against)
        data["against"] = last.against
    if last.carried:
        text = said("{told}; the count of {year} is final", told=text, year=table.final_year)
    return Answer(text, data)


RULES: Final[Rules] = FrozenMap(
    {
        c.EnterCount: acts_now(center_counts.count, _game),
        c.ImportCounts: acts_now(
            _import,
            lambda done: said("{counts} entered", counts=counted(len(done.events), "count")),
        ),
        c.SendElsewhere: acts(played_elsewhere.send_elsewhere, _game),
        c.TakeResult: acts(_take_result, _game),
        c.ShowBoard: asks(_board),
        c.GiveCodes: acts(center_counts.give_codes, _codes),
        c.ListReports: asks(_reports),
        c.ConfirmReport: acts_now(center_counts.take, _confirmed),
        c.RejectReport: acts(center_counts.refuse, lambda done: said("noted; it counts nothing")),
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
