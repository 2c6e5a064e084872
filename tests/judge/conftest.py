"""A judge for every test that wants one, on a database of both kinds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.service import Judge
from tests.judge.stores import Opened

SITE = Site("https://dip.example", "Dip")
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def opened(address: str) -> Iterator[Opened]:
    """Opens the judge of a test, as often as the test wants."""
    judges: list[Judge] = []

    def open_it() -> Judge:
        judges.append(Judge(address, site=SITE, passwords=Passwords(CHEAP)))
        return judges[-1]

    yield open_it
    for one in judges:
        one.close()
