"""A backup made: written, tried out, encrypted, put in its place; then older ones go that need not
stay."""

from __future__ import annotations

import shutil
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.diagnostics import Diagnostic
from dragoman.extras import MissingExtra
from dragoman.files import FolderRefused, locked, write_atomically
from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.running.backup_check import CheckedBackup, check_backup
from dragoman.judge.running.configuration import Configuration
from dragoman.judge.running.kept_backups import (
    Keep,
    backup_name,
    backups_in,
    read_keep,
    those_that_go,
)
from dragoman.judge.storage.backup import Backup, write_backup
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.encrypted_backup import encrypt, read_keys
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused


@dataclass(frozen=True, slots=True)
class MadeBackup:
    """A backup that was made: where it is, what was found when it was tried out, if it was, and
    the older ones that were removed after it."""

    path: Path
    backup: Backup
    checked: CheckedBackup | None = None
    removed: tuple[Path, ...] = ()

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        """The errors that were found: of the judge itself, as the copy is faithful."""
        return self.checked.errors if self.checked is not None else ()


def make_backup(
    database: Database, path: Path, now: datetime, keys: tuple[str, ...] = (), verify: bool = False
) -> MadeBackup:
    """Write a backup into a file, there whole or not at all. With ``verify`` it is tried out
    before, and is not there if it is not as the judge is; with public keys it is encrypted to them.

    Raises:
        ActionRefused: if it cannot be written, or is not faithful.
        MissingExtra: if the package that encrypts is not installed.
    """
    recipients = read_keys(keys) if keys else []
    if not (recipients or verify):
        return MadeBackup(path, write_backup(database, path, now))
    # What is not encrypted stays on this machine, which has all of it anyway.
    with TemporaryDirectory(prefix="dragoman-backup-") as folder:
        plain = Path(folder) / "judge.zip"
        backup = write_backup(database, plain, now)
        checked = check_backup(plain, now) if verify else None
        if checked is not None and not checked.is_faithful:
            first = checked.errors[0]
            what = f"the backup is not as the judge is, and was not kept: {first.what}"
            raise ActionRefused("unfaithful-backup", what, first.remedy)
        try:
            if recipients:
                encrypt(plain, path, recipients)
            else:
                with plain.open("rb") as source:
                    write_atomically(path, lambda out: shutil.copyfileobj(source, out), mode=0o600)
        except OSError as error:
            what = f"the backup cannot be written: {error.strerror or error}"
            raise ActionRefused("no-backup", what, "name another file") from None
    return MadeBackup(path, backup, checked)


def make_nightly_backup(database: Database, told: Configuration, now: datetime) -> MadeBackup:
    """Write a backup as the settings say, which nobody looks at: where there is trouble with it,
    the admin gets a mail, once a day.

    Raises:
        ActionRefused: if it cannot be written, is not faithful, or another is being made.
        MissingExtra: if the package that encrypts is not installed.
    """
    try:
        made = make_next_backup(
            database,
            Path(told.backup_folder),
            now,
            split_keys(told.backup_keys),
            read_keep(told.backup_keep),
        )
    except (ActionRefused, MissingExtra) as error:
        _tell_admin(database, told, f"No backup was made: {error.diagnostic}", now)
        raise
    if made.faults:
        faults = "\n".join(f"    {one}" for one in made.faults)
        text = f"{made.path} is a faithful copy, but something is wrong with the judge:\n\n{faults}"
        _tell_admin(database, told, text, now)
    return made


def split_keys(text: str) -> tuple[str, ...]:
    """Public keys, of a text that has commas between them."""
    return tuple(filter(None, map(str.strip, text.split(","))))


def _tell_admin(database: Database, told: Configuration, text: str, now: datetime) -> None:
    if not told.admin_mail:
        return
    whole = f"{text}\n\nOlder backups in {told.backup_folder} are all kept meanwhile.\n"
    mail = Mail(told.admin_mail, "There is trouble with the backup of the judge", whole)
    with suppress(ActionRefused), database.writing() as connection:  # it may be away, or full
        post(connection, mail, now, once=f"backup {now:%Y-%m-%d}")


def make_next_backup(
    database: Database,
    folder: Path,
    now: datetime,
    keys: tuple[str, ...] = (),
    keep: Keep | None = None,
) -> MadeBackup:
    """Write a backup into a folder of them, tried out, and remove older ones that need not stay;
    one at a time. Nothing is removed unless the new one is as it should be.

    Raises:
        ActionRefused: if it cannot be written, is not faithful, or another is being made.
        MissingExtra: if the package that encrypts is not installed.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with locked(folder, "a backup"):
            path = folder / backup_name(now, bool(keys))
            if path.exists():
                what = f"{path} is there already"
                raise ActionRefused("backup-there", what, "it is of this second: that is enough")
            made = make_backup(database, path, now, keys, verify=True)
            if keep is None or made.faults:
                return made
            gone = tuple(one for one in those_that_go(backups_in(folder), keep) if one != path)
            for one in gone:
                one.unlink()
            return MadeBackup(path, made.backup, made.checked, gone)
    except FolderRefused as refused:
        found = refused.diagnostic
        raise ActionRefused(found.code, found.what, found.remedy) from None
    except OSError as error:
        what = f"backups cannot be kept in {folder}: {error.strerror or error}"
        raise ActionRefused("no-backup", what, "give it to the user that makes them") from None
