"""People of the judge: their names and addresses."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site, changed_mail, taken_mail, verify_mail
from dragoman.judge.accounts.credentials import (
    MOST_BOUNCES,
    Passwords,
    address_key,
    checked_name,
    checked_password,
    new_code,
)
from dragoman.judge.accounts.mailed_codes import take_code, write_code
from dragoman.judge.accounts.permissions import AccountAction, check_may, check_noted, note_made
from dragoman.judge.accounts.preferences import (
    MailWishes,
    check_language,
    language_of,
    write_wishes,
)
from dragoman.judge.accounts.rate_limits import ASK_FROM, CODE, MAIL_TO, take_attempts
from dragoman.judge.accounts.registration import NO_WISH, Registration, RegistrationWish
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import Mail, is_mail_address, post
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.name_keys import name_key, name_row
from dragoman.judge.storage.tables import (
    addresses,
    codes,
    people,
    push_devices,
    sessions,
    tokens,
)
from dragoman.judge.wording.wording import said
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


MOST_ADDRESSES: Final = 5


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account. ``blocked`` says why he may not sign in. Who is deleted has a
    name that nobody can choose. A program has an ``owner``, and says what it is (``about``)."""

    number: int
    name: str
    created: datetime
    is_admin: bool
    blocked: str
    is_deleted: bool
    owner: int | None = None
    about: str = ""
    is_guest: bool = False
    """He plays without an address or a password, and is known by his session alone."""
    is_moderator: bool = False


@dataclass(frozen=True, slots=True)
class Registered:
    """An account that was begun. ``is_slow``: the code is mailed after a while; ``waits``: an admin
    has to let its owner in."""

    number: int
    is_slow: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class AccountAddress:
    number: int
    address: str
    is_verified: bool
    is_first: bool
    is_dead: bool = False
    """Mails come back from it, and notices go there no more."""


