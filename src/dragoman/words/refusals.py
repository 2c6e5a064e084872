"""Refusals in the language of whoever reads them. They are made as plain sentences of English; the
catalogues have them as they stand in the source, with its gaps, and what fills those is put into
other words, too, where there are any."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.words.languages import LANGUAGES
from dragoman.words.messages import in_language, is_said
from dragoman.words.word_files import word_file

REFUSALS: Final = Path(__file__).with_name("refusals")
"""The catalogues of what a tournament refuses, and of what mends it."""

_GAP: Final = re.compile(r"\\\{([^}]*)\\\}")


@dataclass(frozen=True, slots=True)
class SentenceShape:
    """A sentence with gaps: what it looks like when they are filled, how its gaps are called, and
    what it is in the other language."""

    pattern: re.Pattern[str]
    gaps: tuple[str, ...]
    text: str

    def met(self, told: str) -> Sequence[tuple[str, str]] | None:
        """The gaps of a text of this shape, each with what fills it."""
        found = self.pattern.fullmatch(told)
        return None if found is None else [*zip(self.gaps, found.groups(), strict=True)]


def sentences(table: Mapping[str, str]) -> list[SentenceShape]:
    """The sentences with gaps of a table: those first that another one stands in, as after ``line
    3:``, then those that say most by themselves."""
    found: list[tuple[bool, int, SentenceShape]] = []
    for english, text in table.items():
        written = re.escape(english)
        if gaps := _GAP.findall(written):
            pattern = re.compile(_GAP.sub("(.+?)", written), re.DOTALL)
            names = tuple(re.sub(r"\\(.)", r"\1", gap) for gap in gaps)
            holds_another = names[-1].endswith(".what") and not written.startswith("\\{")
            size = len(_GAP.sub("", written))
            found.append((holds_another, size, SentenceShape(pattern, names, text)))
    found.sort(key=lambda one: (not one[0], -one[1]))
    return [one for _, _, one in found]


def refusal_in_language(text: str, language: str) -> str:
    """A refusal, or its remedy, in a language; a sentence that there are no words for stays as it
    is."""
    if is_said(text) or language == LANGUAGES[0]:
        return in_language(text, language)
    return _in_language(text, language)


@lru_cache(maxsize=4096)
def _in_language(text: str, language: str) -> str:
    known = word_file(REFUSALS, language)
    if (found := known.get(text)) is not None:
        return found
    if (told := in_language(text, language)) != text:
        return told
    for one in _sentences(language):
        if (gaps := one.met(text)) is not None:
            found = one.text
            for name, value in gaps:
                # What stands in quotes somebody wrote.
                said = value if name.endswith("!r") else _filled(value, language)
                found = found.replace(f"{{{name}}}", said)
            return found
    return str(text)


def _filled(value: str, language: str) -> str:
    """The filling of a gap in a language: one thing, or several after commas."""
    if (told := refusal_in_language(value, language)) != value:
        return told
    parts = value.split(", ")
    return ", ".join(refusal_in_language(part, language) for part in parts)


@lru_cache(maxsize=8)
def _sentences(language: str) -> list[SentenceShape]:
    return sentences(word_file(REFUSALS, language))
