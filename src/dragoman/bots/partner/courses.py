"""The orders that a partner means to give: by the DumbBot idea, but as its friends leave it to and
with what it promised.

The centres of friends draw nobody and their units are no threat; where it may not go nobody goes.
Units whose orders were promised have them, and who has nothing better to do helps these, or what a
friend said that he would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from dragoman.board import Unit, province_of
from dragoman.bots.bot import View
from dragoman.bots.engine.dumb import order_units
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.engine.worth import add_pull, competition
from dragoman.bots.partner.promises import fulfils, gist, goal_of
from dragoman.bots.partner.voyages import Legal, voyages
from dragoman.bots.visibility import (
    NumberedView,
    numbered_view,
    orders_of_codes,
    seen_from_above,
)
from dragoman.game import Variant
from dragoman.orders import Hold, Move, Order, Support, UnitRef
from dragoman.press.daide.order_patterns import NamedOrder
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position, RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.judge.board_index import board_index
from dragoman.values import FrozenMap

_NEVER: Final = -1e12
"""The worth of a place where nobody is to go."""
_STATES: Final = (1 << 48) - 1
_PREY: Final = 1.5
"""How many times as much the centres of the target draw."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds within which a partner plans its orders."""

    friends: frozenset[str] = frozenset()
    """Whose centres it leaves alone, and whose units it does not fear."""
    target: str = ""
    """Whose centres it wants most."""
    barred: frozenset[str] = frozenset()
    """Provinces into which no unit goes, ..."""
    refused: frozenset[tuple[str, ...]] = frozenset()
    """... and orders that none is given (see ``promises.gist``)."""
    fixed: Mapping[Unit, Order] = FrozenMap()
    """Orders that are promised."""
    temper: Temper = USUAL
    """How its units choose (see ``bots.engine``)."""
    told: tuple[Order, ...] = ()
    """Moves that friends said they would make."""


@dataclass(frozen=True, slots=True)
class Course:
    """Orders for all units of a power, and those of them that have nothing better to do."""

    orders: Mapping[Unit, Order]
    idle: frozenset[Unit]
    opening: str = ""
    """The name of the line, if it is one of the book."""


def course_of(view: View, legal: Legal, bounds: Bounds, draw: int = 0) -> Course:
    """The orders of a movement within bounds; ``draw`` tells one course from another. Without legal
    orders nobody helps what was told."""
    seen = numbered_view(view)
    units = view.position.units_of(view.power)
    _bound(seen, bounds, units)
    codes = [0] * seen.tables.provinces
    seed = Random(f"{view.seed} {draw}").randrange(_STATES) if draw else view.seed & _STATES
    order_units(seen.tables, seen.sight, seen.work, seen.number, bounds.temper, seed, codes)
    numbers = {unit: number for number, unit in enumerate(view.position.units)}
    for unit in bounds.fixed:
        codes[numbers[unit]] = 0
    drafted = orders_of_codes(view, [codes[numbers[unit]] for unit in units])
    found = dict(zip(units, drafted, strict=True)) | dict(bounds.fixed)
    _mend(found, bounds)
    idle = {
        unit
        for unit, order in found.items()
        if unit not in bounds.fixed and (isinstance(order, Hold) or _is_vain(seen, order))
    }
    for unit in sorted(idle, key=str):
        better = _help(view, legal.get(unit, ()), bounds)
        if better is not None:
            found[unit] = better
    if legal:
        _carry(view, legal, found, idle, bounds)
    return Course(FrozenMap(found), frozenset(idle))


def _bound(seen: NumberedView, bounds: Bounds, units: Iterable[Unit]) -> None:
    """Change how the position is seen so that the orders keep within bounds."""
    tables, sight, n = seen.tables, seen.sight, board_index(seen.view.variant.board)
    friends = frozenset(n.power[power] for power in bounds.friends)
    target = n.power[bounds.target] if bounds.target else NONE
    for friend in friends:
        for place in range(tables.provinces):
            sight.near[friend * tables.provinces + place] = 0
    view = seen.view
    sight.felt[:] = _felt(view.variant, view.position, view.rule_set, friends, target)
    numbers = {unit: number for number, unit in enumerate(seen.view.position.units)}
    barred = {n.location[place] for place in bounds.barred}
    for unit, order in bounds.fixed.items():
        sight.owner[numbers[unit]] = NONE
        goal = order.target if isinstance(order, Move) else unit.location
        barred.add(n.location[goal])
    places = {tables.province_of[location] for location in barred}
    for location in range(tables.locations):
        if tables.province_of[location] in places:
            for kind in range(tables.kinds):
                sight.felt[kind * tables.locations + location] = _NEVER


