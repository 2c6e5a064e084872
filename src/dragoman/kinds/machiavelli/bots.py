"""Bots in Machiavelli."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from dragoman.board import Board
from dragoman.bots.kind_bots import BotsKind
from dragoman.machiavelli import cost_of_unit


class Bots(BotsKind):
    known_to: ClassVar[Collection[str] | None] = ("civil-disorder", "prince", "random")

    def cost_of_unit(self, board: Board, kind: str) -> int:
        return cost_of_unit(board, kind)
