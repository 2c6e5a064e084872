"""``dragoman tournament``: penalties, disputes, rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    OfRound,
    OfSeason,
    Person,
    act,
    ask,
    moment,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_CONDUCT = "Conduct"


@app.command(rich_help_panel=_CONDUCT)
def penalty(
    context: typer.Context,
    player: Person,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="warning, season-suspension, game-suspension, round-disqualification, "
            "disqualification, points, game-zero",
        ),
    ],
    because: Because = "",
    points: Annotated[
        str, typer.Option(metavar="POINTS", help="how many points are taken off")
    ] = "",
    round_: OfRound = None,
    board: Annotated[
        str, typer.Option("--board", "-b", metavar="BOARD", help="the game that it is about")
    ] = "",
    season: OfSeason = None,
    as_json: AsJson = False,
) -> None:
    """Impose a penalty. In which order you go through the kinds is up to you (rule 24).

    A suspension puts the player's power in civil disorder, for a season or for the rest of
    the game. game-zero takes a game's points from one who had help from outside; the others
    keep theirs. Somebody who shows a voting token may be disqualified.

    Example: dragoman tournament penalty 12 points --points 5 --because "talked in retreats"
    """
    from dragoman.tournament.actions import conduct, finding

    def number(t: Tournament) -> int:
        return round_ or finding.round_in_hand(t)

    act(
        context,
        as_json,
        lambda t: conduct.penalise(
            t,
            player,
            kind,
            because,
            points=points,
            round_=number(t) if kind == "round-disqualification" or round_ else 0,
            board=board,
            season=season,
            now=moment(context),
        ),
        _penalties_text,
    )


@app.command(rich_help_panel=_CONDUCT)
def lift(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="the number of the penalty")],
    as_json: AsJson = False,
) -> None:
    """Take a penalty back. That it was imposed stays in the log."""
    from dragoman.tournament.actions import conduct

    act(context, as_json, lambda t: conduct.lift(t, number), _penalties_text)


@app.command(rich_help_panel=_CONDUCT)
def penalties(context: typer.Context, as_json: AsJson = False) -> None:
    """List the penalties."""

    def tell(t: Tournament) -> Answer:
        data = [
            {
                "number": number,
                "player": t.players[one.given.player].name,
                "kind": one.given.kind,
                "points": one.given.points,
                "board": one.given.board,
                "because": one.given.reason,
                "lifted": one.lifted,
            }
            for number, one in t.penalties.items()
        ]
        return Answer(_penalties_text(t), {"penalties": data})

    ask(context, as_json, tell)


@app.command(rich_help_panel=_CONDUCT)
def committee(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="all members; none lists them")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say who sits on the disputes committee."""
    from dragoman.tournament.actions import conduct

    def text(t: Tournament) -> str:
        return f"disputes committee: {', '.join(t.committee) or 'nobody yet'}"

    if names:
        act(context, as_json, lambda t: conduct.name_committee(names), text)
    else:
        ask(context, as_json, lambda t: Answer(text(t), {"committee": list(t.committee)}))


@app.command(rich_help_panel=_CONDUCT)
def dispute(
    context: typer.Context,
    what: Annotated[str, typer.Argument(metavar="TEXT", help="what it is about")],
    board: Annotated[
        str, typer.Option("--board", "-b", metavar="BOARD", help="the board it arose at")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Note a dispute."""
    from dragoman.tournament.actions import conduct

    act(context, as_json, lambda t: conduct.dispute(t, what, board), _disputes_text)


@app.command(rich_help_panel=_CONDUCT)
def ruling(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="the number of the dispute")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="what was decided")],
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="NAME", help="who decided; once for each, else you"),
    ] = None,
    effect: Annotated[str, typer.Option(metavar="TEXT", help="what follows from it")] = "",
    as_json: AsJson = False,
) -> None:
    """Note how a dispute was decided, by whom, and with what effect."""
    from dragoman.tournament.actions import conduct

    act(
        context,
        as_json,
        lambda t: conduct.rule(t, number, text, by or (), effect),
        _disputes_text,
    )


@app.command(rich_help_panel=_CONDUCT)
def disputes(context: typer.Context, as_json: AsJson = False) -> None:
    """List the disputes and the rulings on them."""

    def tell(t: Tournament) -> Answer:
        data = [
            {
                "number": number,
                "about": one.raised.text,
                "board": one.raised.board,
                "rulings": [
                    {"text": r.text, "by": list(r.by), "effect": r.effect} for r in one.rulings
                ],
            }
            for number, one in t.disputes.items()
        ]
        return Answer(_disputes_text(t), {"disputes": data})

    ask(context, as_json, tell)


def _penalties_text(t: Tournament) -> str:
    rows: list[tuple[object, ...]] = []
    for number, one in t.penalties.items():
        given = one.given
        what = f"{given.points} points off" if given.kind == "points" else given.kind
        where = given.board or (f"round {given.round}" if given.round else "")
        lifted = "(lifted)" if one.lifted else ""
        rows.append((number, t.players[given.player].name, what, where, given.reason, lifted))
    return table_text(rows, "0") or "no penalty was imposed"


def _disputes_text(t: Tournament) -> str:
    lines: list[str] = []
    for number, one in t.disputes.items():
        where = f" (board {one.raised.board})" if one.raised.board else ""
        lines.append(f"{number}{where}: {one.raised.text}")
        for decided in one.rulings:
            effect = f"; {decided.effect}" if decided.effect else ""
            lines.append(f"   {', '.join(decided.by)}: {decided.text}{effect}")
    return "\n".join(lines) or "there was no dispute"
