"""One program at a time: a lock on a folder, which ends with the program that holds it."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from dragoman.diagnostics import Diagnostic

LOCK = ".dragoman-lock"
"""The file that is locked: it is there while somebody is at work in the folder, says who, and
is nothing any more where its program was killed."""

PATIENCE = 5.0
"""For how many seconds others are waited for."""

_PAUSE = 0.01


class FolderRefused(Exception):
    """Something cannot be done in a folder now; the diagnostic says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return str(self.diagnostic)


class FolderInUse(FolderRefused):
    """Another program is at work in the folder."""


@contextmanager
def locked(folder: Path, what: str, patience: float = PATIENCE) -> Generator[None]:
    """Keep other programs that lock this folder out of it. ``what`` is told to those that wait.

    The system ends the lock when the program ends, however it ends. The lock is one of the
    machine: on a network drive it may not be seen by other machines.

    Raises:
        FolderInUse: if another program is at work there, after so many seconds.
        OSError: if the folder is not there or cannot be written.
    """
    path = folder / LOCK
    handle = _acquire(path, patience)
    try:
        since = datetime.now().isoformat(" ", timespec="seconds")
        holder = f"{what}, process {os.getpid()} on {platform.node()}, since {since}"
        with suppress(OSError):  # on a full disk nobody is told who it is; the lock holds
            os.ftruncate(handle, 0)
            os.write(handle, holder.encode())
        yield
    finally:
        _release(path, handle)


def _acquire(path: Path, patience: float) -> int:
    ends = time.monotonic() + patience
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:  # of the folder people know, and not of the file
            raise OSError(error.errno, error.strerror, str(path.parent)) from None
        try:
            # The file may have been removed, by its holder, after it was opened here.
            if _lock(handle) and _is_at(path, handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if time.monotonic() >= ends:
            raise FolderInUse(_in_use(path))
        time.sleep(_PAUSE)


def _in_use(path: Path) -> Diagnostic:
    try:
        holder = path.read_text("utf-8", "replace").strip()
    except OSError:
        holder = ""
    return Diagnostic(
        "folder-in-use",
        f"another command is at work here: {holder or 'it does not say which'}",
        "nothing was changed; wait for it, or end it if it hangs, and say this again",
        str(path.parent),
    )


def _is_at(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    _BEYOND = 1 << 20  # beyond the text, which others may read

    def _lock(handle: int) -> bool:
        os.lseek(handle, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        os.lseek(handle, 0, os.SEEK_SET)
        return True

    def _release(path: Path, handle: int) -> None:
        os.close(handle)
        with suppress(OSError):  # another program may have opened it by now
            path.unlink()

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(path: Path, handle: int) -> None:
        with suppress(OSError):
            path.unlink()  # while it is locked: whoever waits for it sees that it is gone
        os.close(handle)
