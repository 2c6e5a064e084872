"""The guard of a judge's database: each transaction that writes asks first whether it may.

The row that it looks at is that of ``storage.upkeep``. On SQLite one transaction writes at a time;
on PostgreSQL those that write share a lock, for which whoever changes the row waits. So what was
begun before is over when the change is made, and whatever begins later sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.storage.migrations import REVISION, WRITERS
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

_ROW: Final = "SELECT oldest, mode, why, back FROM upkeep"
GUARDED_SQLITE: Final = _ROW
GUARDED_POSTGRESQL: Final = f"SELECT pg_advisory_xact_lock_shared({WRITERS}); {_ROW}"
"""Both in one journey; the row is looked at once the lock is there."""
READ_ONLY: Final = "read-only"


class ReadOnly(ActionRefused):
    """Raised where something would be written while the judge is only read. ``back`` is when that
    ends, in all likelihood."""

    def __init__(self, why: str, back: datetime | None) -> None:
        what = f"the judge can only be read at the moment: {why}"
        if back is not None:
            what = f"the judge can only be read until about {back:%Y-%m-%d %H:%M} UTC: {why}"
        super().__init__(READ_ONLY, what, "what you wrote was not saved; try again later")
        self.back = back
        self.args = (why, back)  # of which pickle makes it again


def check_guard(rows: Sequence[Sequence[Any]]) -> None:
    """See that a transaction may write, by what was read when it began.

    Raises:
        ActionRefused: if the judge is only read, or is of a version that this program is too old
            for.
    """
    # The answer to the lock is a row of one column.
    found = next((one for one in rows if len(one) > 1), None)
    if found is None:
        return
    oldest, mode, why, back = found
    if oldest > REVISION:
        what = f"the database takes a program of revision {oldest}, and this is of {REVISION}"
        raise ActionRefused("wrong-revision", what, "start the new version of this program")
    if mode == READ_ONLY:
        raise ReadOnly(why, _moment(back))


def _moment(value: Any) -> datetime | None:
    """A moment as the driver gives it: SQLite's is a text."""
    if value is None:
        return None
    found = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def hold_writers(connection: sa.Connection) -> None:
    """Wait for all transactions that write, and keep others from it until this one is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(WRITERS)))
