"""Limits that several servers keep together, in PostgreSQL, with few statements.

What somebody may still do is one row for all servers. A server does not ask it each time: it draws
an eighth of a burst at once and deals that out by itself, and the first few things, a sixteenth of
a burst, it lets pass before it asks at all; they are counted when it does. So whoever asks now and
then costs no statement, whoever asks all the time one in some thirty, and small limits, as of
attempts to sign in, are kept to the letter. Beyond a limit go a sixteenth of a burst for each
server at most, and one draw, which is paid back.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import hashed
from dragoman.judge.storage.database import Database
from dragoman.quick_dataclass import dataclass
from dragoman.web.limits import Limiter, Rate

with extra("judge"):
    import sqlalchemy as sa

_FREE: Final = 16
_DRAWN: Final = 8
"""Into so many parts a burst is divided: what passes without asking, and what is drawn at once."""

# Nobody waits for the disk: if the server of the database stops, somebody has a little more left.
_DRAW: Final = sa.text(
    """WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO attempts AS a (key, "left", since)
    SELECT CAST(:key AS TEXT), CAST(:burst AS FLOAT) - :owed - :drawn, now() FROM quick
    ON CONFLICT (key) DO UPDATE SET since = now(), "left" = LEAST(CAST(:burst AS FLOAT),
        a."left" + EXTRACT(EPOCH FROM now() - a.since) * :a_second) - :owed - :drawn
    WHERE LEAST(CAST(:burst AS FLOAT),
        a."left" + EXTRACT(EPOCH FROM now() - a.since) * :a_second) - :owed >= 1
    RETURNING 1"""
)
_LEFT: Final = sa.text(
    """SELECT "left" + EXTRACT(EPOCH FROM now() - since) * :a_second FROM attempts
    WHERE key = :key"""
)


@dataclass
class _Drawn:
    """The number that this server may still deal out to somebody: before it asks (``free``) and of
    what it drew (``left``); ``owed`` is what passed and was not counted yet, ``at`` when it was
    last asked. There is none anywhere before the moment ``none_until``."""

    free: float
    at: float
    left: float = 0.0
    owed: float = 0.0
    none_until: float = 0.0


class SharedBuckets(Limiter):
    """A token bucket for everybody who asked lately, the same for all servers of a database."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float] = time.monotonic,
        most: int = 100_000,
    ) -> None:
        self._database, self._now, self._most = database, now, most
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, str], _Drawn] = OrderedDict()

    def wait(self, what: str, who: str, rate: Rate) -> float:
        now = self._now()
        with self._lock:
            mine = self._mine(what, who, rate, now)
            if now < mine.none_until:
                return mine.none_until - now
            if mine.left >= 1:
                mine.left -= 1
                return 0.0
            if mine.free >= 1:
                mine.free -= 1
                mine.owed += 1
                return 0.0
            owed, mine.owed = mine.owed, 0.0
        drawn = max(1, rate.burst // _DRAWN)
        if wait := self._draw(hashed(f"{what}\0{who}"), rate, owed, drawn):
            with self._lock:
                mine.owed += owed
                mine.none_until = now + wait
            return wait
        with self._lock:
            mine.left += drawn - 1
        return 0.0

    def _mine(self, what: str, who: str, rate: Rate, now: float) -> _Drawn:
        """All that this server knows of somebody; anew where he was away for so long that all of it
        would be there again."""
        known = self._known.pop((what, who), None)
        if known is None or (now - known.at) * rate.a_minute > rate.burst * 60:
            known = _Drawn(float(rate.burst // _FREE), now)
        known.at = now
        self._known[what, who] = known
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return known

    def _draw(self, key: str, rate: Rate, owed: float, drawn: int) -> float:
        """Take so many from what is there for all servers; the seconds to wait where there are
        none.

        Raises:
            ActionRefused: if the database does not answer.
        """
        a_second = rate.a_minute / 60
        given = {"key": key, "burst": float(rate.burst), "a_second": a_second}
        with self._database.asking() as connection:
            if connection.execute(_DRAW, given | {"owed": owed, "drawn": float(drawn)}).first():
                return 0.0
            asked = connection.execute(_LEFT, {"key": key, "a_second": a_second})
            left: float | None = asked.scalar()
        return max(1 + owed - float(left or 0.0), 0.01) / a_second
