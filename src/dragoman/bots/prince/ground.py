"""The map of a variant of Machiavelli as a bot looks at it: areas, their cities, ways between."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from dragoman.board import ARMY, FLEET
from dragoman.game import Variant
from dragoman.machiavelli import City
from dragoman.quick_dataclass import dataclass
from dragoman.rules import RuleSet

ARMY_TYPE: Final = ARMY.letter
FLEET_TYPE: Final = FLEET.letter


@dataclass(frozen=True, slots=True)
class Ground:
    """A map. An area is a province with whatever city is in it."""

    areas: tuple[str, ...]
    land: frozenset[str]
    """The areas that somebody can own."""
    cities: Mapping[str, City]
    """The cities that bring something, by their areas."""
    area_of: Mapping[str, str]
    """From each location to the area that it is in."""
    near: Mapping[str, Mapping[str, tuple[str, ...]]]
    """For armies and fleets the areas next to each."""
    home_of: Mapping[str, str]
    """The home country that an area belongs to."""


@lru_cache(maxsize=8)
def ground_of(variant: Variant, rules: RuleSet) -> Ground:
    """The map of a variant."""
    board, scenario = variant.board, variant.scenario
    assert scenario is not None
    area_of = {at: board.provinces[key].city_of or key for at, key in board.province_of.items()}
    areas = tuple(dict.fromkeys(area_of.values()))
    near: dict[str, dict[str, dict[str, None]]] = {ARMY_TYPE: {}, FLEET_TYPE: {}}
    for path in board.paths:
        if path.kind in near:
            ends = near[path.kind].setdefault(area_of[path.source], {})
            ends[area_of[path.target]] = None
    return Ground(
        areas,
        frozenset(at for at in areas if not board.provinces[at].terrain.is_water) - scenario.barren,
        {at: city for at, city in scenario.cities.items() if city.value},
        area_of,
        {kind: {at: tuple(ends) for at, ends in ways.items()} for kind, ways in near.items()},
        scenario.country_of,
    )
