"""kill -9 under play: what was confirmed is there, and nothing twice.

``DRAGOMAN_TEST_KILLS=300`` kills as often on each database, and tells what was counted.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.judge.running.kill_story import Story

KILLS = int(os.environ.get("DRAGOMAN_TEST_KILLS", "2"))


@pytest.mark.slow
def test_what_was_confirmed_outlives_kills(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = Story(address, tmp_path)
    try:
        story.run(KILLS, seed=2)
        found = story.check()
    finally:
        story.close()
    assert found["press"] and found["orders"], (tmp_path / "web.log").read_text()
    with capsys.disabled():
        if KILLS > 8:
            print(f"\n{address.partition(':')[0]}: {KILLS} kills, {found}")
