"""Lists of games: the rows that are kept for them, and how they are searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import REPORTED, links, listings, log, parts
from dragoman.judge.time.rhythm import Pace, pace_of
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa

Part: TypeAlias = Literal["master", "player", "waiting", "invited", "observer"]
PressAsked: TypeAlias = Literal["", "none", "public", "private"]
"""No press, nothing but public press, or press between powers."""


@dataclass(frozen=True, slots=True)
class GameSearch:
    """A search for games: the newest before the one numbered ``before`` (0: from the newest on)
    that match each of the other fields that is set."""

    stage: str = ""
    variant: str = ""
    title: str = ""
    is_open: bool = False
    part: Part | Literal["", "any"] = ""
    """The part of whoever searches in the game."""
    before: int = 0
    pace: Pace | None = None
    press: PressAsked = ""
    anonymous: bool | None = None
    goes_on: bool = False
    """Leaves out games that are over."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list, as everybody may know it."""

    game: int
    title: str
    variant: str
    stage: str
    is_open: bool
    summary: dict[str, Any]


def write_listing(
    connection: sa.Connection, number: int, before: JudgedGame | None, after: JudgedGame
) -> None:
    """Have lists show a game as it stands after a command."""
    row = listing_row(after)
    if before is None:
        connection.execute(sa.insert(listings).values(game=number, **row))
    elif row != listing_row(before):
        changed = sa.update(listings).where(listings.c.game == number).values(row)
        if connection.execute(changed).rowcount == 0:  # of a version that kept no lists
            connection.execute(sa.insert(listings).values(game=number, **row))
    then, now = parts_in(before) if before else frozenset[tuple[int, str]](), parts_in(after)
    for person, part in then - now:
        gone = (parts.c.person == person) & (parts.c.part == part) & (parts.c.game == number)
        connection.execute(sa.delete(parts).where(gone))
    if new := [{"person": one, "part": part, "game": number} for one, part in now - then]:
        connection.execute(sa.insert(parts), new)
    if made := after.links[len(before.links) if before else 0 :]:
        connection.execute(sa.insert(links), [{"code": one, "game": number} for one in made])


def game_of_link(database: Database, code: str) -> int | None:
    """The game that a link was ever made for; None where it was made for none.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.asking() as connection:
        return connection.execute(sa.select(links.c.game).where(links.c.code == code)).scalar()


def may_find(
    actor: Actor, game: sa.Column[int], is_listed: sa.Column[bool]
) -> sa.ColumnElement[bool]:
    """The condition that a game stands in the lists that somebody sees: one that is ``listed`` does
    for everybody, any other for those who take part in it, and for admins."""
    if actor.is_admin:
        return sa.true()
    if not actor.user:
        return is_listed
    return is_listed | game.in_(sa.select(parts.c.game).where(parts.c.person == actor.user))


def find_games(database: Database, search: GameSearch, actor: Actor, most: int) -> list[ListedGame]:
    """The games that somebody finds, the newest first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    wanted = sa.select(listings).where(may_find(actor, listings.c.game, listings.c.is_listed))
    if search.part:
        mine = sa.select(parts.c.game).where(parts.c.person == actor.user)
        chosen = mine if search.part == "any" else mine.where(parts.c.part == search.part)
        wanted = wanted.where(listings.c.game.in_(chosen))
    if search.stage:
        wanted = wanted.where(listings.c.stage == search.stage)
    if search.variant:
        wanted = wanted.where(listings.c.variant == search.variant)
    if search.title:
        wanted = wanted.where(listings.c.title.icontains(search.title, autoescape=True))
    if search.is_open:
        wanted = wanted.where(listings.c.is_open)
    if search.goes_on:
        wanted = wanted.where(listings.c.stage != Stage.OVER.value)
    if search.before:
        wanted = wanted.where(listings.c.game < search.before)
    if search.press:
        wanted = wanted.where(_has_press(search.press))
    if search.anonymous is not None:
        wanted = wanted.where(listings.c.summary["anonymous"].as_boolean() == search.anonymous)
    with database.reading() as connection:
        if search.pace is not None:
            wanted = wanted.where(_of_pace(connection, wanted, search.pace))
        rows = connection.execute(wanted.order_by(listings.c.game.desc()).limit(most)).all()
    return [
        ListedGame(row.game, row.title, row.variant, row.stage, row.is_open, row.summary)
        for row in rows
    ]


