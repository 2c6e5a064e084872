"""The kinds of order, as a player wrote them.

An order keeps what was written: a unit type left out is ``None``, a coast that does not
exist stays in the location. Whether the order can be carried out is for ``rules`` to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class UnitRef:
    """A unit as an order names it. ``power`` and ``kind`` are None where left out."""

    location: str
    kind: str | None = None
    power: str | None = None

    def __str__(self) -> str:
        return " ".join(part for part in (self.power, self.kind, self.location) if part)


@dataclass(frozen=True, slots=True)
class Hold:
    unit: UnitRef


@dataclass(frozen=True, slots=True)
class Move:
    """``via_convoy`` is the explicit wish; ``route`` the fleets named on the way, if any."""

    unit: UnitRef
    target: str
    via_convoy: bool = False
    route: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Support:
    """Support to hold where ``target`` is None, else to move to ``target``."""

    unit: UnitRef
    supported: UnitRef
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Convoy:
    unit: UnitRef
    convoyed: UnitRef
    target: str


@dataclass(frozen=True, slots=True)
class Retreat:
    unit: UnitRef
    target: str


@dataclass(frozen=True, slots=True)
class Disband:
    """A dislodged unit gives up."""

    unit: UnitRef


@dataclass(frozen=True, slots=True)
class Build:
    unit: UnitRef


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit is taken off in an adjustment phase."""

    unit: UnitRef


@dataclass(frozen=True, slots=True)
class Waive:
    """A build is given up."""


Order: TypeAlias = Hold | Move | Support | Convoy | Retreat | Disband | Build | Remove | Waive
"""One instruction."""
