"""Problems in the language of whoever reads them. English is what the judge speaks; the catalogues
beside this have it in other languages, sentence by sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.words import LANGUAGES, word_file
from dragoman.words.refusals import SentenceShape, refusal_in_language, sentences


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
        if (met := one.met(text)) is not None:
            found = one.text
            for name, value in met:
                found = found.replace(f"{{{name}}}", gaps.get(value, value))
            return found
    # What the scanner says of an order, and what a tournament refuses, have words of their own.
    told = refusal_in_language(text, language)
    return told if told != text else None


@lru_cache(maxsize=8)
def _sentences(table: str, language: str) -> list[SentenceShape]:
    return sentences(words(language)[table])
