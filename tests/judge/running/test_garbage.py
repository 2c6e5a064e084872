"""How a process that serves looks for garbage."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.judge.running import garbage_alone


@pytest.fixture(scope="module")
def told() -> dict[str, str]:
    """What went wrong, by what was tried: nothing, or where."""
    asked = [sys.executable, garbage_alone.__file__]
    return json.loads(subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout)


@pytest.mark.parametrize("tried", [one.__name__ for one in garbage_alone.ALL])
def test_a_process_that_serves(told: dict[str, str], tried: str) -> None:
    assert not told[tried], told[tried]
