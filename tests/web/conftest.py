"""A judge in memory of its own for each test, and its door."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from dragoman.judge.service import Judge
from dragoman.web.app import make_app
from tests.web.contract import Contract
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
    contract: Contract

    def browser(self, address: str = "10.0.0.1") -> Browser:
        return Browser(self.portal, self.app, self.contract, address)

    def person(self, number: int) -> Caller:
        return Caller(self.browser(), str(number))

    @property
    def visitor(self) -> Caller:
        return Caller(self.browser())


@pytest.fixture(scope="session")
def contract(tmp_path_factory: pytest.TempPathFactory) -> Contract:
    """What is promised is the same for every judge, and takes a while to write down."""
    return Contract(
        make_app(Judge(f"sqlite:///{tmp_path_factory.mktemp('door') / 'judge.db'}"), StubAccounts())
    )


@pytest.fixture
def house(tmp_path: Path, contract: Contract) -> Iterator[House]:
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    judge.database.create()
    clock = Clock()
    app = make_app(judge, StubAccounts(), limits=FREELY, now=clock)
    with portal() as opened:
        yield House(judge, app, opened, clock, contract)
    judge.close()
