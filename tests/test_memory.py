"""Temporary folders lie in memory where there is much, and elsewhere where there is not."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import memory


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(memory, "MEMORY", tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", tempfile.gettempdir())
    monkeypatch.setenv("TMPDIR", "")
    return tmp_path


@pytest.mark.parametrize(
    ("free", "flags", "is_there"),
    [
        (memory.ENOUGH, os.ST_NOSUID, True),
        (64 << 20, os.ST_NOSUID, False),
        (memory.ENOUGH, os.ST_NOEXEC, False),
    ],
)
def test_much_memory_is_taken(
    where: Path, monkeypatch: pytest.MonkeyPatch, free: int, flags: int, is_there: bool
) -> None:
    found = SimpleNamespace(f_bavail=free // 4096, f_frsize=4096, f_flag=flags)
    with monkeypatch.context() as patch:
        patch.setattr(os, "statvfs", lambda _: found)
        memory.work_in_memory()
    assert (tempfile.gettempdir() == str(where)) is is_there


def test_who_says_where_is_heard(
    where: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = str(tmp_path_factory.mktemp("other"))
    monkeypatch.setenv("TMPDIR", other)
    memory.work_in_memory()
    assert os.environ["TMPDIR"] == other


def test_without_it_nothing_is_changed(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MEMORY", where / "none")
    before = tempfile.gettempdir()
    memory.work_in_memory()
    assert tempfile.gettempdir() == before
