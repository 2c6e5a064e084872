"""Pictures of Machiavelli: cities and garrisons, what befalls provinces, and money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from dragoman.drawing.scene.picture import DrawnCity, Estates, PictureKind as AsInDiplomacy
from dragoman.game import Variant
from dragoman.kinds.machiavelli import scenario_of
from dragoman.rules import Loan, Position
from dragoman.values import FrozenMap


class Picture(AsInDiplomacy):
    """Pictures of Machiavelli."""

    palette = FrozenMap(
        {
            "AUSTRIA": "#f0c02e",
            "FLORENCE": "#a81f24",
            "FRANCE": "#7cc4ee",
            "MILAN": "#1f8f6a",
            "NAPLES": "#d07020",
            "PAPACY": "#9a63c0",
            "TURKEY": "#2e2e33",
            "VENICE": "#1f3a93",
            "AUTONOMOUS": "#c0b0b0",
        }
    )
    fits_larger_maps = True

    def estates(self, variant: Variant, position: Position) -> Estates:
        """The estates as a position has them; of one without affairs of state, what the scenario
        begins with."""
        scenario, affairs = scenario_of(variant), position.affairs
        if affairs is not None:
            return Estates(
                owners=position.owners,
                famine=affairs.famine,
                rebellions=affairs.rebellions,
                sieges=affairs.sieges,
                treasuries=affairs.treasuries,
                debts=_debts(affairs.loans),
                has_fortresses=scenario.has_fortresses,
            )
        opening = scenario.opening
        return Estates(
            owners=opening.owners,
            famine=opening.famine,
            rebellions=opening.rebellions,
            sieges=opening.sieges,
            treasuries=opening.treasuries or {},
            debts=_debts(opening.loans),
            has_fortresses=scenario.has_fortresses,
        )

    def cities(
        self, variant: Variant, position: Position, language: str, estates: Estates
    ) -> tuple[DrawnCity, ...]:
        """The cities of a map. Fortresses are left out where they are not played."""
        within = {unit.location: unit.power for unit in position.units if unit.kind[:1] == "G"}
        return tuple(
            DrawnCity(
                place=city.place,
                province=key,
                name=variant.place_name(key, language),
                value=city.value,
                is_fortified=city.is_fortified,
                is_port=city.is_port,
                owner=estates.owners.get(city.place),
                garrison=None if city.is_one_place else within.get(city.place),
                is_besieged=key in estates.sieges,
                rebels=city.place in estates.rebellions and not city.is_one_place,
            )
            for key, city in scenario_of(variant).cities.items()
            if estates.has_fortresses or not city.is_fortress or city.place in within
        )

    def owned(self, variant: Variant, estates: Estates) -> Counter[str]:
        """The number of cities of each power that have an income."""
        owners = estates.owners
        worth = (city.place for city in scenario_of(variant).cities.values() if city.value > 0)
        return Counter(owners[place] for place in worth if place in owners)

    def soldiers(self, kind: str) -> str:
        return kind[1:]


def _debts(loans: Mapping[str, Collection[Loan]]) -> Mapping[str, int]:
    """The debt of each power to the bank, with the interest."""
    return {power: sum(one.principal + one.interest for one in own) for power, own in loans.items()}
