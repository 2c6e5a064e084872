"""One phase of a game of Machiavelli, from a position and orders to the next position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.board import AUTONOMOUS, Board, Unit, province_of
from dragoman.errors import checked
from dragoman.machiavelli.account import Account, Gift, Kept, Roll
from dragoman.machiavelli.engine.campaign import (
    end_campaign,
    end_moves,
    finish_moves,
    go_on,
    spend_money,
)
from dragoman.machiavelli.engine.codes import BUILD, MAINTAIN, REMOVE, SIEGE_BY_ANY
from dragoman.machiavelli.engine.movement import run_moves
from dragoman.machiavelli.engine.realm import Realm, UpkeepRows
from dragoman.machiavelli.engine.retreats import (
    is_strait_shut_after,
    list_dislodged,
    list_ways_out,
    settle_retreats,
)
from dragoman.machiavelli.engine.units import garrison
from dragoman.machiavelli.engine.upkeep import adjust
from dragoman.machiavelli.judge.decode import account_of, affairs_of, owners_of, units_of
from dragoman.machiavelli.judge.encode import (
    MoneyOrders,
    divided,
    load_realm,
    order_meant,
    write_spending,
)
from dragoman.machiavelli.judge.scenario_index import ScenarioIndex, scenario_index
from dragoman.machiavelli.scenario import Scenario
from dragoman.orders import (
    Build,
    Convert,
    Disband,
    Maintain,
    Move,
    Order,
    OrdersGiven,
    Remove,
    Retreat,
    orders_given,
)
from dragoman.quick_dataclass import dataclass
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.phases import keep_standing
from dragoman.rules.engine.turn import MASK_COLUMNS, UNIT_COLUMNS, Turn
from dragoman.rules.judge.encode import load_turn, write_orders
from dragoman.rules.judge.movement import unused_orders
from dragoman.rules.judge.outcomes import Forces, read_outcomes
from dragoman.rules.judge.retreats import judge_retreats
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.outcome import Force, Orders, Outcome, PhaseResult, Result, UnusedOrder
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Dislodged, Position
from dragoman.rules.model.reasons import NOT_YOURS, REASONS, STRAIT_CLOSED, WRONG_PHASE


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a phase: as in Diplomacy, with the account of everything else."""

    result: PhaseResult
    account: Account


@checked
def resolve(
    board: Board,
    scenario: Scenario,
    position: Position,
    orders: Mapping[str, OrdersGiven],
    rule_set: RuleSet | str,
    calendar: Calendar,
    thrown: Sequence[Roll] = (),
) -> Judged:
    """Carry out the phase that the position is in; nothing is changed. Orders are objects or text,
    the rule set is one or the name of a preset.

    Orders for money belong to a campaign's movement. Dice come from the seed in the position's
    affairs, but for those ``thrown`` on a table; those that nothing asks for do nothing.

    Raises:
        OrdersError: if a text cannot be read.
        UnknownName: if there is no such power.
        KeyError: if an order or unit names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    rule_set = rules_called(rule_set)
    handed_in = orders_given(board, position.phase.kind.value, orders)
    g = scenario_index(board, scenario)
    r = load_realm(g, position, rule_set, calendar, thrown)
    kind = position.phase.kind
    spending: MoneyOrders = {}
    kept, wasted = _of_players(handed_in)
    if kind is PhaseKind.MOVEMENT:
        kept, spending, replaced = divided(kept)
        wasted += replaced
    given = {
        power: [(order, order_meant(g, position, power, order)) for order in list_]
        for power, list_ in kept.items()
    }
    gifts: tuple[Gift, ...] = ()
    weighed: Mapping[str, tuple[Force, Force]] = {}
    if kind is PhaseKind.MOVEMENT:
        gifts = write_spending(g, r, position, spending)
        result, weighed = _campaign(g, r, position, given, rule_set, calendar)
    elif kind is PhaseKind.RETREAT:
        result = _retreats(g, r, position, kept, rule_set, calendar)
    else:
        result = _adjustments(g, r, position, given, rule_set, calendar)
    if wasted:
        result = replace(result, unused=(*result.unused, *wasted))
    return Judged(result, account_of(g, r, spending, thrown, gifts, weighed))


def _of_players(orders: Orders) -> tuple[Orders, list[UnusedOrder]]:
    """The orders without those given in nobody's name: autonomous garrisons only hold (U-6)."""
    given = orders.get(AUTONOMOUS)
    if not given:
        return orders, []
    code = REASONS[NOT_YOURS].code
    kept = {power: list_ for power, list_ in orders.items() if power != AUTONOMOUS}
    return kept, [UnusedOrder(AUTONOMOUS, order, code) for order in given]


