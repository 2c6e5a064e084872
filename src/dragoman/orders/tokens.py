"""Cutting a line into words and signs, each with its place in the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
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


class Token(NamedTuple):
    """A word or a sign. ``folded`` is the word as it is compared, or the sign itself.

    Every arrow and dash is the move sign ``-``, every quotation mark the ditto mark.
    """

    text: str
    folded: str
    start: int
    end: int
    is_word: bool


def token_pattern(names: Iterable[str], exact: bool) -> re.Pattern[str]:
    """What to cut a line by, so that names with signs in them (``North_Sea``) stay whole."""
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
) -> list[Token]:
    """The words and signs of a line, up to its comment (``#``, ``%`` or ``//``).

    What a mail program put between them is passed over.
    """
    found: list[Token] = []
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
        found.append(Token(part, folded, start, end, kind in ("word", "name")))
    return found
