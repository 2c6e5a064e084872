"""Boards of turns that were judged, and of what would come of the one at hand."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.sandbox.board_view import told_data
from dragoman.judge.sandbox.what_if import imagined
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order
from dragoman.reports import explanations
from dragoman.values import FrozenMap
from dragoman.views import DiagnosticShape
from dragoman.web.callers import Caller, may
from dragoman.web.door import Door, DoorHere, ViewerHere
from dragoman.web.drawn_boards import JudgedBoard, judged_board, seen_board
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.explained import ExplanationShape, explained
from dragoman.web.grounds import MapAsked
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.sandboxes import Guesses
from dragoman.web.scopes import Scope
from dragoman.web.turns import PhaseName, seen_turn

with extra("judge"):
    from fastapi import APIRouter, Depends, Request
    from fastapi.responses import JSONResponse, Response

router = APIRouter(tags=["turns"], prefix="/games/{game}")
Reader = Annotated[Caller, Depends(may(Scope.READ))]


class TriedBoard(JudgedBoard):
    """What would come of the phase at hand."""

    why: list[ExplanationShape]
    told: dict[str, list[DiagnosticShape]]
    """By power, what the judge makes of the orders that were given."""


@router.get("/turns/{phase}/board", response_model=JudgedBoard)
def read_turn_board(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    language: Language = ENGLISH,
) -> Response:
    """A phase that was judged, as the board of a page wants it: what stood there before, the
    orders, and what became of each; of a blind game that goes on what one saw, with one's own
    orders."""
    g = viewer.g
    past = g.history[seen_turn(viewer, phase)]
    asked = _asked(viewer, door, language, caller)
    with door.brought.working_on(g.settings.variant):
        if viewer.sees_board:
            return tagged(request, json_bytes(judged_board(asked, past)))
        own = FrozenMap[str, tuple[Order, ...]]()
        if viewer.power:
            own = FrozenMap({viewer.power: tuple(past.orders.get(viewer.power, ()))})
        return tagged(request, json_bytes(seen_board(asked, viewer.sees_of(past.before), own)))


@router.post("/what-if/board", response_model=TriedBoard)
def try_on_board(
    body: Guesses,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    language: Language = ENGLISH,
) -> JSONResponse:
    """What would come of the phase at hand, as the board of a page wants it, and why: with one's
    own orders as they are on file, or others, and what one guesses that the others do."""
    door.buckets.take("explanations", caller.key, door.limits.explanations)
    g = viewer.g
    with door.brought.working_on(g.settings.variant):
        resolution, told = imagined(viewer, body.orders)
        found = judged_board(_asked(viewer, door, language, caller), resolution)
        why = explanations(g.game.variant, resolution, g.history)
    tried: TriedBoard = {
        **found,
        "why": [explained(one, language, caller.look.notation) for one in why],
        "told": {power: told_data(said) for power, said in told.items() if said},
    }
    return JSONResponse(tried)


def _asked(viewer: Viewer, door: Door, language: Language, caller: Caller) -> MapAsked:
    g = viewer.g
    look = caller.look
    return MapAsked(door, g.settings.variant, g.game.variant, language, look.apart, look.notation)
