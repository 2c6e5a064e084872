"""Refuse files that are too large to be kept for ever: pre-commit names those that changed."""

from __future__ import annotations

import sys
from pathlib import Path

LARGEST = 400_000
"""In bytes; the largest file of the repository is a picture of 240 kB."""


def main(names: list[str]) -> int:
    """Name the files that are too large; how many there are is the exit status."""
    large = [name for name in names if Path(name).stat().st_size > LARGEST]
    for name in large:
        print(f"{name}: over {LARGEST:,} bytes; pack it, or make it where it is needed")
    return min(len(large), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
