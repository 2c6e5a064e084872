"""What readers told the masters of messages, in all games: for admins."""

from __future__ import annotations

from typing import Final

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import REPORTED, log

with extra("judge"):
    import sqlalchemy as sa

# The kind is written out, for only so do databases find the index of these rows alone.
_REPORTED: Final = log.c.kind == sa.literal_column(f"'{REPORTED}'")


def games_with_complaints(database: Database, most: int) -> list[int]:
    """The games of the last complaints, so many at most, those with the latest first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    latest = sa.func.max(log.c.at)
    found = sa.select(log.c.game).where(_REPORTED).group_by(log.c.game)
    with database.reading() as connection:
        rows = connection.execute(found.order_by(latest.desc(), log.c.game).limit(most))
        return list(rows.scalars())
