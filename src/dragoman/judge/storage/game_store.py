"""Judged games in the database: loaded by folding their logs, changed by commands alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from random import choice
from threading import Lock
from typing import Any, Final, TypeAlias

from dragoman.extras import extra
from dragoman.game import Find, find_variant
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.decide import decide
from dragoman.judge.commands.forming import create
from dragoman.judge.commands.judging import next_due
from dragoman.judge.commands.permissions import CLOCK, Actor
from dragoman.judge.log.events import Event, GameLogEntry, Judged
from dragoman.judge.log.fold import apply, rebuild
from dragoman.judge.log.plain_data import event_data, read_event
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.storage.changes import LogChange, announce
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_lists import write_listing
from dragoman.judge.storage.results import write_result
from dragoman.judge.storage.tables import aside, games, log
from dragoman.judge.storage.upkeep import upkeep_in
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa
    from sqlalchemy.exc import DBAPIError


class BadGame(Exception):
    """A game in which something is due that cannot be done; the cause says why."""

    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"game {self.game} cannot be judged"


@dataclass(frozen=True, slots=True)
class TickResult:
    """A game in which something was due since a moment, and how many phases were judged now."""

    game: int
    due: datetime
    judged: int


@dataclass(frozen=True, slots=True)
class _Found:
    """Events that are due in a game, and the game before and after them."""

    number: int
    due: datetime
    before: JudgedGame
    events: tuple[Event, ...]
    after: JudgedGame


Added: TypeAlias = tuple[sa.Connection, int, JudgedGame, Sequence[GameLogEntry], datetime]
"""The transaction at hand, the number of a game, how it stands now, what was added, and when."""
OnAppend: TypeAlias = Callable[
    [sa.Connection, int, JudgedGame, Sequence[GameLogEntry], datetime], None
]
"""Is handed what was added to a log."""


Limit: TypeAlias = Callable[[JudgedGame], AbstractContextManager[None]]
"""Gives up what is inside when judging the game takes too long."""


class GameStore:
    """The games of a database.

    What a command adds is written only if the log is still what it was decided on; else it is
    decided again. So commands may come from any number of processes, and each phase is judged
    once. ``kept`` is how many games are remembered folded; ``on_append`` is called with what was
    added to a log, in the transaction that adds it; ``find`` looks variants up.
    """

    def __init__(
        self,
        database: Database,
        find: Find = find_variant,
        kept: int = 1000,
        on_append: OnAppend | None = None,
    ) -> None:
        self.database = database
        self._on_append = on_append
        self.find = find
        self.kept = kept
        self._folded: OrderedDict[int, JudgedGame] = OrderedDict()
        self._lock = Lock()

    def create(
        self, settings: Mapping[str, Any], by: int, now: datetime
    ) -> tuple[int | None, Decision]:
        """Set up a game; its number, or None where the settings are wrong."""
        answer = create(settings, self.find)
        return (self.keep(answer, by, now) if answer.events else None), answer

    def keep(self, answer: Decision, by: int, now: datetime) -> int:
        """Keep a new game that begins with these events; its number."""
        return self.take_in(_entries(0, answer.events, by, now))

    def take_in(self, rows: Sequence[GameLogEntry]) -> int:
        """Keep a game that has this log; its number.

        Raises:
            ValueError: if the log does not begin with the creation of a game.
            ActionRefused: if the database does not answer.
        """
        g = rebuild(rows, self.find)
        with self.database.writing() as connection:
            made = sa.insert(games).values(game_row(g)).returning(games.c.id)
            number: int = connection.execute(made).scalar_one()
            _append(connection, number, rows)
            write_listing(connection, number, None, g)
            write_result(connection, number, None, g)
        return number

    def load(self, number: int) -> JudgedGame:
        """A game as it stands. Callers must not change it.

        Raises:
            ActionRefused: if there is no such game, or the database does not answer.
        """
        with self.database.asking() as connection:
            return self._load(connection, number)

    def remembered(self, number: int) -> JudgedGame | None:
        """A game as it stood when it was last loaded; None where it was not, or long ago."""
        with self._lock:
            return self._folded.get(number)

    def act(
        self,
        number: int,
        command: c.Command,
        actor: Actor,
        now: datetime,
        check: Callable[[JudgedGame], None] | None = None,
        note: Callable[[sa.Connection], None] | None = None,
    ) -> Decision:
        """Carry out a command, all of it or nothing; when this returns, it is on the disk.

        ``check`` is asked of the game as it stands when the command is decided, and raises where
        nothing shall be written. ``note`` writes what belongs to it, in the same transaction.

        Raises:
            ActionRefused: if there is no such game, or the database does not answer.
        """
        while True:
            g = self.load(number)
            if check is not None:
                check(g)
            answer = decide(g, command, actor, now)
            if not answer.events:
                return answer
            after = self._after(g, answer.events, actor, now)
            with self.database.writing() as connection:
                written = self._write(connection, number, g, answer.events, after, actor, now)
                if written and note is not None:
                    note(connection)
            if written:
                self._remember(number, after)
                return answer

    def tick(self, now: datetime, limit: Limit = lambda g: nullcontext()) -> TickResult | None:
        """Do what is due in one game that is not set aside, within the limit; None where nothing
        is due anywhere, or the clocks of the judge stand still.

        Where the database can hold a single game, it is held until that is written, and by nobody
        if this process dies: another takes it up. SQLite would hold all of them, so there it is
        judged first, and written if the log still ends where that began.

        Raises:
            BadGame: if what is due cannot be done; nothing was written.
            ActionRefused: if the database does not answer.
        """
        if self.database.is_sqlite:
            with self.database.reading() as connection:
                found = self._look(connection, now, limit, choices=16)
            if found is None:
                return None
            with self.database.writing() as connection:
                if upkeep_in(connection).clocks_stand:
                    return None
                written = self._write_due(connection, found, now)
        else:
            with self.database.writing() as connection:
                if upkeep_in(connection).clocks_stand:
                    return None
                found = self._look(connection, now, limit, choices=1)
                if found is None:
                    return None
                written = self._write_due(connection, found, now)
        if not written:
            return TickResult(found.number, found.due, 0)
        self._remember(found.number, found.after)
        judged = sum(isinstance(event, Judged) for event in found.events)
        return TickResult(found.number, found.due, judged)

    def next_due(self) -> datetime | None:
        """The moment when the next game is due that is not set aside; None where none is."""
        # No min(): PostgreSQL would look at every game for it.
        due = sa.select(games.c.due).where(games.c.due.is_not(None), ~is_aside())
        earliest = due.order_by(games.c.due).limit(1)
        with self.database.asking() as connection:
            return connection.execute(earliest).scalar()

    def unfolded(self, until: datetime) -> list[int]:
        """The games that are due until a moment and are not remembered folded, the first ones
        first: no more than may be remembered beside others."""
        wanted = sa.select(games.c.id).where(games.c.due <= until, ~is_aside())
        wanted = wanted.order_by(games.c.due).limit(self.kept // 2)
        with self.database.asking() as connection:
            numbers = connection.execute(wanted).scalars().all()
        with self._lock:
            return [one for one in numbers if one not in self._folded]

    def _look(
        self, connection: sa.Connection, now: datetime, limit: Limit, choices: int
    ) -> _Found | None:
        """One of the first games that are due, and what is due in it."""
        due = sa.select(games.c.id, games.c.due).where(games.c.due <= now, ~is_aside(now))
        due = due.order_by(games.c.due).limit(choices).with_for_update(skip_locked=True, of=games)
        rows = connection.execute(due).all()
        if not rows:
            return None
        number, since = choice(rows)
        try:
            g = self._load(connection, number)
            with limit(g):
                events = decide(g, c.Tick(), CLOCK, now).events
                after = self._after(g, events, CLOCK, now)
            if not events and (left := next_due(after)) is not None and left <= now:
                raise ValueError("a game is due, and nothing comes of it")
        except (DBAPIError, ActionRefused, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            raise BadGame(number) from error
        return _Found(number, since, g, events, after)

    def _write_due(self, connection: sa.Connection, found: _Found, now: datetime) -> bool:
        """Write what was due; False if another process was quicker."""
        connection.execute(sa.delete(aside).where(aside.c.game == found.number))
        number, before, events = found.number, found.before, found.events
        return self._write(connection, number, before, events, found.after, CLOCK, now)

    def _after(
        self, g: JudgedGame, events: tuple[Event, ...], actor: Actor, now: datetime
    ) -> JudgedGame:
        """The game with these events; the one given stays as it is."""
        after = g.copy()
        for one in _entries(g.number, events, actor.user, now):
            apply(after, one)
        return after

    def _write(
        self,
        connection: sa.Connection,
        number: int,
        g: JudgedGame,
        events: tuple[Event, ...],
        after: JudgedGame,
        actor: Actor,
        now: datetime,
    ) -> bool:
        """Append events to the log of a game; False if it no longer stands as ``g``."""
        row = {"of": number, "was": g.number, **game_row(after)}
        if connection.execute(_STILL, row).rowcount != 1:
            return False
        if events:
            rows = _entries(g.number, events, actor.user, now)
            _append(connection, number, rows)
            write_listing(connection, number, g, after)
            write_result(connection, number, g, after)
            if self._on_append is not None:
                self._on_append(connection, number, after, rows, now)
        return True

    def _remember(self, number: int, g: JudgedGame) -> None:
        """Keep a game folded, as it is in the database by now."""
        with self._lock:
            known = self._folded.get(number)
            if known is None or known.number < g.number:
                self._folded[number] = g
            self._folded.move_to_end(number)
            while len(self._folded) > self.kept:
                self._folded.popitem(last=False)

    def _load(self, connection: sa.Connection, number: int) -> JudgedGame:
        with self._lock:
            known = self._folded.get(number)
        since = known.number if known is not None else 0
        rows = connection.execute(_SINCE, {"of": number, "since": since}).all()
        if known is None:
            if not rows:
                raise no_game(number)
            known = rebuild(map(_logged, rows), self.find)
            known.game_id = number
        elif rows:
            known = known.copy()
            for row in rows:
                apply(known, _logged(row))
        self._remember(number, known)
        return known


def no_game(number: int) -> ActionRefused:
    """The refusal of a game that is not there, or that somebody may not know of."""
    return ActionRefused("no-game", f"there is no game {number}")


# Put together once: that takes as long as asking them.
_STILL: Final = sa.update(games).where(
    games.c.id == sa.bindparam("of"), games.c.version == sa.bindparam("was")
)
_SINCE: Final = (
    sa.select(log)
    .where(log.c.game == sa.bindparam("of"), log.c.number > sa.bindparam("since"))
    .order_by(log.c.number)
)


def game_row(g: JudgedGame) -> dict[str, Any]:
    """The row of a game among ``games``, but for its number."""
    return {
        "title": g.settings.title,
        "variant": g.settings.variant,
        "stage": g.stage.value,
        "version": g.number,
        "due": next_due(g),
    }


def _entries(before: int, events: Iterable[Event], by: int, now: datetime) -> list[GameLogEntry]:
    return [
        GameLogEntry(number, now.isoformat(), by, event)
        for number, event in enumerate(events, before + 1)
    ]


def _append(connection: sa.Connection, game: int, rows: Sequence[GameLogEntry]) -> None:
    connection.execute(
        sa.insert(log),
        [
            {
                "game": game,
                "number": one.number,
                "at": one.at,
                "by": one.by,
                "kind": type(one.event).__name__,
                "data": event_data(one.event),
            }
            for one in rows
        ],
    )
    announce(connection, LogChange(game, rows[-1].number))


def _logged(row: Any) -> GameLogEntry:
    return GameLogEntry(row.number, row.at, row.by, read_event(row.kind, row.data))


# Logs, read without folding them


def entries(database: Database, game: int, after: int = 0, most: int = 1000) -> list[GameLogEntry]:
    """The log of a game after an entry, oldest first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    return _read(database, _AFTER, {"of": game, "after": after, "most": most})


