"""Applicants: people who registered, and whom an admin has yet to let in."""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site, let_in_mail, turned_away_mail
from dragoman.judge.accounts.people import end_guest, first_address
from dragoman.judge.accounts.permissions import AccountAction, check_may, check_noted
from dragoman.judge.accounts.preferences import language_of
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.registration_tables import registrations
from dragoman.judge.storage.tables import (
    addresses,
    people,
)
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

_LONGEST_REASON = 1000


@dataclass(frozen=True, slots=True)
class AccountApplicant:
    """Somebody who waits until an admin lets him in, with his words to the admins."""

    person: int
    name: str
    address: str
    words: str
    since: datetime


class Applicants:
    """The applicants of a database. Of two admins who decide at once, one is refused."""

    def __init__(self, database: Database, site: Site) -> None:
        self._database, self._site = database, site

    def all(self, actor: Actor) -> tuple[AccountApplicant, ...]:
        """Everybody who waits, and has shown that his address is his; the longest first."""
        check_may(AccountAction.REGISTRATION, actor)
        found = (
            sa.select(registrations, people.c.name, addresses.c.address)
            .join(people, people.c.id == registrations.c.person)
            .join(addresses, addresses.c.person == registrations.c.person)
            .where(registrations.c.waits, addresses.c.is_first, addresses.c.verified.is_not(None))
            .order_by(registrations.c.at, registrations.c.person)
        )
        with self._database.reading() as connection:
            return tuple(
                AccountApplicant(row.person, row.name, row.address, row.words, row.at)
                for row in connection.execute(found)
            )

    def let_in(self, actor: Actor, number: int, now: datetime) -> None:
        """Let somebody in, and tell him.

        Raises:
            ActionRefused: if he does not wait, or no more.
        """
        check_noted(self._database, AccountAction.REGISTRATION, actor, number, "let in")
        with self._database.writing() as connection:
            to, name, language = self._decide(connection, number)
            end_guest(connection, number)
            post(connection, let_in_mail(self._site, language, to, name, number), now)

    def turn_away(self, actor: Actor, number: int, why: str, now: datetime) -> bool:
        """Tell somebody that he is not let in, and why. True if his account is of no use now; a
        guest plays on, without an address.

        Raises:
            ActionRefused: if he does not wait, or no more, or no reason is given.
        """
        if not (why := " ".join(why.split())):
            raise ActionRefused("no-reason", "say why: he is told", "write a reason")
        why = why[:_LONGEST_REASON]
        told = f"turned away: {why}"
        check_noted(self._database, AccountAction.REGISTRATION, actor, number, told)
        with self._database.writing() as connection:
            to, name, language = self._decide(connection, number)
            mail: Mail = turned_away_mail(self._site, language, to, name, why)
            post(connection, mail, now)
            connection.execute(sa.delete(addresses).where(addresses.c.person == number))
            mine = sa.select(people.c.is_guest).where(people.c.id == number)
            return not connection.execute(mine).scalar_one()

    def _decide(self, connection: sa.Connection, number: int) -> tuple[str, str, str]:
        """Have somebody wait no more; his address, name and language."""
        mine = (registrations.c.person == number) & registrations.c.waits
        done = sa.update(registrations).where(mine).values(waits=False)
        to = first_address(connection, number)
        if to is None or connection.execute(done).rowcount != 1:
            what = "this person does not wait to be let in, or no more"
            raise ActionRefused("not-waiting", what)
        names = sa.select(people.c.name).where(people.c.id == number)
        name: str = connection.execute(names).scalar_one()
        return to, name, language_of(connection, number)
