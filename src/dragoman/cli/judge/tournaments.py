"""``dragoman judge tournament``: tournaments that everybody may look at, from the machine."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import with_judge
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.diagnostics import Diagnostic
    from dragoman.judge.boards.published import PublishedTournament
    from dragoman.judge.service import Judge

_LARGEST: Final = 4_000_000
"""Bytes of a log, as the judge takes them."""
_HELP = """Tournaments that the judge shows: publish one, list them, withdraw one.

What a hall may see of them is shown, and nothing else is kept. To bring one up to date publish it
again.
"""

app = typer.Typer(help=_HELP, no_args_is_help=True, rich_markup_mode="markdown")

Name = Annotated[str, typer.Argument(metavar="NAME", help="as its address has it: nz-1999")]


@app.command()
def publish(
    context: typer.Context,
    name: Name,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="what `dragoman tournament export public` wrote; - for standard input",
        ),
    ],
    games: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="BOARD=NUMBER",
            help="a game here that is a board of it; those named before stay",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a tournament as it stands, or bring it up to date.

    Example: dragoman tournament export public | dragoman judge tournament publish nz-1999 -
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.diagnostics import has_errors
        from dragoman.judge.boards.published import read_public

        text, told = _read(file)
        if has_errors(told):
            return Answer(diagnostics=told)
        shown = read_public(text)
        before = _shown(judge, name)
        given = _games(games or [])
        for number in given.values():
            judge.games.load(number)
        all_games = {**(before.games if before else {}), **given}
        revision = before.revision if before else 0
        made = judge.tournaments.publish(name, shown, all_games, 0, now, revision)
        where = f"{judge.site.address.rstrip('/')}/tournaments/{name}"
        data = {"tournament": name, "revision": made.revision, "games": made.games}
        return Answer(f"{made.shown['name']}: {where}", {**data, "address": where}, told)

    with_judge(context, answer, as_json)


@app.command("list")
def list_(context: typer.Context, as_json: AsJson = False) -> None:
    """List the tournaments that are shown, the one that was published last first."""

    def answer(judge: Judge, now: datetime) -> Answer:
        found = judge.tournaments.listed()
        lines = [
            f"{one.name:<30}  {one.shown['name']}, published {one.published:%Y-%m-%d %H:%M} UTC"
            for one in found
        ]
        data = [
            {
                "tournament": one.name,
                "title": one.shown["name"],
                "revision": one.revision,
                "published": one.published.isoformat(),
                "games": one.games,
            }
            for one in found
        ]
        return Answer("\n".join(lines) or "no tournament is shown", {"tournaments": data})

    with_judge(context, answer, as_json)


@app.command()
def withdraw(context: typer.Context, name: Name, as_json: AsJson = False) -> None:
    """Stop showing a tournament."""

    def answer(judge: Judge, now: datetime) -> Answer:
        judge.tournaments.withdraw(name)
        return Answer(f"{name} is shown no more", {"tournament": name})

    with_judge(context, answer, as_json)


def _shown(judge: Judge, name: str) -> PublishedTournament | None:
    """The part of a tournament that is shown already."""
    from dragoman.refusal import ActionRefused

    try:
        return judge.tournaments.named(name)
    except ActionRefused as fault:
        if fault.diagnostic.code == "no-tournament":
            return None
        raise


def _read(file: Path) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a file, or of standard input, and what is wrong with it.

    Raises:
        ActionRefused: if it cannot be read.
    """
    from dragoman.cli.common_options import read_any_text
    from dragoman.refusal import ActionRefused

    try:
        return read_any_text(file, _LARGEST)
    except OSError as error:
        why = error.strerror or "it is no file"
        raise ActionRefused("no-file", f"{file} cannot be read: {why}", "name another") from None


def _games(given: list[str]) -> dict[str, int]:
    """The numbers of games by board.

    Raises:
        ActionRefused: if one is no such pair.
    """
    from dragoman.refusal import ActionRefused

    found: dict[str, int] = {}
    for one in given:
        board, _, number = (part.strip() for part in one.partition("="))
        if not board or not (number.isascii() and number.isdecimal() and len(number) < 10):
            what = f"{one!r} is not a board with its game"
            raise ActionRefused("wrong-game", what, "write --game 1B=17")
        found[board] = int(number)
    return found
