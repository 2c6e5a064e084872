"""The tutorial of a duel bot in short: its own commands with smaller numbers, one after the other.
What is a network needs PyTorch, and is skipped without it, and says so."""

from __future__ import annotations

import doctest
import importlib
import json
import re
import shlex
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dragoman.cli.app import app

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorials" / "duel.md"
RECIPES = ROOT / "examples" / "training"
SMALL = {"--games": "4", "--epochs": "2", "--iterations": "1", "--evaluations": "20"}
"""The numbers of the page, and what they are in short."""
YEARS = ["--years", "3"]


def commands() -> list[list[str]]:
    """The commands of the page that learn, play or measure, with their arguments."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert lines and all(line.startswith(("$ cd ", "$ python ", "$ dragoman ")) for line in lines)
    return [shlex.split(line)[1:] for line in lines if not line.startswith("$ cd ")]


def in_short(command: list[str]) -> list[str]:
    short = [SMALL.get(before, word) for before, word in pairwise(["", *command])]
    if command[0] == "dragoman":
        return [*short, "--jobs", "1", "--last-year", "1902"]
    return short if command[1] == "clone.py" else [*short, "--years", "3"]


def run(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if command[0] == "dragoman":
        done = CliRunner().invoke(app, command[1:], prog_name="dragoman")
        assert done.exit_code == 0 and "share of squares" in done.stdout, done.output
    else:
        monkeypatch.setattr(sys, "argv", command[1:])
        importlib.import_module(command[1].removesuffix(".py")).main()


@pytest.fixture(autouse=True)
def beside_the_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(RECIPES))


def test_the_tutorial_without_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = [one for one in commands() if not any(word.endswith(".pt") for word in one)]
    assert {one[1] for one in plain} == {"env", "collect.py", "clone.py"} and len(plain) == 8
    for command in plain:
        run(in_short(command), monkeypatch)
    page = PAGE.read_text("utf-8")
    examples = doctest.DocTestParser().get_doctest(page, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(examples, out=told.append)
    assert examples.examples and not runner.failures, "".join(told)


def test_the_tutorial_with_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    for command in commands():
        run(in_short(command), monkeypatch)
    rows = Path("ppo.log").read_text().splitlines()
    assert [json.loads(row)["iteration"] for row in rows] == [1]
