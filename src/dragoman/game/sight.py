"""Fog of war: what a power sees of the board, by the answers of a rule set.

Whatever a power is shown of a game before its end, by whichever interface, is a position
``as_seen`` or a phase ``told_of``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.game.resolution import Resolution
from dragoman.orders import Convoy, Move, Order, Retreat, Support, Waive, unit_of
from dragoman.remembered import Itself, Remembered
from dragoman.rules import Outcome, Position, RuleSet
from dragoman.rules.model.position import Dislodged

_told: Remembered[tuple[Board, Itself, str], Resolution] = Remembered()
_bordering: Remembered[Board, Mapping[str, frozenset[str]]] = Remembered()


def in_sight(board: Board, position: Position, power: str, rules: RuleSet) -> frozenset[str]:
    """The provinces that a power sees: with ``sight=all`` each of them, else those of its units,
    dislodged ones too, and of its centres, and what these see from there."""
    if rules.sight == "all":
        return frozenset(board.provinces)
    near = _borders(board)
    dislodged = (one.unit for one in position.dislodged if one.unit.power == power)
    seen: set[str] = set()
    for unit in (*position.units_of(power), *dislodged):
        province = board.province_of[unit.location]
        seen.add(province)
        seen |= near[province] if rules.sight == "borders" else _reached(board, unit)
    for center in position.centers_of(power):
        if rules.center_sight == "nothing":
            break
        seen.add(center)
        is_home = board.provinces[center].home == power
        if rules.center_sight == "borders" or (rules.center_sight == "home-borders" and is_home):
            seen |= near[center]
    return frozenset(seen)


def as_seen(board: Board, position: Position, power: str, rules: RuleSet) -> Position:
    """The position with nothing in it that is out of a power's sight. Of dislodged units it knows
    its own, for they have to retreat, and those that it sees; not where these may go, nor where an
    attacker came from that it did not see."""
    if rules.sight == "all":
        return position
    seen = in_sight(board, position, power, rules)
    return replace(
        position,
        units=tuple(one for one in position.units if board.province_of[one.location] in seen),
        owners=_owned_seen(position.owners, power, seen),
        cores=None if position.cores is None else _owned_seen(position.cores, power, seen),
        half_cores=_owned_seen(position.half_cores, power, seen),
        dislodged=tuple(_dislodged_seen(board, position, power, seen)),
        contested=frozenset(one for one in position.contested if one in seen),
    )


def _owned_seen(owners: Mapping[str, str], power: str, seen: Collection[str]) -> dict[str, str]:
    """The centres that are its own, and those that it sees, each with the power that it is of."""
    return {center: one for center, one in owners.items() if one == power or center in seen}


def told_of(board: Board, past: Resolution, power: str) -> Resolution:
    """A phase that was judged with nothing in it that its rules keep from a power: the positions as
    it saw them, its own orders and, by ``orders_seen``, those of others, with what became of them;
    not with which strengths."""
    rules = past.rule_set
    if rules.sight == "all":
        return past
    if (known := _told.get((board, Itself(past), power))) is not None:
        return known
    after = in_sight(board, past.position, power, rules)
    sees_others = rules.orders_seen == "in-sight"
    orders = {
        one: tuple(
            order
            for order in given
            if one == power or (sees_others and is_order_told(board, order, after))
        )
        for one, given in past.orders.items()
    }
    made = replace(
        past,
        before=as_seen(board, past.before, power, rules),
        orders={one: given for one, given in orders.items() if given},
        outcomes=_outcomes_told(board, past, power, after),
        unused=tuple(one for one in past.unused if one.power == power),
        position=as_seen(board, past.position, power, rules),
    )
    return _told.keep((board, Itself(past), power), made, 200 * (1 + len(made.outcomes)))


def is_order_told(board: Board, order: Order, after: frozenset[str]) -> bool:
    """True if an order is seen by whoever sees these provinces after the phase: one of them is
    where its unit stood, or where the order is for."""
    unit, goal = unit_of(order), _goal(order)
    places = [goal] if goal is not None else []
    places += [unit.location] if unit is not None else []
    return any(board.province_of.get(place, place) in after for place in places)


def _goal(order: Order) -> str | None:
    """The location that an order is for, if it is for one."""
    match order:
        case Support(supported=other, target=None):
            return other.location
        case Move(target=target) | Support(target=target) | Convoy(target=target):
            return target
        case Retreat(target=target):
            return target
        case _:
            return None


def _outcomes_told(
    board: Board, past: Resolution, power: str, after: frozenset[str]
) -> tuple[Outcome, ...]:
    told = [
        one
        for one in past.outcomes
        if one.unit.power == power
        or (
            past.rule_set.orders_seen == "in-sight"
            and not isinstance(one.treated_as, Waive)
            and (
                board.province_of.get(one.unit.location) in after
                or is_order_told(board, one.order or one.treated_as, after)
            )
        )
    ]
    units = {one.unit for one in told}
    return tuple(_as_told(board, one, power, after, units) for one in told)


def _as_told(
    board: Board, one: Outcome, power: str, after: frozenset[str], told: set[Unit]
) -> Outcome:
    """An outcome without strengths, and without the units behind it that are not told of: who
    drove a unit out stands in its place, wherever it came from."""
    by, place = one.dislodged_by, one.unit.location
    if by is not None and one.unit.power != power and board.province_of[place] not in after:
        by = None
    if by is not None and by not in told:
        by = replace(by, location=place)
    cut_by = one.cut_by if one.cut_by in told else None
    return replace(one, dislodged_by=by, cut_by=cut_by, force=None, met=(), circle=())


def _dislodged_seen(
    board: Board, position: Position, power: str, seen: frozenset[str]
) -> Iterator[Dislodged]:
    for one in position.dislodged:
        if one.unit.power == power:
            came_from = one.came_from
            is_known = came_from is not None and board.province_of[came_from] in seen
            yield one if is_known else replace(one, came_from=None)
        elif board.province_of[one.unit.location] in seen:
            yield Dislodged(one.unit, ())


def _reached(board: Board, unit: Unit) -> set[str]:
    """The provinces that a unit could move to, without a convoy."""
    return {
        board.province_of[one.target]
        for one in board.paths
        if one.kind == unit.kind and one.source == unit.location
    }


def _borders(board: Board) -> Mapping[str, frozenset[str]]:
    """For each province those that border on it, whatever could go there."""
    if (known := _bordering.get(board)) is not None:
        return known
    found: dict[str, set[str]] = {key: set() for key in board.provinces}
    for path in board.paths:
        one, other = board.province_of[path.source], board.province_of[path.target]
        found[one].add(other)
        found[other].add(one)
    made = {key: frozenset(near) for key, near in found.items()}
    return _bordering.keep(board, made, 500 * len(made))
