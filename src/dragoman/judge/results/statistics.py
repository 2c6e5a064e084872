"""Statistics of the games that were played to their end: by player, power, variant, preset.

A power counts for whoever had it in the end. Games that stand in no list count as the others do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NotRequired, TypeAlias, cast

from typing_extensions import TypedDict

from dragoman.extras import extra
from dragoman.judge.log.reliability import Conduct, reliability
from dragoman.judge.results.archive import RatingShape
from dragoman.judge.results.rating_update import Rating
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import conduct, ratings, result_seats, results
from dragoman.quick_dataclass import dataclass
from dragoman.views import Moment, View

with extra("judge"):
    import sqlalchemy as sa

By: TypeAlias = Literal["player", "power", "variant", "rules"]

_COLUMNS: Final[dict[By, sa.ColumnElement[Any]]] = {
    "player": result_seats.c.person,
    "power": result_seats.c.power,
    "variant": results.c.variant,
    "rules": results.c.rules,
}
MOST_LISTED: Final = 100
FEWEST: Final = 3
"""Rated games that it takes to stand in the list of players."""


class Fared(View):
    """Results of powers in games that were played to their end."""

    games: int
    victories: int
    draws: int
    losses: int
    survived: int
    centers: float
    """In the end, on average."""
    years: float
    """That the games took, on average."""
    share: str
    """In victories and draws together, as a fraction: a draw of three is a third of a game."""


class FaredBy(Fared):
    """The same by kinds of thing; those that were not asked for are left out."""

    player: NotRequired[int]
    power: NotRequired[str]
    variant: NotRequired[str]
    rules: NotRequired[str]


class PoolRating(RatingShape):
    pool: str
    games: int
    least: float
    """The strength that the player has all but certainly; lists go by it."""


class PersonStatistics(View):
    user: int
    all: Fared
    by_variant: list[FaredBy]
    """The hundred with the most games; `statistics` has them all."""
    by_power: list[FaredBy]
    by_rules: list[FaredBy]
    ratings: list[PoolRating]
    reliability: int
    """Of a hundred deadlines so many kept; for others than oneself, in games that are over."""


class RatingAfter(RatingShape):
    game: int
    ended: Moment
    least: float


class Leader(RatingShape):
    place: int
    user: int
    games: int
    least: float


class PoolShape(View):
    pool: str
    games: int
    players: int


def tally(
    database: Database,
    by: Sequence[By],
    *,
    player: int = 0,
    variant: str = "",
    power: str = "",
    rules: str | None = None,
    after: int = 0,
    most: int = MOST_LISTED,
) -> list[FaredBy]:
    """Results of powers, by these kinds of thing, most games first, from the row behind the first
    ``after`` on: games, victories, draws with a share in them, what those shares make together (a
    draw of three is a third of a game), losses, how often they survived, and on average how many
    centres they had in the end and how many years the games took.

    Raises:
        ActionRefused: if the database does not answer.
    """
    columns = [_COLUMNS[one].label(one) for one in by]
    counted = [results.c.played, *_conditions(by, player, variant, power, rules)]
    joined = result_seats.join(results, results.c.game == result_seats.c.game)
    if columns:
        # Which rows are on the page, before the games of each are taken apart by how they ended.
        most_games = sa.func.count().desc()
        rows_here = sa.select(*columns).select_from(joined).where(*counted).group_by(*columns)
        rows_here = rows_here.order_by(most_games, *columns)
        page = rows_here.offset(max(0, after)).limit(max(1, min(most, MOST_LISTED + 1))).subquery()
        on_page = (_COLUMNS[one] == page.c[one] for one in by)
        joined = joined.join(page, sa.and_(*on_page))
    wanted = (
        sa.select(
            *columns,
            result_seats.c.sharers,
            sa.func.count().label("games"),
            sa.func.sum(sa.cast(result_seats.c.survived, sa.Integer)).label("survived"),
            sa.func.sum(result_seats.c.centers).label("centers"),
            sa.func.sum(results.c.years).label("years"),
        )
        .select_from(joined)
        .where(*counted)
        .group_by(*columns, result_seats.c.sharers)
    )
    sums: dict[tuple[Any, ...], _Sum] = {}
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    for row in rows:
        key = tuple(getattr(row, one) for one in by)
        found = sums.setdefault(key, _Sum())
        found.games += row.games
        found.victories += row.games if row.sharers == 1 else 0
        found.draws += row.games if row.sharers > 1 else 0
        found.losses += row.games if row.sharers == 0 else 0
        found.share += Fraction(row.games, row.sharers) if row.sharers else 0
        found.survived += row.survived
        found.centers += row.centers
        found.years += row.years
    # As the page has them; within it, ties by number stand as numbers do.
    ordered = sorted(sums.items(), key=lambda one: (-one[1].games, one[0]))
    return [
        cast(FaredBy, {**dict(zip(by, key, strict=True)), **found.fared()})
        for key, found in ordered
    ]


@dataclass
class _Sum:
    """The sum of the results of some powers."""

    games: int = 0
    victories: int = 0
    draws: int = 0
    losses: int = 0
    survived: int = 0
    centers: int = 0
    years: int = 0
    share: Fraction = Fraction()

    def fared(self) -> Fared:
        games = self.games or 1
        return {
            "games": self.games,
            "victories": self.victories,
            "draws": self.draws,
            "losses": self.losses,
            "survived": self.survived,
            "centers": round(self.centers / games, 2),
            "years": round(self.years / games, 2),
            "share": str(self.share),
        }


def _conditions(
    by: Sequence[By], player: int, variant: str, power: str, rules: str | None
) -> Iterator[sa.ColumnElement[bool]]:
    if player:
        yield result_seats.c.person == player
    elif "player" in by:
        yield result_seats.c.person.is_not(None)
    if variant:
        yield results.c.variant == variant
    if power:
        yield result_seats.c.power == power.upper()
    if rules is not None:
        yield results.c.rules == rules


def player_view(database: Database, user: int, himself: bool = False) -> PersonStatistics:
    """Results of a player: in all, by variant, power and preset, with the rating in each pool
    and the reliability. ``himself`` says that he is the one who asks: to others his reliability is
    that of games that are over, for from one that goes on they could tell which power he has."""
    whole = tally(database, (), player=user)
    return {
        "user": user,
        "all": whole[0] if whole else _Sum().fared(),
        "by_variant": tally(database, ("variant",), player=user),
        "by_power": tally(database, ("variant", "power"), player=user),
        "by_rules": tally(database, ("variant", "rules"), player=user),
        "ratings": ratings_of(database, user),
        "reliability": reliability_of(database, user, only_over=not himself),
    }


def reliability_of(database: Database, user: int, only_over: bool = False) -> int:
    """The deadlines that a player keeps of a hundred, in games that are over or in all; see
    ``judge.log.reliability``."""
    wanted = sa.select(conduct).where(conduct.c.person == user)
    if only_over:
        wanted = wanted.where(conduct.c.game.in_(sa.select(results.c.game)))
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    return reliability(Conduct(row.due, row.kept, row.departures) for row in rows)


def rating_pools(database: Database, after: str = "", most: int = 25) -> list[PoolShape]:
    """The pools that have ratings, by name, from the one behind ``after`` on: how many games and
    players each has."""
    wanted = (
        sa.select(
            ratings.c.pool,
            sa.func.count(ratings.c.game.distinct()).label("games"),
            sa.func.count(ratings.c.person.distinct()).label("players"),
        )
        .where(ratings.c.pool > after)
        .group_by(ratings.c.pool)
        .order_by(ratings.c.pool)
        .limit(max(1, min(most, MOST_LISTED + 1)))
    )
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    return [{"pool": row.pool, "games": row.games, "players": row.players} for row in rows]


def leaders(
    database: Database, pool: str, after: int = 0, most: int = 25, fewest: int = FEWEST
) -> list[Leader]:
    """The players of a pool with so many rated games at least, the strongest first, from the one
    behind the first ``after`` on."""
    each = _latest(ratings.c.pool == pool)
    least = each.c.mu - 3 * each.c.sigma
    wanted = sa.select(each).where((each.c.newest == 1) & (each.c.games >= fewest))
    wanted = wanted.order_by(least.desc(), each.c.person)
    wanted = wanted.offset(max(0, after)).limit(max(1, min(most, MOST_LISTED + 1)))
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    return [
        {"place": place, "user": row.person, "games": row.games, **_rating(row)}
        for place, row in enumerate(rows, max(0, after) + 1)
    ]


def ratings_of(database: Database, user: int) -> list[PoolRating]:
    """A player's rating in each pool, by name, and after how many games."""
    each = _latest(ratings.c.person == user)
    with database.reading() as connection:
        rows = connection.execute(sa.select(each).where(each.c.newest == 1)).all()
    found: list[PoolRating] = [
        {"pool": row.pool, "games": row.games, **_rating(row)} for row in rows
    ]
    return sorted(found, key=lambda one: one["pool"])


