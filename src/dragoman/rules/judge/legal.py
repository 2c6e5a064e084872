"""The legal orders of a position, for people and programs to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Final

from dragoman.board import Board, Unit
from dragoman.orders import (
    Build,
    Convert,
    Convoy,
    Core,
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
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.changes import other_kind
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.legal_orders import count_orders, write_all
from dragoman.rules.engine.packed_orders import (
    OTHER_SHIFT,
    named_kind,
    named_owner,
    named_place,
    packed_kind,
    packed_other,
    packed_target,
    packed_via,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.adjustments import buildable_units, builds_due
from dragoman.rules.judge.board_index import BoardIndex, board_index
from dragoman.rules.judge.encode import load_turn
from dragoman.rules.judge.retreats import open_retreats
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position

_BYTES_AN_ORDER: Final = 300
"""What an order that is remembered takes in memory."""
_ORDER_BITS: Final = 31
"""The bits of a packed order."""
_KIND_BITS: Final = 16
"""More bits than the number of a kind of unit has."""


def list_plainly(
    board: Board, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[Unit, tuple[Order, ...]]:
    """The legal orders of each unit, worked out in plain Python: see
    ``dragoman.rules.legal_orders``."""
    if position.phase.kind is PhaseKind.MOVEMENT:
        return _moves(board, position, rule_set, calendar)
    if position.phase.kind is PhaseKind.RETREAT:
        return {
            d.unit: (
                *(
                    Retreat(UnitRef(d.unit.location, d.unit.kind), to)
                    for to in open_retreats(board, position, d, rule_set)
                ),
                Disband(UnitRef(d.unit.location, d.unit.kind)),
            )
            for d in position.dislodged
        }
    return _adjustments(board, position, rule_set)


def _adjustments(
    board: Board, position: Position, rule_set: RuleSet
) -> dict[Unit, tuple[Order, ...]]:
    found: dict[Unit, tuple[Order, ...]] = {}
    for power in board.powers:
        due = builds_due(board, position, power, rule_set)
        if due < 0:
            for unit in position.units_of(power):
                found[unit] = (Remove(UnitRef(unit.location, unit.kind)),)
        elif due > 0:
            for unit in buildable_units(board, position, power, rule_set):
                found[unit] = (Build(UnitRef(unit.location, unit.kind)),)
            if rule_set.waive_builds == "yes":
                found[Unit(power, "", "")] = (Waive(),)
    return found


def _moves(
    board: Board, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[Unit, tuple[Order, ...]]:
    n = board_index(board)
    room = 1024
    t = load_turn(n, position, n.terms(rule_set, calendar), listed=room)
    while (total := count_orders(t)) == NONE:
        room *= 4
        t = load_turn(n, position, n.terms(rule_set, calendar), listed=room)
    t.found = [0] * total
    write_all(t)
    gates = list(n.gates.values())[: t.board.gate_count]
    holders = {board.province_of[unit.location]: unit.power for unit in position.units}
    notional = (Unit(holders.get(g.controller, ""), "", g.province) for g in gates)
    listed: dict[Unit, tuple[Order, ...]] = {}
    writing = OrderWriting(n, t, position, rule_set.power_missing != "valid")
    for number, unit in enumerate((*position.units, *notional)):
        codes = t.found[t.starts[number] : t.starts[number + 1]]
        if codes:
            listed[unit] = writing.orders(unit, codes)
    return listed


def orders_numbered(
    board: Board,
    position: Position,
    rule_set: RuleSet,
    calendar: Calendar,
    numbers: Mapping[Unit, int],
) -> dict[Unit, Order]:
    """The orders of units in a movement phase that are given as packed numbers."""
    writing = _writing(board, position, rule_set, calendar)
    return {unit: writing.orders(unit, [number])[0] for unit, number in numbers.items()}


@lru_cache(maxsize=4)  # whoever tries orders tries many in a position
def _writing(
    board: Board, position: Position, rule_set: RuleSet, calendar: Calendar
) -> OrderWriting:
    n = board_index(board)
    t = load_turn(n, position, n.terms(rule_set, calendar))
    return OrderWriting(n, t, position, rule_set.power_missing != "valid")


class OrderWriting:
    """Writes the legal orders of a position's units, given as numbers. The orders are kept with the
    board, while they are few: they are the same in every position."""

    def __init__(self, n: BoardIndex, t: Turn, position: Position, asks_power: bool) -> None:
        self._n, self._tables, self._position = n, t.board, position
        self._asks_power = asks_power
        # What an order says of the unit that it helps, beside its number.
        powers = map(int.__add__, t.owner, repeat(1)) if asks_power else repeat(0)
        self._named = {
            location + 1: (power << _KIND_BITS) + kind << _ORDER_BITS
            for location, kind, power in zip(t.location, t.kind, powers, strict=False)
        }

    def orders(self, unit: Unit, codes: Sequence[int]) -> tuple[Order, ...]:
        """The orders of one unit."""
        told = self._asks_power or bool(self._n.board.high_seas)
        giver = unit.location, unit.kind, unit.power if told else ""
        kept, named = self._n.orders_of(giver), self._named.get
        keys = [code + named(code >> OTHER_SHIFT, 0) for code in codes]
        found = list(map(kept.get, keys))
        if None in found:
            ref = UnitRef(unit.location, unit.kind or None)
            for place, key in enumerate(keys):
                if found[place] is None:
                    order = self._order(unit.power, ref, codes[place])
                    found[place] = kept.keep(key, order, _BYTES_AN_ORDER)
        return tuple(found)  # type: ignore[return-value]

    def _order(self, power: str, ref: UnitRef, number: int) -> Order:
        n, kind, target = self._n, packed_kind(number), packed_target(number)
        if kind == HOLD and target != NONE:
            becomes = other_kind(self._tables, n.kind_named[ref.kind])
            coast = n.locations[target].partition("/")[2]
            return Convert(ref, n.kinds[becomes], coast or None)
        if kind == HOLD:
            return Core(ref) if packed_via(number) == 1 else Hold(ref)
        if kind == MOVE:
            other = packed_other(number)
            if other != NONE:
                return Move(ref, n.locations[target], route=(n.locations[other],))
            return Move(ref, n.locations[target], via_convoy=packed_via(number) == 1)
        helped = self._helped(power, number)
        if kind == SUPPORT:
            return Support(ref, helped, None if target == NONE else n.locations[target])
        return Convoy(ref, helped, n.locations[target])

    def _helped(self, own: str, number: int) -> UnitRef:
        """The unit that an order helps, as the rule set wants it named."""
        n, location = self._n, self._n.locations[named_place(self._tables, number)]
        owner = named_owner(self._tables, number)
        if owner != NONE:  # on a high sea, where it may not be alone
            power, kind = n.powers[owner], n.kinds[named_kind(self._tables, number)]
            return UnitRef(location, kind, None if power == own else power)
        unit = self._position.by_location[location]
        is_told = self._asks_power or location in n.board.high_seas
        is_foreign = is_told and unit.power != own
        return UnitRef(location, unit.kind, unit.power if is_foreign else None)
