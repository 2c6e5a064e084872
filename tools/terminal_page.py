"""Write the output of the commands on pages of the docs anew, by running them."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from unittest import mock

from dragoman import __version__
from dragoman.cli.app import app

_DOCS = Path(__file__).parents[1] / "docs"

_TUTORIALS = "terminal", "machiavelli", "tournament", "saturday", "player", "harness", "designer"
PAGES = (
    *(_DOCS / "tutorials" / f"{name}.md" for name in _TUTORIALS),
    _DOCS / "how-to" / "masters" / "day.md",
)

Run: TypeAlias = Callable[[str, Path], str]
"""Runs a command in a folder, and has what it prints."""

_SHOWN = "1.0.0"
"""The version that pages show, whichever one writes them."""

_BLOCK = re.compile(
    r'^```(?P<kind>console|text title="(?P<file>[^"\n]*)")\n(?P<body>.*?)^```$', re.M | re.S
)


def written(page: str, folder: Path, run: Run | None = None) -> str:
    """The page with the output that its commands have now, run in order in an empty folder: by
    ``run``, else in this process.

    A ``text`` block with a title is a file that is typed; the lines of a ``console`` block
    that begin with ``$`` are commands.
    """

    def block(found: re.Match[str]) -> str:
        if found["file"]:
            folder.joinpath(found["file"]).write_text(found["body"], "utf-8")
            return found[0]
        commands = [line for line in found["body"].splitlines() if line.startswith("$ ")]
        told = [f"{command}\n{(run or _run)(command[2:], folder)}" for command in commands]
        shown = "".join(told).replace(f"Dragoman {__version__}", f"Dragoman {_SHOWN}")
        return f"```console\n{shown}```"

    return _BLOCK.sub(block, page)


def _run(command: str, folder: Path) -> str:
    """What a command prints, with its faults; in this process, for there are many.

    ``< FILE``, ``> FILE`` and ``2> FILE`` at its end are read from and written to.
    """
    program, *arguments = shlex.split(command)
    assert program == "dragoman", command
    typed, told, faults = _stdin(b""), io.StringIO(), io.StringIO()
    files: dict[str, Path] = {}
    while arguments[-2:-1] in (["<"], [">"], ["2>"]):
        files[arguments[-2]] = folder / arguments[-1]
        arguments = arguments[:-2]
    if "<" in files:
        typed = _stdin(files["<"].read_bytes())
    if "2>" not in files:
        faults = told
    with (
        mock.patch("sys.stdin", typed),
        contextlib.chdir(folder),
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(faults),
        contextlib.suppress(SystemExit),
    ):
        app(arguments, prog_name="dragoman")
    if "2>" in files:
        files["2>"].write_text(faults.getvalue(), "utf-8")
    if ">" in files:
        files[">"].write_text(told.getvalue(), "utf-8")
        return ""
    return told.getvalue()


def _stdin(content: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), "utf-8")


if __name__ == "__main__":
    for page in PAGES:
        with tempfile.TemporaryDirectory() as empty:
            page.write_text(written(page.read_text("utf-8"), Path(empty)), "utf-8")