@lru_cache(maxsize=32)
def _felt(
    variant: Variant, position: Position, rule_set: RuleSet, friends: frozenset[int], target: int
) -> Sequence[float]:
    """The sum of what the centres of all but friends are worth, at each node."""
    tables, sight = seen_from_above(variant, position, rule_set)
    felt = list(sight.felt)
    for center in range(tables.centers):
        owner = sight.owners[tables.center_place[center]]
        size = sight.sizes[tables.powers if owner == NONE else owner]
        if owner in friends:
            add_pull(tables, sight, center, float(-size), felt)
        elif owner == target:
            add_pull(tables, sight, center, size * (_PREY - 1), felt)
    return felt


def _mend(found: dict[Unit, Order], bounds: Bounds) -> None:
    """Take back orders that were refused to somebody, and supports of what is not done."""
    at = {province_of(unit.location): unit for unit in found}
    for unit, order in list(found.items()):
        if unit in bounds.fixed:
            continue
        helped = None
        if isinstance(order, Support):
            helped = at.get(province_of(order.supported.location))
        is_vain = helped is not None and not _is_helped(found[helped], order)
        if gist(order) in bounds.refused or is_vain:
            found[unit] = Hold(UnitRef(unit.location, unit.kind))


def _is_helped(order: Order, support: Order) -> bool:
    """True if a support is for what the unit does that it names."""
    goal = goal_of(support)
    if goal is None:
        return not isinstance(order, Move)
    return isinstance(order, Move) and province_of(order.target) == goal


def _is_vain(seen: NumberedView, order: Order) -> bool:
    """True if an order only helps a unit that nobody but friends could attack."""
    if not isinstance(order, Support) or order.target is not None:
        return False
    n = board_index(seen.view.variant.board)
    place = seen.tables.province_of[n.location[order.supported.location]]
    return competition(seen.tables, seen.sight, seen.number, place) == 0


def _help(view: View, legal: Iterable[Order], bounds: Bounds) -> Order | None:
    """The best that a unit can do for moves that were promised or told; an own one first."""
    own = [order for order in bounds.fixed.values() if isinstance(order, Move)]
    told = [order for order in bounds.told if isinstance(order, Move)]
    for move in (*own, *told):
        goal = province_of(move.target)
        there = view.position.by_province.get(goal)
        if goal in bounds.barred or (there is not None and there.power in bounds.friends):
            continue
        if there is not None and there.power == view.power:
            continue
        for order in legal:
            if not isinstance(order, Support) or gist(order) in bounds.refused:
                continue
            helped = province_of(order.supported.location) == province_of(move.unit.location)
            if helped and goal_of(order) == goal:
                return order
    return None


def _carry(
    view: View, legal: Legal, found: dict[Unit, Order], idle: set[Unit], bounds: Bounds
) -> None:
    """Have fleets that are idle take an army that is to where there is more to gain."""
    own, taken = (view.power,), set(map(goal_of, found.values()))
    for voyage in voyages(view, legal, view.power, own, bounds.friends, bounds.barred):
        if idle.issuperset(voyage.orders) and voyage.goal not in taken:
            found.update(voyage.orders)
            idle.difference_update(voyage.orders)
            taken.add(voyage.goal)


def matching(legal: Iterable[Order], wanted: NamedOrder) -> Order | None:
    """The legal order that does what is wanted, if there is one: on the coast that is named, if one
    is."""
    sought, target = gist(wanted), getattr(wanted, "target", None)
    same = [one for one in legal if gist(one) == sought]
    if exact := [one for one in same if getattr(one, "target", None) == target]:
        return exact[0]
    return same[0] if same else next((one for one in legal if fulfils(one, wanted)), None)
