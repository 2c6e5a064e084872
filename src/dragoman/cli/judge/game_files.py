"""``dragoman judge``: a whole game as one file, out of this judge and into it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import opened, refusing, told_by
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

app = typer.Typer()
_LARGEST: Final = 1_000_000_000
"""Bytes of a file."""


@app.command()
def export(
    context: typer.Context,
    game: Annotated[int, typer.Argument(metavar="GAME", help="the number of the game", min=1)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file to write, as game.json")],
    as_json: AsJson = False,
) -> None:
    """Write a game into a file: its log, the names of its people, a variant that somebody brought.

    The file holds all that is secret in the game: orders, press, votes, notes, dice. Only you
    can read it. A file that is there already is replaced.

    Example: dragoman judge export 17 game-17.json
    """

    def answer() -> Answer:
        from dragoman.diagnostics import Diagnostic
        from dragoman.files import write_atomically
        from dragoman.judge.storage.whole_game import export_game

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        with opened(told) as judge:
            text = export_game(judge.games, judge.variants, game)
        try:
            write_atomically(file, text, mode=0o600)
        except OSError as error:
            what = f"the file cannot be written: {error.strerror or error}"
            return Answer(diagnostics=(Diagnostic("no-game-file", what, "name another file"),))
        return Answer(f"{file}: game {game}", {"file": str(file), "game": game})

    deliver(refusing(answer), as_json)


@app.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a file that export wrote")],
    person: Annotated[
        list[str] | None,
        typer.Option(
            "--person",
            metavar="NAME=ACCOUNT",
            help="who somebody in the file is here, by name; may be repeated",
        ),
    ] = None,
    same_people: Annotated[
        bool,
        typer.Option(
            "--same-people", help="who has the same number and name here is the same person"
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take a game in from a file, as it stands; its deadline, if that is over, is due at once.

    Whoever you do not name stays a name that nobody can sign in with; --same-people is for a
    file that this judge has written itself. All that the file says counts, for ratings and
    reliability as well: take in nothing of which you do not know where it comes from.

    Example: dragoman judge import game-17.json --person "Ann Lee=ann" --person Bob=bob
    """

    def answer() -> Answer:
        from datetime import UTC, datetime

        from dragoman.cli.common_options import typed_text
        from dragoman.diagnostics import Diagnostic
        from dragoman.games.variants.trial import with_variant_tried
        from dragoman.judge.storage.whole_game import import_game

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        try:
            text = typed_text(file).read(_LARGEST).decode()
        except UnicodeDecodeError:
            what = "this file holds no judged game: it is not a text in UTF-8"
            return Answer(diagnostics=(Diagnostic("wrong-game-file", what, "export it anew"),))
        with opened(told) as judge:
            owners = _owners(judge, person or [])
            now = datetime.now(UTC)
            tried = with_variant_tried(text)
            taken = import_game(judge.games, judge.variants, tried, now, owners, same_people)
        said = f"{file}: game {taken.game}"
        return Answer(said, {"game": taken.game}, taken.told)

    deliver(refusing(answer), as_json)


def _owners(judge: Judge, given: list[str]) -> dict[str, int]:
    from dragoman.refusal import ActionRefused

    found: dict[str, int] = {}
    for one in given:
        name, is_given, account = one.rpartition("=")
        if not is_given or not name:
            raise ActionRefused("wrong-person", f"{one!r} names nobody", "write NAME=ACCOUNT")
        if name in found:
            raise ActionRefused("wrong-person", f"{name!r} is named twice", "name him once")
        person = judge.accounts.people.called(account)
        if person is None:
            raise ActionRefused("no-person", f"there is no account called {account!r}")
        found[name] = person.number
    return found
