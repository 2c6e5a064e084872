"""The record of a game: the orders of all its turns as a table, and the centres over time."""

from __future__ import annotations

from typing import Any, TypedDict

from dragoman.drawing.scene.orders_shown import judged_orders
from dragoman.extras import extra
from dragoman.game import Resolution
from dragoman.judge.log.state import Stage
from dragoman.judge.views.turn_view import summary_view
from dragoman.reports import Phrasebook
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.center_chart import HEIGHT, WIDTH, chart_of_centers
from dragoman.web.pages.game_words import GameWords
from dragoman.web.pages.rendering import VisitHere, page
from dragoman.web.problems import refused
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False)


@router.get("/games/{game}/record")
def show_record(viewer: ViewerHere, visit: VisitHere, game: GameNumber) -> Response:
    """All turns of a game, the last first: what each power ordered, and what failed."""
    g = viewer.g
    if g.stage is Stage.FORMING or not viewer.may_look or not viewer.sees_board:
        raise refused("not-to-be-seen", "this game is not to be seen until it is over")
    with visit.state.map_queue.working_on(g.settings.variant):
        notation = visit.caller.look.notation
        phrasebook = Phrasebook(g.game.variant, visit.language, notation=notation)
        turns = [_turn(phrasebook, past) for past in reversed(g.history)]
        summary = summary_view(viewer)
    words = GameWords(viewer, visit.language)
    shown: dict[str, Any] = {
        "title": g.settings.title,
        "powers": list(g.seats),
        "turns": turns,
        "summary": summary,
        "words": words,
        "chart": chart_of_centers(g.game.variant, summary["centers"]),
        "size": (WIDTH, HEIGHT),
    }
    return page(visit, "record.html", game=game, **shown)


class RecordedTurn(TypedDict):
    phase: str
    orders: dict[str, list[tuple[str, bool]]]
    """By power: each order, and whether it failed."""


def _turn(phrasebook: Phrasebook, past: Resolution) -> RecordedTurn:
    orders: dict[str, list[tuple[str, bool]]] = {}
    for one in judged_orders(phrasebook, past):
        orders.setdefault(one.unit.power, []).append((one.text, one.failed))
    return {"phase": str(past.phase), "orders": orders}
