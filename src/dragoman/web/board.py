"""The board of a game's page: the phase at hand in one answer."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.commands.finding import own_power
from dragoman.judge.log.conditional import orders_chosen
from dragoman.judge.log.state import Stage
from dragoman.judge.views.board_view import board_view
from dragoman.judge.views.hand_view import hand_view
from dragoman.judge.views.orders_view import ordered
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order
from dragoman.values import FrozenMap
from dragoman.web.board_shapes import BoardShape
from dragoman.web.callers import Caller, may
from dragoman.web.door import DoorHere, ViewerHere
from dragoman.web.drawn_boards import layers_of, plain_board, turns_in_words
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.games import sheet_tag
from dragoman.web.grounds import MapAsked
from dragoman.web.languages import Language
from dragoman.web.problems import refused
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Query, Request
    from fastapi.responses import Response

router = APIRouter(tags=["orders"])
Reader = Annotated[Caller, Depends(may(Scope.READ))]
PowerAsked = Annotated[str, Query(max_length=80, description="One's own where none is named.")]


@router.get("/games/{game}/board", response_model=BoardShape)
def read_board(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    power: PowerAsked = "",
    language: Language = Language.ENGLISH,
) -> Response:
    """The phase at hand as one may see it, as the board of a page wants it: what stands there and
    layers to draw it by; and for whoever orders, what each unit can do and what is on file."""
    g = viewer.g
    orders_for = ""
    if g.stage in (Stage.RUNNING, Stage.PAUSED) and (power or viewer.power):
        orders_for = own_power(g, caller.actor, power)
    look = caller.look
    asked = MapAsked(door, g.settings.variant, g.game.variant, language, look.apart, look.notation)
    with door.brought.working_on(g.settings.variant):
        try:
            found = board_view(viewer, orders_for)
        except LookupError as error:
            what = str(error)
            raise refused("not-to-be-seen", what, "sign in, if you play in it") from None
        position = viewer.sees_of(g.game.position)
        found |= plain_board(asked, position)
        found["past_turns"] = turns_in_words(asked, (one.phase for one in g.history))
        found["layers"] = layers_of(asked, position, _given(viewer, orders_for))
        if orders_for and look.notation is not None:
            own = ordered(viewer, orders_for).game
            found["hand"] = hand_view(own, (orders_for,), look.notation)
    if orders_for:
        found["own"]["tag"] = sheet_tag(g, orders_for, str(g.phase))
    return tagged(request, json_bytes(found))


def _given(viewer: Viewer, power: str) -> FrozenMap[str, tuple[Order, ...]]:
    """The orders of the power that somebody orders for."""
    g = viewer.g
    sheet = g.sheets.get((power, str(g.phase)))
    if sheet is None:
        return FrozenMap()
    game = g.game.copy()
    game.order(power, orders_chosen(sheet.text, g.known_to(power)))
    return FrozenMap({power: game.orders(power)})
