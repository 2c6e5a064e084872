"""From the order sets players hand in to the orders that are judged.

Whether a later set replaces an earlier one, whether orders may stand for every turn and
whether one power may order another's unit are rule choices: DATC 4.D.1, 4.D.2, 4.E.4 and
4.E.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any

from dragoman.board import province_of
from dragoman.errors import checked
from dragoman.game.variant import PLAY, Variant
from dragoman.orders import (
    Ally,
    Borrow,
    Expense,
    GiveChit,
    NoExpense,
    Order,
    Pay,
    unit_of,
)
from dragoman.orders.given import check_is_order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind, Position, RuleSet
from dragoman.values import FrozenMap, short_repr

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Roll

_NO_CROWDS: Mapping[str, int] = FrozenMap()


class Intent(Enum):
    """The sender's word about the order sets that the power sent before."""

    UNSAID = ""
    ADDS = "adds"
    REPLACES = "replaces"


@checked
@dataclass(frozen=True)
class OrderSet:
    """The orders that one power handed in at one time.

    ``dated`` is false where nobody knows whether it came before or after the power's other
    sets. ``proxies`` leaves units to other powers: from the province of the unit to the
    power that orders it.
    """

    orders: tuple[Order, ...]
    intent: Intent = Intent.UNSAID
    dated: bool = True
    proxies: Mapping[str, str] = field(default_factory=FrozenMap[str, str])

    __repr__ = short_repr

    def __post_init__(self) -> None:
        object.__setattr__(self, "proxies", FrozenMap(self.proxies))
        for order in self.orders:
            check_is_order(order)


