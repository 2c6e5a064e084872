"""A season at a table: spring or fall of a year, as orders are headed with it (``S1901``)."""

from __future__ import annotations

import re
from typing import ClassVar

from dragoman.quick_dataclass import dataclass

FIRST_YEAR = 1901


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """Seasons sort by time. ``fall`` tells the two of a year apart."""

    year: int
    fall: bool

    _WRITTEN: ClassVar[re.Pattern[str]] = re.compile(
        r"(s(?:pring)?|f(?:all)?)\s*(19\d\d|\d\d)\Z", re.I
    )

    @classmethod
    def parse(cls, text: str) -> Season:
        """Read ``S1901``, ``f01``, ``Spring 1901``.

        Raises:
            ValueError: if the text is no season from spring 1901 on.
        """
        match = cls._WRITTEN.match(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no season; seasons are written S1901 and F1901")
        year = int(match[2]) % 100 + 1900
        if year < FIRST_YEAR:
            raise ValueError(f"{text!r}: games begin in spring {FIRST_YEAR}")
        return cls(year, match[1][0] in "Ff")

    @classmethod
    def number(cls, index: int) -> Season:
        """The season by its number; spring 1901 is 0."""
        return cls(FIRST_YEAR + index // 2, index % 2 == 1)

    @property
    def index(self) -> int:
        """How many seasons came before it."""
        return (self.year - FIRST_YEAR) * 2 + self.fall

    @property
    def next(self) -> Season:
        return Season.number(self.index + 1)

    @property
    def last_fall(self) -> int:
        """The year of the last count before this season ends; 1900 is the opening count."""
        return self.year - 1

    @property
    def spoken(self) -> str:
        return f"{'Fall' if self.fall else 'Spring'} {self.year}"

    def __str__(self) -> str:
        return f"{'F' if self.fall else 'S'}{self.year}"


FIRST = Season(FIRST_YEAR, False)
"""Spring 1901."""

LAST = Season(1999, True)
"""Where a clock that is never stopped comes to rest."""
