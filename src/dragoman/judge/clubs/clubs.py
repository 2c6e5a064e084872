"""Clubs in the database: who founds, joins, runs and leaves one, and what is in it.

A club has heads, who let people in, change it and put dates into its calendar. Whoever founds it is
one, and there always is one: when the last one's account is deleted the eldest member becomes head.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor, check_account
from dragoman.judge.log.settings import is_one_line
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import club_dates, club_games, club_members, clubs
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

LONGEST_TITLE: Final = 80
LONGEST_ABOUT: Final = 2000
MOST_LED: Final = 5
"""Clubs of which somebody is a head, at most."""
MOST_MEMBERS: Final = 1000
MOST_GAMES: Final = 1000
MOST_DATES: Final = 200
_FARTHEST: Final = timedelta(days=2 * 366)
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])")
_RESERVED: Final = ("new",)


class ClubRole(Enum):
    """The part of somebody in a club."""

    HEAD = "head"
    MEMBER = "member"
    ASKING = "asking"
    """He would like to come in, where a head lets people in."""


@dataclass(frozen=True, slots=True)
class Club:
    """A club. ``name`` is what its address has."""

    number: int
    name: str
    title: str
    about: str
    is_open: bool
    founded: datetime


@dataclass(frozen=True, slots=True)
class ClubMember:
    person: int
    role: ClubRole
    since: datetime


@dataclass(frozen=True, slots=True)
class ClubDate:
    number: int
    at: datetime
    title: str


class Clubs:
    """The clubs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def club(self, name: str) -> Club:
        """A club by its name.

        Raises:
            ActionRefused: if there is none.
        """
        with self._database.asking() as connection:
            row = connection.execute(sa.select(clubs).where(clubs.c.name == name)).first()
        if row is None:
            raise ActionRefused("no-club", f"there is no club {name!r}")
        return _club(row)

    def all(self, most: int) -> list[tuple[Club, int]]:
        """The clubs with how many members each has, those with most first."""
        number = sa.func.count(club_members.c.person)
        counted = (club_members.c.club == clubs.c.id) & _IS_IN
        wanted = sa.select(clubs, number.label("members")).outerjoin(club_members, counted)
        wanted = wanted.group_by(clubs.c.id).order_by(number.desc(), clubs.c.id).limit(most)
        with self._database.reading() as connection:
            return [(_club(row), row.members) for row in connection.execute(wanted)]

    def of(self, person: int) -> list[Club]:
        """The clubs that somebody is in."""
        mine = sa.select(clubs).join(club_members, club_members.c.club == clubs.c.id)
        mine = mine.where(club_members.c.person == person, _IS_IN).order_by(clubs.c.title)
        with self._database.reading() as connection:
            return [_club(row) for row in connection.execute(mine)]

    def members(self, club: int) -> list[ClubMember]:
        """The people of a club, those who came first first, and who asks to come in."""
        mine = sa.select(club_members).where(club_members.c.club == club)
        mine = mine.order_by(club_members.c.since, club_members.c.person)
        with self._database.reading() as connection:
            return [
                ClubMember(row.person, ClubRole(row.role), row.since)
                for row in connection.execute(mine)
            ]

    def games(self, club: int) -> list[int]:
        """The games of a club, the newest first."""
        mine = sa.select(club_games.c.game).where(club_games.c.club == club)
        with self._database.reading() as connection:
            return list(connection.execute(mine.order_by(club_games.c.game.desc())).scalars())

    def dates(self, club: int, since: datetime) -> list[ClubDate]:
        """The dates of a club from a moment on, the next first."""
        mine = sa.select(club_dates).where(club_dates.c.club == club, club_dates.c.at >= since)
        with self._database.reading() as connection:
            rows = connection.execute(mine.order_by(club_dates.c.at, club_dates.c.id))
            return [ClubDate(row.id, row.at, row.title) for row in rows]

    # Founding, changing and ending one

    def found(
        self, actor: Actor, name: str, title: str, about: str, is_open: bool, now: datetime
    ) -> None:
        """Found a club, and be its head.

        Raises:
            ActionRefused: if the name is taken or cannot be, or he leads too many.
        """
        _check_person(actor)
        if not _NAME.fullmatch(name) or name in _RESERVED:
            what = "a club's name has 2 to 40 small letters, digits and hyphens between them"
            raise ActionRefused("wrong-club-name", what, "choose another")
        row = {"name": name, **_checked(title, about), "is_open": is_open, "founded": now}
        with self._database.writing() as connection:
            led = sa.select(sa.func.count()).select_from(club_members)
            led = led.where(club_members.c.person == actor.user, _IS_HEAD)
            if connection.execute(led).scalar_one() >= MOST_LED:
                what = f"nobody is head of more than {MOST_LED} clubs"
                raise ActionRefused("too-many-clubs", what, "leave one, or dissolve it")
            new = insert_new(connection, clubs).values(row).returning(clubs.c.id)
            number = connection.execute(new).scalar()
            if number is None:
                raise ActionRefused("club-taken", f"there is a club {name!r} already")
            _enter(connection, number, actor.user, ClubRole.HEAD, now)

    def change(self, actor: Actor, club: int, title: str, about: str, is_open: bool) -> None:
        """Change what a club says of itself, and how people come in."""
        values = {**_checked(title, about), "is_open": is_open}
        with self._led(actor, club) as connection:
            connection.execute(sa.update(clubs).where(clubs.c.id == club).values(values))

    def dissolve(self, actor: Actor, club: int) -> None:
        """End a club; its games go on."""
        with self._led(actor, club) as connection:
            _remove(connection, club)

    # People

    def join(self, actor: Actor, club: int, now: datetime) -> ClubRole:
        """Come in, or ask for it; what one is then.

        Raises:
            ActionRefused: if he is a guest, or the club is full.
        """
        _check_person(actor)
        with self._changing(club) as connection:
            if (role := _role(connection, club, actor.user)) is not None:
                return role
            count = sa.select(sa.func.count()).where(club_members.c.club == club)
            if connection.execute(count).scalar_one() >= MOST_MEMBERS:
                raise ActionRefused("club-full", f"a club has at most {MOST_MEMBERS} members")
            is_open = connection.execute(sa.select(clubs.c.is_open).where(clubs.c.id == club))
            role = ClubRole.MEMBER if is_open.scalar_one() else ClubRole.ASKING
            _enter(connection, club, actor.user, role, now)
        return role

    def leave(self, actor: Actor, club: int) -> None:
        """Leave a club, or ask no more.

        Raises:
            ActionRefused: if he is its only head, and others are in it.
        """
        with self._changing(club) as connection:
            if _role(connection, club, actor.user) is ClubRole.HEAD:
                _check_another_head(connection, club, actor.user)
            connection.execute(sa.delete(club_members).where(_is(club, actor.user)))

    def admit(self, actor: Actor, club: int, person: int, now: datetime) -> None:
        """Let somebody in who asks for it."""
        with self._led(actor, club) as connection:
            asks = _is(club, person) & (club_members.c.role == ClubRole.ASKING.value)
            values = {"role": ClubRole.MEMBER.value, "since": now}
            if connection.execute(sa.update(club_members).where(asks).values(values)).rowcount != 1:
                raise ActionRefused("nobody-asks", "this player does not ask to come in")

    def remove(self, actor: Actor, club: int, person: int) -> None:
        """Let somebody be in a club no more, or not come in; not a head."""
        with self._led(actor, club) as connection:
            if _role(connection, club, person) is ClubRole.HEAD:
                raise ActionRefused("club-head", "this player is a head of the club")
            connection.execute(sa.delete(club_members).where(_is(club, person)))

    def name_head(self, actor: Actor, club: int, person: int) -> None:
        """Make a member a head as well."""
        with self._led(actor, club) as connection:
            if _role(connection, club, person) is not ClubRole.MEMBER:
                raise ActionRefused("no-member", "this player is no member of the club")
            named = sa.update(club_members).where(_is(club, person))
            connection.execute(named.values(role=ClubRole.HEAD.value))

    def step_down(self, actor: Actor, club: int) -> None:
        """Be a head no more, and stay a member."""
        with self._led(actor, club) as connection:
            _check_another_head(connection, club, actor.user)
            mine = sa.update(club_members).where(_is(club, actor.user))
            connection.execute(mine.values(role=ClubRole.MEMBER.value))

    def forget(self, person: int) -> None:
        """Have somebody leave all clubs, for his account is deleted. Where he was the only head,
        the member who came first becomes one; without any the club ends."""
        mine = sa.select(club_members.c.club).where(club_members.c.person == person)
        with self._database.reading() as connection:
            numbers = list(connection.execute(mine).scalars())
        for club in numbers:
            with self._changing(club) as connection:
                connection.execute(sa.delete(club_members).where(_is(club, person)))
                rest = sa.select(club_members).where(club_members.c.club == club, _IS_IN)
                rows = connection.execute(rest.order_by(club_members.c.since)).all()
                if not rows:
                    _remove(connection, club)
                elif all(row.role != ClubRole.HEAD.value for row in rows):
                    heir = sa.update(club_members).where(_is(club, rows[0].person))
                    connection.execute(heir.values(role=ClubRole.HEAD.value))

    # Games and dates

    def add_game(self, actor: Actor, club: int, game: int, masters: list[int]) -> None:
        """Make a game one of the club's, as a member does who is its master.

        Raises:
            ActionRefused: if he is not both, or there are too many.
        """
        with self._changing(club) as connection:
            if _role(connection, club, actor.user) not in (ClubRole.HEAD, ClubRole.MEMBER):
                raise ActionRefused("no-member", "only members of the club do that")
            if actor.user not in masters:
                what = "only a master of a game makes it one of a club's"
                raise ActionRefused("no-master", what)
            count = sa.select(sa.func.count()).where(club_games.c.club == club)
            if connection.execute(count).scalar_one() >= MOST_GAMES:
                raise ActionRefused("too-many-games", f"a club has at most {MOST_GAMES} games")
            connection.execute(insert_new(connection, club_games).values(club=club, game=game))

    def remove_game(self, actor: Actor, club: int, game: int) -> None:
        """Let a game be the club's no more; it goes on."""
        with self._led(actor, club) as connection:
            mine = (club_games.c.club == club) & (club_games.c.game == game)
            connection.execute(sa.delete(club_games).where(mine))

    def add_date(self, actor: Actor, club: int, at: datetime, title: str, now: datetime) -> None:
        """Put something into the calendar.

        Raises:
            ActionRefused: if he is no head, or there are too many.
        """
        title = _one_line(title)
        if not now <= at <= now + _FARTHEST:
            what = "a date of a club lies within the next two years"
            raise ActionRefused("wrong-date", what, "choose another moment")
        with self._led(actor, club) as connection:
            count = sa.select(sa.func.count()).where(club_dates.c.club == club)
            if connection.execute(count.where(club_dates.c.at >= now)).scalar_one() >= MOST_DATES:
                what = f"a club has at most {MOST_DATES} dates ahead"
                raise ActionRefused("too-many-dates", what, "remove some")
            connection.execute(sa.insert(club_dates).values(club=club, at=at, title=title))

    def remove_date(self, actor: Actor, club: int, number: int) -> None:
        """Take something out of the calendar."""
        with self._led(actor, club) as connection:
            mine = (club_dates.c.club == club) & (club_dates.c.id == number)
            connection.execute(sa.delete(club_dates).where(mine))

    @contextmanager
    def _changing(self, club: int) -> Generator[sa.Connection]:
        """A transaction in which nobody else changes the club."""
        with self._database.writing() as connection:
            locked = sa.select(clubs.c.id).where(clubs.c.id == club).with_for_update()
            if connection.execute(locked).first() is None:
                raise ActionRefused("no-club", "this club is dissolved")
            yield connection

    @contextmanager
    def _led(self, actor: Actor, club: int) -> Generator[sa.Connection]:
        """The same for a head of the club alone."""
        with self._changing(club) as connection:
            if _role(connection, club, actor.user) is not ClubRole.HEAD:
                raise ActionRefused("not-allowed", "only a head of the club does that")
            yield connection


