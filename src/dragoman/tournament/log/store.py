"""The event log in its file: append-only, and safe from a power cut.

A tournament is one SQLite file. Each action is one transaction that reads the log, decides
on what it read, and appends; SQLite syncs the file before the action is confirmed. The
database itself refuses to change or delete a line of the log.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from dragoman.extras import extra
from dragoman.refusal import ActionRefused
from dragoman.tournament.log.correcting import Amend, Decide, amended
from dragoman.tournament.log.events import (
    Event,
    Redone,
    TournamentEntry,
    Undone,
    as_data,
    from_data,
)
from dragoman.tournament.log.fold import rebuild, standing_actions
from dragoman.tournament.log.state import Tournament

with extra("tournament"):
    import sqlalchemy as sa
    from sqlalchemy import event as sa_event
    from sqlalchemy.exc import DBAPIError

FILE = "tournament.db"
"""The name of the log in the folder of a tournament."""

_FORMAT = 2
_WITHOUT_HELPERS = 1
"""The format of files that do not say which helper did something."""
_BUSY_SECONDS = 20

_meta = sa.MetaData()
_log = sa.Table(
    "log",
    _meta,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False, server_default=""),
)
_GUARDS = (
    "CREATE TRIGGER log_stays BEFORE UPDATE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the log of a tournament is append-only'); END",
    "CREATE TRIGGER log_keeps BEFORE DELETE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the log of a tournament is append-only'); END",
)


class ChangedMeanwhile(ActionRefused):
    """The log goes on after the entry that somebody has seen; ``since`` are those that came after
    it."""

    def __init__(self, since: Sequence[TournamentEntry]) -> None:
        super().__init__(
            "changed-meanwhile",
            "somebody else came between, and nothing was done",
            "look at what was done since, and ask again",
        )
        self.since = tuple(since)
        self.args = (self.since,)  # of which pickle makes it again


class Store:
    """The log of one tournament. Several programs may have it open at once.

    ``seen`` are the versions on which alone anything may be read or done, if not on any; ``by`` is
    the helper who does it.

    Raises:
        ActionRefused: by every method, if the file is not there or is no log.
        ChangedMeanwhile: by every method, if its version is another than those that were seen.
    """

    def __init__(self, folder: Path, seen: Collection[int] | None = None, by: str = "") -> None:
        self.path = folder / FILE
        self.version = 0
        """The number of the last entry when the log was last read or written; 0 before that."""
        self._seen, self._by = seen, by
        self._engine = sa.create_engine(
            "sqlite://", creator=self._connect, poolclass=sa.pool.NullPool
        )
        sa_event.listen(self._engine, "begin", _begin)
        self._loaded: tuple[int, Tournament] | None = None

    def found(self, events: Sequence[Event]) -> Tournament:
        """Make the file, with the first action in it."""
        if self._is_there():
            raise ActionRefused(
                "tournament-there",
                f"there is a tournament in {self.path.parent} already",
                "name another folder",
            )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        with self._transaction() as connection:
            _meta.create_all(connection, checkfirst=False)
            for guard in _GUARDS:
                connection.exec_driver_sql(guard)
            connection.exec_driver_sql(f"PRAGMA user_version = {_FORMAT}")
            self._append(connection, (), events, 1)
        return self.load()

    def log(self) -> tuple[TournamentEntry, ...]:
        """Everything that happened, oldest first, undone or not."""
        self._must_be_there()
        with self._transaction("BEGIN") as connection:
            return self._read(connection)

    def load(self) -> Tournament:
        """The tournament as it stands. Callers must not change it: the same object is returned
        until another action is logged, because the hall display asks every second."""
        self._must_be_there()
        with self._transaction("BEGIN") as connection:
            number = connection.execute(sa.select(sa.func.max(_log.c.number))).scalar() or 0
            if self._loaded is None or self._loaded[0] != number:
                self._loaded = (number, rebuild(self._read(connection)))
        self.version = number
        return self._loaded[1]

    def act(self, decide: Decide) -> Tournament:
        """Carry out an action on the tournament as it stands, all of it or nothing.

        Returns the tournament after it; by then the action is on the disk.
        """
        self._must_be_there()
        with self._transaction() as connection:
            log = self._read(connection)
            events = decide(rebuild(log))
            if events:
                self._append(connection, log, events, log[-1].action + 1)
            after = rebuild(self._read(connection))
        return after

    def amend(self, amend: Amend, *, anyway: bool = False) -> Tournament:
        """Correct or cancel an earlier action; what came after it is computed again.

        Returns the tournament after it, as ``act`` does.
        """
        self._must_be_there()
        with self._transaction() as connection:
            log = self._read(connection)
            event, after = amended(log, amend, anyway)
            self._append(connection, log, (event,), log[-1].action + 1)
        return after

    def undo(self) -> tuple[TournamentEntry, ...]:
        """Take back the last action that still counts; its events. The founding stays."""
        self._must_be_there()
        with self._transaction() as connection:
            log = self._read(connection)
            last = max(standing_actions(log))
            if last == log[0].action:
                raise ActionRefused("nothing-to-undo", "nothing has happened yet")
            self._append(connection, log, (Undone(last),), log[-1].action + 1)
        return tuple(one for one in log if one.action == last)

    def redo(self) -> tuple[TournamentEntry, ...]:
        """Bring back the action undone last, if nothing was done since; its events."""
        self._must_be_there()
        with self._transaction() as connection:
            log = self._read(connection)
            back = _to_redo(log)
            if back is None:
                raise ActionRefused("nothing-to-redo", "nothing was undone since the last action")
            self._append(connection, log, (Redone(back),), log[-1].action + 1)
        return tuple(one for one in log if one.action == back)

    def _read(self, connection: sa.Connection) -> tuple[TournamentEntry, ...]:
        log = _entries(connection)
        self.version = log[-1].number if log else 0
        if self._seen is not None and self.version not in self._seen:
            seen = max((one for one in self._seen if one < self.version), default=self.version)
            raise ChangedMeanwhile([one for one in log if one.number > seen])
        return log

    def _append(
        self,
        connection: sa.Connection,
        log: Sequence[TournamentEntry],
        events: Sequence[Event],
        action: int,
    ) -> None:
        if _version(connection) == _WITHOUT_HELPERS:
            connection.exec_driver_sql("ALTER TABLE log ADD COLUMN by TEXT NOT NULL DEFAULT ''")
            connection.exec_driver_sql(f"PRAGMA user_version = {_FORMAT}")
        number = log[-1].number + 1 if log else 1
        at = datetime.now().isoformat(timespec="seconds")
        rows: list[dict[str, Any]] = [
            {
                "number": number + place,
                "action": action,
                "at": at,
                "kind": type(event).__name__,
                "data": json.dumps(as_data(event), ensure_ascii=False),
                "by": self._by,
            }
            for place, event in enumerate(events)
        ]
        connection.execute(sa.insert(_log), rows)
        self.version = rows[-1]["number"]
        self._seen = None  # what came in between is one's own

    def _is_there(self) -> bool:
        # An empty file is one whose founding a power cut prevented.
        return self.path.exists() and self.path.stat().st_size > 0

    def _connect(self) -> sqlite3.Connection:
        # mode=rw: to open a tournament that is not there must not make an empty one.
        connection = sqlite3.connect(
            f"{self.path.resolve().as_uri()}?mode=rw",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
        )
        connection.execute("PRAGMA synchronous = EXTRA")
        return connection

    def _must_be_there(self) -> None:
        if not self._is_there():
            raise ActionRefused(
                "no-tournament",
                f"there is no tournament in {self.path.parent}",
                "go to its folder, name it with --folder, or make one: "
                "dragoman tournament new FOLDER",
            )

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Generator[sa.Connection]:
        try:
            connect = self._engine.connect().execution_options(begin=begin)
            with connect as connection, connection.begin():
                yield connection
        except DBAPIError as error:
            raise ActionRefused(
                "unusable-log",
                f"{self.path}: {error.orig}",
                "nothing was written; if the file is damaged, go on with a copy of it",
            ) from None


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options()["begin"])


def _entries(connection: sa.Connection) -> tuple[TournamentEntry, ...]:
    version = _version(connection)
    if version not in (_WITHOUT_HELPERS, _FORMAT):
        raise ActionRefused(
            "other-version",
            f"this file is of version {version}; this program reads versions up to {_FORMAT}",
            "use the version of Dragoman that made it",
        )
    columns = [one for one in _log.c if version == _FORMAT or one is not _log.c.by]
    rows = connection.execute(sa.select(*columns).order_by(_log.c.number)).all()
    return tuple(
        TournamentEntry(
            row.number,
            row.action,
            row.at,
            from_data(row.kind, json.loads(row.data)),
            row.by if version == _FORMAT else "",
        )
        for row in rows
    )


def _version(connection: sa.Connection) -> int:
    found: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    return found


def _to_redo(log: Sequence[TournamentEntry]) -> int | None:
    """The action that was undone last and not yet redone; None once anything else was done."""
    undone: list[int] = []
    for one in log:
        match one.event:
            case Undone(action):
                undone.append(action)
            case Redone(action):
                undone.remove(action)
            case _:
                undone = []
    return undone[-1] if undone else None
