"""Read marks: the last message that somebody has read in each thread of a game's press, and the
last event of its log by which a turn was judged that he was shown.

They are his own, and no part of the game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import marks
from dragoman.judge.storage.write_guard import ReadOnly

with extra("judge"):
    import sqlalchemy as sa


def read_marks(database: Database, person: int, game: int) -> dict[str, int]:
    """The number of the last message that somebody has read, by thread.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.asking() as connection:
        found = connection.execute(_OF_GAME, {"person": person, "game": game})
        return {row.thread: row.number for row in found}


def set_mark(database: Database, person: int, game: int, thread: str, number: int) -> None:
    """Say that somebody has read a thread up to a message; not while the judge is only read.

    Raises:
        ActionRefused: if the database does not answer.
    """
    row = {"person": person, "game": game, "thread": thread, "number": number}
    with suppress(ReadOnly), database.noting() as connection:
        moved = {"who": person, "where": game, "what": thread, "number": number}
        if connection.execute(_MOVE, moved).rowcount == 0:
            connection.execute(sa.insert(marks), row)


TURNS: Final = "turns"
"""Stands for the turns of a game where a mark of press has its thread: those are of powers, in
capitals."""


def note_turn_shown(database: Database, person: int, game: int, number: int) -> None:
    """Say that somebody was shown the results of a turn, by the number of the event by which it was
    judged.

    Raises:
        ActionRefused: if the database does not answer.
    """
    set_mark(database, person, game, TURNS, number)


# Put together once: that takes as long as asking them.
_OF_GAME: Final = sa.select(marks.c.thread, marks.c.number).where(
    marks.c.person == sa.bindparam("person"), marks.c.game == sa.bindparam("game")
)
_MOVE: Final = sa.update(marks).where(
    marks.c.person == sa.bindparam("who"),
    marks.c.game == sa.bindparam("where"),
    marks.c.thread == sa.bindparam("what"),
)
