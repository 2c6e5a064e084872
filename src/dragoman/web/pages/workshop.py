"""The workshop: people's designs, edited on their maps, tried on a private board, added to the
judge's variants. A design is its designer's alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from io import BytesIO
from typing import Annotated, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.drawing import GEOMETRY
from dragoman.extras import extra
from dragoman.formats import shipped_folder, shipped_variants
from dragoman.formats.toml_table import quoted
from dragoman.formats.variants.folders import TOML
from dragoman.game.json_object import FormatError
from dragoman.games.variants.trial import VariantTrial, try_variant
from dragoman.games.workshop.saving import MOST_BYTES, texts_of
from dragoman.games.workshop.session import looked_over, opened, read_asked, refusal, version_of
from dragoman.games.workshop.texts import VariantTexts, design_of, empty_texts, texts_in
from dragoman.games.workshop.toml_lines import TomlLines
from dragoman.judge.commands.permissions import check_account
from dragoman.judge.log.settings import LONGEST_TITLE
from dragoman.judge.running.budgets import TooMuchWork, working_within
from dragoman.judge.sandbox.commands import LONGEST_NAME
from dragoman.judge.sandbox.forking import fork_start
from dragoman.judge.solo import begin_solo
from dragoman.judge.storage.design_store import MOST_OF_ONE, StoredDesign
from dragoman.judge.storage.variant_store import MOST_OF_ONE as MOST_BROUGHT, BroughtVariant
from dragoman.judge.wording.problem_words import in_language
from dragoman.refusal import ActionRefused
from dragoman.web.callers import is_from_here
from dragoman.web.pages.html.forms import FormHere, SentForm
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.problems import Problem, page_router, refused, status_of
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Path, Query, Request
    from fastapi.responses import JSONResponse, RedirectResponse, Response
    from starlette.concurrency import run_in_threadpool

router = page_router("/workshop")
OwnDesign = Annotated[int, Path(ge=1, le=LARGEST_ID, description="A design of one's own.")]
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,38}")
EMPTY: Final = ""
"""The choice to begin with an empty map."""


# Designs: listed, begun, removed, taken away


@router.get("")
def show_workshop(
    visit: VisitHere, begin: Annotated[str, Query(max_length=60, alias="from")] = ""
) -> Response:
    """One's own designs, and where another begins: empty, or with a copy of a variant."""
    if visit.caller.is_visitor:
        return RedirectResponse("/sign-in?next=/workshop", 303)
    return _list_page(visit, SentForm({"from": [begin]}))


@router.post("")
def begin_design(visit: VisitHere, form: FormHere) -> Response:
    """Begin a design; where something is wrong with it, what was written stays."""
    _check_signed_in(visit)
    name, title = form.text("name").strip(), form.text("title").strip()
    try:
        texts = _begun(visit, form, name, title)
        number = visit.state.judge.designs.create(
            visit.user, _title(texts) or title or name, texts, visit.now
        )
    except ActionRefused as fault:
        return _list_page(visit, form, (fault.diagnostic,))
    return RedirectResponse(f"/workshop/{number}", 303)


def _begun(visit: Visit, form: SentForm, name: str, title: str) -> VariantTexts:
    """The files that a design begins with.

    Raises:
        ActionRefused: if they are none.
    """
    if not _NAME.fullmatch(name):
        what = "a short name has small letters, digits and underscores, and begins with a letter"
        raise ActionRefused("wrong-name", what, "atlantis, for example")
    if len(title) > 120 or not title.isprintable():
        raise ActionRefused("wrong-title", "a title is one line", "use up to 120 letters")
    if form.text("map-file"):
        files = {f"map.{name}": form.text("map-file"), f"seed.{name}": form.text("seed-file")}
        files |= {TOML: form.text("toml-file"), GEOMETRY: form.text("geometry-file")}
        texts = VariantTexts(name, {key: text for key, text in files.items() if text})
    elif begin := form.text("from"):
        texts = _copied(visit, begin, name)
    else:
        texts = empty_texts(name, title or name.replace("_", " ").title())
    if title and (form.text("map-file") or form.text("from")):
        lines = TomlLines(texts.files.get(TOML, ""))
        lines.put("", "title", quoted(title))
        texts = VariantTexts(name, {**texts.files, TOML: lines.text})
    if sum(map(len, texts.files.values())) > MOST_BYTES:
        raise ActionRefused("too-large", f"these files have more than {MOST_BYTES} letters")
    with _limited(visit):
        design_of(texts)  # what the workshop is not for is told now
    return texts


