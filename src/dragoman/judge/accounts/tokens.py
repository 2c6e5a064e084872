"""Tokens, which programs show instead of a password."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.secret_texts import hashed, new_secret
from dragoman.judge.accounts.who_may import Act, check_may
from dragoman.judge.accounts.words import printable
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import people, tokens
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
class Token:
    """A token as its owner sees it: the first letters of it, never the whole. ``called`` is what
    its owner is."""

    number: int
    user: int
    called: str
    is_admin: bool
    is_program: bool
    name: str
    prefix: str
    scopes: tuple[str, ...]
    created: datetime
    used: datetime | None
    until: datetime | None


class Tokens:
    """The tokens of a database's people. Their scopes are the door's."""

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
    ) -> tuple[str, Token]:
        """Make a token for somebody: the whole of it, which is not seen again, and what is kept.

        Raises:
            ActionRefused: if he has too many, or it has no name or no scope.
        """
        check_may(Act.MAKE_TOKENS, actor, number)
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

    def holder(self, secret: str, now: datetime) -> Token | None:
        """The token that this is, if it is one still."""
        with self._database.asking() as connection:
            row = connection.execute(_HOLDER, {"secret": hashed(secret), "now": now}).first()
        if row is None:
            return None
        if row.used is None or row.used < now - _USED_EVERY:
            with self._database.noting() as connection:
                mine = tokens.c.id == row.id
                connection.execute(sa.update(tokens).where(mine).values(used=now))
        return _token(row)

    def of(self, actor: Actor, number: int) -> tuple[Token, ...]:
        """Somebody's tokens, the oldest first."""
        check_may(Act.REVOKE_TOKENS, actor, number)
        mine = _joined().where(tokens.c.person == number).order_by(tokens.c.id)
        with self._database.reading() as connection:
            return tuple(_token(row) for row in connection.execute(mine))

    def revoke(self, actor: Actor, number: int, which: int) -> None:
        """End one of somebody's tokens.

        Raises:
            ActionRefused: if there is no such token.
        """
        check_may(Act.REVOKE_TOKENS, actor, number)
        mine = (tokens.c.id == which) & (tokens.c.person == number)
        with self._database.writing() as connection:
            if connection.execute(sa.delete(tokens).where(mine)).rowcount != 1:
                raise ActionRefused("no-token", "there is no such token")


def _joined() -> sa.Select[Any]:
    who = (people.c.is_admin, people.c.owner, people.c.name.label("called"))
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


def _token(row: Any) -> Token:
    return Token(
        row.id,
        row.person,
        row.called,
        row.is_admin,
        row.owner is not None,
        row.name,
        row.prefix,
        tuple(row.scopes.split()),
        row.created,
        row.used,
        row.until,
    )
