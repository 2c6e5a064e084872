"""Shifts of all deadlines at once: game by game, each once, whoever is at it and whatever dies on
the way.

A shift is ordered with a row of the database; whoever works at it takes the next game that it has
not come to, moves its deadline and notes that it did, in one transaction. No clock runs before all
are done. A game that was paused, or waits for people alone, is left as it is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import CLOCK
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.running.log_lines import log
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.tables import games
from dragoman.judge.storage.upkeep import changing, check_written, go_on, note_here
from dragoman.judge.storage.upkeep_tables import shifted_games, shifts
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

_LONGEST: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class DeadlineShift:
    """A shift as it stands: how many games it ``moved`` so far, and how many it left ``alone``
    because no time of theirs can be moved so. It is by a span; or by as long as clocks ``stood``;
    or it takes back the shift of a number. ``finished`` is when it was done."""

    number: int
    at: datetime
    by: timedelta | None
    stood: datetime | None
    taken_back: int | None
    why: str
    finished: datetime | None
    moved: int
    alone: int


def order_shift(database: Database, by: timedelta, why: str, now: datetime) -> int:
    """Have all deadlines shifted by a span; the number of the shift.

    Raises:
        ActionRefused: if it is no such span, nobody is told why, another is not finished, the judge
            is only read, or the database does not answer.
    """
    if not timedelta(minutes=1) <= by <= _LONGEST:
        what = f"deadlines are shifted by a minute at least, and {_LONGEST.days} days at most"
        raise ActionRefused("wrong-span", what, "write it as 26h or 2d")
    if not why.strip():
        what = "nothing says why deadlines are shifted: their players are told"
        raise ActionRefused("no-reason", what, "write a reason")
    with changing(database) as connection:
        check_written(connection)
        return _order(connection, now, why.strip(), seconds=int(by.total_seconds()))


def order_taking_back(database: Database, number: int, why: str, now: datetime) -> int:
    """Have a shift taken back in every game whose deadline is still the one that it set; the number
    of the shift that does so.

    Raises:
        ActionRefused: if there is no such shift by a span, it was taken back, another is not
            finished, the judge is only read, or the database does not answer.
    """
    with changing(database) as connection:
        check_written(connection)
        of = sa.select(shifts).where(shifts.c.id == number)
        found = connection.execute(of).first()
        if found is None or found.seconds is None:
            what = f"there is no shift {number} that could be taken back"
            raise ActionRefused("no-shift", what, "see: dragoman judge maintenance show")
        again = sa.select(shifts.c.id).where(shifts.c.taken_back == number)
        if connection.execute(again).first() is not None:
            raise ActionRefused("taken-back", f"shift {number} was taken back already")
        return _order(connection, now, why.strip() or found.why, taken_back=number)


def order_resuming(connection: sa.Connection, stood: datetime, now: datetime) -> int:
    """Have clocks go on, in the transaction at hand, once every deadline is as far away as it was
    when they stopped; the number of that shift."""
    return _order(connection, now, "the clocks of the judge stood still", stood=stood)


def _order(connection: sa.Connection, now: datetime, why: str, **kind: Any) -> int:
    unfinished = sa.select(shifts.c.id).where(shifts.c.finished.is_(None))
    if connection.execute(unfinished).first() is not None:
        what = "deadlines are being shifted just now"
        raise ActionRefused("shifting", what, "wait until that is done")
    note_here(connection)
    made = sa.insert(shifts).values(at=now, why=why, **kind).returning(shifts.c.id)
    return connection.execute(made).scalar_one()


def shifts_of(database: Database, most: int = 10) -> list[DeadlineShift]:
    """The latest shifts, the last first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    latest = sa.select(shifts).order_by(shifts.c.id.desc()).limit(most)
    with database.reading() as connection:
        return [_shift(connection, row) for row in connection.execute(latest).all()]


def carry_on(store: GameStore, now: datetime, most: int = 50) -> DeadlineShift | None:
    """Shift the deadlines of some games more, or end the shift where none is left; the shift as it
    stands then, None where there is none to be carried on. Any number of processes may do so.

    Raises:
        ActionRefused: if the judge is only read, or the database does not answer.
    """
    database = store.database
    with database.reading() as connection:
        row = connection.execute(sa.select(shifts).where(shifts.c.finished.is_(None))).first()
        if row is None:
            return None
        left = list(connection.execute(_left(row).limit(most)).scalars())
    for number in left:
        _move(store, row, number, now)
    with database.writing() as connection:
        if not left and connection.execute(_left(row).limit(1)).first() is None:
            done = sa.update(shifts).where(shifts.c.id == row.id, shifts.c.finished.is_(None))
            if connection.execute(done.values(finished=now)).rowcount and row.stood is not None:
                go_on(connection)
        again = sa.select(shifts).where(shifts.c.id == row.id)
        return _shift(connection, connection.execute(again).one())


