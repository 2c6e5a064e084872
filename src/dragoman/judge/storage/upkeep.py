"""Upkeep: what is announced of the judge, whether its clocks stand still or it is only read, and
the oldest program that may write.

It is one row of the database, so that all processes follow at once. Each transaction that writes
looks at it first, and whoever changes it waits for those that have begun.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from enum import Enum
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.upkeep_tables import shifts, upkeep
from dragoman.judge.storage.write_guard import ReadOnly, hold_writers
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa


class StandstillMode(Enum):
    """A way in which a judge stands still: its clocks do, or nothing is written at all."""

    PAUSED = "paused"
    READ_ONLY = "read-only"


@dataclass(frozen=True, slots=True)
class Standstill:
    """A judge stands still ``since`` a moment, and ``why``; in all likelihood until it is
    ``back``."""

    mode: StandstillMode
    since: datetime
    why: str
    back: datetime | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """A text for all who come, about what is between two moments, where they are known."""

    text: str
    begins: datetime | None = None
    ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class Upkeep:
    """All that is said of a judge at once. ``is_shifting``: its deadlines are being shifted just
    now, and clocks wait for that."""

    announced: Announcement | None = None
    standstill: Standstill | None = None
    is_shifting: bool = False

    @property
    def clocks_stand(self) -> bool:
        return self.standstill is not None or self.is_shifting

    @property
    def is_read_only(self) -> bool:
        return self.standstill is not None and self.standstill.mode is StandstillMode.READ_ONLY


def upkeep_of(database: Database) -> Upkeep:
    """The upkeep of a judge at this moment.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.asking() as connection:
        return upkeep_in(connection)


def upkeep_in(connection: sa.Connection) -> Upkeep:
    """The upkeep of a judge as far as the transaction at hand goes."""
    rows = connection.execute(_UPKEEP).all()
    if not rows:
        return Upkeep()
    row = rows[0]
    announced = Announcement(row.announced, row.begins, row.ends) if row.announced else None
    still = Standstill(StandstillMode(row.mode), row.since, row.why, row.back) if row.mode else None
    return Upkeep(announced, still, bool(row.shifting))


@contextmanager
def changing(database: Database) -> Generator[sa.Connection]:
    """A transaction that changes the upkeep: nothing that was begun before goes on beside it.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.maintaining() as connection:
        hold_writers(connection)
        yield connection


def check_written(connection: sa.Connection) -> None:
    """See that a judge is not only read, as far as the transaction at hand goes.

    Raises:
        ReadOnly: if it is.
    """
    found = upkeep_in(connection)
    if found.standstill is not None and found.is_read_only:
        raise ReadOnly(found.standstill.why, found.standstill.back)


def announce(database: Database, announced: Announcement | None) -> None:
    """Have all who come told something, or nothing any more.

    Raises:
        ActionRefused: if the database does not answer.
    """
    said = announced or Announcement("")
    values = {"announced": said.text or None, "begins": said.begins, "ends": said.ends}
    with database.maintaining() as connection:
        _change(connection, values)


def stand_still(
    database: Database, mode: StandstillMode, why: str, now: datetime, back: datetime | None = None
) -> Standstill:
    """Have the judge stand still from now on, or in another way than it does. When this returns,
    nothing that was begun before goes on.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with changing(database) as connection:
        before = upkeep_in(connection).standstill
        since = before.since if before is not None else now
        _change(connection, {"mode": mode.value, "since": since, "why": why, "back": back})
    return Standstill(mode, since, why, back)


def go_on(connection: sa.Connection) -> None:
    """Have the judge stand still no more, in the transaction at hand."""
    _change(connection, {"mode": None, "since": None, "why": None, "back": None})


def note_here(connection: sa.Connection) -> None:
    """Have the row there by which processes know of a shift."""
    connection.execute(insert_new(connection, upkeep).values(id=1, oldest=""))


def only_paused(connection: sa.Connection) -> None:
    """Have a judge that is only read be written again while its clocks stand still."""
    here = upkeep.c.mode == StandstillMode.READ_ONLY.value
    paused = {"mode": StandstillMode.PAUSED.value}
    connection.execute(sa.update(upkeep).where(here).values(paused))


def _change(connection: sa.Connection, values: dict[str, Any]) -> None:
    note_here(connection)
    connection.execute(sa.update(upkeep).values(values))


_UNFINISHED: Final = sa.exists(sa.select(shifts.c.id).where(shifts.c.finished.is_(None)))
_UPKEEP: Final = sa.select(upkeep, _UNFINISHED.label("shifting"))
CLOCKS_STAND: Final = sa.exists(
    sa.select(upkeep.c.id).where(sa.or_(upkeep.c.mode.is_not(None), _UNFINISHED))
)
"""The condition that no clock runs."""
