"""Entries of the audit log: what those with rights over others read and did."""

from __future__ import annotations

from enum import Enum

from dragoman.quick_dataclass import dataclass


class AuditRole(Enum):
    """The right by which something was read or done."""

    ADMIN = "admin"
    MODERATOR = "moderator"
    MASTER = "master"


class AuditAct(Enum):
    """The things that are noted."""

    # Of games that go on
    READ_ORDERS = "read-orders"
    READ_LETTERS = "read-letters"
    COMMAND = "command"
    """An admin's command in a game whose master he is not; a master's stand in its log."""
    READ_FILE = "read-file"
    """The whole of a game that goes on, as a file."""

    # Of accounts, as ``accounts.permissions`` names them
    CREATE = "create"
    LIST = "list"
    RENAME = "rename"
    SEE_ADDRESSES = "see-addresses"
    SET_PASSWORD = "set-password"
    END_SESSIONS = "end-sessions"
    REVOKE_TOKENS = "revoke-tokens"
    EXPORT = "export"
    DELETE = "delete"
    BLOCK = "block"
    MAKE_ADMIN = "make-admin"
    REGISTRATION = "decide-on-registration"
    MAKE_MODERATOR = "make-moderator"
    UNMAKE_MODERATOR = "unmake-moderator"

    # Of moderation
    READ_REPORT = "read-report"
    READ_THREAD = "read-thread"
    READ_SIGNALS = "read-signals"
    REPORT_ACTED = "report-acted"
    REPORT_DISMISSED = "report-dismissed"
    SANCTION = "sanction"
    LIFT = "lift"
    APPEAL_GRANTED = "appeal-granted"
    APPEAL_REFUSED = "appeal-refused"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that was read or done: by whom (0 is whoever runs the machine) and by what right,
    the game and the account that it is about, and what else there is to say of it."""

    actor: int
    role: AuditRole
    act: AuditAct
    game: int | None = None
    person: int | None = None
    detail: str = ""
