"""Entries of the audit log: what those with rights over others read and did."""

from __future__ import annotations

from enum import Enum

from dragoman.quick_dataclass import dataclass


class AuditRole(Enum):
    """The right by which something was read or done."""

    ADMIN = "admin"
    MODERATOR = "moderator"
    MASTER = "master"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that was read or done: by whom (0 is whoever runs the machine) and by what right,
    the game and the account that it is about, and what else there is to say of it."""

    actor: int
    role: AuditRole
    act: str
    game: int | None = None
    person: int | None = None
    detail: str = ""
