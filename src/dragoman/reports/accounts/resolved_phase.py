"""A resolved phase, asked who stood where, who attacked whom and who convoyed whom.

Only what the outcomes themselves do not say is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from dragoman.board import AUTONOMOUS, Board, Gateway, OwnedWay, Terrain, Unit
from dragoman.game import Resolution, Variant
from dragoman.orders import Convert, Convoy, Move, Support, UnitRef
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import WrittenOrder
from dragoman.rules import Force, Outcome, PhaseKind, Position, Result, Role, RuleSet

_NOT_CARRYING = ("went-by-land", "off-route")


@dataclass(frozen=True)
class ResolvedPhase:
    """A resolution with the variant it was played on and the rules it was judged by; ``earlier``
    are phases before it, as far as they are known, which famine goes back to."""

    variant: Variant
    resolution: Resolution
    earlier: Sequence[Resolution] = ()

    @property
    def rule_set(self) -> RuleSet:
        return self.resolution.rule_set

    @property
    def board(self) -> Board:
        return self.variant.board

    @property
    def before(self) -> Position:
        return self.resolution.before

    def province(self, location: str) -> str:
        """The province of a location, also of one with a coast that does not exist."""
        return location.partition("/")[0]

    def area(self, location: str) -> str:
        """The province of a location, of a city the one that it lies in."""
        province = self.province(location)
        return self.board.provinces[province].city_of or province

    def is_frozen(self, province: str) -> bool:
        """True if the province is arctic water and the season fall."""
        terrain = self.board.provinces[province].terrain
        return terrain is Terrain.ICE and self.variant.calendar.is_icy(self.before.phase)

    def is_neutral(self, unit: Unit) -> bool:
        """True if it is a unit of nobody in a game of Diplomacy."""
        return unit.power == AUTONOMOUS and self.board.has_neutrals

    def gateway(self, here: str, there: str) -> Gateway | None:
        """The gateway that guards the way between two locations."""
        if self.rule_set.gateways == "no":
            return None
        ends = {self.province(here), self.province(there)}
        return next((g for g in self.board.gateways if any(ends == {*p} for p in g.pairs)), None)

    def owned_way(self, unit: Unit, province: str) -> OwnedWay | None:
        """The way from a unit to a province, where it is another's alone."""
        ends, owners = {self.province(unit.location), province}, self.before.owners
        ways = (way for way in self.board.owned_ways if {way.here, way.there} == ends)
        return next((way for way in ways if owners.get(way.center) != unit.power), None)

    def unit_at(
        self, location: str, power: str | None = None, kind: str | None = None
    ) -> Unit | None:
        """The unit that stood in the province of this location, dislodged or not.

        In a retreat phase the dislodged one, if there are two. Of several on a high sea one
        of this power and kind, if there is one.
        """
        province = self.province(location)
        units = self._units.get(province, ())
        if not units or province not in self.board.high_seas:
            return units[-1] if units else None
        return max(units, key=lambda unit: (unit.power == power, unit.kind == kind))

    @cached_property
    def _units(self) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, tuple[Unit, ...]] = {}
        units = self.before.units
        if self.before.phase.kind is PhaseKind.MOVEMENT:  # money may have bought some before
            units = tuple(o.unit for o in self.resolution.outcomes if o.unit.kind)
        for unit in (*units, *(d.unit for d in self.before.dislodged)):
            province = self.province(unit.location)
            found[province] = (*found.get(province, ()), unit)
        return found

    # Movement.

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """The outcome of the unit that stood in each province: not of those on high seas,
        where nobody is in anybody's way."""
        return {
            province: outcomes[-1]
            for province, outcomes in self._all_outcomes.items()
            if province not in self.board.high_seas
        }

    @cached_property
    def _all_outcomes(self) -> Mapping[str, tuple[Outcome, ...]]:
        found: dict[str, tuple[Outcome, ...]] = {}
        for outcome in self.resolution.outcomes:
            province = self.province(outcome.unit.location)
            found[province] = (*found.get(province, ()), outcome)
        return found

    def at(self, location: str) -> Outcome | None:
        """The outcome of the unit that stood in the province of this location; None for a
        high sea."""
        return self.outcomes.get(self.province(location))

    def all_at(self, location: str) -> tuple[Outcome, ...]:
        """The outcomes of all units that stood in the province of this location."""
        return self._all_outcomes.get(self.province(location), ())

    def keeps_to_route(self, outcome: Outcome) -> bool:
        """True if the order named a route, and the army had to go by that."""
        order = outcome.order
        is_named = isinstance(order, Move) and bool(order.route)
        return is_named and self.rule_set.convoy_route_named != "ignored"

    def was_lost_after(self, army: Outcome) -> bool:
        """True if an army went by a convoy that was lost all the same: nJudge lets it cut support
        while its fleets are in no danger, whatever that makes of them."""
        lost = [fleet.dislodged_by is not None for fleet in self.carriers(army)]
        return (
            self.rule_set.convoy_paradox == "njudge"
            and army.by_convoy
            and (all(lost) or (any(lost) and self.keeps_to_route(army)))
        )

    def outcome_of(self, unit: Unit) -> Outcome:
        """The outcome of a unit that stood on the board: one that the outcomes name, as equal
        units on a high sea are told apart by being the same object."""
        outcomes = self.all_at(unit.location)
        return next((o for o in outcomes if o.unit is unit), outcomes[-1])

    def helped(self, supporter: Outcome) -> Outcome | None:
        """The outcome of the unit that a support which fitted was for."""
        order = supporter.treated_as
        assert isinstance(order, Support)
        for outcome in self.all_at(order.supported.location):
            supporters = outcome.force.supporters if outcome.force else ()
            if any(one.unit is supporter.unit for one in supporters):
                return outcome
        return self.at(order.supported.location)

    def is_crowded(self, province: str, newcomer: Outcome) -> bool:
        """True if it is a high sea where others than this unit stood or went."""
        if province not in self.board.high_seas:
            return False
        there = (o for o in self.resolution.outcomes if o is not newcomer)
        return any(province in (self.province(o.unit.location), self.goal(o)) for o in there)

    def goal(self, outcome: Outcome) -> str | None:
        """The province that the unit was to move to; None if it was not to move."""
        order = outcome.treated_as
        if isinstance(order, Convert):
            return self._converts_into(outcome)
        return self.province(order.target) if isinstance(order, Move) else None

    def _converts_into(self, outcome: Outcome) -> str | None:
        """The city or the province that a unit which is converted goes to: none where both are one
        place."""
        if outcome.force is None or outcome.force.role is not Role.ATTACK:
            return None
        here = self.province(outcome.unit.location)
        if (area := self.board.provinces[here].city_of) is not None:
            return area
        ways = (way for way in self.board.conversions if self.province(way.source) == here)
        return next((self.province(way.target) for way in ways), None)

    def is_to_move(self, unit: Unit | None) -> bool:
        """True if the unit was to move, as far as its order could be carried out."""
        return unit is not None and self.goal(self.outcome_of(unit)) is not None

    @cached_property
    def _attackers(self) -> Mapping[str, tuple[Outcome, ...]]:
        found: dict[str, tuple[Outcome, ...]] = {}
        for outcome in self.resolution.outcomes:
            goal = self.goal(outcome)
            if goal in self.board.high_seas:
                continue
            if goal and outcome.force is not None and outcome.force.role is Role.ATTACK:
                found[goal] = (*found.get(goal, ()), outcome)
        return found

    def attackers(self, location: str) -> tuple[Outcome, ...]:
        """The outcomes of the units that were to move to the province of this location."""
        return self._attackers.get(self.province(location), ())

    def attempt(self, unit: Unit) -> WrittenOrder:
        """The order of the unit in short: of a move only from where to where."""
        outcome = self.outcome_of(unit)
        order = outcome.treated_as
        if isinstance(order, Move):
            order = Move(UnitRef(unit.location, unit.kind, unit.power), order.target)
        return WrittenOrder(order)

    def ring(self, outcome: Outcome) -> tuple[Unit, ...]:
        """The units that moved in a circle with this one, each into the next one's place."""
        units = [outcome.unit]
        while (goal := self.goal(outcome)) is not None and outcome.moved_to is not None:
            following = self.outcomes.get(goal)
            if following is None or following.moved_to is None:
                return ()
            if following.unit == units[0]:
                return tuple(units)
            if following.unit in units:
                return ()
            units.append(following.unit)
            outcome = following
        return ()

    @cached_property
    def standing(self) -> Mapping[str, Unit]:
        """The unit that stands in each province after the moves."""
        found: dict[str, Unit] = {}
        for outcome in self.resolution.outcomes:
            if outcome.moved_to is not None:
                moved = replace(outcome.unit, location=outcome.moved_to)
                found[self.province(outcome.moved_to)] = moved
            elif outcome.dislodged_by is None:
                found[self.province(outcome.unit.location)] = outcome.unit
        return found

    # Convoys.

    @cached_property
    def _fleets(self) -> Mapping[tuple[str, str], tuple[Outcome, ...]]:
        found: dict[tuple[str, str], tuple[Outcome, ...]] = {}
        for outcome in self.resolution.outcomes:
            order = outcome.treated_as
            if isinstance(order, Convoy) and outcome.result is not Result.VOID:
                way = self.province(order.convoyed.location), self.province(order.target)
                found[way] = (*found.get(way, ()), outcome)
        return found

    def _matched(self, army: Outcome) -> tuple[Outcome, ...]:
        way = self.province(army.unit.location), self.goal(army) or ""
        return self._fleets.get(way, ())

    def carriers(self, army: Outcome) -> tuple[Outcome, ...]:
        """The fleets on which the army's convoy rested."""
        return tuple(f for f in self._matched(army) if f.reason not in _NOT_CARRYING)

    def idle_carriers(self, army: Outcome) -> tuple[Outcome, ...]:
        """The fleets that were ordered to convoy the army, but were not needed or not enough."""
        return tuple(f for f in self._matched(army) if f.reason in _NOT_CARRYING)

    def carried(self, fleet: Outcome) -> Outcome | None:
        """The army whose convoy rested on this fleet."""
        order = fleet.treated_as
        if not isinstance(order, Convoy) or fleet.reason in _NOT_CARRYING:
            return None
        army = self.at(order.convoyed.location)
        return army if army is not None and fleet in self.carriers(army) else None

    def by_land(self, mover: Outcome) -> bool:
        """True if the place it moved to is a neighbour."""
        order = mover.treated_as
        unit = mover.unit
        return isinstance(order, Move) and order.target in self.board.reach(
            unit.kind, unit.location
        )


def strongest(forces: Iterable[Force]) -> int:
    """The greatest of some strengths, in half points."""
    return max((force.halves for force in forces), default=0)


def met_by_role(outcome: Outcome, role: Role) -> Force | None:
    """The first force of this role that the unit met."""
    return next((force for force in outcome.met if force.role is role), None)
