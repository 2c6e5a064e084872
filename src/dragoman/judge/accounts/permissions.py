"""Permissions: what each may do with an account, in one table, from which the tests are made as
well."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from dragoman.extras import extra
from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry, AuditRole
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.audit import note, note_reading
from dragoman.judge.storage.database import Database
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

with extra("judge"):
    import sqlalchemy as sa


class AccountRelation(Enum):
    """The relation of somebody to an account."""

    VISITOR = "visitor"
    """Whoever is not signed in."""
    SELF = "self"
    GUEST = "guest"
    """Who plays without an address, to his own account."""
    OTHER = "other"
    MODERATOR = "moderator"
    """Who is a moderator and no admin, and whose account it is not."""
    ADMIN = "admin"
    """Who is an admin, and whose account it is not."""


class AccountAction(Enum):
    """Something that is done with an account, other than what a secret proves."""

    RENAME = "rename"
    SEE_ADDRESSES = "see addresses"
    CHANGE_ADDRESSES = "change addresses"
    CHANGE_PASSWORD = "change password"
    SET_PASSWORD = "set password"
    """Without knowing the one before."""
    SEE_SESSIONS = "see sessions"
    END_SESSIONS = "end sessions"
    CHANGE_PASSKEYS = "change passkeys"
    CHOOSE_MAILS = "choose mails"
    CHOOSE_LOOK = "choose look"
    CHOOSE_TRAINING = "choose training"
    """Whether programs may learn from one's games."""
    MAKE_TOKENS = "make tokens"
    REVOKE_TOKENS = "revoke tokens"
    KEEP_PROGRAMS = "keep programs"
    EXPORT = "export"
    DELETE = "delete"
    BLOCK = "block"
    MAKE_ADMIN = "make admin"
    MAKE_MODERATOR = "make moderator"
    MODERATE = "moderate"
    """Read what was reported of somebody, and sanction him."""
    SEE_SIGNALS = "see signals"
    """Read what speaks for several accounts of one person."""
    CREATE = "create"
    """With an address that nobody has to verify."""
    LIST = "list"
    INVITE = "invite"
    """Others, to have accounts of their own."""
    REGISTRATION = "decide on registration"


_SELF = frozenset((AccountRelation.SELF,))
_GUEST = frozenset((AccountRelation.GUEST,))
_ADMIN = frozenset((AccountRelation.ADMIN,))
_MODERATORS = _ADMIN | {AccountRelation.MODERATOR}
_EITHER = _SELF | _GUEST
_ALL = _EITHER | _ADMIN

WHO_MAY_WITH_ACCOUNTS: Final[Mapping[AccountAction, frozenset[AccountRelation]]] = FrozenMap(
    {
        AccountAction.RENAME: _ALL,
        AccountAction.SEE_ADDRESSES: _ALL,
        AccountAction.CHANGE_ADDRESSES: _SELF,
        AccountAction.CHANGE_PASSWORD: _SELF,
        AccountAction.SET_PASSWORD: _ADMIN,
        AccountAction.SEE_SESSIONS: _EITHER,
        AccountAction.END_SESSIONS: _ALL,
        AccountAction.CHANGE_PASSKEYS: _EITHER,
        AccountAction.CHOOSE_MAILS: _EITHER,
        AccountAction.CHOOSE_LOOK: _EITHER,
        AccountAction.CHOOSE_TRAINING: _SELF,
        AccountAction.MAKE_TOKENS: _SELF,
        AccountAction.REVOKE_TOKENS: _SELF | _ADMIN,
        AccountAction.KEEP_PROGRAMS: _SELF,
        AccountAction.EXPORT: _ALL,
        AccountAction.DELETE: _ALL,
        AccountAction.BLOCK: _ADMIN,
        AccountAction.MAKE_ADMIN: _ADMIN,
        AccountAction.MAKE_MODERATOR: _ADMIN,
        AccountAction.MODERATE: _MODERATORS,
        AccountAction.SEE_SIGNALS: _MODERATORS,
        AccountAction.CREATE: _ADMIN,
        AccountAction.LIST: _ADMIN,
        AccountAction.INVITE: _SELF | _ADMIN,
        AccountAction.REGISTRATION: _ADMIN,
    }
)
"""What somebody has to be to an account. An admin is no other to it; whether he may block himself
or be an admin no longer is not asked, for the last one would lock himself out."""


def relation(actor: Actor, person: int) -> AccountRelation:
    """The relation of an actor to an account."""
    if actor.user and actor.user == person:
        return AccountRelation.GUEST if actor.is_guest else AccountRelation.SELF
    if actor.is_admin:
        return AccountRelation.ADMIN
    if actor.is_moderator:
        return AccountRelation.MODERATOR
    return AccountRelation.OTHER if actor.user else AccountRelation.VISITOR


def check_may(act: AccountAction, actor: Actor, person: int = 0) -> None:
    """See that somebody may do something with an account; 0 is one that is not there yet.

    Raises:
        ActionRefused: if not.
    """
    if relation(actor, person) not in WHO_MAY_WITH_ACCOUNTS[act]:
        remedy = "register" if actor.is_guest else "" if actor.user else "sign in"
        raise ActionRefused("not-allowed", f"you may not do that: {act.value}", remedy)


_READING: Final = frozenset((AccountAction.LIST, AccountAction.SEE_ADDRESSES))


def check_noted(
    database: Database, act: AccountAction, actor: Actor, person: int = 0, detail: str = ""
) -> None:
    """The same, and where an admin does it with another's account, that is noted in the audit log
    before it is done.

    Raises:
        ActionRefused: if he may not, or the database does not answer.
    """
    check_may(act, actor, person)
    if relation(actor, person) is not AccountRelation.ADMIN:
        return
    entry = _entry(act, actor, person, detail)
    if act in _READING:
        note_reading(database, entry)
        return
    with database.writing() as connection:
        note(connection, entry)


def note_made(connection: sa.Connection, actor: Actor, person: int) -> None:
    """Note that an admin made an account, in the transaction that does it: before it there is no
    number of it."""
    note(connection, _entry(AccountAction.CREATE, actor, person))


def _entry(act: AccountAction, actor: Actor, person: int, detail: str = "") -> AuditEntry:
    named = AuditAct(act.value.replace(" ", "-"))
    return AuditEntry(actor.user, AuditRole.ADMIN, named, person=person or None, detail=detail)
