"""``dragoman tournament``: who never shares a board, who is spread over them, who is a team."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    Person,
    act,
    ask,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dragoman.tournament.log.events import Event
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_PANEL = "People"


@app.command(rich_help_panel=_PANEL)
def apart(
    context: typer.Context,
    one: Person,
    other: Annotated[str, typer.Argument(metavar="PLAYER", help="the other player")],
    lift: Annotated[bool, typer.Option("--lift", help="no longer")] = False,
    because: Because = "",
    as_json: AsJson = False,
) -> None:
    """Keep two players apart: a draw never puts them on one board."""
    from dragoman.tournament.actions import people

    act(
        context,
        as_json,
        lambda t: people.keep_apart(t, one, other, because, not lift),
        _apart_text,
    )


@app.command(rich_help_panel=_PANEL)
def spread(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help='as in beginners, "Wellington club"')],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER...", help="its players; without any it is dissolved"),
    ] = None,
    best: Annotated[
        int,
        typer.Option(metavar="NUMBER", help="so many who did best in earlier events", min=0),
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Spread some players over the boards as evenly as can be: a club, the beginners, the best.

    A wish, not a must: repeats of opponents weigh more. Results of earlier events come from the
    players' file (read-players).

    Example: dragoman tournament spread seeds --best 6
    """
    from dragoman.tournament.actions import seating

    act(
        context,
        as_json,
        lambda t: seating.spread(t, name, names or (), best),
        lambda t: (
            "\n".join(
                f"{called}: {', '.join(t.players[p].name for p in players)}"
                for called, players in t.spread.items()
            )
            or "nobody is spread"
        ),
    )


@app.command(rich_help_panel=_PANEL)
def team(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="TEAM", help="the name of the team")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="its players")
    ] = None,
    signed: Annotated[
        list[str] | None,
        typer.Option("--signed", metavar="PLAYER", help="who signed his part; once for each"),
    ] = None,
    strike: Annotated[bool, typer.Option("--strike", help="strike the team out")] = False,
    as_json: AsJson = False,
) -> None:
    """Take the entry form of a team, or change it. Each player signs his own part.

    Team-mates get different boards in the round of the teams. Who has not signed does not
    score for the team.

    Example: dragoman tournament team "Red Bishops" 4 17 32 --signed 4
    """

    def decide(t: Tournament) -> Sequence[Event]:
        from dragoman.tournament.actions import people

        if strike:
            return people.strike_team(t, name)
        return people.enter_team(t, name, names or (), signed or ())

    act(context, as_json, decide, _teams_text)


@app.command(rich_help_panel=_PANEL)
def teams(context: typer.Context, as_json: AsJson = False) -> None:
    """List the teams, and who of them has not signed yet."""

    def tell(t: Tournament) -> Answer:
        data = [
            {"team": one.name, "players": list(one.players), "signed": list(one.signed)}
            for one in t.teams.values()
        ]
        return Answer(_teams_text(t), {"teams": data})

    ask(context, as_json, tell)


def _apart_text(t: Tournament) -> str:
    pairs = [
        " and ".join(t.players[p].name for p in sorted(pair)) + (f" ({why})" if why else "")
        for pair, why in t.apart.items()
    ]
    return f"kept apart: {'; '.join(pairs)}" if pairs else "nobody is kept apart"


def _teams_text(t: Tournament) -> str:
    lines = [
        f"{one.name}: "
        + ", ".join(
            t.players[p].name + ("" if p in one.signed else " (not signed)") for p in one.players
        )
        for one in t.teams.values()
    ]
    return "\n".join(lines) or "no team has entered yet"
