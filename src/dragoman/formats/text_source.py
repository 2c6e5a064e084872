"""A text file being read: its lines, whatever wrote them, and the faults found on the way."""

from __future__ import annotations

import re

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import decode

_LINE_END = re.compile(r"\r\n|\r|\n")

Lines = list[tuple[int, str]]
"""Some lines of a text with their numbers."""


class Source:
    """The lines of a text and the diagnostics about them. Lines count from 1.

    Lines may end as on any system; a DOS end-of-file mark ends the text.
    """

    def __init__(self, text: str | bytes, name: str = "") -> None:
        self.name = name
        if isinstance(text, bytes):
            text, _ = decode(text)
        self.lines: list[str] = _LINE_END.split(text.partition("\x1a")[0].removeprefix("\ufeff"))
        if self.lines[-1] == "":
            self.lines.pop()
        self.faults: list[Diagnostic] = []

    def error(
        self,
        code: str,
        what: str,
        remedy: str = "",
        line: int = 0,
        column: int = 1,
        candidates: tuple[str, ...] = (),
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Report an error: something could not be read and was left out. Line 0 means no line."""
        column = column if line else 0
        self.faults.append(
            Diagnostic(code, what, remedy, self.name, line, column, candidates, severity)
        )

    def warn(self, code: str, what: str, remedy: str = "", line: int = 0, column: int = 1) -> None:
        """Report a warning: something was read, but was probably not meant that way."""
        self.error(code, what, remedy, line, column, severity=Severity.WARNING)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The faults in the order of their places."""
        return tuple(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))
