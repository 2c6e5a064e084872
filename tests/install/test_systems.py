"""Linux, macOS and Windows: what only some systems have is imported and called where it is asked
for, or in files that nothing but Linux opens."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "dragoman"
UNIX_ALONE = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
OF_LINUX = {
    "judge/setup/machine.py": "cli/judge/setup.py refuses other systems first",
    "runner/keeper.py": "runner/runner.py does, and it is a program of its own",
}
MAY_LACK = {"SIGALRM", "SIGPROF"}


def at_import(tree: ast.Module) -> Iterator[str]:
    """The modules that a file imports when it is imported itself, whatever the system is."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def test_nothing_of_unix_alone_is_imported_everywhere() -> None:
    found = {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        if UNIX_ALONE & {*at_import(ast.parse(file.read_text("utf-8")))}
    }
    assert found == set(OF_LINUX)


def test_signals_that_a_system_may_lack_are_asked_for() -> None:
    for file in SOURCE.rglob("*.py"):
        text = file.read_text("utf-8")
        for name in MAY_LACK:
            if f"signal.{name}" in text:
                assert f'hasattr(signal, "{name}")' in text, file


@pytest.mark.slow
def test_what_windows_lacks_is_missed_by_nobody(tmp_path: Path) -> None:
    """Everything is imported, and a turn, a folder, a stream, limits and sockets work, where what
    only Unix has is hidden: modules, signals, functions of ``os``, sockets in folders."""
    hidden = Path(__file__).with_name("hidden_system.py")
    ran = subprocess.run(
        [sys.executable, hidden, "win32", tmp_path], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0 and " modules\n" in ran.stdout, ran.stdout + ran.stderr
