"""A unit as orders name it."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.values import short_repr


@dataclass(frozen=True, slots=True)
class UnitRef:
    """A unit as an order names it. ``power`` and ``kind`` are None where left out."""

    location: str
    kind: str | None = None
    power: str | None = None

    __repr__ = short_repr

    def __str__(self) -> str:
        return " ".join(part for part in (self.power, self.kind, self.location) if part)


def unit_text(unit: UnitRef) -> str:
    """A unit as players write it in an order."""
    power = unit.power.title() if unit.power else ""
    return " ".join(filter(None, (power, unit.kind, place_text(unit.location))))


def place_text(location: str) -> str:
    """A location as players write it in an order."""
    province, slash, coast = location.partition("/")
    return f"{province.capitalize()}{slash}{coast.lower()}"
