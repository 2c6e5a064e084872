"""The language that a mail is written in, as far as its commonest words tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final

from dragoman.words import LANGUAGES, facts

_LONGEST: Final = 20_000
_WORD: Final = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """The language, as ``en``; empty where that is not plain."""
    found = Counter(
        language
        for word in _WORD.findall(text[:_LONGEST])
        for language in _common().get(word.casefold(), ())
    )
    (language, most), (_, next_most) = (*found.most_common(2), ("", 0), ("", 0))[:2]
    return language if most > next_most else ""


@cache
def _common() -> Mapping[str, tuple[str, ...]]:
    """From each of the commonest words to the languages that it is of."""
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for word in dict.fromkeys(facts(language)["common"].casefold().split()):
            found[word] = (*found.get(word, ()), language)
    return found
