"""The changes of games, as they happen, for all who follow them, whichever process made them."""

from __future__ import annotations

import logging
import select
import socket
from collections import deque
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Any, TypeAlias

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import log
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import pg8000.dbapi  # pyright: ignore[reportMissingTypeStubs]
    import sqlalchemy as sa
    from sqlalchemy.exc import DBAPIError

_LOG = logging.getLogger(__name__)
_CHANNEL = "dragoman_games"
_ROW = sa.literal_column("log.rowid", sa.Integer)
"""SQLite counts rows as they come; nobody writes two at once, and none is removed."""
_NOTIFY = sa.select(sa.func.pg_notify(_CHANNEL, sa.bindparam("payload", type_=sa.Text)))
_POLL_SECONDS = 0.25
_AWAY_SECONDS = 1.0
"""How long to wait before a database that does not answer is asked again."""


@dataclass(frozen=True, slots=True)
class LogChange:
    """The log of a game has grown; ``version`` is the number of its last event now."""

    game: int
    version: int


Listener: TypeAlias = Callable[[LogChange | None], object]
"""A function that is called when something changed, in a thread of its own: it must not take long.

None says that changes may have been missed, as the database was away: look again at whatever you
follow.
"""


class ChangeFeed:
    """The changes of a database's games, as they come.

    PostgreSQL tells them (``LISTEN``); SQLite's file is looked at four times a second. One thread
    and one connection serve all who follow; they are there while somebody does.

    >>> with changes.following(print, games=[17]):  # doctest: +SKIP
    ...     ...
    Change(game=17, version=40)
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._followers: dict[int, tuple[frozenset[int] | None, Listener]] = {}
        self._next = 0
        self._stopped: Event | None = None

    def follow(
        self, listener: Listener, games: Collection[int] | None = None
    ) -> Callable[[], None]:
        """Have ``listener`` called at every change of these games, or of any, from now on; what is
        given back ends it."""
        listening = Event()
        with self._lock:
            number = self._next = self._next + 1
            self._followers[number] = (None if games is None else frozenset(games), listener)
            if self._stopped is None:
                self._stopped = Event()
                arguments = (self._stopped, listening)
                Thread(target=self._run, args=arguments, daemon=True, name="changes").start()
            else:
                listening.set()
        # What changes after this call must not be missed.
        listening.wait(5)
        return lambda: self._forget(number)

    @contextmanager
    def following(
        self, listener: Listener, games: Collection[int] | None = None
    ) -> Generator[None]:
        """The same for as long as a ``with`` lasts."""
        end = self.follow(listener, games)
        try:
            yield
        finally:
            end()

    def close(self) -> None:
        """Tell nobody any more."""
        with self._lock:
            self._followers.clear()
            self._stop()

    def _forget(self, number: int) -> None:
        with self._lock:
            self._followers.pop(number, None)
            if not self._followers:
                self._stop()

    def _stop(self) -> None:
        if self._stopped is not None:
            self._stopped.set()
            self._stopped = None

    def _notify(self, stopped: Event, change: LogChange | None) -> None:
        with self._lock:
            followers = [] if stopped.is_set() else list(self._followers.items())
        for number, (games, listener) in followers:
            if change is None or games is None or change.game in games:
                try:
                    listener(change)
                except Exception:
                    # One that fails must not keep the change from the others.
                    _LOG.exception("a follower of changes failed and is told no more")
                    self._forget(number)

    def _run(self, stopped: Event, listening: Event) -> None:
        listen = self._poll if self._database.is_sqlite else self._listen
        while not stopped.is_set():
            try:
                listen(stopped, listening)
            except (DBAPIError, OSError, pg8000.dbapi.Error) as error:
                _LOG.warning("changes cannot be listened to, and will be again: %s", error)
            if not stopped.wait(_AWAY_SECONDS):
                self._notify(stopped, None)

    def _poll(self, stopped: Event, listening: Event) -> None:
        with self._database.engine.connect() as connection:
            seen, written = _rows(connection), _data_version(connection)
            listening.set()
            while not stopped.wait(_POLL_SECONDS):
                # Any other connection's commit changes this number, and to ask for it is cheap.
                if (now := _data_version(connection)) == written:
                    continue
                written = now
                last = sa.func.max(_ROW)
                new = sa.select(log.c.game, sa.func.max(log.c.number), last)
                new = new.where(seen < _ROW).group_by(log.c.game).order_by(last)
                for game, version, row in connection.execute(new).all():
                    seen = max(seen, row)
                    self._notify(stopped, LogChange(game, version))
                connection.rollback()

    def _listen(self, stopped: Event, listening: Event) -> None:
        with _own_socket(self._database) as (connection, line):
            cursor = connection.cursor()
            cursor.execute(f"LISTEN {_CHANNEL}")
            listening.set()
            while not stopped.is_set():
                if line.fileno() >= 0:
                    select.select([line], [], [], _AWAY_SECONDS)
                else:  # it was given away to be encrypted
                    stopped.wait(_POLL_SECONDS)
                # The driver takes in what came when it is asked something.
                cursor.execute("SELECT 1")
                while connection.notifications:
                    _, _, payload = connection.notifications.popleft()
                    game, _, version = payload.partition(" ")
                    self._notify(stopped, LogChange(int(game), int(version)))


def announce(connection: sa.Connection, change: LogChange) -> None:
    """Tell all processes of a change when the transaction at hand is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"payload": f"{change.game} {change.version}"})


def _rows(connection: sa.Connection) -> int:
    last = connection.execute(sa.select(sa.func.max(_ROW)).select_from(log)).scalar()
    connection.rollback()
    return last or 0


def _data_version(connection: sa.Connection) -> int:
    number: int = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    connection.rollback()
    return number


@contextmanager
def _own_socket(database: Database) -> Generator[tuple[Any, socket.socket]]:
    """A connection for ourselves, and the socket on which what it is told arrives."""
    _, given = database.engine.dialect.create_connect_args(database.url)
    options: dict[str, Any] = {**given, **database.options}
    path, host = options.pop("unix_sock", None), options.get("host", "localhost")
    with _line(path, host, options.get("port", 5432)) as line:
        driver: Any = pg8000.dbapi  # untyped
        connection = driver.connect(**options, sock=line)
        connection.autocommit = True
        connection.notifications = deque()  # the driver's own forgets all but a hundred
        try:
            yield connection, line
        finally:
            with suppress(Exception):
                connection.close()


def _line(path: str | None, host: str, port: int) -> socket.socket:
    if not path:
        line = socket.create_connection((host, port))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        return line
    line = socket.socket(socket.AF_UNIX)
    try:
        line.connect(path)
    except OSError:
        line.close()
        raise
    return line
