"""What the judge says in its answers to mails, in the languages of the word files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dragoman.words import word_file


def words(language: str) -> Mapping[str, Any]:
    """The word file of a language: ``told``, ``help`` and ``flags``, each by keys.

    Raises:
        ValueError: if there is none.
    """
    return word_file(Path(__file__).with_name("words"), language)


def said(language: str, key: str, /, **parts: object) -> str:
    """A sentence of the answers by its key, its gaps filled."""
    text: str = words(language)["told"][key]
    return text.format_map({name: str(part) for name, part in parts.items()})
