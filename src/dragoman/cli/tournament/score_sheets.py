"""``dragoman tournament``: the score sheets of the board-games competition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    act,
    ask,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_GAMES = "Board games"


@app.command(rich_help_panel=_GAMES)
def sheet(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="the game, or a part of its name")],
    places: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help="from first to last; equals joined: 4=17"),
    ],
    unsigned: Annotated[
        list[str] | None,
        typer.Option("--unsigned", metavar="PLAYER", help="has not signed; once for each"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take a score sheet of the board-games competition.

    It counts if all players signed it; where somebody refuses, rule on it with "sheetruling".
    No sheet is taken after the last round.

    Example: dragoman tournament sheet settlers 12 4 31 8
    """
    from dragoman.tournament.actions import side_events

    act(
        context,
        as_json,
        lambda t: side_events.hand_in(t, game, places, unsigned or ()),
        lambda t: sheet_text(t, max(t.sheets)),
    )


@app.command(rich_help_panel=_GAMES)
def sheetruling(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="the number of the sheet")],
    counts: Annotated[bool, typer.Option("--counts/--void", help="it counts, or it does not")],
    because: Because = "",
    as_json: AsJson = False,
) -> None:
    """Say that a sheet counts although not all signed it, or that it does not count."""
    from dragoman.tournament.actions import side_events

    act(
        context,
        as_json,
        lambda t: side_events.rule_on_sheet(t, number, counts, because),
        lambda t: sheet_text(t, number),
    )


@app.command(rich_help_panel=_GAMES)
def sheets(context: typer.Context, as_json: AsJson = False) -> None:
    """List the score sheets."""

    def tell(t: Tournament) -> Answer:
        data = [
            {
                "number": number,
                "game": one.handed_in.game,
                "places": [[t.players[p].name for p in ps] for ps in one.handed_in.places],
                "counts": one.counts,
            }
            for number, one in t.sheets.items()
        ]
        text = "\n".join(sheet_text(t, number) for number in t.sheets)
        return Answer(text or "no sheet was handed in yet", {"sheets": data})

    ask(context, as_json, tell)


def sheet_text(t: Tournament, number: int) -> str:
    """What a sheet says, and whether it counts."""
    one = t.sheets[number]
    text = f"sheet {number}, {one.handed_in.game}: {places_text(t, one.handed_in.places)}"
    if not one.counts:
        unsigned = ", ".join(t.players[p].name for p in one.handed_in.unsigned)
        why = one.reason or (f"not signed by {unsigned}" if unsigned else "")
        text += f"; does not count ({why})" if why else "; does not count"
    return text


def places_text(t: Tournament, places: Sequence[Sequence[int]]) -> str:
    """Players from first to last, equals joined."""
    return ", ".join("=".join(t.players[one].name for one in place) for place in places)
