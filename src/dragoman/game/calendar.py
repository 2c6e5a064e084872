"""Which phase follows which."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.rules import Phase, PhaseKind


@dataclass(frozen=True, slots=True)
class Calendar:
    """The phases of one year in order, each as its season's and its kind's letter (``SM``)."""

    year: tuple[str, ...]

    def after(self, phase: Phase) -> Phase:
        """The phase that comes next, whether or not there is anything to decide in it.

        Raises:
            ValueError: if this calendar has no such phase.
        """
        place = self.year.index(phase.season + phase.letter) + 1
        years, place = divmod(place, len(self.year))
        season, letter = self.year[place]
        return Phase(phase.year + years, season, letter)

    def __contains__(self, phase: Phase) -> bool:
        return phase.season + phase.letter in self.year


DIPLOMACY = Calendar(("SM", "SR", "FM", "FR", "WA"))
"""Moves and retreats in spring and in fall, adjustments in winter."""

SEASONS = {"S": "spring", "U": "summer", "F": "fall", "W": "winter"}
KINDS = {
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreats",
    PhaseKind.ADJUSTMENT: "adjustments",
}


def spoken(phase: Phase) -> str:
    """The phase as players say it: ``spring 1901, movement``."""
    return f"{SEASONS[phase.season]} {phase.year}, {KINDS[phase.kind]}"
