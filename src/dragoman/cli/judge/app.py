"""``dragoman judge``: games between people, served from this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import found_by, opened, refusing, told_by
from dragoman.cli.on_demand import on_demand
from dragoman.diagnostics import Diagnostic
from dragoman.games.requests import Answer

_HELP = """Run a judge: games between people, with accounts, deadlines, press and votes.

```text
dragoman judge setup              set one up on this machine, with services and TLS
dragoman judge init               make judge.toml and the database, once
dragoman judge doctor             is everything as it should be?
dragoman judge serve              serve pages and the API, and judge what is due
dragoman judge mail --serve       take mails to the judge, and answer them
dragoman judge backup judge.zip   keep everything in a file, while it runs
dragoman judge verify judge.zip   try that file out: would it restore, and be the same?
dragoman judge restore judge.zip  put that into an empty database; it is quiet until go-live
dragoman judge export 17 a.json   write one game into a file
dragoman judge import FILE …      take in such a file, or a game that goes on elsewhere
dragoman judge training a.jsonl   games that programs may learn from, by their players' leave
dragoman judge tournament publish show a tournament to everybody
dragoman judge upgrade --plan     what a new version does with the database
dragoman judge audit              what admins, moderators and masters read and did
dragoman judge maintenance show   is something announced, does the judge stand still?
```

Settings stand in judge.toml, or in the environment: DATABASE_URL, DRAGOMAN_JUDGE_PORT and so
on. "settings" lists them all.
"""

_PARTS: dict[str, tuple[str, ...]] = {
    "serving": ("worker", "serve"),
    "backups": ("backup", "verify", "restore", "go-live"),
    "game_files": ("export", "import"),
    "training": ("training",),
    "incoming": ("mail", "bring"),
    "setup": ("setup",),
    "upgrading": ("upgrade",),
    "audit": ("audit",),
}

_GROUPS = {
    "user": f"{__package__}.people",
    "tournament": f"{__package__}.tournaments",
    "maintenance": f"{__package__}.maintenance",
}

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(
        commands,
        parts={f"{__package__}.{name}": found for name, found in _PARTS.items()},
        groups=_GROUPS,
    ),
    help=_HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def at(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            "-c",
            metavar="FILE",
            envvar="DRAGOMAN_JUDGE_CONFIG",
            help="the file of settings, if it is not judge.toml in this folder",
            show_default=False,
        ),
    ] = None,
) -> None:
    context.obj = context.obj or config


@commands.command()
def init(
    context: typer.Context,
    database: Annotated[
        str, typer.Option(metavar="ADDRESS", help="where to keep everything, if not in judge.db")
    ] = "",
    address: Annotated[
        str, typer.Option(metavar="URL", help="where people will reach the judge")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Make the file of settings and the database.

    What is there already stays as it is, and a database of an older version is brought up to
    date, so this can be run at every start.

    Example: dragoman judge init --database postgresql://judge:secret@localhost/judge
    """

    def answer() -> Answer:
        from dragoman.files import write_atomically
        from dragoman.judge.running.configuration import FILE, written
        from dragoman.judge.service import Judge

        given = {"database": database, "address": address}
        given = {name: value for name, value in given.items() if value}
        file: Path = context.obj or Path(FILE)
        made: list[str] = []
        if not file.exists():
            # It may come to hold passwords.
            write_atomically(file, written(given), mode=0o600)
            made.append(f"{file}: made; look at it")
        elif given:
            what = f"{file} is there already"
            fault = Diagnostic("configuration-there", what, "change the settings in it")
            return Answer(diagnostics=(fault,))
        context.obj = file
        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        judge = Judge(told.database)
        try:
            judge.database.create()
        finally:
            judge.close()
        from dragoman.judge.running.configuration import without_password

        made.append(f"database: {without_password(told.database)}")
        return Answer("\n".join(made), {"file": str(file)})

    deliver(refusing(answer), as_json)


@commands.command()
def settings(context: typer.Context, as_json: AsJson = False) -> None:
    """List every setting: what it means, what it is, and how the environment calls it."""

    def answer() -> Answer:
        from dragoman.judge.running.configuration import MEANINGS, PREFIX, shown

        told, wrong = told_by(context)
        values = shown(told)
        lines = [
            f"{name} = {value!r}\n    {MEANINGS[name]}\n    {PREFIX}{name.upper()}"
            for name, value in values.items()
        ]
        return Answer("\n".join(lines), {"settings": values}, wrong.diagnostics if wrong else ())

    deliver(refusing(answer), as_json)


@commands.command()
def doctor(
    context: typer.Context,
    logs: Annotated[
        bool,
        typer.Option("--logs", help="compare every game with its log, too: 100 games a second"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look whether everything is as it should be, and say how to mend what is not.

    Settings, packages, database and its version, clock, disk, mail, games that are late or cannot
    be judged. Nothing is changed. The exit status is 2 if something is wrong.
    """

    def answer() -> Answer:
        from datetime import UTC, datetime

        from dragoman.judge.running.configuration import FILE, read_configuration
        from dragoman.judge.running.doctor import examine

        file: Path | None = context.obj or (Path(FILE) if Path(FILE).is_file() else None)
        told, faults = read_configuration(file)
        if file is not None and not file.is_file():
            return Answer(data={"findings": []}, diagnostics=faults)
        return found_by(examine(told, file, datetime.now(UTC), logs), faults)

    deliver(refusing(answer), as_json)


@commands.command()
def retry(
    context: typer.Context,
    game: Annotated[int, typer.Argument(metavar="GAME", help="the number of the game", min=1)],
    as_json: AsJson = False,
) -> None:
    """Try at once to judge a game again that could not be judged.

    A worker sets such a game aside, so that the others go on, and tries it again after a
    minute, two, four and so on. "doctor" lists them.
    """

    def answer() -> Answer:
        from dragoman.judge.storage.game_store import try_again

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        with opened(told) as judge:
            was_aside = try_again(judge.database, game)
        if not was_aside:
            return Answer(f"game {game} is not set aside", {"retried": False})
        return Answer(f"game {game}: the next worker tries it again", {"retried": True})

    deliver(refusing(answer), as_json)