def _left(row: Any) -> sa.Select[Any]:
    """The numbers of the games that a shift has not come to."""
    was_there = sa.exists().where(shifted_games.c.shift == row.id)
    if row.taken_back is not None:
        earlier = shifted_games.alias()
        was_there = was_there.where(shifted_games.c.game == earlier.c.game)
        of = sa.select(earlier.c.game).where(earlier.c.shift == row.taken_back)
        return of.where(earlier.c.after.is_not(None), ~was_there).order_by(earlier.c.game)
    was_there = was_there.where(shifted_games.c.game == games.c.id)
    live = games.c.stage.in_((Stage.FORMING.value, Stage.RUNNING.value))
    return sa.select(games.c.id).where(live, ~was_there).order_by(games.c.id)


def _move(store: GameStore, row: Any, number: int, now: datetime) -> None:
    """Shift the deadline of a game, and note that; or note that it has none to be shifted."""
    try:
        g = store.load(number)
    except ActionRefused:
        raise
    except Exception as error:
        # The clocks of all others wait.
        log().error("the deadline of a game is not shifted", game=number, exc_info=error)
        _leave(store.database, row.id, number, None)
        return
    before = _moment_of(g)
    after = _moved(store.database, row, number, g, before)
    if before is None or after is None or after <= now:
        _leave(store.database, row.id, number, before)
        return
    command: c.Command = c.SetBeginning(after)
    if g.stage is Stage.RUNNING:
        command = c.SetDeadline(after, row.why)

    def note(connection: sa.Connection) -> None:
        noted = connection.execute(_noting(connection, row.id, number, before, after))
        if noted.rowcount != 1:
            raise ActionRefused(_MOVED, f"shift {row.id} has come to game {number} already")

    def unchanged(g: JudgedGame) -> None:
        if _moment_of(g) != before:
            raise ActionRefused(_MOVED, f"the deadline of game {number} has changed meanwhile")

    try:
        told = store.act(number, command, CLOCK, now, unchanged, note)
    except ActionRefused as refused:
        # Another process was quicker, or the game is looked at again as it is now.
        if refused.diagnostic.code != _MOVED:
            raise
        return
    if told.refused:
        _leave(store.database, row.id, number, before)


def _leave(database: Database, shift: int, game: int, before: datetime | None) -> None:
    """Note that a shift leaves a game as it is."""
    with database.writing() as connection:
        connection.execute(_noting(connection, shift, game, before, None))


_MOVED: Final = "moved-meanwhile"


def _moment_of(g: JudgedGame) -> datetime | None:
    """The moment by the clock at which a game goes on; None where its clock stands, or it has
    none."""
    if g.stage is Stage.FORMING:
        return g.begins_at
    if g.stage is not Stage.RUNNING or g.settings.moderated:
        return None
    return g.grace if g.waits else g.deadline


def _moved(
    database: Database, row: Any, number: int, g: JudgedGame, before: datetime | None
) -> datetime | None:
    """The moment to which a shift moves that of a game; None where it leaves it."""
    if before is None:
        return None
    if row.seconds is not None:
        return before + timedelta(seconds=row.seconds)
    if row.stood is not None:
        # Whatever was set while clocks stood still has run since then.
        set_since = [one.at for one in g.acts if one.what in ("deadline", "resume")]
        stopped = max([row.stood, g.began or g.created, *set_since[-1:]])
        return before + max(row.at - stopped, timedelta())
    mine = (shifted_games.c.shift == row.taken_back) & (shifted_games.c.game == number)
    with database.asking() as connection:
        found = connection.execute(sa.select(shifted_games).where(mine)).one()
    return found.before if found.after == before else None


def _noting(
    connection: sa.Connection,
    shift: int,
    game: int,
    before: datetime | None,
    after: datetime | None,
) -> Any:
    row = {"shift": shift, "game": game, "before": before, "after": after}
    return insert_new(connection, shifted_games).values(row)


def _shift(connection: sa.Connection, row: Any) -> DeadlineShift:
    moved = sa.func.count(shifted_games.c.after)
    alone = sa.func.count(shifted_games.c.before) - moved
    counted = sa.select(moved, alone).where(shifted_games.c.shift == row.id)
    found = connection.execute(counted).one()
    by = None if row.seconds is None else timedelta(seconds=row.seconds)
    return DeadlineShift(
        row.id, row.at, by, row.stood, row.taken_back, row.why, row.finished, *found
    )
