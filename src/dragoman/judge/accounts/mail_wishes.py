"""What somebody wants to be mailed about games, and in which language: kept with the account."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from enum import Enum
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.secret_texts import new_secret
from dragoman.judge.accounts.who_may import Act, check_may
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import queue_notices
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import parts, people, wishes
from dragoman.judge.time.zones import time_zones
from dragoman.nearest import close_matches
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.words import LANGUAGES

with extra("judge"):
    import sqlalchemy as sa

MOST_HOURS: Final = 5
LONGEST_BEFORE: Final = 14 * 24


class PressMails(Enum):
    """When somebody is mailed press."""

    NOW = "now"
    DIGEST = "digest"
    """Once a day, all together."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class MailWishes:
    """What somebody is mailed about the games in which he takes part.

    ``results`` are phases that were judged; ``course`` is that a game begins, ends or pauses, and
    deadlines that move; ``votes`` what is put to the vote and carried; ``seats`` who plays what,
    invitations, who wants to play. ``hours`` says how long before a deadline he is reminded if he
    has no orders on file, several times if he likes, never where it is empty. A digest comes at
    ``digest_hour`` by the clock of ``zone``, by which all moments are told him.
    """

    language: str = "en"
    zone: str = "UTC"
    results: bool = True
    course: bool = True
    votes: bool = True
    seats: bool = True
    press: PressMails = PressMails.NOW
    digest_hour: int = 8
    hours: tuple[int, ...] = (24,)


NOTHING: Final = MailWishes(
    results=False, course=False, votes=False, seats=False, press=PressMails.NONE, hours=()
)
"""Of somebody who wants no mails about games."""


class Wishes:
    """The wishes of a database's people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, actor: Actor, number: int) -> MailWishes:
        """What somebody wants to be mailed.

        Raises:
            ActionRefused: if that is not his own business.
        """
        check_may(Act.CHOOSE_MAILS, actor, number)
        with self._database.reading() as connection:
            return wishes_of(connection, (number,)).get(number, MailWishes())

    def choose(self, actor: Actor, number: int, wished: MailWishes, now: datetime) -> None:
        """Mail somebody what he wants from now on.

        Raises:
            ActionRefused: if that cannot be.
        """
        check_may(Act.CHOOSE_MAILS, actor, number)
        _check(wished)
        with self._database.writing() as connection:
            if connection.execute(_there(number)).scalar() is None:
                raise ActionRefused("no-person", f"there is no account {number}")
            write_wishes(connection, number, wished)
            # The deadlines of his games may be near by what he says now.
            mine = sa.select(parts.c.game).where(parts.c.person == number, parts.c.part == "player")
            for game in connection.execute(mine.order_by(parts.c.game)).scalars().all():
                queue_notices(connection, game, 0, 0, now)

    def of_key(self, key: str) -> MailWishes | None:
        """The wishes of whoever has this key in his mails."""
        wanted = sa.select(wishes).where(wishes.c.stop == key)
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        return _wishes(row) if row is not None else None

    def stop(self, key: str) -> bool:
        """Stop all mails about games to whoever has this key in his mails; whether there is one."""
        with self._database.writing() as connection:
            mine = sa.select(wishes.c.person).where(wishes.c.stop == key)
            number = connection.execute(mine).scalar()
            if number is None:
                return False
            before = wishes_of(connection, (number,))[number]
            kept = replace(NOTHING, language=before.language, zone=before.zone)
            write_wishes(connection, number, replace(kept, digest_hour=before.digest_hour))
        return True


def wishes_of(connection: sa.Connection, persons: Collection[int]) -> dict[int, MailWishes]:
    """What each of these wishes; who never said anything is left out."""
    wanted = sa.select(wishes).where(wishes.c.person.in_(persons))
    return {row.person: _wishes(row) for row in connection.execute(wanted)}


def language_of(connection: sa.Connection, number: int) -> str:
    """The language in which somebody is written to."""
    wanted = sa.select(wishes.c.language).where(wishes.c.person == number)
    return connection.execute(wanted).scalar() or MailWishes().language


def write_wishes(connection: sa.Connection, number: int, wished: MailWishes) -> None:
    """Keep what somebody wishes, in the transaction at hand."""
    row = _row(wished)
    changed = sa.update(wishes).where(wishes.c.person == number).values(row)
    if connection.execute(changed).rowcount == 0:
        new = {"person": number, "stop": new_secret(), **row}
        connection.execute(sa.insert(wishes).values(new))


def stop_key(connection: sa.Connection, number: int) -> str:
    """What the link that stops somebody's mails ends with, in the transaction at hand."""
    wanted = sa.select(wishes.c.stop).where(wishes.c.person == number)
    if (known := connection.execute(wanted).scalar()) is not None:
        return known
    new = {"person": number, "stop": new_secret(), **_row(MailWishes())}
    connection.execute(insert_new(connection, wishes).values(new))
    return connection.execute(wanted).scalar_one()


def check_language(language: str) -> None:
    """See that the judge can write in a language.

    Raises:
        ActionRefused: if not.
    """
    if language not in LANGUAGES:
        what = f"the judge does not write {language!r}"
        raise ActionRefused("unknown-language", what, candidates=LANGUAGES)


def check_zone(zone: str) -> None:
    """See that there is a time zone.

    Raises:
        ActionRefused: if not.
    """
    if zone not in time_zones():
        what = f"{zone!r} is not a time zone"
        near = tuple(close_matches(zone, time_zones()))
        raise ActionRefused("unknown-zone", what, "write it as Europe/Berlin", candidates=near)


def mail_by(connection: sa.Connection, number: int, language: str, zone: str) -> None:
    """Mail somebody in a language and by a clock from now on, where they are named, in the
    transaction at hand."""
    named = {"language": language, "zone": zone}
    named = {name: text for name, text in named.items() if text}
    if named:
        before = wishes_of(connection, (number,)).get(number, MailWishes())
        write_wishes(connection, number, replace(before, **named))


def _check(wished: MailWishes) -> None:
    check_language(wished.language)
    check_zone(wished.zone)
    if not 0 <= wished.digest_hour <= 23:
        what = "a day has the hours 0 to 23"
        raise ActionRefused("no-hour", what, "choose one of them for the digest")
    if len(wished.hours) > MOST_HOURS:
        what = f"you can be reminded {MOST_HOURS} times of a deadline"
        raise ActionRefused("too-many-reminders", what, "choose fewer hours")
    if not all(1 <= one <= LONGEST_BEFORE for one in wished.hours):
        what = f"you can be reminded from 1 to {LONGEST_BEFORE} hours before a deadline"
        raise ActionRefused("no-such-hours", what, "choose others")


def _there(number: int) -> sa.Select[Any]:
    return sa.select(people.c.id).where(people.c.id == number, people.c.deleted.is_(None))


def _row(wished: MailWishes) -> dict[str, Any]:
    return {
        "language": wished.language,
        "zone": wished.zone,
        "results": wished.results,
        "course": wished.course,
        "votes": wished.votes,
        "seats": wished.seats,
        "press": wished.press.value,
        "digest_hour": wished.digest_hour,
        "hours": sorted(set(wished.hours), reverse=True),
    }


def _wishes(row: Any) -> MailWishes:
    return MailWishes(
        row.language,
        row.zone,
        row.results,
        row.course,
        row.votes,
        row.seats,
        PressMails(row.press),
        row.digest_hour,
        tuple(row.hours),
    )
