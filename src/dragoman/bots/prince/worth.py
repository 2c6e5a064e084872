"""The worth of places, in ducats: what they bring in some years, and what is near them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from dragoman.bots.prince.ground import ARMY_TYPE, FLEET_TYPE
from dragoman.bots.prince.outlook import Outlook
from dragoman.machiavelli import City
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind

A_DUCAT_A_YEAR: Final = 3.0
"""The worth of an income of a ducat."""
A_CITY: Final = 7.0
"""The worth of a city besides its income: victory is counted in them."""
A_UNIT: Final = 7.0
_LAND: Final = 2.5
_SEA: Final = 1.0
_OF_A_FOE: Final = 1.2
"""Land that somebody else loses is worth more than land that nobody has ..."""
_OF_A_LEADER: Final = 0.06
"""... the more the larger he is, for each of his cities."""
_LAST_HOMES: Final = 2.0
"""Cities at home count for more the fewer are left, for without them a power is out."""
_BESIEGED: Final = 0.35
"""The part of a city's worth that is felt where it has to be besieged first."""
_EXPOSED: Final = 0.5
"""The part of the worth of what is one's own that is felt where others may come."""
_FELT: Final = (1.0, 0.40, 0.22, 0.13, 0.08, 0.05)
"""The part that is felt at a distance of so many campaigns."""


@dataclass(frozen=True, slots=True)
class Worths:
    """The worth of areas for an army, and for a fleet: what is won there, and what is near."""

    by_type: Mapping[str, Mapping[str, float]]
    gains: Mapping[str, float]

    def at(self, kind: str, area: str) -> float:
        """The worth of an area for a kind of unit."""
        return self.by_type.get(kind[0], self.by_type[ARMY_TYPE]).get(area, 0.0)


def worths_of(outlook: Outlook, noise: float, dice: Random) -> Worths:
    """The worth of all areas, each taken to be greater or smaller by some part of it."""
    ground = outlook.ground
    gains = {at: _gain(outlook, at) * (1 + noise * dice.gauss(0, 1)) for at in ground.areas}
    by_type = {kind: _felt(gains, ground.near[kind]) for kind in (ARMY_TYPE, FLEET_TYPE)}
    return Worths(by_type, gains)


def worth_of_city(outlook: Outlook, area: str, city: City) -> float:
    """The worth of a city, whoever owns it."""
    found = A_CITY + A_DUCAT_A_YEAR * city.value
    owner = outlook.owner(city.place)
    if outlook.is_home(area, owner):
        found *= 1 + _LAST_HOMES / (1 + outlook.home_cities.get(owner or "", 0))
    if owner is not None and owner != outlook.me:
        found *= _OF_A_FOE + _OF_A_LEADER * outlook.cities.get(owner, 0)
    return found


def _gain(outlook: Outlook, area: str) -> float:
    """The worth of being in an area when the campaign is over."""
    ground, me = outlook.ground, outlook.me
    owner, city = outlook.owner(area), ground.cities.get(area)
    won, kept = 0.0, 0.0
    if area not in ground.land:
        won += _SEA
    elif owner != me:
        won += _LAND * (1.0 if owner is None else _OF_A_FOE)
    else:
        kept += _LAND
    if city is not None:
        worth = worth_of_city(outlook, area, city)
        is_open = outlook.guard(area) is None or city.is_one_place
        if outlook.owner(city.place) != me:
            won += worth * (1.0 if is_open else _BESIEGED)
        elif area not in outlook.inside:
            kept += worth
    if kept and outlook.foes_at(area):
        won += kept * _EXPOSED
    phase = outlook.view.position.phase
    if area in outlook.affairs.famine and phase.season == "S" and phase.kind is PhaseKind.MOVEMENT:
        won -= 2 * A_UNIT  # whoever is there when spring is over starves
    return won


def _felt(gains: Mapping[str, float], near: Mapping[str, tuple[str, ...]]) -> dict[str, float]:
    """The worth of what is won in an area, and more faintly of what is won around it."""
    step = {at: gains[at] for at in near}
    found = dict(step)
    for felt in _FELT[1:]:
        step = {
            at: (max(around) + sum(around) / len(around)) / 2
            for at, ways in near.items()
            if (around := [step[way] for way in ways])
        }
        for at, worth in step.items():
            found[at] += felt * worth
    return found
