"""What lies in a judge's database at a moment, counted without folding a game."""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.judge.running.metrics import Stock
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import aside, games, incoming, outbox

with extra("judge"):
    import sqlalchemy as sa


def stock_of(database: Database, now: datetime) -> Stock:
    """Games by stage, those that wait for the clock, those that are late and those set aside.

    Raises:
        ActionRefused: if the database does not answer.
    """
    by_stage = sa.select(games.c.stage, sa.func.count()).group_by(games.c.stage)
    waiting = sa.select(sa.func.count()).select_from(games).where(games.c.due.is_not(None))
    with database.reading() as connection:
        stages = {stage: count for stage, count in connection.execute(by_stage)}
        due: int = connection.execute(waiting).scalar_one()
        late: int = connection.execute(waiting.where(games.c.due <= now)).scalar_one()
        left: int = connection.execute(sa.select(sa.func.count()).select_from(aside)).scalar_one()
        letters = sa.select(sa.func.count()).where(outbox.c.due.is_not(None))
        waits: int = connection.execute(letters).scalar_one()
        mails = sa.select(sa.func.count()).where(incoming.c.due.is_not(None))
        unanswered: int = connection.execute(mails).scalar_one()
    return Stock(stages, due, late, left, waits, unanswered)
