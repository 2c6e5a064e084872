"""Games that could not be judged: the others go on, and these are tried again later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import aside, games
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Aside:
    """A game that is set aside: how often it was tried, and when it is tried again. ``places`` is
    the kind of its error, and where it came from."""

    game: int
    since: datetime
    again: datetime
    tries: int
    places: tuple[str, ...]


def set_aside(database: Database, game: int, places: Sequence[str], now: datetime) -> Aside:
    """Leave a game alone for a minute, and twice as long after each further try, up to six hours.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.writing() as connection:
        found = connection.execute(sa.select(aside).where(aside.c.game == game)).first()
        tries = found.tries + 1 if found else 1
        since = found.since if found else now
        again = now + min(timedelta(minutes=2 ** min(tries - 1, 12)), timedelta(hours=6))
        connection.execute(sa.delete(aside).where(aside.c.game == game))
        row = Aside(game, since, again, tries, tuple(places))
        values = {"since": since, "again": again, "tries": tries, "error": "\n".join(places)}
        connection.execute(sa.insert(aside).values(game=game, **values))
    return row


def games_set_aside(database: Database) -> tuple[Aside, ...]:
    """All of them, longest first."""
    with database.reading() as connection:
        rows = connection.execute(sa.select(aside).order_by(aside.c.since)).all()
    return tuple(
        Aside(row.game, row.since, row.again, row.tries, tuple(row.error.splitlines()))
        for row in rows
    )


def try_again(database: Database, game: int) -> bool:
    """Have a game tried at once; whether it was set aside."""
    with database.writing() as connection:
        return connection.execute(sa.delete(aside).where(aside.c.game == game)).rowcount == 1


def is_aside(now: datetime | None = None) -> sa.ColumnElement[bool]:
    """Whether a row of ``games`` is set aside, still at a moment, or at all."""
    found = sa.select(aside.c.game).where(aside.c.game == games.c.id)
    return sa.exists(found if now is None else found.where(aside.c.again > now))
