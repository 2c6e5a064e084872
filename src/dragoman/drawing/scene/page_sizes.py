"""The sizes of a picture around its map: the type there, and the column of treasuries beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from dragoman.drawing.embedded_type import LETTER_WIDTH
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES, word_file

_WORDS: Final = Path(__file__).parents[1] / "words"
_LEAST_TYPE: Final = 10
"""The pixels of the type around a map, at least."""
_LINES: Final = 66
"""The height of that type is this part of the map's width where that is more."""


def picture_words(table: str, language: str) -> Mapping[str, str]:
    """The words of a table, in English where there is no such language."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return word_file(_WORDS, known)[table]


@dataclass(frozen=True)
class Purse:
    """The money of a power: its ducats, and what it owes the bank."""

    power: str
    ducats: int
    debt: int


@dataclass(frozen=True)
class PageSizes:
    """The sizes of a picture, in units of its geometry: those of a pixel, of the type around the
    map, and the width of what is beside it."""

    pixel: float
    type: float
    beside: float


def page_sizes(width: float, pixels: int, treasuries: Iterable[Purse], language: str) -> PageSizes:
    """The sizes of a picture so many ``pixels`` wide of a map of this ``width``."""
    letters = _letters_beside([*treasuries], language)
    # The column takes pixels from the map, and the more, the larger its type is.
    size = max(width / _LINES, _LEAST_TYPE * width / max(pixels - _LEAST_TYPE * letters, 1))
    return PageSizes((width + size * letters) / pixels, size, size * letters)


def _letters_beside(treasuries: list[Purse], language: str) -> float:
    """The width of the column of treasuries, in heights of its type."""
    if not treasuries:
        return 0.0
    words = picture_words("treasuries", language)
    told = [len(one.power) + 5.5 for one in treasuries]
    told += [len(words["owes"].format(ducats=one.debt)) * 0.8 for one in treasuries if one.debt]
    return 4.4 + max(*told, len(words["treasuries"])) * LETTER_WIDTH
