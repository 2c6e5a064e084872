"""The tables that follow from the logs of games, compared with what the logs say.

All of it is written with the log, in the same transaction, so it differs only where somebody wrote
to the database by hand, a disk failed, or this program has an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from dragoman.extras import extra
from dragoman.game import Find, find_variant
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.plain_data import read_event
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_lists import listing_row, parts_in
from dragoman.judge.storage.game_store import game_row
from dragoman.judge.storage.results import conduct_rows, result_data
from dragoman.judge.storage.tables import (
    conduct,
    games,
    links,
    listings,
    log,
    parts,
    result_seats,
    results,
)
from dragoman.long_work import steps
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """A game of which something is not as its log says: the tables that differ, and what is wrong
    with the log itself, if it cannot be read."""

    game: int
    tables: tuple[str, ...] = ()
    fault: str = ""


def inconsistent_games(
    database: Database,
    now: datetime,
    find: Find = find_variant,
    among: Sequence[int] | None = None,
) -> Iterator[Inconsistency]:
    """Every game, or every one ``among`` these, that is kept otherwise than its log says, or whose
    log is of no game, or goes on after ``now``. Games are folded for it, which takes its time.

    Raises:
        ActionRefused: if the database does not answer.
    """
    if among is None:
        with database.asking() as connection:
            among = connection.execute(sa.select(games.c.id).order_by(games.c.id)).scalars().all()
    for number in steps("Playing through the games", among, len(among)):
        with database.reading() as connection:  # one moment for each: games go on meanwhile
            if (found := _compared(connection, number, now, find)) is not None:
                yield found


def _compared(
    connection: sa.Connection, number: int, now: datetime, find: Find
) -> Inconsistency | None:
    mine = sa.select(log).where(log.c.game == number).order_by(log.c.number)
    rows = connection.execute(mine).all()
    if [row.number for row in rows] != [*range(1, len(rows) + 1)]:
        return Inconsistency(number, fault="its log has gaps")
    try:
        g = rebuild(
            (GameLogEntry(r.number, r.at, r.by, read_event(r.kind, r.data)) for r in rows), find
        )
    except Exception as error:  # whatever is wrong with it, the others are looked at
        return Inconsistency(number, fault=f"its log cannot be read: {type(error).__name__}")
    last = max(datetime.fromisoformat(row.at) for row in rows)
    if last > now:
        return Inconsistency(number, fault=f"its log goes on until {last:%Y-%m-%d %H:%M} UTC")
    differ = [
        table.name
        for table, said in _said(number, g).items()
        if _kept(connection, table, number) != _in_order(said)
    ]
    return Inconsistency(number, tuple(differ)) if differ else None


def _said(number: int, g: JudgedGame) -> Mapping[sa.Table, list[dict[str, Any]]]:
    """The rows of every table that follow from a log."""
    row, seats = result_data(g) if g.ended is not None else (None, [])
    return {
        games: [{"id": number, **game_row(g)}],
        listings: [{"game": number, **listing_row(g)}],
        parts: [{"game": number, "person": one, "part": part} for one, part in parts_in(g)],
        links: [{"code": one, "game": number} for one in g.links],
        conduct: conduct_rows(number, g),
        results: [{"game": number, **row}] if row is not None else [],
        result_seats: [{"game": number, **one} for one in seats],
    }


def _kept(connection: sa.Connection, table: sa.Table, number: int) -> list[str]:
    mine = table.c.id if table is games else table.c.game
    rows = connection.execute(sa.select(table).where(mine == number)).mappings()
    return _in_order([dict(row) for row in rows])


def _in_order(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(repr(sorted(row.items())) for row in rows)
