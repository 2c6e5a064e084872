"""Titles that stand in lists, in the subjects of mails and in the names of files: one line that is
seen."""

from __future__ import annotations

import unicodedata
from typing import Final

_TURNING: Final = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
"""What turns the text that follows, beyond the title."""


def is_one_line(title: str) -> bool:
    """Whether a title is nothing but one line, of which something is seen."""
    kinds = {unicodedata.category(one) for one in title}
    ways = {unicodedata.bidirectional(one) for one in title}
    if kinds & {"Cc", "Zl", "Zp"} or ways & _TURNING:
        return False
    return any(kind[0] in "LNPS" for kind in kinds)
