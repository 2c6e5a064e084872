"""Tokens, which programs show instead of a password, and the accounts of programs."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import checked_name, hashed, new_secret, printable
from dragoman.judge.accounts.people import name_taken
from dragoman.judge.accounts.permissions import AccountAction, check_may, check_noted
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.name_keys import name_row
from dragoman.judge.storage.tables import people, tokens
from dragoman.judge.storage.write_guard import ReadOnly
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


MOST_TOKENS: Final = 50
LONGEST_NAME: Final = 60
_PREFIX: Final = "dragoman_"
"""So that one is known for what it is wherever it was left lying about."""
_SHOWN: Final = len(_PREFIX) + 4
_USED_EVERY: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as its owner sees it: the first letters of it, never the whole. ``called`` is what
    its owner is."""

    number: int
    user: int
    called: str
    is_admin: bool
    is_moderator: bool
    is_program: bool
    name: str
    prefix: str
    scopes: tuple[str, ...]
    created: datetime
    used: datetime | None
    until: datetime | None


class ApiTokens:
    """The tokens of a database's people. Their scopes are up to the interface."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(
        self,
        actor: Actor,
        number: int,
        name: str,
        scopes: Collection[str],
        now: datetime,
        until: datetime | None = None,
    ) -> tuple[str, ApiToken]:
        """Make a token for somebody: the whole of it, which is not seen again, and what is kept.

        Raises:
            ActionRefused: if he has too many, or it has no name or no scope.
        """
        check_may(AccountAction.MAKE_TOKENS, actor, number)
        name = printable(name)
        if not name or len(name) > LONGEST_NAME:
            what = f"a token has a name of 1 to {LONGEST_NAME} letters"
            raise ActionRefused("wrong-token-name", what, "say what it is for")
        if not scopes:
            raise ActionRefused("no-scope", "a token without a scope is good for nothing")
        if until is not None and until <= now:
            raise ActionRefused("past", "this moment is over", "name a later one")
        secret = f"{_PREFIX}{new_secret()}"
        row = {"hash": hashed(secret), "prefix": secret[:_SHOWN], "person": number, "name": name}
        row |= {"scopes": " ".join(sorted(set(scopes))), "created": now, "until": until}
        with self._database.writing() as connection:
            mine = sa.select(sa.func.count()).where(tokens.c.person == number)
            if connection.execute(mine).scalar_one() >= MOST_TOKENS:
                what = f"an account has {MOST_TOKENS} tokens at most"
                raise ActionRefused("too-many-tokens", what, "revoke one")
            made = sa.insert(tokens).values(row).returning(tokens.c.id)
            new = connection.execute(made).scalar_one()
            found = connection.execute(_joined().where(tokens.c.id == new)).one()
        return secret, _token(found)

    def holder(self, secret: str, now: datetime) -> ApiToken | None:
        """The token that this is, if it is one still."""
        with self._database.asking() as connection:
            row = connection.execute(_HOLDER, {"secret": hashed(secret), "now": now}).first()
        if row is None:
            return None
        if row.used is None or row.used < now - _USED_EVERY:
            with suppress(ReadOnly), self._database.noting() as connection:
                mine = tokens.c.id == row.id
                connection.execute(sa.update(tokens).where(mine).values(used=now))
        return _token(row)

    def of(self, actor: Actor, number: int) -> tuple[ApiToken, ...]:
        """Somebody's tokens, the oldest first."""
        check_noted(self._database, AccountAction.REVOKE_TOKENS, actor, number)
        mine = _joined().where(tokens.c.person == number).order_by(tokens.c.id)
        with self._database.reading() as connection:
            return tuple(_token(row) for row in connection.execute(mine))

    def revoke(self, actor: Actor, number: int, which: int) -> None:
        """End one of somebody's tokens.

        Raises:
            ActionRefused: if there is no such token.
        """
        check_noted(self._database, AccountAction.REVOKE_TOKENS, actor, number)
        mine = (tokens.c.id == which) & (tokens.c.person == number)
        with self._database.writing() as connection:
            if connection.execute(sa.delete(tokens).where(mine)).rowcount != 1:
                raise ActionRefused("no-token", "there is no such token")


def _joined() -> sa.Select[Any]:
    who = (people.c.is_admin, people.c.is_moderator, people.c.owner, people.c.name.label("called"))
    return sa.select(tokens, *who).join(people)


_OWNERS: Final = people.alias("owners")
_OWNER_IS_OUT: Final = sa.exists().where(
    _OWNERS.c.id == people.c.owner,
    _OWNERS.c.blocked.is_not(None) | _OWNERS.c.deleted.is_not(None),
)
"""Who may not come in is not let in by his programs."""


# Put together once, for every request of a program asks it.
_HOLDER: Final = _joined().where(
    tokens.c.hash == sa.bindparam("secret"),
    tokens.c.until.is_(None) | (tokens.c.until > sa.bindparam("now", type_=tokens.c.until.type)),
    people.c.blocked.is_(None),
    people.c.deleted.is_(None),
    ~_OWNER_IS_OUT,
)


def _token(row: Any) -> ApiToken:
    return ApiToken(
        row.id,
        row.person,
        row.called,
        row.is_admin,
        row.is_moderator,
        row.owner is not None,
        row.name,
        row.prefix,
        tuple(row.scopes.split()),
        row.created,
        row.used,
        row.until,
    )


# Accounts of programs: each belongs to somebody, says what it is, and comes with a token alone

MOST_PROGRAMS: Final = 10
LONGEST_ABOUT: Final = 500


@dataclass(frozen=True, slots=True)
class ProgramAccount:
    """A program's account, as its owner sees it."""

    number: int
    name: str
    about: str
    created: datetime


class Programs:
    """The programs of a database's people. They have neither password nor address: nobody signs
    in as one, and none is mailed."""

    def __init__(self, database: Database, tokens: ApiTokens) -> None:
        self._database, self._tokens = database, tokens

    def make(self, actor: Actor, owner: int, name: str, about: str, now: datetime) -> int:
        """Make an account for a program of somebody; its number. ``about`` says what it is.

        Raises:
            ActionRefused: if the name is taken, something cannot be, or he has too many.
        """
        check_may(AccountAction.KEEP_PROGRAMS, actor, owner)
        name, about = checked_name(name), printable(about)
        if not about or len(about) > LONGEST_ABOUT:
            what = f"a program says in 1 to {LONGEST_ABOUT} letters what it is"
            raise ActionRefused("wrong-about", what, "say who wrote it, and how it plays")
        row = name_row(name) | {"created": now, "is_admin": False}
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
                raise name_taken(connection, name)
        return number

    def of(self, actor: Actor, owner: int) -> tuple[ProgramAccount, ...]:
        """Somebody's programs, the oldest first."""
        check_may(AccountAction.KEEP_PROGRAMS, actor, owner)
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
    ) -> tuple[str, ApiToken]:
        """Make a token for one of the actor's programs, as ``Tokens.make`` does."""
        program = self.check_owned(actor, number)
        return self._tokens.make(program, number, name, scopes, now, until)

    def tokens(self, actor: Actor, number: int) -> tuple[ApiToken, ...]:
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


def _program(row: Any) -> ProgramAccount:
    return ProgramAccount(row.id, row.name, row.about, row.created)
