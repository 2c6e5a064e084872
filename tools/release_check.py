"""Look whether a release can be cut from this tree, and write its notes: ``make release-check``.

    .venv/bin/python tools/release_check.py [--quick]

- The version of the program, its tag, if there is one here, and the heading of the changelog agree.
- The wheel and the sources are built twice and come out the same, byte for byte; twine finds
  nothing wrong with them.
- In a fresh environment of each Python from 3.11 to 3.14 that is here the wheel judges a turn.
  Those that are not here are named.
- Each extra is installed into a fresh environment of its own, and does something (``SMOKE``).
- Three people type their first hours from the docs (``first_hours``).

What the release brings is written into ``dist/NOTES.md``, with digests of its files. ``--quick``
leaves out all extras but ``judge`` and ``pictures``. Packages come from pip's index.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
SMOKE: Final = {
    "fast": "from dragoman.rules.batch import Batch; v = dragoman.load_variant('standard');"
    "Batch(v.board, v.rule_set).pack([v.start])",
    "numba": "import numba",
    "pictures": "from dragoman.drawing import png; assert png(dragoman.Game().svg(), 300)",
    "pdf": "import typst",
    "maps": "import networkx, svgelements",
    "menu": "import dragoman.cli.menu",
    "web": "import dragoman.web.app",
    "tournament": "import dragoman.tournament.desk.http",
    "judge": "import dragoman.web.app, dragoman.judge.service",
    "age": "import pyrage",
    "client": "import dragoman.client",
    "cluster": "import distributed",
    "env": "from dragoman.env import BatchEnv; BatchEnv('standard', 2).step_random()",
    "parquet": "import pyarrow",
    "spreadsheets": "import openpyxl",
    "all": "import dragoman.web.app, dragoman.cli.menu",
}
"""What is tried of each extra, in Python."""
NOT_TRIED: Final = {
    "cuda": "195 MB, and a card",
    "sb3": "PyTorch, some gigabytes",
    "dev": "see make venv",
    "bench": "AGPL",
}
TURN: Final = "import dragoman; assert dragoman.Game().process()['F LON'].success"


def main() -> None:
    parser = argparse.ArgumentParser(description="look whether a release can be cut")
    parser.add_argument("--quick", action="store_true", help="no extras but judge and pictures")
    is_quick = parser.parse_args().quick
    version = version_here()
    notes = notes_of((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
    print(f"version {version}; the changelog has {len(notes.splitlines())} lines for it")
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel = built_twice(dist, Path(folder))
        for named in PYTHONS:
            python = python_called(named)
            if python is None:
                print(f"Python {named}: not on this machine, not tried")
                continue
            tried(python, str(wheel), TURN, Path(folder) / named)
            print(f"Python {named}: judges a turn")
        extras = [one for one in SMOKE if not is_quick or one in ("judge", "pictures")]
        for one in extras:
            tried(Path(sys.executable), f"{wheel}[{one}]", SMOKE[one], Path(folder) / f"x-{one}")
            print(f"extra {one}: installed, and does something")
            shutil.rmtree(Path(folder) / f"x-{one}")
        for one, why in NOT_TRIED.items():
            print(f"extra {one}: not tried ({why})")
        home = Path(folder) / "home"
        python = tried(Path(sys.executable), f"{wheel}[judge,pictures]", TURN, home)
        run(sys.executable, ROOT / "tools" / "first_hours.py", python)
    sums = [f"{digest_of(one)}  {one.name}" for one in sorted(dist.iterdir())]
    text = f"# Dragoman {version}\n\n{notes}\n\nSHA-256:\n\n```text\n" + "\n".join(sums) + "\n```\n"
    (dist / "NOTES.md").write_text(text, "utf-8")
    print("the notes are in dist/NOTES.md")


def version_here() -> str:
    """The version of the program, and of the tag that is here, if one is.

    Raises:
        SystemExit: if they differ.
    """
    text = (ROOT / "src" / "dragoman" / "__init__.py").read_text("utf-8")
    version = re.findall(r'^__version__ = "(.+)"$', text, re.M)[0]
    tags = subprocess.run(
        ["git", "tag", "--points-at", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    wrong = [one for one in tags if one.startswith("v") and one != f"v{version}"]
    if wrong:
        raise SystemExit(f"the tag is {wrong[0]}, and the program says {version}")
    return version


def notes_of(changelog: str, version: str) -> str:
    """What the changelog says of a version; of one that is not tagged yet, what is unreleased.

    Raises:
        SystemExit: if there is nothing.
    """
    parts = re.split(r"^## \[(.+?)\].*$", changelog, flags=re.M)[1:]
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    text = (found.get(version) or found.get("Unreleased") or "").strip()
    if not text:
        raise SystemExit(f"CHANGELOG.md has nothing for {version}")
    return text


def built_twice(dist: Path, folder: Path) -> Path:
    """The wheel, of two that are the same; beside it the sources, likewise."""
    moment = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    for where in (dist, folder / "again"):
        run(
            *(sys.executable, "-m", "build", "--no-isolation", "--outdir", where, ROOT),
            SOURCE_DATE_EPOCH=moment,
        )
    for one in dist.iterdir():
        if digest_of(one) != digest_of(folder / "again" / one.name):
            raise SystemExit(f"{one.name} is another each time it is built")
    run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir())
    print("wheel and sources: built twice, and the same")
    return next(dist.glob("*.whl"))


def pythons_of_pyenv(named: str) -> Iterator[Path]:
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from root.glob(f"versions/{named}.*/bin/python")


def python_called(named: str) -> Path | None:
    """A Python of this version; None where there is none."""
    shown = shutil.which(f"python{named}")
    for one in (*([Path(shown)] if shown else ()), *pythons_of_pyenv(named)):
        asked = [one, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False)
        if said.stdout.strip() == named:
            return one
    return None


def tried(python: Path, wanted: str, program: str, folder: Path) -> Path:
    """The Python of a fresh environment into which something was installed, after it has run a
    program."""
    run(python, "-m", "venv", folder)
    fresh = folder / "bin" / "python"
    pip = (fresh, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    run(*pip, "--constraint", ROOT / "constraints.txt", wanted)
    run(fresh, "-c", f"import dragoman; {program}")
    return fresh


def digest_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def run(*command: str | Path, **variables: str) -> None:
    """Run a program, and end with what it says if it fails."""
    told = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | variables
    ran = subprocess.run(
        [*map(str, command)], cwd=ROOT.parent, env=told, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}")


if __name__ == "__main__":
    main()
