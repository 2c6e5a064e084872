"""Moderators: the role below admins, who grant and take it."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.accounts.people import People, Person
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry, AuditRole
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.audit import note
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import people
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


class Moderators:
    """Those of a database's people who moderate."""

    def __init__(self, database: Database, people_: People) -> None:
        self._database, self._people = database, people_

    def all(self) -> tuple[Person, ...]:
        """The moderators, and the admins, who may do the same, by their numbers."""
        may = people.c.is_moderator | people.c.is_admin
        wanted = sa.select(people.c.id).where(
            may, people.c.deleted.is_(None), people.c.blocked.is_(None)
        )
        with self._database.asking() as connection:
            numbers = list(connection.execute(wanted.order_by(people.c.id)).scalars())
        return tuple(self._people.person(one) for one in numbers)

    def set(self, actor: Actor, number: int, is_moderator: bool) -> None:
        """Make somebody a moderator, or one no more.

        Raises:
            ActionRefused: if there is nobody, or it is a program or a guest.
        """
        check_may(AccountAction.MAKE_MODERATOR, actor, number)
        person = self._people.person(number)
        if is_moderator and (person.owner is not None or person.is_guest or person.is_deleted):
            what = "a moderator is a person with an account"
            raise ActionRefused("no-moderator", what, "name somebody else")
        act = AuditAct.MAKE_MODERATOR if is_moderator else AuditAct.UNMAKE_MODERATOR
        with self._database.writing() as connection:
            mine = people.c.id == number
            connection.execute(sa.update(people).where(mine).values(is_moderator=is_moderator))
            note(connection, AuditEntry(actor.user, AuditRole.ADMIN, act, person=number))


def role_of(actor: Actor) -> AuditRole:
    """The right by which somebody moderates."""
    return AuditRole.ADMIN if actor.is_admin else AuditRole.MODERATOR
