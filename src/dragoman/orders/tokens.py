"""A line of orders as words and signs, each with its place in the line, whatever they may mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from dragoman.orders.pasted import typed

MOVE_SIGN = "-"
DITTO_SIGN = '"'

_TOKEN = re.compile(
    r"(?P<word>[^\W_](?:[\u0300-\u036f]|['’]?[^\W_])*)"
    r"|(?P<arrow>[-‐-―−﹘﹣－⁃]+>*|[=~]*>+|[→⇒➔➙➛➜➝➞➟➡➤➨⟶⟹⟼↦⇨⇾▶►▸›])"
    r"|(?P<ditto>[\"“”„″«»]|''|,,|´´|``)"
    r"|\S"
)
_NAME_SIGNS = frozenset("_/():,=^")
"""Signs that may stand in the name of a place, besides letters and digits (DipWork)."""
_COMMENT = re.compile(r"[#%].*|(?<!\S)//.*")
_NUMBERED = re.compile(r"\s*#(?=\d)")
"""A list mark: ``#1 A Par - Bur``."""


class OrderToken(NamedTuple):
    """A word or a sign. ``folded`` is the word as it is compared, or the sign itself.

    Every arrow and dash is the move sign ``-``, every quotation mark the ditto mark.
    """

    text: str
    folded: str
    start: int
    end: int
    is_word: bool


def token_pattern(names: Iterable[str], exact: bool) -> re.Pattern[str]:
    """The pattern to cut a line by, so that names with signs in them (``North_Sea``) stay whole."""
    odd = {
        name
        for name in names
        if not _NAME_SIGNS.isdisjoint(name) and all(c.isalnum() or c in _NAME_SIGNS for c in name)
    }
    if not odd:
        return _TOKEN
    longest_first = sorted(odd, key=lambda name: (-len(name), name))
    whole = "|".join(map(re.escape, longest_first))
    flags = re.NOFLAG if exact else re.IGNORECASE
    return re.compile(rf"(?P<name>(?<!\w)(?:{whole})(?!\w))|{_TOKEN.pattern}", flags)


def tokens_of(
    line: str, fold: Callable[[str], str], pattern: re.Pattern[str] = _TOKEN
) -> list[OrderToken]:
    """The words and signs of a line, up to its comment (``#``, ``%`` or ``//``).

    What a mail program put between them is passed over.
    """
    found: list[OrderToken] = []
    text, origins = typed(line)
    numbered = _NUMBERED.match(text)
    begin = numbered.end() if numbered else 0
    comment = _COMMENT.search(text, begin)
    for match in pattern.finditer(text, begin, comment.start() if comment else len(text)):
        part, kind = match.group(), match.lastgroup
        if kind in ("word", "name"):
            folded = fold(part)
        elif kind == "arrow":
            folded = MOVE_SIGN
        elif kind == "ditto":
            folded = DITTO_SIGN
        else:
            folded = part
        start, end = origins[match.start()], origins[match.end() - 1] + 1
        found.append(OrderToken(part, folded, start, end, kind in ("word", "name")))
    return found


# The words and signs of a line, looked up by their number

SEPARATORS = frozenset(",;|")
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
BEHIND_UNIT = frozenset(".:_") | CLOSING
"""Signs that mean nothing between a unit and its order: ``A Bur: - Par``, ``(A Bur) - Par``."""
LEFT_OVER = frozenset(".:!?*&~/='\"") | CLOSING
"""Signs that mean nothing behind an order."""


class SignedWords:
    """The words and signs of a line: which stand where, and where passages of them end."""

    def __init__(self, text: str, tokens: Sequence[OrderToken]) -> None:
        self.text = text
        self.tokens = tokens
        self.count = len(tokens)

    def sign_at(self, i: int) -> str:
        """The sign here; empty where a word stands or the line ends."""
        if i >= self.count or self.tokens[i].is_word:
            return ""
        return self.tokens[i].folded

    def follows_closely(self, i: int) -> bool:
        """True if a word or sign stands here with no gap before it."""
        return 0 < i < self.count and self.tokens[i].start == self.tokens[i - 1].end

    def number_at(self, i: int) -> bool:
        """True if a word stands here that begins with a digit."""
        return i < self.count and self.tokens[i].is_word and self.tokens[i].text[0].isdigit()

    def past_number(self, i: int) -> int:
        """Past the number here, and past what is written as its thousands or its fraction."""
        i += 1
        while (
            self.sign_at(i) in (".", ",", "/", ":")
            and self.number_at(i + 1)
            and self.follows_closely(i)
            and self.follows_closely(i + 1)
        ):
            i += 2
        return i

    def past_piece(self, i: int) -> int:
        """The separator that ends the order or press here, or the end of the line."""
        while i < self.count and self.tokens[i].text not in SEPARATORS:
            i += 1
        return i

    def past_remark(self, i: int) -> int:
        """Past a remark in brackets that begins here; one that is left open runs to the end."""
        if self.sign_at(i) not in OPENING:
            return i
        while i < self.count and self.sign_at(i) not in CLOSING:
            i += 1
        return min(i + 1, self.count)

    def past_quoting(self, i: int) -> int:
        """Past the signs with which mails quote: ``> >``."""
        while self.sign_at(i) == MOVE_SIGN and self.tokens[i].text[0] == ">":
            i += 1
        return i

    def past_signs(self, i: int) -> int:
        while i < self.count and not self.tokens[i].is_word:
            i += 1
        return i

    def past_words(self, i: int) -> int:
        while i < self.count and self.tokens[i].is_word:
            i += 1
        return i

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the text of the tokens from ``start`` up to ``end``."""
        last = min(max(end - 1, start), self.count - 1)
        return self.tokens[start].start, self.tokens[last].end

    def folded_words(self, start: int, end: int) -> list[str]:
        """The words here, as they are compared."""
        return [token.folded for token in self.tokens[start:end] if token.is_word]

    def written(self, start: int, end: int) -> str:
        """These tokens as they are written."""
        begin, stop = self.span(start, end)
        return self.text[begin:stop]

    def column(self, i: int) -> int:
        """The column of a token, or the one behind the last, counted from 1."""
        if i < self.count:
            return self.tokens[i].start + 1
        return self.tokens[-1].end + 1 if self.tokens else 1
