"""Passkeys: keys on people's devices that sign them in without a password."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, cast
from urllib.parse import urlsplit

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import printable
from dragoman.judge.accounts.people import People, end_guest
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.accounts.registration import Registration
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import challenges, passkeys, people
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa
    import webauthn
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

_GOOD_FOR: Final = timedelta(minutes=5)
MOST_PASSKEYS: Final = 20
_LONGEST_NAME: Final = 60

Credential = Mapping[str, Any]
"""What a browser says of a passkey, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Passkey:
    number: int
    name: str
    created: datetime
    used: datetime | None


class Passkeys:
    """The passkeys of a database's people. They hold for the address under which people reach the
    judge, and no other."""

    def __init__(
        self, database: Database, site: Site, people_: People, registration: Registration
    ) -> None:
        self._database, self._people, self._registration = database, people_, registration
        parts = urlsplit(site.address)
        self._host = parts.hostname or "localhost"
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._title = site.title

    def offer(self, actor: Actor, number: int, now: datetime) -> dict[str, Any]:
        """The options of ``navigator.credentials.create``, with which somebody's browser makes a
        passkey.

        Raises:
            ActionRefused: if a guest may not have one without an address.
        """
        check_may(AccountAction.CHANGE_PASSKEYS, actor, number)
        self._registration.check_without_address(number)
        person = self._people.person(number)
        with self._database.writing() as connection:
            known = sa.select(passkeys.c.credential).where(passkeys.c.person == number)
            options = webauthn.generate_registration_options(
                rp_id=self._host,
                rp_name=self._title,
                user_id=str(number).encode(),
                user_name=person.name,
                exclude_credentials=[
                    PublicKeyCredentialDescriptor(id=base64url_to_bytes(one))
                    for one in connection.execute(known).scalars()
                ],
                authenticator_selection=AuthenticatorSelectionCriteria(
                    resident_key=ResidentKeyRequirement.REQUIRED,
                    user_verification=UserVerificationRequirement.REQUIRED,
                ),
            )
            self._keep(connection, options.challenge, number, now)
        return json.loads(webauthn.options_to_json(options))

    def add(
        self, actor: Actor, number: int, credential: Credential, name: str, now: datetime
    ) -> Passkey:
        """Take a passkey that somebody's browser made.

        Raises:
            ActionRefused: if it was not made for what was offered, or a guest may not have one
                without an address.
        """
        check_may(AccountAction.CHANGE_PASSKEYS, actor, number)
        self._registration.check_without_address(number)
        challenge = self._take(credential, number, now)
        try:
            made = webauthn.verify_registration_response(
                credential=dict(credential),
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):
            raise _refused() from None
        row = {
            "credential": bytes_to_base64url(made.credential_id),
            "person": number,
            "name": printable(name)[:_LONGEST_NAME] or "passkey",
            "public_key": made.credential_public_key,
            "uses": made.sign_count,
            "created": now,
        }
        with self._database.writing() as connection:
            mine = sa.select(sa.func.count()).where(passkeys.c.person == number)
            if connection.execute(mine).scalar_one() >= MOST_PASSKEYS:
                what = f"an account has {MOST_PASSKEYS} passkeys at most"
                raise ActionRefused("too-many-passkeys", what, "remove one")
            new = insert_new(connection, passkeys).values(row).returning(passkeys)
            found = connection.execute(new).first()
            if found is None:
                raise ActionRefused("passkey-known", "this passkey is there already")
            end_guest(connection, number)
            self._people.notify(connection, number, "passkey-added", now, found.name)
        return _passkey(found)

    def ask(self, now: datetime) -> dict[str, Any]:
        """The options of ``navigator.credentials.get``, with which a browser signs somebody in.
        They are the same for everybody."""
        options = webauthn.generate_authentication_options(
            rp_id=self._host, user_verification=UserVerificationRequirement.REQUIRED
        )
        with self._database.writing() as connection:
            self._keep(connection, options.challenge, None, now)
        return json.loads(webauthn.options_to_json(options))

    def owner(self, credential: Credential, now: datetime) -> int:
        """The account whose passkey has signed what ``ask`` gave.

        Raises:
            ActionRefused: if nobody's has.
        """
        challenge = self._take(credential, None, now)
        found = sa.select(passkeys, people.c.blocked).join(people)
        found = found.where(passkeys.c.credential == printable(str(credential.get("id", ""))))
        with self._database.writing() as connection:
            row = connection.execute(found.with_for_update(of=passkeys)).first()
            if row is None:
                raise _refused()
            try:
                done = webauthn.verify_authentication_response(
                    credential=dict(credential),
                    expected_challenge=challenge,
                    expected_rp_id=self._host,
                    expected_origin=self._origin,
                    credential_public_key=row.public_key,
                    credential_current_sign_count=row.uses,
                    require_user_verification=True,
                )
            except (WebAuthnException, ValueError, TypeError, KeyError):
                raise _refused() from None
            if row.blocked:
                raise ActionRefused("blocked", f"this account is closed: {row.blocked}")
            used = {"uses": done.new_sign_count, "used": now}
            mine = passkeys.c.id == row.id
            connection.execute(sa.update(passkeys).where(mine).values(used))
        return row.person

    def of(self, actor: Actor, number: int) -> tuple[Passkey, ...]:
        """Somebody's passkeys, the oldest first."""
        check_may(AccountAction.CHANGE_PASSKEYS, actor, number)
        mine = sa.select(passkeys).where(passkeys.c.person == number).order_by(passkeys.c.id)
        with self._database.reading() as connection:
            return tuple(_passkey(row) for row in connection.execute(mine))

    def remove(self, actor: Actor, number: int, which: int, now: datetime) -> None:
        """Let a passkey of somebody sign him in no more.

        Raises:
            ActionRefused: if there is no such passkey.
        """
        check_may(AccountAction.CHANGE_PASSKEYS, actor, number)
        mine = (passkeys.c.id == which) & (passkeys.c.person == number)
        with self._database.writing() as connection:
            gone = sa.delete(passkeys).where(mine).returning(passkeys.c.name)
            name = connection.execute(gone).scalar()
            if name is None:
                raise ActionRefused("no-passkey", "there is no such passkey")
            self._people.notify(connection, number, "passkey-removed", now, name)

    def _keep(
        self, connection: sa.Connection, challenge: bytes, number: int | None, now: datetime
    ) -> None:
        row = {"challenge": bytes_to_base64url(challenge), "person": number}
        connection.execute(sa.insert(challenges).values(row | {"until": now + _GOOD_FOR}))

    def _take(self, credential: Credential, number: int | None, now: datetime) -> bytes:
        """The challenge that a credential answers to, if it was given to this person (or to whoever
        signs in); it is good for one use."""
        text = _challenge(credential)
        mine = (challenges.c.challenge == text) & (challenges.c.until > now)
        mine &= challenges.c.person == number if number else challenges.c.person.is_(None)
        with self._database.writing() as connection:
            used = sa.delete(challenges).where(mine)
            if connection.execute(used).rowcount != 1:
                raise _refused()
        return base64url_to_bytes(text)


def _challenge(credential: Credential) -> str:
    """The challenge that a credential says it signed; refused where it says none."""
    try:
        given: Any = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return printable(str(cast(dict[str, Any], given)["challenge"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _refused() from None


def _refused() -> ActionRefused:
    what = "this passkey is not known here, or its answer came too late"
    return ActionRefused("wrong-passkey", what, "try again, or sign in with your password")


def _passkey(row: Any) -> Passkey:
    return Passkey(row.id, row.name, row.created, row.used)
