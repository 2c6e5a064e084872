"""A judge in memory of its own for each test, and its door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from dragoman.judge.service import Judge
from dragoman.web.app import make_app
from tests.web.people import FREELY, Browser, Caller, Clock, portal


class StubAccounts:
    def token(self, secret, now):
        kind, _, rest = secret.partition("-")
        if not kind.isdigit():
            return None
        scopes = rest.split(",") if rest else ["read", "play", "press", "master"]
        return SimpleNamespace(user=int(kind), is_admin=int(kind) == 99, scopes=scopes)

    def session(self, secret, now):
        return SimpleNamespace(user=int(secret), is_admin=False) if secret.isdigit() else None


@dataclass
class House:
    """A judge, its door, and the clock that both go by."""

    judge: Judge
    app: FastAPI
    portal: BlockingPortal
    clock: Clock

    def browser(self, address: str = "10.0.0.1") -> Browser:
        return Browser(self.portal, self.app, address)

    def person(self, number: int) -> Caller:
        return Caller(self.browser(), str(number))

    @property
    def visitor(self) -> Caller:
        return Caller(self.browser())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    judge.database.create()
    judge.accounts = StubAccounts()
    clock = Clock()
    app = make_app(judge, limits=FREELY, now=clock)
    with portal() as opened:
        yield House(judge, app, opened, clock)
    judge.close()
