"""The orders of units in a campaign: moves, sieges, conversions, and who helps whom.

Each unit takes the choice that is worth most while the others stay with theirs, a few times round,
so that a support is given where it brings more than the unit would gain by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from dragoman.board import GARRISON, Unit
from dragoman.bots.prince.outlook import Outlook, is_garrison
from dragoman.bots.prince.worth import A_UNIT, Worths, worth_of_city
from dragoman.orders import Besiege, Convert, Hold, Move, Order, Support
from dragoman.quick_dataclass import dataclass

_ROUNDS: Final = 3
_CLASH: Final = 60.0
"""The cost of two units that want one place."""
_SIEGE: Final = (0.55, 1.0)
"""The part of a city's worth that a siege brings when it begins, and when it ends."""
_CALMED: Final = 0.6
"""The part of the worth of what rebels hold that a unit gains which puts them down."""
_BEHIND_WALLS: Final = 0.45
"""The part of what is near that a garrison feels, and of a city's worth that it keeps."""


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """An order that a unit may be given: where it will be then, whom it helps to get where, and
    what that is worth besides."""

    order: Order
    to: str
    helped: Unit | None = None
    goal: str = ""
    bonus: float = 0.0


class Campaign:
    """The units of a power, and what each is ordered."""

    def __init__(self, outlook: Outlook, worths: Worths, dice: Random) -> None:
        self._outlook, self._worths = outlook, worths
        self._units = list(outlook.own)
        dice.shuffle(self._units)
        self._by_location = {unit.location: unit for unit in self._units}
        self.choices = {unit: self._choices_of(unit) for unit in self._units}
        self.chosen: dict[Unit, UnitChoice] = {}
        self._claims: dict[str, set[Unit]] = {}
        self._chances: dict[tuple[str, str, int], float] = {}
        for unit in self._units:
            self.choose(unit, self.choices[unit][0])

    def settle(self) -> None:
        """Let each unit choose, some times round."""
        for _ in range(_ROUNDS):
            has_changed = False
            for unit in self._units:
                before = self.chosen[unit]
                best = max(self.choices[unit], key=lambda one: self.value(unit, one))
                if best is not before and self.value(unit, best) > self.value(unit, before) + 1e-9:
                    self.choose(unit, best)
                    has_changed = True
            if not has_changed:
                return

    def choose(self, unit: Unit, choice: UnitChoice) -> None:
        """Let a unit do something."""
        if (before := self.chosen.get(unit)) is not None:
            self._claims[before.to].discard(unit)
        self.chosen[unit] = choice
        self._claims.setdefault(choice.to, set()).add(unit)

    def gained(self, choices: Mapping[Unit, UnitChoice]) -> float:
        """The gain if several units do otherwise at once."""
        before = {unit: self.chosen[unit] for unit in choices}
        found = -sum(self.value(unit, choice) for unit, choice in before.items())
        for unit, choice in choices.items():
            self.choose(unit, choice)
        found += sum(self.value(unit, choice) for unit, choice in choices.items())
        for unit, choice in before.items():
            self.choose(unit, choice)
        return found

    def value(self, unit: Unit, choice: UnitChoice) -> float:
        """The worth of a choice while the others do what they have chosen."""
        found = self.worth(unit, choice, self._helpers(unit, choice))
        for other in self._claims.get(choice.to, ()):
            if other is not unit:
                found -= _CLASH
        here = self._place(unit)
        if choice.to != here:
            for other in self._claims.get(here, ()):
                if other is not unit and self._place(other) == choice.to:
                    found -= _CLASH / 2  # no two units trade places
        if (helped := choice.helped) is not None:
            theirs = self.chosen[helped]
            if _is_for(choice, theirs):
                already = self._helpers(helped, theirs) - (self.chosen[unit] is choice)
                found += self.worth(helped, theirs, already + 1)
                found -= self.worth(helped, theirs, already)
        return found

    def worth(self, unit: Unit, choice: UnitChoice, helpers: int) -> float:
        """The worth of a choice by itself, with so much strength that helps."""
        outlook, strength = self._outlook, self._outlook.strength(unit)
        here = self._place(unit)
        stays = choice.to == here
        if stays or is_garrison_place(outlook, choice.to):
            worth = self._worth_at(unit, choice.to)
            if is_garrison_place(outlook, choice.to):
                return worth + choice.bonus
            kept = self._chance("keep", here, strength + helpers)
            return kept * (worth + choice.bonus) - (1 - kept) * A_UNIT
        chance = self._chance("win", choice.to, strength + helpers)
        return chance * self._worth_at(unit, choice.to) + (1 - chance) * (
            0.8 * self._worth_at(unit, here)
        )

    def _place(self, unit: Unit) -> str:
        return self._outlook.view.variant.board.province_of[unit.location]

    def _worth_at(self, unit: Unit, place: str) -> float:
        outlook = self._outlook
        area = outlook.ground.area_of[place]
        if place == area:
            return self._worths.at(unit.kind, area)
        city, near = outlook.ground.cities.get(area), self._worths.at("A", area)
        near -= max(0.0, self._worths.gains[area])
        kept = 0.0
        if city is not None and outlook.foes_at(area):
            kept = worth_of_city(outlook, area, city)
        return _BEHIND_WALLS * (near + kept)

    def _helpers(self, unit: Unit, choice: UnitChoice) -> int:
        brought = 0
        for other, theirs in self.chosen.items():
            if theirs.helped is unit and _is_for(theirs, choice):
                brought += self._outlook.strength(other)
        return brought

    # What units may do.

    def _choices_of(self, unit: Unit) -> list[UnitChoice]:
        return [*self._offered(unit)]

    def _offered(self, unit: Unit) -> Iterator[UnitChoice]:
        """The choices of a unit, to stay first."""
        outlook, here = self._outlook, self._place(unit)
        area = outlook.ground.area_of[here]
        steps = outlook.ground.near.get(unit.kind[0], {}).get(area, ())
        for order in outlook.orders[unit]:
            match order:
                case Hold():
                    yield UnitChoice(order, here, bonus=self._calmed(unit, area))
                case Besiege():
                    yield UnitChoice(order, here, bonus=self._siege(area))
                case Convert():
                    city = outlook.ground.cities.get(area)
                    to = area if order.kind[0] != GARRISON.letter or city is None else city.place
                    if to != here:
                        yield UnitChoice(order, to)
                case Move() if not order.via_convoy:
                    to = outlook.ground.area_of[order.target]
                    if to in steps:
                        yield UnitChoice(order, to)
                case Support():
                    helped = self._by_location.get(order.supported.location)
                    if helped is not None:
                        goal = self._place(helped) if order.target is None else order.target
                        goal = outlook.ground.area_of.get(goal, goal) if order.target else goal
                        yield UnitChoice(order, here, helped, goal)
                case _:
                    pass

    def _siege(self, area: str) -> float:
        """The worth of besieging the city of an area."""
        outlook, city = self._outlook, self._outlook.ground.cities.get(area)
        if city is None:
            return 0.0
        worth = worth_of_city(outlook, area, city)
        return worth * _SIEGE[area in outlook.affairs.sieges]

    def _calmed(self, unit: Unit, area: str) -> float:
        """The worth of a rebellion that a unit puts down by holding."""
        outlook = self._outlook
        if is_garrison(unit) or area not in outlook.affairs.rebellions:
            return 0.0
        city = outlook.ground.cities.get(area)
        return _CALMED * (4.0 + (worth_of_city(outlook, area, city) if city else 0.0))

    # Chances.

    def _chance(self, what: str, area: str, strength: int) -> float:
        key = what, area, strength
        found = self._chances.get(key)
        if found is None:
            outlook = self._outlook
            reckon = chance_to_keep if what == "keep" else chance_to_win
            found = self._chances[key] = reckon(outlook, area, strength)
        return found


