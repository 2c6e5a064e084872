"""``dragoman judge``: backups made, tried out, encrypted and kept in a folder; and restored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import found_by, opened, refusing, told_by
from dragoman.diagnostics import Diagnostic
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.running.make_backup import MadeBackup

app = typer.Typer()

Key = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="the file with the secret key, as age-keygen made it, of a backup that is encrypted",
    ),
]


@app.command()
def backup(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]",
            help="the file to write, as judge.zip, or a folder of backups; else backup_folder",
        ),
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="try it out before it is put in its place")
    ] = False,
    to: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="encrypt it to this public key of age, not backup_keys"),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="HOW MANY",
            help="remove older ones from the folder but these, as 7, or daily=7,weekly=4",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Keep everything in one file, as it is at this moment, while the judge goes on.

    The file holds all games with their secrets, all accounts and what waits to be sent; only
    you can read it. It can be restored into a database of either kind. In a folder each has a name
    of its own and is tried out; older ones are removed after that, the last good one never.

    Example: dragoman judge backup judge-2026-11-22.zip --verify --to age1…
    """

    def answer() -> Answer:
        from datetime import UTC, datetime

        from dragoman.judge.running.kept_backups import read_keep
        from dragoman.judge.running.make_backup import (
            make_backup,
            make_next_backup,
            make_nightly_backup,
            split_keys,
        )

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        if file is None and not told.backup_folder:
            what = "no file is named, and no folder of backups is set"
            fault = Diagnostic("no-backup-file", what, "name a file, or set backup_folder")
            return Answer(diagnostics=(fault,))
        if file is None and (to or keep is not None):
            what = "in the folder that is set, backup_keys and backup_keep hold"
            fault = Diagnostic("two-settings", what, "change them, or name the folder")
            return Answer(diagnostics=(fault,))
        keys = tuple(to or split_keys(told.backup_keys))
        now = datetime.now(UTC)
        with opened(told) as judge:
            if file is None:
                made = make_nightly_backup(judge.database, told, now)
            elif keep is not None or file.is_dir():
                made = make_next_backup(judge.database, file, now, keys, read_keep(keep or ""))
            else:
                made = make_backup(judge.database, file, now, keys, verify)
        return _told_of(made, len(keys))

    deliver(refusing(answer), as_json, "writing the backup")


def _told_of(made: MadeBackup, keys: int) -> Answer:
    rows = made.backup.rows
    lines = [f"{made.path}: {rows.get('games', 0)} games, {sum(rows.values())} rows"]
    data: dict[str, Any] = {
        "file": str(made.path),
        "rows": rows,
        "revision": made.backup.revision,
        "keys": keys,
        "removed": [str(one) for one in made.removed],
    }
    checked = found_by(made.checked.findings if made.checked else ())
    if made.checked:
        lines.append(checked.text)
        data["findings"] = checked.data["findings"]
    if keys:
        lines.append(f"encrypted to {keys} keys: whoever has one of their secret keys can open it")
    lines += [f"removed: {one}" for one in made.removed]
    return Answer("\n".join(lines), data, checked.diagnostics)


@app.command()
def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a file that backup has written")],
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Try a backup out: restore it into a scratch database, compare every row, play every game.

    The judge is not asked and not touched. The exit status is 2 if something is wrong.

    Example: dragoman judge verify judge-2026-11-22.zip.age --key key.txt
    """

    def answer() -> Answer:
        from datetime import UTC, datetime

        from dragoman.judge.running.backup_check import check_backup
        from dragoman.judge.storage.encrypted_backup import decrypted

        with decrypted(file, key) as plain:
            checked = check_backup(plain, datetime.now(UTC))
        found = found_by(checked.findings)
        of = f"{file}: as of {checked.backup.made:%Y-%m-%d %H:%M} UTC"
        return Answer(f"{of}\n{found.text}", found.data, found.diagnostics)

    deliver(refusing(answer), as_json, "trying the backup out")


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a file that backup has written")],
    live: Annotated[
        bool, typer.Option("--live", help="judge and mail at once what is due and waits in it")
    ] = False,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Put a backup into a database that is empty: all of it or nothing.

    This is how a judge moves to another machine, or from SQLite to PostgreSQL. The copy is quiet:
    it judges nothing by the clock and mails nobody until "go-live", so that it can be looked at
    while the judge itself goes on.

    Example: DATABASE_URL=postgresql://judge@localhost/judge dragoman judge restore judge.zip
    """

    def answer() -> Answer:
        from datetime import UTC, datetime

        from dragoman.judge.service import Judge
        from dragoman.judge.storage.backup import restore_backup
        from dragoman.judge.storage.encrypted_backup import decrypted

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        judge = Judge(told.database)
        try:
            with decrypted(file, key) as plain:
                found = restore_backup(judge.database, plain, None if live else datetime.now(UTC))
        finally:
            judge.close()
        said = f"restored as of {found.made:%Y-%m-%d %H:%M} UTC: {found.rows.get('games', 0)} games"
        if not live:
            said += "\nit is quiet until: dragoman judge go-live"
        data = {"rows": found.rows, "made": found.made.isoformat(), "quiet": not live}
        return Answer(said, data)

    deliver(refusing(answer), as_json)


@app.command("go-live")
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
    """Put a restored judge to work: it judges what is due, and sends mails.

    Nothing happens until you have said what becomes of mails that wait in it, which the judge may
    have sent after the backup, and of games whose deadlines have passed.

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