class People:
    """The people of a database, their names and addresses."""

    def __init__(
        self,
        database: Database,
        site: Site,
        passwords: Passwords,
        registration: Registration,
    ) -> None:
        self._database, self.site, self._passwords = database, site, passwords
        self._registration = registration

    def register(
        self,
        name: str,
        address: str,
        password: str,
        came_from: str,
        now: datetime,
        language: str = MailWishes().language,
        *,
        back: str = "/",
        wish: RegistrationWish = NO_WISH,
    ) -> Registered:
        """Begin an account: a code is mailed to the address, in the language in which its owner
        wants to be written to, and once that is confirmed, he can sign in. The mail leads ``back``
        to the page of ours from which he came.

        Nobody learns here whether an address has an account: to one that has, a mail is sent that
        says so.

        Raises:
            ActionRefused: if he may not register, the name is taken, or something cannot be.
        """
        name, key = checked_name(name), address_key(checked_address(address))
        checked_password(password, name)
        check_language(language)
        admission = self._registration.admit(address, wish, now)
        take_attempts(self._database, now, (ASK_FROM, came_from), (MAIL_TO, key))
        hash_ = self._passwords.hash(checked_password(password, name))
        with self._database.writing() as connection:
            number = insert_person(connection, name, now, hash_)
            write_wishes(connection, number, MailWishes(language, self.site.zone))
            insert_address(connection, number, address, None, is_first=True)
            self._registration.record(connection, number, admission, now)
            self.ask_code(connection, number, name, address, admission.mail_at, back)
        return Registered(number, admission.mail_at > now, admission.waits)

    def create(
        self,
        actor: Actor,
        name: str,
        address: str,
        password: str,
        now: datetime,
        language: str = MailWishes().language,
    ) -> int:
        """Make an account whose address is believed, as an admin may; its number.

        Raises:
            ActionRefused: if the name or the address is taken, or something cannot be.
        """
        check_may(AccountAction.CREATE, actor)
        check_language(language)
        name, address = checked_name(name), checked_address(address)
        hash_ = self._passwords.hash(checked_password(password, name))
        with self._database.writing() as connection:
            if _owner(connection, address_key(address)) is not None:
                raise ActionRefused("address-taken", "this address has an account already")
            number = insert_person(connection, name, now, hash_)
            write_wishes(connection, number, MailWishes(language, self.site.zone))
            insert_address(connection, number, address, now, is_first=True)
            note_made(connection, actor, number)
        return number

    def confirm(self, address: str, code: str, now: datetime) -> Registered:
        """Believe that an address belongs to whoever a code was mailed for. Whoever has to be let
        in waits for that; if he is a guest he plays on as one.

        Raises:
            ActionRefused: if it is not the code.
        """
        key = address_key(address)
        take_attempts(self._database, now, (CODE, key))
        with self._database.writing() as connection:
            number = take_code(connection, "verify", key, code, now)
            if number is None or _owner(connection, key) is not None:
                raise ActionRefused("wrong-code", "this is not the code", "ask for another one")
            mine = (addresses.c.person == number) & (addresses.c.key == key)
            done = sa.update(addresses).where(mine).values(verified=now)
            connection.execute(done)
            waits = self._registration.confirmed(connection, number, now)
            if not waits:
                end_guest(connection, number)
            others = (addresses.c.key == key) & addresses.c.verified.is_(None)
            connection.execute(sa.delete(addresses).where(others))
        return Registered(number, waits=waits)

    def person(self, number: int) -> Person:
        """Somebody by the number of his account.

        Raises:
            ActionRefused: if there is nobody.
        """
        with self._database.asking() as connection:
            row = connection.execute(sa.select(people).where(people.c.id == number)).first()
        if row is None:
            raise ActionRefused("no-person", f"there is no account {number}")
        return _person(row)

    def called(self, name: str) -> Person | None:
        """The person of a name, however it is written."""
        with self._database.reading() as connection:
            found = sa.select(people).where(people.c.name_key == name_key(name))
            row = connection.execute(found).first()
        return _person(row) if row is not None else None

    def names(self, numbers: frozenset[int]) -> dict[int, str]:
        """The names of accounts by their numbers; of those that there are."""
        with self._database.asking() as connection:
            found = connection.execute(_NAMES, {"numbers": [*numbers]})
            return {row.id: row.name for row in found}

    def all(self, actor: Actor, after: int = 0, most: int = 100) -> tuple[Person, ...]:
        """Everybody, in the order in which they came, after an account."""
        check_noted(self._database, AccountAction.LIST, actor)
        wanted = sa.select(people).where(people.c.id > after).order_by(people.c.id).limit(most)
        with self._database.reading() as connection:
            return tuple(_person(row) for row in connection.execute(wanted))

    def rename(self, actor: Actor, number: int, name: str) -> None:
        """Call somebody otherwise from now on.

        Raises:
            ActionRefused: if the name is taken or cannot be.
        """
        check_noted(self._database, AccountAction.RENAME, actor, number)
        name = checked_name(name)
        with self._database.writing() as connection:
            set_name(connection, number, name)

    def set_admin(self, actor: Actor, number: int, is_admin: bool) -> None:
        """Make somebody an admin, or one no more.

        Raises:
            ActionRefused: if there is nobody, or he is the only one.
        """
        right = "admin" if is_admin else "no admin"
        check_noted(self._database, AccountAction.MAKE_ADMIN, actor, number, right)
        if is_admin and self.person(number).owner is not None:
            raise ActionRefused("program-admin", "a program is not an admin", "name a person")
        self._change(number, not is_admin, is_admin=is_admin)

    def block(self, actor: Actor, number: int, why: str) -> None:
        """Let somebody sign in no more, and end what he has open; without a reason, let him
        again.

        Raises:
            ActionRefused: if there is nobody, or he is the only admin.
        """
        check_noted(self._database, AccountAction.BLOCK, actor, number, why)
        with self._database.together():
            self._change(number, bool(why), blocked=why or None)
            with self._database.writing() as connection:
                for table in (sessions, tokens, push_devices) if why else ():
                    connection.execute(sa.delete(table).where(table.c.person == number))

    def addresses(self, actor: Actor, number: int) -> tuple[AccountAddress, ...]:
        """Somebody's addresses, the first one first."""
        check_noted(self._database, AccountAction.SEE_ADDRESSES, actor, number)
        mine = sa.select(addresses).where(addresses.c.person == number)
        with self._database.reading() as connection:
            rows = connection.execute(mine.order_by(addresses.c.is_first.desc(), addresses.c.id))
            return tuple(
                AccountAddress(
                    row.id,
                    row.address,
                    row.verified is not None,
                    row.is_first,
                    row.bounces >= MOST_BOUNCES,
                )
                for row in rows
            )

    def add_address(self, actor: Actor, number: int, address: str, now: datetime) -> None:
        """Mail a code to another address of somebody; ``confirm`` makes it one.

        Raises:
            ActionRefused: if it cannot be one, or there are too many.
        """
        check_may(AccountAction.CHANGE_ADDRESSES, actor, number)
        key = address_key(checked_address(address))
        self._registration.check_address(address)
        take_attempts(self._database, now, (MAIL_TO, key), (ASK_FROM, f"account {number}"))
        person = self.person(number)
        with self._database.writing() as connection:
            mine = sa.select(addresses.c.key, addresses.c.verified)
            rows = connection.execute(mine.where(addresses.c.person == number)).all()
            known = {row.key: row.verified for row in rows}
            if known.get(key):
                raise ActionRefused("address-known", "this address is yours already")
            if key not in known:
                if len(known) >= MOST_ADDRESSES:
                    what = f"an account has {MOST_ADDRESSES} addresses at most"
                    raise ActionRefused("too-many-addresses", what, "remove one")
                insert_address(connection, number, address, None, is_first=False)
            self.ask_code(connection, number, person.name, address, now)

    def remove_address(self, actor: Actor, number: int, which: int, now: datetime) -> None:
        """Forget one of somebody's addresses; not the first one."""
        check_may(AccountAction.CHANGE_ADDRESSES, actor, number)
        with self._database.writing() as connection:
            row = _own_address(connection, number, which)
            if row.is_first:
                what = "the first address stays"
                raise ActionRefused("first-address", what, "make another one the first")
            connection.execute(sa.delete(codes).where(codes.c.address_key == row.key))
            connection.execute(sa.delete(addresses).where(addresses.c.id == which))
            self.notify(connection, number, "address-removed", now, row.address)

    def set_first_address(self, actor: Actor, number: int, which: int, now: datetime) -> None:
        """Have mail go to one of somebody's addresses, which has to be verified; also if mails came
        back from it."""
        check_may(AccountAction.CHANGE_ADDRESSES, actor, number)
        with self._database.writing() as connection:
            row = _own_address(connection, number, which)
            if row.verified is None:
                what = f"{row.address} is not confirmed"
                raise ActionRefused("not-verified", what, "enter the code that was mailed there")
            # The old one is told as well: who took an account over would begin with this.
            self.notify(connection, number, "address-first", now, row.address)
            mine = addresses.c.person == number
            first = addresses.c.id == which
            connection.execute(sa.update(addresses).where(mine).values(is_first=first))
            connection.execute(sa.update(addresses).where(first).values(bounces=0))

    def notify(
        self, connection: sa.Connection, number: int, what: str, now: datetime, which: str = ""
    ) -> None:
        """Mail somebody what was changed, by its key among the words about accounts, in the
        transaction at hand."""
        name = connection.execute(sa.select(people.c.name).where(people.c.id == number)).scalar()
        to = first_address(connection, number)
        if to is not None and name is not None:
            language = language_of(connection, number)
            changed = said(language, f"account.{what}", which=which)
            post(connection, changed_mail(self.site, language, to, name, changed, number), now)

    def ask_code(
        self,
        connection: sa.Connection,
        number: int,
        name: str,
        address: str,
        now: datetime,
        back: str = "/",
    ) -> None:
        """Mail a code to an address, or, where it is somebody's, that it is; in the transaction at
        hand."""
        address = address.strip()
        key, code = address_key(address), new_code()
        owner = _owner(connection, key)
        if owner is not None:
            owners = sa.select(people.c.name).where(people.c.id == owner)
            theirs = str(connection.execute(owners).scalar())
            language = language_of(connection, owner)
            mail: Mail = taken_mail(self.site, language, address, theirs, owner)
        else:
            language = language_of(connection, number)
            mail = verify_mail(self.site, language, address, name, code, number, back)
        # A row is written in either case, and takes as long.
        write_code(connection, number, "verify", key, code, now)
        post(connection, mail, now)

    def _change(self, number: int, may_cost_an_admin: bool, **values: Any) -> None:
        with self._database.writing() as connection:
            if may_cost_an_admin:
                keep_an_admin(connection, number)
            changed = sa.update(people).where(people.c.id == number).values(values)
            if connection.execute(changed).rowcount != 1:
                raise ActionRefused("no-person", f"there is no account {number}")


