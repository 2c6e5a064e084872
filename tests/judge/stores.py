"""Games in stores, as the tests of the store need them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import GameStore

Opened: TypeAlias = Callable[[], Judge]
"""Opens the judge of a test once more, as another process would."""

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def created(store: GameStore, now: datetime = NOW, by: int = 1) -> int:
    """A game that waits for players."""
    number, answer = store.create({"title": "Friends"}, by, now)
    assert number is not None and not answer.told
    return number


def begun(store: GameStore, now: datetime = NOW) -> int:
    """A game of 11 to 17 that has begun."""
    number = created(store, now)
    for user in range(11, 18):
        assert store.act(number, c.Join(), Actor(user), now).events
    assert store.act(number, c.Begin(), Actor(1), now).events
    return number


def due(store: GameStore) -> int:
    """A game whose first phase has been due for a day."""
    return begun(store, datetime.now(UTC) - timedelta(days=2))
