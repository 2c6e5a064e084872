"""The legal orders of a position, for people and programs to choose from."""

from __future__ import annotations

from dragoman.board import Board, Unit
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
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import (
    G_GATE_COUNT,
    G_PROVINCES,
    HOLD,
    MOVE,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.legal_orders import list_orders
from dragoman.rules.engine.packed_orders import (
    packed_kind,
    packed_kind_named,
    packed_other,
    packed_owner,
    packed_target,
    packed_via,
)
from dragoman.rules.engine.tables import BoardIndex, numbers
from dragoman.rules.judge.adjustments import build_sites, builds_due
from dragoman.rules.judge.encoding import set_table
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position


def legal_orders(
    board: Board, position: Position, rule_set: RuleSet
) -> dict[Unit, tuple[Order, ...]]:
    """Every order that each unit could be given in this phase. Equal units on a high sea are
    one entry.

    In a movement phase for every standing unit, and for every gateway under somebody's
    control, as a unit of no kind in the gatekeeper's province; in a retreat phase for every
    dislodged one; in an adjustment phase for every unit of a power that must remove some, and
    for every unit that could be built (as it would stand), with ``Waive`` last where that is
    allowed.

    Loose writing that the rule set would let pass is not repeated in every spelling: coasts
    are named, a support for a fleet names the coast, kinds are given; powers of foreign units
    are given where the rule set asks for them, and on a high sea.
    """
    if position.phase.kind is PhaseKind.MOVEMENT:
        return _moves(board, position, rule_set)
    if position.phase.kind is PhaseKind.RETREAT:
        return {
            d.unit: (
                *(Retreat(UnitRef(d.unit.location, d.unit.kind), to) for to in d.options),
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
            for site in build_sites(board, position, power, rule_set):
                for kind, places in board.buildable.items():
                    if site in places and board.kinds[kind].cost <= due:
                        found[Unit(power, kind, site)] = (Build(UnitRef(site, kind)),)
            if rule_set.waive_builds == "yes":
                found[Unit(power, "", "")] = (Waive(),)
    return found


def _moves(board: Board, position: Position, rule_set: RuleSet) -> dict[Unit, tuple[Order, ...]]:
    n = numbers(board)
    table = set_table(n, position.units)
    count = len(position.units)
    heads = [0] * (2 * n.ground[G_PROVINCES] + count)
    ground = n.ground_for(rule_set, position.phase)
    gates = list(n.gates.values())[: ground[G_GATE_COUNT]]
    starts = [0] * (count + len(gates) + 1)
    room = 4096
    total = NONE
    found: list[int] = []
    while total == NONE:
        chains, found = [0] * (2 * room), [0] * room
        total = list_orders(
            ground,
            count,
            table.units,
            table.at,
            table.sea,
            heads,
            chains,
            starts,
            found,
        )
        room *= 4
    holders = {board.province_of[unit.location]: unit.power for unit in position.units}
    notional = (Unit(holders.get(g.controller, ""), "", g.province) for g in gates)
    listed: dict[Unit, tuple[Order, ...]] = {}
    for index, unit in enumerate((*position.units, *notional)):
        codes = found[starts[index] : starts[index + 1]]
        if codes:
            listed[unit] = tuple(_order(n, position, unit, code, rule_set) for code in codes)
    return listed


def _order(n: BoardIndex, position: Position, unit: Unit, code: int, rule_set: RuleSet) -> Order:
    named = UnitRef(unit.location, unit.kind or None)
    kind = packed_kind(code)
    target = None if packed_target(code) == NONE else n.locations[packed_target(code)]
    if kind == HOLD:
        return Hold(named)
    if kind == MOVE:
        assert target is not None
        if packed_other(code) != NONE:
            return Move(named, target, route=(n.locations[packed_other(code)],))
        return Move(named, target, via_convoy=packed_via(code) == 1)
    other = _named(n, position, code)
    asked = rule_set.power_missing != "valid" or other.location in n.board.high_seas
    foreign = asked and other.power != unit.power
    helped = UnitRef(other.location, other.kind, other.power if foreign else None)
    if kind == SUPPORT:
        return Support(named, helped, target)
    assert target is not None
    return Convoy(named, helped, target)


def _named(n: BoardIndex, position: Position, code: int) -> Unit:
    """The unit that a packed order helps."""
    location = n.locations[packed_other(code)]
    owner, kind = packed_owner(n.ground, code), packed_kind_named(n.ground, code)
    if owner != NONE:  # on a high sea, where it may not be alone
        return Unit(n.powers[owner], n.kinds[kind], location)
    return position.by_location[location]
