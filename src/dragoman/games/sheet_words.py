"""What order sheets say, in each language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dragoman.files import kept_toml


@lru_cache(maxsize=8)
def sheet_words(language: str) -> Mapping[str, Any]:
    """The words of a language: texts by their keys, those of expenditures in ``purposes``."""
    return kept_toml(Path(__file__).with_name("words") / f"{language}.toml")
