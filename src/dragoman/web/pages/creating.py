"""Setting up a game: by three choices, or by all of them."""

from __future__ import annotations

from markupsafe import Markup

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands.forming import create as first_events
from dragoman.judge.wording.problem_words import in_language
from dragoman.refusal import ActionRefused
from dragoman.web.pages.forms import Form, FormHere
from dragoman.web.pages.game_form import FIRST, SECTIONS, offered, open_sections, settings_of
from dragoman.web.pages.rendering import Visit, VisitHere, page
from dragoman.web.pages.variant_choices import variant_choices
from dragoman.web.problems import refused, status_of

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import RedirectResponse, Response

router = APIRouter(include_in_schema=False)


@router.get("/games/new")
def show_new_game(visit: VisitHere, variant: str = "standard") -> Response:
    """Where one sets up a game."""
    if visit.caller.is_visitor:
        return RedirectResponse("/sign-in?next=/games/new", 303)
    return _form_page(visit, Form({"variant": [variant]}))


@router.post("/games/new")
def create(visit: VisitHere, form: FormHere) -> Response:
    """Set up a game, and go there; where something is wrong with it, all that was chosen stays.
    With ``check`` it is only looked over."""
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    games, settings = visit.state.judge.games, settings_of(form)
    try:
        if form.text("check"):
            told = first_events(settings, games.find).told
            return _form_page(visit, form, told, is_checked=True)
        number, answer = games.create(settings, visit.user, visit.now)
    except ActionRefused as fault:
        return _form_page(visit, form, (fault.diagnostic,))
    if number is None:
        return _form_page(visit, form, answer.told)
    return RedirectResponse(f"/games/{number}", 303)


def _form_page(
    visit: Visit, form: Form, told: tuple[Diagnostic, ...] = (), is_checked: bool = False
) -> Response:
    status = status_of(told) if told else 200
    said, _ = in_language(told, visit.language)
    known = {*FIRST, *(name for names in SECTIONS.values() for name in names)}
    wrong = {name: [one for one in said if one.source == name] for name in known}

    def described(name: str, has_hint: bool | str) -> Markup:
        """What a field's element says of the texts that describe it, and that it is wrong."""
        told_of = [f"{name}-fault-{number}" for number in range(1, len(wrong[name]) + 1)]
        texts = " ".join([f"{name}-hint"] * bool(has_hint) + told_of)
        is_wrong = ' aria-invalid="true"' if told_of else ""
        return Markup(f'{is_wrong} aria-describedby="{texts}"' if texts else "")

    return page(
        visit,
        "new_game.html",
        status,
        told=tuple(one for one in told if one.source not in known),
        wrong=wrong,
        described=described,
        is_good=is_checked and not told,
        opened=open_sections(form, (one.source for one in told)),
        form=form,
        variants=variant_choices(visit),
        **offered(visit.language),
    )
