"""The audit log as it is read: by admins all of it, by the people of a game what was read of that
while it went on, once it is over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry, AuditRole
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.moderation_tables import audit
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

_AT_ONCE: Final = 1000
# That moderators read a thread is left out: it would tell who was reported.
_OF_GAMES: Final = (
    AuditAct.READ_ORDERS,
    AuditAct.READ_LETTERS,
    AuditAct.READ_FILE,
    AuditAct.COMMAND,
)


@dataclass(frozen=True, slots=True)
class AuditSearch:
    """Entries that are looked for: by whom, about whom, in which game, of which kind; those before
    a number."""

    actor: int = 0
    person: int = 0
    game: int = 0
    act: AuditAct | None = None
    before: int = 0


@dataclass(frozen=True, slots=True)
class Audited:
    """An entry with its number and its moment."""

    number: int
    at: datetime
    entry: AuditEntry


class AuditLog:
    """The audit log of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, actor: Actor, search: AuditSearch, most: int) -> tuple[Audited, ...]:
        """Entries, the latest first, for admins.

        Raises:
            ActionRefused: if somebody else asks.
        """
        _check_admin(actor)
        wanted = sa.select(audit)
        for name in ("actor", "person", "game"):
            if value := getattr(search, name):
                wanted = wanted.where(audit.c[name] == value)
        if search.act is not None:
            wanted = wanted.where(audit.c.act == search.act.value)
        if search.before:
            wanted = wanted.where(audit.c.id < search.before)
        with self._database.asking() as connection:
            rows = connection.execute(wanted.order_by(audit.c.id.desc()).limit(most))
            return tuple(map(_audited, rows))

    def all(self, actor: Actor) -> Iterator[Audited]:
        """Every entry, the oldest first, for admins.

        Raises:
            ActionRefused: if somebody else asks.
        """
        _check_admin(actor)
        last = 0
        while True:
            wanted = sa.select(audit).where(audit.c.id > last).order_by(audit.c.id).limit(_AT_ONCE)
            with self._database.asking() as connection:
                rows = connection.execute(wanted).all()
            if not rows:
                return
            yield from map(_audited, rows)
            last = rows[-1].id

    def of_game(self, actor: Actor, game: int, g: JudgedGame) -> tuple[Audited, ...]:
        """The readings of a game while it went on, the oldest first, for whoever took part in it.

        Raises:
            ActionRefused: if it goes on, or he did not.
        """
        if g.stage is not Stage.OVER:
            what = "what was read is told once the game is over"
            raise ActionRefused("not-over", what, "wait for its end")
        played = {user for seat in g.seats.values() for user in (seat.user, *seat.past)}
        if not (actor.is_admin or (actor.user and actor.user in {*played, *g.masters})):
            raise ActionRefused("not-allowed", "this is for those who took part in the game")
        of_games = audit.c.act.in_([one.value for one in _OF_GAMES])
        wanted = sa.select(audit).where(audit.c.game == game, of_games).order_by(audit.c.id)
        with self._database.asking() as connection:
            return tuple(map(_audited, connection.execute(wanted)))


def _check_admin(actor: Actor) -> None:
    if not actor.is_admin:
        raise ActionRefused("not-allowed", "this is for admins of the judge")


def _audited(row: Any) -> Audited:
    entry = AuditEntry(
        row.actor, AuditRole(row.role), AuditAct(row.act), row.game, row.person, row.detail
    )
    return Audited(row.id, row.at, entry)
