"""Writing a file so that it is all there or, on failure, what was there before."""

from __future__ import annotations

import glob
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeAlias

_LEFT_BEHIND = 60.0
"""After so many seconds without a change a temporary file is one whose program was ended."""


Content: TypeAlias = str | bytes | Callable[[IO[bytes]], object]
"""The content to write: a text, as UTF-8, bytes, or what writes it into a file, part by part."""


def write_atomically(path: Path | str, content: Content, mode: int | None = None) -> None:
    """Put a content where the path says: all of it or, on failure, nothing.

    ``mode`` says who may read and write it; else that of the file that it replaces stays.

    A reader never sees a half-written file, and the former content survives a full disk or
    a crash. The folder must exist. What a program that was killed here left behind is removed.

    Raises:
        OSError: if the file cannot be written; what was there before still stands.
    """
    path = led_to(Path(path))
    _remove_left_behind(path)
    temporary = write_beside(path, content, mode=mode)
    try:
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_keeping_backup(path: Path, content: str | bytes) -> None:
    """Put a file in place as ``write_atomically`` does; one that was there before and is
    another becomes ``NAME.BAK``.

    Raises:
        OSError: if a file cannot be written; what was there before still stands.
    """
    new = content if isinstance(content, bytes) else content.encode("utf-8")
    if path.is_file() and (old := path.read_bytes()) != new:
        write_atomically(path.with_suffix(".BAK"), old)
    write_atomically(path, new)


def led_to(path: Path) -> Path:
    """The file itself: a link stays a link, and the file it points at is replaced."""
    return path.resolve() if path.is_symlink() else path


def write_beside(path: Path, content: Content, ending: str = "", mode: int | None = None) -> Path:
    """Write what is to take the place of a file into a new file beside it, and have it on the
    disk.

    Raises:
        OSError: if it cannot be written; then nothing is left of it.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}{ending}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode or 0o666)
    try:
        with open(handle, "wb") as file:
            if isinstance(content, str | bytes):
                file.write(content if isinstance(content, bytes) else content.encode("utf-8"))
            else:
                content(file)
            file.flush()
            os.fsync(file.fileno())
        if mode is None and path.exists():
            shutil.copymode(path, temporary)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def sync_folder(folder: Path) -> None:
    """Make a renaming itself last, where the system can (not on Windows)."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_left_behind(path: Path) -> None:
    """Remove what earlier attempts to write this file left when they were killed."""
    for found in path.parent.glob(f".{glob.escape(path.name)}.{'[0-9a-f]' * 8}"):
        with suppress(OSError):
            if time.time() - found.stat().st_mtime > _LEFT_BEHIND:
                found.unlink()
