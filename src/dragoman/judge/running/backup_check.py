"""A backup tried out: restored into a scratch database and compared, so that it is known to be good
before it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.judge.results.ratings import unlike_the_logs
from dragoman.judge.running.findings import Finding
from dragoman.judge.storage.backup import Backup, fingerprints_in, restore_backup
from dragoman.judge.storage.consistency import inconsistent_games
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.migrations import REVISION
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.quick_dataclass import dataclass

_MOST_TOLD: Final = 20
"""Tables and games that are named one by one."""
_TAKE_ANOTHER: Final = "keep older backups, and make another; if that is so again, look at the disk"
_UNLIKE: Final = "unlike-its-log"
_OF_THE_JUDGE: Final = (
    "the copy is as the judge was: see `dragoman judge doctor --logs`, and keep older backups"
)


@dataclass(frozen=True, slots=True)
class CheckedBackup:
    """The contents of a backup, and what was found when it was tried out."""

    backup: Backup
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(fault for one in self.findings for fault in one.faults if fault.is_error)

    @property
    def is_faithful(self) -> bool:
        """True of a copy that is as the judge was, even where something is wrong with the judge."""
        return all(one.code == _UNLIKE for one in self.errors)


def check_backup(path: Path, now: datetime) -> CheckedBackup:
    """Restore a backup into a scratch database of its own, which is gone afterwards, and look at
    what has come of it. All games are folded, which takes some ten milliseconds for each.

    Raises:
        ActionRefused: if it cannot be restored.
    """
    with TemporaryDirectory(prefix="dragoman-check-") as folder:
        database = Database(f"sqlite:///{Path(folder) / 'judge.db'}")
        try:
            backup = restore_backup(database, path)
            return CheckedBackup(backup, tuple(_look_over(database, backup, now)))
        finally:
            database.close()


def _look_over(database: Database, backup: Backup, now: datetime) -> Iterator[Finding]:
    count = sum(backup.rows.values())
    yield Finding(f"restored: {count} rows in {len(backup.rows)} tables, as many as were written")
    yield _fingerprints(database, backup)
    yield _references(database)
    yield from _logs(database, backup, now)


def _fingerprints(database: Database, backup: Backup) -> Finding:
    if backup.revision != REVISION or not backup.fingerprints:
        by = "an older version" if backup.fingerprints else "a version without fingerprints"
        return Finding(f"fingerprints: not compared, for it was written by {by}")
    found = fingerprints_in(database)
    differ = [name for name, one in backup.fingerprints.items() if found.get(name) != one]
    if not differ:
        return Finding(f"fingerprints: every row of {len(found)} tables is as it was in the judge")
    what = f"rows are not as they were in the judge: {', '.join(differ[:_MOST_TOLD])}"
    return Finding("fingerprints", (Diagnostic("another-fingerprint", what, _TAKE_ANOTHER),))


def _references(database: Database) -> Finding:
    with database.reading() as connection:
        rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if not rows:
        return Finding("references: each leads to a row that is there")
    tables = ", ".join(sorted({str(row[0]) for row in rows})[:_MOST_TOLD])
    what = f"{len(rows)} rows refer to others that are not there, in {tables}"
    return Finding("references", (Diagnostic("dangling-reference", what, _TAKE_ANOTHER),))


def _logs(database: Database, backup: Backup, now: datetime) -> Iterator[Finding]:
    find = VariantStore(database).find
    wrong = list(inconsistent_games(database, now, find))
    events, games = backup.rows.get("log", 0), backup.rows.get("games", 0)
    faults = tuple(
        Diagnostic(
            _UNLIKE,
            f"game {one.game}: {one.fault or f'its log says otherwise than {one.tables}'}",
            _OF_THE_JUDGE,
        )
        for one in wrong[:_MOST_TOLD]
    )
    yield Finding(f"logs: {events} events of {games} games, played through to the end", faults)
    if unlike := unlike_the_logs(database, find):
        named = ", ".join(map(str, unlike[:_MOST_TOLD]))
        what = f"the ratings are not what the logs come to, in the games {named}"
        remedy = "games that had just ended were not counted yet: a worker will do so"
        yield Finding(
            "ratings", (Diagnostic("unlike-the-logs", what, remedy, severity=Severity.WARNING),)
        )
    else:
        yield Finding("ratings: as the logs say")