def listed_games(
    database: Database, numbers: Sequence[int], actor: Actor, finds_all: bool = False
) -> list[ListedGame]:
    """Those of these games that somebody finds in lists, or all of them; the newest first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    wanted = sa.select(listings).where(listings.c.game.in_(numbers))
    if not finds_all:
        wanted = wanted.where(may_find(actor, listings.c.game, listings.c.is_listed))
    with database.reading() as connection:
        rows = connection.execute(wanted.order_by(listings.c.game.desc())).all()
    return [
        ListedGame(row.game, row.title, row.variant, row.stage, row.is_open, row.summary)
        for row in rows
    ]


def _has_press(asked: PressAsked) -> sa.ColumnElement[bool]:
    kinds = sa.cast(listings.c.summary["press"], sa.Text)
    if asked == "none":
        return kinds == "[]"
    is_private = kinds.contains('"private"')
    return is_private if asked == "private" else ~is_private & (kinds != "[]")


def _of_pace(
    connection: sa.Connection, wanted: sa.Select[Any], pace: Pace
) -> sa.ColumnElement[bool]:
    """The condition that a game goes at a pace. The database cannot read a length of time, but
    games have few different ones."""
    movement = listings.c.summary["movement"].as_string()
    had = connection.execute(wanted.with_only_columns(movement).distinct()).scalars()
    return movement.in_([one for one in had if pace_of(one) is pace])


def parts_of(database: Database, person: int) -> list[tuple[int, Part]]:
    """The games in which somebody takes part, and as what.

    Raises:
        ActionRefused: if the database does not answer.
    """
    mine = sa.select(parts.c.game, parts.c.part).where(parts.c.person == person)
    with database.reading() as connection:
        rows = connection.execute(mine.order_by(parts.c.game, parts.c.part)).all()
    return [(row.game, row.part) for row in rows]


def games_hosted(database: Database, person: int) -> int:
    """The number of games that go on of which somebody is a master.

    Raises:
        ActionRefused: if the database does not answer.
    """
    joined = parts.join(listings, parts.c.game == listings.c.game)
    mine = (parts.c.person == person) & (parts.c.part == "master")
    count = sa.select(sa.func.count()).select_from(joined)
    count = count.where(mine, listings.c.stage != Stage.OVER.value)
    with database.reading() as connection:
        return connection.execute(count).scalar_one()


def listing_row(g: JudgedGame) -> dict[str, Any]:
    """The row of a game among ``listings``, but for its number."""
    settings = g.settings
    is_public = settings.observers or g.stage is Stage.OVER
    players = len(g.players)
    waiting = len(g.applicants)
    if g.stage is Stage.FORMING:
        is_open = players + waiting < len(g.seats)
    else:
        is_open = g.stage is not Stage.OVER and any(seat.user is None for seat in g.seats.values())
    summary = {
        "seats": len(g.seats),
        "players": players,
        "waiting": waiting,
        "entry": settings.entry.value,
        "anonymous": settings.anonymous,
        "blind": g.is_blind,
        "moderated": settings.moderated,
        "rated": settings.rated,
        "press": [*settings.press],
        "movement": settings.movement,
        "phase": str(g.phase) if is_public and g.stage is not Stage.FORMING else None,
        "deadline": g.deadline.isoformat() if is_public and g.deadline else None,
    }
    return {
        "title": settings.title,
        "variant": settings.variant,
        "stage": g.stage.value,
        "is_listed": settings.listed,
        "is_open": is_open,
        "summary": summary,
    }


def parts_in(g: JudgedGame) -> frozenset[tuple[int, str]]:
    """The parts that people have in a game: pairs of account and part."""
    return frozenset(
        [
            *((user, "master") for user in g.masters),
            *((user, "player") for user in g.players),
            *((user, "waiting") for user in g.applicants),
            *((user, "invited") for user in (*g.invited, *g.offers.values())),
            *((user, "observer") for user in g.observers),
        ]
    )


# Complaints to masters, in all games

# The kind is written out, for only so do databases find the index of these rows alone.
_REPORTED: Final = log.c.kind == sa.literal_column(f"'{REPORTED}'")


def games_with_complaints(database: Database, most: int) -> list[int]:
    """The games of the last complaints, so many at most, those with the latest first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    latest = sa.func.max(log.c.at)
    found = sa.select(log.c.game).where(_REPORTED).group_by(log.c.game)
    with database.reading() as connection:
        rows = connection.execute(found.order_by(latest.desc(), log.c.game).limit(most))
        return list(rows.scalars())
