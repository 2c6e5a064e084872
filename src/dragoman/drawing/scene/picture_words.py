"""What stands on maps and beside them, in the language of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dragoman.words import LANGUAGES, word_file

_WORDS: Final = Path(__file__).parents[1] / "words"


def picture_words(table: str, language: str) -> Mapping[str, str]:
    """The words of a table, in English where there is no such language."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return word_file(_WORDS, known)[table]
