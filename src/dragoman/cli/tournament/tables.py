"""``dragoman tournament``: what happens at the tables: orders, counts, judging."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    At,
    Because,
    Board,
    OfSeason,
    act,
    acted,
    ask,
    folder_of,
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
Powers = Annotated[
    list[str], typer.Argument(metavar="POWER...", help="powers by their letters: A E F G I R T")
]


# The orders box.


@app.command(rich_help_panel=_TABLES)
def late(
    context: typer.Context,
    board: Board,
    powers: Powers,
    season: OfSeason = None,
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Orders of these powers came after "Time" was called.

    Says what that means: the first time in the tournament a verbal warning, from then on
    civil disorder for the season. Who hands in nothing at all goes under "read --missing".

    Example: dragoman tournament late C T
    """
    from dragoman.tournament.actions import orders_box

    act(
        context,
        as_json,
        lambda t: orders_box.put_in_late(t, board, powers, season, moment(at)),
        lambda t: _lateness_text(t, board),
    )


@app.command("in", rich_help_panel=_TABLES)
def in_(
    context: typer.Context,
    board: Board,
    powers: Powers,
    season: OfSeason = None,
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Orders of these powers are put into the box; the clock says whether in time.

    Only where you want a record of every paper. Without it, tell of late ones with "late".
    """
    from dragoman.tournament.actions import finding, orders_box

    def tell(t: Tournament) -> str:
        table = finding.table(t, board)
        when = max(table.box)
        there = ", ".join(power.title() for power in table.box[when])
        return f"board {table.key}, {when.spoken}: in the box: {there}\n{_lateness_text(t, board)}"

    act(
        context,
        as_json,
        lambda t: orders_box.put_in(t, board, powers, season, moment(at)),
        tell,
    )


@app.command(rich_help_panel=_TABLES)
def read(
    context: typer.Context,
    board: Board,
    missing: Annotated[
        list[str] | None,
        typer.Option("--missing", "-m", metavar="POWER", help="no orders of it are in the box"),
    ] = None,
    absent: Annotated[
        list[str] | None,
        typer.Option("--absent", metavar="POWER", help="is not at the board, and cannot read"),
    ] = None,
    season: OfSeason = None,
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Reading begins: no orders are taken any more. Says who reads first.

    Powers without orders are in civil disorder for the season, and that counts as late.

    Example: dragoman tournament read C --missing T
    """
    from dragoman.tournament.actions import finding, orders_box

    def tell(t: Tournament) -> str:
        table = finding.table(t, board)
        when = max(table.readings)
        reader = table.readings[when].reader
        who = t.players[table.seats[reader]].name
        text = f"board {table.key}, {when.spoken}: {reader.title()} ({who}) reads"
        disorder = sorted(t.disordered(table, when))
        if disorder:
            text += f"\ncivil disorder: {', '.join(power.title() for power in disorder)}"
        return text

    act(
        context,
        as_json,
        lambda t: orders_box.begin_reading(
            t, board, missing or (), absent or (), season, moment(at)
        ),
        tell,
    )


@app.command(rich_help_panel=_TABLES)
def lateness(context: typer.Context, as_json: AsJson = False) -> None:
    """List who was late with orders, when, and what it cost."""

    def tell(t: Tournament) -> Answer:
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

    ask(context, as_json, tell)


# Counts.


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
    as_json: AsJson = False,
) -> None:
    """Enter the centres of a board after a fall. They have to add up to those of the map.

    As many as win (18 on the standard map) end the game as a solo.

    Example: dragoman tournament count C A5 E4 F5 G4 I4 R5 T4 --neutral 3
    """
    from dragoman.tournament.actions import finding, games

    act(
        context,
        as_json,
        lambda t: games.count(
            t,
            board,
            games.read_counts(finding.table(t, board).variant, counts),
            year,
            neutral,
            correct,
            moment(None),
        ),
        lambda t: game_text(t, finding.table(t, board)),
    )


@app.command("import-counts", rich_help_panel=_TABLES)
def import_counts(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a CSV file, - for standard input")],
    as_json: AsJson = False,
) -> None:
    """Enter many counts from a spreadsheet, all of them or none.

    The columns are board, year, the powers or their letters, and neutral.
    "export counts" writes such a file.
    """

    def answer() -> Answer:
        from dragoman.cli.text_input import read_any_text
        from dragoman.diagnostics import has_errors
        from dragoman.tournament.actions import games
        from dragoman.tournament.publishing import csv_files

        text, faults = read_any_text(file)
        if has_errors(faults):
            return Answer(diagnostics=faults)
        numbers: list[int] = []

        def decide(t: Tournament) -> Sequence[Event]:
            events = games.count_all(
                t, csv_files.read_counts(text, t.settings.variant), moment(None)
            )
            numbers.append(len(events))
            return events

        return acted(folder_of(context), decide, lambda t: f"{numbers[0]} counts entered")

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


