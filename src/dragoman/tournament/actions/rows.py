"""Tables of which rows are refused: all that is wrong is told at once, and nothing is taken."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.refusal import ActionRefused

_MOST_TOLD: Final = 20


class RowsRefused(ActionRefused):
    """Raised where rows of a table cannot be taken; ``diagnostics`` has one for each, as far as
    they are told."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        first = diagnostics[0]
        super().__init__(first.code, first.what, first.remedy, first.candidates)
        self.diagnostics = tuple(diagnostics)
        self.args = (self.diagnostics,)  # of which pickle makes it again


class RowFaults:
    """The faults of a table, collected row by row."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    @contextmanager
    def of_line(self, line: int) -> Generator[None]:
        """Refusals here are told of a line of the file, and the next one is looked at."""
        try:
            yield
        except ActionRefused as refused:
            why = refused.diagnostic
            what = f"line {line}: {why.what}"
            fault = Diagnostic(why.code, what, why.remedy, candidates=why.candidates)
            self._found.append(fault)

    def check(self) -> None:
        """Refuse the table if anything is wrong with it.

        Raises:
            RowsRefused: if there is.
        """
        if not self._found:
            return
        told, more = self._found[:_MOST_TOLD], len(self._found) - _MOST_TOLD
        if more > 0:
            what = f"{more} more lines are refused"
            told.append(Diagnostic("more-lines", what, "mend these first"))
        raise RowsRefused(told)
