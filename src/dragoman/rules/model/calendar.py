"""Which phases a year has, and what is peculiar to each of them."""

from __future__ import annotations

import re
from functools import cached_property

from dragoman.board import UnknownName
from dragoman.errors import DragomanError
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.phase import Phase, PhaseKind

_WRITTEN = re.compile(r"([SUFW])([MRA])((?: +\w+| +\+\d{1,4})*)")


@dataclass(frozen=True, slots=True)
class CalendarPhase:
    """One phase of every year: the letter of its season, its kind, whether ice closes arctic
    water in it, and whether ownership and victory are settled when it comes.

    ``years`` is how many years later it is than the phase before it. Where no phase of a
    calendar says so, the first one is a year later.
    """

    season: str
    kind: PhaseKind
    is_icy: bool = False
    counts_centers: bool = False
    years: int = 0

    @classmethod
    def parse(cls, text: str) -> CalendarPhase:
        """Read ``SM``, ``FM ice``, ``WA centres`` or ``SM +5``.

        Raises:
            DragomanError: if the text is no phase of a year.
        """
        found = _WRITTEN.fullmatch(text.strip())
        words = found[3].split() if found else []
        later = [int(word) for word in words if word.startswith("+")]
        flags = [word for word in words if not word.startswith("+")]
        if found is None or len(later) > 1 or not {"ice", "centres"}.issuperset(flags):
            what = "is no phase of a year, such as SM, FM ice, WA centres or SM +5"
            raise DragomanError(f"{text!r} {what}")
        return cls(found[1], PhaseKind(found[2]), "ice" in flags, "centres" in flags, sum(later))

    def __str__(self) -> str:
        words = [self.code, *["ice"] * self.is_icy, *["centres"] * self.counts_centers]
        return " ".join([*words, *[f"+{self.years}"] * (self.years != 0)])

    @property
    def code(self) -> str:
        """The letters of its season and its kind."""
        return self.season + self.kind.value


@dataclass(frozen=True)
class Calendar:
    """The phases of one year in order; what is called a year here may be several, as in Hundred,
    where builds come every ten: ``SM +5, SR, FM +5, FR, WA centres``.

    Raises:
        DragomanError: if there is none, two are one, or there is no movement among them.
    """

    phases: tuple[CalendarPhase, ...]

    def __post_init__(self) -> None:
        if len(self._places) < len(self.phases):
            raise DragomanError("a calendar has each phase of the year once")
        if all(phase.kind is not PhaseKind.MOVEMENT for phase in self.phases):
            raise DragomanError("a calendar needs a phase of movement")

    @cached_property
    def years(self) -> tuple[int, ...]:
        """For each phase how many years later it is than the one before it."""
        years = tuple(phase.years for phase in self.phases)
        return years if any(years) else (1, *years[1:])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {phase.code: place for place, phase in enumerate(self.phases)}

    def place(self, phase: Phase) -> int:
        """Which phase of the year it is, from 0.

        Raises:
            UnknownName: if this calendar has no such phase.
        """
        try:
            return self._places[phase.season + phase.letter]
        except KeyError:
            what = f"there is no phase {phase} in a year of this game"
            raise UnknownName("phase", str(phase), what=what) from None

    def phase(self, place: int, year: int) -> Phase:
        """The phase that has this place in a year."""
        found = self.phases[place]
        return Phase(year, found.season, found.kind.value)

    def after(self, phase: Phase) -> Phase:
        """The phase that comes next, whether or not there is anything to decide in it.

        Years B.C. run down, and after 1 B.C. comes the year 1.

        Raises:
            UnknownName: if this calendar has no such phase.
        """
        place = (self.place(phase) + 1) % len(self.phases)
        year = phase.year + self.years[place]
        return self.phase(place, year + 1 if phase.is_bc and year >= 0 else year)

    def without_summer(self) -> Calendar:
        """The calendar without the phases of summer (an optional rule of Machiavelli)."""
        return Calendar(tuple(phase for phase in self.phases if phase.season != "U"))

    def counts_centers(self, before: Phase, after: Phase) -> bool:
        """True if ownership is settled on the way from a phase to a later one.

        Raises:
            UnknownName: if this calendar has no such phase.
        """
        phase = before
        while phase != after:
            phase = self.after(phase)
            if self.phases[self.place(phase)].counts_centers:
                return True
        return False

    def is_icy(self, phase: Phase) -> bool:
        """True if ice closes arctic water in this phase.

        Raises:
            UnknownName: if this calendar has no such phase.
        """
        return self.phases[self.place(phase)].is_icy

    def __contains__(self, phase: Phase) -> bool:
        return phase.season + phase.letter in self._places

    def __str__(self) -> str:
        return ", ".join(map(str, self.phases))


DIPLOMACY = Calendar(
    (
        CalendarPhase("S", PhaseKind.MOVEMENT),
        CalendarPhase("S", PhaseKind.RETREAT),
        CalendarPhase("F", PhaseKind.MOVEMENT, is_icy=True),
        CalendarPhase("F", PhaseKind.RETREAT, is_icy=True),
        CalendarPhase("W", PhaseKind.ADJUSTMENT, counts_centers=True),
    )
)
"""Moves and retreats in spring and in fall, adjustments in winter."""

CAMPAIGNS = Calendar(
    (
        CalendarPhase("S", PhaseKind.MOVEMENT),
        CalendarPhase("S", PhaseKind.RETREAT),
        CalendarPhase("U", PhaseKind.MOVEMENT),
        CalendarPhase("U", PhaseKind.RETREAT),
        CalendarPhase("F", PhaseKind.MOVEMENT),
        CalendarPhase("F", PhaseKind.RETREAT),
        CalendarPhase("W", PhaseKind.ADJUSTMENT, counts_centers=True),
    )
)
"""The year of Machiavelli: three campaigns, in spring, summer and fall, and adjustments."""
