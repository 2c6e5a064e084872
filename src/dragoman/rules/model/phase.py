"""A phase of a game: ``S1901M`` is the movement of spring 1901."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache, total_ordering
from typing import ClassVar

from dragoman.board import UnknownName
from dragoman.errors import checked
from dragoman.quick_dataclass import dataclass

_USUAL = 16
"""Letters of a phase at most: what is remembered must not be long, whatever stands around it."""


class PhaseKind(Enum):
    """The kind of decision that a phase is for."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


_KINDS = {kind.value: kind for kind in PhaseKind}


@checked
@total_ordering
@dataclass(frozen=True, slots=True)
class Phase:
    """Season letter (``S`` spring, ``U`` summer, ``F`` fall, ``W`` winter), year, kind.

    A year below zero is one B.C.: -260 is 260 B.C., written ``S0260BCM``.

    Phases sort in time: by year, then spring, summer, fall and winter, then movement,
    retreats and adjustments.
    """

    year: int
    season: str
    letter: str

    _WRITTEN: ClassVar[re.Pattern[str]] = re.compile(r"([SUFW])(\d{1,4})(BC)?([MRAB])\Z")

    @property
    def kind(self) -> PhaseKind:
        """The kind of decision that it is for."""
        return _KINDS.get(self.letter) or PhaseKind(self.letter)

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Read ``S1901M``. An adjustment may end in ``A`` or ``B``, and one of the fall belongs to
        winter: ``F1901B`` (nJudge, DATC) and ``W1901A`` are one phase.

        Raises:
            UnknownName: if the text is not a phase.
        """
        return cls._read(text.strip() if len(text) > _USUAL else text)

    @classmethod
    @lru_cache(maxsize=4096)
    def _read(cls, text: str) -> Phase:
        match = cls._WRITTEN.match(text.strip().upper())
        if match is None:
            what = f"{text!r} is no phase; phases are written like S1901M"
            raise UnknownName("phase", text, what=what)
        season, year, era, letter = match.groups()
        if letter in "AB":
            season, letter = "W" if season == "F" else season, "A"
        return cls(-int(year) if era else int(year), season, letter)

    @property
    def is_bc(self) -> bool:
        """True if its year is one B.C."""
        return self.year < 0

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Phase):
            return NotImplemented
        if self.year != other.year:
            return self.year < other.year
        return self._place_in_year < other._place_in_year

    @property
    def _place_in_year(self) -> tuple[int, int]:
        return "SUFW".index(self.season), "MRA".index(self.letter)

    def __str__(self) -> str:
        era = "BC" if self.is_bc else ""
        return f"{self.season}{abs(self.year):04d}{era}{self.letter}"

    def __repr__(self) -> str:
        return f"Phase.parse({str(self)!r})"
