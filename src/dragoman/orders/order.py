"""The kinds of order, as a player wrote them.

An order keeps what was written: a unit type left out is ``None``, a coast that does not
exist stays in the location. Whether the order can be carried out is for ``rules`` to say.

``str()`` of an order is the order as players write it (``A Par - Bur``), with the keys of
the board for names; scanned again it is the same order. For other ways see ``write``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

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


@dataclass(frozen=True, slots=True)
class Hold:
    """A unit stays where it is."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{_unit(self.unit)} H"


@dataclass(frozen=True, slots=True)
class Move:
    """``via_convoy`` is the explicit wish; ``route`` the fleets named on the way, if any."""

    unit: UnitRef
    target: str
    via_convoy: bool = False
    route: tuple[str, ...] = ()

    __repr__ = short_repr

    def __str__(self) -> str:
        way = " - ".join(map(_place, (*self.route, self.target)))
        return f"{_unit(self.unit)} - {way}{' via convoy' if self.via_convoy else ''}"


@dataclass(frozen=True, slots=True)
class Support:
    """Support to hold where ``target`` is None, else to move to ``target``."""

    unit: UnitRef
    supported: UnitRef
    target: str | None = None

    __repr__ = short_repr

    def __str__(self) -> str:
        move = "" if self.target is None else f" - {_place(self.target)}"
        return f"{_unit(self.unit)} S {_unit(self.supported)}{move}"


@dataclass(frozen=True, slots=True)
class Convoy:
    """A unit carries another over the water."""

    unit: UnitRef
    convoyed: UnitRef
    target: str

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{_unit(self.unit)} C {_unit(self.convoyed)} - {_place(self.target)}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """A dislodged unit goes elsewhere."""

    unit: UnitRef
    target: str

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{_unit(self.unit)} R {_place(self.target)}"


@dataclass(frozen=True, slots=True)
class Disband:
    """A dislodged unit gives up."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"Disband {_unit(self.unit)}"


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit is put on the board."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"Build {_unit(self.unit)}"


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit is taken off in an adjustment phase."""

    unit: UnitRef

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"Remove {_unit(self.unit)}"


@dataclass(frozen=True, slots=True)
class Waive:
    """A build is given up."""

    def __str__(self) -> str:
        return "Waive"


Order: TypeAlias = Hold | Move | Support | Convoy | Retreat | Disband | Build | Remove | Waive
"""One instruction."""


def _unit(unit: UnitRef) -> str:
    power = unit.power.title() if unit.power else ""
    return " ".join(filter(None, (power, unit.kind, _place(unit.location))))


def _place(location: str) -> str:
    province, slash, coast = location.partition("/")
    return f"{province.capitalize()}{slash}{coast.lower()}"
