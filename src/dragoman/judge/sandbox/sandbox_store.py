"""Private boards in the database: each its owner's, read by others with its link alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any, Final, TypeAlias

from dragoman.extras import extra
from dragoman.formats import VariantError
from dragoman.game import Find, find_variant
from dragoman.judge.sandbox import events as ev
from dragoman.judge.sandbox.board import Sandbox, apply, rebuild
from dragoman.judge.sandbox.commands import Command, Decided, decide
from dragoman.judge.sandbox.forking import copied
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import sandbox_log, sandboxes
from dragoman.refusal import ActionRefused
from dragoman.views import Moment, View

with extra("judge"):
    import sqlalchemy as sa

MOST_OF_ONE: Final = 100
"""Boards that one account may have."""
MOST_LISTED: Final = 100

Limit: TypeAlias = Callable[[Sandbox], AbstractContextManager[None]]
"""Gives up what is inside when it takes too long."""


class SandboxItem(View):
    sandbox: int
    title: str
    variant: str
    shared: bool
    changed: Moment


class SandboxStore:
    """The private boards of a database.

    As with games, what a command adds is written only if the board is still what it was decided
    on. Whose board it is not is told that there is none.
    """

    def __init__(self, database: Database, find: Find = find_variant) -> None:
        self.database = database
        self._find = find

    def create(self, owner: int, events: Sequence[ev.Event], now: datetime) -> int:
        """Keep a board that begins with these events (see ``forking``); its number.

        Raises:
            ActionRefused: if the owner has as many as there may be.
        """
        s = rebuild(events, self._find)
        mine = sa.select(sa.func.count()).where(sandboxes.c.owner == owner)
        with self.database.writing() as connection:
            if connection.execute(mine).scalar_one() >= MOST_OF_ONE:
                what = f"you have {MOST_OF_ONE} boards, and there are no more for one account"
                raise ActionRefused("too-many-sandboxes", what, "remove one")
            row = {"owner": owner, **_row(s, now)}
            made = sa.insert(sandboxes).values(row).returning(sandboxes.c.id)
            number: int = connection.execute(made).scalar_one()
            _append(connection, number, 0, events)
        return number

    def load(self, number: int, owner: int) -> Sandbox:
        """A board of somebody's.

        Raises:
            ActionRefused: if he has none of this number.
        """
        with self.database.reading() as connection:
            mine = (sandboxes.c.id == number) & (sandboxes.c.owner == owner)
            return self._load(connection, _found(connection, mine, number))

    def linked(self, link: str) -> Sandbox:
        """The board that a link lets anybody read.

        Raises:
            ActionRefused: if it is the link of none.
        """
        with self.database.reading() as connection:
            return self._load(connection, _found(connection, sandboxes.c.link == link))

    def listed(self, owner: int, before: int = 0, most: int = MOST_LISTED) -> list[SandboxItem]:
        """Somebody's boards, the newest first; those numbered below ``before``, if it is given."""
        wanted = sa.select(sandboxes).where(sandboxes.c.owner == owner)
        if before:
            wanted = wanted.where(sandboxes.c.id < before)
        wanted = wanted.order_by(sandboxes.c.id.desc()).limit(min(most, MOST_LISTED + 1))
        with self.database.reading() as connection:
            return [
                {
                    "sandbox": row.id,
                    "title": row.title,
                    "variant": row.variant,
                    "shared": row.link is not None,
                    "changed": row.changed.isoformat(),
                }
                for row in connection.execute(wanted)
            ]

    def act(
        self,
        number: int,
        owner: int,
        command: Command,
        now: datetime,
        check: Callable[[Sandbox], None] | None = None,
        limit: Limit = lambda s: nullcontext(),
    ) -> tuple[Sandbox, Decided]:
        """Carry out a command of the owner; the board after it, and what is to be said of it.

        ``check`` is asked of the board as it stands when the command is decided, and raises where
        nothing shall be written. Both are done within the limit.

        Raises:
            ActionRefused: if he has no such board, or the command cannot be.
        """
        while True:
            s = self.load(number, owner)
            with limit(s):
                if check is not None:
                    check(s)
                version, decided = s.number, decide(s, command)
            if not decided.events:
                return s, decided
            for event in decided.events:
                apply(s, event)
            still = (sandboxes.c.id == number) & (sandboxes.c.version == version)
            changed = sa.update(sandboxes).where(still).values(_row(s, now))
            with self.database.writing() as connection:
                if connection.execute(changed).rowcount == 1:
                    _append(connection, number, version, decided.events)
                    return s, decided

    def copy(self, number: int, owner: int, now: datetime, title: str = "") -> int:
        """A copy of a board of one's own; its number."""
        return self.create(owner, copied(self.load(number, owner), title, owner=True), now)

    def copy_linked(self, link: str, owner: int, now: datetime, title: str = "") -> int:
        """A copy, for oneself, of a board that one has the link to; its number."""
        return self.create(owner, copied(self.linked(link), title), now)

    def remove(self, number: int, owner: int) -> None:
        """Remove a board, and all that was done on it.

        Raises:
            ActionRefused: if he has none of this number.
        """
        with self.database.writing() as connection:
            mine = (sandboxes.c.id == number) & (sandboxes.c.owner == owner)
            _found(connection, mine, number)
            remove(connection, sandboxes.c.id == number)

    def _load(self, connection: sa.Connection, number: int) -> Sandbox:
        wanted = sa.select(sandbox_log).where(sandbox_log.c.sandbox == number)
        rows = connection.execute(wanted.order_by(sandbox_log.c.number)).all()
        try:
            return rebuild((ev.KINDS.read(row.kind, row.data) for row in rows), self._find)
        except VariantError as error:
            raise ActionRefused("unknown-variant", str(error)) from None


def remove(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    """Remove these boards, as when an account is deleted."""
    numbers = sa.select(sandboxes.c.id).where(which)
    connection.execute(sa.delete(sandbox_log).where(sandbox_log.c.sandbox.in_(numbers)))
    connection.execute(sa.delete(sandboxes).where(which))


def _found(connection: sa.Connection, which: sa.ColumnElement[bool], number: int = 0) -> int:
    found = connection.execute(sa.select(sandboxes.c.id).where(which)).scalar()
    if found is None:
        what = f"you have no board {number}" if number else "there is no board at this link"
        raise ActionRefused("no-sandbox", what)
    return int(found)


def _row(s: Sandbox, now: datetime) -> dict[str, Any]:
    return {
        "title": s.title,
        "variant": s.origin.variant,
        "link": s.link or None,
        "version": s.number,
        "changed": now,
    }


def _append(
    connection: sa.Connection, number: int, before: int, events: Sequence[ev.Event]
) -> None:
    connection.execute(
        sa.insert(sandbox_log),
        [
            {
                "sandbox": number,
                "number": place,
                "kind": type(event).__name__,
                "data": ev.KINDS.data(event),
            }
            for place, event in enumerate(events, before + 1)
        ],
    )
