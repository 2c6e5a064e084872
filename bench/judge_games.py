"""Many games of a judge at once: one is played, and the others are its log again with other
players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.tables import games, log
from dragoman.orders import write

SEATS = 7
FIRST_USER = 10
"""The number of the first player; games have a master of their own below that."""
_ROWS = 5000


def store_games(judge: Judge, count: int, phases: int, users: bool = True) -> list[int]:
    """Set up so many running games of seven, each with so many phases behind it; their numbers.

    Players of the game ``n``, counted from 0, are ``FIRST_USER + 7 n`` and the six after it. With
    ``users`` false all games have the same seven.
    """
    now = datetime.now(UTC)
    pattern = play(judge.games, phases, now)
    with judge.database.reading() as connection:
        row = connection.execute(sa.select(games).where(games.c.id == pattern)).mappings().one()
        entries = connection.execute(sa.select(log).where(log.c.game == pattern)).mappings().all()
    numbers = [pattern, *range(pattern + 1, pattern + count)]
    made = {name: value for name, value in row.items() if name != "id"}
    with judge.database.writing() as connection:
        connection.execute(sa.insert(games), [{"id": one, **made} for one in numbers[1:]])
        batch: list[dict[str, Any]] = []
        for index, number in enumerate(numbers[1:], 1):
            shift = SEATS * index if users else 0
            batch += _moved(entries, number, shift)
            if len(batch) >= _ROWS:
                connection.execute(sa.insert(log), batch)
                batch = []
        if batch:
            connection.execute(sa.insert(log), batch)
        if not judge.database.is_sqlite:
            last = f"SELECT setval(pg_get_serial_sequence('games', 'id'), {numbers[-1]})"
            connection.exec_driver_sql(last)
    if not judge.database.is_sqlite:
        with judge.database.asking() as connection:
            connection.exec_driver_sql("ANALYZE")
    return numbers


def play(store: GameStore, phases: int, now: datetime) -> int:
    """A game of seven that was played at random, with some press in each phase."""
    dice = random.Random(5)
    number, answer = store.create({"title": "A game of the bench", "movement": "7 d"}, 1, now)
    assert number is not None, answer.told
    players = range(FIRST_USER, FIRST_USER + SEATS)
    for user in players:
        store.act(number, c.Join(), Actor(user), now)
    store.act(number, c.Begin(), Actor(1), now)
    for _ in range(phases):
        g = store.load(number)
        for user, power in g.players.items():
            offered = g.game.legal_orders(power)
            sheet = "\n".join(write(dice.choice(orders)) for orders in offered.values() if orders)
            store.act(number, c.SaveOrders(sheet), Actor(user), now)
            store.act(number, c.Send("What do you think?", (power,)), Actor(1), now)
        store.act(number, c.ProcessNow(), Actor(1), now)
    return number


def due_at_once(judge: Judge, numbers: list[int], moment: datetime) -> None:
    """Have these games due at one moment."""
    now = datetime.now(UTC)
    for number in numbers:
        judge.games.act(number, c.SetDeadline(moment), Actor(1), now)


def _moved(entries: Any, game: int, shift: int) -> Iterator[dict[str, Any]]:
    """The log again, as that of another game with other players."""
    for one in entries:
        data, by = dict(one["data"]), one["by"]
        if data.get("user", 0) >= FIRST_USER:
            data["user"] += shift
        yield {**one, "game": game, "by": by + shift if by >= FIRST_USER else by, "data": data}


def soon(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)
