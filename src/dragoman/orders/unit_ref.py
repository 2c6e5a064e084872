"""A unit as orders name it."""

from __future__ import annotations

from dragoman.board import GARRISON, garrisoned_province
from dragoman.errors import checked
from dragoman.quick_dataclass import dataclass
from dragoman.values import short_repr


@checked
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
    return " ".join(filter(None, (power, unit.kind, place_text(place_named(unit)))))


def place_named(unit: UnitRef) -> str:
    """The location that an order names for a unit: for a garrison the province of its city."""
    is_garrison = unit.kind is not None and unit.kind[0] == GARRISON.letter
    return garrisoned_province(unit.location) if is_garrison else unit.location


def place_text(location: str) -> str:
    """A location as players write it in an order."""
    province, slash, coast = location.partition("/")
    return f"{province.capitalize()}{slash}{coast.lower()}"
