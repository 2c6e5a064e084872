"""Diagnostics of something a person wrote: where, what, and how to mend it.

Every reader and checker in Dragoman returns diagnostics instead of raising, so that one
run reports all faults and keeps everything that was right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from dragoman.errors import checked
from dragoman.quick_dataclass import dataclass
from dragoman.values import short_repr

if TYPE_CHECKING:
    from dragoman.views import DiagnosticShape


class Severity(Enum):
    """The weight of a fault for what was read."""

    ERROR = "error"
    """The thing the diagnostic points at was left out."""
    WARNING = "warning"
    """It was understood, but probably not meant so."""


_FEW: Final = 3
"""So few candidates are a guess at what was meant; more are all that there is."""


@checked
@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault in a text, a file or a form.

    ``line`` and ``column`` count from 1; 0 means the fault has no place in a text.
    ``code`` is stable and made for programs (``unknown-province``).
    """

    code: str
    what: str
    remedy: str = ""
    source: str = ""
    line: int = 0
    column: int = 0
    candidates: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def at(self, source: str = "", line: int = 0, column: int = 0) -> Diagnostic:
        """The same fault with a place filled in where it had none."""
        return replace(
            self,
            source=self.source or source,
            line=self.line or line,
            column=self.column or column,
        )

    __repr__ = short_repr

    def __str__(self) -> str:
        return self.told(str)

    def data(self) -> DiagnosticShape:
        """The fault for programs; what says nothing is left out."""
        found: DiagnosticShape = {
            "code": self.code,
            "what": self.what,
            "severity": self.severity.value,
        }
        if self.remedy:
            found["remedy"] = self.remedy
        if self.source:
            found["source"] = self.source
        if self.line:
            found["line"] = self.line
        if self.column:
            found["column"] = self.column
        if self.candidates:
            found["candidates"] = list(self.candidates)
        return found

    def told(self, say: Callable[[str], str]) -> str:
        """The fault with its place, each of its texts as ``say`` puts it."""
        place = ":".join(
            str(part) for part in (self.source, self.line or None, self.column or None) if part
        )
        what = say(self.what)
        text = f"{place}: {say(self.severity.value)}: {what}" if place else what
        if self.candidates:
            named = ", ".join(self.candidates)
            is_guess = len(self.candidates) <= _FEW
            text += (
                f"; {say('did you mean')} {named}?"
                if is_guess
                else f" ({say('it can be')}: {named})"
            )
        if self.remedy:
            text += f" - {say(self.remedy)}"
        return text


@checked
def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """True if any of them is an error rather than a warning."""
    return any(diagnostic.is_error for diagnostic in diagnostics)
