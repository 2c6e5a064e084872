"""A quiet judge: a copy that was restored and is not the judge that people know, or not yet. It
mails nobody, calls nobody and judges nothing by the clock until it is said that it goes live."""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import quiet
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Quiet:
    """A judge is quiet ``since`` a moment, as a copy of what was ``made`` at another."""

    since: datetime
    made: datetime


def quiet_since(database: Database) -> Quiet | None:
    """The quiet of a judge, since when and as which copy; None where it is live.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.asking() as connection:
        row = connection.execute(sa.select(quiet.c.since, quiet.c.made)).first()
    return None if row is None else Quiet(row.since, row.made)


def be_quiet(connection: sa.Connection, now: datetime, made: datetime) -> None:
    """Have a judge do nothing by itself from now on."""
    connection.execute(sa.delete(quiet))
    connection.execute(sa.insert(quiet).values(id=1, since=now, made=made))


def be_live(connection: sa.Connection) -> None:
    """Have it do again what is due."""
    connection.execute(sa.delete(quiet))
