"""Ratings after a game, by Plackett and Luce's model: the order in which players finish, ties and
all, says how strong they are.

It is the model of openskill's five that took random games of seven, most of them drawn, nearest to
the strength they were made with, at openskill's own settings. Each variant has a pool of its own:
who is good at one may be new to another, and a place among seven is not one among two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from dragoman.extras import extra
from dragoman.judge.log.result import RatedPlayer
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    from openskill.models import PlackettLuce


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a player's strength: ``mu`` is likeliest, ``sigma`` its uncertainty."""

    mu: float
    sigma: float

    @property
    def least(self) -> float:
        """The strength that he has all but certainly; what lists of players go by."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts for ratings: when it ended, and who finished where."""

    game: int
    pool: str
    ended: datetime
    players: tuple[RatedPlayer, ...]

    @property
    def order(self) -> tuple[datetime, int]:
        """Its place among the games of its pool."""
        return self.ended, self.game


Ratings: TypeAlias = Mapping[int, Rating]

_MODEL: Final[Any] = PlackettLuce()  # its types are incomplete
AT_FIRST: Final = Rating(_MODEL.mu, _MODEL.sigma)


def rate(players: Sequence[RatedPlayer], before: Ratings) -> dict[int, Rating]:
    """The ratings of a game's players after it, the same whatever their sequence: sums of
    fractions depend on it."""
    players = sorted(players, key=lambda one: (one.place, one.user))
    teams = [
        [_MODEL.create_rating([one.mu, one.sigma])]
        for one in (before.get(player.user, AT_FIRST) for player in players)
    ]
    rated = _MODEL.rate(teams, ranks=[float(one.place) for one in players])
    return {
        player.user: Rating(float(team[0].mu), float(team[0].sigma))
        for player, team in zip(players, rated, strict=True)
    }


def reckon(games: Iterable[RatedGame]) -> dict[tuple[int, int], Rating]:
    """The rating of each player after each game, by game and player, from nothing but the games,
    in whatever sequence they come."""
    now: dict[tuple[str, int], Rating] = {}
    found: dict[tuple[int, int], Rating] = {}
    for one in sorted(games, key=lambda one: one.order):
        known = {p.user: now.get((one.pool, p.user), AT_FIRST) for p in one.players}
        for user, rating in rate(one.players, known).items():
            now[one.pool, user] = found[one.game, user] = rating
    return found
