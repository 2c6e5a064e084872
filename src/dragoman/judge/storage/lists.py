"""What is asked of many games, or of a log, without folding it."""

from __future__ import annotations

from typing import Any

from dragoman.extras import extra
from dragoman.judge.log.events import Logged
from dragoman.judge.log.plain_data import read_event
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import log

with extra("judge"):
    import sqlalchemy as sa


def entries(database: Database, game: int, after: int = 0, most: int = 1000) -> list[Logged]:
    """The log of a game after an entry, oldest first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    wanted = sa.select(log).where((log.c.game == game) & (log.c.number > after))
    return _logged(database, wanted.order_by(log.c.number).limit(most))


def entries_at(database: Database, game: int, at: str) -> list[Logged]:
    """The entries of a moment, as the log has it.

    Raises:
        ActionRefused: if the database does not answer.
    """
    wanted = sa.select(log).where((log.c.game == game) & (log.c.at == at))
    return _logged(database, wanted.order_by(log.c.number))


def _logged(database: Database, wanted: sa.Select[Any]) -> list[Logged]:
    with database.asking() as connection:
        rows = connection.execute(wanted).all()
    return [Logged(row.number, row.at, row.by, read_event(row.kind, row.data)) for row in rows]
