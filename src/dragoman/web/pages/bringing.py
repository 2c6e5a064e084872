"""Bringing a variant: its files by upload or as text, what the checker says, its map drawn."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.extras import extra
from dragoman.games.variants.trial import Tried
from dragoman.web.pages.forms import Form, FormHere
from dragoman.web.pages.rendering import Visit, VisitHere, page
from dragoman.web.problems import Problem, field_fault, refused
from dragoman.web.variants import VariantFiles, bring, tried

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import RedirectResponse, Response
    from pydantic import ValidationError

router = APIRouter(include_in_schema=False, prefix="/variants/new")

FILES: Final = ("map", "seed", "toml")
"""The files of a variant, by the names of their fields."""


@router.get("")
def show_bringing(visit: VisitHere) -> Response:
    """Where one brings a variant."""
    if visit.caller.is_visitor:
        return RedirectResponse("/sign-in?next=/variants/new", 303)
    return _form_page(visit, {"name": "", **dict.fromkeys(FILES, "")})


@router.post("")
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
        return _form_page(visit, given, 422, faults)
    try:
        if form.text("bring"):
            kept, _ = bring(files, visit.caller, visit.state)
            return RedirectResponse(f"/variants/{kept.key}", 303)
        found = tried(files, visit.caller, visit.state)
    except Problem as problem:
        return _form_page(visit, given, problem.status, problem.diagnostics)
    return _form_page(visit, given, 200, found.told, found)


def _given(form: Form) -> dict[str, str]:
    """The name and the files: what was uploaded, and else what stands in the fields."""
    found = {"name": form.text("name").strip()}
    for name in FILES:
        found[name] = form.text(f"{name}-file") or form.text(name)
    return found


def _form_page(
    visit: Visit,
    given: dict[str, str],
    status: int = 200,
    told: tuple[Diagnostic, ...] = (),
    found: Tried | None = None,
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
