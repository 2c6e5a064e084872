"""Orders as somebody likes to read and write them: in a notation, with the names of a variant."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.game.variant import Variant
from dragoman.orders import Notation, NotationError, Order, OrderWriter, UnitRef, language_of, write
from dragoman.remembered import remembered
from dragoman.words import LANGUAGES


class Handwriting:
    """Writes orders on the board of a variant. What the notation has no words for is written in
    Dragoman's, which has them all, so that every order has a text, and that text is read as it."""

    def __init__(self, variant: Variant, notation: Notation) -> None:
        board = variant.board
        places: dict[str, str] = {}
        powers: dict[str, str] | None = None
        if (language := language_of(notation)) is not None:
            places = {key: variant.place_name(key, language) for key in board.provinces}
            if language != LANGUAGES[0]:  # in English its adjective says whose a unit is
                powers = {key: variant.power_name(key, language) for key in board.powers}
        self._writer = OrderWriter(notation, board, places, powers)
        usual = OrderWriter("dragoman", board)
        self.templates: Mapping[str, str] = {**usual.templates, **self._writer.templates}
        """The template of each kind of order."""

    def order(self, order: Order) -> str:
        """An order."""
        try:
            return self._writer.write(order)
        except NotationError:
            return write(order)

    def place(self, location: str) -> str:
        """A location as orders name it."""
        return self._writer.place(location)

    def unit(self, unit: UnitRef) -> str:
        """A unit as orders name it."""
        try:
            return self._writer.unit(unit)
        except NotationError:
            return str(unit)


@remembered(lambda hand: 20_000)
def handwriting(variant: Variant, notation: Notation) -> Handwriting:
    """The handwriting of orders of a variant in a notation."""
    return Handwriting(variant, notation)
