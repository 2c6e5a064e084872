"""What a worker says, and waiting for what it does."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from dragoman.judge.running.log_lines import set_up


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    out = io.StringIO()
    set_up("json", "info", out)
    yield out
    set_up()
