"""Games that run just now, on maps that move with them: those that everybody finds and sees."""

from __future__ import annotations

from typing import Final

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import Stage
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, find_games
from dragoman.web.pages.html.rendering import VisitHere, page
from dragoman.web.pages.lists.games import game_cards
from dragoman.web.problems import page_router
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import Response


router = page_router("/live")

MOST: Final = 60


@router.get("")
def show_live(visit: VisitHere) -> Response:
    """The maps of the games that run, the one that is judged next first."""
    return page(visit, "live.html", games=game_cards(visit, _running(visit.state)))


@router.get("/phases")
def tell_phases(request: Request, state: StateHere) -> Response:
    """The phases of these games, by which a page that was opened knows what has moved."""
    phases = [[one.game, one.summary["phase"]] for one in _running(state)]
    return tagged(request, json_bytes(phases))


def _running(state: WebState) -> list[ListedGame]:
    """The games, as everybody may see them, whoever asks: those that are blind or closed to
    onlookers have no map to show."""
    search = GameSearch(stage=Stage.RUNNING.value)
    found = find_games(state.judge.database, search, Actor(), MOST)
    shown = [one for one in found if one.summary["phase"] and not one.summary["blind"]]
    return sorted(shown, key=lambda one: (one.summary["deadline"] or "9", one.game))
