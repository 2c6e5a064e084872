"""Phases as players say them."""

from __future__ import annotations

from dragoman.rules import Phase, PhaseKind

SEASONS = {"S": "spring", "U": "summer", "F": "fall", "W": "winter"}
KINDS = {
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreats",
    PhaseKind.ADJUSTMENT: "adjustments",
}


def spoken(phase: Phase) -> str:
    """The phase as players say it: ``spring 1901, movement``."""
    era = " B.C." if phase.is_bc else ""
    return f"{SEASONS[phase.season]} {abs(phase.year)}{era}, {KINDS[phase.kind]}"