Meant = Mapping[str, Sequence[tuple[Order, Order]]]
"""For each power its orders as given, each with what it means."""


def _campaign(
    g: ScenarioIndex,
    r: Realm,
    position: Position,
    given: Meant,
    rule_set: RuleSet,
    calendar: Calendar,
) -> tuple[PhaseResult, Mapping[str, tuple[Force, Force]]]:
    """The result of the orders, and the strengths that decided sieges, by the area."""
    n = g.board
    t = load_turn(n, position, n.terms(rule_set, calendar))
    powers = [power for power, list_ in given.items() for _ in list_]
    meant = [order for list_ in given.values() for _, order in list_]
    written = {id(order): original for list_ in given.values() for original, order in list_}
    used, others = write_orders(n, t, powers, meant)
    spend_money(t, r)
    run_moves(t, r)
    as_given = [written[id(order)] for order in used]
    stood = units_of(g, t)
    outcomes = read_outcomes(n, t, stood, as_given)
    weighed = _weighed(g, t, r, stood)
    list_dislodged(t, r)
    dislodged = _dislodged(g, t, r)
    contested = frozenset(n.places[p] for p in range(len(n.places)) if t.full[p] == 2)
    unused = list(unused_orders(n, t, as_given))
    code = REASONS[WRONG_PHASE].code
    unused += [UnusedOrder(power, written[id(order)], code) for power, order in others]
    end_moves(t, r)
    standing = units_of(g, t)
    finish_moves(t, r)
    after = _position_after(g, t, r, calendar)
    if after.phase.kind is PhaseKind.RETREAT:
        waiting = tuple(one for one in dislodged if one.options)
        after = replace(after, dislodged=waiting, contested=contested)
    result = PhaseResult(
        outcomes,
        tuple(unused),
        standing,
        tuple(dislodged),
        contested,
        position=after,
        winner=_winner(g, t),
    )
    return result, weighed


def _weighed(
    g: ScenarioIndex, t: Turn, r: Realm, units: Sequence[Unit]
) -> dict[str, tuple[Force, Force]]:
    """The strengths in each area whose city was besieged before, of who stands there and of the
    garrison, where these decide sieges."""
    found: dict[str, tuple[Force, Force]] = {}
    if r.codes.siege_strength == SIEGE_BY_ANY:
        return found
    forces = Forces(t, units)
    for area, place in enumerate(g.board.places):
        outside, inside = t.at[area], garrison(t, r, area)
        if r.siege[area] == 1 and NONE not in (outside, inside):
            found[place] = forces.in_place(outside), forces.in_place(inside)
    return found


def _dislodged(g: ScenarioIndex, t: Turn, r: Realm) -> list[Dislodged]:
    n = g.board
    found: list[Dislodged] = []
    for number, unit in enumerate(units_of(g, t)):
        attacker = t.dislodged_by[number]
        if attacker == NONE:
            continue
        count = list_ways_out(t, r, number, attacker)
        options = tuple(sorted(n.locations[to] for to in t.options[:count]))
        found.append(Dislodged(unit, options, n.places[t.place[attacker]]))
    return found


def _position_after(g: ScenarioIndex, t: Turn, r: Realm, calendar: Calendar) -> Position:
    phase = calendar.phase(t.phase, t.year)
    affairs = affairs_of(g, r, keeps_allies=phase.kind is PhaseKind.RETREAT)
    return Position(phase, units_of(g, t), owners_of(g, t), affairs=affairs)


def _winner(g: ScenarioIndex, t: Turn) -> str | None:
    return None if t.winner == NONE else g.board.powers[t.winner]


