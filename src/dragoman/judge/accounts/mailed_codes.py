"""Codes that are mailed to somebody, who shows by them that an address is his."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import hashed, read_code
from dragoman.judge.storage.tables import codes

with extra("judge"):
    import sqlalchemy as sa

CODE_GOOD_FOR: Final = timedelta(hours=1)
"""From when it is mailed."""


def write_code(
    connection: sa.Connection, number: int, purpose: str, key: str, code: str, now: datetime
) -> None:
    """Keep a code in place of the one before it."""
    same = (codes.c.person == number) & (codes.c.purpose == purpose) & (codes.c.address_key == key)
    connection.execute(sa.delete(codes).where(same))
    row = {"person": number, "purpose": purpose, "address_key": key, "hash": hashed(code)}
    connection.execute(sa.insert(codes).values(row | {"until": now + CODE_GOOD_FOR}))


def take_code(
    connection: sa.Connection, purpose: str, key: str, code: str, now: datetime
) -> int | None:
    """The account that a code was mailed for; it is good for one use."""
    right = (
        (codes.c.purpose == purpose)
        & (codes.c.address_key == key)
        & (codes.c.hash == hashed(read_code(code)))
        & (codes.c.until > now)
    )
    used = sa.delete(codes).where(right).returning(codes.c.person)
    return connection.execute(used).scalar()
