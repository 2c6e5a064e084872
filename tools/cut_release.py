"""Cut a release: the changelog gets its heading, files their version, and the commit its tag.

    .venv/bin/python tools/cut_release.py 1.0.0 [--date 2027-01-15]

What stands under *Unreleased* in ``CHANGELOG.md`` is this release from now on, and above it is room
for the next. ``CITATION.cff`` and the npm package name the version; the Python package takes it
from the tag. All of that is one commit with an annotated tag, on this machine alone: look at it,
check it (``make release-check``), push it. Until then
``git tag --delete v1.0.0; git reset --hard HEAD~`` takes it back.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?")


def changelog(text: str, version: str, day: str) -> str:
    """The changelog with a heading for this version over what was unreleased.

    Raises:
        SystemExit: if there is nothing, or this version is there.
    """
    if f"## [{version}]" in text:
        raise SystemExit(f"CHANGELOG.md has {version} already")
    head, heading, rest = text.partition("## [Unreleased]\n")
    if not re.match(r"\s*[^\s#\[]|\s*### ", rest):
        raise SystemExit("CHANGELOG.md has nothing under Unreleased")
    return f"{head}{heading}\n## [{version}] - {day}\n{rest}"


def citation(text: str, version: str, day: str) -> str:
    """``CITATION.cff`` with this version and its day; before the first release it has none."""
    text = re.sub(r"(?m)^(version|date-released):.*\n", "", text)
    return f"{text.rstrip()}\nversion: {version}\ndate-released: {day}\n"


def package(text: str, version: str, day: str) -> str:
    """``package.json``, or its lock, whose own version comes before those of others. npm writes
    ``1.0.0-rc.1`` for what is ``1.0.0rc1`` in Python."""
    del day
    own = re.sub(r"(a|b|rc)(\d+)$", r"-\1.\2", version)
    head, name, rest = text.partition('"node_modules/')
    return re.sub(r'("version": )"[^"]*"', rf'\1"{own}"', head) + name + rest


EDITED: Final[dict[str, Callable[[str, str, str], str]]] = {
    "CHANGELOG.md": changelog,
    "CITATION.cff": citation,
    "dragoman-judge/package.json": package,
    "dragoman-judge/package-lock.json": package,
}


def git(*words: str, root: Path) -> str:
    ran = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"git {words[0]}: {ran.stderr.strip()}")
    return ran.stdout.strip()


def order(version: str) -> tuple[int | str, ...]:
    """What versions are compared by: 1.0.0rc1 comes before 1.0.0.

    Raises:
        SystemExit: if it is none.
    """
    found = VERSION.fullmatch(version)
    if found is None:
        raise SystemExit(f"{version!r} is no version; it is written as 1.0.0, or 1.0.0rc1")
    major, minor, patch, stage, number = found.groups()
    return int(major), int(minor), int(patch), stage or "z", int(number or 0)


def cut(root: Path, version: str, day: str) -> None:
    """One commit and one tag in the repository at ``root``.

    Raises:
        SystemExit: if something was changed and not committed, or the version does not come after
            those that are there; then nothing was done.
    """
    asked = order(version)
    if changed := git("status", "--porcelain", "--untracked-files=no", root=root):
        raise SystemExit(f"these changes are not committed:\n{changed}")
    cuts = [one[1:] for one in git("tag", root=root).split() if VERSION.fullmatch(one[1:])]
    if later := [one for one in cuts if order(one) >= asked]:
        raise SystemExit(f"{max(later, key=order)} was cut already; {version} has to come after it")
    written = {
        name: edit((root / name).read_text("utf-8"), version, day) for name, edit in EDITED.items()
    }
    for name, text in written.items():
        (root / name).write_text(text, "utf-8")
    git("commit", "--quiet", "--message", f"Dragoman {version}", *EDITED, root=root)
    git("tag", "--annotate", "--message", f"Dragoman {version}", f"v{version}", root=root)


def main() -> None:
    parser = argparse.ArgumentParser(description="cut a release: one commit and its tag")
    parser.add_argument("version", help="as 1.0.0")
    parser.add_argument("--date", type=date.fromisoformat, default=date.today())
    chosen = parser.parse_args()
    cut(ROOT, chosen.version, chosen.date.isoformat())
    print(f"v{chosen.version} is cut; now: make release-check, then git push --follow-tags")


if __name__ == "__main__":
    main()
