"""What a start of the command loads, and every way to start it."""

import subprocess
import sys
from pathlib import Path

import pytest

LOADED = """
import sys
from dragoman.cli import main
sys.argv = ["dragoman", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code, end
heavy = {"numba", "numpy", "rich"} & set(sys.modules)
assert not heavy, heavy
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [("check",), ("adjudicate",), ("adjudicate", "--explain"), ("show",)],
    ids=" ".join,
)
def test_a_turn_loads_neither_numba_nor_numpy(winter, arguments):
    command = [sys.executable, "-c", LOADED, arguments[0], str(winter), *arguments[1:]]
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "start",
    [
        [str(Path(sys.executable).with_name("dragoman"))],
        [sys.executable, "-m", "dragoman"],
        [sys.executable, "-m", "dragoman.cli"],
    ],
    ids=["dragoman", "python -m dragoman", "python -m dragoman.cli"],
)
def test_without_arguments_it_helps(start):
    ran = subprocess.run(start, capture_output=True, encoding="utf-8", check=False)
    assert "Usage: dragoman" in ran.stdout + ran.stderr
    assert "adjudicate" in ran.stdout + ran.stderr


COMMANDS = [
    "new",
    "check",
    "adjudicate",
    "accept",
    "undo",
    "show",
    "explain",
    "variants",
    "rules",
    "bench",
]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run, command):
    ran = run(command, "--help")
    assert ran.status == 0
    assert f"Usage: dragoman {command}" in ran.out
    assert "--json" in ran.out
