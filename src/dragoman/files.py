"""Reading and writing files so that nothing is lost and nothing is half written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from dragoman.diagnostics import Diagnostic


def write_atomically(path: Path | str, text: str) -> None:
    """Put the text where the path says, as UTF-8: the whole of it or, on failure, nothing.

    A reader never sees a half-written file, and the former content survives a full disk or
    a crash. The folder must exist.

    Raises:
        OSError: if the file cannot be written; what was there before still stands.
    """
    path = Path(path)
    if path.is_symlink():  # the link stays a link, and the file it points at is replaced
        path = path.resolve()
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def read_text(path: Path | str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a UTF-8 file; empty, with a diagnostic, where there is none to be had."""
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return "", (
            Diagnostic("unreadable-file", f"cannot read {path}: {reason}", source=str(path)),
        )
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        return "", (
            Diagnostic(
                "wrong-encoding",
                f"byte {content[error.start]:#04x} is not UTF-8 text",
                "save the file as UTF-8",
                source=str(path),
                line=line,
                column=column,
            ),
        )


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself last, where the system can (not on Windows)."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
