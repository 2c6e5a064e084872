"""The judge's database: how it is opened, and what its transactions promise."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from dragoman.extras import extra
from dragoman.judge.storage.tables import metadata
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa
    from sqlalchemy import event as sa_event
    from sqlalchemy.exc import DBAPIError

_BUSY_SECONDS = 20


class Database:
    """A database by its address, as in ``sqlite:////var/lib/dragoman/judge.db`` or
    ``postgresql+psycopg://judge@localhost/judge``.

    Several processes may have it open at once. What a transaction wrote is on the disk when it
    is over.
    """

    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        if self.is_sqlite:
            sa_event.listen(self.engine, "connect", _open_sqlite)
            sa_event.listen(self.engine, "begin", _begin_sqlite)

    def create(self) -> None:
        """Make the tables that are not there yet."""
        metadata.create_all(self.engine)

    @contextmanager
    def reading(self) -> Generator[sa.Connection]:
        """A transaction that only reads, and sees one moment.

        Raises:
            ActionRefused: if the database does not answer.
        """
        with self._transaction("BEGIN", "REPEATABLE READ") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Generator[sa.Connection]:
        """A transaction that may write; all of it or nothing.

        Raises:
            ActionRefused: if the database does not answer or is full; nothing was written.
        """
        with self._transaction("BEGIN IMMEDIATE", "READ COMMITTED") as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str, isolation: str) -> Generator[sa.Connection]:
        options: dict[str, Any] = {"begin": begin}
        if not self.is_sqlite:
            options = {"isolation_level": isolation}
        try:
            connect = self.engine.connect().execution_options(**options)
            with connect as connection, connection.begin():
                yield connection
        except DBAPIError as error:
            raise ActionRefused(
                "database-away", f"the database does not answer: {error.orig}", "try again"
            ) from None


def _open_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # The transactions are begun below: sqlite3 would begin them when it likes.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
