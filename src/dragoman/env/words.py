"""The choices of slots as orders: what the numbers of actions mean to people and other programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dragoman.board import Unit
from dragoman.game import Variant
from dragoman.orders import Build, Disband, Order, Remove, Retreat, UnitRef, Waive
from dragoman.rules import PhaseKind, Position
from dragoman.rules.engine.codes import HOLD, MOVE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    named_kind,
    named_place,
    packed_kind,
    packed_other,
    packed_target,
)
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import load_turn
from dragoman.rules.judge.legal import OrderWriting


def orders_of(
    variant: Variant,
    tables: BoardTables,
    position: Position,
    power: str,
    slots: Sequence[tuple[int, Sequence[int]]],
) -> list[list[Order]]:
    """The orders that a power's slots can choose among. ``slots`` are the location of each, as
    ``Observation.at`` has it, and its codes."""
    kind, n = position.phase.kind, board_index(variant.board)
    if kind is PhaseKind.MOVEMENT:
        terms = n.terms(variant.rule_set, variant.calendar_under(variant.rule_set))
        asks_power = variant.rule_set.power_missing != "valid"
        writing = OrderWriting(n, load_turn(n, position, terms), position, asks_power)
        own = {n.location[unit.location]: unit for unit in position.units_of(power)}
        own |= {
            len(n.locations) + place: Unit(power, "", gate.province)
            for place, gate in enumerate(n.gates.values())
        }
        return [[*writing.orders(own[at], codes)] for at, codes in slots]
    if kind is PhaseKind.RETREAT:
        out = {n.location[one.unit.location]: one.unit for one in position.dislodged}
        return [[*map(partial(_retreat, n.locations, out[at]), codes)] for at, codes in slots]
    kinds = [*variant.board.kinds]
    standing = {unit.location: unit.kind for unit in position.units_of(power)}
    written = partial(_adjustment, n.locations, kinds, standing, tables)
    return [[*map(written, codes)] for _, codes in slots]


def _retreat(locations: Sequence[str], unit: Unit, code: int) -> Order:
    ref = UnitRef(unit.location, unit.kind)
    return (
        Disband(ref) if packed_kind(code) == HOLD else Retreat(ref, locations[packed_target(code)])
    )


def _adjustment(
    locations: Sequence[str],
    kinds: Sequence[str],
    standing: dict[str, str],
    tables: BoardTables,
    code: int,
) -> Order:
    if packed_kind(code) == MOVE:
        return Build(UnitRef(locations[packed_target(code)], kinds[packed_other(code)]))
    if packed_kind(code) == SUPPORT:
        place, kind = locations[named_place(tables, code)], named_kind(tables, code)
        return Remove(UnitRef(place, kinds[kind] if kind >= 0 else standing[place]))
    return Waive()
