"""Variants: all of them, each with its map, its powers, its rules, its games; and uploads of
variants."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Final, get_args

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.games.variants.balance import kept_balance
from dragoman.games.variants.converted import ConvertedFiles, convert_file
from dragoman.games.variants.listed import shipped_listed
from dragoman.games.variants.statistics_page import VariantFacts
from dragoman.games.variants.traits import Period, Size
from dragoman.games.variants.trial import VariantTrial
from dragoman.judge.commands.permissions import check_account
from dragoman.judge.results.statistics import tally
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import remembered
from dragoman.reports import Phrasebook
from dragoman.rules import Phase
from dragoman.web.languages import units_told
from dragoman.web.pages.html.bots import offered_bots
from dragoman.web.pages.html.forms import FormHere, SentForm, UploadHere
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.rules import rules_told
from dragoman.web.problems import Problem, field_fault, page_router, refused
from dragoman.web.variants import (
    VariantFiles,
    VariantItem,
    all_variants,
    bring,
    tried,
    variant_called,
    variant_facts,
)

with extra("judge"):
    from fastapi import Path, Query
    from fastapi.responses import RedirectResponse, Response
    from pydantic import ValidationError


# Uploads: the files of a variant, what the checker says, its map drawn

router = page_router("/variants")

FILES: Final = ("map", "seed", "toml")
"""The files of a variant, by the names of their fields."""


@router.get("/new")
def show_bringing(visit: VisitHere) -> Response:
    """The page for uploading a variant."""
    if visit.caller.is_visitor:
        return RedirectResponse("/sign-in?next=/variants/new", 303)
    return _bringing_page(visit, {"name": "", **dict.fromkeys(FILES, "")})


@router.post("/new")
def check_or_bring(visit: VisitHere, form: FormHere) -> Response:
    """Look a variant over and show its map; with ``bring``, take it in if nothing is wrong."""
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    given = _given(form)
    try:
        files = VariantFiles.model_validate(given)
    except ValidationError as error:
        errors = ({**one, "loc": ("body", *one["loc"])} for one in error.errors())
        faults = tuple(map(field_fault, errors))
        return _bringing_page(visit, given, 422, faults)
    try:
        if form.text("bring"):
            kept, _ = bring(files, visit.caller, visit.state)
            return RedirectResponse(f"/variants/{kept.key}", 303)
        found = tried(files, visit.caller, visit.state)
    except Problem as problem:
        return _bringing_page(visit, given, problem.status, problem.diagnostics)
    return _bringing_page(visit, given, 200, found.told, found)


@router.post("/new/other")
def read_other(visit: VisitHere, form: UploadHere) -> Response:
    """Make files of ours of what somebody has for another site or program, to be looked over."""
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    texts = {"name": "", **dict.fromkeys(FILES, "")}
    files = form.files("file")
    if not files or not files[0].content:
        fault = Diagnostic("no-file", "no file was sent", "choose a .zip or a .map")
        return _bringing_page(visit, texts, 422, (fault,))
    try:
        found = converted(files[0].content, files[0].name, form.text("which"), visit)
    except Problem as problem:
        return _bringing_page(visit, texts, problem.status, problem.diagnostics)
    texts = {"name": found.name, "map": found.map, "seed": found.seed, "toml": found.toml}
    return _bringing_page(visit, texts, 200 if found.map else 422, found.told)


def converted(content: bytes, file: str, which: str, visit: Visit) -> ConvertedFiles:
    """The files of a variant that somebody has for another site or program.

    Raises:
        Problem: if too many are tried just now, or the caller has had enough of them.
        ActionRefused: if he is a guest.
    """
    check_account(visit.caller.actor)
    visit.state.buckets.take("uploads", visit.caller.key, visit.state.limits.uploads)
    with visit.state.map_queue.slot():
        return convert_file(content, file, which)


def _given(form: SentForm) -> dict[str, str]:
    """The name and the files: what was uploaded, and else what stands in the fields."""
    found = {"name": form.text("name").strip()}
    for name in FILES:
        found[name] = form.text(f"{name}-file") or form.text(name)
    return found


def _bringing_page(
    visit: Visit,
    given: dict[str, str],
    status: int = 200,
    told: tuple[Diagnostic, ...] = (),
    found: VariantTrial | None = None,
) -> Response:
    picture = found.picture if found else ""
    return page(
        visit,
        "bring_variant.html",
        status,
        told=told,
        given=given,
        files=FILES,
        is_good=found is not None and found.facts is not None and not has_errors(told),
        facts=found.facts if found else None,
        picture=b64encode(picture.encode()).decode() if picture else "",
    )


# Pages

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
    size: Annotated[str, Query(max_length=20)] = "",
    period: Annotated[str, Query(max_length=20)] = "",
    tag: Annotated[str, Query(max_length=40)] = "",
    rules: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """All variants, or those with words in their titles, for so many players, of a size, of a
    period, with a tag, by the usual rules or by others."""
    items = all_variants(visit.caller, visit.state)
    wanted = title.casefold().split()
    abouts = {one["variant"]: in_words(one["about"], visit.language) for one in items}
    found = [
        one
        for one in items
        if all(word in _searched(one, abouts[one["variant"]]) for word in wanted)
        and powers in (0, one["players"])
        and size in ("", one["size"])
        and period in ("", one["period"])
        and (not tag or tag in one["tags"])
        and one["usual_rules"] in _RULES.get(rules, (True, False, None))
    ]
    found.sort(key=lambda one: (one["variant"] != "standard", one["title"].casefold()))
    several = Counter(one["title"] for one in items)
    counts = sorted({one["players"] for one in items})
    words = partial(_year, language=visit.language)
    shown: dict[str, Any] = {"variants": found, "begins": words, "several": several}
    shown["abouts"] = abouts
    shown |= {"size": size, "period": period, "tag": tag, "rules": rules}
    shown |= {"sizes": _SIZES, "periods": _PERIODS, "kinds_of_rules": [*_RULES]}
    shown["tags"] = sorted({tag for one in items for tag in one["tags"]}, key=str.casefold)
    return page(visit, "variants.html", **shown, title=title, powers=powers, counts=counts)


_SIZES: Final = get_args(Size)
_PERIODS: Final = get_args(Period)
_RULES: Final = {"usual": (True,), "other": (False,)}


def _searched(one: VariantItem, about: str) -> str:
    """The words in which a variant is looked for."""
    told = (one["title"], one["variant"], about, one["designer"], *one["tags"])
    return " ".join(told).casefold()


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
    people, guests = visit.state.judge.accounts.people, visit.state.judge.accounts.guests
    names = people.names(frozenset((owner,))) if owner else {}
    shown: dict[str, Any] = {
        "begins": phase[:1].upper() + phase[1:],
        "about": in_words(found.about, visit.language),
        "credits": in_words(found.credits, visit.language),
        "powers": rows,
        "games": max((one.games for one in rows), default=0),
        **rules_told(found, found.rule_set, visit.language),
        "brought": brought,
        "owner": names.get(owner, ""),
        "may_play": not brought and (visit.user or guests.may_come(visit.now)),
        "players": found.players,
        "bots": offered_bots(found),
        "origin": found.origin,
        "balances": kept_balance(found.name) if not brought else [],
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


# Choices for forms


def variant_choices(visit: Visit) -> list[tuple[str, str]]:
    """The key and the title of each variant: those that are shipped, the standard game first, and
    those that people brought, the newest first."""
    brought = ((one.key, f"{one.title} ({one.key})") for one in visit.state.judge.variants.listed())
    return [*_shipped_titles(), *brought]


@remembered(lambda titles: 20_000)
def _shipped_titles() -> tuple[tuple[str, str], ...]:
    found = ((one.name, one.title) for one in shipped_listed())
    titles = tuple(sorted(found, key=lambda one: (one[0] != "standard", one[1].casefold())))
    several = [title for _, title in titles]
    return tuple(
        (name, f"{title} ({name})" if several.count(title) > 1 else title) for name, title in titles
    )
