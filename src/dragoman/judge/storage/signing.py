"""What a judge signs with: one secret for each purpose, the same for all its processes."""

from __future__ import annotations

import secrets as random

from dragoman.extras import extra
from dragoman.judge.storage.database import insert_new
from dragoman.judge.storage.mail_tables import secrets

with extra("judge"):
    import sqlalchemy as sa


def secret_for(connection: sa.Connection, purpose: str) -> bytes:
    """The secret for a purpose, in the transaction at hand, which may write: at the first time it
    is made."""
    wanted = sa.select(secrets.c.secret).where(secrets.c.name == purpose)
    if (known := connection.execute(wanted).scalar()) is None:
        new = {"name": purpose, "secret": random.token_hex(32)}
        connection.execute(insert_new(connection, secrets).values(new))
        known = connection.execute(wanted).scalar_one()
    return bytes.fromhex(known)
