"""The secrets that a judge signs with: one for each purpose, the same for all its processes."""

from __future__ import annotations

import secrets as random

from dragoman.extras import extra
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import secrets

with extra("judge"):
    import sqlalchemy as sa


def secret_for(connection: sa.Connection, purpose: str) -> bytes:
    """The secret for a purpose, in the transaction at hand, which may write: at the first time it
    is made."""
    if (known := _known(connection, purpose)) is None:
        new = {"name": purpose, "secret": random.token_hex(32)}
        connection.execute(insert_new(connection, secrets).values(new))
        known = _known(connection, purpose)
        assert known is not None
    return known


def secret_of(database: Database, purpose: str) -> bytes:
    """The same in a transaction of its own, which writes only where there is none yet.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with database.asking() as connection:
        known = _known(connection, purpose)
    if known is None:
        with database.writing() as connection:
            known = secret_for(connection, purpose)
    return known


def _known(connection: sa.Connection, purpose: str) -> bytes | None:
    wanted = sa.select(secrets.c.secret).where(secrets.c.name == purpose)
    known = connection.execute(wanted).scalar()
    return None if known is None else bytes.fromhex(known)
