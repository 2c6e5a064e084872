"""Guests: people who play at once, without an address or a password.

A guest is a person with a name and a session, and nothing else by which he could come in again.
When he registers the same person gets an address and a password, or a passkey: his seats, his
letters and his rating were his all along.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import (
    Passwords,
    address_key,
    checked_name,
    checked_password,
)
from dragoman.judge.accounts.people import (
    People,
    Person,
    Registered,
    checked_address,
    insert_address,
    insert_person,
    set_name,
)
from dragoman.judge.accounts.preferences import MailWishes, check_language, write_wishes
from dragoman.judge.accounts.rate_limits import ASK_FROM, MAIL_TO, guests_from, take_attempts
from dragoman.judge.accounts.registration import NO_WISH, Registration, RegistrationWish
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.name_keys import look_key
from dragoman.judge.storage.tables import addresses, codes, people, sessions
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

GUEST: Final = "Guest"
"""The name of guests who give none; a number makes each another."""
AN_HOUR: Final = 20
"""Guests who may begin from one address, an hour, where nothing else is configured."""
UNSEEN: Final = timedelta(days=30)
"""After so long without a visit nobody can come in as a guest any more."""
_TRIES: Final = 8


class Guests:
    """The guests of a database. ``an_hour`` is how many may begin from one address in an hour; 0
    where nobody plays without an account."""

    def __init__(
        self,
        database: Database,
        passwords: Passwords,
        people_: People,
        registration: Registration,
        an_hour: int = AN_HOUR,
    ) -> None:
        self._database, self._passwords, self._people = database, passwords, people_
        self._registration, self._an_hour = registration, an_hour

    def may_come(self, now: datetime, *, by_link: bool = False) -> bool:
        """True if people may play without an account, who come by the link of a game or by
        themselves."""
        return self._an_hour > 0 and self._registration.takes_guests(by_link, now)

    def begin(
        self,
        name: str,
        came_from: str,
        now: datetime,
        language: str = MailWishes().language,
        *,
        by_link: bool = False,
    ) -> Person:
        """Somebody new who plays without an account, called as he likes; where he does not say,
        ``Guest`` and a number. ``SignIns.begin`` begins his session. He came by the link of a game,
        or by himself.

        Raises:
            ActionRefused: if nobody does here, too many came from there, or the name is taken or
                cannot be.
        """
        if self._an_hour == 0:
            what = "nobody plays here without an account"
            raise ActionRefused("no-guests", what, "register, or sign in")
        self._registration.check_guest(by_link, now)
        check_language(language)
        wanted = checked_name(name) if name.strip() else ""
        take_attempts(self._database, now, (guests_from(self._an_hour), came_from))
        with self._database.writing() as connection:
            called = wanted or _free_name(connection)
            number = insert_person(connection, called, now, is_guest=True)
            write_wishes(connection, number, MailWishes(language, self._people.site.zone))
        return self._people.person(number)

    def register(
        self,
        number: int,
        name: str,
        address: str,
        password: str,
        came_from: str,
        now: datetime,
        *,
        back: str = "/",
        wish: RegistrationWish = NO_WISH,
    ) -> Registered:
        """Give a guest an address and a password: a code is mailed to the address, and once that is
        confirmed, he is a guest no more. Until then he plays on as one, and may name another
        address.

        Raises:
            ActionRefused: if he may not register, is no guest, the name is taken, or something
                cannot be.
        """
        name, key = checked_name(name), address_key(checked_address(address))
        checked_password(password, name)
        admission = self._registration.admit(address, wish, now, is_guest=True)
        take_attempts(self._database, now, (ASK_FROM, came_from), (MAIL_TO, key))
        hash_ = self._passwords.hash(checked_password(password, name))
        mine = (people.c.id == number) & people.c.is_guest
        with self._database.writing() as connection:
            changed = sa.update(people).where(mine).values(password=hash_)
            if connection.execute(changed).rowcount != 1:
                raise ActionRefused("no-guest", "this account is a full one already")
            set_name(connection, number, name)
            for table in (codes, addresses):
                connection.execute(sa.delete(table).where(table.c.person == number))
            insert_address(connection, number, address, None, is_first=True)
            self._registration.record(connection, number, admission, now)
            self._people.ask_code(connection, number, name, address, admission.mail_at, back)
        return Registered(number, admission.mail_at > now, admission.waits)

    def among(self, numbers: frozenset[int]) -> frozenset[int]:
        """Those of these accounts that are guests."""
        found = sa.select(people.c.id).where(people.c.id.in_(numbers), people.c.is_guest)
        with self._database.asking() as connection:
            return frozenset(connection.execute(found).scalars())

    def gone(self, now: datetime) -> tuple[int, ...]:
        """Guests who have no session left, and came long ago: nobody can be them any more."""
        has_session = sa.exists().where(
            sessions.c.person == people.c.id, sessions.c.seen > now - UNSEEN
        )
        found = sa.select(people.c.id).where(
            people.c.is_guest,
            people.c.deleted.is_(None),
            people.c.created < now - UNSEEN,
            ~has_session,
        )
        with self._database.reading() as connection:
            return tuple(connection.execute(found.order_by(people.c.id).limit(_AT_ONCE)).scalars())


_AT_ONCE: Final = 500
"""Guests who are forgotten at a time: more would keep others from writing."""


def _free_name(connection: sa.Connection) -> str:
    """A name of a guest that nobody has; of more digits where those of four are mostly taken."""
    for digits in range(4, 4 + _TRIES):
        for _ in range(_TRIES):
            number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
            name = f"{GUEST} {number}"
            taken = sa.select(people.c.id).where(people.c.look_key == look_key(name))
            if connection.execute(taken).scalar() is None:
                return name
    raise ActionRefused("name-taken", "all names of guests are taken", "choose one yourself")
