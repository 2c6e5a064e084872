"""How a kind of game is drawn: the answers that pictures ask for."""

from __future__ import annotations

from collections import Counter
from typing import Final

from dragoman.drawing.scene.colours import STANDARD, Colour, Palette, colours
from dragoman.drawing.scene.estates import DrawnCity, Estates
from dragoman.game import Variant
from dragoman.game.kind import Facet
from dragoman.rules import Position


class Picture:
    """How Diplomacy is drawn, and every kind of game that says nothing else."""

    palette: Palette = STANDARD
    """The colours of powers that are to be known again from map to map."""
    fits_larger_maps: bool = False
    """Whether a board is drawn on a shipped map that has all its provinces and more."""

    def estates(self, variant: Variant, position: Position) -> Estates:
        """Who owns what in a position, and how it fares."""
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


PICTURES: Final = Facet("picture", Picture)


def colours_of(variant: Variant, apart: bool = False) -> dict[str, Colour]:
    """A colour for each power of a variant; ``apart`` is for eyes that see some colours alike."""
    palette = PICTURES.of(variant).palette
    return colours(variant.board, apart, variant.colours, palette)
