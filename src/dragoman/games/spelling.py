"""Units and places as sheets write them: as players do, and as the map itself spells them."""

from __future__ import annotations

from dragoman.board import Unit
from dragoman.game import Variant
from dragoman.orders import UnitRef
from dragoman.orders.unit_ref import place_text, unit_text


def written_place(variant: Variant, location: str) -> str:
    """A location: ``Bud``, ``Stp/nc``, or what the variant calls it for short."""
    return variant.short_names.get(location) or place_text(location)


def written_unit(variant: Variant, unit: Unit) -> str:
    """A unit: ``A Bud``. A gatekeeper has no kind."""
    if short := variant.short_names.get(unit.location):
        return f"{unit.kind} {short}" if unit.kind else short
    return unit_text(UnitRef(unit.location, unit.kind or None))
