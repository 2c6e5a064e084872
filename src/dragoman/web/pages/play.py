"""Play now: a game against bots that begins with one click, with an account or without."""

from __future__ import annotations

from dragoman.bots.characters import MIXED
from dragoman.extras import extra
from dragoman.judge.solo import begin_solo, go_on
from dragoman.web.pages.forms import FormHere
from dragoman.web.pages.guests import arrive
from dragoman.web.pages.rendering import VisitHere
from dragoman.web.pages.wording import in_words

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import RedirectResponse, Response

router = APIRouter(include_in_schema=False)

TITLE = "Against six bots"
"""The title of such a game, in the language of whoever plays it."""


@router.post("/play")
def play_now(visit: VisitHere, form: FormHere) -> Response:
    """Begin a game against six bots, as ``power`` or whatever the lot says, and go there. Who is
    not signed in plays as a guest."""
    judge, bot = visit.state.judge, form.text("bot") or MIXED
    with judge.database.together():
        arrival = arrive(visit, form.text("name"))
        title = in_words(TITLE, visit.language)
        game = begin_solo(judge, arrival.actor, visit.now, title, form.text("power"), bot)
    go_on(judge, game, visit.now)
    return arrival.keep(visit, RedirectResponse(f"/games/{game}", 303))
