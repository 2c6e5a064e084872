"""Texts of words and signs: keys stand as they are, anything odd in quotation marks."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

SIGNS = "|:;,"
"""What stands between words."""

_PLAIN = re.compile(r"[\w/.'&+]+(?:-+[\w/.'&+]+)*")
_PART = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s|:;,"]+|[|:;,"]')


def quoted(word: str, reserved: tuple[str, ...] = ()) -> str:
    """The word as it stands in a text: in quotation marks unless it is plain."""
    if _PLAIN.fullmatch(word) and word not in reserved:
        return word
    return json.dumps(word)


class QuotedPart(NamedTuple):
    """A word or a sign, and its column from 1. A word in quotation marks is never a sign, nor
    a word that means something to the reader."""

    text: str
    column: int
    is_quoted: bool = False


class Unreadable(Exception):
    """Raised while reading a text that is not what it should be."""

    def __init__(self, what: str, column: int) -> None:
        super().__init__(what)
        self.what, self.column = what, column


class WordReader:
    """Goes through the words and signs of a text."""

    def __init__(self, text: str) -> None:
        """Raises ``Unreadable`` where quotation marks hold no word."""
        self._parts = [_part(match) for match in _PART.finditer(text)]
        self._end = len(text.rstrip()) + 1
        self._at = 0

    @property
    def column(self) -> int:
        """Where the next word or sign stands."""
        return self._parts[self._at].column if self.has_more else self._end

    @property
    def has_more(self) -> bool:
        return self._at < len(self._parts)

    def sees(self, text: str) -> bool:
        """True if this sign or word comes next, not in quotation marks."""
        if not self.has_more:
            return False
        part = self._parts[self._at]
        return part.text == text and not part.is_quoted

    def take(self, text: str) -> bool:
        """True if this sign or word comes next; if so it is passed."""
        found = self.sees(text)
        self._at += found
        return found

    def need(self, sign: str) -> None:
        """Pass this sign.

        Raises:
            Unreadable: if something else comes next.
        """
        if not self.take(sign):
            raise Unreadable(f"here should be {sign!r}", self.column)

    def sees_word(self, *reserved: str) -> bool:
        """True if a word comes next that is none of these."""
        if not self.has_more:
            return False
        part = self._parts[self._at]
        return part.is_quoted or part.text not in (*SIGNS, *reserved)

    def word(self, what: str) -> str:
        """The next word, which should be ``what``.

        Raises:
            Unreadable: if no word comes next.
        """
        if not self.sees_word():
            raise Unreadable(f"here should be {what}", self.column)
        self._at += 1
        return self._parts[self._at - 1].text


def _part(match: re.Match[str]) -> QuotedPart:
    text, column = match.group(), match.start() + 1
    if not text.startswith('"'):
        return QuotedPart(text, column)
    try:
        return QuotedPart(str(json.loads(text)), column, is_quoted=True)
    except ValueError:
        raise Unreadable("these quotation marks do not hold a word", column) from None
