"""Invitations to have an account: links that somebody who has one gives to others."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import printable
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.registration_tables import account_invitations, registrations
from dragoman.judge.storage.tables import (
    people,
)
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

GOOD_FOR: Final = timedelta(days=14)
MOST_OPEN: Final = 10
"""Invitations of one person that nobody has followed yet; an admin makes as many as he likes."""
MOST_PEOPLE: Final = 200
"""People who may follow one of an admin's."""
_LONGEST_NOTE: Final = 100


@dataclass(frozen=True, slots=True)
class AccountInvitation:
    """A link with which ``most`` people may register, and ``came`` have."""

    code: str
    person: int
    by_admin: bool
    note: str
    until: datetime
    most: int
    came: int

    @property
    def left(self) -> int:
        return max(0, self.most - self.came)


class AccountInvitations:
    """The invitations of a database. Accounts that nobody confirms count no more once they are
    forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, actor: Actor, person: int, now: datetime, note: str = "", most: int = 1) -> str:
        """Make an invitation of somebody for so many people; its code. ``person`` is 0 for whoever
        runs the machine.

        Raises:
            ActionRefused: if somebody has made too many, or it takes an admin.
        """
        check_may(AccountAction.INVITE, actor, person)
        largest = MOST_PEOPLE if actor.is_admin else 1
        if not 1 <= most <= largest:
            what = f"your invitations are for 1 to {largest} people"
            raise ActionRefused("wrong-number-of-people", what)
        code = secrets.token_urlsafe(16)
        row = {"code": code, "person": person, "by_admin": actor.is_admin, "created": now}
        row |= {"note": printable(note)[:_LONGEST_NOTE], "until": now + GOOD_FOR, "most": most}
        with self._database.writing() as connection:
            # Of two who invite at once in somebody's name, one waits for the other.
            own = sa.select(people.c.id).where(people.c.id == person).with_for_update()
            connection.execute(own)
            opened = [one for one in _of(connection, person) if one.left and one.until > now]
            if not actor.is_admin and len(opened) >= MOST_OPEN:
                what = f"{MOST_OPEN} invitations of yours are open already"
                raise ActionRefused("too-many-invitations", what, "withdraw one")
            connection.execute(sa.insert(account_invitations).values(row))
        return code

    def of(self, actor: Actor, person: int) -> tuple[AccountInvitation, ...]:
        """Somebody's invitations, the latest first."""
        check_may(AccountAction.INVITE, actor, person)
        with self._database.reading() as connection:
            return _of(connection, person)

    def withdraw(self, actor: Actor, person: int, code: str) -> None:
        """Let nobody follow an invitation of somebody any more. Whoever came by it stays.

        Raises:
            ActionRefused: if there is none.
        """
        check_may(AccountAction.INVITE, actor, person)
        mine = account_invitations.c.code == code
        mine &= account_invitations.c.person == person
        with self._database.writing() as connection:
            if connection.execute(sa.delete(account_invitations).where(mine)).rowcount != 1:
                raise ActionRefused("no-invitation", "you have no such invitation")

    def check(self, code: str, now: datetime) -> AccountInvitation:
        """An invitation that somebody follows.

        Raises:
            ActionRefused: if nobody can follow it, or no more.
        """
        with self._database.reading() as connection:
            found = _found(connection, account_invitations.c.code == code)
        if not found or found[0].until <= now or not found[0].left:
            raise _over()
        return found[0]

    def take(self, connection: sa.Connection, code: str) -> None:
        """Follow an invitation, in the transaction that makes the account.

        Raises:
            ActionRefused: if others did meanwhile, and nobody else may.
        """
        mine = account_invitations.c.code == code
        connection.execute(sa.select(account_invitations.c.code).where(mine).with_for_update())
        found = _found(connection, mine)
        if not found or not found[0].left:
            raise _over()


def _of(connection: sa.Connection, person: int) -> tuple[AccountInvitation, ...]:
    return _found(connection, account_invitations.c.person == person)


def _found(
    connection: sa.Connection, which: sa.ColumnElement[bool]
) -> tuple[AccountInvitation, ...]:
    followed = sa.select(sa.func.count()).where(
        registrations.c.invitation == account_invitations.c.code
    )
    came = followed.scalar_subquery().label("came")
    is_closed = people.c.blocked.is_not(None) | people.c.deleted.is_not(None)
    shut = sa.exists().where(people.c.id == account_invitations.c.person, is_closed)
    wanted = sa.select(account_invitations, came).where(which, ~shut)
    rows = connection.execute(wanted.order_by(account_invitations.c.created.desc()))
    return tuple(_invitation(row) for row in rows)


def _invitation(row: Any) -> AccountInvitation:
    return AccountInvitation(
        row.code, row.person, row.by_admin, row.note, row.until, row.most, row.came
    )


def _over() -> ActionRefused:
    what = "this invitation is over: it was used, withdrawn, or is too old"
    return ActionRefused("invitation-over", what, "ask for another")
