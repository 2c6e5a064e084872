"""The lines of the page on hosting, as somebody types them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.service import Judge
from tests.judge.stores import due

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "hosts" / "hosting.md").read_text("utf-8")
FILES = ROOT / "src" / "dragoman" / "judge" / "setup" / "files"


def between(name: str) -> str:
    return PAGE.partition(f"<!-- {name}: begin -->")[2].partition(f"<!-- {name}: end -->")[0]


@pytest.mark.slow
def test_a_drill(address: str, tmp_path: Path) -> None:
    judge = Judge(address)
    number = due(judge.games)
    with judge.database.writing() as connection:
        post(connection, Mail("ann@example.org", "Hello", "to a real person"), datetime.now(UTC))
    before = judge.games.load(number)
    (tmp_path / "judge.toml").write_text(f'database = "{address}"\n')
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "dragoman"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m dragoman.cli "$@"\n')
    program.chmod(0o755)
    lines = re.findall(r"^\$ (.+)", between("drill"), re.M)
    assert len(lines) > 8 and lines[-1].startswith("rm ")
    lines.insert(-1, "ls drill")
    told = {name: one for name, one in os.environ.items() if not name.startswith("DRAGOMAN_")}
    ran = subprocess.run(
        ["bash", "-e", "-c", "\n".join(f"echo '$ {one}'\n{one}" for one in lines)],
        cwd=tmp_path,
        env=told | {"PATH": f"{program.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "the judge is quiet" in ran.stderr, "the first look finds a quiet copy"
    for told_of in ("every row of", "quiet until", "1 games have 26h more", "mails were dropped"):
        assert told_of in ran.stdout
    assert "WRONG" not in ran.stdout
    assert (
        not (tmp_path / "mail").exists() and "mail" not in ran.stdout.rpartition("$ ls")[2].split()
    )
    # The judge itself is as it was: its game is overdue, and its mail waits.
    assert judge.games.load(number) == before
    judge.close()
    assert sorted(one.name for one in tmp_path.iterdir() if one.name != "judge.db") == [
        "bin", "judge.toml", *sorted(one.name for one in tmp_path.glob("judge.db-*")),
    ]  # fmt: skip


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_the_page_has_the_files_of_proxies(proxy: str) -> None:
    shown = between(proxy).strip().splitlines()[1:-1]
    assert shown == (FILES / f"dragoman.{proxy}").read_text("utf-8").splitlines()
