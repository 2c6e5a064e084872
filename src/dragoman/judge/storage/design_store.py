"""Designs: variants that people are working on, each its owner's alone, as files by their names."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from dragoman.extras import extra
from dragoman.games.workshop.texts import VariantTexts
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import designs
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

MOST_OF_ONE: Final = 30
"""Designs that one person may have at a time."""


@dataclass(frozen=True, slots=True)
class StoredDesign:
    """A design as it was saved last."""

    number: int
    title: str
    texts: VariantTexts
    version: int
    changed: datetime


class DesignStore:
    """The designs of a database. Whose a design is not is told that there is none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, owner: int, title: str, texts: VariantTexts, now: datetime) -> int:
        """Keep a new design; its number.

        Raises:
            ActionRefused: if the owner has as many as there may be.
        """
        mine = sa.select(sa.func.count()).where(designs.c.person == owner)
        row = {"person": owner, "name": texts.name, "title": title, "version": 1, "changed": now}
        row |= {"files": dict(texts.files)}
        with self._database.writing() as connection:
            if connection.execute(mine).scalar_one() >= MOST_OF_ONE:
                what = f"you have {MOST_OF_ONE} designs, and there are no more for one account"
                raise ActionRefused("too-many-designs", what, "remove one")
            made = sa.insert(designs).values(row).returning(designs.c.id)
            number: int = connection.execute(made).scalar_one()
        return number

    def load(self, number: int, owner: int) -> StoredDesign:
        """A design of somebody's.

        Raises:
            ActionRefused: if he has none of this number.
        """
        with self._database.reading() as connection:
            wanted = sa.select(designs).where(_mine(number, owner))
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise _none(number)
        return _stored(row)

    def listed(self, owner: int) -> list[StoredDesign]:
        """Somebody's designs, the one that was changed last first."""
        wanted = sa.select(designs).where(designs.c.person == owner)
        wanted = wanted.order_by(designs.c.changed.desc(), designs.c.id.desc())
        with self._database.reading() as connection:
            return [*map(_stored, connection.execute(wanted))]

    def save(
        self, before: StoredDesign, owner: int, title: str, texts: VariantTexts, now: datetime
    ) -> None:
        """Have a design with these files, if nobody saved it since it was read.

        Raises:
            ActionRefused: if somebody did, or it was removed.
        """
        values = {"files": dict(texts.files), "title": title, "changed": now}
        still = _mine(before.number, owner) & (designs.c.version == before.version)
        changed = sa.update(designs).where(still).values(version=before.version + 1, **values)
        with self._database.writing() as connection:
            if connection.execute(changed).rowcount != 1:
                what = "the design was saved elsewhere just now"
                raise ActionRefused("changed", what, "save it once more")

    def remove(self, number: int, owner: int) -> None:
        """Remove a design.

        Raises:
            ActionRefused: if he has none of this number.
        """
        with self._database.writing() as connection:
            gone = sa.delete(designs).where(_mine(number, owner))
            if connection.execute(gone).rowcount != 1:
                raise _none(number)


def _mine(number: int, owner: int) -> sa.ColumnElement[bool]:
    return (designs.c.id == number) & (designs.c.person == owner)


def _none(number: int) -> ActionRefused:
    return ActionRefused("no-design", f"you have no design {number}")


def _stored(row: Any) -> StoredDesign:
    return StoredDesign(
        row.id, row.title, VariantTexts(row.name, row.files), row.version, row.changed
    )