def _retreats(
    g: ScenarioIndex,
    r: Realm,
    position: Position,
    orders: Orders,
    rule_set: RuleSet,
    calendar: Calendar,
) -> PhaseResult:
    n = g.board
    t = load_turn(n, position, n.terms(rule_set, calendar), more=len(position.dislodged))
    _make_room(t, len(position.dislodged))
    meant = {power: [_way_out(g, order) for order in list_] for power, list_ in orders.items()}
    keep_standing(t)
    lost = _lost_in_straits(g, t, r, position, meant)
    # These are judged as units that disband, and told as what they are.
    instead = {number: Disband(order.unit) for number, order in lost.items()}
    given = {id(instead[number]): order for number, order in lost.items()}
    tried = {
        power: [instead.get(id(order), order) for order in list_] for power, list_ in meant.items()
    }
    verdict = judge_retreats(n, t, position, tried, rule_set)
    settle_retreats(t, r, len(position.units))
    standing = units_of(g, t)
    end_campaign(t, r)
    go_on(t, r)
    after = _position_after(g, t, r, calendar)
    return PhaseResult(
        tuple(_as_lost(outcome, given) for outcome in verdict.outcomes),
        tuple(replace(one, order=given.get(id(one.order), one.order)) for one in verdict.unused),
        standing,
        (),
        frozenset(),
        position=after,
        winner=_winner(g, t),
    )


def _lost_in_straits(
    g: ScenarioIndex, t: Turn, r: Realm, position: Position, orders: Orders
) -> dict[int, Move | Retreat]:
    """The retreats through closed straits, by their identity."""
    n = g.board
    found: dict[int, Move | Retreat] = {}
    for dislodged in position.dislodged:
        unit = dislodged.unit
        here, power = n.location[province_of(unit.location)], n.power[unit.power]
        for order in orders.get(unit.power, ()):
            if (
                isinstance(order, Move | Retreat)
                and province_of(order.unit.location) == province_of(unit.location)
                and province_of(order.target) in map(province_of, dislodged.options)
                and is_strait_shut_after(t, r, here, n.location[province_of(order.target)], power)
            ):
                found[id(order)] = order
    return found


def _as_lost(outcome: Outcome, given: Mapping[int, Order]) -> Outcome:
    """The outcome of a retreat, told as what it is where it was lost in a strait."""
    order = given.get(id(outcome.order))
    if order is None:
        return outcome
    code = REASONS[STRAIT_CLOSED].code
    return replace(outcome, order=order, treated_as=order, reason=code)


def _make_room(t: Turn, more: int) -> None:
    """Make room for so many more units: in a campaign alone they only become fewer."""
    for name in (*UNIT_COLUMNS, *MASK_COLUMNS):
        getattr(t, name).extend([0] * more)


def _way_out(g: ScenarioIndex, order: Order) -> Order:
    """A retreat into the city of the province, which is ordered as a conversion."""
    if not isinstance(order, Convert):
        return order
    city = g.scenario.cities.get(province_of(order.unit.location))
    return Retreat(order.unit, order.unit.location if city is None else city.place)


_UPKEEP = {Maintain: MAINTAIN, Remove: REMOVE, Disband: REMOVE, Build: BUILD}


def _adjustments(
    g: ScenarioIndex,
    r: Realm,
    position: Position,
    given: Meant,
    rule_set: RuleSet,
    calendar: Calendar,
) -> PhaseResult:
    n = g.board
    rows: list[list[int]] = []
    used: list[tuple[str, Order, Order]] = []
    unused: list[UnusedOrder] = []
    for power, list_ in given.items():
        for original, order in list_:
            if not isinstance(order, Maintain | Remove | Disband | Build):
                unused.append(UnusedOrder(power, original, REASONS[WRONG_PHASE].code))
                continue
            kind = n.kind[order.unit.kind or "A"]
            place = n.location[order.unit.location]
            rows.append([n.power[power], _UPKEEP[type(order)], kind, place, 0])
            used.append((power, original, order))
    t = load_turn(n, position, n.terms(rule_set, calendar))
    _make_room(t, len(rows))
    r.upkeep_count = len(rows)
    if rows:
        r.upkeep = UpkeepRows(*map(list, zip(*rows, strict=True)))
    adjust(t, r)
    outcomes = [
        _outcome_of(power, original, order, tuple(Kept)[r.upkeep.result[row]])
        for row, (power, original, order) in enumerate(used)
    ]
    standing = units_of(g, t)
    go_on(t, r)
    after = _position_after(g, t, r, calendar)
    return PhaseResult(
        tuple(outcomes), tuple(unused), standing, (), frozenset(), position=after, winner=None
    )


def _outcome_of(power: str, original: Order, order: Order, kept: Kept) -> Outcome:
    assert isinstance(order, Maintain | Remove | Disband | Build)
    unit = Unit(power, order.unit.kind or "", order.unit.location)
    is_done = kept in (Kept.KEPT, Kept.REMOVED, Kept.BUILT)
    reason = "" if is_done else kept.value
    return Outcome(unit, original, order, Result.SUCCEEDS if is_done else Result.FAILS, reason)
