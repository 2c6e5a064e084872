"""The rules that a variant has beyond its map and its rule set, a sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.game.variant import Variant
from dragoman.words import Said, counted, said


def terms_told(variant: Variant, language: str = "en") -> Iterator[Said]:
    """A sentence for each of the terms; places and powers have their names in the language."""
    yield from _victory(variant, language)
    yield from _builds(variant, language)
    yield from _owned(variant, language)


def _victory(variant: Variant, language: str) -> Iterator[Said]:
    terms = variant.board.victory_terms
    for power, number in terms.centers.items():
        name = variant.power_name(power, language)
        yield said("{power} wins with {number} centres.", power=name, number=number)
    if terms.needs:
        places = _named(variant, terms.needs, language)
        yield said("Whoever wins must own {places}.", places=places)
    for power, needed in terms.needs_of.items():
        name, places = variant.power_name(power, language), _named(variant, needed, language)
        yield said("{power} must own {places} to win.", power=name, places=places)
    if terms.some:
        places = _named(variant, terms.some_of, language)
        yield said(
            "Whoever wins must own at least {number} of these: {places}.",
            number=terms.some,
            places=places,
        )
    if terms.lead:
        yield said(
            "Whoever has {number} centres more than anybody else at the end of {year} wins too; "
            "in each later year one fewer is enough, down to one.",
            number=terms.lead,
            year=terms.lead_from,
        )


def _builds(variant: Variant, language: str) -> Iterator[Said]:
    terms = variant.board.build_terms
    for power, centers in terms.also.items():
        name, provinces = variant.power_name(power, language), variant.board.provinces
        owned = [key for key in centers if provinces[key].is_center]
        if owned:
            places = _named(variant, owned, language)
            yield said(
                "{power} also builds in {places}, while it owns it.", power=name, places=places
            )
        if ground := [key for key in centers if key not in owned]:
            places = _named(variant, ground, language)
            yield said("{power} also builds in {places}.", power=name, places=places)
    for power, need in terms.emergencies.items():
        name = variant.power_name(power, language)
        yield said(
            "While {power} owns {least} to {most} of its home centres, it may have {units} more "
            "than it has centres.",
            power=name,
            least=need.least,
            most=need.most,
            units=counted(need.units, "unit"),
        )
        if need.grounds:
            places = _named(variant, need.grounds, language)
            yield said("Then {power} also builds in {places}.", power=name, places=places)
    if year := terms.homes_settled:
        yield said(
            "Until the end of {year} powers build in any centre that they own; the centres that "
            "they own then are their home centres from then on.",
            year=year,
        )
    if opening := terms.opening:
        builds = counted(opening.builds, "unit")
        yield said("Each power begins with {builds}, built where it may.", builds=builds)
        if opening.never:
            places = _named(variant, opening.never, language)
            yield said("No first unit is built in {places}.", places=places)
        for power, ground in opening.only.items():
            name, places = variant.power_name(power, language), _named(variant, ground, language)
            yield said("{power} builds its first units in {places}.", power=name, places=places)
        if opening.keeps_built:
            yield said("The centres in which a power does not build then are nobody's.")


def _owned(variant: Variant, language: str) -> Iterator[Said]:
    for way in variant.board.owned_ways:
        here, there, place = (
            variant.place_name(key, language) for key in (way.here, way.there, way.center)
        )
        yield said(
            "Between {here} and {there} only units of whoever owns {place} go.",
            here=here,
            there=there,
            place=place,
        )
    for power, centers in variant.board.build_terms.kept.items():
        name, places = variant.power_name(power, language), _named(variant, centers, language)
        yield said(
            "{places} is {power}'s while it owns any other centre, and never another power's.",
            power=name,
            places=places,
        )


def _named(variant: Variant, places: Iterable[str], language: str) -> str:
    return ", ".join(variant.place_name(place, language) for place in places)
