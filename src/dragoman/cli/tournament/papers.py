"""``dragoman tournament``: pages to print, and files for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    OfRound,
    folder_of,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    pass

app = typer.Typer()

_RESULTS = "Results"


@app.command("print", rich_help_panel=_RESULTS)
def print_(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="calls, boards, slips, orders, retreats, winter, standings, awards, scores",
        ),
    ],
    round_: OfRound = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="make a PDF as well")] = False,
    as_json: AsJson = False,
) -> None:
    """Make pages to print, in the folder "print" of the tournament.

    calls: who sits where. boards: a sheet for each board, with its counts to fill in and the code
    that "codes" gave it. slips: a slip for each player with board and power. orders: order
    forms headed with game, power and player. retreats and winter: slips for the retreats of each
    season, and for builds and removals. standings and awards: for the wall, after the
    ceremony. scores: every game, for your files. Print the HTML from any browser, or ask for
    a PDF, which needs Chromium or a browser of its family.

    Example: dragoman tournament print calls --round 1 --pdf
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.actions import finding
        from dragoman.tournament.log.store import Store
        from dragoman.tournament.publishing import printed_pages

        folder = folder_of(context)
        try:
            t = Store(folder).load()
            number = round_ or finding.round_in_hand(t)
            made = printed_pages.print_pages(t, what, number, folder / "print", pdf)
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        return Answer("\n".join(map(str, made)), {"files": [str(path) for path in made]})

    deliver(answer, as_json)


@app.command(rich_help_panel=_RESULTS)
def export(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="players, calls, counts, scores, standings, wdd"),
    ],
    target: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="the file to write, - for standard output"),
    ] = Path("-"),
    round_: OfRound = None,
    as_json: AsJson = False,
) -> None:
    """Write tables for spreadsheets, and the two files of the World Diplomacy Database.

    For wdd, FILE is the beginning of two names: export wdd nz99 writes
    nz99-classification.csv and nz99-boards.csv. They hold standings: for after the ceremony.
    """

    def answer() -> Answer:
        from dragoman.files import write_atomically
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.actions import finding
        from dragoman.tournament.log.store import Store
        from dragoman.tournament.publishing import exports

        try:
            t = Store(folder_of(context)).load()
            tables = exports.export(t, what, round_ or finding.round_in_hand(t))
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        if str(target) == "-":
            if len(tables) > 1:
                raise typer.BadParameter("these are two files: name the beginning of their names")
            return Answer("".join(tables.values()), {"csv": "".join(tables.values())})
        made: list[Path] = []
        for ending, text in tables.items():
            path = target if not ending else target.with_name(f"{target.name}-{ending}.csv")
            write_atomically(path, text)
            made.append(path)
        return Answer("\n".join(map(str, made)), {"files": [str(path) for path in made]})

    deliver(answer, as_json)
