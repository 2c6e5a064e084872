"""Relations between people: they follow each other, are friends when both do, and shun whom they
want nothing to do with. Nobody is told of any of it but by looking."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.people import People
from dragoman.judge.accounts.rate_limits import RateLimit, take_attempts
from dragoman.judge.commands.permissions import Actor, check_account
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import listings, parts, relations
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

MOST: Final = 500
"""People whom somebody follows or shuns, at most."""
FOLLOW: Final = RateLimit("follow", 60, 60)
"""How often somebody follows or shuns others."""
_FOLLOWS: Final = "follows"
_SHUNS: Final = "shuns"


@dataclass(frozen=True, slots=True)
class Circle:
    """The people around somebody, by their accounts: ``follows`` whom he follows, ``followers`` who
    follow him, ``shuns`` whom he shuns."""

    follows: frozenset[int]
    followers: frozenset[int]
    shuns: frozenset[int]

    @property
    def friends(self) -> frozenset[int]:
        """Those whom he follows and who follow him."""
        return self.follows & self.followers


class Relations:
    """The relations between the people of a database."""

    def __init__(self, database: Database, people: People) -> None:
        self._database, self._people = database, people

    def circle(self, person: int) -> Circle:
        """The people around somebody.

        Raises:
            ActionRefused: if the database does not answer.
        """
        mine = sa.select(relations.c.other, relations.c.kind).where(relations.c.person == person)
        theirs = sa.select(relations.c.person).where(
            relations.c.other == person, relations.c.kind == _FOLLOWS
        )
        with self._database.reading() as connection:
            own = connection.execute(mine).all()
            followers = frozenset(connection.execute(theirs).scalars())
        follows = frozenset(one.other for one in own if one.kind == _FOLLOWS)
        shuns = frozenset(one.other for one in own if one.kind == _SHUNS)
        return Circle(follows, followers, shuns)

    def follow(self, actor: Actor, other: int, now: datetime) -> None:
        """Follow somebody.

        Raises:
            ActionRefused: if it is oneself, there is nobody, he shuns the actor, or it is too much.
        """
        self._check_other(actor, other, now)
        if self.shuns(other, actor.user):
            raise ActionRefused("not-followed", "this player is not followed by you")
        self._set(actor.user, other, _FOLLOWS, now)

    def shun(self, actor: Actor, other: int, now: datetime) -> None:
        """Shun somebody: he follows the actor no more, and cannot invite him. He is not told.

        Raises:
            ActionRefused: if it is oneself, there is nobody, or it is too much.
        """
        self._check_other(actor, other, now)
        self._set(actor.user, other, _SHUNS, now)
        back = (relations.c.person == other) & (relations.c.other == actor.user)
        with self._database.writing() as connection:
            followed = back & (relations.c.kind == _FOLLOWS)
            connection.execute(sa.delete(relations).where(followed))

    def forget(self, actor: Actor, other: int) -> None:
        """Follow somebody no more, or shun him no more."""
        mine = (relations.c.person == actor.user) & (relations.c.other == other)
        with self._database.writing() as connection:
            connection.execute(sa.delete(relations).where(mine))

    def shuns(self, person: int, other: int) -> bool:
        """True if somebody shuns another."""
        mine = (relations.c.person == person) & (relations.c.other == other)
        found = sa.select(relations.c.kind).where(mine & (relations.c.kind == _SHUNS))
        with self._database.asking() as connection:
            return connection.execute(found).first() is not None

    def _check_other(self, actor: Actor, person: int, now: datetime) -> None:
        check_account(actor)
        if person == actor.user:
            raise ActionRefused("oneself", "that is yourself")
        if self._people.person(person).is_deleted:
            raise ActionRefused("no-person", f"there is no account {person}")
        take_attempts(self._database, now, (FOLLOW, f"account {actor.user}"))

    def _set(self, person: int, other: int, kind: str, now: datetime) -> None:
        mine = relations.c.person == person
        with self._database.writing() as connection:
            count = sa.select(sa.func.count()).where(mine, relations.c.other != other)
            if connection.execute(count).scalar_one() >= MOST:
                what = f"no more than {MOST} people are followed or shunned by one"
                raise ActionRefused("too-many-people", what, "remove some")
            connection.execute(sa.delete(relations).where(mine, relations.c.other == other))
            row = {"person": person, "other": other, "kind": kind, "since": now}
            connection.execute(sa.insert(relations).values(row))


def playing_now(database: Database, people: frozenset[int]) -> dict[int, list[tuple[int, str]]]:
    """The games that people play just now, by their accounts, each with its title: of those that
    everybody finds and sees, and in which it is no secret who plays.

    Raises:
        ActionRefused: if the database does not answer.
    """
    joined = parts.join(listings, parts.c.game == listings.c.game)
    wanted = sa.select(parts.c.person, listings.c.game, listings.c.title).select_from(joined)
    wanted = wanted.where(
        parts.c.person.in_(people),
        parts.c.part == "player",
        listings.c.is_listed,
        listings.c.stage.in_(("running", "paused")),
        listings.c.summary["anonymous"].as_boolean().is_(False),
        listings.c.summary["phase"].as_string().is_not(None),
    )
    found: dict[int, list[tuple[int, str]]] = {}
    with database.reading() as connection:
        for row in connection.execute(wanted.order_by(listings.c.game.desc())):
            found.setdefault(row.person, []).append((row.game, row.title))
    return found
