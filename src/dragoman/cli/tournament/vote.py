"""``dragoman tournament vote``: a secret vote on a draw, held on this terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from dragoman.cli.declared_commands import offer
from dragoman.cli.tournament.acting import carry_out, desk_of
from dragoman.games.requests import Answer
from dragoman.tournament.commands import NAMES
from dragoman.tournament.commands.tables import VoteOnDraw

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from dragoman.tournament.log.state import Table, Tournament
    from dragoman.tournament.rules.ballots import Ballot

app = typer.Typer()


def _carry_out(context: typer.Context, wish: VoteOnDraw) -> Answer:
    if not wish.refused and wish.result not in (None, "carried", "failed"):
        raise typer.BadParameter("say --result carried, or --result failed")
    if wish.refused or wish.result:
        return carry_out(context, wish)
    if desk_of(context).correcting:
        raise typer.BadParameter("say --result carried, --result failed, or --refused")
    return _held(context, wish)


offer(app, "vote", VoteOnDraw, _carry_out, NAMES["vote"])


def _held(context: typer.Context, wish: VoteOnDraw) -> Answer:
    """A vote held on this terminal, if all survivors agree to it."""
    from dragoman.diagnostics import has_errors
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.actions import endings, finding
    from dragoman.tournament.desk.tables import vote_told

    desk = desk_of(context)
    agreed = replace(wish, agreed=True)
    try:
        t = desk.load()
        endings.vote(t, agreed, desk.now)
        if wish.agreed or _all_agree(t, finding.table(t, wish.board)):
            wish = agreed
        opened = carry_out(context, wish)
        if has_errors(opened.diagnostics):
            return opened
        carried = _vote(desk.load(), finding.table(desk.load(), wish.board))
        t = desk.act(lambda t: endings.close_vote(t, wish.board, carried))
    except ActionRefused as why:
        return Answer(diagnostics=(why.diagnostic,))
    return vote_told(t, wish.board, carried)


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
