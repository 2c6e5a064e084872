"""The rows that archive, statistics and ratings are made from, written with the logs of games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dragoman.extras import extra
from dragoman.judge.log.reliability import conduct as conduct_of
from dragoman.judge.log.result import is_played, rated_players, result_of
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.storage.tables import conduct, pools, ratings, result_seats, results

with extra("judge"):
    import sqlalchemy as sa
    from sqlalchemy.dialects import postgresql, sqlite


def write_result(
    connection: sa.Connection, number: int, before: JudgedGame | None, after: JudgedGame
) -> None:
    """Keep the result of a game that is over now, and forget that of one that goes on again.
    Ratings of games that ended later are counted anew (see ``judge.results.ratings``)."""
    if before is None or (before.dues, before.departures) != (after.dues, after.departures):
        _write_conduct(connection, number, after)
    was, now = (before.ended if before else None), after.ended
    if was == now:
        return
    if was is not None:
        _forget(connection, number, was)
    if now is not None:
        _keep(connection, number, after, now)


def result_data(g: JudgedGame) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of a game that is over: its own, and one for each power."""
    result = result_of(g)
    assert result is not None
    settings = g.settings
    rated = rated_players(g)
    last = g.history[-1].phase if g.history else g.phase
    row = {
        "ended": g.ended,
        "title": settings.title,
        "variant": settings.variant,
        "rules": settings.rules,
        "how": result.how,
        "played": is_played(result),
        "rated": bool(rated),
        "listed": settings.listed,
        "scoring": settings.scoring,
        "last": str(last),
        "years": last.year - g.game.start.phase.year + 1 if g.history else 0,
    }
    alive = g.game.survivors
    seats: list[dict[str, Any]] = []
    for power, seat in g.seats.items():
        points, counts = result.points.get(power), rated.get(power)
        seats.append(
            {
                "power": power,
                "person": seat.user,
                "sharers": len(result.powers) if power in result.powers else 0,
                "survived": power in alive,
                "centers": len(g.game.position.centers_of(power)),
                "points": str(points) if points is not None else None,
                "rated": counts.user if counts else None,
                "place": counts.place if counts else None,
            }
        )
    return row, seats


def conduct_rows(number: int, g: JudgedGame) -> list[dict[str, Any]]:
    """The conduct of each player in a game, for his reliability."""
    return [
        {
            "game": number,
            "person": user,
            "due": one.due,
            "kept": one.kept,
            "departures": one.departures,
        }
        for user, one in conduct_of(g).items()
    ]


def _keep(connection: sa.Connection, number: int, g: JudgedGame, ended: datetime) -> None:
    row, seats = result_data(g)
    connection.execute(sa.insert(results).values(game=number, **row))
    connection.execute(sa.insert(result_seats), [{"game": number, **one} for one in seats])
    if row["rated"]:
        _set_back(connection, row["variant"], ended, number)


def _forget(connection: sa.Connection, number: int, ended: datetime) -> None:
    mine = results.c.game == number
    row = connection.execute(sa.select(results.c.variant, results.c.rated).where(mine)).first()
    if row is None:  # it ended under a version that kept no results
        return
    if row.rated:
        _set_back(connection, row.variant, ended, number)
    connection.execute(sa.delete(result_seats).where(result_seats.c.game == number))
    connection.execute(sa.delete(results).where(mine))


def _set_back(connection: sa.Connection, pool: str, ended: datetime, game: int) -> None:
    """Have the ratings of a pool counted again from a game on. The pool is held until this
    transaction is over: who counts meanwhile would miss the game."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    new = insert(pools).values(pool=pool, ended=None, game=0, behind=True)
    connection.execute(new.on_conflict_do_nothing())
    mine = pools.c.pool == pool
    mark = connection.execute(sa.select(pools).where(mine).with_for_update()).one()
    if mark.ended is not None and (mark.ended, mark.game) >= (ended, game):
        later = (ratings.c.ended > ended) | ((ratings.c.ended == ended) & (ratings.c.game >= game))
        connection.execute(sa.delete(ratings).where((ratings.c.pool == pool) & later))
        back = sa.update(pools).where(mine).values(ended=ended, game=game - 1, behind=True)
        connection.execute(back)
    elif not mark.behind:
        connection.execute(sa.update(pools).where(mine).values(behind=True))


def _write_conduct(connection: sa.Connection, number: int, g: JudgedGame) -> None:
    connection.execute(sa.delete(conduct).where(conduct.c.game == number))
    if rows := conduct_rows(number, g):
        connection.execute(sa.insert(conduct), rows)
