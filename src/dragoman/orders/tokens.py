"""Cutting a line into words and signs, each with its place in the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

MOVE_SIGN = "-"
DITTO_SIGN = '"'

_TOKEN = re.compile(
    r"(?P<word>[^\W_](?:[\u0300-\u036f]|['’]?[^\W_])*)"
    r"|(?P<arrow>[-–—−]+>?|=*>+|[→⇒])"
    r"|(?P<ditto>[\"“”„″«»]|''|,,|´´|``)"
    r"|\S"
)
_COMMENT = re.compile(r"[#%].*")


class Token(NamedTuple):
    """A word or a sign. ``folded`` is the word as it is compared, or the sign itself.

    Every arrow and dash is the move sign ``-``, every quotation mark the ditto mark.
    """

    text: str
    folded: str
    start: int
    end: int
    is_word: bool


def tokens_of(line: str, fold: Callable[[str], str]) -> list[Token]:
    """The words and signs of a line, up to its comment (``#`` or ``%``)."""
    found: list[Token] = []
    for match in _TOKEN.finditer(_COMMENT.sub("", line)):
        text = match.group()
        kind = match.lastgroup
        if kind == "word":
            folded = fold(text)
        elif kind == "arrow":
            folded = MOVE_SIGN
        elif kind == "ditto":
            folded = DITTO_SIGN
        else:
            folded = text
        found.append(Token(text, folded, match.start(), match.end(), kind == "word"))
    return found
