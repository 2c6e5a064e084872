"""Variants as pages: all of them, and each with its map, its powers, its rules, its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.games.variants.statistics_page import VariantFacts
from dragoman.judge.results.statistics import tally
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.rules import Phase
from dragoman.web.languages import units_told
from dragoman.web.pages.page_words import in_words
from dragoman.web.pages.rendering import Visit, VisitHere, page
from dragoman.web.pages.rules_page import rules_told
from dragoman.web.variants import all_variants, variant_called, variant_facts

with extra("judge"):
    from fastapi import APIRouter, Path, Query
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False, prefix="/variants")

MOST_POWERS: Final = 60


@dataclass(frozen=True, slots=True)
class PowerRow:
    """A power of a variant: what it begins with, and how it fared. ``share`` is of a hundred games,
    None where none was played to its end."""

    key: str
    name: str
    homes: tuple[str, ...]
    units: tuple[str, ...]
    games: int = 0
    victories: int = 0
    draws: int = 0
    survived: int = 0
    share: float | None = None


@router.get("")
def show_variants(
    visit: VisitHere,
    title: Annotated[str, Query(max_length=80)] = "",
    powers: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Response:
    """All variants, or those with words in their titles, or for so many players."""
    items = all_variants(visit.caller, visit.state)
    wanted = title.casefold().split()
    found = [
        one
        for one in items
        if all(word in f"{one['title']} {one['variant']}".casefold() for word in wanted)
        and powers in (0, len(one["powers"]))
    ]
    found.sort(key=lambda one: (one["variant"] != "standard", one["title"].casefold()))
    several = Counter(one["title"] for one in items)
    counts = sorted({len(one["powers"]) for one in items})
    words = partial(_year, language=visit.language)
    shown: dict[str, Any] = {"variants": found, "begins": words, "several": several}
    return page(visit, "variants.html", **shown, title=title, powers=powers, counts=counts)


@router.get("/{variant}")
def show_variant(visit: VisitHere, variant: Annotated[str, Path(max_length=60)]) -> Response:
    """A variant: its map, its powers, by which rules it is played, and what came of its games."""
    facts = variant_facts(visit.state, variant)
    found = variant_called(visit.state, variant)
    words = Phrasebook(found, visit.language)
    phase = words.phase(Phase.parse(facts["start"]))
    rows = [*_powers(visit, found, facts)]
    brought = visit.state.judge.variants.brought(variant)
    owner = brought.owner if brought else 0
    names = visit.state.judge.accounts.people.names(frozenset((owner,))) if owner else {}
    shown: dict[str, Any] = {
        "begins": phase[:1].upper() + phase[1:],
        "credits": in_words(found.credits, visit.language),
        "powers": rows,
        "games": max((one.games for one in rows), default=0),
        **rules_told(found, found.rule_set, visit.language),
        "brought": brought,
        "owner": names.get(owner, ""),
    }
    return page(visit, "variant.html", variant=variant, facts=facts, **shown)


def _year(phase: str, language: str) -> str:
    """The year of a phase: ``1901``, ``260 B.C.``"""
    found = Phase.parse(phase)
    said = in_words("%(year)s B.C.", language) if found.is_bc else "%(year)s"
    return said % {"year": abs(found.year)}


def _powers(visit: Visit, variant: Variant, facts: VariantFacts) -> Iterator[PowerRow]:
    fared = tally(
        visit.state.judge.database, ("power",), variant=facts["variant"], most=MOST_POWERS
    )
    by_power = {one.get("power"): one for one in fared}
    book = Phrasebook(variant, visit.language, notation=visit.caller.look.notation)
    told = units_told(book)
    for key, one in facts["powers"].items():
        row = PowerRow(
            key,
            variant.power_name(key, visit.language),
            tuple(variant.place_name(home, visit.language) for home in one["homes"]),
            tuple(map(told, one["units"])),
        )
        if (his := by_power.get(key)) is None:
            yield row
            continue
        share = float(Fraction(his["share"]) * 100 / his["games"])
        yield PowerRow(
            row.key,
            row.name,
            row.homes,
            row.units,
            his["games"],
            his["victories"],
            his["draws"],
            his["survived"],
            share,
        )
