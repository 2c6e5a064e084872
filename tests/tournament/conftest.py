"""Tournaments in memory, and the command as people run it."""

import sys
from datetime import datetime
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from directing import AFTER, START, Hall


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def playing() -> Hall:
    """One board that plays since nine o'clock."""
    found = Hall()
    found.boards()
    return found


@pytest.fixture
def start() -> datetime:
    return START


@pytest.fixture
def after() -> datetime:
    return AFTER
