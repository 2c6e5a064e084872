"""Variants as lists tell of them: what a line says, and what they are looked for by. To list those
that are shipped none of them has to be loaded."""

from __future__ import annotations

from typing import Final

from dragoman.files import kept, stamp_of
from dragoman.formats import load_variant, shipped_folder, shipped_variants
from dragoman.formats.variants.loading import stamp_of_shipped
from dragoman.game import Variant
from dragoman.games.variants.traits import Period, Size, has_usual_rules, period_of, size_of
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import made_once

_MAPS: Final = ("standard", "machiavelli", "machiavelli2")
_PACKAGE: Final = "games/variants"


@dataclass(frozen=True, slots=True)
class ListedVariant:
    """A variant in a list. ``powers`` are the keys of those that somebody plays; ``map`` is the
    shipped variant whose map it shares, of a few that many share one with, or empty."""

    name: str
    title: str
    about: str
    designer: str
    tags: tuple[str, ...]
    powers: tuple[str, ...]
    provinces: int
    centers: int
    victory_centers: int
    start: str
    size: Size
    period: Period
    has_usual_rules: bool
    has_cities: bool
    map: str


def listed(variant: Variant) -> ListedVariant:
    """A variant as lists tell of it."""
    board, origin = variant.board, variant.origin
    return ListedVariant(
        variant.name,
        variant.title,
        variant.about,
        origin.designer,
        tuple(origin.tags),
        tuple(board.players),
        len(board.provinces),
        len(board.centers),
        variant.victory_centers,
        str(variant.start.phase),
        size_of(len(board.provinces)),
        period_of(variant.first_year, origin.tags),
        has_usual_rules(variant),
        any(province.city_of for province in board.provinces.values()),
        _map(variant),
    )


@made_once
def shipped_listed() -> tuple[ListedVariant, ...]:
    """Those that come with Dragoman, by their names."""
    stamp = stamp_of_shipped() + stamp_of([shipped_folder().parent / _PACKAGE])
    names = shipped_variants()
    return kept("listed", stamp, (_PACKAGE,), lambda: tuple(listed(load_variant(n)) for n in names))


def _map(variant: Variant) -> str:
    places = variant.board.provinces.keys()
    for name in _MAPS:
        whole = load_variant(name).board.provinces.keys()
        if places <= whole and 2 * len(places) > len(whole):  # versions for few players lack some
            return name
    return ""
