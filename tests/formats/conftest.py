"""The files of the standard variant, which the tests here damage."""

import sys
from importlib.resources import files
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "rules")]  # for what the tests here share

FOLDER = files("dragoman").joinpath("variants", "standard")


@pytest.fixture(scope="session")
def standard_map():
    return FOLDER.joinpath("map.standard").read_text("utf-8")


@pytest.fixture(scope="session")
def standard_seed():
    return FOLDER.joinpath("seed.standard").read_text("utf-8")


@pytest.fixture(scope="session")
def standard_toml():
    return FOLDER.joinpath("variant.toml").read_text("utf-8")
