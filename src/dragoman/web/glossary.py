"""The glossary: the words of the game, in a sentence each, and where they stand in a text."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from dragoman.files import kept_toml
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

_FILE: Final = pathlib.Path(__file__).with_name("glossary.toml")
GROUPS: Final = ("play", "here", "machiavelli")
"""The groups that terms stand in: the game itself, games on a judge, Machiavelli."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game. ``words`` are its forms in running text, joined by commas; empty where
    it is a word of every day, too."""

    key: str
    group: str
    name: str
    text: str
    words: str = ""


@cache
def terms() -> Mapping[str, Term]:
    """All terms by their keys, as English has them."""
    data: Mapping[str, Any] = kept_toml(_FILE)
    return FrozenMap({one["key"]: Term(**one) for one in data["terms"]})


@dataclass(frozen=True, slots=True)
class TermFound:
    """A term in a text: which it is, and between which letters it stands."""

    term: Term
    start: int
    end: int


class TermFinder:
    """Finds terms in texts of a language, into which ``put`` translates."""

    def __init__(self, put: Callable[[str], str]) -> None:
        self._keys = {
            form.strip().lower(): one.key
            for one in terms().values()
            if one.words
            for form in put(one.words).split(",")
        }
        longest_first = sorted(self._keys, key=len, reverse=True)
        forms = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)

    def found_in(self, text: str) -> Iterator[TermFound]:
        """The terms of a text in their sequence, each once."""
        seen: set[str] = set()
        for one in self._pattern.finditer(text):
            key = self._keys[one[0].lower()]
            if key not in seen:
                seen.add(key)
                yield TermFound(terms()[key], *one.span())
