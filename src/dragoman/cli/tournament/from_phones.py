"""``dragoman tournament``: counts and score sheets that come from phones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    OfRound,
    act,
    ask,
    folder_of,
    moment,
    table_text,
)
from dragoman.cli.tournament.counts import Sure, game_text
from dragoman.cli.tournament.score_sheets import places_text, sheet_text
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from dragoman.tournament.log.events import CountReported, SheetReported
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_PANEL = "At the tables"

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="the number of the report")]


@app.command(rich_help_panel=_PANEL)
def codes(context: typer.Context, round_: OfRound = None, as_json: AsJson = False) -> None:
    """Give every board of a round a code, to tell its counts from a phone at /board of the hall's
    address, and score sheets of the board games. Codes given before count no more.

    "print boards" makes a sheet for each board with its code.
    """
    from dragoman.tournament.actions import finding, reports
    from dragoman.tournament.publishing.printed_pages import sheets_with_codes

    def number(t: Tournament) -> int:
        return round_ or finding.round_in_hand(t)

    def tell(t: Tournament) -> str:
        found = number(t)
        old = sheets_with_codes(folder_of(context) / "print", found)
        lines = [f"{path} shows the old codes" for path in old]
        again = "print again" if old else "on the boards' sheets"
        lines.append(f"{again}: print boards --round {found}")
        return "\n".join([table_text(list(t.rounds[found].codes.items())), *lines])

    act(
        context,
        as_json,
        lambda t: reports.give_codes(t, number(t)),
        tell,
    )


@app.command(rich_help_panel=_PANEL)
def reports(context: typer.Context, as_json: AsJson = False) -> None:
    """List the counts and score sheets from phones that wait for your word."""
    from dragoman.tournament.actions import reports

    def tell(t: Tournament) -> Answer:
        waiting = [one.told for one in reports.waiting(t)]
        rows = [(one.number, one.board, *_row(t, one)) for one in waiting]
        data = [_data(one) for one in waiting]
        return Answer(table_text(rows, "0") or "no report waits", {"reports": data})

    ask(context, as_json, tell)


@app.command(rich_help_panel=_PANEL)
def confirm(
    context: typer.Context, number: Number, sure: Sure = False, as_json: AsJson = False
) -> None:
    """Take a count or a score sheet from a phone; from now on it counts, as if you had typed it.

    With --sure also a count that no play comes to, and a sheet just like one that is in.
    """
    from dragoman.tournament.actions import finding, reports
    from dragoman.tournament.log.events import SheetReported

    def tell(t: Tournament) -> str:
        told = t.reports[number].told
        if isinstance(told, SheetReported):
            return sheet_text(t, max(t.sheets))
        return game_text(t, finding.table(t, told.board))

    act(context, as_json, lambda t: reports.take(t, number, sure, moment(context)), tell)


@app.command(rich_help_panel=_PANEL)
def reject(context: typer.Context, number: Number, as_json: AsJson = False) -> None:
    """Do not take a count or a sheet from a phone; let them look again."""
    from dragoman.tournament.actions import reports

    act(context, as_json, lambda t: reports.refuse(t, number), lambda t: "noted; it counts nothing")


def _row(t: Tournament, told: CountReported | SheetReported) -> tuple[str, str]:
    from dragoman.tournament.log.events import SheetReported

    if isinstance(told, SheetReported):
        unsigned = ", ".join(t.players[one].name for one in told.unsigned)
        text = places_text(t, told.places)
        return told.game, f"{text}; not signed by {unsigned}" if unsigned else text
    counts = (f"{power.title()} {count}" for power, count in told.counts.items())
    return str(told.year), " ".join(counts)


def _data(told: CountReported | SheetReported) -> dict[str, Any]:
    from dragoman.tournament.log.event_json import as_data
    from dragoman.tournament.log.events import SheetReported

    kind = "sheet" if isinstance(told, SheetReported) else "count"
    return {"kind": kind, **as_data(told)}
