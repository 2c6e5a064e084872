"""``dragoman judge``: games between people, served from this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dragoman.cli.answer import as_data, deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import opened, refusing, told_by
from dragoman.cli.on_demand import on_demand
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.games.requests import Answer

_HELP = """Run a judge: games between people, with accounts, deadlines, press and votes.

```text
dragoman judge init               make judge.toml and the database, once
dragoman judge doctor             is everything as it should be?
dragoman judge serve              serve pages and the API, and judge what is due
dragoman judge mail --serve       take mails to the judge, and answer them
dragoman judge backup judge.zip   keep everything in a file, while it runs
dragoman judge restore judge.zip  put that into an empty database; it is quiet until go-live
dragoman judge export 17 a.json   write one game into a file
dragoman judge tournament publish show a tournament to everybody
```

Settings stand in judge.toml, or in the environment: DATABASE_URL, DRAGOMAN_JUDGE_PORT and so
on. "settings" lists them all.
"""

_PARTS: dict[str, tuple[str, ...]] = {
    "serving": ("worker", "serve"),
    "game_files": ("export", "import"),
    "incoming": ("mail", "bring"),
}

_GROUPS = {"user": f"{__package__}.people", "tournament": f"{__package__}.tournaments"}

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
        lines, data = list[str](), list[dict[str, Any]]()
        if not (file is not None and not file.is_file()):
            for finding in examine(told, file, datetime.now(UTC), logs):
                lines.append(f"{_mark(finding.faults)}  {finding.what}")
                found = [as_data(one) for one in finding.faults]
                data.append({"what": finding.what, "faults": found})
                faults += finding.faults
        return Answer("\n".join(lines), {"findings": data}, faults)

    deliver(refusing(answer), as_json)


def _mark(faults: tuple[Diagnostic, ...]) -> str:
    if any(one.severity is Severity.ERROR for one in faults):
        return "WRONG "
    return "advice" if faults else "good  "


@commands.command()
def retry(
    context: typer.Context,
    game: Annotated[int, typer.Argument(metavar="GAME", help="the number of the game", min=1)],
    as_json: AsJson = False,
) -> None:
    """Have a game that could not be judged tried again at once.

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


@commands.command()
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file to write, as judge.zip")],
    as_json: AsJson = False,
) -> None:
    """Keep everything in one file, as it is at this moment, while the judge goes on.

    The file holds all games with their secrets, all accounts and what waits to be sent; only
    you can read it. It can be restored into a database of either kind.

    Example: dragoman judge backup judge-2026-11-22.zip
    """

    def answer() -> Answer:
        from datetime import UTC, datetime

        from dragoman.judge.storage.backup import write_backup

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        with opened(told) as judge:
            made = write_backup(judge.database, file, datetime.now(UTC))
        count = sum(made.rows.values())
        said = f"{file}: {made.rows.get('games', 0)} games, {count} rows"
        return Answer(said, {"file": str(file), "rows": made.rows, "revision": made.revision})

    deliver(refusing(answer), as_json)


@commands.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a file that backup has written")],
    live: Annotated[
        bool, typer.Option("--live", help="judge and mail at once what is due and waits in it")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Put a backup into a database that is empty: all of it or nothing.

    So a judge moves to another machine, or from SQLite to PostgreSQL. The copy is quiet: it judges
    nothing by the clock and mails nobody until "go-live", so that it can be looked at while the
    judge itself goes on.

    Example: DATABASE_URL=postgresql://judge@localhost/judge dragoman judge restore judge.zip
    """

    def answer() -> Answer:
        from datetime import UTC, datetime

        from dragoman.judge.service import Judge
        from dragoman.judge.storage.backup import restore_backup

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        judge = Judge(told.database)
        try:
            found = restore_backup(judge.database, file, None if live else datetime.now(UTC))
        finally:
            judge.close()
        said = f"restored as of {found.made:%Y-%m-%d %H:%M} UTC: {found.rows.get('games', 0)} games"
        if not live:
            said += "\nit is quiet until: dragoman judge go-live"
        data = {"rows": found.rows, "made": found.made.isoformat(), "quiet": not live}
        return Answer(said, data)

    deliver(refusing(answer), as_json)


@commands.command("go-live")
def go_live(
    context: typer.Context,
    mails: Annotated[
        str,
        typer.Option(
            metavar="send|drop", help="what becomes of mails and calls that wait, if any do"
        ),
    ] = "",
    shift: Annotated[
        str,
        typer.Option(
            metavar="LENGTH",
            help="give every game so much more time, as 26h; with 0 what is overdue is judged",
        ),
    ] = "",
    why: Annotated[
        str, typer.Option(metavar="TEXT", help="what people are told of their new deadlines")
    ] = "the judge stood still",
    as_json: AsJson = False,
) -> None:
    """Have a judge that was restored do its work: judge what is due, and send mails.

    Nothing happens before you have said what becomes of mails that wait in it, which the judge may
    have sent after the backup, and of games whose deadlines are over.

    Example: dragoman judge go-live --shift 26h --mails drop
    """

    def answer() -> Answer:
        from datetime import UTC, datetime, timedelta

        from dragoman.judge.running.going_live import WaitingMails, go_live as go_live_now
        from dragoman.judge.time.rhythm import read_length

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        if mails not in ("", *(one.value for one in WaitingMails)):
            what = f"mails that wait are sent or dropped, not {mails!r}"
            fault = Diagnostic("wrong-option", what, "say --mails send, or --mails drop")
            return Answer(diagnostics=(fault,))
        by: timedelta | Diagnostic | None = None
        if shift.strip():
            none = timedelta()
            by = none if shift.strip() == "0" else read_length(shift, none)
        if isinstance(by, Diagnostic):
            return Answer(diagnostics=(by.at("--shift"),))
        chosen = WaitingMails(mails) if mails else None
        with opened(told) as judge:
            done = go_live_now(judge, datetime.now(UTC), chosen, by, why)
        if done is None:
            return Answer("it is live already", {"live": True, "shifted": [], "dropped": 0})
        lines = ["it is live: what is due is judged, and mails are sent"]
        if done.shifted:
            lines.append(f"{len(done.shifted)} games have {shift} more")
        if done.dropped:
            lines.append(f"{done.dropped} mails were dropped")
        data = {"live": True, "shifted": [*done.shifted], "dropped": done.dropped}
        return Answer("\n".join(lines), data)

    deliver(refusing(answer), as_json)
