"""The archive: games that are over, searched, the last first; and what each came to."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_lists import may_find
from dragoman.judge.storage.tables import ratings, result_seats, results
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.views import Moment, View

with extra("judge"):
    import sqlalchemy as sa

MOST_LISTED: Final = 100


class SeatResult(View):
    power: str
    user: int | None
    """Who had it in the end."""
    sharers: int
    """How many shared the game with it, itself among them: 1 for a victory, 0 for nothing."""
    survived: bool
    centers: int
    points: str | None
    """By the game's scoring system, as a fraction."""
    rated: int | None
    """Whose rating it counts for."""
    place: int | None


class ArchivedGame(View):
    game: int
    title: str
    variant: str
    rules: str
    ended: Moment
    how: str
    powers: list[str]
    """Those that won or shared it."""
    rated: bool
    scoring: str
    last: str
    """The last phase that was judged."""
    years: int
    seats: list[SeatResult]


class RatingShape(View):
    mu: float
    """What is thought of the player's strength."""
    sigma: float
    """How far off that may be."""


class RatedSeat(View):
    user: int
    place: int
    after: RatingShape | None
    """The rating after this game; not there until it has been counted."""


class ResultShape(ArchivedGame):
    ratings: list[RatedSeat]


@dataclass(frozen=True, slots=True)
class Filters:
    """A search for games; fields that are empty match all. ``power`` is that of the ``player``, if
    one is named, and else one that shared the game."""

    variant: str = ""
    rules: str | None = None
    player: int = 0
    power: str = ""
    how: str = ""
    rated: bool | None = None
    title: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class GamesFound:
    """Games, and the cursor from which the search goes on; empty where there are no more."""

    games: tuple[ArchivedGame, ...]
    cursor: str


def archive(
    database: Database, filters: Filters, actor: Actor, cursor: str = "", most: int = 25
) -> GamesFound:
    """The games that are over and as the filters say, from a cursor on. Those that are in no list
    are shown to who takes part in them, or had a power in the end, and to admins.

    Raises:
        ActionRefused: if the cursor is none, or the database does not answer.
    """
    found_by = may_find(actor, results.c.game, results.c.listed)
    if actor.user:
        had = sa.select(result_seats.c.game).where(result_seats.c.person == actor.user)
        found_by |= results.c.game.in_(had)
    wanted = sa.select(results).where(found_by, *_conditions(filters))
    if cursor:
        ended, game = _read_cursor(cursor)
        before = (results.c.ended == ended) & (results.c.game < game)
        wanted = wanted.where((results.c.ended < ended) | before)
    most = max(1, min(most, MOST_LISTED))
    wanted = wanted.order_by(results.c.ended.desc(), results.c.game.desc()).limit(most + 1)
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
        shown = rows[:most]
        seats = _seats(connection, [row.game for row in shown])
    found = tuple(_game(row, seats[row.game]) for row in shown)
    more = f"{shown[-1].ended.isoformat()} {shown[-1].game}" if len(rows) > most else ""
    return GamesFound(found, more)


def result_view(database: Database, game: int) -> ResultShape | None:
    """The result of a game by power, with ratings; None while it goes on."""
    with database.reading() as connection:
        row = connection.execute(sa.select(results).where(results.c.game == game)).first()
        if row is None:
            return None
        found = _game(row, _seats(connection, [game])[game])
        rows = connection.execute(sa.select(ratings).where(ratings.c.game == game)).all()
    after: dict[int, RatingShape] = {one.person: {"mu": one.mu, "sigma": one.sigma} for one in rows}
    rated: list[RatedSeat] = [
        {"user": user, "place": place, "after": after.get(user)}
        for seat in found["seats"]
        if (user := seat["rated"]) is not None and (place := seat["place"]) is not None
    ]
    return {**found, "ratings": rated}


def _conditions(filters: Filters) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    if filters.variant:
        found.append(results.c.variant == filters.variant)
    if filters.rules is not None:
        found.append(results.c.rules == filters.rules)
    if filters.how:
        found.append(results.c.how == filters.how)
    if filters.rated is not None:
        found.append(results.c.rated == filters.rated)
    if filters.title:
        found.append(results.c.title.icontains(filters.title, autoescape=True))
    if filters.since is not None:
        found.append(results.c.ended >= filters.since)
    if filters.until is not None:
        found.append(results.c.ended < filters.until)
    if filters.player or filters.power:
        seats = sa.select(result_seats.c.game)
        if filters.power:
            seats = seats.where(result_seats.c.power == filters.power.upper())
        if filters.player:
            seats = seats.where(result_seats.c.person == filters.player)
        else:
            seats = seats.where(result_seats.c.sharers > 0)
        found.append(results.c.game.in_(seats))
    return found


def _read_cursor(cursor: str) -> tuple[datetime, int]:
    ended, _, game = cursor.rpartition(" ")
    try:
        moment, number = datetime.fromisoformat(ended), int(game)
    except ValueError:
        moment = None
        number = 0
    if moment is None or moment.tzinfo is None:
        what = "this is not a cursor of the archive"
        raise ActionRefused("bad-cursor", what, "begin again without one")
    return moment, number


def _seats(connection: sa.Connection, games: list[int]) -> dict[int, list[SeatResult]]:
    found: dict[int, list[SeatResult]] = {game: [] for game in games}
    wanted = sa.select(result_seats).where(result_seats.c.game.in_(games))
    for row in connection.execute(wanted.order_by(result_seats.c.power)):
        found[row.game].append(
            {
                "power": row.power,
                "user": row.person,
                "sharers": row.sharers,
                "survived": row.survived,
                "centers": row.centers,
                "points": row.points,
                "rated": row.rated,
                "place": row.place,
            }
        )
    return found


def _game(row: Any, seats: list[SeatResult]) -> ArchivedGame:
    return {
        "game": row.game,
        "title": row.title,
        "variant": row.variant,
        "rules": row.rules,
        "ended": row.ended.isoformat(),
        "how": row.how,
        "powers": [one["power"] for one in seats if one["sharers"]],
        "rated": row.rated,
        "scoring": row.scoring,
        "last": row.last,
        "years": row.years,
        "seats": seats,
    }
