"""Learns the values of a variant from seeds, and writes their file.

    .venv/bin/python -m tools.learned [VARIANT]

It takes some five minutes of one core. The same commit makes the same numbers on any machine.
"""

from __future__ import annotations

import subprocess
import sys

from dragoman import load_variant
from dragoman.bots.value_files import written
from tools.learned.learning import FULL, ROOT, VALUES, learn, tell


def main(name: str = "standard") -> None:
    """Learn the values of a variant, and write their file."""
    git = ("git", "describe", "--always", "--dirty", "--abbrev=12")
    commit = subprocess.run(git, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    variant = load_variant(name)
    content = written(variant, learn(variant, FULL, commit.strip()))
    (VALUES / f"{variant.name}.values").write_bytes(content)
    tell(f"{variant.name}.values: {len(content):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
