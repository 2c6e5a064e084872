"""Put the docs of this commit beside those of other versions: ``make docs-version``.

    .venv/bin/python tools/publish_docs.py [--branch BRANCH] [--push]

The site is built and committed by mike to a branch, as a folder: ``1.0`` for every release from
1.0.0 on until 1.1.0, to which ``latest`` and the root of the site lead; ``dev`` for a commit that
has no tag. Each page has a menu of all that are there. Nothing leaves this machine without
``--push``; any web server, or a host of pages such as GitHub's, serves the branch.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

RELEASE: Final = re.compile(r"(\d+\.\d+)\.\d+")


def main() -> None:
    parser = argparse.ArgumentParser(description="put the docs beside those of other versions")
    parser.add_argument("--branch", default="gh-pages", help="where the sites lie")
    parser.add_argument("--push", action="store_true", help="push the branch to origin, too")
    chosen = parser.parse_args()
    version = subprocess.check_output([sys.executable, "-m", "hatchling", "version"], text=True)
    where = ("--branch", chosen.branch, *(("--push",) if chosen.push else ()))
    release = RELEASE.fullmatch(version.strip())
    if release is None:
        mike("deploy", *where, "--title", version.strip(), "dev")
        return
    title = ("--title", version.strip())
    aliases = ("--update-aliases", "--alias-type", "redirect")
    mike("deploy", *where, *aliases, *title, release[1], "latest")
    mike("set-default", *where, "latest")


def mike(*words: str) -> None:
    programs = Path(sys.executable).parent
    told = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}  # it calls mkdocs
    subprocess.run([programs / "mike", *words], check=True, env=told)


if __name__ == "__main__":
    main()
