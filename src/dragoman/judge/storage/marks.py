"""How far somebody has read the threads of a game's press: his own, and no part of the game."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.guest_tables import marks

with extra("judge"):
    import sqlalchemy as sa


def read_marks(database: Database, person: int, game: int) -> dict[str, int]:
    """The number of the last message that somebody has read, by thread.

    Raises:
        ActionRefused: if the database does not answer.
    """
    wanted = sa.select(marks).where((marks.c.person == person) & (marks.c.game == game))
    with database.reading() as connection:
        return {row.thread: row.number for row in connection.execute(wanted)}


def set_mark(database: Database, person: int, game: int, thread: str, number: int) -> None:
    """Say that somebody has read a thread up to a message.

    Raises:
        ActionRefused: if the database does not answer.
    """
    where = (marks.c.person == person) & (marks.c.game == game) & (marks.c.thread == thread)
    row = {"person": person, "game": game, "thread": thread, "number": number}
    with database.writing() as connection:
        if connection.execute(sa.update(marks).where(where).values(number=number)).rowcount == 0:
            connection.execute(sa.insert(marks).values(row))
