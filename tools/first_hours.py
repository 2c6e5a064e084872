"""The first hours of a player, a programmer and a host, typed from the docs' own lines.

    .venv/bin/python tools/first_hours.py PYTHON

PYTHON is that of an environment with Dragoman and its extras ``judge`` and ``pictures``. A player
types the commands of the page "What if?" and sees what it shows; a programmer the Python of "A game
in Python", likewise; a host what "A judge of your own" says, and asks the judge for its first page.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from terminal_page import written

TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorials"
_STARTING = 120
"""The seconds that a judge has to answer, on a busy machine."""
_SERVE = "dragoman judge serve"


def environment(python: Path) -> dict[str, str]:
    """The variables of somebody whose programs are those beside this Python."""
    own = {"PYTHONPATH", "VIRTUAL_ENV"}
    kept = {k: v for k, v in os.environ.items() if k not in own and not k.startswith("DRAGOMAN_")}
    return {**kept, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}", "LANG": "C.UTF-8"}


def player(python: Path, folder: Path) -> None:
    """Everything that the page of a player shows is what comes of it."""

    def run(command: str, where: Path) -> str:
        ran = subprocess.run(
            ["bash", "-c", command], cwd=where, env=environment(python), check=False, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return ran.stdout

    page = (TUTORIALS / "player.md").read_text("utf-8")
    if (found := written(page, folder, run)) != page:
        raise SystemExit(f"the player's page shows something else:\n{found}")


def programmer(python: Path, folder: Path) -> None:
    """Everything that the page of a programmer shows is what comes of it."""
    page = TUTORIALS / "programmer.md"
    subprocess.run([python, "-m", "doctest", page], cwd=folder, env=environment(python), check=True)


def host_lines() -> list[str]:
    """What a host types once Dragoman is installed: the lines of the page from the first folder."""
    page = (TUTORIALS / "host.md").read_text("utf-8")
    lines = re.findall(r"^\$ (.+)$", page, re.M)
    return lines[lines.index("mkdir judge") :]


def host(python: Path, folder: Path, port: int = 0) -> None:
    """A judge is made, looked over, served, asked for a page, and kept."""
    lines, where = host_lines(), folder / "judge"
    begun = lines.index(_SERVE)
    told = environment(python) | ({"DRAGOMAN_JUDGE_PORT": str(port)} if port else {})

    def typed(some: list[str], where: Path) -> None:
        subprocess.run(["bash", "-e", "-c", "\n".join(some)], cwd=where, env=told, check=True)

    typed(lines[:begun], folder)
    with subprocess.Popen(
        [python.parent / "dragoman", "judge", "serve"], cwd=where, env=told
    ) as served:
        try:
            _page_of(f"http://127.0.0.1:{port or 8080}/", served)
            typed(lines[begun + 1 :], where)
        finally:
            served.terminate()
    if not (where / "judge.zip").exists():
        raise SystemExit("the host's backup is not there")


def _page_of(address: str, served: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _STARTING
    while served.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(address) as answer:
                assert "Dragoman" in answer.read().decode()
                return
        except urllib.error.URLError:
            time.sleep(0.2)
    raise SystemExit(f"no judge answers at {address}")


def main() -> None:
    parser = argparse.ArgumentParser(description="type the first hours of three people")
    parser.add_argument("python", type=Path)
    python = parser.parse_args().python.absolute()
    for hour in (player, programmer, host):
        with tempfile.TemporaryDirectory() as folder:
            hour(python, Path(folder))
        print(f"{hour.__name__}: as the page says")


if __name__ == "__main__":
    main()
