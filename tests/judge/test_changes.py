"""Who follows games is told what changed, from other connections too."""

from __future__ import annotations

from queue import Queue

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.changes import LogChange
from tests.judge.stores import NOW, Opened, created

PATIENCE = 20


@pytest.fixture
def two(opened: Opened) -> tuple[Judge, Judge]:
    """Two judges on one database, as two processes have them."""
    return opened(), opened()


def test_a_change_elsewhere_is_told(two: tuple[Judge, Judge]) -> None:
    one, other = two
    first, second = created(one.games), created(one.games)
    told, all_told = Queue[LogChange | None](), Queue[LogChange | None]()
    with other.changes.following(told.put, [second]), other.changes.following(all_told.put):
        one.games.act(first, c.Join(), Actor(5), NOW)
        one.games.act(second, c.Join(), Actor(5), NOW)
        assert told.get(timeout=PATIENCE) == LogChange(second, 2)
        assert {all_told.get(timeout=PATIENCE) for _ in range(2)} == {
            LogChange(first, 2),
            LogChange(second, 2),
        }
    one.games.act(second, c.Join(), Actor(6), NOW)
    assert told.empty() and all_told.empty()


def test_who_fails_does_not_keep_it_from_others(
    two: tuple[Judge, Judge], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two
    number = created(one.games)
    calls: list[object] = []

    def fail(change: LogChange | None) -> None:
        calls.append(change)
        raise RuntimeError("gone")

    told = Queue[LogChange | None]()
    with other.changes.following(fail), other.changes.following(told.put):
        for user in (5, 6):
            one.games.act(number, c.Join(), Actor(user), NOW)
            assert told.get(timeout=PATIENCE) == LogChange(number, user - 3)
    assert len(calls) == 1
    assert "is told no more" in caplog.text


def test_following_can_end_and_begin_again(two: tuple[Judge, Judge]) -> None:
    one, other = two
    number = created(one.games)
    for user in (5, 6):
        told = Queue[LogChange | None]()
        with other.changes.following(told.put, [number]):
            one.games.act(number, c.Join(), Actor(user), NOW)
            assert told.get(timeout=PATIENCE) == LogChange(number, user - 3)