def _is_for(support: UnitChoice, choice: UnitChoice) -> bool:
    """True if a support is for what a unit does."""
    return support.goal == choice.to


def is_garrison_place(outlook: Outlook, place: str) -> bool:
    """True if a place lies behind walls, beside its area."""
    return outlook.ground.area_of[place] != place


def chance_to_keep(outlook: Outlook, area: str, strength: int) -> float:
    """The chance that a unit of such a strength, with its supports, keeps its place."""
    foes = outlook.foes_at(area)
    if foes <= strength:
        return 1.0 if foes < strength else 0.97
    return 0.8 if foes == strength + 1 else 0.65


def chance_to_win(outlook: Outlook, area: str, strength: int) -> float:
    """The chance that a unit of such a strength, with its supports, comes into an area."""
    there = outlook.field.get(area)
    if there is not None and there.power != outlook.me:
        held = outlook.strength(there)
        helped = outlook.comers.get(area, {}).get(there.power, held) - held
        if strength <= held:
            return 0.25 if strength == held else 0.05
        if strength > held + helped:
            return 0.95
        return 0.7 if helped - (strength - held - 1) == 1 else 0.5
    foes = outlook.foes_at(area)
    if foes < strength:
        return 0.97
    return 0.7 if foes == strength else 0.5


def orders_of(campaign: Campaign) -> Mapping[Unit, Order]:
    """The order of each unit."""
    return {unit: choice.order for unit, choice in campaign.chosen.items()}
