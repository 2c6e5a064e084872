"""Preferences that are kept with accounts: mails about games, the language, the look of pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from enum import Enum
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import new_secret
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import queue_notices
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import looks, parts, people, wishes
from dragoman.judge.time.rhythm import time_zones
from dragoman.nearest import close_matches
from dragoman.orders import NOTATIONS, Notation
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
    """The mails that somebody gets about the games in which he takes part.

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


class WishStore:
    """The wishes of a database's people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, actor: Actor, number: int) -> MailWishes:
        """The mails that somebody wants.

        Raises:
            ActionRefused: if that is not his own business.
        """
        check_may(AccountAction.CHOOSE_MAILS, actor, number)
        with self._database.reading() as connection:
            return wishes_of(connection, (number,)).get(number, MailWishes())

    def choose(self, actor: Actor, number: int, wished: MailWishes, now: datetime) -> None:
        """Mail somebody what he wants from now on.

        Raises:
            ActionRefused: if that cannot be.
        """
        check_may(AccountAction.CHOOSE_MAILS, actor, number)
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
    """The wishes of each of these people who ever said any."""
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
    """The end of the link that stops somebody's mails, in the transaction at hand."""
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


# Pages


class Scheme(Enum):
    """By day or by night."""

    AUTO = "auto"
    """As the reader's system is."""
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Look:
    """The look of pages that somebody likes. ``letters`` has units on maps with letters, as on old
    boards. ``language`` and ``zone`` are empty where his browser
    says which; ``apart`` has colours that are told apart by eyes that see some alike; ``is_still``
    moves nothing, also where his system would have it moved. Orders are written in the
    ``notation``; as pages do, if he named none."""

    language: str = ""
    zone: str = ""
    scheme: Scheme = Scheme.AUTO
    apart: bool = False
    is_still: bool = False
    notation: Notation | None = None
    letters: bool = False


AS_EVERYBODY: Final = Look()
"""What pages look like to those who never said anything."""

LOOK_COLUMNS: Final = tuple(one for one in looks.c if one.name != "person")


class Looks:
    """The looks that a database's people chose."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def choose(self, actor: Actor, number: int, look: Look) -> None:
        """Have pages look so to somebody from now on. A language and a zone that he names are
        those of his mails as well.

        Raises:
            ActionRefused: if that cannot be, or is not his own business.
        """
        check_may(AccountAction.CHOOSE_LOOK, actor, number)
        if look.language:
            check_language(look.language)
        if look.zone:
            check_zone(look.zone)
        row = {
            "language": look.language,
            "zone": look.zone,
            "scheme": look.scheme.value,
            "apart": look.apart,
            "is_still": look.is_still,
            "notation": look.notation or "",
            "letters": look.letters,
        }
        there = sa.select(people.c.id).where(people.c.id == number, people.c.deleted.is_(None))
        with self._database.writing() as connection:
            if connection.execute(there.with_for_update()).scalar() is None:
                raise ActionRefused("no-person", f"there is no account {number}")
            new = insert_new(connection, looks).values(person=number, **row)
            if connection.execute(new).rowcount == 0:
                mine = looks.c.person == number
                connection.execute(sa.update(looks).where(mine).values(row))
            mail_by(connection, number, look.language, look.zone)


def read_look(row: Any) -> Look:
    """The look of a row with ``LOOK_COLUMNS``, which are empty where somebody chose none."""
    if row.scheme is None:
        return AS_EVERYBODY
    return Look(
        row.language,
        row.zone,
        Scheme(row.scheme),
        row.apart,
        row.is_still,
        notation_called(row.notation),
        row.letters,
    )


def notations_of(connection: sa.Connection, persons: Collection[int]) -> dict[int, Notation]:
    """In which notation each of these who chose one likes to read orders."""
    wanted = sa.select(looks.c.person, looks.c.notation).where(looks.c.person.in_(persons))
    found: dict[int, Notation] = {}
    for row in connection.execute(wanted):
        if (notation := notation_called(row.notation)) is not None:
            found[row.person] = notation
    return found


def notation_called(name: str) -> Notation | None:
    """The notation of a name; None for the empty one.

    Raises:
        ActionRefused: if there is none of that name.
    """
    if not name:
        return None
    if name not in NOTATIONS:
        what = f"there is no notation {name!r}"
        raise ActionRefused("no-notation", what, f"choose of {', '.join(NOTATIONS)}")
    return name