def _copied(visit: Visit, begin: str, name: str) -> VariantTexts:
    """The files of a variant, under another name.

    Raises:
        ActionRefused: if there is none.
    """
    if begin in shipped_variants():
        found = texts_in(shipped_folder() / begin, begin)
        files = {**found.files, TOML: found.toml}
    elif brought := visit.state.judge.variants.brought(begin):
        files = {f"map.{brought.name}": brought.map, f"seed.{brought.name}": brought.seed}
        files |= {TOML: brought.toml, GEOMETRY: brought.geometry}
        begin = brought.name
    else:
        raise ActionRefused("unknown-variant", f"there is no variant {begin!r}")
    kept = (f"map.{begin}", f"seed.{begin}", TOML, GEOMETRY)
    words = (f"map.{name}", f"seed.{name}", TOML, GEOMETRY)
    return VariantTexts(
        name, {new: files[old] for old, new in zip(kept, words, strict=True) if files.get(old)}
    )


@router.post("/{design}/remove")
def remove_design(visit: VisitHere, design: OwnDesign, form: FormHere) -> Response:
    """Remove a design, once it was confirmed."""
    _check_signed_in(visit)
    if form.text("sure") != "yes":
        stored = visit.state.judge.designs.load(design, visit.user)
        return _list_page(visit, SentForm({}), asked=stored)
    visit.state.judge.designs.remove(design, visit.user)
    return RedirectResponse("/workshop", 303)


@router.get("/{design}/files.zip")
def take_files(visit: VisitHere, design: OwnDesign) -> Response:
    """The files of a design, as the folder of a variant."""
    stored = _own(visit, design)
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, text in stored.texts.files.items():
            archive.writestr(f"{stored.texts.name}/{name}", text)
    named = {"Content-Disposition": f'attachment; filename="{stored.texts.name}.zip"'}
    return Response(content.getvalue(), media_type="application/zip", headers=named)


# One of them, on its map


@router.get("/{design}")
def show_design_page(visit: VisitHere, design: OwnDesign) -> Response:
    """A design on its map."""
    if visit.caller.is_visitor:
        return RedirectResponse(f"/sign-in?next=/workshop/{design}", 303)
    stored = _own(visit, design)
    return page(visit, "workshop.html", design=stored, told=())


@router.get("/{design}/design")
def read_stored(visit: VisitHere, design: OwnDesign) -> Response:
    """A design as JSON, with all that the map needs beside it."""

    def answer() -> tuple[int, dict[str, Any]]:
        return 200, _opened(visit, design)

    return _answered(visit, answer)


@router.post("/{design}/try")
async def try_design(request: Request, visit: VisitHere, design: OwnDesign) -> Response:
    """Look an edited design over, and keep nothing."""
    body = await _body(request)

    def answer() -> tuple[int, dict[str, Any]]:
        texts = _own(visit, design).texts
        return looked_over(texts, read_asked(body), _say(visit))

    return await run_in_threadpool(_answered, visit, answer)


@router.post("/{design}/save")
async def save_design(request: Request, visit: VisitHere, design: OwnDesign) -> Response:
    """Keep an edited design; one that was saved elsewhere meanwhile is not overwritten unasked."""
    body = await _body(request)

    def answer() -> tuple[int, dict[str, Any]]:
        stored, asked = _own(visit, design), read_asked(body)
        status, told = looked_over(stored.texts, asked, _say(visit))
        if status != 200:
            return status, told
        texts = texts_of(stored.texts, asked.design)
        title = asked.design.title or texts.name
        visit.state.judge.designs.save(stored, visit.user, title, texts, visit.now)
        now = _own(visit, design).texts
        return 200, {**_opened(visit, design), "seen": version_of(now)}

    return await run_in_threadpool(_answered, visit, answer)


@router.post("/{design}/play")
def play_design(visit: VisitHere, design: OwnDesign, form: FormHere) -> Response:
    """Begin a private board on a design, as it was saved: all sides, ordered by its designer."""
    stored = _own(visit, design)
    kept = _kept(visit, stored, is_listed=False)
    find = visit.state.judge.games.find
    begun = fork_start(kept.key, title=stored.title[:LONGEST_NAME], find=find)
    number = visit.state.judge.sandboxes.create(visit.user, begun, visit.now)
    return RedirectResponse(f"/sandboxes/{number}", 303)


