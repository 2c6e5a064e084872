"""Advice after a turn: what happened to somebody's units and why, and what would have helped, which
is found by judging the turn once more with one other order of his."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.board import Unit
from dragoman.game import Resolution, Variant, process
from dragoman.orders import Move, Order, Remove, Support, UnitRef, unit_of
from dragoman.reports.accounts.account import given, reason_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase, strongest
from dragoman.reports.centers import year_ended
from dragoman.reports.coaching.advice import Advice, advise, hint, what_matters
from dragoman.reports.statements.statement import (
    LocationKey,
    PowerKey,
    Statement,
    Strength,
)
from dragoman.rules import Force, Outcome, PhaseKind, Result, Role, builds_left


def advice_after(variant: Variant, phases: Sequence[Resolution], power: str) -> tuple[Advice, ...]:
    """The most important of what happened to a power in phases that followed each other, such as a
    movement and its retreats."""
    found = [one for phase in phases for one in _PhaseLooked(variant, phase, power).advice()]
    return what_matters(found)


class _PhaseLooked:
    """A phase as somebody looks at it who played a power in it."""

    def __init__(self, variant: Variant, resolution: Resolution, power: str) -> None:
        self.turn = ResolvedPhase(variant, resolution)
        self.resolution, self.power = resolution, power
        self.own = [one for one in resolution.outcomes if one.unit.power == power]
        self.told: set[Unit] = set()
        """Units of which it was said already what became of them."""
        self.rules: set[str] = set()

    def advice(self) -> Iterator[Advice]:
        match self.resolution.phase.kind:
            case PhaseKind.MOVEMENT:
                yield from self._of_movement()
            case PhaseKind.RETREAT:
                yield from self._of_retreats()
            case PhaseKind.ADJUSTMENT:
                yield from self._of_adjustments()
        yield from self._of_centers()

    # Movement

    def _of_movement(self) -> Iterator[Advice]:
        unordered = tuple(one.unit for one in self.own if one.order is None)
        for one in self.own:
            if one.dislodged_by is not None:
                yield self._dislodged(one, one.dislodged_by)
            elif self.turn.goal(one) is not None:
                yield from self._of_move(one)
            elif one.result is Result.ILLEGAL:
                reason = self._reason(one)
                yield advise("illegal", order=given(one), unit=one.unit, reason=reason)
            else:
                yield from self._held(one)
        for one in self.own:
            if isinstance(one.treated_as, Support) and one.unit not in self.told:
                yield from self._of_support(one)
        if unordered:
            yield advise("unordered", units=unordered)

    def _dislodged(self, one: Outcome, by: Unit) -> Advice:
        driver = self.turn.outcome_of(by)
        here = next((force for force in driver.met if force.unit == one.unit), None)
        is_lost = one.unit in self.resolution.destroyed
        return advise(
            "destroyed" if is_lost else "dislodged",
            *self._would_have_stayed(one, driver),
            unit=one.unit,
            by=by,
            power=PowerKey(by.power),
            force=_strength(driver.force),
            met=_strength(here),
        )

    def _of_move(self, one: Outcome) -> Iterator[Advice]:
        goal = self.turn.goal(one) or ""
        place, force, ahead = LocationKey(goal), one.force, self.turn.at(goal)
        match one.result:
            case Result.SUCCEEDS:
                yield from self._took_support(one, place)
            case Result.NO_CONVOY:
                yield advise("no-convoy", unit=one.unit, place=place)
            case Result.DISRUPTED:
                yield advise("disrupted", unit=one.unit, place=place)
            case Result.BOUNCES if ahead is not None and self._is_stuck(ahead):
                yield advise("bounced-behind", unit=one.unit, place=place, other=ahead.unit)
            case Result.BOUNCES if force is not None and force.role is Role.ATTACK:
                hardest = max(one.met, key=lambda met: met.halves, default=None)
                if hardest and hardest.unit and one.unit not in self.told:
                    yield self._bounced(one, force, place, hardest, hardest.unit)
            case _:
                pass

    def _bounced(
        self, one: Outcome, force: Force, place: LocationKey, hardest: Force, other: Unit
    ) -> Advice:
        met = Strength(strongest(one.met))
        told = {"unit": one.unit, "place": place, "force": Strength(force.halves), "met": met}
        cut = next((s for s in force.supporters if s.why_not == "cut" and s.cut_by), None)
        if cut is not None and cut.cut_by is not None:
            self.told.add(cut.unit)
            by = cut.cut_by
            return advise(
                "bounced-cut",
                *self._once("cut-is-enough"),
                **told,
                supporter=cut.unit,
                by=by,
                source=LocationKey(self.turn.province(by.location)),
                power=PowerKey(by.power),
            )
        if other.power != self.power:
            better = self._would_have_got_there(one)
            return advise("bounced", *better, **told, other=other, power=PowerKey(other.power))
        if hardest.role is Role.PREVENT:
            self.told.add(other)
            return advise("bounced-own", hint("support-instead"), **told, other=other)
        return advise("bounced-own", hint("not-own"), **told, other=other)

    def _is_stuck(self, one: Outcome) -> bool:
        """True if a unit of his was to leave its place and did not."""
        is_his = one.unit.power == self.power
        return is_his and self.turn.goal(one) is not None and one.moved_to is None

    def _took_support(self, one: Outcome, place: LocationKey) -> Iterator[Advice]:
        for supporter in self._own_counted(one.force):
            without = self._instead(supporter, None)
            if without.outcome_of(one.unit).moved_to is None:
                self.told.add(supporter)
                yield advise(
                    "took-support",
                    unit=one.unit,
                    supporter=supporter,
                    place=place,
                    force=_strength(one.force),
                    met=Strength(strongest(one.met)),
                )
                return

    def _held(self, one: Outcome) -> Iterator[Advice]:
        for attack in self.turn.attackers(one.unit.location):
            here = next((force for force in attack.met if force.unit == one.unit), None)
            for supporter in self._own_counted(here):
                without = self._instead(supporter, None)
                if without.outcome_of(one.unit).dislodged_by is not None:
                    self.told.add(supporter)
                    yield advise(
                        "held-support",
                        unit=one.unit,
                        supporter=supporter,
                        other=attack.unit,
                        power=PowerKey(attack.unit.power),
                        force=_strength(here),
                        met=_strength(attack.force),
                    )
                    return

    def _of_support(self, one: Outcome) -> Iterator[Advice]:
        if one.result is Result.VOID:
            reason = self._reason(one)
            yield advise("void", *self._once("same-order"), order=given(one), reason=reason)
        elif one.result is Result.CUT and one.cut_by is not None and one.dislodged_by is None:
            by = one.cut_by
            yield advise(
                "cut",
                *self._once("cut-is-enough"),
                supporter=one.unit,
                by=by,
                power=PowerKey(by.power),
                source=LocationKey(self.turn.province(by.location)),
            )

    def _reason(self, one: Outcome) -> Statement:
        """The reason why an order was not carried out as written."""
        return reason_of(self.turn, one.reason, one.order, one.unit.location, self.power)

    def _once(self, key: str) -> tuple[Statement, ...]:
        """A rule to be remembered, the first time that it would have helped."""
        found = () if key in self.rules else (hint(key),)
        self.rules.add(key)
        return found

    def _own_counted(self, force: Force | None) -> list[Unit]:
        """Units of his whose support counted."""
        supporters = () if force is None else force.supporters
        return [one.unit for one in supporters if one.counted and one.unit.power == self.power]

    # What would have helped: each is tried by judging the phase once more

    def _would_have_stayed(self, one: Outcome, driver: Outcome) -> tuple[Statement, ...]:
        if self.turn.goal(one) is None:
            for other in self._free(one):
                if one.unit.location in self._reached(other) and self._holds(
                    one, self._instead(other, _support_of(other, one.unit, None))
                ):
                    return (hint("support-hold", other=other),)
        supporters = driver.force.supporters if driver.force is not None else ()
        for attacker in (s.unit for s in supporters if s.counted and s.unit.power != self.power):
            for other in self._free(one):
                goal = self._way(other, attacker.location)
                if goal and self._holds(one, self._instead(other, _move_of(other, goal))):
                    return (hint("cut", other=other, supporter=attacker),)
        return ()

    def _would_have_got_there(self, one: Outcome) -> tuple[Statement, ...]:
        order = one.treated_as
        assert isinstance(order, Move)
        for other in self._free(one):
            if not self._way(other, order.target):
                continue
            then = self._instead(other, _support_of(other, one.unit, order.target))
            if then.outcome_of(one.unit).moved_to is not None:
                return (hint("support-move", other=other),)
        return ()

    def _holds(self, one: Outcome, then: ResolvedPhase) -> bool:
        return then.outcome_of(one.unit).dislodged_by is None

    def _free(self, one: Outcome) -> list[Unit]:
        """Other units of his, those first that did nothing that came to something."""
        others = [other for other in self.own if other is not one]
        others.sort(key=lambda o: (o.moved_to is not None, isinstance(o.treated_as, Support)))
        return [other.unit for other in others]

    def _reached(self, unit: Unit) -> set[str]:
        board = self.turn.board
        near = board.reach(unit.kind, unit.location)
        provinces = {self.turn.province(to) for to in near}
        return {location for location, at in board.province_of.items() if at in provinces}

    def _way(self, unit: Unit, location: str) -> str:
        """The location by which a unit comes to a province; empty where it cannot."""
        goal = self.turn.province(location)
        near = self.turn.board.reach(unit.kind, unit.location)
        return next((to for to in near if self.turn.province(to) == goal), "")

    def _instead(self, unit: Unit, order: Order | None) -> ResolvedPhase:
        """The phase as it would have been with another order of a unit of his, or with none."""
        done = self.resolution
        here = self.turn.province(unit.location)
        kept = [
            one
            for one in done.orders.get(self.power, ())
            if (named := unit_of(one)) is None or self.turn.province(named.location) != here
        ]
        orders = {**done.orders, self.power: (*kept, *([order] if order is not None else ()))}
        then = process(self.turn.variant, done.before, orders, done.rule_set)
        return replace(self.turn, resolution=then)

    # Retreats, builds and removals, and centres

    def _of_retreats(self) -> Iterator[Advice]:
        for one in self.own:
            if one.result is Result.BOUNCES:
                yield advise("retreat-met", unit=one.unit)
            elif one.result is Result.DISBANDS and one.order is None:
                yield advise("retreat-none", unit=one.unit)

    def _of_adjustments(self) -> Iterator[Advice]:
        done = self.resolution
        orders = done.orders.get(self.power, ())
        left = builds_left(self.turn.board, done.before, self.power, orders, done.rule_set)
        if left > 0:
            yield advise("unbuilt", count=left)
        gone = [one.unit for one in self.own if one.order is None]
        if gone and all(isinstance(one.treated_as, Remove) for one in self.own if not one.order):
            yield advise("removed", units=tuple(gone))

    def _of_centers(self) -> Iterator[Advice]:
        before, after = self.resolution.before, self.resolution.position
        if year_ended(self.turn.variant, self.resolution):
            old, new = before.centers_of(self.power), after.centers_of(self.power)
            if gained := [one for one in new if one not in old]:
                yield advise("gained", places=tuple(map(LocationKey, gained)))
            for place in old:
                owner = after.owners.get(place)
                if owner is None or owner == self.power:
                    continue
                is_home = place in self.turn.board.homes.get(self.power, ())
                key = "lost-home" if is_home else "lost"
                yield advise(key, place=LocationKey(place), power=PowerKey(owner))
        elif self.resolution.phase.kind is PhaseKind.MOVEMENT:
            for unit in after.units_of(self.power):
                place = self.turn.province(unit.location)
                moved_in = unit not in before.units
                if place in self.turn.board.centers and moved_in and self._is_not_his(place):
                    yield advise("not-yet", unit=unit, place=LocationKey(place))

    def _is_not_his(self, place: str) -> bool:
        return self.resolution.position.owners.get(place) != self.power


def _strength(force: Force | None) -> Strength:
    return Strength(0 if force is None else force.halves)


def _named(unit: Unit) -> UnitRef:
    return UnitRef(unit.location, unit.kind)


def _support_of(unit: Unit, other: Unit, target: str | None) -> Support:
    return Support(_named(unit), _named(other), target)


def _move_of(unit: Unit, target: str) -> Move:
    return Move(_named(unit), target)
