"""The legal orders of a position listed in machine code.

What a unit can be ordered is looked up by the numbers that say so, and written once."""

from __future__ import annotations

from struct import Struct
from typing import Final

from dragoman.board import Unit
from dragoman.orders import Order
from dragoman.remembered import Remembered
from dragoman.rules.batch.written_turn import HEAD_WRITTEN
from dragoman.rules.judge.board_index import BoardIndex, BoardTerms
from dragoman.rules.judge.legal import OrderWriting
from dragoman.rules.model.position import Position
from dragoman.rules.one_turn.desk import desk_for
from dragoman.rules.one_turn.position_cells import cells_of, core_cells
from dragoman.rules.one_turn.turn_of_arrays import TurnOfArrays

_HEAD: Final = Struct(f"{HEAD_WRITTEN}i")
_BYTES_AN_ORDER: Final = 16
"""What an order in a list that is remembered takes in memory."""

_LISTS: Final[Remembered[BoardIndex, Remembered[bytes, tuple[Order, ...]]]] = Remembered()


def listed(
    n: BoardIndex, terms: BoardTerms, position: Position
) -> dict[Unit, tuple[Order, ...]] | None:
    """The legal orders of each unit in a movement phase; None if it takes plain Python to say:
    where no machine code is at hand, or there are gateways or high seas.

    Raises:
        KeyError: if a unit names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    count = len(position.units)
    if n.gates or n.board.high_seas or (desk := desk_for(n, terms, count)) is None:
        return None
    place, cells = terms.calendar.place(position.phase), cells_of(n, position)
    asks_power = terms.rule_set.power_missing != "valid"
    head = _HEAD.pack(place, position.phase.year, count, int(asks_power), 0, 0)
    owners = cells.owners + core_cells(n, terms, position)
    if not desk.list_orders(b"".join((head, cells.units, owners))):
        return None
    kept = _LISTS.get(n) or _LISTS.keep(n, Remembered(), _BYTES_AN_ORDER)
    starts = [4 * start for start in desk.told[: count + 1]]
    told = desk.told_bytes[: starts[count]].tobytes()
    keys = list(map(told.__getitem__, map(slice, starts, starts[1:])))
    found = list(map(kept.get, keys))
    if None in found:
        is_icy = terms.phases.is_icy[place] == 1
        t = TurnOfArrays(desk.turn, desk.layout, terms, is_icy)
        writing = OrderWriting(n, t, position, asks_power)
        for unit, key in enumerate(keys):
            if found[unit] is None:
                codes = list(memoryview(key).cast("i")[1::2])
                orders = writing.orders(position.units[unit], codes)
                found[unit] = kept.keep(key, orders, _BYTES_AN_ORDER * len(key))
    return dict(zip(position.units, found, strict=True))  # type: ignore[arg-type]
