"""Reading what people typed or saved from a mail, in whatever encoding their program chose."""

from __future__ import annotations

import sys
from pathlib import Path

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import decode

STDIN = Path("-")
"""Stands for standard input."""

_LARGEST = 100_000
_NAMES = {"cp1252": "Windows-1252", "cp437": "DOS (437)", "latin-1": "Latin-1"}


def read_any_text(path: Path) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a file, or of standard input for ``-``, and what is wrong with it.

    UTF-8 and marked UTF-16 are taken as they are. Anything else is read in the 8-bit
    encoding in which it looks most like writing, with a warning. What is no text at all is
    an error.

    Raises:
        OSError: if the file cannot be read.
    """
    source = "standard input" if path == STDIN else str(path)
    if path == STDIN:
        content = sys.stdin.buffer.read(_LARGEST + 1)
    else:
        with open(path, "rb") as file:
            content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        what = f"this holds more than {_LARGEST // 1000} kB"
        return "", (Diagnostic("too-large", what, "name another file", source),)
    text, encoding = decode(content)
    text = text.partition("\x1a")[0]  # the end-of-file mark of DOS
    if encoding == "" or any(c < " " and c not in "\t\n\r\f\v" for c in text):
        what = "this is not text, or in an encoding that cannot be told"
        return "", (Diagnostic("not-text", what, "save it as plain text in UTF-8", source),)
    if encoding not in _NAMES:
        return text, ()
    warning = Diagnostic(
        "wrong-encoding",
        f"this is not UTF-8; it was read as {_NAMES[encoding]}",
        "if names of places look wrong, save it as UTF-8",
        source,
        severity=Severity.WARNING,
    )
    return text, (warning,)
