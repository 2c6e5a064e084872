"""A partner before a decision: the position, how it stands with the others, what it owes them, and
what it means to order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from dragoman.board import Unit, province_of
from dragoman.bots.agreements import Agreement
from dragoman.bots.bot import View
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.openings import OpeningLine, chosen_opening, drawn_opening, lines_for
from dragoman.bots.partner.courses import Bounds, Course, course_of, matching
from dragoman.bots.partner.promises import (
    Line,
    Promise,
    conversation,
    gist,
    goal_of,
    orders_in,
    owner_of,
)
from dragoman.bots.partner.stance import Stance, is_about_to_win, stance_of
from dragoman.bots.partner.traits import MOST, Traits
from dragoman.bots.partner.voyages import voyages
from dragoman.bots.partner.weighing import Scales
from dragoman.game import Variant
from dragoman.orders import Hold, Move, Order, unit_of
from dragoman.press.daide import speech as s
from dragoman.press.daide.order_patterns import WaivedBuild
from dragoman.press.daide.speech import Speech
from dragoman.rules import PhaseKind, Position
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.bots.outlook import GameOutlook

COURSES = 2
"""How many courses are compared before one is chosen, ..."""
VOYAGES = 2
"""... and how many with an army that goes over the water."""

GOODWILL = 0.1
"""How much of what its friends come to counts as its own in a search."""
_READS = 80
"""Who is at least so skilled knows the book of openings."""
PHASES_OF_OPENINGS = ("S1901M", "F1901M")
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
        return self.view.everybodys_orders()

    @cached_property
    def steps(self) -> Mapping[Unit, frozenset[str]]:
        """The provinces into which units can go by themselves."""
        return {
            unit: frozenset(map(province_of, self.board.reach(unit.kind, unit.location)))
            for unit in self.position.units
        }

    @cached_property
    def own_units(self) -> Mapping[str, Unit]:
        """Its units, by their provinces."""
        return {province_of(unit.location): unit for unit in self.position.units_of(self.me)}

    @cached_property
    def open_proposals(self) -> Sequence[tuple[str, Speech]]:
        """Its proposals in this phase that were not answered yet, and to whom they went."""
        found: dict[tuple[str, Speech], None] = {}
        for line in self.lines:
            if line.phase != self.position.phase:
                continue
            match line.said:
                case s.Proposal() if line.by == self.me:
                    found[line.to, line.said] = None
                case s.Agreeing(about) | s.Refusing(about) | s.Cancelling(about):
                    found.pop((line.by if line.to == self.me else line.to, about), None)
                case _:
                    pass
        return tuple(found)

    @cached_property
    def offered(self) -> Mapping[Unit, tuple[str, Speech, Order]]:
        """Its units for which it has proposed orders that were not answered yet: to whom, in what
        proposal, and the order."""
        found: dict[Unit, tuple[str, Speech, Order]] = {}
        for to, said in self.open_proposals:
            for one in orders_in(said):
                ref = unit_of(one)
                unit = ref and self.own_units.get(province_of(ref.location))
                order = unit and matching(self.legal[unit], one)
                if unit and order:
                    found[unit] = to, said, order
        return found

    @property
    def must_stop_leader(self) -> bool:
        """True if another power is about to win."""
        stance, wins_at = self.stance, self.view.variant.victory_centers
        return bool(stance.leader) and is_about_to_win(stance.sizes[stance.leader], wins_at)

    def is_person(self, power: str) -> bool:
        """True if a power is known to be played by no program."""
        return bool(self.view.players) and power not in self.view.players

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
        if self.evaluations:
            return self.best(self.bounds)
        return self._opening(self.bounds) or course_of(self.view, self.legal, self.bounds)

    def best(self, bounds: Bounds) -> Course:
        """The best orders found within bounds: by the book, by a search, or among some courses."""
        if not self.own_units:
            return Course({}, frozenset())
        if opening := self._opening(bounds):
            return opening
        if self.evaluations:
            return self._searched(bounds)
        found = [course_of(self.view, self.legal, bounds, draw) for draw in range(COURSES)]
        found += self._with_voyages(bounds)
        distinct = {tuple(one.orders.items()): one for one in found}
        if len(distinct) == 1:
            return found[0]
        return max(distinct.values(), key=lambda one: self.scales.worth(one.orders))

    def _with_voyages(self, bounds: Bounds) -> Iterable[Course]:
        """Courses in which an army goes over the water on its own fleets."""
        own = (self.me,)
        found = voyages(self.view, self.legal, self.me, own, bounds.friends, bounds.barred)
        free = [one for one in found if bounds.fixed.keys().isdisjoint(one.orders)]
        for voyage in free[:VOYAGES]:
            fixed = FrozenMap({**bounds.fixed, **voyage.orders})
            yield course_of(self.view, self.legal, replace(bounds, fixed=fixed))

    @cached_property
    def outlook(self) -> GameOutlook | None:
        """The outlook of the game, if it searches."""
        if not self.evaluations:
            return None
        from dragoman.bots.outlook import outlook

        return outlook(self.view)

    # The book of openings

    def _line(self, bounds: Bounds) -> OpeningLine | None:
        """The line of the book that it plays in a phase of 1901, where one keeps within bounds."""
        if self.traits.skill < _READS or str(self.position.phase) not in PHASES_OF_OPENINGS:
            return None
        told = {goal_of(order) for order in bounds.told}
        lines = [
            one
            for one in lines_for(self.view, self.agreement(bounds))
            if not any(
                gist(order) in bounds.refused
                or (isinstance(order, Move) and goal_of(order) in told)
                for order in one.orders.values()
            )
        ]
        if not lines or not self.evaluations:
            shares = [self.scales.worth(one.orders) for one in lines]
            return drawn_opening(self.view, lines, shares) if lines else None
        found = chosen_opening(self.view, self.agreement(bounds), self.evaluations)
        return found if found in lines else None

    def _opening(self, bounds: Bounds) -> Course | None:
        line = self._line(bounds)
        if line is None:
            return None
        orders: dict[Unit, Order] = {}
        for unit, order in line.orders.items():
            legal = self.legal[unit]
            orders[unit] = order if order in legal else matching(legal, order) or order
        idle = {unit for unit, order in orders.items() if isinstance(order, Hold)}
        return Course(FrozenMap(orders), frozenset(idle - bounds.fixed.keys()), line.name)

    # Searches

    def agreement(self, bounds: Bounds) -> Agreement:
        """All that a search takes for granted: orders that were promised and told, and zones."""
        agreed = dict(bounds.fixed)
        for order in bounds.told:
            ref = unit_of(order)
            unit = ref and self.position.by_province.get(province_of(ref.location))
            found = unit and matching(self.legal.get(unit, ()), order)
            if unit and found:
                agreed[unit] = found
        zones = FrozenMap({self.me: bounds.barred - self.land_of(bounds.friends)})
        return Agreement(FrozenMap(agreed), bounds.friends, zones, GOODWILL)

    def _searched(self, bounds: Bounds) -> Course:
        """The best orders that a search finds, with what was agreed and told."""
        given = self.view.variant, self.position, self.me, self.view.seed, self.view.last_year
        orders = _searched(*given, self.agreement(bounds), self.evaluations)
        units = self.position.units_of(self.me)
        found = FrozenMap(zip(units, orders, strict=True))
        idle = {unit for unit, order in found.items() if isinstance(order, Hold)}
        return Course(found, frozenset(idle - bounds.fixed.keys()))


@lru_cache(maxsize=64)
def _searched(
    variant: Variant,
    position: Position,
    power: str,
    seed: int,
    last_year: int | None,
    agreed: Agreement,
    evaluations: int,
) -> tuple[Order, ...]:
    """The orders that a search finds, remembered for the next message of the phase."""
    from dragoman.bots.joint import best

    return tuple(
        best(View(variant, position, power, seed, last_year=last_year), agreed, evaluations)
    )
