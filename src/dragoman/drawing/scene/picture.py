"""The picture of a kind of game: the answers that pictures ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Final

from dragoman.drawing.scene.colours import STANDARD, Colour, colours
from dragoman.game import Variant
from dragoman.game.kind import Facet
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position
from dragoman.values import FrozenMap

# Owners, and where there are such, cities, disasters and money
#
# They are plain data, so that whoever knows the state of a game can hand them over.


@dataclass(frozen=True)
class Estates:
    """The owners of places, and the places' fortunes. ``owners`` are those of provinces and of
    cities, each by its place. ``famine``, ``plague`` and ``storms`` name provinces, ``rebellions``
    provinces and places of cities, ``sieges`` the provinces whose city is besieged. ``treasuries``
    are ducats by power, ``debts`` what they owe the bank with interest; empty where money is not
    played."""

    owners: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    famine: Collection[str] = ()
    plague: Collection[str] = ()
    storms: Collection[str] = ()
    rebellions: Collection[str] = ()
    sieges: Collection[str] = ()
    treasuries: Mapping[str, int] = field(default_factory=FrozenMap[str, int])
    debts: Mapping[str, int] = field(default_factory=FrozenMap[str, int])
    has_fortresses: bool = True


@dataclass(frozen=True)
class DrawnCity:
    """A city as it is drawn. ``garrison`` is the power whose unit is in it; where city and
    province are one place, a garrison is drawn as other units are."""

    place: str
    province: str
    name: str
    value: int
    is_fortified: bool
    is_port: bool
    owner: str | None = None
    garrison: str | None = None
    is_besieged: bool = False
    rebels: bool = False

    @property
    def is_fortress(self) -> bool:
        return self.is_fortified and self.value == 0


# The picture of a kind of game


class PictureKind:
    """The answers of Diplomacy to pictures, and of every kind of game that gives no others."""

    palette: Mapping[str, str] = STANDARD
    """The colours of the units of powers that are to be known again from map to map."""
    fits_larger_maps: bool = False
    """True if a board is drawn on a shipped map that has all its provinces and more."""

    def estates(self, variant: Variant, position: Position) -> Estates:
        """The owners of places in a position, and the places' fortunes."""
        return Estates(owners=position.owners)

    def cities(
        self, variant: Variant, position: Position, language: str, estates: Estates
    ) -> tuple[DrawnCity, ...]:
        """The cities on the map: a centre that is one of them has no other mark."""
        return ()

    def owned(self, variant: Variant, estates: Estates) -> Counter[str]:
        """The number of centres of each power."""
        return Counter(estates.owners.values())

    def soldiers(self, kind: str) -> str:
        """The letter of the special soldiers in a kind of unit; empty where it has none."""
        return ""


PICTURES: Final = Facet("picture", PictureKind)


@lru_cache(maxsize=64)
def colours_of(variant: Variant, apart: bool = False) -> Mapping[str, Colour]:
    """A colour for each power of a variant; ``apart`` is for eyes that see some colours alike."""
    palette = PICTURES.of(variant).palette
    return FrozenMap(colours(variant.board, apart, variant.colours, palette))
