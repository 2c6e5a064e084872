"""Rate limits: attempts are counted in the database, for all processes together."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import hashed
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import attempts
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So many attempts at once, and then so many an hour."""

    what: str
    at_once: int
    an_hour: float


SIGN_IN_THERE: Final = RateLimit("sign in from there", 10, 30)
"""One person from one place."""
SIGN_IN_FROM: Final = RateLimit("sign in from", 40, 120)
"""Anybody from one place."""
SIGN_IN_AS: Final = RateLimit("sign in as", 100, 200)
"""One person from anywhere: many, lest others lock him out."""
SIGN_IN_WITH: Final = RateLimit("sign in with", 10, 30)
"""One person in a browser in which he has signed in before."""
SIGNED_IN_AS: Final = RateLimit("signed in as", 10, 30)
"""One person who is signed in and is asked for his password again."""
CODE: Final = RateLimit("code", 10, 10)
"""Codes tried for one address."""
MAIL_TO: Final = RateLimit("mail to", 4, 4)
"""Mails that somebody who is not signed in has sent to one address."""
ASK_FROM: Final = RateLimit("ask from", 20, 30)
"""New accounts and forgotten passwords from one place."""
WITHOUT_PUZZLE: Final = RateLimit("without puzzle", 30, 30)
"""New accounts of all who solved no puzzle while the judge was under attack."""
INVITE: Final = RateLimit("invite", 60, 60)
"""Invitations of one person, of which others are told."""


def guests_from(an_hour: int) -> RateLimit:
    """The limit of new guests from one place."""
    return RateLimit("guest from", an_hour, an_hour)


def take_attempts(database: Database, now: datetime, *wanted: tuple[RateLimit, str]) -> None:
    """Count one attempt at each of these, by whom it is.

    Raises:
        ActionRefused: if there is none left of one; then none is counted.
    """
    # In one sequence for all processes, lest two wait for each other's rows.
    keyed = {hashed(f"{limit.what}\0{who}"): limit for limit, who in wanted}
    with database.noting() as connection:
        for key in sorted(keyed):
            if wait := _take(connection, key, keyed[key], now):
                minutes = max(1, round(wait / 60 + 0.5))
                what = "there were too many attempts"
                raise ActionRefused("too-many-attempts", what, f"try again in {minutes} min")


def attempts_left(database: Database, now: datetime, limit: RateLimit, who: str) -> int:
    """The attempts that somebody has left at once.

    Raises:
        ActionRefused: if the database does not answer.
    """
    mine = attempts.c.key == hashed(f"{limit.what}\0{who}")
    with database.asking() as connection:
        row = connection.execute(sa.select(attempts).where(mine)).first()
    return limit.at_once if row is None else int(_left(row, limit, now))


def _take(connection: sa.Connection, key: str, limit: RateLimit, now: datetime) -> float:
    """Count one; the seconds to wait where none is left."""
    fresh = {"key": key, "left": float(limit.at_once), "since": now}
    connection.execute(insert_new(connection, attempts).values(fresh))
    mine = attempts.c.key == key
    row = connection.execute(sa.select(attempts).where(mine).with_for_update()).one()
    left = _left(row, limit, now)
    if left < 1:
        return (1 - left) * 3600 / limit.an_hour
    connection.execute(sa.update(attempts).where(mine).values(left=left - 1, since=now))
    return 0.0


def _left(row: Any, limit: RateLimit, now: datetime) -> float:
    # A clock that was put back must not make anybody wait until it is there again.
    passed = max(now - row.since, timedelta(0)) / timedelta(hours=1)
    return min(float(limit.at_once), row.left + passed * limit.an_hour)
