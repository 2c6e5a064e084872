"""Variants: those that are shipped and those that people brought, and bringing one."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.extras import extra
from dragoman.formats import VariantError, load_variant, shipped_variants
from dragoman.game import MapStatistics, Variant
from dragoman.games.variants.listed import ListedVariant, shipped_listed
from dragoman.games.variants.statistics_page import VariantFacts, statistics_data
from dragoman.games.variants.traits import Period, Size, period_of, size_of
from dragoman.games.variants.trial import VariantTrial, try_variant
from dragoman.judge.commands.permissions import check_account
from dragoman.judge.storage.variant_store import MOST_OF_ONE, BroughtVariant
from dragoman.remembered import remembered
from dragoman.rules import Phase
from dragoman.values import FrozenMap
from dragoman.views import DiagnosticShape, View
from dragoman.web.callers import Caller, Scope, may, signed_in
from dragoman.web.languages import Spoken
from dragoman.web.pictures import SVG, SchemeAsked, drawn, map_look
from dragoman.web.problems import Problem, api_router
from dragoman.web.requests import Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field

router = api_router("variants", "/variants")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Designer = Annotated[Caller, Depends(signed_in(Scope.MASTER))]
VariantName = Annotated[str, Path(max_length=60, description="A variant's name, as listed.")]

MOST_FILE: Final = 1_000_000
FileText = Annotated[Text, Field(max_length=MOST_FILE)]


class VariantItem(View):
    variant: str
    """What games and addresses call it."""
    title: str
    about: str
    """What is special about it, in a sentence; empty where nobody says so."""
    powers: list[str]
    provinces: int
    centers: int
    victory_centers: int
    start: str
    source: Literal["shipped", "brought"]
    mine: bool
    """Whether the caller brought it."""
    players: int
    size: Size
    period: Period
    tags: list[str]
    usual_rules: bool | None
    """Whether who knows the usual game knows how it is played, but for its map; null where nobody
    looked."""
    designer: str


class VariantList(View):
    items: list[VariantItem]


class VariantBrought(View):
    variant: str
    told: list[DiagnosticShape]


class VariantChecked(View):
    told: list[DiagnosticShape]
    title: str
    facts: VariantFacts | None
    map: str
    """The map as SVG, with the units that the game begins with; empty where there is none."""


class VariantFiles(Body):
    """A variant as its files: `map.NAME` and `seed.NAME` in nJudge's form, and `variant.toml`."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,38}$")]
    """The variant's short name, as its files carry it."""
    map: FileText
    seed: FileText
    toml: FileText = ""


@router.get("", response_model=VariantList)
def list_variants(request: Request, caller: Reader, state: StateHere) -> Response:
    """All variants: those that are shipped, then those that people brought, the newest first."""
    return tagged(request, json_bytes({"items": all_variants(caller, state)}))


def all_variants(caller: Caller, state: WebState) -> list[VariantItem]:
    """The items of all variants for lists."""
    items = [*map(_shipped_item, shipped_listed())]
    return items + [_brought_item(one, caller) for one in state.judge.variants.listed()]


@router.post("/check", response_model=VariantChecked)
def check_variant(body: VariantFiles, caller: Designer, state: StateHere) -> JSONResponse:
    """Look a variant over without keeping it: what is wrong with it, its facts, its map drawn."""
    found = tried(body, caller, state)
    data: VariantChecked = {
        "told": [one.data() for one in found.told],
        "title": found.title,
        "facts": found.facts,
        "map": found.picture,
    }
    return JSONResponse(data)


@router.post("", status_code=201, response_model=VariantBrought)
def bring_variant(body: VariantFiles, caller: Designer, state: StateHere) -> JSONResponse:
    """Bring a variant of one's own. It is checked first, and never changes once it was taken."""
    kept, faults = bring(body, caller, state)
    told = [one.data() for one in faults]
    where = {"Location": f"/api/variants/{kept.key}"}
    return JSONResponse({"variant": kept.key, "told": told}, 201, where)


