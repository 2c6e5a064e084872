"""The modules beside the rule tests, and the tools that use them, are imported by name; single
turns are judged in plain Python, with which all else is compared."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.rules.one_turn import machine

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "tools")]


@pytest.fixture(autouse=True)
def judged_plainly() -> Iterator[None]:
    with machine.plainly():
        yield
