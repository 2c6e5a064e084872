"""The tutorials in Python do what they say. Those with commands are in tests/cli."""

import doctest
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"


def run(name: str) -> None:
    path = FOLDER / name
    page = path.read_text("utf-8")
    examples = doctest.DocTestParser().get_doctest(page, {}, path.name, str(path), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples, out=told.append)
    assert examples.examples and not runner.failures, "".join(told)


def test_a_game_in_python() -> None:
    run("programmer.md")


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_a_million_turns() -> None:
    run("training.md")


@pytest.mark.slow
@pytest.mark.xdist_group("env")
def test_an_environment_to_learn_in() -> None:
    run("environments.md")


@pytest.mark.slow
@pytest.mark.xdist_group("env")
def test_an_environment_for_language_models() -> None:
    run("language-models.md")


@pytest.mark.slow
@pytest.mark.xdist_group("env")
def test_a_curriculum() -> None:
    run("../how-to/programmers/measuring.md")
