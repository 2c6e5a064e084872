"""The example project, and what the tests here share."""

import sys
from pathlib import Path

import pytest

from dragoman.formats.dipwork import read_game_directory, read_project

sys.path[:0] = [str(Path(__file__).parent)]  # for what the tests here share

from dipwork_example import EXAMPLE  # noqa: E402


@pytest.fixture(scope="session")
def project():
    found, faults = read_project(EXAMPLE)
    assert faults == ()
    return found


@pytest.fixture(scope="session")
def game(project):
    """The game directory of a round, by its name."""

    def read(name):
        found, faults = read_game_directory(EXAMPLE / name, project)
        assert faults == ()
        return found

    return read


@pytest.fixture(scope="session")
def standard(game):
    """The example's variant directory."""
    return game("TWO01S").variant_directory
