"""The terms on which powers build in a variant, besides its rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import field

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap


@dataclass(frozen=True, slots=True)
class EmergencyTerms:
    """The units that a power may have beyond its centres while it is in need: while it owns at
    least ``least`` and at most ``most`` of its home centres. ``grounds`` are provinces where it may
    build then besides although they are no centres; none is ground of two powers."""

    units: int = 1
    least: int = 1
    most: int = 0
    grounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpeningTerms:
    """The builds with which a game begins that begins in the winter of ``year``.

    Each power builds ``builds`` units, however many centres it owns; none are built in ``never``.
    ``only`` gives powers provinces, none of them a centre, where alone they build then.
    ``keeps_built`` says that a power keeps of its centres those alone in which it has built.
    """

    year: int
    builds: int
    never: tuple[str, ...] = ()
    keeps_built: bool = False
    only: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])

    def __post_init__(self) -> None:
        object.__setattr__(self, "only", FrozenMap(self.only))


@dataclass(frozen=True, slots=True)
class BuildTerms:
    """The terms of builds that a variant's map and powers have beyond the rule set.

    ``also`` gives powers centres in which they may build while they own them as if they were home
    centres, and provinces that are no centres, each to one power, in which it always may;
    ``emergencies`` units beyond their centres; ``opening`` is how the game begins. Until the end of
    the year ``homes_settled`` powers build in any centre that they own; those that they own at that
    time are their homes from then on. It is 0 where there is no such year. ``kept`` gives powers
    centres that nobody else comes to own: a power owns them while it owns any other centre.
    """

    also: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])
    emergencies: Mapping[str, EmergencyTerms] = field(
        default_factory=FrozenMap[str, EmergencyTerms]
    )
    opening: OpeningTerms | None = None
    homes_settled: int = 0
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", FrozenMap(self.kept))
        object.__setattr__(self, "also", FrozenMap(self.also))
        object.__setattr__(self, "emergencies", FrozenMap(self.emergencies))

    @property
    def most_units(self) -> int:
        """The number of units that there can be at once beyond all centres."""
        return sum(one.units for one in self.emergencies.values())

    def faults(
        self, powers: Set[str], centers: Sequence[str], provinces: Set[str]
    ) -> Iterator[str]:
        """The names in it of powers, centres and provinces that there are not."""
        only: Mapping[str, tuple[str, ...]] = self.opening.only if self.opening else {}
        for power in (*self.also, *self.emergencies, *self.kept, *only):
            if power not in powers:
                yield f"the terms of builds name unknown power {power}"
        barred = self.opening.never if self.opening else ()
        kept = [key for row in self.kept.values() for key in row]
        for key in (*barred, *kept):
            if key not in centers:
                yield f"the terms of builds name {key}, which is no centre"
        also = [key for row in self.also.values() for key in row]
        for key in also:
            if key not in provinces:
                yield f"the terms of builds name unknown province {key}"
        grounds = [key for one in self.emergencies.values() for key in one.grounds]
        grounds += [key for key in also if key not in centers]
        grounds += [key for row in only.values() for key in row]
        for key in grounds:
            if key not in provinces:
                yield f"the terms of builds name unknown province {key}"
            elif key in centers or grounds.count(key) > 1:
                yield f"{key} is a centre, or two powers may build there though it is none"
