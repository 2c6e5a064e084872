"""Accounts of programs: each belongs to somebody, says what it is, and comes with a token alone."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.tokens import Token, Tokens
from dragoman.judge.accounts.who_may import Act, check_may
from dragoman.judge.accounts.words import checked_name, name_key, printable
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import people
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

MOST_PROGRAMS: Final = 10
LONGEST_ABOUT: Final = 500


@dataclass(frozen=True, slots=True)
class Program:
    """A program's account, as its owner sees it."""

    number: int
    name: str
    about: str
    created: datetime


class Programs:
    """The programs of a database's people. They have neither password nor address: nobody signs
    in as one, and none is mailed."""

    def __init__(self, database: Database, tokens: Tokens) -> None:
        self._database, self._tokens = database, tokens

    def make(self, actor: Actor, owner: int, name: str, about: str, now: datetime) -> int:
        """Make an account for a program of somebody; its number. ``about`` says what it is.

        Raises:
            ActionRefused: if the name is taken, something cannot be, or he has too many.
        """
        check_may(Act.KEEP_PROGRAMS, actor, owner)
        name, about = checked_name(name), printable(about)
        if not about or len(about) > LONGEST_ABOUT:
            what = f"a program says in 1 to {LONGEST_ABOUT} letters what it is"
            raise ActionRefused("wrong-about", what, "say who wrote it, and how it plays")
        row = {"name": name, "name_key": name_key(name), "created": now, "is_admin": False}
        with self._database.writing() as connection:
            himself = sa.select(people.c.owner).where(people.c.id == owner).with_for_update()
            found = connection.execute(himself).first()
            if found is None or found.owner is not None:
                what = "a program belongs to a person"
                raise ActionRefused("no-owner", what, "make it with the account of one")
            count = sa.select(sa.func.count()).select_from(people).where(_of(owner))
            if connection.execute(count).scalar_one() >= MOST_PROGRAMS:
                what = f"an account has {MOST_PROGRAMS} programs at most"
                raise ActionRefused("too-many-programs", what, "remove one")
            new = insert_new(connection, people).values(row | {"owner": owner, "about": about})
            number = connection.execute(new.returning(people.c.id)).scalar()
            if number is None:
                what = f"somebody is called {name} already"
                raise ActionRefused("name-taken", what, "choose another")
        return number

    def of(self, actor: Actor, owner: int) -> tuple[Program, ...]:
        """Somebody's programs, the oldest first."""
        check_may(Act.KEEP_PROGRAMS, actor, owner)
        wanted = sa.select(people).where(_of(owner)).order_by(people.c.id)
        with self._database.reading() as connection:
            return tuple(_program(row) for row in connection.execute(wanted))

    def check_owned(self, actor: Actor, number: int) -> Actor:
        """The program, as one who gives commands, if it is the actor's.

        Raises:
            ActionRefused: if it is not.
        """
        if number not in {one.number for one in self.of(actor, actor.user)}:
            raise ActionRefused("no-program", "you have no such program")
        return Actor(number, is_program=True)

    def make_token(
        self,
        actor: Actor,
        number: int,
        name: str,
        scopes: Collection[str],
        now: datetime,
        until: datetime | None = None,
    ) -> tuple[str, Token]:
        """Make a token for one of the actor's programs, as ``Tokens.make`` does."""
        program = self.check_owned(actor, number)
        return self._tokens.make(program, number, name, scopes, now, until)

    def tokens(self, actor: Actor, number: int) -> tuple[Token, ...]:
        """The tokens of one of the actor's programs."""
        return self._tokens.of(self.check_owned(actor, number), number)

    def revoke_token(self, actor: Actor, number: int, which: int) -> None:
        """End a token of one of the actor's programs."""
        self._tokens.revoke(self.check_owned(actor, number), number, which)


def programs_of(connection: sa.Connection, owner: int) -> list[int]:
    """The numbers of somebody's programs."""
    wanted = sa.select(people.c.id).where(_of(owner)).order_by(people.c.id)
    return list(connection.execute(wanted).scalars())


def _of(owner: int) -> sa.ColumnElement[bool]:
    return (people.c.owner == owner) & people.c.deleted.is_(None)


def _program(row: Any) -> Program:
    return Program(row.id, row.name, row.about, row.created)