# Judging.


@app.command(rich_help_panel=_TABLES)
def judge(
    context: typer.Context,
    board: Board,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="the orders, - for standard input; none shows the position"
        ),
    ] = None,
    final: Annotated[
        bool, typer.Option("--final", help="make it final; without this it is only shown")
    ] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="UNIT=RULING",
            help='your word on an order: "A BUD=illegal" or "A BUD=ambiguous"',
        ),
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="pass over what cannot be read")] = False,
    as_json: AsJson = False,
) -> None:
    """Judge a table's turn from typed orders, by rule 16 and the preset's rule set.

    A unit with an illegal order stands and may not be supported to hold; one with an
    ambiguous order stands and may be. Powers in civil disorder have no orders. A board that
    is judged here needs no counts: the fall gives them.

    Example: dragoman tournament judge C orders.txt --rule "A BUD=ambiguous" --final
    """

    def answer() -> Answer:
        from dragoman.cli.text_input import read_any_text
        from dragoman.diagnostics import has_errors
        from dragoman.tournament.actions import judging
        from dragoman.tournament.log.store import Store
        from dragoman.tournament.refusal import ActionRefused

        folder = folder_of(context)
        try:
            if file is None:
                text = judging.position(Store(folder).load(), board)
                return Answer(text, {"position": text.splitlines()})
            text, faults = read_any_text(file)
            if has_errors(faults):
                return Answer(diagnostics=faults)
            rulings = dict(map(judging.read_ruling, rule or ()))
            source = "standard input" if str(file) == "-" else str(file)

            def judged(t: Tournament) -> judging.Judgement:
                return judging.judge_turn(t, board, text, rulings, source, anyway)

            if not final:
                found = judged(Store(folder).load())
            else:
                kept: list[judging.Judgement] = []

                def decide(t: Tournament) -> Sequence[Event]:
                    kept.append(judged(t))
                    return kept[0].events

                Store(folder).act(decide)
                found = kept[0]
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        lines = [found.report.rstrip()] if found.report else []
        if found.disorder:
            lines.append(f"Civil disorder: {', '.join(p.title() for p in found.disorder)}")
        for one in found.misorders:
            who = " (your ruling)" if one.by_director else ""
            held = "may not" if one.ruling == "illegal" else "may"
            lines.append(
                f"{one.unit}: {one.ruling}{who}; it stands and {held} be supported to hold"
            )
        if found.report and not final:
            lines.append("Nothing is final yet; to make it so, say it again with --final.")
        data = {
            "final": final and bool(found.events),
            "report": found.report.splitlines(),
            "misorders": [{"unit": str(one.unit), "ruling": one.ruling} for one in found.misorders],
            "disorder": list(found.disorder),
        }
        return Answer("\n".join(lines), data, found.faults)

    deliver(answer, as_json)


@app.command(rich_help_panel=_TABLES)
def reopen(
    context: typer.Context, board: Board, because: Because = "", as_json: AsJson = False
) -> None:
    """Take back the last judged phase of a board after an error was found (rule 18)."""
    from dragoman.tournament.actions import finding, judging

    act(
        context,
        as_json,
        lambda t: judging.reopen(t, board, because),
        lambda t: f"{finding.table(t, board).reopened[-1].phase} is open again",
    )


def _lateness_text(t: Tournament, board: str) -> str:
    from dragoman.tournament.actions import finding
    from dragoman.tournament.rules.late_orders import Ruling

    table = finding.table(t, board)
    when = max(table.box)
    lines: list[str] = []
    for one in t.lateness:
        if one.board != table.key or one.season != when:
            continue
        name = t.players[one.player].name
        times = t.late_count(one.player)
        if one.ruling is Ruling.WARNING:
            said = "verbal warning; the orders count unless reading has begun"
        else:
            said = f"civil disorder in {when.spoken} (late {times} times)"
        lines.append(f"{one.power.title()} ({name}): {said}")
    return "\n".join(lines)


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
    if table.ending and not table.complete:
        state += f"; the count of {table.final_year} is still to come"
    lines = [f"Board {table.key}: {state}", table_text(rows, right)]
    return "\n".join(lines)
