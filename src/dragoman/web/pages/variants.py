"""Variants as pages: all of them, and each with its map, its powers and its numbers."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.web.pages.rendering import VisitHere, page
from dragoman.web.variants import all_variants, variant_facts

with extra("judge"):
    from fastapi import APIRouter, Path, Query
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False, prefix="/variants")


@router.get("")
def show_variants(
    visit: VisitHere, title: Annotated[str, Query(max_length=80)] = "", powers: int = 0
) -> Response:
    """All variants, or those with words in their titles, or for so many players."""
    items = all_variants(visit.caller, visit.door)
    wanted = title.casefold().split()
    found = [
        one
        for one in items
        if all(word in f"{one['title']} {one['variant']}".casefold() for word in wanted)
        and powers in (0, len(one["powers"]))
    ]
    counts = sorted({len(one["powers"]) for one in items})
    return page(visit, "variants.html", variants=found, title=title, powers=powers, counts=counts)


@router.get("/{variant}")
def show_variant(visit: VisitHere, variant: Annotated[str, Path(max_length=60)]) -> Response:
    """A variant: its map, its powers, how a game of it begins and ends."""
    return page(visit, "variant.html", variant=variant, facts=variant_facts(visit.door, variant))
