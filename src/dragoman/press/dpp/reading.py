"""The text of a DPP message as words and brackets, and what is odd about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.press.dpp.vocabulary import DppVocabulary
from dragoman.press.grammar import CLOSE, OPEN, Reader

MARK: Final = "*"
"""Stands after what was understood."""

_TOKEN = re.compile(r"[()*]|[^\s()*]+")


class TextReader(Reader):
    """Goes through the words and brackets of a text, and remarks on what is read although the
    protocol writes it otherwise."""

    def __init__(self, text: str, words: DppVocabulary) -> None:
        found = [*_TOKEN.finditer(text)]
        self.text = text
        self.spans = [match.span() for match in found]
        super().__init__([match[0].upper() for match in found], words)
        self.remarks: list[Diagnostic] = []
        for match in found:
            if match[0] != match[0].upper():
                self._remark("small-letters", f"{match[0]} has small letters", match.start())
        self._close()

    def _close(self) -> None:
        """Close the brackets that are still open where the text ends."""
        depth = sum((token == OPEN) - (token == CLOSE) for token in self.tokens)
        if depth > 0:
            end = len(self.text)
            self._remark("not-closed", f"{depth} brackets are not closed", end)
            self.tokens = [*self.tokens, *[CLOSE] * depth]
            self.spans += [(end, end)] * depth

    def remark(self, code: str, what: str, at: int | None = None) -> None:
        """Warn of what is read although it is written otherwise; by default at the next token."""
        self._remark(code, what, self.place(self.at if at is None else at))

    def _remark(self, code: str, what: str, start: int) -> None:
        self.remarks.append(
            Diagnostic(code, what, line=1, column=start + 1, severity=Severity.WARNING)
        )

    def place(self, at: int) -> int:
        """Where a token starts in the text, or where the text ends."""
        return self.spans[at][0] if at < len(self.spans) else len(self.text)

    def plain_text(self, stops: Iterable[str]) -> str:
        """The text up to a bracket that closes more than was opened, or one of the words
        that end it; it is passed."""
        start, depth, ends = self.at, 0, {*stops}
        while (token := self.ahead()) is not None:
            depth += (token == OPEN) - (token == CLOSE)
            if depth < 0 or (depth == 0 and token in ends):
                break
            self.at += 1
        return self.text[self.place(start) : self.spans[self.at - 1][1]] if self.at > start else ""


def text_of(tokens: Sequence[object]) -> str:
    """Words and brackets as a message: blanks only where two words meet."""
    said = ""
    for token in map(str, tokens):
        glued = not said or said[-1] in (OPEN, MARK) or token == CLOSE
        said += token if glued else f" {token}"
    return said
