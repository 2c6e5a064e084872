"""Who may do what with an account: one table, from which the tests are made as well."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from dragoman.judge.commands.permissions import Actor
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap


class Standing(Enum):
    """What somebody is to an account."""

    VISITOR = "visitor"
    """Whoever is not signed in."""
    SELF = "self"
    OTHER = "other"
    ADMIN = "admin"
    """Who is an admin, and whose account it is not."""


class Act(Enum):
    """What is done with an account, beside what proves by a secret who does it."""

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
    MAKE_TOKENS = "make tokens"
    REVOKE_TOKENS = "revoke tokens"
    KEEP_PROGRAMS = "keep programs"
    EXPORT = "export"
    DELETE = "delete"
    BLOCK = "block"
    MAKE_ADMIN = "make admin"
    CREATE = "create"
    """With an address that nobody has to verify."""
    LIST = "list"


_SELF = frozenset((Standing.SELF,))
_ADMIN = frozenset((Standing.ADMIN,))
_BOTH = _SELF | _ADMIN

WHO_MAY_WITH_ACCOUNTS: Final[Mapping[Act, frozenset[Standing]]] = FrozenMap(
    {
        Act.RENAME: _BOTH,
        Act.SEE_ADDRESSES: _BOTH,
        Act.CHANGE_ADDRESSES: _SELF,
        Act.CHANGE_PASSWORD: _SELF,
        Act.SET_PASSWORD: _ADMIN,
        Act.SEE_SESSIONS: _SELF,
        Act.END_SESSIONS: _BOTH,
        Act.CHANGE_PASSKEYS: _SELF,
        Act.CHOOSE_MAILS: _SELF,
        Act.CHOOSE_LOOK: _SELF,
        Act.MAKE_TOKENS: _SELF,
        Act.REVOKE_TOKENS: _BOTH,
        Act.KEEP_PROGRAMS: _SELF,
        Act.EXPORT: _BOTH,
        Act.DELETE: _BOTH,
        Act.BLOCK: _ADMIN,
        Act.MAKE_ADMIN: _ADMIN,
        Act.CREATE: _ADMIN,
        Act.LIST: _ADMIN,
    }
)
"""What somebody has to be to an account. An admin is no other to it; whether he may block himself
or be an admin no longer is not asked, for the last one would lock himself out."""


def standing(actor: Actor, person: int) -> Standing:
    """What an actor is to an account."""
    if actor.user and actor.user == person:
        return Standing.SELF
    if actor.is_admin:
        return Standing.ADMIN
    return Standing.OTHER if actor.user else Standing.VISITOR


def check_may(act: Act, actor: Actor, person: int = 0) -> None:
    """See that somebody may do something with an account; 0 is one that is not there yet.

    Raises:
        ActionRefused: if not.
    """
    if standing(actor, person) not in WHO_MAY_WITH_ACCOUNTS[act]:
        remedy = "" if actor.user else "sign in"
        raise ActionRefused("not-allowed", f"you may not do that: {act.value}", remedy)
