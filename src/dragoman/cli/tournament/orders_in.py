"""``dragoman tournament``: the orders box, and who reads the orders out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    At,
    Board,
    OfSeason,
    act,
    ask,
    moment,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_TABLES = "At the tables"

Powers = Annotated[
    list[str],
    typer.Argument(metavar="POWER...", help="powers by their letters: as in A E T"),
]


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
        lambda t: orders_box.put_in_late(t, board, powers, season, moment(context, at)),
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

    Only where you want a record of every paper. Without it, report late ones with "late".
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
        lambda t: orders_box.put_in(t, board, powers, season, moment(context, at)),
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
    reader: Annotated[
        str, typer.Option("--reader", metavar="POWER", help="reads although it is another's turn")
    ] = "",
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
        reading = t.reader(table, when)
        assert reading is not None
        who = t.players[table.seats[reading]].name
        text = f"board {table.key}, {when.spoken}: {reading.title()} ({who}) reads"
        disorder = sorted(t.disordered(table, when))
        if disorder:
            text += f"\ncivil disorder: {', '.join(power.title() for power in disorder)}"
        return text

    act(
        context,
        as_json,
        lambda t: orders_box.begin_reading(
            t, board, missing or (), absent or (), season, moment(context, at), reader
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
