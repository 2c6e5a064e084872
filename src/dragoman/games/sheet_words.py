"""What order sheets say, in each language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dragoman.words import word_file


def sheet_words(language: str) -> Mapping[str, Any]:
    """The words of a language: texts by their keys."""
    return word_file(Path(__file__).with_name("words"), language)["sheet"]
