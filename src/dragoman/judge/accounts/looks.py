"""How somebody likes the pages to look and to speak: kept with his account, for all his devices."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.mail_wishes import check_language, check_zone, mail_by
from dragoman.judge.accounts.who_may import Act, check_may
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import looks, people
from dragoman.orders import NOTATIONS, Notation
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


class Scheme(Enum):
    """By day or by night."""

    AUTO = "auto"
    """As the reader's system is."""
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody likes pages. ``language`` and ``zone`` are empty where his browser says which;
    ``apart`` has colours that are told apart by eyes that see some alike; ``is_still`` moves
    nothing, also where his system would have it moved. Orders are written in the ``notation``; as
    pages do, if he named none."""

    language: str = ""
    zone: str = ""
    scheme: Scheme = Scheme.AUTO
    apart: bool = False
    is_still: bool = False
    notation: Notation | None = None


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
        check_may(Act.CHOOSE_LOOK, actor, number)
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
