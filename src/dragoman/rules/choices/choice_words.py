"""The words for switches and presets in each language. English stands with the switches."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dragoman.rules.choices.rule_set import PRESET_SOURCES
from dragoman.rules.choices.switch import Choice, Switch
from dragoman.words import LANGUAGES, word_file

WORDS: Final = Path(__file__).with_name("words")


def switch_in(switch: Switch, language: str) -> Switch:
    """A switch with its question, its source and what its answers mean in a language."""
    if language == LANGUAGES[0]:
        return switch
    choices = tuple(
        Choice(
            one.word,
            one.letter,
            _said("answers", f"{switch.name}={one.word}", one.meaning, language),
        )
        for one in switch.choices
    )
    return Switch(
        switch.name,
        _said("sources", switch.source, switch.source, language),
        _said("questions", switch.name, switch.question, language),
        choices,
    )


def preset_in(preset: str, language: str) -> str:
    """Where a preset's answers come from."""
    return _said("presets", preset, PRESET_SOURCES[preset], language)


def _said(table: str, key: str, english: str, language: str) -> str:
    if language == LANGUAGES[0]:
        return english
    return str(word_file(WORDS, language)[table].get(key, english))
