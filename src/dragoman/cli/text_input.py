"""Texts that a command is given: a file, or ``-`` for standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.games.requests import LARGEST, TypedFile, TypedText, read_typed_text
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class StandardInput:
    """What is typed or piped into this process."""

    name: str = "standard input"

    def read(self, most: int) -> bytes:
        return sys.stdin.buffer.read(most)


def typed_text(path: Path) -> TypedText:
    """The file of this path, or standard input."""
    return StandardInput() if path == Path("-") else TypedFile(path)


def read_any_text(path: Path, most: int = LARGEST) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a file, or of standard input, of so many bytes at most, and what is wrong with
    it.

    Raises:
        OSError: if the file cannot be read.
    """
    return read_typed_text(typed_text(path), most)
