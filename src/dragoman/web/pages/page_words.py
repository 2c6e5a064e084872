"""The words of pages in each language. English stands in the templates and the code."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from dragoman.words import LANGUAGES, in_number, word_file

WORDS: Final = Path(__file__).with_name("words")


def in_words(text: str, language: str) -> str:
    """A text of a page in a language; what there are no words for stays as it is."""
    return _found(text, language) or text


def in_words_by_number(one: str, several: str, number: int, language: str) -> str:
    """The same of a text that has several forms."""
    found = _found(one, language)
    if found is None:
        found, language = (one, several), LANGUAGES[0]
    return in_number(found, number, language)


def _found(text: str, language: str) -> Any:
    return None if language == LANGUAGES[0] else word_file(WORDS, language).get(text)