def latest_entries(
    database: Database, of: Sequence[int], kinds: Sequence[type[Event]], most: int
) -> list[tuple[int, GameLogEntry]]:
    """The latest events of these kinds in the logs of games, each with its game, the last first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    wanted = sa.select(log).where(
        log.c.game.in_(of), log.c.kind.in_([kind.__name__ for kind in kinds])
    )
    wanted = wanted.order_by(log.c.at.desc(), log.c.game, log.c.number.desc()).limit(most)
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    return [
        (row.game, GameLogEntry(row.number, row.at, row.by, read_event(row.kind, row.data)))
        for row in rows
    ]


def entries_at(database: Database, game: int, at: str) -> list[GameLogEntry]:
    """The entries of a moment, as the log has it.

    Raises:
        ActionRefused: if the database does not answer.
    """
    return _read(database, _AT, {"of": game, "at": at})


def _read(
    database: Database, wanted: sa.Select[Any], what: Mapping[str, str | int]
) -> list[GameLogEntry]:
    with database.asking() as connection:
        rows = connection.execute(wanted, what).all()
    return [_logged(row) for row in rows]


# Put together once: that takes as long as asking them.
_OF_GAME: Final = sa.select(log).where(log.c.game == sa.bindparam("of")).order_by(log.c.number)
_AFTER: Final = _OF_GAME.where(log.c.number > sa.bindparam("after")).limit(sa.bindparam("most"))
_AT: Final = _OF_GAME.where(log.c.at == sa.bindparam("at"))


# Games that could not be judged: the others go on, and these are tried again later


@dataclass(frozen=True, slots=True)
class Aside:
    """A game that is set aside: how often it was tried, and when it is tried again. ``places`` is
    the kind of its error, and where it came from."""

    game: int
    since: datetime
    again: datetime
    tries: int
    places: tuple[str, ...]


def set_aside(database: Database, game: int, places: Sequence[str], now: datetime) -> Aside:
    """Leave a game alone for a minute, and twice as long after each further try, up to six hours.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.writing() as connection:
        found = connection.execute(sa.select(aside).where(aside.c.game == game)).first()
        tries = found.tries + 1 if found else 1
        since = found.since if found else now
        again = now + min(timedelta(minutes=2 ** min(tries - 1, 12)), timedelta(hours=6))
        connection.execute(sa.delete(aside).where(aside.c.game == game))
        row = Aside(game, since, again, tries, tuple(places))
        values = {"since": since, "again": again, "tries": tries, "error": "\n".join(places)}
        connection.execute(sa.insert(aside).values(game=game, **values))
    return row


def games_set_aside(database: Database) -> tuple[Aside, ...]:
    """All games that are set aside, longest first."""
    with database.reading() as connection:
        rows = connection.execute(sa.select(aside).order_by(aside.c.since)).all()
    return tuple(
        Aside(row.game, row.since, row.again, row.tries, tuple(row.error.splitlines()))
        for row in rows
    )


def try_again(database: Database, game: int) -> bool:
    """Have a game tried at once; False if it was not set aside."""
    with database.writing() as connection:
        return connection.execute(sa.delete(aside).where(aside.c.game == game)).rowcount == 1


def is_aside(now: datetime | None = None) -> sa.ColumnElement[bool]:
    """The condition that a row of ``games`` is set aside, still at a moment, or at all."""
    found = sa.select(aside.c.game).where(aside.c.game == games.c.id)
    return sa.exists(found if now is None else found.where(aside.c.again > now))
