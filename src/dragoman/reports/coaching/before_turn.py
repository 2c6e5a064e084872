"""Advice before a turn: what of somebody's orders would go wrong by themselves, whatever the others
do, and what he leaves open to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from dragoman.board import Unit
from dragoman.game import Variant
from dragoman.orders import Convoy, Move, Order, Remove, Retreat, Support, unit_of
from dragoman.reports.coaching.advice import Advice, advise, hint, what_matters
from dragoman.reports.statements.statement import LocationKey, PowerKey
from dragoman.rules import PhaseKind, Position, RuleSet, build_sites, builds_due, builds_left


def advice_before(
    variant: Variant, rule_set: RuleSet, position: Position, power: str, orders: Sequence[Order]
) -> tuple[Advice, ...]:
    """The most important of what somebody should know before a turn, with the orders that he has
    given by now; nothing while he has given none for a movement."""
    looked = _OrdersLooked(variant, rule_set, position, power, orders)
    return what_matters(looked.advice())


class _OrdersLooked:
    """A position and the orders of a power for it."""

    def __init__(
        self,
        variant: Variant,
        rule_set: RuleSet,
        position: Position,
        power: str,
        orders: Sequence[Order],
    ) -> None:
        self.variant, self.board, self.rule_set = variant, variant.board, rule_set
        self.position, self.power, self.orders = position, power, orders
        self.units: Mapping[str, Unit] = {
            self._province(one.location): one for one in position.units_of(power)
        }
        self.given: dict[Unit, Order] = {}
        for order in orders:
            named = unit_of(order)
            if named and (unit := self.units.get(self._province(named.location))):
                self.given[unit] = order

    def advice(self) -> Iterator[Advice]:
        match self.position.phase.kind:
            case PhaseKind.MOVEMENT if self.given:
                yield from self._of_moves()
                yield from self._of_help()
                yield from self._of_centers()
                if gaps := tuple(one for one in self.units.values() if one not in self.given):
                    yield advise("no-order", units=gaps)
            case PhaseKind.RETREAT:
                yield from self._of_retreats()
            case PhaseKind.ADJUSTMENT:
                yield from self._of_adjustments()
            case _:
                pass

    # Movement

    def _of_moves(self) -> Iterator[Advice]:
        going: dict[str, list[Unit]] = defaultdict(list)
        for unit, order in self.given.items():
            if isinstance(order, Move):
                going[self._province(order.target)].append(unit)
        for goal, units in going.items():
            place = LocationKey(goal)
            if len(units) > 1:
                told = hint("support-instead")
                yield advise("same-place", told, units=tuple(units), place=place)
            staying = self.units.get(goal)
            if staying and not isinstance(self.given.get(staying), Move):
                yield advise("own-stays", unit=units[0], place=place, other=staying)

    def _of_help(self) -> Iterator[Advice]:
        for unit, order in self.given.items():
            if isinstance(order, Support) and (other := self._own(order.supported.location)):
                yield from self._of_support(unit, order, other)
            elif isinstance(order, Convoy) and (other := self._own(order.convoyed.location)):
                if self._goal(other) != self._province(order.target):
                    place = LocationKey(order.target)
                    yield advise("convoy-not-ordered", unit=unit, other=other, place=place)
            elif isinstance(order, Move) and self._needs_convoy(unit, order):
                yield advise("no-fleet", unit=unit, place=LocationKey(order.target))

    def _of_support(self, unit: Unit, order: Support, other: Unit) -> Iterator[Advice]:
        goal = self._goal(other)
        if order.target is None and goal is not None:
            yield advise("support-moves", unit=unit, other=other, place=LocationKey(goal))
        elif order.target is not None and goal != self._province(order.target):
            place = LocationKey(order.target)
            yield advise("support-not-ordered", unit=unit, other=other, place=place)

    def _needs_convoy(self, unit: Unit, order: Move) -> bool:
        """True if a unit cannot get there over land, and no fleet of his is to convoy it."""
        near = {self._province(to) for to in self.board.reach(unit.kind, unit.location)}
        goal = self._province(order.target)
        fleets = [
            one
            for one in self.given.values()
            if isinstance(one, Convoy)
            and self._own(one.convoyed.location) == unit
            and self._province(one.target) == goal
        ]
        return goal not in near and not fleets

    def _of_centers(self) -> Iterator[Advice]:
        staying = {self._goal(one) or place for place, one in self.units.items()}
        homes = self.board.homes.get(self.power, ())
        owned = set(self.position.centers_of(self.power))
        for place in homes:
            if place in owned and place not in staying and (who := self._next_to(place)):
                power = PowerKey(who.power)
                yield advise("open-home", place=LocationKey(place), other=who, power=power)
        if not self._ends_year():
            return
        for place, unit in self.units.items():
            if place in self.board.centers and place not in owned and place not in staying:
                yield advise("leaves-centre", unit=unit, place=LocationKey(place))
        grown = len(owned | staying & {*self.board.centers}) - len(self.units)
        free = [one for one in homes if one in owned and one not in staying]
        taken = [one for one in homes if one in owned and one in staying]
        if grown > len(free) and taken:
            yield advise("home-taken", places=tuple(map(LocationKey, taken)))

    def _next_to(self, place: str) -> Unit | None:
        """A unit of somebody else that can go to a province."""
        for unit in self.position.units:
            if unit.power != self.power and any(
                self._province(to) == place for to in self.board.reach(unit.kind, unit.location)
            ):
                return unit
        return None

    def _ends_year(self) -> bool:
        """True if owners of centres are counted anew before the next movement."""
        calendar, then = self.variant.calendar, self.position.phase
        while (then := calendar.after(then)).kind is not PhaseKind.MOVEMENT:
            pass
        return calendar.counts_centers(self.position.phase, then)

    def _goal(self, unit: Unit) -> str | None:
        order = self.given.get(unit)
        return self._province(order.target) if isinstance(order, Move) else None

    def _own(self, location: str) -> Unit | None:
        return self.units.get(self._province(location))

    # Retreats, builds and removals

    def _of_retreats(self) -> Iterator[Advice]:
        going: dict[str, list[Unit]] = defaultdict(list)
        named = {self._province(one.location): one for one in self._dislodged()}
        for order in self.orders:
            unit = named.pop(self._province(at.location), None) if (at := unit_of(order)) else None
            if unit and isinstance(order, Retreat | Move):
                going[self._province(order.target)].append(unit)
        for place, units in going.items():
            if len(units) > 1:
                yield advise("retreat-same", units=tuple(units), place=LocationKey(place))
        if named:
            yield advise("retreat-unordered", units=tuple(named.values()))

    def _dislodged(self) -> list[Unit]:
        return [one.unit for one in self.position.dislodged if one.unit.power == self.power]

    def _of_adjustments(self) -> Iterator[Advice]:
        position, rules = self.position, self.rule_set
        due = builds_due(self.board, position, self.power, rules)
        if due > 0:
            left = builds_left(self.board, position, self.power, self.orders, rules)
            sites = build_sites(self.board, position, self.power, rules)
            places = dict.fromkeys(map(self._province, sites))
            if left > 0 and places:
                yield advise("may-build", count=left, places=tuple(map(LocationKey, places)))
        elif due < 0:
            left = -due - sum(isinstance(one, Remove) for one in self.orders)
            if left > 0:
                yield advise("must-remove", count=left)

    def _province(self, location: str) -> str:
        return location.partition("/")[0]
