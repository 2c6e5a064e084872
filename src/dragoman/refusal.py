"""Refusals: actions that cannot be carried out, and why."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.diagnostics import Diagnostic


class ActionRefused(Exception):
    """Raised by an action that cannot be; nothing was written.

    It never leaves the commands, which tell the diagnostic.
    """

    def __init__(
        self, code: str, what: str, remedy: str = "", candidates: Iterable[str] = ()
    ) -> None:
        self.diagnostic = Diagnostic(code, what, remedy, candidates=tuple(candidates))
        super().__init__(code, what, remedy, self.diagnostic.candidates)

    def __str__(self) -> str:
        return str(self.diagnostic)
