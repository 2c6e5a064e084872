"""Orders as the kernel reads them: what an order says, in numbers, remembered."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

from dragoman.orders import Order
from dragoman.remembered import Remembered, spend
from dragoman.rules.batch.written_turn import ORDER_CELLS
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.encode import order_row, said_by

BYTES_OF_ORDER: Final = 4 * ORDER_CELLS
_BEGIN: Final = 2
"""Where in a row of ``judge.encode`` those numbers begin."""
_BYTES_OF_ROW: Final = 500
_BYTES_HELD: Final = 400
_MOST_ORDERS: Final = 20_000
"""So many order objects are known by themselves, without a look at what they say."""


def order_cells(n: BoardIndex, tables: BoardTables) -> OrderCells:
    """The numbers of orders on a board under some conditions, remembered for all threads."""
    return _KEPT.get(tables) or _KEPT.keep(tables, OrderCells(n, tables), _BYTES_HELD)


class OrderCells:
    """The numbers of orders on a board, by what they say, and of those seen lately at once."""

    def __init__(self, n: BoardIndex, tables: BoardTables) -> None:
        self._n, self._tables = n, tables
        self._said: Remembered[Any, bytes] = Remembered()
        self._seen: Remembered[int, bytes] = Remembered()
        """By the identity of orders, ..."""
        self._held: list[Order] = []
        """... which are held, so that no other comes to have it."""
        self._keeping = Lock()

    def of(self, orders: Sequence[Order]) -> bytes | None:
        """The numbers of these orders, one after the other, ``BYTES_OF_ORDER`` each, but none of
        orders of other phases; None if one names a route, which only one turn can say.

        Raises:
            KeyError: if an order names something that is not on the board.
        """
        try:
            return b"".join(map(self._seen.get, map(id, orders)))  # type: ignore[arg-type]
        except TypeError:  # not all of them were seen
            said = list(map(said_by, orders))
            found = list(map(self._said.get, said))
            if None in found:
                found = list(map(self._numbers, said, orders))
                if None in found:
                    return None
        self._keep(orders, found)  # type: ignore[arg-type]
        return b"".join(found)  # type: ignore[arg-type]

    def _keep(self, orders: Sequence[Order], found: Sequence[bytes]) -> None:
        with self._keeping:
            if len(self._held) > _MOST_ORDERS or not self._seen:
                self._seen.clear()
                self._held.clear()
            unseen = [place for place, one in enumerate(orders) if id(one) not in self._seen]
            spend(_BYTES_HELD * len(unseen))
            for place in unseen:
                self._held.append(orders[place])
                self._seen[id(orders[place])] = found[place]

    def _numbers(self, said: Any, order: Order) -> bytes | None:
        numbers = self._said.get(said)
        if numbers is None:
            row = order_row(self._n, self._tables, [], order)
            if row is not None and row[-1] != NONE:
                return None
            cells = () if row is None else row[_BEGIN : _BEGIN + ORDER_CELLS]
            numbers = array("i", cells).tobytes()
            self._said.keep(said, numbers, _BYTES_OF_ROW)
        return numbers


_KEPT: Final[Remembered[BoardTables, OrderCells]] = Remembered()
