"""Many games of a judge at once: one is played, and the others are its log again with other
players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import sqlalchemy as sa

from dragoman.judge.accounts.credentials import hashed
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.tables import addresses, games, listings, log, parts, people, tokens
from dragoman.orders import write

SEATS = 7
FIRST_USER = 10
"""The number of the first player; games have a master of their own below that."""


def store_games(judge: Judge, count: int, phases: int, users: bool = True) -> list[int]:
    """Set up so many running games of seven, each with so many phases behind it; their numbers.

    Players of the game ``n``, counted from 0, are ``FIRST_USER + 7 n`` and the six after it. With
    ``users`` false all games have the same seven.
    """
    pattern = play(judge.games, phases, datetime.now(UTC))
    numbers = range(pattern, pattern + count)
    shift = (games.c.id - pattern) * SEATS if users else sa.literal(0)
    by = sa.case((log.c.by >= FIRST_USER, log.c.by + shift), else_=log.c.by)
    person = sa.case((parts.c.person >= FIRST_USER, parts.c.person + shift), else_=parts.c.person)
    with judge.database.writing() as connection:
        row = dict(connection.execute(sa.select(games)).mappings().one())
        connection.execute(sa.insert(games), [{**row, "id": one} for one in numbers[1:]])
        others = games.c.id > pattern
        is_own = log.c.game == pattern
        named = sa.and_(is_own, log.c.kind.in_(_NAMING)) if users else sa.false()
        _again(connection, log, {"game": games.c.id, "by": by}, others & is_own & ~named)
        _again(connection, parts, {"game": games.c.id, "person": person}, others)
        _again(connection, listings, {"game": games.c.id}, others)
        entries = connection.execute(sa.select(log).where(named)).mappings().all()
        moved = [one for index, number in enumerate(numbers) if index for one in
                 _moved(entries, number, SEATS * index)]  # fmt: skip
        if moved:
            connection.execute(sa.insert(log), moved)
        if not judge.database.is_sqlite:
            last = f"SELECT setval(pg_get_serial_sequence('games', 'id'), {numbers[-1]})"
            connection.exec_driver_sql(last)
    if not judge.database.is_sqlite:
        with judge.database.asking() as connection:
            connection.exec_driver_sql("ANALYZE")
    return [*numbers]


_NAMING = ("Joined", "Admitted", "Seated")
"""Events that name people."""


def _again(
    connection: sa.Connection,
    table: sa.Table,
    changed: dict[str, Any],
    where: sa.ColumnElement[bool],
) -> None:
    """Put the rows of the first game into a table once more for all others."""
    chosen = [changed.get(one.name, one) for one in table.c]
    rows = sa.select(*chosen).select_from(table.join(games, sa.true())).where(where)
    connection.execute(sa.insert(table).from_select([one.name for one in table.c], rows))


def play(store: GameStore, phases: int, now: datetime) -> int:
    """A game of seven that was played at random, with some press in each phase: each command a
    second after the one before, as those of people are of different moments."""
    dice, seconds = random.Random(5), count()

    def then() -> datetime:
        return now - timedelta(hours=1) + timedelta(seconds=next(seconds))

    number, answer = store.create({"title": "A game of the bench", "movement": "7 d"}, 1, then())
    assert number is not None, answer.told
    players = range(FIRST_USER, FIRST_USER + SEATS)
    for user in players:
        store.act(number, c.Join(), Actor(user), then())
    store.act(number, c.Begin(), Actor(1), then())
    for _ in range(phases):
        g = store.load(number)
        for user, power in g.players.items():
            offered = g.game.legal_orders(power)
            sheet = "\n".join(write(dice.choice(orders)) for orders in offered.values() if orders)
            store.act(number, c.SaveOrders(sheet), Actor(user), then())
            store.act(number, c.Send("What do you think?", (power,)), Actor(1), then())
        store.act(number, c.ProcessNow(), Actor(1), then())
    return number


def give_tokens(judge: Judge, count: int) -> list[str]:
    """Accounts for the players of the games, numbered from 1 on, and a token for each."""
    now = datetime.now(UTC)
    secrets = [f"dragoman_bench_{number}" for number in range(FIRST_USER + count)]
    rows = [
        {"id": number, "name": f"Player {number}", "name_key": f"player{number}", "created": now}
        | {"is_admin": False}
        for number in range(1, len(secrets))
    ]
    known = [
        {"hash": hashed(secrets[number]), "prefix": "bench", "person": number, "name": "bench"}
        | {"scopes": "read play press master", "created": now, "used": now}
        for number in range(1, len(secrets))
    ]
    with judge.database.writing() as connection:
        connection.execute(sa.insert(people), rows)
        connection.execute(sa.insert(tokens), known)
    return secrets


def give_addresses(judge: Judge, count: int) -> None:
    """An address for each of these players, as if he had confirmed it: from then on he is mailed
    what people are mailed who never said what they wish."""
    now = datetime.now(UTC)
    numbers = range(FIRST_USER, FIRST_USER + count)
    rows = [
        {"person": number, "address": f"{number}@bench.example", "key": f"{number}@bench.example"}
        | {"verified": now, "is_first": True}
        for number in numbers
    ]
    with judge.database.writing() as connection:
        connection.execute(sa.insert(addresses), rows)


def due_at_once(judge: Judge, numbers: list[int], moment: datetime) -> None:
    """Have these games due at one moment."""
    now = datetime.now(UTC)
    for number in numbers:
        judge.games.act(number, c.SetDeadline(moment), Actor(1), now)


def _moved(entries: Any, game: int, shift: int) -> Iterator[dict[str, Any]]:
    """Events that name people, as those of another game with other players."""
    for one in entries:
        data, by = dict(one["data"]), one["by"]
        if data.get("user", 0) >= FIRST_USER:
            data["user"] += shift
        yield {**one, "game": game, "by": by + shift if by >= FIRST_USER else by, "data": data}


def soon(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)
