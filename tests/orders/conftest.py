"""The board the scanner reads for."""

import pytest

from dragoman.formats import load_variant


@pytest.fixture(scope="session")
def standard():
    return load_variant("standard")


@pytest.fixture(scope="session")
def board(standard):
    return standard.board
