"""Problems in the language of whoever reads them. English is what the judge speaks; the catalogues
beside this have it in other languages, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES, in_language as message_in_language, word_file

_GAP = re.compile(r"\\\{([^}]*)\\\}")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with gaps: what it looks like when they are filled, how its gaps are called, and
    what it is in the other language."""

    pattern: re.Pattern[str]
    gaps: tuple[str, ...]
    text: str


def in_language(
    diagnostics: Sequence[Diagnostic], language: str
) -> tuple[tuple[Diagnostic, ...], str]:
    """The same in a language, if there are words for all of it, and in which language that is. An
    answer that is half in one and half in the other is read by nobody."""
    if language == LANGUAGES[0]:
        return tuple(diagnostics), language
    found = [_translated(one, language) for one in diagnostics]
    if any(one is None for one in found):
        return tuple(diagnostics), LANGUAGES[0]
    return tuple(one for one in found if one is not None), language


def words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The words of a language for sentences, for what mends them, and for what fills their gaps."""
    return word_file(Path(__file__).with_name("problems"), language)


def _translated(one: Diagnostic, language: str) -> Diagnostic | None:
    what = _said(one.what, "what", language)
    remedy = _said(one.remedy, "remedy", language) if one.remedy else ""
    if what is None or remedy is None:
        return None
    return replace(one, what=what, remedy=remedy)


def _said(text: str, table: str, language: str) -> str | None:
    if (known := words(language)[table].get(text)) is not None:
        return known
    gaps = words(language)["gap"]
    for one in _sentences(table, language):
        if met := one.pattern.fullmatch(text):
            found = one.text
            for name, value in zip(one.gaps, met.groups(), strict=True):
                found = found.replace(f"{{{name}}}", gaps.get(value, value))
            return found
    # What the scanner says of an order is a message, which has words of its own.
    told = message_in_language(text, language)
    return told if told != text else None


@lru_cache(maxsize=8)
def _sentences(table: str, language: str) -> tuple[_Sentence, ...]:
    """The sentences with gaps of a table."""
    found: list[_Sentence] = []
    for english, text in words(language)[table].items():
        written = re.escape(english)
        if gaps := _GAP.findall(written):
            pattern = re.compile(_GAP.sub("(.+?)", written), re.DOTALL)
            names = tuple(re.sub(r"\\(.)", r"\1", gap) for gap in gaps)
            found.append(_Sentence(pattern, names, text))
    return tuple(found)
