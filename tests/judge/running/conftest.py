"""What a worker says, and waiting for what it does."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator

import pytest

from dragoman.judge.running.log_lines import set_up
from tests.patience import SECONDS


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    out = io.StringIO()
    set_up("json", "info", out)
    yield out
    set_up()


def until(true: Callable[[], bool]) -> None:
    """Wait for something that another thread does."""
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
