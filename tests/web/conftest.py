"""A judge in memory of its own for each test, and its door."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal
from argon2 import PasswordHasher
from fastapi import FastAPI

from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.web.app import make_app
from dragoman.web.limits import Buckets, MapQueue
from dragoman.web.news import News
from dragoman.web.web_state import WebState
from tests.web.contract import Contract
from tests.web.people import FREELY, Browser, Caller, Clock, portal

HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Passwords of tests are nobody's, and need not be slow."""
ROOT = Actor(is_admin=True)
PASSWORD = "correct horse battery"


def opened_judge(folder: Path) -> Judge:
    judge = Judge(f"sqlite:///{folder / 'judge.db'}", passwords=Passwords(HASHER))
    judge.database.create()
    return judge


@dataclass
class House:
    """A judge, its door, and the clock that both go by."""

    judge: Judge
    app: FastAPI
    portal: BlockingPortal
    clock: Clock
    contract: Contract
    accounts: dict[int, int] = field(default_factory=dict)
    callers: dict[tuple[int, tuple[str, ...]], Caller] = field(default_factory=dict)

    def browser(self, address: str = "10.0.0.1") -> Browser:
        return Browser(self.portal, self.app, self.contract, address)

    def account(self, number: int) -> int:
        """The account of somebody whom a test calls by a number: 1 is who sets up games, 99 an
        admin."""
        if number not in self.accounts:
            people = self.judge.accounts.people
            name, mail = f"Player {number}", f"player{number}@dip.example"
            made = people.create(ROOT, name, mail, PASSWORD, self.clock())
            if number == 99:
                people.set_admin(ROOT, made, True)
            self.accounts[number] = made
        return self.accounts[number]

    def token(self, number: int, *scopes: str) -> str:
        """A token of somebody; good for everything but an admin's work, where nothing is said."""
        chosen = scopes or ("read", "play", "press", "master")
        user = self.account(number)
        tokens = self.judge.accounts.tokens
        return tokens.make(Actor(user), user, "a test", chosen, self.clock())[0]

    def person(self, number: int, *scopes: str) -> Caller:
        """Somebody with a token."""
        key = (number, scopes)
        if key not in self.callers:
            self.callers[key] = Caller(self.browser(), self.token(number, *scopes))
        return self.callers[key]

    def of_account(self, account: int) -> Caller:
        """The one who has an account."""
        (number,) = (one for one, made in self.accounts.items() if made == account)
        return self.person(number)

    @property
    def visitor(self) -> Caller:
        return Caller(self.browser())


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games, to be copied: to make one takes a while."""
    folder = tmp_path_factory.mktemp("door")
    opened_judge(folder).close()
    return folder / "judge.db"


@pytest.fixture(scope="session")
def app(empty: Path) -> FastAPI:
    """The program, without its judge: each test opens one of its own."""
    return make_app(Judge(f"sqlite:///{empty}"), limits=FREELY)


@pytest.fixture(scope="session")
def contract(app: FastAPI) -> Contract:
    return Contract(app)


@pytest.fixture(scope="session")
def loop() -> Iterator[BlockingPortal]:
    with portal() as opened:
        yield opened


@pytest.fixture
def house(
    tmp_path: Path, empty: Path, app: FastAPI, loop: BlockingPortal, contract: Contract
) -> Iterator[House]:
    path = tmp_path / "judge.db"
    shutil.copy(empty, path)
    with opened_house(f"sqlite:///{path}", app, loop, contract) as opened:
        yield opened


@pytest.fixture
def house_on_both(
    address: str, app: FastAPI, loop: BlockingPortal, contract: Contract
) -> Iterator[House]:
    """The same on a database of each kind, where it matters which one it is."""
    with opened_house(address, app, loop, contract) as opened:
        yield opened


@contextmanager
def opened_house(
    address: str, app: FastAPI, loop: BlockingPortal, contract: Contract
) -> Iterator[House]:
    judge = Judge(address, passwords=Passwords(HASHER))
    clock = Clock()
    app.state.web = WebState(
        judge, News(judge.changes), FREELY, Buckets(), MapQueue(FREELY.map_work), clock
    )
    yield House(judge, app, loop, clock, contract)
    judge.close()
