"""The ladder of a club: ratings among its games alone.

Every game of the club counts that everybody finds, is over and was played to its end, of all
variants together, rated by the judge or not: a club is small, and plays for itself. Whoever had a
power in the end is placed by the points of the game's scoring system; without one, those who won or
shared the game are first, and all others second.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dragoman.extras import extra
from dragoman.judge.log.result import RatedPlayer
from dragoman.judge.results.rating_update import AT_FIRST, Rating, rate
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import club_games, result_seats, results
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Rung:
    """A place on a ladder: who has it, with which rating after how many games, of which he won or
    shared some."""

    place: int
    person: int
    rating: Rating
    games: int
    shared: int


def ladder(database: Database, club: int, people: frozenset[int]) -> list[Rung]:
    """The ladder of these people, the strongest first. Others count as whom they played against.

    Raises:
        ActionRefused: if the database does not answer.
    """
    ratings: dict[int, Rating] = {}
    played: dict[int, int] = {}
    shared: dict[int, int] = {}
    for worth in _games(database, club):
        order = sorted(set(worth.values()), reverse=True)
        players = [RatedPlayer(user, order.index(points) + 1) for user, points in worth.items()]
        known = {user: ratings.get(user, AT_FIRST) for user in worth}
        ratings |= rate(players, known)
        for one in players:
            played[one.user] = played.get(one.user, 0) + 1
            shared[one.user] = shared.get(one.user, 0) + (one.place == 1)
    ranked = sorted(
        (user for user in ratings if user in people),
        key=lambda user: (-ratings[user].least, user),
    )
    return [
        Rung(place, user, ratings[user], played[user], shared[user])
        for place, user in enumerate(ranked, 1)
    ]


def _games(database: Database, club: int) -> Iterator[dict[int, Fraction]]:
    """The worth of each game to each player, in the order in which they ended."""
    wanted = sa.select(results.c.game).join(club_games, club_games.c.game == results.c.game)
    wanted = wanted.where(club_games.c.club == club, results.c.played, results.c.listed)
    wanted = wanted.order_by(results.c.ended, results.c.game)
    with database.reading() as connection:
        numbers = list(connection.execute(wanted).scalars())
        mine = result_seats.c.game.in_(numbers) & result_seats.c.person.is_not(None)
        rows = connection.execute(sa.select(result_seats).where(mine)).all()
    for number in numbers:
        worth = {
            row.person: Fraction(row.points) if row.points else Fraction(int(row.sharers > 0))
            for row in rows
            if row.game == number
        }
        if len(worth) > 1:
            yield worth
