"""A judge that takes mails, for every test that wants one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mail.post import PostOffice


@pytest.fixture
def office_address(sqlite_template: Path, tmp_path: Path) -> str:
    """A database on SQLite for an office that a test opens itself."""
    file = tmp_path / "judge.db"
    shutil.copy(sqlite_template, file)
    return f"sqlite:///{file}"


@pytest.fixture
def office(office_address: str) -> Iterator[PostOffice]:
    """On SQLite."""
    found = PostOffice(office_address)
    yield found
    found.close()


@pytest.fixture
def each_office(address: str) -> Iterator[PostOffice]:
    """On a database of each kind."""
    found = PostOffice(address)
    yield found
    found.close()
