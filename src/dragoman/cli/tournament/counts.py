"""``dragoman tournament``: the centre counts of the boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    Board,
    act,
    acted,
    ask,
    desk_of,
    moment,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dragoman.tournament.log.events import Event
    from dragoman.tournament.log.state import Table, Tournament

app = typer.Typer()

_TABLES = "At the tables"

Sure = Annotated[
    bool, typer.Option("--sure", help="it is so, although a power took more than it could")
]


@app.command(rich_help_panel=_TABLES)
def count(
    context: typer.Context,
    board: Board,
    counts: Annotated[
        list[str],
        typer.Argument(
            metavar="COUNT...",
            help="A5 E6 F7 and so on, or a number for each power in the order of the names",
        ),
    ],
    year: Annotated[
        int | None, typer.Option("--year", "-y", help="the year; else the next one")
    ] = None,
    neutral: Annotated[
        int, typer.Option("--neutral", "-n", help="centres that nobody owns yet", min=0)
    ] = 0,
    correct: Annotated[
        bool, typer.Option("--correct", help="put right a count entered before")
    ] = False,
    sure: Sure = False,
    as_json: AsJson = False,
) -> None:
    """Enter the centres of a board after a fall. They have to add up to those of the map.

    As many as win (18 on the standard map) end the game as a solo. A power cannot take more
    centres in a year than it has units: such a count is asked about before the hall sees it.

    Example: dragoman tournament count C A5 E4 F5 G4 I4 R5 T4 --neutral 3
    """
    from dragoman.tournament.actions import center_counts, finding

    act(
        context,
        as_json,
        lambda t: center_counts.count(
            t,
            board,
            center_counts.read_counts(finding.table(t, board).variant, counts),
            year,
            neutral,
            correct,
            moment(context),
            sure,
        ),
        lambda t: game_text(t, finding.table(t, board)),
    )


@app.command("import-counts", rich_help_panel=_TABLES)
def import_counts(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a CSV file, - for standard input")],
    sure: Sure = False,
    as_json: AsJson = False,
) -> None:
    """Enter many counts from a spreadsheet, all of them or none.

    The columns are board, year, the powers or their letters, and neutral.
    "export counts" writes such a file.
    """

    def answer() -> Answer:
        from dragoman.cli.text_input import read_any_text
        from dragoman.diagnostics import has_errors
        from dragoman.tournament.actions import center_counts
        from dragoman.tournament.publishing import csv_files

        text, faults = read_any_text(file)
        if has_errors(faults):
            return Answer(diagnostics=faults)
        numbers: list[int] = []

        def decide(t: Tournament) -> Sequence[Event]:
            events = center_counts.count_all(
                t, csv_files.read_counts(text, t.settings.variant), moment(context), sure
            )
            numbers.append(len(events))
            return events

        return acted(desk_of(context), decide, lambda t: f"{numbers[0]} counts entered")

    deliver(answer, as_json)


@app.command("take-result", rich_help_panel=_TABLES)
def take_result(
    context: typer.Context,
    board: Board,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a JSON or CSV file, - for standard input")
    ],
    ended: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="how, for a table: solo, concession, voted-draw, time-draw, abandoned",
        ),
    ] = "",
    winner: Annotated[
        str,
        typer.Option(
            metavar="POWER", help="to whom the game was conceded, if the file does not say"
        ),
    ] = "",
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            metavar="NAME=POWER",
            help="what a column or line means, as in 'Austria-Hungary=A'; as often as needed",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Enter the result of a board that was played elsewhere: its counts and its end.

    The file is one of these. What a judge like this one answers at /api/games/GAME/board-result
    once the game is over. What webDiplomacy answers to game/status. Or a table of the counts, as
    CSV: a line for each year and a column for each power, or the other way round; say how the game
    ended. "undo" takes it back, should the game be played on after all.

    Example: dragoman tournament take-result 1B counts.csv --ended voted-draw
    """

    def answer() -> Answer:
        from dragoman.cli.text_input import read_any_text
        from dragoman.diagnostics import has_errors
        from dragoman.tournament.actions import played_elsewhere, results_elsewhere

        text, faults = read_any_text(file)
        if has_errors(faults):
            return Answer(diagnostics=faults)

        def decide(t: Tournament) -> Sequence[Event]:
            variant = table(t, board).variant
            called = results_elsewhere.names_of_columns(columns or ())
            told = results_elsewhere.Told(ended, winner, called)
            result = results_elsewhere.result_in(text, variant, told)
            return played_elsewhere.take_result(t, board, result)

        def tell(t: Tournament) -> Answer:
            return Answer(game_text(t, table(t, board)))

        from dragoman.tournament.actions.finding import table

        return acted(desk_of(context), decide, tell)

    deliver(answer, as_json)


@app.command(rich_help_panel=_TABLES)
def board(context: typer.Context, board: Board, as_json: AsJson = False) -> None:
    """Show a board: who plays, the counts year by year, how the game stands."""
    from dragoman.tournament.actions import finding

    def tell(t: Tournament) -> Answer:
        table = finding.table(t, board)
        data = {
            "board": table.key,
            "seats": {power: t.players[p].name for power, p in table.seats.items()},
            "counts": {str(year): counts for year, counts in table.counts.items()},
            "ending": table.ending,
            "winner": table.winner,
            "complete": table.complete,
        }
        return Answer(game_text(t, table), data)

    ask(context, as_json, tell)


def game_text(t: Tournament, table: Table) -> str:
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
