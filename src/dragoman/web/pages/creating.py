"""Setting up a game: by three choices, or by all of them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.formats import load_variant, shipped_variants
from dragoman.judge.log.settings import PRESS_KINDS, Settings
from dragoman.refusal import ActionRefused
from dragoman.remembered import remembered
from dragoman.web.bodies import SettingsBody, plain
from dragoman.web.pages.forms import Form, FormHere, body_of
from dragoman.web.pages.rendering import Visit, VisitHere, page
from dragoman.web.problems import Problem, refused, status_of

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import RedirectResponse, Response

router = APIRouter(include_in_schema=False)

PACES: Final = (
    ("1 d", "A day for each phase"),
    ("2 d", "Two days for each phase"),
    ("3 d", "Three days for each phase"),
    ("Tue and Fri 20:00", "Tuesdays and Fridays at 20:00"),
    ("10 min", "Live: ten minutes for each phase"),
)
"""Paces to choose from, and what they mean."""
_TOLD: Final = {one.name for one in fields(Settings)}


@router.get("/games/new")
def show_new_game(visit: VisitHere, variant: str = "standard") -> Response:
    """Where one sets up a game."""
    if visit.caller.is_visitor:
        return RedirectResponse("/sign-in?next=/games/new", 303)
    return _form_page(visit, Form({"variant": [variant]}))


@router.post("/games/new")
def create(visit: VisitHere, form: FormHere) -> Response:
    """Set up a game, and go there; where something is wrong with it, all that was chosen stays."""
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    chosen = Form({name: form.every(name) for name in form.names("") if _is_chosen(form, name)})
    try:
        settings = plain(body_of(SettingsBody, chosen))
        number, answer = visit.door.judge.games.create(settings, visit.user, visit.now)
    except ActionRefused as fault:
        return _form_page(visit, form, (fault.diagnostic,))
    except Problem as problem:
        return _form_page(visit, form, problem.diagnostics)
    if number is None:
        return _form_page(visit, form, answer.told)
    return RedirectResponse(f"/games/{number}", 303)


def _is_chosen(form: Form, name: str) -> bool:
    """Whether a field says something: what was left empty is as the judge has it."""
    return name in _TOLD and (name == "press" or bool(form.text(name).strip()))


def _form_page(visit: Visit, form: Form, told: tuple[Diagnostic, ...] = ()) -> Response:
    status = status_of(told) if told else 200
    shown: dict[str, Any] = {
        "variants": variant_titles(),
        "brought": visit.door.judge.variants.listed(),
        "paces": PACES,
        "press_kinds": PRESS_KINDS,
        "press": form.every("press") if told else ["private", "public"],
    }
    return page(visit, "new_game.html", status, told=told, form=form, **shown)


@remembered(lambda titles: 20_000)
def variant_titles() -> tuple[tuple[str, str], ...]:
    """The shipped variants by their titles."""
    found = ((name, load_variant(name).title) for name in shipped_variants())
    return tuple(sorted(found, key=lambda one: (one[0] != "standard", one[1].casefold())))
