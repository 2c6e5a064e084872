"""``dragoman tournament``: votes on draws, and how else games end."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    Board,
    OfSeason,
    act,
    acted,
    desk_of,
    moment,
)
from dragoman.cli.tournament.counts import game_text
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from dragoman.tournament.log.state import Table, Tournament
    from dragoman.tournament.rules.ballots import Ballot

app = typer.Typer()

_ENDS = "Ends of games"


@app.command(rich_help_panel=_ENDS)
def vote(
    context: typer.Context,
    board: Board,
    agreed: Annotated[
        bool, typer.Option("--agreed", help="all survivors agreed to hold the vote")
    ] = False,
    refused: Annotated[
        bool, typer.Option("--refused", help="one of them did not; nothing is voted")
    ] = False,
    result: Annotated[
        str | None,
        typer.Option(
            metavar="carried|failed", help="you held the vote with real tokens; this came of it"
        ),
    ] = None,
    among: Annotated[
        list[str] | None,
        typer.Option(
            "--among",
            metavar="POWERS",
            help="who shares the draw, as in AEF, where the preset lets survivors be left out",
        ),
    ] = None,
    season: OfSeason = None,
    as_json: AsJson = False,
) -> None:
    """Hold a secret vote on a draw, as rule 13 has it.

    All survivors (who own a centre, wherever their units are) must agree to vote; then each
    is shown, alone with the laptop, a white and a brown token: two words each. When all know
    theirs, each types the words of one: white for the draw, brown against. Only how many are
    in is told, and at the end whether the draw is carried: it is if all are white. Ballots
    are never written anywhere. One vote a season.
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.actions import endings, finding

        desk = desk_of(context)
        if refused:
            return acted(
                desk,
                lambda t: endings.open_vote(t, board, season, moment(context), refused=True),
                lambda t: "noted: not all wanted a vote; the game goes on",
            )
        if result not in (None, "carried", "failed"):
            raise typer.BadParameter("say --result carried, or --result failed")
        if result:
            return acted(
                desk,
                lambda t: endings.hold_vote(t, board, season, moment(context), result == "carried"),
                lambda t: _vote_told(t, board, result == "carried"),
            )
        if desk.correcting:
            raise typer.BadParameter("say --result carried, --result failed, or --refused")
        try:
            t = desk.load()
            table = finding.playing(t, board)
            endings.open_vote(t, board, season, moment(context), among=among or ())
            if not agreed and not _all_agree(t, table):
                raise ActionRefused(
                    "no-vote",
                    "nothing is voted before all survivors agree to vote",
                    f"if one refuses: vote {table.key} --refused",
                )
            t = desk.act(
                lambda t: endings.open_vote(t, board, season, moment(context), among=among or ())
            )
            carried = _vote(t, finding.table(t, board))
            t = desk.act(lambda t: endings.close_vote(t, board, carried))
        except ActionRefused as why:
            return Answer(diagnostics=(why.diagnostic,))
        return _vote_told(t, board, carried)

    deliver(answer, as_json)


def _vote_told(t: Tournament, board: str, carried: bool) -> Answer:
    from dragoman.tournament.actions import finding

    table = finding.table(t, board)
    text = f"board {table.key}: the draw is {'carried' if carried else 'not carried'}"
    if carried:
        text += f"; the count of {table.final_year} is final"
    return Answer(text, {"board": table.key, "carried": carried})


@app.command(rich_help_panel=_ENDS)
def timedraw(
    context: typer.Context, board: Board, season: OfSeason = None, as_json: AsJson = False
) -> None:
    """End one game with a time draw, at a deadline that has passed. "end" ends all of a round."""
    from dragoman.tournament.actions import endings, finding

    act(
        context,
        as_json,
        lambda t: endings.time_draw(t, board, season, moment(context)),
        lambda t: game_text(t, finding.table(t, board)),
    )


@app.command(rich_help_panel=_ENDS)
def abandon(
    context: typer.Context, board: Board, because: Because = "", as_json: AsJson = False
) -> None:
    """A game ended in a way the rules do not know: nobody scores."""
    from dragoman.tournament.actions import endings, finding

    act(
        context,
        as_json,
        lambda t: endings.abandon(t, board, because, moment(context)),
        lambda t: game_text(t, finding.table(t, board)),
    )


@app.command(rich_help_panel=_ENDS)
def concede(
    context: typer.Context,
    board: Board,
    power: Annotated[str, typer.Argument(metavar="POWER", help="who gets the victory")],
    as_json: AsJson = False,
) -> None:
    """All others concede to one power. NZ1999 has no concessions; other presets may."""
    from dragoman.tournament.actions import endings, finding

    act(
        context,
        as_json,
        lambda t: endings.concede(t, board, power, moment(context)),
        lambda t: game_text(t, finding.table(t, board)),
    )


def _all_agree(t: Tournament, table: Table) -> bool:
    for power in table.survivors:
        name = t.players[table.seats[power]].name
        if not typer.confirm(f"{power.title()} ({name}): hold a vote?", err=True):
            return False
    return True


def _vote(t: Tournament, table: Table) -> bool:
    """Deal the tokens and take the ballots, on this terminal."""
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.rules.ballots import Ballot

    ballot = Ballot(table.survivors)
    with _screen_of_its_own() as wipe:
        for power, tokens in ballot.tokens.items():
            name = t.players[table.seats[power]].name
            _ask(f"{power.title()} ({name}), alone at the screen? Press Enter. ")
            typer.echo(f"  white (for the draw):     {tokens.white}", err=True)
            typer.echo(f"  brown (against the draw): {tokens.brown}", err=True)
            _ask("  Learn one by heart, then press Enter. ")
            wipe()
        while not ballot.complete:
            word = _secret(ballot)
            wipe()
            try:
                ballot.cast(word)
            except ActionRefused as why:
                typer.echo(str(why), err=True)
    return ballot.close()


@contextmanager
def _screen_of_its_own() -> Generator[Callable[[], None]]:
    """A cleared screen of a terminal that is left as it was, and what wipes it.

    It is the terminal's second one, which keeps nothing to scroll back to; where it has none, the
    first is cleared with all that was scrolled away.
    """

    def write(codes: str) -> None:
        if sys.stderr.isatty():
            typer.echo(codes, err=True, nl=False)

    def wipe() -> None:
        write("\033[2J\033[3J\033[H")

    write("\033[?1049h")
    wipe()
    try:
        yield wipe
    finally:
        wipe()
        write("\033[?1049l")


def _secret(ballot: Ballot) -> str:
    prompt = f"{ballot.count} of {len(ballot.tokens)} are in. The next token: "
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass(prompt)
    return _ask(prompt)


def _ask(prompt: str) -> str:
    from dragoman.refusal import ActionRefused

    typer.echo(prompt, err=True, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise ActionRefused(
            "broken-off", "the vote was broken off; no ballot was kept", "vote again"
        )
    return line.strip()
