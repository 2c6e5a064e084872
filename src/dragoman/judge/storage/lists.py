"""What is asked of many games, or of a log, without folding it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

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
    return _logged(database, _AFTER, {"of": game, "after": after, "most": most})


def entries_at(database: Database, game: int, at: str) -> list[Logged]:
    """The entries of a moment, as the log has it.

    Raises:
        ActionRefused: if the database does not answer.
    """
    return _logged(database, _AT, {"of": game, "at": at})


def _logged(
    database: Database, wanted: sa.Select[Any], what: Mapping[str, str | int]
) -> list[Logged]:
    with database.asking() as connection:
        rows = connection.execute(wanted, what).all()
    return [Logged(row.number, row.at, row.by, read_event(row.kind, row.data)) for row in rows]


# Put together once: that takes as long as asking them.
_OF_GAME: Final = sa.select(log).where(log.c.game == sa.bindparam("of")).order_by(log.c.number)
_AFTER: Final = _OF_GAME.where(log.c.number > sa.bindparam("after")).limit(sa.bindparam("most"))
_AT: Final = _OF_GAME.where(log.c.at == sa.bindparam("at"))
