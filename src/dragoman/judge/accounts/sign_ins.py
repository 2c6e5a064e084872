"""Signing in and out: sessions, passwords, and passwords for one game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site, reset_mail
from dragoman.judge.accounts.credentials import (
    SHORTEST_PASSWORD,
    Passwords,
    address_key,
    checked_password,
    given_password,
    hashed,
    new_code,
    new_secret,
    printable,
)
from dragoman.judge.accounts.mailed_codes import take_code, write_code
from dragoman.judge.accounts.people import People
from dragoman.judge.accounts.permissions import AccountAction, check_may, check_noted
from dragoman.judge.accounts.preferences import (
    AS_EVERYBODY,
    LOOK_COLUMNS,
    Look,
    language_of,
    read_look,
)
from dragoman.judge.accounts.rate_limits import (
    ASK_FROM,
    CODE,
    MAIL_TO,
    SIGN_IN_AS,
    SIGN_IN_FROM,
    SIGN_IN_THERE,
    SIGN_IN_WITH,
    SIGNED_IN_AS,
    take_attempts,
)
from dragoman.judge.accounts.registration import check_is_in, waits
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import post
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.name_keys import name_key
from dragoman.judge.storage.tables import (
    addresses,
    game_passwords,
    known_devices,
    looks,
    people,
    push_devices,
    sessions,
    tokens,
)
from dragoman.judge.storage.write_guard import ReadOnly
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


IDLE: Final = timedelta(days=30)
"""After so long without a visit a session is over."""
LONGEST: Final = timedelta(days=180)
_SEEN_EVERY: Final = timedelta(hours=1)
_LONGEST_DEVICE: Final = 200


@dataclass(frozen=True, slots=True)
class SignInSession:
    """Somebody who is signed in; ``called`` is what he is, ``look`` how he likes pages."""

    number: int
    user: int
    is_admin: bool
    created: datetime
    seen: datetime
    device: str
    called: str = ""
    look: Look = AS_EVERYBODY
    is_guest: bool = False
    is_moderator: bool = False
    is_due: bool = False
    """He was not seen for an hour: what is noted of a visit is to be noted."""


class SignIns:
    """Sessions and passwords of a database's people."""

    def __init__(
        self, database: Database, site: Site, passwords: Passwords, people_: People
    ) -> None:
        self._database, self._site = database, site
        self._passwords, self._people = passwords, people_

    def sign_in(
        self,
        who: str,
        password: str,
        came_from: str,
        device: str,
        now: datetime,
        before: str = "",
        known: str = "",
    ) -> str:
        """Begin a session for whoever has this name or address, and this password; its secret,
        which is new each time. The session ``before`` ends. In a browser that is ``known`` as his
        nobody is kept out by what others try elsewhere.

        That nobody is called so is found out as slowly, and told in the same words, as that the
        password is another.

        Raises:
            ActionRefused: if it is not the password, or was tried too often.
        """
        if known and self._is_known(who, known):
            take_attempts(self._database, now, (SIGN_IN_WITH, hashed(known)))
        else:
            self._count(who, came_from, now)
        row = self._checked(who, password)
        with self._database.asking() as connection:
            check_is_in(connection, row.id)
        kept: str = row.password
        if self._passwords.is_old(kept):
            self._keep(row.id, given_password(password))
        return self.begin(row.id, device, now, before)

    def begin(self, number: int, device: str, now: datetime, before: str = "") -> str:
        """Begin a session for somebody who has shown who he is; its secret."""
        secret = new_secret()
        with self._database.writing() as connection:
            row = {"hash": hashed(secret), "person": number, "created": now, "seen": now}
            row["device"] = printable(device)[:_LONGEST_DEVICE]
            connection.execute(sa.insert(sessions).values(row))
            if before:
                connection.execute(sa.delete(sessions).where(sessions.c.hash == hashed(before)))
        return secret

    def know(self, number: int, known: str, now: datetime) -> str:
        """Know a browser as somebody's from now on, who has shown in it who he is; the secret that
        it is to keep, which may be the one by which it was ``known``."""
        with self._database.writing() as connection:
            if known:
                mine = (known_devices.c.hash == hashed(known)) & (known_devices.c.person == number)
                seen = sa.update(known_devices).where(mine).values(seen=now)
                if connection.execute(seen).rowcount:
                    return known
            secret = new_secret()
            row = {"hash": hashed(secret), "person": number, "seen": now}
            connection.execute(sa.insert(known_devices).values(row))
        return secret

    def is_known_browser(self, known: str) -> bool:
        """True if somebody has signed in in the browser that has a secret."""
        wanted = sa.select(known_devices.c.person).where(known_devices.c.hash == hashed(known))
        with self._database.asking() as connection:
            return connection.execute(wanted).first() is not None

    def _is_known(self, who: str, known: str) -> bool:
        wanted = _called(who).join(known_devices).where(known_devices.c.hash == hashed(known))
        with self._database.asking() as connection:
            return connection.execute(wanted).first() is not None

    def session(self, secret: str, now: datetime) -> SignInSession | None:
        """The session of a secret, if it is not over."""
        wanted = {"secret": hashed(secret), "seen": now - IDLE, "created": now - LONGEST}
        with self._database.asking() as connection:
            row = connection.execute(_SIGNED_IN, wanted).first()
        if row is None:
            return None
        if row.seen < now - _SEEN_EVERY:
            with suppress(ReadOnly), self._database.noting() as connection:
                mine = sessions.c.id == row.id
                connection.execute(sa.update(sessions).where(mine).values(seen=now))
        return replace(
            _session(row),
            called=row.called,
            look=read_look(row),
            is_guest=row.is_guest,
            is_moderator=row.is_moderator,
            is_due=row.seen < now - _SEEN_EVERY,
        )

    def sessions(self, actor: Actor, number: int) -> tuple[SignInSession, ...]:
        """Sessions of somebody, the latest first."""
        check_may(AccountAction.SEE_SESSIONS, actor, number)
        joined = sa.select(sessions, people.c.is_admin).join(people)
        wanted = joined.where(sessions.c.person == number).order_by(sessions.c.seen.desc())
        with self._database.reading() as connection:
            return tuple(_session(row) for row in connection.execute(wanted))

    def sign_out(self, secret: str) -> None:
        """End a session."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(sessions).where(sessions.c.hash == hashed(secret)))

    def end_session(self, actor: Actor, number: int, which: int | None = None) -> None:
        """End one of somebody's sessions, or all."""
        check_noted(self._database, AccountAction.END_SESSIONS, actor, number)
        mine = sessions.c.person == number
        if which is not None:
            mine &= sessions.c.id == which
        with self._database.writing() as connection:
            connection.execute(sa.delete(sessions).where(mine))
            if which is None:
                # Who is signed in nowhere is told nowhere, either.
                told = push_devices.c.person == number
                connection.execute(sa.delete(push_devices).where(told))

    def change_password(
        self,
        actor: Actor,
        number: int,
        old: str,
        new: str,
        now: datetime,
        session: str = "",
    ) -> None:
        """Give oneself another password; all other sessions than this one end.

        Raises:
            ActionRefused: if the old one is wrong, or the new one cannot be.
        """
        check_may(AccountAction.CHANGE_PASSWORD, actor, number)
        name = self._people.person(number).name
        take_attempts(self._database, now, (SIGNED_IN_AS, str(number)))
        self._checked(name, old)
        self._set(number, checked_password(new, name), now, but=session)

    def set_password(self, actor: Actor, number: int, new: str, now: datetime) -> None:
        """Give somebody another password, as an admin may; all his sessions end."""
        check_noted(self._database, AccountAction.SET_PASSWORD, actor, number)
        name = self._people.person(number).name
        self._set(number, checked_password(new, name), now)

    def ask_reset(self, address: str, came_from: str, now: datetime) -> None:
        """Mail a code for another password to an address, where it is somebody's. Whoever asks
        learns nothing of that.

        Raises:
            ActionRefused: if it was asked too often.
        """
        key, code = address_key(address), new_code()
        take_attempts(self._database, now, (ASK_FROM, came_from), (MAIL_TO, key))
        with self._database.writing() as connection:
            row = connection.execute(_by_address(key)).first()
            if row is not None:
                write_code(connection, row.id, "reset", key, code, now)
                # To the address that was believed, not to whatever was typed.
                language = language_of(connection, row.id)
                mail = reset_mail(self._site, language, row.address, row.name, code, row.id)
                post(connection, mail, now)

    def reset(self, address: str, code: str, new: str, now: datetime) -> int:
        """Set another password with the code that was mailed; the number of the account. All its
        sessions and tokens end.

        Raises:
            ActionRefused: if it is not the code, or the new password cannot be.
        """
        key = address_key(address)
        take_attempts(self._database, now, (CODE, key))
        with self._database.reading() as connection:
            row = connection.execute(_by_address(key)).first()
        password = checked_password(new, row.name if row is not None else "")
        kept = self._passwords.hash(password)
        with self._database.writing() as connection:
            number = take_code(connection, "reset", key, code, now)
            if number is None:
                raise ActionRefused("wrong-code", "this is not the code", "ask for another one")
            connection.execute(sa.delete(tokens).where(tokens.c.person == number))
            self._write(connection, number, kept, now)
        return number

    def person_at(self, address: str) -> int | None:
        """The account that confirmed an address; None if it is closed. Whoever asks has to know
        that it is he."""
        with self._database.reading() as connection:
            row = connection.execute(_by_address(address_key(address))).first()
            is_in = row is not None and not row.blocked and not waits(connection, row.id)
        return row.id if row is not None and is_in else None

    def check_password(
        self, number: int, password: str, now: datetime, came_from: str | None = None
    ) -> None:
        """See that whoever is signed in is still the one who knows the password, before something
        that cannot be undone. Who has none, a guest for one, is known by his session alone. Of who
        is not signed in, and only says who he is, it is counted where it ``came_from``.

        Raises:
            ActionRefused: if it is another, or was tried too often.
        """
        if self.has_password(number):
            name = self._people.person(number).name
            if came_from is None:
                take_attempts(self._database, now, (SIGNED_IN_AS, str(number)))
            else:
                self._count(name, came_from, now)
            self._checked(name, password)

    def has_password(self, number: int) -> bool:
        """True if somebody has a password that signs him in: he has, and confirmed an address."""
        mine = _with_address(people.c.id == number, people.c.password.is_not(None))
        with self._database.asking() as connection:
            return connection.execute(mine).first() is not None

    def _count(self, who: str, came_from: str, now: datetime) -> None:
        """Count an attempt of somebody who says who he is."""
        key = address_key(who) if "@" in who else name_key(who)
        limits = ((SIGN_IN_THERE, f"{key}\0{came_from}"), (SIGN_IN_FROM, came_from))
        take_attempts(self._database, now, *limits, (SIGN_IN_AS, key))

    def _checked(self, who: str, password: str) -> Any:
        """The row of whoever has this name or address, and this password."""
        with self._database.reading() as connection:
            row = connection.execute(_called(who)).first()
        kept = row.password if row is not None else None
        if not self._passwords.fits(kept, given_password(password)) or row is None:
            what = "no account has this name and password"
            raise ActionRefused("wrong-sign-in", what, "mend them, or have the password reset")
        if row.blocked:
            raise ActionRefused("blocked", f"this account is closed: {row.blocked}")
        return row

    def _set(self, number: int, password: str, now: datetime, but: str = "") -> None:
        kept = self._passwords.hash(password)
        with self._database.writing() as connection:
            self._write(connection, number, kept, now, but)

    def _write(
        self, connection: sa.Connection, number: int, kept: str, now: datetime, but: str = ""
    ) -> None:
        mine = people.c.id == number
        connection.execute(sa.update(people).where(mine).values(password=kept))
        over = (sessions.c.person == number) & (sessions.c.hash != hashed(but))
        connection.execute(sa.delete(sessions).where(over))
        connection.execute(sa.delete(push_devices).where(push_devices.c.person == number))
        self._people.notify(connection, number, "password-changed", now)

    def _keep(self, number: int, password: str) -> None:
        kept = self._passwords.hash(password)
        with self._database.writing() as connection:
            mine = people.c.id == number
            connection.execute(sa.update(people).where(mine).values(password=kept))


