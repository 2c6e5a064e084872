"""Who stands where and owns what at one moment. Immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType

from dragoman.board import Board, Unit, province_of
from dragoman.rules.model.phase import Phase


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit driven out, with where it may retreat to.

    ``came_from`` is the province its attacker came from, None where that is not recorded.
    """

    unit: Unit
    options: tuple[str, ...]
    came_from: str | None = None

    def __str__(self) -> str:
        return f"*{self.unit}"


_ORDER = attrgetter("power", "location", "kind")


@dataclass(frozen=True)
class Position:
    """Units, ownership, dislodged units and turn at one moment.

    ``owners`` gives the owner of each owned supply centre; unowned centres are absent.
    ``contested`` are the provinces left empty by a stand-off in the last movement phase.
    ``units`` are kept sorted, so that equal positions compare equal.
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "units", tuple(sorted(self.units, key=_ORDER)))
        if self.dislodged:
            ordered = sorted(self.dislodged, key=lambda driven_out: _ORDER(driven_out.unit))
            set_(self, "dislodged", tuple(ordered))
        set_(self, "owners", MappingProxyType({c: self.owners[c] for c in sorted(self.owners)}))

    def __hash__(self) -> int:
        return hash((self.phase, self.units, tuple(self.owners.items()), self.dislodged))

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units of a power that stand, dislodged ones left out."""
        return tuple(unit for unit in self.units if unit.power == power)

    def centers_of(self, power: str) -> tuple[str, ...]:
        """The supply centres a power owns, by name."""
        return tuple(center for center, owner in self.owners.items() if owner == power)

    @cached_property
    def by_location(self) -> Mapping[str, Unit]:
        """The standing unit at each occupied location; on a high sea one of those there."""
        return {unit.location: unit for unit in self.units}

    @cached_property
    def by_province(self) -> Mapping[str, Unit]:
        """The standing unit in each occupied province, whichever coast it is on."""
        return {province_of(unit.location): unit for unit in self.units}

    @cached_property
    def dislodged_by_province(self) -> Mapping[str, Unit]:
        """The unit that was driven out in each province and has yet to retreat."""
        return {province_of(d.unit.location): d.unit for d in self.dislodged}

    def faults(self, board: Board) -> list[str]:
        """What is impossible about this position on this board; empty when all is well."""
        found: list[str] = []
        taken: dict[str, Unit] = {}
        for unit in (*self.units, *(d.unit for d in self.dislodged)):
            if unit.kind not in board.kinds:
                found.append(f"{unit}: no kind of unit is called {unit.kind}")
            elif unit.location not in board.province_of:
                found.append(f"{unit}: there is no {unit.location} on the map")
            elif unit.location not in board.stands[unit.kind]:
                found.append(f"{unit}: no {board.kinds[unit.kind].name} can stand there")
            if unit.power not in board.powers:
                found.append(f"{unit}: there is no power {unit.power}")
        for unit in self.units:
            province = board.province_of.get(unit.location, unit.location)
            if province in taken and province not in board.high_seas:
                found.append(f"{unit} and {taken[province]} stand in one province")
            taken[province] = unit
        for center, owner in self.owners.items():
            if center not in board.provinces:
                found.append(f"there is no centre {center} on the map")
            if owner not in board.powers:
                found.append(f"{center} is owned by unknown power {owner}")
        return found
