"""The limits of a line of a stream, so that no line takes more than about a second."""

from __future__ import annotations

from typing import Any, cast

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.game import FormatError, JsonObject
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """The greatest length of a line, number of orders in a turn, and length of an order.

    ``orders`` are twice as many as the map has provinces, if they are not given: that is twice what
    its units can use. What is remembered of turns has a limit as well, that of all that a process
    remembers: see ``dragoman.remembered``.
    """

    line: int = 1_000_000
    orders: int | None = None
    order: int = 200

    def legible(self, line: str) -> str:
        """The line, unless it is too long, or was not read as what it was written as.

        Raises:
            FormatError: if it is.
        """
        if len(line) > self.line:
            what = f"this line has more than {self.line:,} characters"
            raise FormatError(Diagnostic("too-large", what))
        if not line.isascii() and "\ufffd" in line:
            raise FormatError(Diagnostic("wrong-encoding", "this line is not text in UTF-8"))
        return line

    def check_orders(self, turn: JsonObject, board: Board) -> None:
        """See that a turn has no more orders than may be.

        Raises:
            FormatError: if it has.
        """
        most = self.most_orders(board)
        lists = turn.object("orders").values.values()
        count = sum(len(cast(list[Any], given)) for given in lists if isinstance(given, list))
        if count > most:
            raise turn.wrong("orders", "too-many", f"{count:,} orders; a turn may have {most:,}")

    def most_orders(self, board: Board) -> int:
        """The most orders a turn on a board may have."""
        return 2 * len(board.provinces) if self.orders is None else self.orders

    def fault_in(self, text: str) -> Diagnostic | None:
        """The fault of the text of an order that is too long."""
        if len(text) <= self.order:
            return None
        what = f"this has {len(text):,} letters; an order may have {self.order:,}"
        return Diagnostic("too-long", what)


DEFAULT_LIMITS = TurnLimits()


def brief(text: str) -> str:
    """The beginning of a text that somebody is told of, as far as that helps."""
    return text if len(text) <= 200 else f"{text[:80]} ..."
