"""Orders that a program wrote as numbers (see ``engine.packed_orders``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.rules.engine.codes import CONVOY, HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    OTHER_SHIFT,
    TARGET_SHIFT,
    VIA_BIT,
    packed,
    whose,
)
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import BoardIndex

Numbering: TypeAlias = Callable[[str, Any], int]
"""From a power and its order to a number."""

_HOLD = packed(HOLD, 0, NONE, NONE)


class OrderNumbers:
    """The numbers of the orders on a board. ``keeps_to_routes`` says that a convoy route which an
    order names is kept to."""

    def __init__(self, n: BoardIndex, tables: BoardTables, keeps_to_routes: bool) -> None:
        self._n, self._tables, self._keeps_to_routes = n, tables, keeps_to_routes
        # What a number has for each location as the target and as the other unit's.
        self._target: dict[str | None, int] = {None: 0}
        self._target |= {key: (i + 1) << TARGET_SHIFT for key, i in n.location.items()}
        self._other = {key: (i + 1) << OTHER_SHIFT for key, i in n.location.items()}
        self._goal = {key: self._target[n.board.province_of[key]] for key in n.location}
        self.of_units: dict[type[Order], Numbering] = {
            Hold: lambda _, order: _HOLD,
            Disband: lambda _, order: _HOLD,
            Move: self._move,
            Retreat: lambda _, order: MOVE + self._target[order.target],
            Support: self._support,
            Convoy: self._convoy,
        }
        """The orders of movement and retreat phases by their types."""
        self.of_winter: dict[type[Order], Numbering] = {
            Build: self._build,
            Remove: self._removal,
            Disband: self._removal,
            Waive: lambda power, _: packed(HOLD, 0, NONE, n.power[power]),
        }
        """The orders of adjustment phases by their types."""
        self._of_any = self.of_winter | self.of_units

    def number(self, power: str, order: Order) -> int:
        """An order of a power as a number; to disband is meant for a retreat phase.

        Raises:
            KeyError: if it names something that is not on the board, or a convoy route where the
                rule set keeps to that: there is no room for one in a number.
        """
        numbering = self._of_any.get(type(order))
        if numbering is None:
            raise KeyError(f"{order}: the batch path plays no Machiavelli")
        return numbering(power, order)

    def _move(self, power: str, order: Move) -> int:
        number = MOVE + self._target[order.target]
        if order.via_convoy:
            number += VIA_BIT
        if not order.route:
            return number
        rail = next((step for step in order.route if step in self._n.rails), None)
        if rail is not None:
            return number + self._other[rail]
        if self._keeps_to_routes:
            raise KeyError(f"{order}: a packed order cannot name the route it keeps to")
        return number | VIA_BIT

    def _support(self, power: str, order: Support) -> int:
        named = order.supported
        number = SUPPORT + self._other[named.location] + self._target[order.target]
        if self._tables.high_sea_count:
            number += self._whose(named.power, named)
        return number

    def _convoy(self, power: str, order: Convoy) -> int:
        return CONVOY + self._goal[order.target] + self._other[order.convoyed.location]

    def _build(self, power: str, order: Build) -> int:
        kind = self._n.kind[order.unit.kind or self._n.kinds[0]]
        return packed(MOVE, 0, self._n.location[order.unit.location], kind)

    def _removal(self, power: str, order: Remove | Disband) -> int:
        return SUPPORT + self._other[order.unit.location] + self._whose(power, order.unit)

    def _whose(self, power: str | None, named: UnitRef) -> int:
        """What a number says of a unit it names on a high sea, where others may stand."""
        n = self._n
        owner = NONE if power is None else n.power[power]
        kind = NONE if named.kind is None else n.kind[named.kind]
        return whose(self._tables, n.location[named.location], owner, kind)
