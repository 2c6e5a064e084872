"""Sightings: from which addresses and in which browsers somebody came, as keyed hashes, for as many
days as the configuration says. Nobody can read an address or a browser out of them; two accounts
that share one can be told (``moderation.signals``)."""

from __future__ import annotations

import hmac
from collections.abc import Set
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from dragoman.extras import extra
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.moderation_tables import sightings
from dragoman.judge.storage.signing import secret_of
from dragoman.judge.storage.write_guard import ReadOnly

with extra("judge"):
    import sqlalchemy as sa

DAYS: Final = 60
"""For so many days sightings are kept, where nothing else is said."""
ADDRESS: Final = "address"
DEVICE: Final = "device"


class Sightings:
    """The sightings of a database; with 0 days nothing is noted."""

    def __init__(self, database: Database, days: int = DAYS) -> None:
        self._database, self._days = database, days

    def note(self, person: int, came_from: str, *devices: str, now: datetime) -> None:
        """Note where somebody came from, and the browsers by their secrets; empty ones are none."""
        if not self._days:
            return
        seen = [(ADDRESS, came_from), *((DEVICE, one) for one in devices)]
        with suppress(ReadOnly):  # nor is the key made then with which sightings are kept
            rows = {(kind, self._key(kind, what)) for kind, what in seen if what}
            self._note(person, rows, now)

    def _note(self, person: int, rows: Set[tuple[str, str]], now: datetime) -> None:
        with self._database.noting() as connection:
            for kind, key in sorted(rows):
                row = {"person": person, "kind": kind, "key": key}
                new = {"first": now, "last": now - timedelta(days=1), "days": 0}
                connection.execute(insert_new(connection, sightings).values(row | new))
                mine = (sightings.c.person == person) & (sightings.c.kind == kind)
                mine &= sightings.c.key == key
                last = connection.execute(sa.select(sightings.c.last).where(mine)).scalar_one()
                is_new_day = last.date() < now.date()
                changed = {"last": now, "days": sightings.c.days + int(is_new_day)}
                connection.execute(sa.update(sightings).where(mine).values(changed))

    def sweep(self, now: datetime) -> None:
        """Forget what is older than it may be kept."""
        old = sightings.c.last < now - timedelta(days=self._days)
        with self._database.writing() as connection:
            connection.execute(sa.delete(sightings).where(old))

    def _key(self, kind: str, what: str) -> str:
        secret = secret_of(self._database, "sightings")
        return hmac.digest(secret, f"{kind}\0{what}".encode(), "sha256").hex()
