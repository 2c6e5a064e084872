"""The package with more files in it, as somebody has it who adds something."""

import os
from collections.abc import Mapping
from pathlib import Path

import dragoman

SOURCE = Path(dragoman.__file__).parent


def overlaid(folder: Path, files: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program that sees the package with these files, by their paths in it;
    all others are those of the source."""
    _link(SOURCE, folder / "dragoman", {Path(name): text for name, text in files.items()})
    return {**os.environ, "PYTHONPATH": str(folder)}


def _link(source: Path, target: Path, files: Mapping[Path, str]) -> None:
    target.mkdir()
    within = {Path(name.parts[0]) for name in files}
    for path in source.iterdir() if source.is_dir() else ():
        if Path(path.name) not in within and path.name != "__pycache__":
            (target / path.name).symlink_to(path)
    for name in within:
        below = {
            one.relative_to(name): text for one, text in files.items() if one.parts[0] == str(name)
        }
        if Path() in below:
            (target / name).write_text(below[Path()], "utf-8")
        else:
            _link(source / name, target / name, below)
