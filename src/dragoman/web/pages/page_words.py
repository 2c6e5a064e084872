"""The words of pages in each language. English stands in the templates and the code."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dragoman.words import LANGUAGES, word_file

WORDS: Final = Path(__file__).with_name("words")


def in_words(text: str, language: str) -> str:
    """A text of a page in a language; what there are no words for stays as it is."""
    if language == LANGUAGES[0]:
        return text
    found = word_file(WORDS, language).get(text, text)
    return str(found)
