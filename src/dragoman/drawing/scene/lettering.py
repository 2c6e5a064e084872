"""The widths of the letters of pictures, as parts of their height."""

from __future__ import annotations

from typing import Final

LETTER_WIDTH: Final = 0.5
"""The width of a letter of the type on average."""
_WIDTHS: Final = {
    **dict.fromkeys("ijlI.,:;'|! ", 0.28),
    **dict.fromkeys("frtJ-()/", 0.38),
    **dict.fromkeys("czsE", 0.48),
    **dict.fromkeys("ABCDFGHKLNOPQRSTUVXYZ", 0.63),
    **dict.fromkeys("wW", 0.79),
    **dict.fromkeys("mM", 0.84),
}
_OTHERS: Final = 0.56


def width_of(line: str) -> float:
    """The width of a line of semibold type, by its letters."""
    return sum(_WIDTHS.get(letter, _OTHERS) for letter in line)
