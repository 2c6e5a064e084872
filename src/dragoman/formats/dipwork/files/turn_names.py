"""What a game master calls a turn: ``Frühjahr 1901``, ``Spring 03``, ``H/W1904``, ``F01``."""

from __future__ import annotations

import re

from dragoman.board import fold
from dragoman.rules import Phase

_SEASONS = {
    "S": ("fruhjahr", "fruehjahr", "fruhling", "fruehling", "spring", "fj", "f", "s", "sp"),
    "F": ("herbst", "fall", "autumn", "h"),
    "W": ("winter", "w"),
}
"""Seasons by their letter. A single F is Frühjahr, as the manual has it, not fall."""
_LETTERS = {word: letter for letter, words in _SEASONS.items() for word in words}
_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(?:\d{4}|\d{2})(?!\d)")
_WRITTEN = {"S": "Frühjahr", "F": "Herbst", "W": "Winter"}


def read_turn(text: str) -> Phase | None:
    """The phase that a game master's words mean; None if they cannot be understood.

    The first season named counts: ``H/W1904`` is the movement of fall. Winter alone is an
    adjustment. A year of two digits is of the twentieth century.
    """
    year = _YEAR.search(text)
    seasons = [_LETTERS[w] for word in _WORD.findall(text) if (w := fold(word)) in _LETTERS]
    if year is None or not seasons:
        return None
    number = int(year.group())
    number += 1900 if len(year.group()) == 2 else 0
    return Phase(number, seasons[0], "A" if seasons[0] == "W" else "M")


def write_turn(phase: Phase) -> str:
    """The phase in a game master's words (``Frühjahr 1901``)."""
    return f"{_WRITTEN.get(phase.season, phase.season)} {abs(phase.year):04}"
