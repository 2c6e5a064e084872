"""A user's script that uses every public name: it runs, and the type checker knows it all."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dragoman

SCRIPT = Path(__file__).with_name("every_name.py")


def test_it_uses_every_public_name() -> None:
    used = {
        node.attr
        for node in ast.walk(ast.parse(SCRIPT.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "dragoman"
    }
    assert used == set(dragoman.__all__)
    assert dir(dragoman) == sorted(dragoman.__all__)


@pytest.mark.slow
def test_it_runs() -> None:
    found = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "fall 1901, movement" in found.stdout


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, path]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_type_checker_finds_nothing_wrong() -> None:
    found = checked(SCRIPT)
    assert found.returncode == 0, found.stdout


@pytest.mark.slow
def test_the_type_checker_finds_a_wrong_answer(tmp_path: Path) -> None:
    script = tmp_path / "wrong.py"
    script.write_text(
        "import dragoman\n"
        'dragoman.RuleSet(convoy_paradox="guess")\n'
        'dragoman.RuleSet().replace(two_orders="guess")\n'
        "def played(game: dragoman.Game) -> int:\n"
        "    return game.process()\n"
    )
    found = checked(script)
    assert found.stdout.count(" error: ") == 3, found.stdout


def test_importing_it_costs_next_to_nothing() -> None:
    code = "import sys, dragoman; print(*[m for m in sys.modules if m.startswith('dragoman')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {*found.stdout.split()} == {"dragoman", "dragoman.late_binding"}
