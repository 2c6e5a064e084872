"""A judge that takes mails, for every test that wants one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mail.post import PostOffice


@pytest.fixture
def office(sqlite_template: Path, tmp_path: Path) -> Iterator[PostOffice]:
    """On SQLite."""
    file = tmp_path / "judge.db"
    shutil.copy(sqlite_template, file)
    found = PostOffice(f"sqlite:///{file}")
    yield found
    found.close()


@pytest.fixture
def each_office(address: str) -> Iterator[PostOffice]:
    """On a database of each kind."""
    found = PostOffice(address)
    yield found
    found.close()