def first_address(connection: sa.Connection, number: int) -> str | None:
    """The address that somebody's mail goes to, if it is verified."""
    mine = (addresses.c.person == number) & addresses.c.is_first & addresses.c.verified.is_not(None)
    return connection.execute(sa.select(addresses.c.address).where(mine)).scalar()


def insert_person(
    connection: sa.Connection,
    name: str,
    now: datetime,
    password: str | None = None,
    is_guest: bool = False,
) -> int:
    """Enter somebody new; his number.

    Raises:
        ActionRefused: if the name is taken.
    """
    row = name_row(name) | {"created": now, "password": password}
    new = insert_new(connection, people).values(row | {"is_admin": False, "is_guest": is_guest})
    number = connection.execute(new.returning(people.c.id)).scalar()
    if number is None:
        raise name_taken(connection, name)
    return number


def set_name(connection: sa.Connection, number: int, name: str) -> None:
    """Call somebody by a name that was checked.

    Raises:
        ActionRefused: if it is somebody else's.
    """
    keys = name_row(name)
    same = people.c.name_key == keys["name_key"]
    alike = people.c.look_key == keys["look_key"]
    others = sa.select(people.c.id).where(same | alike, people.c.id != number)
    if connection.execute(others).first() is not None:
        raise name_taken(connection, name)
    connection.execute(sa.update(people).where(people.c.id == number).values(keys))