@dataclass(frozen=True)
class Pending:
    """Everything handed in for the phase at hand, oldest set first, and the orders that stand.

    ``sets`` and ``standing`` go by power. ``proxies`` are those told to the judge: from the
    province of a unit to its owner and the power that orders it. ``thrown`` are dice that were
    thrown on a table (Machiavelli).
    """

    sets: Mapping[str, tuple[OrderSet, ...]] = field(default_factory=FrozenMap[str, Any])
    standing: Mapping[str, tuple[Order, ...]] = field(default_factory=FrozenMap[str, Any])
    proxies: Mapping[str, tuple[str, str]] = field(default_factory=FrozenMap[str, Any])
    thrown: tuple[Roll, ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for name in ("sets", "standing", "proxies"):
            object.__setattr__(self, name, FrozenMap(getattr(self, name)))


def orders_that_count(
    pending: Pending, variant: Variant, position: Position, rule_set: RuleSet
) -> dict[str, tuple[Order, ...]]:
    """The orders of each power, as the judge takes them."""
    merged = {
        power: merge(
            sets, rule_set, due(variant, position, power, rule_set), units_by_place(position, power)
        )
        for power, sets in pending.sets.items()
    }
    orders = {power: one.orders for power, one in merged.items()}
    if position.phase.kind is PhaseKind.MOVEMENT:
        for power, standing in pending.standing.items():
            orders[power] = with_standing(orders.get(power, ()), standing, position, power)
    return by_proxy(orders, proxies_that_count(pending, rule_set))


def proxies_that_count(pending: Pending, rule_set: RuleSet) -> dict[str, tuple[str, str]]:
    """From the province of each unit left to another power to its owner and that power."""
    given = {
        place: (owner, holder)
        for owner, sets in pending.sets.items()
        for place, holder in merge(sets, rule_set).proxies.items()
    }
    return {**pending.proxies, **given}


def due(variant: Variant, position: Position, power: str, rule_set: RuleSet) -> int | None:
    """The number of builds or removals a power has to order; None outside adjustment phases, and
    where it orders as many as it likes."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return None
    return PLAY.of(variant).orders_due(variant, position, power, rule_set)


def units_by_place(position: Position, power: str) -> Mapping[str, int]:
    """The number of units the power has in each province: on a high sea there may be several."""
    return Counter(province_of(unit.location) for unit in position.units_of(power))


def merge(
    sets: Sequence[OrderSet],
    rule_set: RuleSet,
    due: int | None = None,
    crowds: Mapping[str, int] = _NO_CROWDS,
) -> OrderSet:
    """The one order set that counts of all that a power handed in, oldest first."""
    if not sets:
        return OrderSet(())
    if len(sets) > 1 and not all(one.dated for one in sets):
        return _merge_unordered(sets, rule_set)
    merged = sets[0]
    for later in sets[1:]:
        merged = amend(merged, later, due, crowds) if _adds(merged, later, rule_set) else later
    return merged


def amend(
    earlier: OrderSet,
    later: OrderSet,
    due: int | None = None,
    crowds: Mapping[str, int] = _NO_CROWDS,
) -> OrderSet:
    """Both sets together; an earlier order gives way to a later one for the same unit, or for the
    same money. Where a power has several units in one province, the last orders for it count, one
    a unit.

    Where builds or removals are ``due``, the oldest orders also give way when with the
    later ones there would be too many: who waives a build that was ordered before wants
    it waived.
    """
    named = Counter(map(subject, later.orders))
    left = {place: crowds.get(place, 1) - number for place, number in named.items()}
    kept: list[Order] = []
    for order in reversed(earlier.orders):
        place = subject(order)
        if not place or left.get(place, 1) > 0:
            kept.insert(0, order)
            if place in left:
                left[place] -= 1
    if due is not None:
        room = max(due - len(later.orders), 0)
        kept = kept[max(len(kept) - room, 0) :]
    return OrderSet(
        (*kept, *later.orders),
        earlier.intent,
        earlier.dated,
        {**earlier.proxies, **later.proxies},
    )


def with_standing(
    orders: Sequence[Order], standing: Sequence[Order], position: Position, power: str
) -> tuple[Order, ...]:
    """The orders, and the standing order of each unit of the power that got none."""
    idle = Counter(units_by_place(position, power))
    idle.subtract(map(province_ordered, orders))
    used: list[Order] = []
    for order in standing:
        place = province_ordered(order)
        if idle[place] > 0:
            idle[place] -= 1
            used.append(order)
    return (*orders, *used)


def by_proxy(
    orders: Mapping[str, Sequence[Order]], proxies: Mapping[str, tuple[str, str]]
) -> dict[str, tuple[Order, ...]]:
    """The orders with each given by proxy moved to the power that owns the unit.

    The owner's own order counts only where the other gave none.
    """
    lent: dict[str, list[Order]] = {}
    kept: dict[str, list[Order]] = {}
    for power, given in orders.items():
        for order in given:
            owner, holder = proxies.get(province_ordered(order), ("", ""))
            if power == holder:
                lent.setdefault(owner, []).append(order)
            else:
                kept.setdefault(power, []).append(order)
    return {
        power: (
            *(o for o in kept.get(power, ()) if province_ordered(o) not in _provinces(given)),
            *given,
        )
        for power in {**kept, **lent}
        for given in (lent.get(power, []),)
    }


def province_ordered(order: Order) -> str:
    """The province of the unit ordered, empty where no unit is."""
    unit = unit_of(order)
    return "" if unit is None else province_of(unit.location)


def subject(order: Order) -> str:
    """The subject of an order, by which a later one takes its place: the province of the unit,
    the number of the expenditure, the power that is paid; a waived build has none."""
    match order:
        case Expense(number) | NoExpense(number):
            return f"expense {number}"
        case Borrow(years=years):
            return f"loan for {years}"
        case Pay(to=to):
            return f"payment to {to}"
        case GiveChit(victim, to):
            return f"chit for {victim} to {to}"
        case Ally(power):
            return f"passage of {power}"
        case _:
            return province_ordered(order)


def _merge_unordered(sets: Sequence[OrderSet], rule_set: RuleSet) -> OrderSet:
    """DATC 4.D.2. Different orders for one unit are all kept: DATC 4.D.3 decides on them."""
    if rule_set.unordered_sets == "hold":
        return OrderSet(())
    orders = Counter[Order]()
    for one in sets:
        orders |= Counter(one.orders)
    proxies = {place: power for one in sets for place, power in one.proxies.items()}
    return OrderSet(tuple(orders.elements()), proxies=proxies)


def _adds(earlier: OrderSet, later: OrderSet, rule_set: RuleSet) -> bool:
    """True if a later set goes with what came before it, False if it stands alone (DATC 4.D.1).

    It clearly replaces the rest where its sender says so; it clearly adds to the rest
    where its sender says so, or where he says nothing and it orders none of their units.
    """
    match rule_set.order_sets:
        case "merge":
            return True
        case "merge-unless-replaced":
            return later.intent is not Intent.REPLACES
        case "last-unless-added":
            apart = _provinces(earlier.orders).isdisjoint(_provinces(later.orders))
            return later.intent is Intent.ADDS or (later.intent is Intent.UNSAID and apart)
        case _:
            return False


def _provinces(orders: Sequence[Order]) -> set[str]:
    return {province_ordered(order) for order in orders}
