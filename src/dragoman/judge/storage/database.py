"""The judge's database: its address, its connections, and what its transactions promise."""

from __future__ import annotations

import os
import sqlite3
import ssl
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, cast

from dragoman.extras import extra
from dragoman.judge.storage.migrations import REVISION, oldest_of, revision_of, upgrade
from dragoman.judge.storage.prepared_statements import PARAMETERS, PreparingConnection
from dragoman.judge.storage.write_guard import GUARDED_POSTGRESQL, GUARDED_SQLITE, check_guard
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa
    from sqlalchemy import event as sa_event
    from sqlalchemy.dialects import postgresql, sqlite
    from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError


_BUSY_SECONDS = 20
_CONNECTIONS = 20
"""The most that one process holds at once."""
_IDLE_SECONDS = 1.0
"""A connection to a server that nobody used for so long is tried before it is used again."""
_WRITE = "BEGIN IMMEDIATE"
_BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


class Database:
    """A database by its address; see ``read_address``.

    Several processes may have it open at once. What a transaction wrote is on the disk when it
    is over.

    Raises:
        ActionRefused: if it is no address of a database.
    """

    def __init__(self, address: str) -> None:
        self.url, self.options = read_address(address)
        self.is_sqlite = self.url.drivername == "sqlite"
        self._shared = ContextVar[sa.Connection | None](f"transaction {address}", default=None)
        self.engine = sa.create_engine(
            self.url,
            connect_args=self.options,
            hide_parameters=True,
            pool_size=_CONNECTIONS,
            max_overflow=0,
            paramstyle=None if self.is_sqlite else PARAMETERS,
        )
        if self.is_sqlite:
            sa_event.listen(self.engine, "connect", _open_sqlite)
        else:
            sa_event.listen(self.engine, "do_connect", _connect_postgresql)
            sa_event.listen(self.engine, "checkin", _used)
            sa_event.listen(self.engine, "checkout", _see_that_it_lives)
            sa_event.listen(self.engine, "handle_error", _drop_half_asked)

    def create(self, to: str = REVISION, is_stopped: bool = False) -> None:
        """Make the tables, or bring those of an older version up to a revision: with steps that
        need a stop where everything is stopped.

        Raises:
            ActionRefused: if the database does not answer, is of a newer version, or it takes a
                stop.
        """
        if self.is_sqlite:
            _make_private(Path(self.url.database or ""))
        with self.maintaining() as connection:
            upgrade(connection, to, is_stopped)

    def check(self) -> str:
        """See that the database is there, and of this version or of a newer one beside which this
        may go on; its revision.

        Raises:
            ActionRefused: if not.
        """
        with self.reading() as connection:
            found = revision_of(connection)
            oldest = oldest_of(connection) if found > REVISION else REVISION
        if found < REVISION or oldest > REVISION:
            what = f"the database is of revision {found}" if found else "the database is empty"
            remedy = "install the version of this program that made it"
            if found < REVISION:
                command = "upgrade" if found else "init"
                remedy = f"bring it up to date with `dragoman judge {command}`"
            raise ActionRefused("wrong-revision", f"{what}, not {REVISION}", remedy)
        return found

    def close(self) -> None:
        """Let go of all connections that nobody uses."""
        self.engine.dispose()

    @contextmanager
    def asking(self) -> Generator[sa.Connection]:
        """For a single question, of one statement, which sees one moment by itself: a server is
        asked once, where a transaction takes three journeys.

        Raises:
            ActionRefused: if the database does not answer.
        """
        if (shared := self._shared.get()) is not None:
            yield shared
            return
        with self._connection() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Generator[sa.Connection]:
        """A transaction that only reads, and sees one moment.

        Raises:
            ActionRefused: if the database does not answer.
        """
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Generator[sa.Connection]:
        """A transaction that may write; all of it or nothing.

        Raises:
            ActionRefused: if the judge is only read, or the database does not answer or is full;
                nothing was written.
        """
        with self._transaction(_WRITE) as connection:
            yield connection

    @contextmanager
    def maintaining(self) -> Generator[sa.Connection]:
        """A transaction that may write also while the judge is only read: for those who keep it,
        and for mails that come in, which are answered later.

        Raises:
            ActionRefused: if the database does not answer or is full; nothing was written.
        """
        with self._transaction(_WRITE, is_guarded=False) as connection:
            yield connection

    @contextmanager
    def noting(self) -> Generator[sa.Connection]:
        """A transaction that may write what is no loss if the machine stops at once: that somebody
        was here, what he has read. When it is over all see it, and it waits for no disk.

        Raises:
            ActionRefused: if the judge is only read, or the database does not answer or is full;
                nothing was written.
        """
        with self._transaction(_WRITE, on_disk=False) as connection:
            yield connection

    @contextmanager
    def together(self) -> Generator[None]:
        """Make one transaction of all that this thread reads and writes inside: all of it or
        nothing. What is refused on the way leaves nothing of its own behind, as it does elsewhere.
        It keeps others from writing for as long, so it is for what is done once.

        Raises:
            ActionRefused: if the database does not answer or is full; nothing was written.
        """
        with self.writing() as connection:
            before = self._shared.set(connection)
            try:
                yield
            finally:
                self._shared.reset(before)

    @contextmanager
    def _transaction(
        self, begin: str, on_disk: bool = True, is_guarded: bool = True
    ) -> Generator[sa.Connection]:
        if (shared := self._shared.get()) is not None:
            with nullcontext() if begin == "BEGIN" else shared.begin_nested():
                yield shared
            return
        is_guarded = is_guarded and begin == _WRITE
        # By no listener: an engine that has some makes a connection take twice as long to get.
        begun = _begin_sqlite if self.is_sqlite else _begin_postgresql
        with self._connection() as connection, connection.begin():
            guard = begun(connection, begin, on_disk, is_guarded)
            if is_guarded:
                check_guard(guard)
            yield connection

    @contextmanager
    def _connection(self) -> Generator[sa.Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except UnicodeEncodeError:
            raise _wrong_letter() from None
        except DBAPIError as error:
            if refused := _refusal(error):
                raise refused from None
            raise


def insert_new(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An ``INSERT`` that leaves a row alone that is there already."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def _refusal(error: DBAPIError) -> ActionRefused | None:
    """The refusal when a database cannot do its work; None where the statement was wrong."""
    given: Any = error.orig.args[0] if error.orig is not None and error.orig.args else ""
    # PostgreSQL's errors come by fields: C is the state, M the message.
    told = cast(dict[str, str], given) if isinstance(given, dict) else {"M": str(given)}
    state, what = told.get("C", ""), told.get("M", "")
    if state in ("53100", "53200") or "disk is full" in what:
        remedy = "make room; what was stored before is safe"
        return ActionRefused("disk-full", "the database has no room left", remedy)
    if state == "22021":
        return _wrong_letter()
    # Classes of PostgreSQL's states: connections, cancelled work, resources, shutting down.
    away = state[:2] in ("08", "40", "53", "57", "58") if state else not _is_our_fault(error)
    if not away:
        return None
    remedy = "nothing was changed; try again in a moment"
    return ActionRefused("database-away", f"the database does not answer: {what}", remedy)


def _wrong_letter() -> ActionRefused:
    what = "a text holds something that is not a letter and cannot be stored"
    return ActionRefused("wrong-letter", what, "write it anew")


def _is_our_fault(error: DBAPIError) -> bool:
    return isinstance(error.orig, (sqlite3.IntegrityError, sqlite3.ProgrammingError))


def _make_private(path: Path) -> None:
    """Have a file that only its owner may read, if there is none. SQLite makes those beside it as
    readable as that one."""
    with suppress(OSError):  # a folder that is not there, say, is told by the database itself
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _open_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # The transactions are begun below: sqlite3 would begin them when it likes.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(
    connection: sa.Connection, begin: str, on_disk: bool, is_guarded: bool
) -> Sequence[Sequence[Any]]:
    """Begin a transaction; the rows of the guard, where it was asked."""
    if begin == _WRITE and connection.info.get("on_disk", True) != on_disk:
        connection.exec_driver_sql(f"PRAGMA synchronous = {'FULL' if on_disk else 'NORMAL'}")
        connection.info["on_disk"] = on_disk
    connection.exec_driver_sql(begin)
    return connection.exec_driver_sql(GUARDED_SQLITE).all() if is_guarded else ()


def _connect_postgresql(_: object, __: object, given: Any, options: Any) -> PreparingConnection:
    return PreparingConnection(*given, **options)


def _used(_: object, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _see_that_it_lives(connection: PreparingConnection, record: Any, _: object) -> None:
    """Try a connection that lay idle: a server that was away meanwhile has closed it."""
    now = time.monotonic()
    if now - record.info.get("used", now) < _IDLE_SECONDS:
        return
    try:
        connection.execute_simple("SELECT")
    except Exception:  # whatever it is: another one is opened
        raise DisconnectionError from None


def _drop_half_asked(context: sa.ExceptionContext) -> None:
    """Close a connection on which the driver failed in the middle of a question: whoever had it
    next would be given the answer."""
    if not isinstance(context.sqlalchemy_exception, DBAPIError):
        context.is_disconnect = True


def _begin_postgresql(
    connection: sa.Connection, begin: str, on_disk: bool, is_guarded: bool
) -> Sequence[Sequence[Any]]:
    """Begin a transaction; the rows of the guard, where it was asked."""
    if begin != _WRITE:
        connection.exec_driver_sql(_BEGIN)
        return ()
    asked = "BEGIN"
    if not on_disk:
        asked += "; SET LOCAL synchronous_commit = off"
    if is_guarded:
        asked += f"; {GUARDED_POSTGRESQL}"
    answered = connection.exec_driver_sql(asked)
    if not is_guarded:
        return ()
    # The rows of all answers, as they came: the driver knows the columns of the last.
    guard: Sequence[Sequence[Any]] = cast(Any, answered.cursor).fetchall()
    answered.close()
    return guard


# Addresses

_POSTGRESQL = ("postgresql", "postgres", "postgresql+pg8000")
_DEFAULT_PORT = 5432


def read_address(text: str) -> tuple[sa.URL, dict[str, Any]]:
    """The address of a database, and the options for its driver.

    ``sqlite:////var/lib/dragoman/judge.db`` is a file, ``postgresql://judge:secret@host/judge`` a
    server. As elsewhere, ``?host=/var/run/postgresql`` is the folder of a Unix socket, and
    ``sslmode`` one of ``disable``, ``require``, ``verify-full``.

    Raises:
        ActionRefused: if it is no address of a database that can be used here.
    """
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):
        raise _refused(f"{_without_password(text)!r} is not an address of a database") from None
    if url.drivername == "sqlite":
        if not url.database or url.database == ":memory:":
            raise _refused("a judge in memory would forget its games")
        return url, {}
    if url.drivername not in _POSTGRESQL:
        raise _refused(f"databases of the kind {url.drivername!r} cannot be used")
    options: dict[str, Any] = {}
    query = {key: one if isinstance(one, str) else one[-1] for key, one in url.query.items()}
    folder = query.pop("host", "")
    if folder.startswith("/"):
        options["unix_sock"] = f"{folder}/.s.PGSQL.{url.port or _DEFAULT_PORT}"
        url = url.set(host=None, port=None)
    elif folder:
        url = url.set(host=folder)
    options["ssl_context"] = _ssl(query.pop("sslmode", "disable"))
    if query:
        raise _refused(f"the address has options that nobody reads: {', '.join(query)}")
    return url.set(drivername="postgresql+pg8000", query={}), options


def _ssl(mode: str) -> ssl.SSLContext | bool:
    match mode:
        case "disable":
            return False
        case "require":
            # As everywhere: the line is encrypted, and whoever answers is believed.
            return True
        case "verify-full":
            return ssl.create_default_context()
        case _:
            raise _refused(f"sslmode is disable, require or verify-full, not {mode!r}")


def _without_password(text: str) -> str:
    before, at, after = text.rpartition("@")
    return f"…@{after}" if at and before else text


def _refused(what: str) -> ActionRefused:
    remedy = "write sqlite:////path/to/judge.db or postgresql://user:password@host/name"
    return ActionRefused("wrong-database-address", what, remedy)
