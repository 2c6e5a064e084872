"""Variants that people brought: kept in the database, so that every process plays them alike.

What was taken is never changed, for games are played on it. Whoever mends his variant brings it
again, under another number.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.extras import extra
from dragoman.formats import VariantError, load_variant, read_variant_files, shipped_variants
from dragoman.formats.variants.loading import bytes_of
from dragoman.game import Variant
from dragoman.games.variants.statistics_page import VariantFacts
from dragoman.judge.log.settings import BROUGHT
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import games, sandboxes, variants
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered

with extra("judge"):
    import sqlalchemy as sa


MOST_OF_ONE: Final = 100
"""Variants that one person may bring."""


@dataclass(frozen=True, slots=True)
class BroughtVariant:
    """A variant as it was brought. ``geometry`` is its map as ``geometry.json`` has it."""

    number: int
    name: str
    title: str
    owner: int
    at: datetime
    map: str
    seed: str
    toml: str
    geometry: str
    facts: VariantFacts

    @property
    def key(self) -> str:
        """Its name in games and addresses; no shipped variant has such a one."""
        return f"{self.name}{BROUGHT}{self.number}"


class VariantStore:
    """Shipped variants, and those that people brought to this judge; no others, whatever folders
    this machine has."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._loaded: Remembered[str, Variant] = Remembered()

    def find(self, key: str) -> Variant:
        """A variant by its name.

        Raises:
            VariantError: if there is none.
        """
        if key in shipped_variants():
            return load_variant(key)
        if (known := self._loaded.get(key)) is not None:
            return known
        brought = self.brought(key)
        if brought is None:
            what, remedy = f"there is no variant {key!r}", "name one that is listed"
            raise VariantError([Diagnostic("unknown-variant", what, remedy)])
        files = brought.map.encode(), brought.seed.encode(), brought.toml.encode()
        variant, faults = read_variant_files(key, *files)
        if variant is None or has_errors(faults):
            raise VariantError(faults)
        return self._loaded.keep(key, variant, bytes_of(variant))

    def brought(self, key: str) -> BroughtVariant | None:
        """A variant that somebody brought, as he did; None where there is none of this name.

        Raises:
            ActionRefused: if the database does not answer.
        """
        name, separator, number = key.rpartition(BROUGHT)
        if not separator or not number.isdecimal() or len(number) > 9:
            return None
        wanted = sa.select(variants).where(variants.c.id == int(number))
        with self._database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        return _brought(row) if row is not None and row.name == name else None

    def listed(self) -> Iterator[BroughtVariant]:
        """All that people brought, the newest first, each name of an owner once.

        Raises:
            ActionRefused: if the database does not answer.
        """
        wanted = sa.select(variants).where(variants.c.is_listed).order_by(variants.c.id.desc())
        seen: set[tuple[int, str]] = set()
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        for row in rows:
            if (row.owner, row.name) not in seen:
                seen.add((row.owner, row.name))
                yield _brought(row)

    def keep(
        self,
        name: str,
        title: str,
        owner: int,
        at: datetime,
        files: tuple[str, str, str],
        geometry: str,
        facts: VariantFacts,
        is_listed: bool = True,
    ) -> BroughtVariant:
        """Keep a variant that was checked; its files are map, seed and ``variant.toml``. One that
        is only tried is in no list, and takes the place of those that its owner tried before under
        this name, as far as nothing is played on them.

        Raises:
            ActionRefused: if the database does not answer.
        """
        row = {"name": name, "title": title, "owner": owner, "at": at}
        row |= dict(zip(("map", "seed", "toml"), files, strict=True))
        row |= {"geometry": geometry, "facts": facts, "is_listed": is_listed}
        with self._database.writing() as connection:
            if not is_listed:
                connection.execute(sa.delete(variants).where(_idle(name, owner)))
            made = sa.insert(variants).values(row).returning(variants.c.id)
            number: int = connection.execute(made).scalar_one()
        return BroughtVariant(number, name, title, owner, at, *files, geometry, facts)

    def count_of(self, owner: int) -> int:
        """The number of variants that somebody brought.

        Raises:
            ActionRefused: if the database does not answer.
        """
        wanted = sa.select(sa.func.count()).where(variants.c.owner == owner)
        with self._database.reading() as connection:
            number: int = connection.execute(wanted).scalar_one()
        return number


def _idle(name: str, owner: int) -> sa.ColumnElement[bool]:
    """Those that somebody tried under a name, and on which nothing is played."""
    key = variants.c.name + BROUGHT + sa.cast(variants.c.id, sa.String)
    return (
        (variants.c.name == name)
        & (variants.c.owner == owner)
        & ~variants.c.is_listed
        & ~sa.exists().where(games.c.variant == key)
        & ~sa.exists().where(sandboxes.c.variant == key)
    )


def _brought(row: Any) -> BroughtVariant:
    return BroughtVariant(
        row.id,
        row.name,
        row.title,
        row.owner,
        row.at,
        row.map,
        row.seed,
        row.toml,
        row.geometry,
        row.facts,
    )
