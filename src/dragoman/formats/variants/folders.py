"""The folders of variants: those that come with Dragoman, and a person's own."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path

from dragoman.errors import checked

TOML = "variant.toml"
NAMES = re.compile(r"names\.\w+\.toml")
"""Files that go on where that ends, with the names in a language."""


@checked
def shipped_variants() -> list[str]:
    """The names of the variants that come with Dragoman."""
    return [*_shipped()]


@cache
def _shipped() -> tuple[str, ...]:
    folders = shipped_folder().iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.joinpath(TOML).is_file()))


@checked
def installed_variants() -> list[str]:
    """The names of the variants that a person has installed, without shipped ones."""
    own = installed_folder()
    if not own.is_dir():
        return []
    names = {folder.name for folder in own.iterdir() if folder.is_dir()}
    return sorted(n for n in names.difference(shipped_variants()) if not n.startswith("."))


@checked
def shipped_folder() -> Path:
    """The folder with a folder for each variant that comes with Dragoman."""
    return Path(__file__).parents[2] / "variants"


@checked
def installed_folder() -> Path:
    """The folder with a folder for each variant a person has installed; it need not exist.

    ``dragoman/variants`` in the folder of the person's data: $XDG_DATA_HOME where that is
    set, else what is usual on the system.
    """
    if home := os.environ.get("XDG_DATA_HOME"):
        data = Path(home)
    elif sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        data = Path.home() / ".local" / "share"
    return data / "dragoman" / "variants"


def folder_of(name: str) -> Path | None:
    """The folder of an installed variant; None where none has this name."""
    return installed_folder() / name if name in installed_variants() else None
