"""The leave of players to have programs learn from their games: nobody gives it unless he says so.

Of a game nothing is given before it is over, and nothing at all unless everybody who ever had a
seat in it agrees: a player's orders can be told from the positions that follow, so no game can be
given without those of one of them.
"""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import people, training
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


class Training:
    """The leave of a database's people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def agrees(self, actor: Actor, number: int) -> bool:
        """True if somebody agreed.

        Raises:
            ActionRefused: if that is not his own business.
        """
        check_may(AccountAction.CHOOSE_TRAINING, actor, number)
        with self._database.reading() as connection:
            return number in agreed(connection)

    def choose(self, actor: Actor, number: int, agrees: bool, now: datetime) -> None:
        """Have somebody agree, or no longer.

        Raises:
            ActionRefused: if there is nobody, or that is not his own business.
        """
        check_may(AccountAction.CHOOSE_TRAINING, actor, number)
        there = sa.select(people.c.id).where(people.c.id == number, people.c.deleted.is_(None))
        with self._database.writing() as connection:
            if connection.execute(there.with_for_update()).scalar() is None:
                raise ActionRefused("no-person", f"there is no account {number}")
            if agrees:
                connection.execute(
                    insert_new(connection, training).values(person=number, since=now)
                )
            else:
                connection.execute(sa.delete(training).where(training.c.person == number))


def agreed(connection: sa.Connection) -> frozenset[int]:
    """All who agreed, and the programs that they keep."""
    own = frozenset(connection.execute(sa.select(training.c.person)).scalars())
    kept = sa.select(people.c.id).join(training, training.c.person == people.c.owner)
    return own.union(connection.execute(kept).scalars())
