"""What waits to be told, as rows: written in the transaction of what happened."""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.judge.storage.notice_tables import notices

with extra("judge"):
    import sqlalchemy as sa


def tell_later(connection: sa.Connection, game: int, after: int, last: int, now: datetime) -> None:
    """Have people mailed of the events of a game that are numbered after one and up to another,
    once the transaction at hand is over, and not at all if that fails. With no event between,
    have their reminders of deadlines set anew."""
    row = {"game": game, "after": after, "last": last, "due": now, "tries": 0}
    connection.execute(sa.insert(notices).values(row))
