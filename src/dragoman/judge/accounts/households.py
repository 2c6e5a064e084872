"""Households: people who say of each other that they live together, so that one address and one
browser speak against neither."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.people import People
from dragoman.judge.accounts.rate_limits import RateLimit, take_attempts
from dragoman.judge.commands.permissions import Actor, check_account
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.moderation_tables import households
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

MOST: Final = 8
"""People with whom somebody may say that he lives."""
DECLARE: Final = RateLimit("household", 6, 6)


@dataclass(frozen=True, slots=True)
class Household:
    """The people with whom somebody lives: ``members`` as both sides say, ``named`` whom he named
    and who has not said so, ``asking`` who named him."""

    members: frozenset[int]
    named: frozenset[int]
    asking: frozenset[int]


class Households:
    """The households of a database's people."""

    def __init__(self, database: Database, people: People) -> None:
        self._database, self._people = database, people

    def of(self, person: int) -> Household:
        """The household of somebody."""
        wanted = sa.select(households).where(
            (households.c.person == person) | (households.c.other == person)
        )
        with self._database.asking() as connection:
            rows = connection.execute(wanted).all()
        named = frozenset(row.other for row in rows if row.person == person)
        asking = frozenset(row.person for row in rows if row.other == person)
        return Household(named & asking, named - asking, asking - named)

    def pairs(self, people: frozenset[int]) -> tuple[tuple[int, int], ...]:
        """Those of these people who live together, in pairs."""
        if len(people) < 2:
            return ()
        one, other = households.alias(), households.alias()
        both = (one.c.person == other.c.other) & (one.c.other == other.c.person)
        wanted = sa.select(one.c.person, one.c.other).join(other, both)
        wanted = wanted.where(
            one.c.person < one.c.other, one.c.person.in_(people), one.c.other.in_(people)
        )
        with self._database.asking() as connection:
            return tuple((row.person, row.other) for row in connection.execute(wanted))

    def declare(self, actor: Actor, other: int, now: datetime) -> None:
        """Say that one lives with somebody; it holds when he says so, too.

        Raises:
            ActionRefused: if it is oneself, there is nobody, or it is too much.
        """
        check_account(actor)
        if other == actor.user:
            raise ActionRefused("oneself", "that is yourself")
        person = self._people.person(other)
        if person.is_deleted or person.owner is not None:
            raise ActionRefused("no-person", f"there is no account {other}")
        take_attempts(self._database, now, (DECLARE, f"account {actor.user}"))
        with self._database.writing() as connection:
            mine = households.c.person == actor.user
            count = sa.select(sa.func.count()).where(mine, households.c.other != other)
            if connection.execute(count).scalar_one() >= MOST:
                what = f"a household has at most {MOST} others here"
                raise ActionRefused("too-many-people", what, "remove some")
            row = {"person": actor.user, "other": other, "since": now}
            connection.execute(insert_new(connection, households).values(row))

    def withdraw(self, actor: Actor, other: int) -> None:
        """Say no more that one lives with somebody, or that he does: it ends for both."""
        me, him = (households.c.person, households.c.other)
        both = ((me == actor.user) & (him == other)) | ((me == other) & (him == actor.user))
        with self._database.writing() as connection:
            connection.execute(sa.delete(households).where(both))
