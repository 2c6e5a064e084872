"""The rules that a variant has beyond its map and its rule set, a sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.game.variant import Variant
from dragoman.words import Said, said


def terms_told(variant: Variant, language: str = "en") -> Iterator[Said]:
    """A sentence for each of the terms; places and powers have their names in the language."""
    yield from _victory(variant, language)


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


def _named(variant: Variant, places: Iterable[str], language: str) -> str:
    return ", ".join(variant.place_name(place, language) for place in places)
