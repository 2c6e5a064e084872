"""Whether what explanations claim of a movement is true, found out without what they are made of.

The outcomes say only who stood where, what was carried out, who came where and who was dislodged,
and that is held against the positions. Who attacked whom, which supports fitted and were cut, and
how strong each side was, is worked out here from the orders, by the rules that all rule sets share;
of what a rule set may decide otherwise nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from claims import Claim, Value, claims

from dragoman.board import Unit
from dragoman.game import Resolution, Variant
from dragoman.machiavelli import What
from dragoman.orders import Convert, Convoy, Move, Support
from dragoman.reports import Explanation
from dragoman.rules import Outcome, Result

_CARRIED_NOBODY = (Result.NO_CONVOY, Result.DISRUPTED, Result.BLOCKED)


def falsehoods(
    variant: Variant, resolution: Resolution, found: tuple[Explanation, ...]
) -> Iterator[str]:
    """What explanations of a movement claim and is not so, each with its sentences."""
    truth = Truth(variant, resolution)
    yield from truth.misplaced()
    for explanation in found:
        for claim in claims(explanation):
            if not truth.holds(claim):
                yield f"{claim.subject}: {claim.aspect} {claim.value}\n  {explanation.text()}"


def _place(location: str) -> str:
    return location.partition("/")[0]


class Truth:
    """A movement, asked what is so."""

    def __init__(self, variant: Variant, resolution: Resolution) -> None:
        self.board, self.resolution = variant.board, resolution
        self.cities = {} if variant.scenario is None else variant.scenario.cities
        self.rules = resolution.rule_set
        self.outcomes = {_place(o.unit.location): o for o in resolution.outcomes if o.unit.kind}

    def misplaced(self) -> Iterator[str]:
        """The outcomes that the next position does not bear out."""
        account = self.resolution.account
        events = () if account is None else account.events
        lost = [e.unit for e in events if e.what is What.LOST and e.unit is not None]
        after = {(u.power, _place(u.location)) for u in (*self.resolution.position.units, *lost)}
        driven_out = {d.unit for d in self.resolution.position.dislodged}
        driven_out |= set(self.resolution.destroyed)
        for place, outcome in self.outcomes.items():
            if (outcome.dislodged_by is not None) != (outcome.unit in driven_out):
                yield f"{outcome.unit}: dislodged or not?"
            stands = _place(outcome.moved_to) if outcome.moved_to else place
            if outcome.dislodged_by is None and (outcome.unit.power, stands) not in after:
                yield f"{outcome.unit}: not in {stands}"

    # Who went where.

    def goal(self, place: str) -> str | None:
        """The province that the unit of this place was to go to."""
        outcome = self.outcomes.get(place)
        if outcome is None:
            return None
        order = outcome.treated_as
        if isinstance(order, Move):
            return _place(order.target)
        if isinstance(order, Convert):
            return self._converts_to(outcome, place)
        return None

    def _converts_to(self, outcome: Outcome, place: str) -> str | None:
        if outcome.result is Result.ILLEGAL:
            return None
        if (area := self.board.provinces[place].city_of) is not None:
            return area
        city = self.cities.get(place)
        return None if city is None or city.place == place else city.place

    def came_through(self, place: str) -> bool:
        moved_to = self.outcomes[place].moved_to
        return moved_to is not None and _place(moved_to) == self.goal(place)

    def arrived(self, place: str) -> bool:
        """Whether a move reached the border of its goal."""
        outcome = self.outcomes[place]
        if outcome.result is Result.FAILS and (outcome.reason or self.might_sail(place)):
            return False
        return outcome.result not in _CARRIED_NOBODY

    def might_sail(self, place: str) -> bool:
        """Whether a move was to go by convoy: of those that fail in a paradox, no outcome tells."""
        outcome = self.outcomes[place]
        order, unit = outcome.treated_as, outcome.unit
        near = self.board.reach(unit.kind, unit.location)
        return isinstance(order, Move) and (outcome.by_convoy or order.target not in near)

    def attackers(self, place: str) -> list[str]:
        """Who was to go there, by the places they stood in."""
        return [one for one in self.outcomes if self.goal(one) == place]

    @cached_property
    def stands(self) -> dict[str, str]:
        """Where those came from that stand in each place now."""
        found: dict[str, str] = {}
        for place, outcome in self.outcomes.items():
            if outcome.moved_to is not None:
                found[_place(outcome.moved_to)] = place
            elif outcome.dislodged_by is None:
                found[place] = place
        return found

    # Supports, and strengths.

    def fits(self, place: str) -> str | None:
        """Whom the support of this place's unit fits, by the place of that unit."""
        outcome = self.outcomes[place]
        order = outcome.treated_as
        if not isinstance(order, Support) or outcome.result in (Result.VOID, Result.ILLEGAL):
            return None
        other = _place(order.supported.location)
        if other not in self.outcomes:
            return None
        goal = self.goal(other)
        if order.target is None:
            is_for_it = goal is None or isinstance(self.outcomes[other].treated_as, Convert)
        else:
            is_for_it = goal == _place(order.target)
        return other if is_for_it else None

    def could_be_cut_by(self, place: str) -> list[str]:
        """Whose attacks may have cut the support of this place's unit."""
        order, unit = self.outcomes[place].treated_as, self.outcomes[place].unit
        assert isinstance(order, Support)
        aimed_at = None if order.target is None else _place(order.target)
        return [
            one
            for one in self.attackers(place)
            if self.arrived(one)
            and (self.power(one) != unit.power or self.rules.self_cut == "yes")
            and (one != aimed_at or self.dislodged_by(place) == one or self.outcomes[one].by_convoy)
        ]

    def must_be_cut(self, place: str) -> bool:
        """Whether the support is cut under every rule set: by a unit at full strength, over land,
        from elsewhere than where the support is aimed, or by dislodgement."""
        order, unit = self.outcomes[place].treated_as, self.outcomes[place].unit
        assert isinstance(order, Support)
        aimed_at = None if order.target is None else _place(order.target)
        if self.dislodged_by(place) is not None:
            return self.rules.partial_cut == "whole"
        return self.rules.partial_cut == "whole" and any(
            self.power(one) != unit.power
            and self.arrived(one)
            and not self.outcomes[one].by_convoy
            and one != aimed_at
            and self.way_costs(one) == 0
            for one in self.attackers(place)
        )

    def stood(self, place: str) -> bool | None:
        """Whether a support stood; None if its rule set decides."""
        if self.must_be_cut(place):
            return False
        return None if self.could_be_cut_by(place) else True

    def way_costs(self, place: str) -> int:
        outcome = self.outcomes[place]
        order, unit = outcome.treated_as, outcome.unit
        if not isinstance(order, Move) or outcome.by_convoy:
            return 0
        return self.board.reach(unit.kind, unit.location).get(order.target, 0)

    def helpers(self, place: str) -> tuple[set[str], set[str]]:
        """The places of those whose support certainly stood, and of those whose may have."""
        sure, possible = set[str](), set[str]()
        for one in self.outcomes:
            if self.fits(one) == place:
                stood = self.stood(one)
                if stood is not False:
                    possible.add(one)
                if stood:
                    sure.add(one)
        return sure, possible

    def strength(self, place: str, role: str) -> tuple[int, int]:
        """Least and greatest strength, with the support of everybody whose support stood."""
        own = 2 * self.board.kinds[self.unit(place).kind].strength
        is_moving = self.goal(place) is not None
        if role == "at home" and is_moving:
            return own, own
        if role == "on the way":
            own -= self.way_costs(place)
        sure, possible = self.helpers(place)
        least, most = (own + sum(map(self.help_of, them)) for them in (sure, possible))
        is_besides = self.resolution.account is not None and role == "on the way"
        return least, most + (2 if is_besides else 0)  # rebels may help who comes

    def help_of(self, place: str) -> int:
        return 2 * self.board.kinds[self.unit(place).kind].strength

    def unit(self, place: str) -> Unit:
        return self.outcomes[place].unit

    def power(self, place: str) -> str:
        return self.unit(place).power

    def dislodged_by(self, place: str) -> str | None:
        by = self.outcomes[place].dislodged_by
        return None if by is None else _place(by.location)

    # Claims.

    def holds(self, claim: Claim) -> bool:
        """Whether a claim is true, as far as that can be told here."""
        place, value = claim.subject, claim.value
        if claim.aspect == "stands there":
            return self.stands.get(place) == value
        if claim.aspect == "siege":
            return self.siege_is(place, value)
        if place not in self.outcomes:
            return True  # of a power, a bribe, a province
        if claim.aspect.startswith("strength"):
            least, most = self.strength(place, claim.aspect.removeprefix("strength "))
            assert isinstance(value, int)
            return value == 0 or least <= value <= most
        if claim.aspect.startswith("helped"):
            return self.was_helped(place, value)
        check = getattr(self, "is_" + claim.aspect.replace(" ", "_"), None)
        return True if check is None else check(place, value)

    def was_helped(self, place: str, value: Value) -> bool:
        sure, possible = self.helpers(place)
        assert isinstance(value, tuple)
        return set(value) <= possible and (sure <= set(value) or not value)

    def is_went_to(self, place: str, value: Value) -> bool:
        return self.goal(place) == value

    def is_came_through(self, place: str, value: Value) -> bool:
        return self.came_through(place) == value

    def is_dislodged(self, place: str, value: Value) -> bool:
        return (self.dislodged_by(place) is not None) == value

    def is_support(self, place: str, value: Value) -> bool:
        if value == "stood":
            return not self.must_be_cut(place)
        is_closed = self.rules.gateways == "yes" or bool(self.cities)
        return bool(self.could_be_cut_by(place)) or bool(self.outcomes[place].circle) or is_closed

    def is_counted_nowhere(self, place: str, value: Value) -> bool:
        """Not if it certainly helped somebody to stay, or one who came through to come."""
        other = self.fits(place)
        if other is None or not self.stood(place):
            return True
        if self.is_weighed_in_a_siege(other):
            return False
        if self.goal(other) is None:
            attacks = [one for one in self.attackers(other) if self.arrived(one)]
            return all(self.power(one) == self.power(other) for one in attacks)
        goal = self.goal(other) or ""
        there = self.outcomes.get(goal)
        if there is not None and there.unit.power == self.power(place):
            return True
        others = [one for one in self.attackers(goal) if one != other and self.arrived(one)]
        is_opposed = bool(others) or (there is not None and there.moved_to is None)
        return not (self.came_through(other) and is_opposed)

    def is_order_was_not_carried_out(self, place: str, value: Value) -> bool:
        outcome = self.outcomes[place]
        order = outcome.order
        if outcome.reason not in ("not-ordered-so", "moved") or not isinstance(order, Support):
            return outcome.result is not Result.SUCCEEDS or outcome.order is None
        other = self.outcomes.get(_place(order.supported.location))
        if other is None or other.result in (Result.FAILS, Result.ILLEGAL):
            return True
        goal = None if order.target is None else _place(order.target)
        return self.goal(_place(other.unit.location)) != goal

    # Sieges.

    def weighed(self) -> set[str]:
        """The areas of the sieges that strength decided."""
        account = self.resolution.account
        if account is None or self.rules.siege_strength == "any":
            return set()
        return {
            event.place or ""
            for event in account.events
            if event.what is What.SIEGE and event.detail in ("won", "too-weak")
        }

    def is_weighed_in_a_siege(self, place: str) -> bool:
        """Whether it is a besieger whose siege strength decided, or the garrison of that city."""
        area = self.board.provinces[place].city_of or place
        city = self.cities.get(area)
        is_held = city is not None and city.place in self.outcomes
        return area in self.weighed() and is_held

    def is_counted_in_the_siege_of(self, place: str, value: Value) -> bool:
        other = self.fits(place)
        if other is None or not self.is_weighed_in_a_siege(other):
            return False
        return (self.board.provinces[other].city_of or other) == value

    def is_starved_out(self, place: str, value: Value) -> bool:
        assert isinstance(value, str)
        return (self.board.provinces[value].city_of or value) == place

    def siege_is(self, area: str, value: Value) -> bool:
        """Whether the strengths bear out what became of a siege."""
        city = self.cities[area].place
        if value not in ("won", "too-weak") or not self.is_weighed_in_a_siege(area):
            return True
        least, most = self.strength(area, "in the siege")
        inside_least, inside_most = self.strength(city, "in the siege")
        return most >= inside_least if value == "won" else least < inside_most

    def is_cut_by(self, place: str, value: Value) -> bool:
        return value in self.could_be_cut_by(place)

    def is_counted(self, place: str, value: Value) -> bool:
        return self.fits(place) is not None and self.stood(place) is not False

    def is_nobody_attacked_it(self, place: str, value: Value) -> bool:
        return not self.attackers(place)

    def is_was_attacked(self, place: str, value: Value) -> bool:
        return bool(self.attackers(place))

    def is_nothing_stood_against_it(self, place: str, value: Value) -> bool:
        goal = self.goal(place)
        assert goal is not None
        others = [one for one in self.attackers(goal) if one != place and self.arrived(one)]
        beaten = [one for one in others if self._was_driven_back(one, goal)]
        return goal not in self.outcomes and len(others) == len(beaten)

    def _was_driven_back(self, place: str, goal: str) -> bool:
        """Whether a move has no say at its goal: somebody came from there, or its way is weak."""
        return self.way_costs(place) > 0 or self.dislodged_by(place) == goal

    def is_never_arrived(self, place: str, value: Value) -> bool:
        return not self.arrived(place)

    def is_was_met(self, place: str, value: Value) -> bool:
        return self.arrived(place)

    def is_had_strength_against_others(self, place: str, value: Value) -> bool:
        return self.arrived(place)

    def is_had_strength(self, place: str, value: Value) -> bool:
        return self.arrived(place)

    def is_kept_somebody_out(self, place: str, value: Value) -> bool:
        goal = self.goal(place)
        return goal is not None and any(
            one != place and not self.came_through(one) for one in self.attackers(goal)
        )

    def is_cut_something(self, place: str, value: Value) -> bool:
        return isinstance(self.outcomes[self.goal(place) or ""].treated_as, Support)

    def is_dislodged_somebody(self, place: str, value: Value) -> bool:
        return self.dislodged_by(self.goal(place) or "") == place

    def is_carried_somebody(self, place: str, value: Value) -> bool:
        return isinstance(self.outcomes[place].treated_as, Convoy)
