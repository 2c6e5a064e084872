"""The tutorial of a duel bot in short: its own commands with smaller numbers, one after the other.
What is a network needs PyTorch, and is skipped without it, and says so."""

from __future__ import annotations

import doctest
import importlib
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorials" / "duel.md"
RECIPES = ROOT / "examples" / "training"
SMALL = {"--games": "16", "--epochs": "2", "--iterations": "1", "--evaluations": "20"}
"""The numbers of the page, and what they are in short."""
YEARS = ["--years", "3"]


def commands() -> list[list[str]]:
    """The programs of the page, with their arguments."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line)[2:] for line in lines if line.startswith("$ python ")]


def in_short(command: list[str]) -> list[str]:
    pairs = zip(["", *command], command, strict=False)
    short = [SMALL.get(before, word) for before, word in pairs]
    return short if command[0] == "clone.py" else short + YEARS


def run(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    monkeypatch.setattr(sys, "argv", command)
    importlib.import_module(command[0].removesuffix(".py")).main()
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def beside_the_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(RECIPES))


def test_the_tutorial_without_pytorch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = [one for one in commands() if not any(word.endswith(".pt") for word in one)]
    assert {one[0] for one in plain} == {"evaluate.py", "collect.py", "clone.py"}
    for command in plain:
        if command[:2] == ["clone.py", "games"] and "own" in command:
            continue  # games that a network began
        said = run(in_short(command), monkeypatch, capsys)
        if command[0] == "evaluate.py":
            low, value, high = (json.loads(said)["share"][place] for place in (1, 0, 2))
            assert 0 <= low <= value <= high <= 1
    page = PAGE.read_text("utf-8")
    examples = doctest.DocTestParser().get_doctest(page, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(examples, out=told.append)
    assert examples.examples and not runner.failures, "".join(told)


def test_the_tutorial_with_pytorch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    for command in commands():
        run(in_short(command), monkeypatch, capsys)
    rows = Path("ppo.log").read_text().splitlines()
    assert [json.loads(row)["iteration"] for row in rows] == [1]
