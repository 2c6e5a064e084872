"""Orders as the kernel reads them: what an order says, in numbers, remembered."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any, Final

from dragoman.orders import Order
from dragoman.remembered import Remembered
from dragoman.rules.batch.written_turn import ORDER_CELLS
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.encode import order_row, said_by

_ROW: Final = Struct(f"{ORDER_CELLS}i")
_BEGIN: Final = 2
"""Where in a row of ``judge.encode`` those numbers begin."""
_BYTES_OF_ROW: Final = 500
_BYTES_OF_ORDER: Final = 400
_MOST_ORDERS: Final = 20_000
"""So many order objects are known by themselves, without a look at what they say."""


class OrderNumbers:
    """The numbers of orders on a board, by what they say, and of those seen lately at once."""

    def __init__(self, n: BoardIndex, tables: BoardTables) -> None:
        self._n, self._tables = n, tables
        self._said: Remembered[Any, bytes] = Remembered()
        self._seen: Remembered[int, bytes] = Remembered()
        """By the identity of orders, ..."""
        self._held: list[Order] = []
        """... which are held, so that no other comes to have it."""

    def of(self, orders: Sequence[Order]) -> list[bytes] | None:
        """The numbers of each order; None if one is of another phase or names a route: what only
        one turn can say.

        Raises:
            KeyError: if an order names something that is not on the board.
        """
        found = list(map(self._seen.get, map(id, orders)))
        if None in found:
            for place, order in enumerate(orders):
                if found[place] is None:
                    found[place] = self._numbers(order)
            if None in found:
                return None
        return found  # type: ignore[return-value]

    def _numbers(self, order: Order) -> bytes | None:
        said = said_by(order)
        numbers = self._said.get(said)
        if numbers is None:
            row = order_row(self._n, self._tables, [], order)
            if row is None or row[-1] != NONE:
                return None
            numbers = _ROW.pack(*row[_BEGIN : _BEGIN + ORDER_CELLS])
            self._said.keep(said, numbers, _BYTES_OF_ROW)
        if len(self._held) >= _MOST_ORDERS or len(self._seen) < len(self._held):
            self._seen.clear()
            self._held.clear()
        self._held.append(order)
        return self._seen.keep(id(order), numbers, _BYTES_OF_ORDER)
