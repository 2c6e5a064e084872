"""``dragoman tournament``: scores, standings, awards, and the ceremony that releases them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    OfRound,
    act,
    ask,
    table_text,
)
from dragoman.games.answer import Answer
from dragoman.words import counted

if TYPE_CHECKING:
    from dragoman.tournament.log.state import Tournament
    from dragoman.tournament.standings import BoardGamePlace, Standing

app = typer.Typer()

_RESULTS = "Results"


@app.command(rich_help_panel=_RESULTS)
def scores(context: typer.Context, round_: OfRound = None, as_json: AsJson = False) -> None:
    """Show what every player scored in every game that has a result. For your eyes only."""
    from dragoman.tournament.actions.tournament_results import compute
    from dragoman.tournament.scoring import points_text

    def tell(t: Tournament) -> Answer:
        found = compute(t)
        games = [game for game in found.games if round_ in (None, game.round)]
        rows = [
            (
                f"{game.round}{game.board}",
                game.power.title(),
                game.player,
                game.centers,
                points_text(game.points),
            )
            for game in games
        ]
        names = ("board", "power", "player", "centers", "points")
        data = [dict(zip(names, row, strict=True)) for row in rows]
        text = table_text(rows, "3 4") or "no game has a result yet"
        return Answer(_with_unfinished(text, found.unfinished), {"scores": data}, found.faults)

    ask(context, as_json, tell)


@app.command(rich_help_panel=_RESULTS)
def standings(context: typer.Context, as_json: AsJson = False) -> None:
    """Show the standings, teams and board games as they are now. For your eyes only.

    The hall sees them after the ceremony. What told equal totals apart stands behind them.
    """
    from dragoman.tournament.actions.tournament_results import compute
    from dragoman.tournament.publishing.public_view import results_view
    from dragoman.tournament.scoring import points_text

    def tell(t: Tournament) -> Answer:
        found = compute(t)
        rows = [
            (
                _place(one),
                one.record.name,
                points_text(one.record.total),
                counted(len(one.record.games), "game"),
                "" if one.decided_by in ("", "total") else f"by {one.decided_by}",
            )
            for one in found.standings
        ]
        parts = [table_text(rows, "0 2") or "no game has a result yet"]
        teams = [(_place(o), o.record.name, points_text(o.record.total)) for o in found.teams]
        board_games = [(_place(o), o.player, points_text(o.total)) for o in found.board_games]
        for title, places in (("Teams", teams), ("Board games", board_games)):
            if places:
                parts.append(f"{title}\n{table_text(places, '0 2')}")
        text = _with_unfinished("\n\n".join(parts), found.unfinished)
        data = {**results_view(found, detail=False), "unfinished": list(found.unfinished)}
        return Answer(text, data, found.faults)

    ask(context, as_json, tell)


@app.command(rich_help_panel=_RESULTS)
def awards(context: typer.Context, as_json: AsJson = False) -> None:
    """List the awards: places, best countries, the best team, board games, and your own."""
    from dragoman.tournament.actions.tournament_results import compute
    from dragoman.tournament.publishing.public_view import award_view

    def tell(t: Tournament) -> Answer:
        found = compute(t)
        rows = [(one.title, " and ".join(one.names), one.why) for one in found.awards]
        data = [*map(award_view, found.awards)]
        text = table_text(rows) or "there is nothing to award yet"
        return Answer(_with_unfinished(text, found.unfinished), {"awards": data}, found.faults)

    ask(context, as_json, tell)


@app.command(rich_help_panel=_RESULTS)
def award(
    context: typer.Context,
    title: Annotated[str, typer.Argument(metavar="TITLE", help='as in "Best stab"')],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER...", help="who gets it; without players it is withdrawn"),
    ] = None,
    because: Because = "",
    as_json: AsJson = False,
) -> None:
    """Give an award of your own, or one of the usual ones to somebody else.

    Example: dragoman tournament award "Best Italy" 12 --because "by the committee"
    """
    from dragoman.tournament.actions import side_events

    act(
        context,
        as_json,
        lambda t: side_events.award(t, title, names or (), because),
        lambda t: "noted; see: awards",
    )


@app.command(rich_help_panel=_RESULTS)
def reveal(context: typer.Context, as_json: AsJson = False) -> None:
    """Show the hall one award more: your own first, the champion last. Then say "ceremony"."""
    from dragoman.tournament.actions import side_events
    from dragoman.tournament.actions.tournament_results import compute

    def told(t: Tournament) -> Answer:
        title = t.revealed[-1]
        [one] = [award for award in compute(t).awards if award.title == title]
        left = sum(award.title not in t.revealed for award in compute(t).awards)
        text = f"{title}: {' and '.join(one.names)}\n"
        text += f"{left} to come" if left else "that was the last; next: ceremony"
        return Answer(text, {"title": title, "names": list(one.names), "left": left})

    act(
        context,
        as_json,
        lambda t: side_events.reveal(t, [one.title for one in reversed(compute(t).awards)]),
        told,
    )


@app.command(rich_help_panel=_RESULTS)
def ceremony(
    context: typer.Context,
    detail: Annotated[
        bool, typer.Option("--detail", help="release the points of every game too")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Release the standings and awards: from now on the hall display shows them.

    The points of each game stay with you, unless you release them with --detail.
    """
    from dragoman.tournament.actions import side_events

    act(
        context,
        as_json,
        lambda t: side_events.hold_ceremony(t, detail),
        lambda t: "the standings are public",
    )


def _place(one: Standing | BoardGamePlace) -> str:
    return f"{one.place}{'=' if one.equals > 1 else ''}"


def _with_unfinished(text: str, unfinished: tuple[str, ...]) -> str:
    return f"{text}\n\nwithout a result yet: {', '.join(unfinished)}" if unfinished else text
