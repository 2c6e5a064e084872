"""Phases as players say them."""

from __future__ import annotations

from dragoman.rules import Phase, PhaseKind
from dragoman.words import said

SEASONS = {"S": "spring", "U": "summer", "F": "fall", "W": "winter"}
KINDS = {
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreats",
    PhaseKind.ADJUSTMENT: "adjustments",
}


def spoken(phase: Phase) -> str:
    """The phase as players say it: ``spring 1901, movement``."""
    return said(
        "{season} {year}{era}, {kind}",
        season=SEASONS[phase.season],
        year=abs(phase.year),
        era=" B.C." if phase.is_bc else "",
        kind=KINDS[phase.kind],
    )
