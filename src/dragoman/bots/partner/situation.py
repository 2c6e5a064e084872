"""A partner before a decision: the position, how it stands with the others, what it owes them, and
what it means to order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from dragoman.board import Unit, province_of
from dragoman.bots.bot import View
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.partner.courses import Bounds, Course, course_of, matching
from dragoman.bots.partner.promises import Line, Promise, conversation, gist, owner_of
from dragoman.bots.partner.stance import Stance, stance_of
from dragoman.bots.partner.traits import MOST, Traits
from dragoman.bots.partner.weighing import Scales
from dragoman.orders import Move, Order, unit_of
from dragoman.press.daide import speech as s
from dragoman.press.daide.order_patterns import WaivedBuild
from dragoman.rules import PhaseKind, legal_orders
from dragoman.values import FrozenMap

COURSES = 2
"""How many courses are compared before one is chosen."""

_WANDERS = 75
"""How often a unit of an unskilled one prefers the next best to what is as good."""


class Situation:
    """All that a partner decides by in a movement; worked out as it is asked for."""

    def __init__(self, view: View, traits: Traits, evaluations: int = 0) -> None:
        self.view, self.traits, self.me = view, traits, view.power
        self.evaluations = evaluations
        self.position, self.board = view.position, view.variant.board

    @cached_property
    def stance(self) -> Stance:
        return stance_of(self.view, self.lines, self.traits)

    @cached_property
    def lines(self) -> Sequence[Line]:
        """All that was heard and said."""
        return conversation(self.view)

    @property
    def is_movement(self) -> bool:
        """True if units are ordered in the phase at hand."""
        return self.position.phase.kind is PhaseKind.MOVEMENT

    @cached_property
    def legal(self) -> Mapping[Unit, tuple[Order, ...]]:
        """The legal orders of all units."""
        calendar = self.view.variant.calendar_under(self.view.rule_set)
        return legal_orders(self.board, self.position, self.view.rule_set, calendar)

    @cached_property
    def own_units(self) -> Mapping[str, Unit]:
        """Its units, by their provinces."""
        return {province_of(unit.location): unit for unit in self.position.units_of(self.me)}

    @cached_property
    def scales(self) -> Scales:
        return Scales(self.view, self.stance.friends, self.evaluations)

    @cached_property
    def bounds(self) -> Bounds:
        """The bounds of what it owes and of friendship."""
        return self.bounds_with(self.stance.pledges)

    def bounds_with(
        self, pledges: Iterable[Promise], without: frozenset[str] = frozenset()
    ) -> Bounds:
        """The bounds that pledges make, but for those to some powers."""
        stance = self.stance
        friends = stance.friends - without
        own = [one for one in pledges if one.by == self.me and one.to not in without]
        barred = set(self.land_of(friends))
        refused: set[tuple[str, ...]] = set()
        fixed: dict[Unit, Order] = {}
        for one in own:
            match one.what:
                case s.Ordering(order) if not isinstance(order, WaivedBuild):
                    ref = unit_of(order)
                    unit = self.own_units.get(province_of(ref.location)) if ref else None
                    found = unit and matching(self.legal[unit], order)
                    if unit is not None and found is not None:
                        fixed[unit] = found
                case s.Opposite(s.Ordering(order)):
                    refused.add(gist(order))
                case s.Demilitarised(_, provinces):
                    barred.update(provinces)
                case s.Distribution(shares):
                    barred.update(c for power, got in shares if power != self.me for c in got)
                case s.Occupation(units):
                    for ref in units:
                        self._occupy(fixed, ref.location)
                case _:
                    pass
        target = stance.target if stance.target not in friends else ""
        told = tuple(self._told_by(friends))
        skill = self.traits.skill
        temper = USUAL if skill == MOST else Temper(_WANDERS, 1, MOST - skill)
        return Bounds(friends, target, frozenset(barred), frozenset(refused), fixed, temper, told)

    def land_of(self, powers: Iterable[str]) -> set[str]:
        """The centres of powers, and where their units stand."""
        those = frozenset(powers)
        found = {place for place, owner in self.position.owners.items() if owner in those}
        return found | {
            province_of(unit.location) for unit in self.position.units if unit.power in those
        }

    def _occupy(self, fixed: dict[Unit, Order], location: str) -> None:
        """Promise an order that brings a unit of its own to a place, if there is one."""
        place = province_of(location)
        if place in self.own_units:
            return
        for unit in self.own_units.values():
            for order in self.legal[unit]:
                to = isinstance(order, Move) and province_of(order.target) == place
                if to and unit not in fixed:
                    fixed[unit] = order
                    return

    def _told_by(self, friends: frozenset[str]) -> Iterable[Order]:
        """Moves that friends said they would make in this phase."""
        for one in self.stance.promises:
            if one.by in friends and one.holds_in(self.position.phase):
                match one.what:
                    case s.Ordering(Move() as move) if owner_of(move) == one.by:
                        yield move
                    case _:
                        pass

    @cached_property
    def course(self) -> Course:
        """The orders that it means to give, keeping its word."""
        if not (self.own_units and self.is_movement):
            return Course({}, frozenset())
        return course_of(self.view, self.legal, self.bounds)

    def best(self, bounds: Bounds) -> Course:
        """The best orders found within bounds: by a search, or among some courses."""
        if not self.own_units:
            return Course({}, frozenset())
        if self.evaluations:
            return self._searched(bounds)
        found = [course_of(self.view, self.legal, bounds, draw) for draw in range(COURSES)]
        distinct = {tuple(one.orders.items()): one for one in found}
        if len(distinct) == 1:
            return found[0]
        return max(distinct.values(), key=lambda one: self.scales.worth(one.orders))

    def _searched(self, bounds: Bounds) -> Course:
        """The best orders that a search finds, with what was agreed and told."""
        from dragoman.bots.joint import Agreement, best

        agreed = dict(bounds.fixed)
        for order in bounds.told:
            ref = unit_of(order)
            unit = ref and self.position.by_province.get(province_of(ref.location))
            found = unit and matching(self.legal.get(unit, ()), order)
            if unit and found:
                agreed[unit] = found
        zones = FrozenMap({self.me: bounds.barred - self.land_of(bounds.friends)})
        terms = Agreement(FrozenMap(agreed), bounds.friends, zones)
        orders = best(self.view, terms, self.evaluations)
        units = self.position.units_of(self.me)
        return Course(FrozenMap(zip(units, orders, strict=True)), frozenset())
