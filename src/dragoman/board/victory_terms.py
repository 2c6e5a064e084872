"""The terms on which a variant is won, besides a number of centres that is the same for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import field
from itertools import chain

from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap


@dataclass(frozen=True, slots=True)
class VictoryTerms:
    """The terms of victory that a variant's map and powers have beyond the number of centres.

    ``centers`` gives powers numbers of their own; such a power wins before all others. ``needs``
    are centres that whoever wins must own, ``needs_of`` those that one power must own, and of
    ``some_of`` whoever wins must own at least ``some``. With a ``lead`` a power wins besides by
    having so many centres more than anybody else at the end of the year ``lead_from``; in each
    later year one fewer is enough, down to one.
    """

    centers: Mapping[str, int] = field(default_factory=FrozenMap[str, int])
    needs: tuple[str, ...] = ()
    needs_of: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])
    some_of: tuple[str, ...] = ()
    some: int = 0
    lead: int = 0
    lead_from: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "centers", FrozenMap(self.centers))
        object.__setattr__(self, "needs_of", FrozenMap(self.needs_of))

    def needed_by(self, power: str) -> tuple[str, ...]:
        """The centres that a power must own to win."""
        return (*self.needs, *self.needs_of.get(power, ()))

    def faults(self, powers: Set[str], centers: Sequence[str]) -> Iterator[str]:
        """The names in it of powers and centres that there are not."""
        for power in (*self.centers, *self.needs_of):
            if power not in powers:
                yield f"the terms of victory name unknown power {power}"
        for key in chain(self.needs, self.some_of, *self.needs_of.values()):
            if key not in centers:
                yield f"the terms of victory name {key}, which is no centre"
