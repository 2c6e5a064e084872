"""Centre counts: typed, from spreadsheets, from phones, from games played elsewhere."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from dragoman.games.requests import Answer
from dragoman.tournament.actions import (
    center_counts,
    finding,
    played_elsewhere,
    reports,
)
from dragoman.tournament.commands import counts as c
from dragoman.tournament.desk.conduct import places_text, sheet_text
from dragoman.tournament.desk.desk import Done, Rules, acts, acts_now, asks, table_text
from dragoman.tournament.log.event_json import as_data
from dragoman.tournament.log.events import CountReported, Event, SheetReported
from dragoman.tournament.log.state import Table, Tournament
from dragoman.values import FrozenMap


def _counted(done: Done[c.EnterCount] | Done[c.TakeResult]) -> str:
    return game_text(done.t, finding.table(done.t, done.command.board))


def _import(t: Tournament, command: c.ImportCounts, now: datetime) -> list[Event]:
    from dragoman.tournament.publishing import csv_files

    rows = csv_files.read_counts(command.file.text, t.settings.variant, command.sure)
    return center_counts.count_all(t, rows, now)


def _take_result(t: Tournament, command: c.TakeResult) -> list[Event]:
    from dragoman.tournament.actions import results_elsewhere

    variant = finding.table(t, command.board).variant
    called = results_elsewhere.names_of_columns(command.columns)
    told = results_elsewhere.Told(command.ended, command.winner, called)
    result = results_elsewhere.result_in(command.file.text, variant, told)
    return played_elsewhere.take_result(t, command.board, result)


def _board(done: Done[c.ShowBoard]) -> Answer:
    t, table = done.t, finding.table(done.t, done.command.board)
    data = {
        "board": table.key,
        "seats": {power: t.players[p].name for power, p in table.seats.items()},
        "counts": {str(year): counts for year, counts in table.counts.items()},
        "ending": table.ending,
        "winner": table.winner,
        "complete": table.complete,
    }
    return Answer(game_text(t, table), data)


def game_text(t: Tournament, table: Table) -> str:
    """Who plays on a board, the counts year by year, and how the game stands."""
    years = list(table.counts)
    rows: list[tuple[object, ...]] = [("", "", *(str(year)[2:] for year in years))]
    for power, player in table.seats.items():
        counts = [table.counts[year][power] or "-" for year in years]
        rows.append((power.title(), t.players[player].name, *counts))
    right = " ".join(str(i + 2) for i in range(len(years)))
    state = {
        "": "playing",
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


def _codes(done: Done[c.GiveCodes]) -> str:
    from dragoman.tournament.publishing.printed_pages import sheets_with_codes

    number = finding.round_meant(done.t, done.command.round)
    old = sheets_with_codes(done.folder / "print", number)
    lines = [f"{path} shows the old codes" for path in old]
    again = "print again" if old else "on the boards' sheets"
    lines.append(f"{again}: print boards --round {number}")
    return "\n".join([table_text(list(done.t.rounds[number].codes.items())), *lines])


def _reports(done: Done[c.ListReports]) -> Answer:
    waiting = [one.told for one in reports.waiting(done.t)]
    rows = [(one.number, one.board, *_row(done.t, one)) for one in waiting]
    data = [_data(one) for one in waiting]
    return Answer(table_text(rows, "0") or "no report waits", {"reports": data})


def _row(t: Tournament, told: CountReported | SheetReported) -> tuple[str, str]:
    if isinstance(told, SheetReported):
        unsigned = finding.names(t, told.unsigned)
        text = places_text(t, told.places)
        return told.game, f"{text}; not signed by {unsigned}" if unsigned else text
    counts = (f"{power.title()} {count}" for power, count in told.counts.items())
    return str(told.year), " ".join(counts)


def _data(told: CountReported | SheetReported) -> dict[str, Any]:
    kind = "sheet" if isinstance(told, SheetReported) else "count"
    return {"kind": kind, **as_data(told)}


def _confirmed(done: Done[c.ConfirmReport]) -> str:
    told = done.t.reports[done.command.number].told
    if isinstance(told, SheetReported):
        return sheet_text(done.t, max(done.t.sheets))
    return game_text(done.t, finding.table(done.t, told.board))


RULES: Final[Rules] = FrozenMap(
    {
        c.EnterCount: acts_now(center_counts.count, _counted),
        c.ImportCounts: acts_now(_import, lambda done: f"{len(done.events)} counts entered"),
        c.TakeResult: acts(_take_result, _counted),
        c.ShowBoard: asks(_board),
        c.GiveCodes: acts(reports.give_codes, _codes),
        c.ListReports: asks(_reports),
        c.ConfirmReport: acts_now(reports.take, _confirmed),
        c.RejectReport: acts(reports.refuse, lambda done: "noted; it counts nothing"),
    }
)
