"""Ratings as they are kept: counted game by game in the order in which games ended, and again from
where something changed. Any number of processes may count at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dragoman.extras import extra
from dragoman.game import Find, find_variant
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.plain_data import read_event
from dragoman.judge.log.result import RatedPlayer, rated_players
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.results.rating_update import AT_FIRST, RatedGame, Rating, rate, reckon
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import games, log, pools, ratings, result_seats, results

with extra("judge"):
    import sqlalchemy as sa

AT_ONCE: Final = 50
"""Games that are counted in one transaction."""


def catch_up(database: Database, most: int = AT_ONCE) -> int:
    """Count the games of a pool that were not counted yet, so many at most; how many they were.
    A worker does so after its games, until there are none.

    Raises:
        ActionRefused: if the database does not answer.
    """
    behind = sa.select(pools.c.pool).where(pools.c.behind)
    with database.reading() as connection:
        if connection.execute(behind.limit(1)).first() is None:
            return 0
    with database.writing() as connection:
        one = sa.select(pools).where(pools.c.behind).order_by(pools.c.pool).limit(1)
        mark = connection.execute(one.with_for_update(skip_locked=True)).first()
        if mark is None:
            return 0
        wanted = results.c.rated & (results.c.variant == mark.pool)
        if mark.ended is not None:
            same = (results.c.ended == mark.ended) & (results.c.game > mark.game)
            wanted &= (results.c.ended > mark.ended) | same
        order = (results.c.ended, results.c.game)
        rows = connection.execute(
            sa.select(results.c.game, results.c.ended).where(wanted).order_by(*order).limit(most)
        ).all()
        known: dict[int, Rating] = {}
        for row in rows:
            players = _players(connection, row.game)
            for player in players:
                if player.user not in known:
                    known[player.user] = _latest(connection, mark.pool, player.user)
            after = rate(players, known)
            known |= after
            kept = [
                {
                    "game": row.game,
                    "person": user,
                    "pool": mark.pool,
                    "ended": row.ended,
                    "mu": rating.mu,
                    "sigma": rating.sigma,
                }
                for user, rating in after.items()
            ]
            connection.execute(sa.insert(ratings), kept)
        moved: dict[str, Any] = {"behind": len(rows) == most}
        if rows:
            moved |= {"ended": rows[-1].ended, "game": rows[-1].game}
        connection.execute(sa.update(pools).where(pools.c.pool == mark.pool).values(moved))
    return len(rows)


def unlike_the_logs(database: Database, find: Find = find_variant) -> tuple[int, ...]:
    """The games whose ratings are kept otherwise than their logs say, or not at all: all games are
    folded for it, which takes its time. While games end, or wait to be counted, they are among
    them."""
    with database.reading() as connection:
        rated = [
            RatedGame(number, g.settings.variant, g.ended, tuple(players.values()))
            for number, g in _over(connection, find)
            if g.ended is not None and (players := rated_players(g))
        ]
        rows = connection.execute(sa.select(ratings)).all()
    kept = {(row.game, row.person): Rating(row.mu, row.sigma) for row in rows}
    counted = reckon(rated)
    return tuple(
        sorted(
            {game for game, user in kept.keys() | counted.keys()
             if kept.get((game, user)) != counted.get((game, user))}
        )
    )  # fmt: skip


def _over(connection: sa.Connection, find: Find) -> Iterator[tuple[int, JudgedGame]]:
    over = sa.select(games.c.id).where(games.c.stage == Stage.OVER.value).order_by(games.c.id)
    for number in connection.execute(over).scalars().all():
        rows = connection.execute(
            sa.select(log).where(log.c.game == number).order_by(log.c.number)
        ).all()
        entries = (GameLogEntry(r.number, r.at, r.by, read_event(r.kind, r.data)) for r in rows)
        yield number, rebuild(entries, find)


def _players(connection: sa.Connection, game: int) -> tuple[RatedPlayer, ...]:
    mine = (result_seats.c.game == game) & result_seats.c.rated.is_not(None)
    wanted = sa.select(result_seats.c.rated, result_seats.c.place).where(mine)
    rows = connection.execute(wanted).all()
    return tuple(RatedPlayer(row.rated, row.place) for row in rows)


def _latest(connection: sa.Connection, pool: str, user: int) -> Rating:
    mine = (ratings.c.pool == pool) & (ratings.c.person == user)
    last = sa.select(ratings).where(mine).order_by(ratings.c.ended.desc(), ratings.c.game.desc())
    row = connection.execute(last.limit(1)).first()
    return Rating(row.mu, row.sigma) if row is not None else AT_FIRST
