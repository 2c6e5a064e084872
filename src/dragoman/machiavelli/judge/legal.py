"""The legal orders of a position of Machiavelli, for people and programs to choose from."""

from __future__ import annotations

from dragoman.board import Board, Unit
from dragoman.machiavelli.engine.city_orders import (
    TO_BESIEGE,
    TO_GIVE_UP,
    TO_LIFT,
    city_order_in,
)
from dragoman.machiavelli.engine.legal_orders import (
    count_builds,
    count_campaign_orders,
    write_builds,
    write_campaign_orders,
)
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.upkeep import due
from dragoman.machiavelli.judge.encode import load_realm
from dragoman.machiavelli.judge.scenario_index import ScenarioIndex, scenario_index
from dragoman.machiavelli.scenario import Scenario
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    LiftSiege,
    Maintain,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
)
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed_kind,
    packed_other,
    packed_target,
    packed_via,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.encode import load_turn
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position


def legal_orders(
    board: Board, scenario: Scenario, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[Unit, tuple[Order, ...]]:
    """Every order that each unit could be given in this phase; orders for money are not among
    them (see ``means``).

    In a campaign for every unit, the autonomous ones too, which only obey who buys them: orders
    that could be carried out for some orders of the others as the units stand. In a retreat phase
    for every dislodged unit; into its city it goes by a ``Retreat`` to the city. In an adjustment
    for every unit to maintain or remove it (in the basic game to remove it, if its power must),
    and for every unit that could be built, as it would stand, if its power gave up others where
    need be.

    Raises:
        KeyError: if the position names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    g = scenario_index(board, scenario)
    if position.phase.kind is PhaseKind.RETREAT:
        return {
            d.unit: (
                *(Retreat(UnitRef(d.unit.location, d.unit.kind), to) for to in d.options),
                Disband(UnitRef(d.unit.location, d.unit.kind)),
            )
            for d in position.dislodged
        }
    r = load_realm(g, position, rule_set, calendar)
    if position.phase.kind is PhaseKind.MOVEMENT:
        return _campaign(g, r, position, rule_set, calendar)
    return _adjustments(g, r, position, rule_set, calendar)


def _campaign(
    g: ScenarioIndex, r: Realm, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[Unit, tuple[Order, ...]]:
    room = 4096
    t = load_turn(g.board, position, g.board.terms(rule_set, calendar), listed=room)
    while (total := count_campaign_orders(t, r)) == NONE:
        room *= 4
        t = load_turn(g.board, position, g.board.terms(rule_set, calendar), listed=room)
    t.found = [0] * total
    listed: dict[Unit, tuple[Order, ...]] = {}
    for number, unit in enumerate(position.units):
        t.found_count = 0
        write_campaign_orders(t, r, number, 0, t.choices[number])
        codes = t.found[: t.found_count]
        listed[unit] = tuple(written_order(g.board, position, unit, code) for code in codes)
    return listed


def written_order(n: BoardIndex, position: Position, unit: Unit, code: int) -> Order:
    """The order of a unit in a campaign that a number of the engine stands for."""
    named = UnitRef(unit.location, unit.kind)
    kind, target, other = packed_kind(code), packed_target(code), packed_other(code)
    what = city_order_in(code)
    if what == TO_BESIEGE:
        return Besiege(named)
    if what == TO_LIFT:
        return LiftSiege(named)
    if what == TO_GIVE_UP:
        return Disband(named)
    to = None if target == NONE else n.locations[target]
    if what != NONE:
        coast = to.partition("/")[2] if to is not None else ""
        return Convert(named, n.kinds[what], coast or None)
    if kind == HOLD:
        return Hold(named)
    if kind == MOVE:
        return Move(named, to or "", via_convoy=packed_via(code) == 1)
    helped = position.by_location[n.locations[other]]
    ref = UnitRef(helped.location, helped.kind)
    return Support(named, ref, to) if kind == SUPPORT else Convoy(named, ref, to or "")


def _adjustments(
    g: ScenarioIndex, r: Realm, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[Unit, tuple[Order, ...]]:
    n = g.board
    t = load_turn(n, position, n.terms(rule_set, calendar))
    found: dict[Unit, tuple[Order, ...]] = {}
    for number, power in enumerate(n.powers[: g.nobody]):
        for unit in position.units_of(power):
            named = UnitRef(unit.location, unit.kind)
            if r.codes.money == 1:
                found[unit] = (Maintain(named), Remove(named))
            elif due(t, r, number) < 0:
                found[unit] = (Remove(named),)
        for code in _builds(t, r, number):
            kind, location = n.kinds[packed_other(code)], n.locations[packed_target(code)]
            found[Unit(power, kind, location)] = (Build(UnitRef(location, kind)),)
    return found


def _builds(t: Turn, r: Realm, power: int) -> list[int]:
    total = count_builds(t, r, power)
    t.found, t.found_count = [0] * total, 0
    write_builds(t, r, power, 0, total)
    return list(t.found)
