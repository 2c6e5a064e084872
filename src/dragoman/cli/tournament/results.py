"""``dragoman tournament``: the board-games competition, scores, awards, files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    OfRound,
    act,
    ask,
    counted,
    folder_of,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from dragoman.tournament.log.state import Tournament
    from dragoman.tournament.standings import BoardGamePlace, Standing

app = typer.Typer()

_GAMES = "Board games"
_RESULTS = "Results"


# Board games.


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
        lambda t: _sheets_text(t, max(t.sheets)),
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
        lambda t: _sheets_text(t, number),
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
        text = "\n".join(_sheets_text(t, number) for number in t.sheets)
        return Answer(text or "no sheet was handed in yet", {"sheets": data})

    ask(context, as_json, tell)


# Results.


@app.command(rich_help_panel=_RESULTS)
def scores(context: typer.Context, round_: OfRound = None, as_json: AsJson = False) -> None:
    """Show what every player scored in every game that has a result. For your eyes only."""
    from dragoman.tournament.publishing.tournament_results import compute
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
    from dragoman.tournament.publishing.public_view import results_view
    from dragoman.tournament.publishing.tournament_results import compute
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
    from dragoman.tournament.publishing.tournament_results import compute

    def tell(t: Tournament) -> Answer:
        found = compute(t)
        rows = [(one.title, " and ".join(one.names), one.why) for one in found.awards]
        data = [
            {"title": one.title, "names": list(one.names), "why": one.why} for one in found.awards
        ]
        text = table_text(rows) or "there is nothing to award yet"
        return Answer(_with_unfinished(text, found.unfinished), {"awards": data}, found.faults)

    ask(context, as_json, tell)


@app.command(rich_help_panel=_RESULTS)
def award(
    context: typer.Context,
    title: Annotated[str, typer.Argument(metavar="TITLE", help='as in "Best stab"')],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER...", help="who gets it; nobody takes it back"),
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


@app.command("print", rich_help_panel=_RESULTS)
def print_(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="calls, slips, orders, standings, awards, scores"),
    ],
    round_: OfRound = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="make a PDF as well")] = False,
    as_json: AsJson = False,
) -> None:
    """Make pages to print, in the folder "print" of the tournament.

    calls: who sits where. slips: a slip for each player with board and power. orders: order
    forms headed with game, power and player. standings and awards: for the wall, after the
    ceremony. scores: every game, for your files. Print the HTML from any browser, or ask for
    a PDF, which needs Chromium or a browser of its family.

    Example: dragoman tournament print calls --round 1 --pdf
    """

    def answer() -> Answer:
        from dragoman.tournament.actions import finding
        from dragoman.tournament.log.store import Store
        from dragoman.tournament.publishing import printed_pages
        from dragoman.tournament.refusal import ActionRefused

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
        from dragoman.tournament.actions import finding
        from dragoman.tournament.log.store import Store
        from dragoman.tournament.publishing import exports
        from dragoman.tournament.refusal import ActionRefused

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


def _place(one: Standing | BoardGamePlace) -> str:
    return f"{one.place}{'=' if one.equals > 1 else ''}"


def _with_unfinished(text: str, unfinished: tuple[str, ...]) -> str:
    return f"{text}\n\nwithout a result yet: {', '.join(unfinished)}" if unfinished else text


def _sheets_text(t: Tournament, number: int) -> str:
    one = t.sheets[number]
    places = ", ".join("=".join(t.players[p].name for p in ps) for ps in one.handed_in.places)
    text = f"sheet {number}, {one.handed_in.game}: {places}"
    if not one.counts:
        unsigned = ", ".join(t.players[p].name for p in one.handed_in.unsigned)
        why = one.reason or (f"not signed by {unsigned}" if unsigned else "")
        text += f"; does not count ({why})" if why else "; does not count"
    return text
