"""What is said of scoring systems in each language. English stands with the systems."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from dragoman.tournament.scoring.system import ScoringSystem
from dragoman.words import LANGUAGES, word_file

WORDS: Final = Path(__file__).with_name("words")


def system_in(one: ScoringSystem, language: str) -> ScoringSystem:
    """A system with its title, its formula, its source and its settings in a language."""
    if language == LANGUAGES[0]:
        return one
    words = word_file(WORDS, language)

    def said(table: str, key: str, english: str) -> str:
        return str(words[table].get(key, english))

    settings = tuple(
        replace(setting, meaning=said("settings", setting.meaning, setting.meaning))
        for setting in one.settings
    )
    return replace(
        one,
        title=said("titles", one.name, one.title),
        formula=said("formulas", one.name, one.formula),
        source=said("sources", one.source, one.source),
        settings=settings,
    )
