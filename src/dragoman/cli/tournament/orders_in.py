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
    from collections.abc import Sequence

    from dragoman.tournament.log.events import Event
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
    from dragoman.tournament.log.settling import settled

    noted: list[Event] = []

    def decide(t: Tournament) -> Sequence[Event]:
        events = orders_box.put_in_late(t, board, powers, season, moment(context, at))
        noted[:] = [settled(t, event) for event in events]
        return events

    act(context, as_json, decide, lambda t: _lateness_text(t, noted))


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
    from dragoman.tournament.log import events as ev
    from dragoman.tournament.log.settling import settled
    from dragoman.tournament.rules.season import Season

    noted: list[Event] = []

    def decide(t: Tournament) -> Sequence[Event]:
        events = orders_box.put_in(t, board, powers, season, moment(context, at))
        noted[:] = [settled(t, event) for event in events]
        return events

    def tell(t: Tournament) -> str:
        table = finding.table(t, board)
        first = noted[0]
        assert isinstance(first, ev.OrdersIn)
        when = Season.parse(first.season)
        there = ", ".join(power.title() for power in table.box[when])
        said = f"board {table.key}, {when.spoken}: in the box: {there}"
        return "\n".join(filter(None, (said, _lateness_text(t, noted))))

    act(context, as_json, decide, tell)


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
    from dragoman.tournament.log import events as ev
    from dragoman.tournament.log.settling import settled
    from dragoman.tournament.rules.season import Season

    noted: list[Event] = []

    def decide(t: Tournament) -> Sequence[Event]:
        when = moment(context, at)
        events = orders_box.begin_reading(
            t, board, missing or (), absent or (), season, when, reader
        )
        noted[:] = [settled(t, event) for event in events]
        return events

    def tell(t: Tournament) -> str:
        table = finding.table(t, board)
        first = noted[0]
        assert isinstance(first, ev.ReadingBegan)
        when = Season.parse(first.season)
        reading = t.reader(table, when)
        assert reading is not None
        who = t.players[table.seats[reading]].name
        text = f"board {table.key}, {when.spoken}: {reading.title()} ({who}) reads"
        disorder = sorted(t.disordered(table, when))
        if disorder:
            text += f"\ncivil disorder: {', '.join(power.title() for power in disorder)}"
        return text

    act(context, as_json, decide, tell)


@app.command(rich_help_panel=_TABLES)
def reader(
    context: typer.Context, board: Board, season: OfSeason = None, as_json: AsJson = False
) -> None:
    """Say whose turn it is to read. The duty goes round with every season by itself.

    Example: dragoman tournament reader C
    """
    from dragoman.tournament.actions import finding

    def tell(t: Tournament) -> Answer:
        table = finding.table(t, board)
        finding.started_round(t, table.round)
        when = finding.season(t, table, season, moment(context), over=False)
        reading = t.reader(table, when) or ""
        name = t.players[table.seats[reading]].name if reading else "nobody"
        text = f"board {table.key}, {when.spoken}: {reading.title()} ({name}) reads"
        return Answer(text, {"board": table.key, "season": str(when), "reader": reading})

    ask(context, as_json, tell)


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


def _lateness_text(t: Tournament, events: Sequence[Event]) -> str:
    """What the orders that were just noted cost those who were late with them."""
    from dragoman.tournament.log import events as ev
    from dragoman.tournament.rules.late_orders import Ruling

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