@router.post("/{design}/bots")
def play_against_bots(visit: VisitHere, design: OwnDesign, form: FormHere) -> Response:
    """Begin a game on a design, as it was saved, against bots in all other seats; the worker has
    them sit down and order, within the time that maps which people brought are given."""
    stored = _own(visit, design)
    kept = _kept(visit, stored, is_listed=False)
    judge, actor = visit.state.judge, visit.caller.actor
    title = stored.title[:LONGEST_TITLE]
    with judge.database.together():
        game = begin_solo(judge.games, actor, visit.now, title, variant=kept.key)
    return RedirectResponse(f"/games/{game}", 303)


@router.post("/{design}/publish")
def publish_design(visit: VisitHere, design: OwnDesign, form: FormHere) -> Response:
    """Add a design, as it was saved, to the judge's variants."""
    kept = _kept(visit, _own(visit, design), is_listed=True)
    return RedirectResponse(f"/variants/{kept.key}", 303)


def _kept(visit: Visit, stored: StoredDesign, is_listed: bool) -> BroughtVariant:
    """A design among the variants of this judge.

    Raises:
        Problem: if it cannot be played, or there are too many of its owner's.
        ActionRefused: if he is a guest.
    """
    check_account(visit.caller.actor)
    state, texts = visit.state, stored.texts
    if state.judge.variants.count_of(visit.user) >= MOST_BROUGHT:
        what = f"you have brought {MOST_BROUGHT} variants already"
        raise Problem((Diagnostic("too-many-variants", what),))
    state.buckets.take("uploads", visit.caller.key, state.limits.uploads)
    files, geometry = (texts.map, texts.seed, texts.toml), texts.files.get(GEOMETRY, "")
    with state.map_queue.slot():
        tried: VariantTrial = try_variant(texts.name, files, geometry)
    if tried.facts is None or has_errors(tried.told):
        raise Problem(tried.told, 422)
    return state.judge.variants.keep(
        texts.name,
        tried.title,
        visit.user,
        visit.now,
        files,
        tried.geometry,
        tried.facts,
        is_listed,
    )


# What they share


def _check_signed_in(visit: Visit) -> None:
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    check_account(visit.caller.actor)


def _own(visit: Visit, design: int) -> StoredDesign:
    _check_signed_in(visit)
    return visit.state.judge.designs.load(design, visit.user)


def _opened(visit: Visit, design: int) -> dict[str, Any]:
    return opened(_own(visit, design).texts, _say(visit), visit.language)


def _say(visit: Visit) -> Callable[[Diagnostic], Diagnostic]:
    def say(fault: Diagnostic) -> Diagnostic:
        (told,), _ = in_language((fault,), visit.language)
        return told

    return say


async def _body(request: Request) -> str:
    if not is_from_here(request):
        raise refused("no-csrf-header", "this was not sent from here", "open the page again")
    return (await request.body()).decode("utf-8", "replace")


def _answered(visit: Visit, answer: Callable[[], tuple[int, dict[str, Any]]]) -> Response:
    """An answer for the map; whatever is refused is told as it tells faults."""
    faults: tuple[Diagnostic, ...]
    try:
        with _limited(visit):
            status, found = answer()
        return JSONResponse(found, status)
    except Problem as problem:
        faults, status = problem.diagnostics, problem.status
    except FormatError as fault:
        faults, status = (fault.diagnostic,), 422
    except ActionRefused as fault:
        faults, status = (fault.diagnostic,), status_of((fault.diagnostic,))
    return JSONResponse(refusal(faults, _say(visit)), status)


@contextmanager
def _limited(visit: Visit) -> Generator[None]:
    """A place among those who work on maps that people brought, for no longer than each may.

    Raises:
        Problem: if too many wait for one, or what is inside takes too long.
    """
    seconds = visit.state.limits.map_work
    with visit.state.map_queue.slot():
        try:
            with working_within(seconds):
                yield
        except TooMuchWork:
            what = f"this takes more work than the judge does while you wait: {seconds:g} s"
            raise refused("too-much-work", what, "make the map smaller") from None


def _title(texts: VariantTexts) -> str:
    return design_of(texts).title


def _list_page(
    visit: Visit,
    form: SentForm,
    told: tuple[Diagnostic, ...] = (),
    asked: StoredDesign | None = None,
) -> Response:
    empty = (EMPTY, in_words("An empty map", visit.language))
    return page(
        visit,
        "workshop_list.html",
        status_of(told) if told else 200,
        told=told,
        form=form,
        designs=visit.state.judge.designs.listed(visit.user),
        most=MOST_OF_ONE,
        choices=[empty, *variant_choices(visit)],
        asked=asked,
    )
