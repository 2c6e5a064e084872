"""``dragoman tournament``: counts that tables tell from their phones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import AsJson, OfRound, act, ask, moment, table_text
from dragoman.cli.tournament.counts import Sure, game_text
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_PANEL = "At the tables"

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="the number of the report")]


@app.command(rich_help_panel=_PANEL)
def codes(context: typer.Context, round_: OfRound = None, as_json: AsJson = False) -> None:
    """Give every board of a round a code, to tell its counts from a phone at /board of the hall's
    address. Codes given before count no more.
    """
    from dragoman.tournament.actions import finding, reports

    def number(t: Tournament) -> int:
        return round_ or finding.round_in_hand(t)

    act(
        context,
        as_json,
        lambda t: reports.give_codes(t, number(t)),
        lambda t: table_text(list(t.rounds[number(t)].codes.items())),
    )


@app.command(rich_help_panel=_PANEL)
def reports(context: typer.Context, as_json: AsJson = False) -> None:
    """List the counts from phones that wait for your word."""
    from dragoman.tournament.actions import reports

    def tell(t: Tournament) -> Answer:
        waiting = [one.told for one in reports.waiting(t)]
        rows = [
            (
                one.number,
                one.board,
                one.year,
                " ".join(f"{power.title()} {count}" for power, count in one.counts.items()),
            )
            for one in waiting
        ]
        data = [
            {
                "number": one.number,
                "board": one.board,
                "year": one.year,
                "counts": dict(one.counts),
            }
            for one in waiting
        ]
        return Answer(table_text(rows, "0") or "no report waits", {"reports": data})

    ask(context, as_json, tell)


@app.command(rich_help_panel=_PANEL)
def confirm(
    context: typer.Context, number: Number, sure: Sure = False, as_json: AsJson = False
) -> None:
    """Take a count that a table told; from now on it counts, as if you had typed it."""
    from dragoman.tournament.actions import finding, reports

    act(
        context,
        as_json,
        lambda t: reports.take(t, number, sure, moment(context)),
        lambda t: game_text(t, finding.table(t, t.reports[number].told.board)),
    )


@app.command(rich_help_panel=_PANEL)
def reject(context: typer.Context, number: Number, as_json: AsJson = False) -> None:
    """Do not take a count that a table told; let it count again."""
    from dragoman.tournament.actions import reports

    act(context, as_json, lambda t: reports.refuse(t, number), lambda t: "noted; it counts nothing")
