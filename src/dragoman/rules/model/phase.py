"""A phase of a game: ``S1901M`` is the movement of spring 1901."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import ClassVar


class PhaseKind(Enum):
    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


@dataclass(frozen=True, slots=True, order=True)
class Phase:
    """Season letter (``S`` spring, ``U`` summer, ``F`` fall, ``W`` winter), year, kind."""

    year: int
    season: str
    letter: str

    _WRITTEN: ClassVar[re.Pattern[str]] = re.compile(r"([SUFW])(\d{1,4})([MRAB])\Z")

    @property
    def kind(self) -> PhaseKind:
        return PhaseKind(self.letter)

    @classmethod
    @lru_cache(maxsize=4096)
    def parse(cls, text: str) -> Phase:
        """Read ``S1901M``. An adjustment may end in ``A`` or ``B`` and fall in ``F`` or ``W``:
        ``F1901B`` (nJudge, DATC) and ``W1901A`` are one phase.

        Raises:
            ValueError: if the text is not a phase.
        """
        match = cls._WRITTEN.match(text.strip().upper())
        if match is None:
            raise ValueError(f"{text!r} is no phase; phases are written like S1901M")
        season, year, letter = match.groups()
        if letter in "AB":
            season, letter = "W", "A"
        return cls(int(year), season, letter)

    def __str__(self) -> str:
        return f"{self.season}{self.year:04d}{self.letter}"
