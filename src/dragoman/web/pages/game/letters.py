"""A letter by itself, and what can be done about it besides answering: reporting it, hiding it."""

from __future__ import annotations

from typing import Annotated, Any

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.views.press_view import message_view
from dragoman.judge.views.viewer import Viewer
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.html.forms import SentForm
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.problems import Problem, page_router
from dragoman.web.web_state import LARGEST_ID, GameNumber

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import Response

router = page_router("/games/{game}")


@router.get("/letters/{number}")
def show_letter(
    visit: VisitHere,
    game: GameNumber,
    viewer: ViewerHere,
    number: Annotated[int, Path(ge=1, le=LARGEST_ID)],
) -> Response:
    """A letter that somebody may read."""
    return letter_page(visit, game, viewer, number)


def letter_page(
    visit: Visit,
    game: int,
    viewer: Viewer,
    number: int,
    written: SentForm | None = None,
    told: tuple[Diagnostic, ...] = (),
    status: int = 200,
) -> Response:
    """The page of a letter; with what was written about it and why that was refused."""
    messages = viewer.g.messages
    if number > len(messages) or not viewer.may_read(messages[number - 1]):
        what = "there is no such message for you"
        raise Problem((Diagnostic("no-message", what, "open the page again"),), 404)
    shown: dict[str, Any] = {
        "g": viewer.g,
        "letter": message_view(viewer, messages[number - 1]),
        "plays": viewer.power is not None,
        "is_own": messages[number - 1].sender == viewer.power,
        "masters_play": all(one in viewer.g.players for one in viewer.g.masters),
        "is_master": viewer.is_master,
        "words": GameWords(viewer, visit.language),
        "why": written.text("why") if written is not None else "",
    }
    return page(visit, "letter.html", status, game=game, told=told, **shown)
