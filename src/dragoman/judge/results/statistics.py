"""Statistics of the games that were played to their end: by player, power, variant, preset.

A power counts for whoever had it in the end. Games that stand in no list count as the others do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from dragoman.extras import extra
from dragoman.judge.log.reliability import Conduct, reliability
from dragoman.judge.results.reckoning import Rating
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.result_tables import conduct, ratings, result_seats, results

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
_FEWEST: Final = 3
"""Rated games that it takes to stand in the list of players."""


def tally(
    database: Database,
    by: Sequence[By],
    *,
    player: int = 0,
    variant: str = "",
    power: str = "",
    rules: str | None = None,
) -> list[dict[str, Any]]:
    """How powers fared, by these kinds of thing, most games first: games, victories, draws with a
    share in them, what those shares make together (a draw of three is a third of a game), losses,
    how often they survived, and on average how many centres they had in the end and how many years
    the games took.

    Raises:
        ActionRefused: if the database does not answer.
    """
    columns = [_COLUMNS[one].label(one) for one in by]
    joined = result_seats.join(results, results.c.game == result_seats.c.game)
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
        .where(results.c.played)
        .group_by(*columns, result_seats.c.sharers)
    )
    if player:
        wanted = wanted.where(result_seats.c.person == player)
    elif "player" in by:
        wanted = wanted.where(result_seats.c.person.is_not(None))
    if variant:
        wanted = wanted.where(results.c.variant == variant)
    if power:
        wanted = wanted.where(result_seats.c.power == power.upper())
    if rules is not None:
        wanted = wanted.where(results.c.rules == rules)
    sums: dict[tuple[Any, ...], dict[str, Any]] = {}
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    for row in rows:
        key = tuple(getattr(row, one) for one in by)
        found = sums.setdefault(key, _nothing())
        found["games"] += row.games
        found["victories"] += row.games if row.sharers == 1 else 0
        found["draws"] += row.games if row.sharers > 1 else 0
        found["losses"] += row.games if row.sharers == 0 else 0
        found["share"] += Fraction(row.games, row.sharers) if row.sharers else 0
        for name in ("survived", "centers", "years"):
            found[name] += getattr(row, name)
    ordered = sorted(sums.items(), key=lambda one: (-one[1]["games"], tuple(map(str, one[0]))))
    return [{**dict(zip(by, key, strict=True)), **_shown(found)} for key, found in ordered]


def player_view(database: Database, user: int) -> dict[str, Any]:
    """How a player has fared: in all, by variant, power and preset, with the rating in each pool
    and the reliability."""
    whole = tally(database, (), player=user)
    return {
        "user": user,
        "all": whole[0] if whole else _shown(_nothing()),
        "by_variant": tally(database, ("variant",), player=user),
        "by_power": tally(database, ("variant", "power"), player=user),
        "by_rules": tally(database, ("variant", "rules"), player=user),
        "ratings": _ratings_of(database, user),
        "reliability": reliability_of(database, user),
    }


def reliability_of(database: Database, user: int) -> int:
    """How many of a hundred deadlines a player keeps; see ``judge.log.reliability``."""
    with database.reading() as connection:
        rows = connection.execute(sa.select(conduct).where(conduct.c.person == user)).all()
    return reliability(Conduct(row.due, row.kept, row.departures) for row in rows)


def leaders(
    database: Database, pool: str, after: int = 0, most: int = 25, fewest: int = _FEWEST
) -> list[dict[str, Any]]:
    """The players of a pool with so many rated games at least, the strongest first, from the one
    behind the first ``after`` on."""
    newest = (ratings.c.ended.desc(), ratings.c.game.desc())
    place = sa.func.row_number().over(partition_by=ratings.c.person, order_by=newest)
    games = sa.func.count().over(partition_by=ratings.c.person)
    each = (
        sa.select(ratings, place.label("newest"), games.label("games"))
        .where(ratings.c.pool == pool)
        .subquery()
    )
    least = each.c.mu - 3 * each.c.sigma
    wanted = sa.select(each).where((each.c.newest == 1) & (each.c.games >= fewest))
    wanted = wanted.order_by(least.desc(), each.c.person)
    wanted = wanted.offset(max(0, after)).limit(max(1, min(most, MOST_LISTED)))
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    return [
        {"place": place, "user": row.person, "games": row.games, **_rating(row)}
        for place, row in enumerate(rows, max(0, after) + 1)
    ]


def _ratings_of(database: Database, user: int) -> list[dict[str, Any]]:
    """A player's ratings: in each pool the latest, and how it came about."""
    mine = sa.select(ratings).where(ratings.c.person == user)
    with database.reading() as connection:
        rows = connection.execute(mine.order_by(ratings.c.ended, ratings.c.game)).all()
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        one = found.setdefault(row.pool, {"pool": row.pool, "games": 0, "course": []})
        one["games"] += 1
        one |= _rating(row)
        one["course"].append({"game": row.game, "ended": row.ended.isoformat(), **_rating(row)})
    return [found[pool] for pool in sorted(found)]


def _rating(row: Any) -> dict[str, Any]:
    rating = Rating(row.mu, row.sigma)
    return {"mu": rating.mu, "sigma": rating.sigma, "least": rating.least}


def _nothing() -> dict[str, Any]:
    names = ("games", "victories", "draws", "losses", "survived", "centers", "years")
    return {**dict.fromkeys(names, 0), "share": Fraction()}


def _shown(found: dict[str, Any]) -> dict[str, Any]:
    games = found["games"] or 1
    return {
        **found,
        "share": str(found["share"]),
        "centers": round(found["centers"] / games, 2),
        "years": round(found["years"] / games, 2),
    }