def tried(body: VariantFiles, caller: Caller, state: WebState) -> VariantTrial:
    """The result of trying a variant.

    Raises:
        Problem: if too many are tried just now, or the caller has had enough of them.
        ActionRefused: if he is a guest.
    """
    check_account(caller.actor)
    state.buckets.take("uploads", caller.key, state.limits.uploads)
    with state.map_queue.slot():
        return try_variant(body.name, (body.map, body.seed, body.toml))


def bring(
    body: VariantFiles, caller: Caller, state: WebState
) -> tuple[BroughtVariant, tuple[Diagnostic, ...]]:
    """Keep a variant that is as it should be, and what is to be said of it.

    Raises:
        Problem: if it is not, or the caller has brought so many already.
    """
    if state.judge.variants.count_of(caller.actor.user) >= MOST_OF_ONE:
        what = f"you have brought {MOST_OF_ONE} variants already"
        raise Problem((Diagnostic("too-many-variants", what),))
    found = tried(body, caller, state)
    if found.facts is None or has_errors(found.told):
        raise Problem(found.told, 422)
    kept = state.judge.variants.keep(
        body.name,
        found.title,
        caller.actor.user,
        state.now(),
        (body.map, body.seed, body.toml),
        found.geometry,
        found.facts,
    )
    return kept, found.told


@router.get("/{variant}", response_model=VariantFacts)
def read_variant(
    request: Request, variant: VariantName, caller: Reader, state: StateHere
) -> Response:
    """Facts of a variant: its map by province, its powers, how the game begins."""
    return tagged(request, json_bytes(variant_facts(state, variant)))


def variant_facts(state: WebState, name: str) -> VariantFacts:
    """The facts of a variant.

    Raises:
        Problem: if there is none of this name.
    """
    if name in shipped_variants():
        return _shipped_facts(name)
    brought = state.judge.variants.brought(name)
    if brought is None:
        raise _no_variant(name)
    return {**brought.facts, "variant": brought.key}


@router.get("/{variant}/map.svg", response_class=Response, responses=SVG)
def draw_variant(
    request: Request,
    variant: VariantName,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    scheme: SchemeAsked = "light",
) -> Response:
    """A picture of the map with the units that the game begins with."""
    found = variant_called(state, variant)
    look = map_look(caller.look, scheme)
    picture = drawn(state, found, found.start, None, FrozenMap(), language, look)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


def variant_called(state: WebState, name: str) -> Variant:
    """The variant of a name.

    Raises:
        Problem: if there is none.
    """
    try:
        return state.judge.variants.find(name)
    except VariantError:
        raise _no_variant(name) from None


def _no_variant(name: str) -> Problem:
    fault = Diagnostic(
        "unknown-variant", f"there is no variant {name!r}", "name one that is listed"
    )
    return Problem((fault,), 404)


@remembered(lambda facts: 50_000)
def _shipped_facts(name: str) -> VariantFacts:
    return statistics_data(MapStatistics(load_variant(name)))


def _shipped_item(listed: ListedVariant) -> VariantItem:
    return {
        "variant": listed.name,
        "title": listed.title,
        "about": listed.about,
        "powers": list(listed.powers),
        "provinces": listed.provinces,
        "centers": listed.centers,
        "victory_centers": listed.victory_centers,
        "start": listed.start,
        "source": "shipped",
        "mine": False,
        "players": len(listed.powers),
        "size": listed.size,
        "period": listed.period,
        "tags": list(listed.tags),
        "usual_rules": listed.has_usual_rules,
        "designer": listed.designer,
    }


def _brought_item(brought: BroughtVariant, caller: Caller) -> VariantItem:
    facts = brought.facts
    return {
        "variant": brought.key,
        "title": brought.title,
        "about": facts.get("about", ""),
        "powers": list(facts["powers"]),
        "provinces": len(facts["provinces"]),
        "centers": sum(one["center"] for one in facts["provinces"].values()),
        "victory_centers": facts["victory_centers"],
        "start": facts["start"],
        "source": "brought",
        "mine": bool(caller.actor.user) and brought.owner == caller.actor.user,
        "players": len(facts["powers"]),
        "size": size_of(len(facts["provinces"])),
        "period": period_of(Phase.parse(facts["start"]).year),
        "tags": [],
        "usual_rules": None,
        "designer": "",
    }
