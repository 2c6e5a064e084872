"""The audit log: what admins, moderators and masters read and did, a row for each. Rows are only
ever added; the database refuses anything else.

Moments in it are the machine's own, whatever moment a request goes by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from dragoman.extras import extra
from dragoman.judge.commands.audit_entry import AuditEntry
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.moderation_tables import audit

with extra("judge"):
    import sqlalchemy as sa

_READ_AGAIN: Final = timedelta(hours=1)
"""Who reads the same again within this time is noted once."""


def note(connection: sa.Connection, entry: AuditEntry) -> None:
    """Enter something, in the transaction that does it."""
    connection.execute(sa.insert(audit).values(_row(entry)))


def note_reading(database: Database, *entries: AuditEntry) -> None:
    """Enter what is about to be read, before it is shown; what was read within the last hour is
    noted already. It is entered also while the judge is only read, for that is what is noted.

    Raises:
        ActionRefused: if the database does not answer: then it is not shown.
    """
    since = datetime.now(UTC) - _READ_AGAIN
    with database.asking() as connection:
        new = [one for one in entries if not _is_noted(connection, one, since)]
    if new:
        with database.maintaining() as connection:
            connection.execute(sa.insert(audit), [_row(one) for one in new])


def _is_noted(connection: sa.Connection, entry: AuditEntry, since: datetime) -> bool:
    same = [audit.c[name] == value for name, value in _row(entry).items() if name != "at"]
    found = sa.select(audit.c.id).where(audit.c.at > since, *same).limit(1)
    return connection.execute(found).first() is not None


def _row(entry: AuditEntry) -> dict[str, object]:
    return {
        "at": datetime.now(UTC),
        "actor": entry.actor,
        "role": entry.role.value,
        "act": entry.act.value,
        "game": entry.game,
        "person": entry.person,
        "detail": entry.detail,
    }