_IS_IN: Final = club_members.c.role != ClubRole.ASKING.value
_IS_HEAD: Final = club_members.c.role == ClubRole.HEAD.value


def _check_person(actor: Actor) -> None:
    if not actor.user:
        raise ActionRefused("not-signed-in", "this is for those who are signed in", "sign in")
    check_account(actor)


def _checked(title: str, about: str) -> dict[str, str]:
    about = about.replace("\r\n", "\n").strip()
    if len(about) > LONGEST_ABOUT or "\0" in about:
        what = f"what a club says of itself has at most {LONGEST_ABOUT} letters"
        raise ActionRefused("too-long", what, "say less")
    return {"title": _one_line(title), "about": about}


def _one_line(title: str) -> str:
    title = title.strip()
    if not title or len(title) > LONGEST_TITLE or not is_one_line(title):
        what = f"a title is one line of up to {LONGEST_TITLE} letters"
        raise ActionRefused("wrong-title", what, "write another")
    return title


def _is(club: int, person: int) -> sa.ColumnElement[bool]:
    return (club_members.c.club == club) & (club_members.c.person == person)


def _role(connection: sa.Connection, club: int, person: int) -> ClubRole | None:
    found = connection.execute(sa.select(club_members.c.role).where(_is(club, person))).scalar()
    return ClubRole(found) if found else None


def _enter(
    connection: sa.Connection, club: int, person: int, role: ClubRole, now: datetime
) -> None:
    row = {"club": club, "person": person, "role": role.value, "since": now}
    connection.execute(sa.insert(club_members).values(row))


def _check_another_head(connection: sa.Connection, club: int, person: int) -> None:
    others = club_members.c.club == club, club_members.c.person != person
    found = sa.select(club_members.c.person).where(*others, _IS_HEAD)
    if connection.execute(found).first() is None:
        what = "a club has a head"
        raise ActionRefused("last-head", what, "name another head first, or dissolve the club")


def _remove(connection: sa.Connection, club: int) -> None:
    for table in (club_members, club_games, club_dates):
        connection.execute(sa.delete(table).where(table.c.club == club))
    connection.execute(sa.delete(clubs).where(clubs.c.id == club))


def _club(row: Any) -> Club:
    return Club(row.id, row.name, row.title, row.about, row.is_open, row.founded)
