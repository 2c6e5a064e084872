"""The word files of a room, one for each language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dragoman.errors import DragomanError
from dragoman.files import kept_toml

LANGUAGES = ("en", "de")
"""The languages there are words in."""


@lru_cache(maxsize=32)
def word_file(folder: Path, language: str) -> Mapping[str, Any]:
    """The words of a language in the word files of a folder.

    Raises:
        DragomanError: if there are none.
    """
    if language not in LANGUAGES:
        raise DragomanError(f"no words for {language!r}; there are {', '.join(LANGUAGES)}")
    return kept_toml(folder / f"{language}.toml")