def _called(who: str) -> sa.Select[Any]:
    """Somebody by his name or address."""
    return _by_address(address_key(who)) if "@" in who else _by_name(name_key(who))


def _by_name(key: str) -> sa.Select[Any]:
    """Somebody by his name, if one of his addresses is verified."""
    return _with_address(people.c.name_key == key, people.c.deleted.is_(None))


def _with_address(*conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """People of whom one address is verified."""
    good = sa.exists().where(addresses.c.person == people.c.id, addresses.c.verified.is_not(None))
    return sa.select(people).where(*conditions, good)


def _by_address(key: str) -> sa.Select[Any]:
    """Somebody by an address that is verified."""
    found = sa.select(people, addresses.c.address).join(addresses)
    return found.where(addresses.c.key == key, addresses.c.verified.is_not(None))


# Put together once, for every request of a browser asks it.
_SIGNED_IN: Final = (
    sa.select(
        sessions,
        people.c.is_admin,
        people.c.is_guest,
        people.c.is_moderator,
        people.c.name.label("called"),
        *LOOK_COLUMNS,
    )
    .join(people)
    .outerjoin(looks, looks.c.person == people.c.id)
    .where(
        sessions.c.hash == sa.bindparam("secret"),
        sessions.c.seen > sa.bindparam("seen", type_=sessions.c.seen.type),
        sessions.c.created > sa.bindparam("created", type_=sessions.c.created.type),
        people.c.blocked.is_(None),
        people.c.deleted.is_(None),
    )
)


def _session(row: Any) -> SignInSession:
    return SignInSession(row.id, row.person, row.is_admin, row.created, row.seen, row.device)


# Passwords for one game alone, as at judges by mail
#
# They are worth less than those of accounts, which they say nothing of: whoever has one is believed
# in that game and in no other. One that is too short for an account lets nobody in who is not known
# already: from others it is a word more that has to be right.


class GamePasswords:
    """The passwords of people in games."""

    def __init__(self, database: Database, passwords: Passwords) -> None:
        self._database, self._passwords = database, passwords

    def is_set(self, person: int, game: int) -> bool:
        """True if somebody has given a password for a game."""
        return self._kept(person, game) is not None

    def set(self, person: int, game: int, password: str) -> None:
        """Keep the password that somebody who is known gives for a game, in place of another."""
        kept = self._passwords.hash(given_password(password))
        row = {"person": person, "game": game, "password": kept}
        with self._database.writing() as connection:
            connection.execute(sa.delete(game_passwords).where(_of(person, game)))
            connection.execute(sa.insert(game_passwords), row)

    def fits(self, person: int, game: int, password: str) -> bool:
        """True if this is the password that somebody who is known gave for a game."""
        kept = self._kept(person, game)
        return kept is not None and self._passwords.fits(kept, given_password(password))

    def lets_in(self, person: int, game: int, password: str, came_from: str, now: datetime) -> bool:
        """True if whoever says this password, and is not known, may be believed in the game.

        Raises:
            ActionRefused: if there were too many attempts.
        """
        kept = self._kept(person, game)
        if kept is None or len(password) < SHORTEST_PASSWORD:
            return False
        key = _TRIED.format(person=person, game=game)
        limits = ((SIGN_IN_THERE, f"{key}\0{came_from}"), (SIGN_IN_FROM, came_from))
        take_attempts(self._database, now, *limits, (SIGN_IN_AS, key))
        return self._passwords.fits(kept, given_password(password))

    def _kept(self, person: int, game: int) -> str | None:
        wanted = sa.select(game_passwords.c.password).where(_of(person, game))
        with self._database.reading() as connection:
            return connection.execute(wanted).scalar()


_TRIED: Final = "game {game} of {person}"


def _of(person: int, game: int) -> sa.ColumnElement[bool]:
    return (game_passwords.c.person == person) & (game_passwords.c.game == game)
