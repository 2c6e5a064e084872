"""Answers of a kind of game to bots: which of them know it, and what units cost there."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Final

from dragoman.board import Board
from dragoman.game.kind import Facet


class BotsKind:
    """A kind of game for bots, answered as in Diplomacy."""

    known_to: ClassVar[Collection[str] | None] = None
    """The bots that know it, by the first words of their names; None for those that know whatever
    is played as Diplomacy is."""

    def cost_of_unit(self, board: Board, kind: str) -> int:
        """The money that a unit costs to build, and to keep for a year."""
        return 0


BOTS_KIND: Final = Facet("bots", BotsKind)
