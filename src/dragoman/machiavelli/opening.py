"""What a game of Machiavelli begins with, beside the units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dragoman.board import Unit
from dragoman.machiavelli.tables import Special
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.affairs import Loan
from dragoman.values import FrozenMap


@dataclass(frozen=True, slots=True)
class Opening:
    """What a scenario, or a position in the middle of a game, says beyond the units.

    ``owners`` are those of provinces and of cities, each by its place; places of nobody's are
    absent. ``holders`` goes from the key of each home country to the power that holds it; a
    country that nobody holds is absent. ``treasuries`` has the ducats of powers; None where the
    first income is still to be thrown for. ``chits`` are the powers whose assassination chits a
    power has; None where everybody has one of each other. ``allies`` are those a power lets
    through its straits. ``famine`` and ``sieges`` name provinces, ``rebellions`` the places,
    provinces and cities, that are in rebellion; ``specials`` the units of special kinds.
    """

    owners: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    holders: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    treasuries: Mapping[str, int] | None = None
    loans: Mapping[str, tuple[Loan, ...]] = field(default_factory=FrozenMap[str, tuple[Loan, ...]])
    chits: Mapping[str, tuple[str, ...]] | None = None
    allies: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap[str, tuple[str, ...]])
    famine: frozenset[str] = frozenset()
    rebellions: frozenset[str] = frozenset()
    sieges: frozenset[str] = frozenset()
    specials: Mapping[Unit, Special] = field(default_factory=FrozenMap[Unit, Special])

    def __post_init__(self) -> None:
        for name in ("owners", "holders", "loans", "allies", "specials"):
            object.__setattr__(self, name, FrozenMap(getattr(self, name)))
        for name in ("treasuries", "chits"):
            if (given := getattr(self, name)) is not None:
                object.__setattr__(self, name, FrozenMap(given))

    def __repr__(self) -> str:
        return f"<Opening: {len(self.owners)} owned places, {len(self.holders)} home countries>"
