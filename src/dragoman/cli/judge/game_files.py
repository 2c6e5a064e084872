"""``dragoman judge``: a whole game as one file, out of this judge and into it, and running games of
other judges."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, typed_text
from dragoman.cli.judge.configured import opened, refusing, told_by
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.running.configuration import Configuration
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
        from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry, AuditRole
        from dragoman.judge.storage.audit import note
        from dragoman.judge.storage.whole_game import export_game

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        with opened(told) as judge:
            text = export_game(judge.games, judge.variants, game)
            entry = AuditEntry(0, AuditRole.ADMIN, AuditAct.READ_FILE, game)
            with judge.database.writing() as connection:
                note(connection, entry)
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
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE …", help="a file that export wrote, or those of a running game elsewhere"
        ),
    ],
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
    begin: Annotated[
        bool, typer.Option("--begin", help="take a running game over, and not just look at it")
    ] = False,
    master: Annotated[
        str, typer.Option("--master", metavar="ACCOUNT", help="who leads a running game here")
    ] = "",
    variant: Annotated[
        str, typer.Option("--variant", help="the variant here, where its files do not say")
    ] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="a setting of the game, as movement=2d; repeat it"
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="POWER=WHO",
            help="an address that is invited by mail, an account, link or open; may be repeated",
        ),
    ] = None,
    others: Annotated[
        str, typer.Option("--others", help="all other seats: open, or link for one each")
    ] = "open",
    as_json: AsJson = False,
) -> None:
    """Take a game in: one of a judge like this as it stands, or one that goes on elsewhere.

    If the deadline in a file that export wrote has passed, the phase is due at once. People whom
    you do not name stay names that nobody can sign in with; --same-people is for a file that this
    judge has written itself. All that the file says counts, for ratings and reliability as well:
    take in only what you know the origin of.

    Running games are read from files of nJudge (its game's folder: G001, M001, dip.master), of
    webDiplomacy (what game/status answers) and of the diplomacy package (saved games, and those of
    its server). Without --begin you are shown what was understood, and nothing is kept. With it the
    game is here, paused: its clock goes on when its master says so.

    Example: dragoman judge import game-17.json --person "Ann Lee=ann" --person Bob=bob

    Example: dragoman judge import data/friends --begin --master ann --seat FRANCE=bob@example.org
    """

    def answer() -> Answer:
        from dragoman.cli.judge.running_games import (
            WishedGame,
            look_at,
            read_uploads,
            take_over_from,
        )
        from dragoman.diagnostics import Diagnostic
        from dragoman.judge.storage.whole_game import FORMAT

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        if len(files) == 1 and not files[0].is_dir():
            content = typed_text(files[0]).read(_LARGEST)
            if FORMAT.encode() in content[:1000]:
                return _taken_in(told, files[0], content, person or [], same_people)
            uploads = [(files[0].name, content)]
        else:
            uploads = read_uploads(files)
        if person or same_people:
            what = "--person and --same-people are for files that export wrote"
            return Answer(diagnostics=(Diagnostic("wrong-person", what, "write --seat"),))
        wished = WishedGame(master, variant, tuple(setting or ()), tuple(seat or ()), others)
        with opened(told) as judge:
            return (take_over_from if begin else look_at)(judge, uploads, wished)

    deliver(refusing(answer), as_json)


def _taken_in(
    told: Configuration, file: Path, content: bytes, person: list[str], same_people: bool
) -> Answer:
    """Take in a game of a judge like this."""
    from datetime import UTC, datetime

    from dragoman.diagnostics import Diagnostic
    from dragoman.games.variants.trial import with_variant_tried
    from dragoman.judge.storage.whole_game import import_game

    try:
        text = content.decode()
    except UnicodeDecodeError:
        what = "this file holds no judged game: it is not a text in UTF-8"
        return Answer(diagnostics=(Diagnostic("wrong-game-file", what, "export it anew"),))
    with opened(told) as judge:
        owners = _owners(judge, person)
        now = datetime.now(UTC)
        tried = with_variant_tried(text)
        taken = import_game(judge.games, judge.variants, tried, now, owners, same_people)
    return Answer(f"{file}: game {taken.game}", {"game": taken.game}, taken.told)


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