def end_guest(connection: sa.Connection, number: int) -> None:
    """Make a guest's account a full one: he has shown another way to come in by."""
    mine = people.c.id == number
    connection.execute(sa.update(people).where(mine).values(is_guest=False))


def insert_address(
    connection: sa.Connection, number: int, address: str, verified: datetime | None, is_first: bool
) -> None:
    """Enter an address of somebody."""
    row = {"person": number, "address": address.strip(), "key": address_key(address)}
    row |= {"verified": verified, "is_first": is_first}
    connection.execute(sa.insert(addresses).values(row))


def _own_address(connection: sa.Connection, number: int, which: int) -> Any:
    mine = (addresses.c.id == which) & (addresses.c.person == number)
    row = connection.execute(sa.select(addresses).where(mine)).first()
    if row is None:
        raise ActionRefused("no-address", "you have no such address")
    return row


def _owner(connection: sa.Connection, key: str) -> int | None:
    """The account that has an address and verified it."""
    found = (addresses.c.key == key) & addresses.c.verified.is_not(None)
    return connection.execute(sa.select(addresses.c.person).where(found)).scalar()


def checked_address(text: str) -> str:
    """An address of mail as somebody typed it.

    Raises:
        ActionRefused: if it is none.
    """
    address = text.strip()
    if not is_mail_address(address):
        raise ActionRefused("wrong-address", f"{address!r} is not a mail address", "mend it")
    return address


def name_taken(connection: sa.Connection, name: str) -> ActionRefused:
    """The refusal of a name that somebody else has, or one that looks like it."""
    same = sa.select(people.c.id).where(people.c.name_key == name_key(name))
    what = f"somebody is called {name} already"
    if connection.execute(same).first() is None:
        what = f"somebody has a name that looks like {name}"
    return ActionRefused("name-taken", what, "choose another")


# Put together once: that takes as long as asking it.
_NAMES: Final = sa.select(people.c.id, people.c.name).where(
    people.c.id.in_(sa.bindparam("numbers", expanding=True))
)


def _person(row: Any) -> Person:
    return Person(
        row.id,
        row.name,
        row.created,
        row.is_admin,
        row.blocked or "",
        row.deleted is not None,
        row.owner,
        row.about or "",
        row.is_guest,
        row.is_moderator,
    )


# Admins


def keep_an_admin(connection: sa.Connection, number: int) -> None:
    """See that somebody is not the only admin who can sign in, in the transaction that takes that
    from him: a judge that has an admin keeps one. Of two who do so to each other at once, one has
    to wait, and is refused.

    Raises:
        ActionRefused: if he is.
    """
    can = people.c.is_admin & people.c.blocked.is_(None) & people.c.deleted.is_(None)
    admins = sa.select(people.c.id).where(can).order_by(people.c.id).with_for_update()
    if list(connection.execute(admins).scalars()) == [number]:
        what = "this is the only admin of the judge"
        raise ActionRefused("last-admin", what, "make somebody else an admin first")
