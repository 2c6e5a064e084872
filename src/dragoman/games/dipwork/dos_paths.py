"""Paths as DipWork's files and command lines have them: those of DOS, on any system."""

from __future__ import annotations

from pathlib import Path

from dragoman.formats.dipwork import find


def dos_path(folder: Path, text: str) -> Path:
    """Where a path of DOS or of this system leads from a folder, whether or not it exists."""
    text = text.replace("\\", "/")
    base = Path("/") if text.startswith("/") else folder
    if found := find(base, text):
        return found
    above, _, name = text.rpartition("/")
    return (find(base, above) or base / above) / name