def rating_course(
    database: Database, user: int, pool: str, after: int = 0, most: int = 25
) -> list[RatingAfter]:
    """The course of a player's rating in a pool: after each of his games, the last first, from the
    one behind the first ``after`` on."""
    wanted = sa.select(ratings).where((ratings.c.person == user) & (ratings.c.pool == pool))
    wanted = wanted.order_by(ratings.c.ended.desc(), ratings.c.game.desc())
    wanted = wanted.offset(max(0, after)).limit(max(1, min(most, MOST_LISTED + 1)))
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    return [{"game": row.game, "ended": row.ended.isoformat(), **_rating(row)} for row in rows]


def rating_change(database: Database, user: int, game: int) -> tuple[float, float | None] | None:
    """A player's least strength after a game, and what it was before, if he was rated before; None
    where the game was not counted for him.

    Raises:
        ActionRefused: if the database does not answer.
    """
    mine = ratings.c.person == user
    here = sa.select(ratings).where(mine, ratings.c.game == game)
    with database.reading() as connection:
        after = connection.execute(here).first()
        if after is None:
            return None
        same = ratings.c.ended == after.ended
        sooner = (ratings.c.ended < after.ended) | (same & (ratings.c.game < game))
        wanted = sa.select(ratings).where(mine, ratings.c.pool == after.pool, sooner)
        wanted = wanted.order_by(ratings.c.ended.desc(), ratings.c.game.desc()).limit(1)
        before = connection.execute(wanted).first()
    known = None if before is None else Rating(before.mu, before.sigma).least
    return Rating(after.mu, after.sigma).least, known


def _latest(which: sa.ColumnElement[bool]) -> sa.Subquery:
    """These ratings, each numbered from the player's newest in its pool on, and with how many he
    has there."""
    his = [ratings.c.pool, ratings.c.person]
    newest = (ratings.c.ended.desc(), ratings.c.game.desc())
    place = sa.func.row_number().over(partition_by=his, order_by=newest)
    games = sa.func.count().over(partition_by=his)
    each = sa.select(ratings, place.label("newest"), games.label("games"))
    return each.where(which).subquery()


class _Strength(TypedDict):
    mu: float
    sigma: float
    least: float


def _rating(row: Any) -> _Strength:
    rating = Rating(row.mu, row.sigma)
    return {"mu": rating.mu, "sigma": rating.sigma, "least": rating.least}
