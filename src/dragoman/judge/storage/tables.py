"""The tables of the judge's database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from dragoman.extras import extra

with extra("judge"):
    import sqlalchemy as sa


class Moment(sa.TypeDecorator[datetime]):
    """An aware moment, in UTC: SQLite forgets zones, and compares texts."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("stage", sa.String(16), nullable=False, index=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("due", Moment, index=True),
)
"""One row for each game: what lists of games show, ``version``, the number of the last event of
its log, and ``due``, when the clock has to look at it again. All of it follows from the log."""

log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("by", sa.Integer, nullable=False, index=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
)
"""What happened in each game. No row is ever changed or removed."""

REPORTED: Final = "MessageReported"
"""The kind of events that say what readers told the masters of messages."""

sa.Index(
    "ix_log_reported",
    log.c.at,
    sqlite_where=log.c.kind == REPORTED,
    postgresql_where=log.c.kind == REPORTED,
)

aside = sa.Table(
    "games_set_aside",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("since", Moment, nullable=False),
    sa.Column("again", Moment, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
)
"""Games whose phase could not be judged: since when, when that is tried again, how often it was
tried, and the kind and places of the last error."""
