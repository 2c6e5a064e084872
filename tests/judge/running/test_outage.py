"""A judge under trouble, its door and its worker together: a clear answer, nothing half done, and
on it goes."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from anyio.from_thread import BlockingPortal, start_blocking_portal

from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.request_monitor import RequestMonitor
from dragoman.judge.running.worker import Worker
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import games_set_aside
from dragoman.web.app import make_app
from tests.databases import Cluster
from tests.judge.conftest import CHEAP
from tests.judge.stores import begun
from tests.patience import wait_until


class Running:
    """A judge with a game of 11 to 17, a door that is asked, and a worker in a thread."""

    def __init__(self, address: str, portal: BlockingPortal) -> None:
        self.judge, now = Judge(address, passwords=Passwords(CHEAP)), datetime.now(UTC)
        self.game = begun(self.judge.games, now)
        people = self.judge.accounts.people
        owner = Actor(is_admin=True)
        made = [
            people.create(owner, f"P {one}", f"{one}@example.org", "a long word", now)
            for one in range(11)
        ]
        assert made[-1] == 11
        tokens = self.judge.accounts.tokens
        self._token = tokens.make(Actor(11), 11, "a test", ("read", "press"), now)[0]
        self._portal, self._metrics = portal, (metrics := Metrics())
        program = RequestMonitor(make_app(self.judge), self.judge.database, metrics)
        transport = httpx.ASGITransport(program)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://judge")
        self._worker = Worker(self.judge.games, metrics, poll=0.01)
        self._thread = Thread(target=self._worker.run)
        self._thread.start()

    def ask(self, path: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._token}"}
        method = "GET" if body is None else "POST"
        given = {"headers": headers} | ({} if body is None else {"json": body})
        return self._portal.call(partial(self._client.request, method, path, **given))

    def send(self, text: str) -> httpx.Response:
        return self.ask(f"/api/games/{self.game}/commands/send", {"text": text})

    def due(self, seconds: float = 0.2) -> None:
        """Have the phase at hand due soon."""
        now = datetime.now(UTC)
        soon = c.SetDeadline(now + timedelta(seconds=seconds))
        assert self.judge.games.act(self.game, soon, Actor(1), now).events

    def phase(self) -> str:
        return str(self.judge.games.load(self.game).phase)

    def failures(self) -> float:
        """How often the worker met no database."""
        value = self._metrics.registry.get_sample_value
        return value("dragoman_failures_total", {"what": "database"}) or 0

    def sent(self) -> list[str]:
        return [one.text for one in self.judge.games.load(self.game).messages]

    def close(self) -> None:
        self._worker.stop()
        self._thread.join(30)
        assert not self._thread.is_alive()
        self.judge.close()


@contextmanager
def running(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr("dragoman.judge.running.worker._AWAY", (0.01,))
    with start_blocking_portal() as portal:
        one = Running(address, portal)
        try:
            yield one
        finally:
            one.close()


def said(lines: io.StringIO) -> Callable[[str], list[dict[str, Any]]]:
    def of(event: str) -> list[dict[str, Any]]:
        told = map(json.loads, lines.getvalue().splitlines())
        return [one for one in told if one["event"] == event]

    return of


def is_clear(answer: httpx.Response, status: int, code: str) -> bool:
    """Whether somebody is told what is wrong, and not more than that."""
    problem = answer.json()
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Retry-After"] and "INSERT" not in answer.text
    return [one["code"] for one in problem["diagnostics"]] == [code]


def test_a_database_that_is_away(
    cluster: Cluster,
    postgresql_template: str,
    monkeypatch: pytest.MonkeyPatch,
    lines: io.StringIO,
) -> None:
    told = said(lines)
    with cluster.copied(postgresql_template) as address, running(address, monkeypatch) as here:
        assert here.send("before").status_code == 200
        here.due()
        cluster.stop()
        try:
            assert is_clear(here.send("meanwhile"), 503, "database-away")
            assert is_clear(here.ask(f"/api/games/{here.game}"), 503, "database-away")
            assert here.ask("/readyz").status_code == 503
            assert here.ask("/healthz").status_code == 200
            wait_until(lambda: bool(told("the database does not answer")))
            # The same is told once a minute, and tried more often.
            wait_until(lambda: here.failures() > 2)
        finally:
            cluster.start()
        wait_until(lambda: here.ask("/readyz").status_code == 200)
        wait_until(lambda: here.phase() == "F1901M")
        assert here.send("after").status_code == 200
        assert here.sent() == ["before", "after"]
        wait_until(lambda: bool(told("the worker works again")))
        assert games_set_aside(here.judge.database) == ()


def test_a_full_disk(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch, lines: io.StringIO
) -> None:
    path = tmp_path / "judge.db"
    path.write_bytes(sqlite_template.read_bytes())
    told, most = said(lines), [10**9]
    with running(f"sqlite:///{path}", monkeypatch) as here:

        def limited(connection: Any, *_: object) -> None:
            # The file may not grow: what a disk without room says comes from SQLite itself.
            connection.execute(f"PRAGMA max_page_count = {most[0]}")

        sa.event.listen(here.judge.database.engine, "checkout", limited)
        assert here.send("before").status_code == 200
        here.due()
        most[0] = 1  # no more than there are
        assert is_clear(here.send("much " * 3000), 507, "disk-full")
        assert here.ask(f"/api/games/{here.game}").status_code == 200, "what is there can be read"
        wait_until(lambda: here.phase() == "F1901M" or bool(told("the database does not answer")))
        most[0] = 10**9
        wait_until(lambda: here.phase() == "F1901M")
        assert here.send("after").status_code == 200
        assert here.sent() == ["before", "after"]
        assert games_set_aside(here.judge.database) == ()


@pytest.mark.parametrize("hours", (-2, 2))
def test_a_clock_that_jumps(
    tmp_path: Path,
    sqlite_template: Path,
    monkeypatch: pytest.MonkeyPatch,
    lines: io.StringIO,
    hours: int,
) -> None:
    path = tmp_path / "judge.db"
    path.write_bytes(sqlite_template.read_bytes())
    told, right, wrong = said(lines), time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: right() + wrong[0])
    with running(f"sqlite:///{path}", monkeypatch) as here:
        assert here.send("before").status_code == 200
        wrong[0] = hours * 3600.0
        wait_until(lambda: bool(told("the clock jumped")))
        assert [round(one["seconds"] / 3600) for one in told("the clock jumped")] == [hours]
        here.due()
        wait_until(lambda: here.phase() == "F1901M")
        assert here.send("after").status_code == 200
        assert here.sent() == ["before", "after"]
